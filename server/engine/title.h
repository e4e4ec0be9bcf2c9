// Title: a game system. Pure rules: no clock, no I/O, no logging, no net.
#pragma once

#include <google/protobuf/message.h>

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "common/bundle.h"
#include "common/result.h"
#include "server/engine/chance.h"
#include "server/engine/menu.h"
#include "server/engine/seat.h"
#include "server/engine/table.h"
#include "wardroom/v1/play.pb.h"

namespace wardroom {

// The truth, and a view of it, are messages of the title's own proto: plain data, saved and loaded as bytes or text.
using Position = google::protobuf::Message;
using View = google::protobuf::Message;
using Ending = v1::Ending;

struct MatchOption {
  std::string id;
  std::string value;
};

struct ScenarioInfo {
  std::string id;
  Text name;
  Text note;
};

struct OptionInfo {
  std::string id;
  std::vector<std::string> values;  // the first is the default
  Text name;
  std::string rule;
};

class Title {
 public:
  virtual ~Title() = default;

  virtual std::string_view id() const = 0;
  virtual Text name() const = 0;
  virtual std::array<Text, 2> seat_names() const = 0;
  // The revision of the rules, from 1. Raised with a change after which rows of before might play otherwise: such a
  // match is held when it is loaded, and its export is proved but for its play.
  virtual std::uint32_t revision() const = 0;
  virtual std::vector<ScenarioInfo> scenarios() const = 0;
  virtual std::vector<OptionInfo> options() const { return {}; }

  // The position before anyone has done anything.
  virtual Result<std::unique_ptr<Position>> open(std::string_view scenario,
                                                 const std::vector<MatchOption>& options) const = 0;
  virtual std::unique_ptr<Position> blank() const = 0;  // to parse a saved position into
  virtual std::unique_ptr<View> blank_view() const = 0;

  // The whole match from this position on; re-enters at any checkpoint. The table and the position outlive the task.
  virtual Task<> play(Position& position, Table& table) const = 0;

  // The only road from truth to a viewer: built field by field from what he may know, never by deleting.
  virtual std::unique_ptr<View> view(const Position& position, Viewer viewer) const = 0;

  // A truth that this seat cannot tell from the real one: view(imagine(v)) == v, byte for byte. At checkpoints only.
  virtual std::unique_ptr<Position> imagine(const View& view, Seat seat, Chance& chance) const = 0;

  // How a finished position ended.
  virtual Ending ending(const Position& position) const = 0;

  // What `viewer` will sooner or later be told of this action of the other seat; empty when nothing ever. With a tilde
  // in front it prepares something that will be told, and is done there too if it can be. For the leak test.
  virtual std::string face(const Position& position, const Action& action, Viewer viewer) const = 0;

  // Why an action that is not on a menu is refused. It knows the menu's rule and nothing else: mistakes teach nobody.
  virtual Refusal why_not(std::string_view rule) const;
};

// A title is registered in one line: its id, and how to make it of its data.
struct TitleEntry {
  using Make = std::function<Result<std::shared_ptr<const Title>>(const Bundle&)>;
  std::string id;
  Make make;
  Make make_stored = make;  // of data that a match was stored with, by this build or an earlier one
};

// A saved position; refused when this build cannot read it.
Result<std::unique_ptr<Position>> load(const Title& title, const std::string& bytes);
std::string save(const google::protobuf::Message& message);  // deterministic bytes

}  // namespace wardroom
