// Title: a game system. Pure rules: no clock, no I/O, no logging, no net.
#pragma once

#include <google/protobuf/arena.h>
#include <google/protobuf/message.h>

#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "common/bundle.h"
#include "common/result.h"
#include "server/engine/chance.h"
#include "server/engine/menu.h"
#include "server/engine/seat.h"
#include "server/engine/table.h"
#include "wardroom/v1/play.pb.h"
#include "wardroom/v1/sight.pb.h"

namespace wardroom {

// The truth, and a view of it, are messages of the title's own proto: plain data, saved and loaded as bytes or text.
using Position = google::protobuf::Message;
using View = google::protobuf::Message;
using Ending = v1::Ending;

// A view is made whole and dropped whole: its parts lie in an arena of its own, which goes with it.
struct DropView {
  DropView() = default;
  DropView(std::default_delete<View>) {}  // NOLINT(google-explicit-constructor): one that lies in none is a view too
  void operator()(View* view) const {
    if (auto* arena = view->GetArena()) {
      delete arena;
    } else {
      delete view;
    }
  }
};
using OwnedView = std::unique_ptr<View, DropView>;

template <class ViewOfTitle>
std::unique_ptr<ViewOfTitle, DropView> make_view() {
  google::protobuf::ArenaOptions roomy;
  roomy.start_block_size = 16 * 1024;
  auto* arena = new google::protobuf::Arena(roomy);
  return {google::protobuf::Arena::CreateMessage<ViewOfTitle>(arena), DropView()};
}

// An option and a value of it.
struct OptionValue {
  std::string id;
  std::string value;
};

struct ScenarioInfo {
  std::string id;
  Text name;
  Text note;
  std::uint32_t minutes = 0;  // how long two people need for it; 0: not known
  bool first = false;         // what a newcomer should play first
  PlayedSeats played = kBothPlayed;
  std::vector<OptionValue> defaults{};  // options whose default is another here
  Text date{};                          // when it took place
  std::uint32_t turns = 0;              // how many it lasts, as a rule; 0: not known
  std::uint32_t difficulty = 0;         // from 1, for newcomers, to 5; 0: not known
  std::array<Text, 2> forces{};         // of each seat, as everybody may know them
  std::array<Text, 2> aims{};           // what each seat must do
  std::optional<std::int32_t> par{};    // the usual score
};

// What places lie on. The upper bits of a place's number say which board of its title, from 0 (menu.h).
struct BoardInfo {
  enum class Kind { kGrid, kArea, kZone, kBattle };
  std::string id;
  Kind kind;
  Text name;
};

struct OptionInfo {
  std::string id;
  std::vector<std::string> values;  // the first is the default
  Text name;
  std::string rule;
  std::vector<std::string> scenarios{};  // that have it; none: all
  std::vector<OptionValue> needs{};      // for any value but the default
  std::vector<OptionValue> excludes{};
  bool offered = true;  // false: no scenario has it yet
};

// Options that are chosen together under one name; those that a scenario does not have are left out there.
struct PresetInfo {
  std::string id;
  Text name;
  std::vector<OptionValue> options;
};

// An order that a seat may leave, so that nobody has to wait for it: how menus of certain kinds are answered.
inline constexpr std::uint32_t kAskMe = 0;  // ways that every order has
inline constexpr std::uint32_t kStaffDecides = 1;
struct StandingInfo {
  struct Way {
    std::uint32_t number;  // from 2, one of its kind in the title
    Text name;
  };
  struct Fact {
    std::uint32_t number;  // from 1, the same
    Text name;
    std::int32_t usual;
  };
  enum class Asked { kByOther, kAlways };  // in the other's turn; or in one's own, too: in battles
  std::uint32_t order = 0;                 // from 1
  Text name;
  std::string rule;
  std::vector<std::uint32_t> kinds;
  Asked asked = Asked::kByOther;
  std::vector<Way> ways;
  std::vector<Fact> facts{};
  std::uint32_t usual = kStaffDecides;
  std::vector<Seat> seats{Seat::kFirst, Seat::kSecond};

  bool answers(const Menu& menu) const;
};

// What a view has to say to a guess about a block.
struct Guessed {
  std::uint32_t place = 0;  // where the block is; 0: on no board
  bool contradicted = false;
};

class Title {
 public:
  virtual ~Title() = default;

  virtual std::string_view id() const = 0;
  virtual Text name() const = 0;
  virtual std::array<Text, 2> seat_names() const = 0;
  virtual std::array<std::string, 2> seat_ids() const { return {"first", "second"}; }  // in commands and JSON
  // The revision of the rules, from 1. Raised with a change after which rows of before might play otherwise: such a
  // match is held when it is loaded, and its export is proved but for its play.
  virtual std::uint32_t revision() const = 0;
  virtual std::vector<ScenarioInfo> scenarios() const = 0;
  virtual std::vector<OptionInfo> options() const { return {}; }
  virtual std::vector<PresetInfo> presets() const { return {}; }
  virtual std::vector<Text> topics() const { return {}; }  // of its reports, whose topics count from 1

  // The boards that the places of its menus and reports lie on, the main one first; and a place's name, empty for a
  // number that is none.
  virtual std::vector<BoardInfo> boards() const { return {}; }
  virtual Text place(std::uint32_t) const { return {}; }
  // What its scores are counted in, as a text with the number `score`; empty: halves of a point.
  virtual Text score_unit() const { return {}; }

  // The position before anyone has done anything.
  virtual Result<std::unique_ptr<Position>> open(std::string_view scenario,
                                                 const std::vector<OptionValue>& options) const = 0;
  virtual std::unique_ptr<Position> blank() const = 0;  // to parse a saved position into
  virtual std::unique_ptr<View> blank_view() const = 0;

  // As the position's scenario says.
  virtual PlayedSeats played(const Position&) const { return kBothPlayed; }

  // The whole match from this position on; re-enters at any checkpoint. The table and the position outlive the task.
  virtual Task<> play(Position& position, Table& table) const = 0;

  // The only road from truth to a viewer: built field by field from what he may know, never by deleting.
  virtual OwnedView view(const Position& position, Viewer viewer) const = 0;

  // Adds to a view what follows from the rest of it and the printed game, for clients, which reckon nothing themselves:
  // only what a viewer is sent has it. A function of the view alone, as are those below.
  virtual void annotate(View&) const {}
  // Where something that was seen may be by now; none: the view does not know it, or the title does not say.
  virtual std::optional<v1::Reach> reach(const View&, const v1::AskReach&) const { return std::nullopt; }
  // What may come of an action on the menu; none: there is nothing to reckon.
  virtual std::optional<v1::Estimate> estimate(const View&, const v1::Menu&, const v1::Action&) const {
    return std::nullopt;
  }
  // The orders that may be left; what a way answers to a menu of its order, always one of its items; and what a fact
  // is.
  virtual std::vector<StandingInfo> standing() const { return {}; }
  virtual Action react(const View& view, const Menu& menu, std::uint32_t way) const;
  virtual std::int64_t weigh(const View&, const Menu&, std::uint32_t) const { return 0; }
  // What may be guessed of something of the other's; a guess names one of these by its number, from 1.
  virtual std::vector<Text> guesses() const { return {}; }
  // How a guess about a block stands by what is known of it; none: the view does not know such a block (any more).
  virtual std::optional<Guessed> guessed(const View&, std::uint64_t, std::uint32_t) const { return std::nullopt; }
  // The number of the turn, as its clients count; 0: none.
  virtual std::uint32_t turn(const View&) const { return 0; }
  // The chart, with words as `say` has them.
  using Say = std::function<std::string(const Text&)>;
  virtual std::optional<v1::Picture> picture(const View&, const Say&) const { return std::nullopt; }

  // A truth that this seat cannot tell from the real one: view(imagine(v)) == v, byte for byte. At checkpoints only.
  virtual std::unique_ptr<Position> imagine(const View& view, Seat seat, Chance& chance) const = 0;

  // How far the match has come, in a few words, made of what the public sees; empty: it does not say.
  virtual Text progress(const View&) const { return {}; }

  // How a finished position ended.
  virtual Ending ending(const Position& position) const = 0;
  // The same in a match whose sides were bid for: so much is added to par. As it stands it puts par and the winner
  // against par right; a title that says more of par says it itself.
  virtual Ending ending_after_bid(const Position& position, std::int32_t added_to_par) const;

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

// A scenario of the title; none of that name: none.
std::optional<ScenarioInfo> find_scenario(const Title& title, std::string_view id);

// Says what the scores of an ending count, whoever made it.
void set_unit(const Title& title, Ending& ending);
// How a finished position ended, in the title's unit, and after what was bid.
Ending ending_of(const Title& title, const Position& position, std::int32_t added_to_par = 0);

// The view as its viewer is sent it.
OwnedView shown_view(const Title& title, const Position& position, Viewer viewer);

// A saved position; refused when this build cannot read it.
Result<std::unique_ptr<Position>> load(const Title& title, const std::string& bytes);
std::string save(const google::protobuf::Message& message);  // deterministic bytes

}  // namespace wardroom
