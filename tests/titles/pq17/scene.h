// Scenes for rule tests: a position set up in a few lines or read from a file, scripted dice and cards, answers in
// order.
//
//   Scene scene = Stage("pq12").at(9, kAllied, v1::Clock::NAVAL_MOVEMENT)
//                     .task_force(kAllied, "1", {{"ship.victorious"}, {"class.british_a_i", 3}}, "0611")
//                     .wolfpack(kAxis, "u", {{"class.type_viic", 2}}, "0611")
//                     .scene({dice...});
//   scene.answer(kAllied, v1::Verb::CHOOSE_FORCE, scene.key("1"));
//   EXPECT_TRUE(scene.offers(kAllied, v1::Verb::STEP, 612));
#pragma once

#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "server/engine/game.h"
#include "server/titles/pq17/pq17.h"

namespace wardroom::pq17 {

// The title with all its data, read once.
const Pq17& the_title();
std::shared_ptr<const Pq17> the_title_shared();

struct Unit {
  std::string unit;
  int cs = 0;  // 0: as the data have it
};

class Scene {
 public:
  Scene(std::unique_ptr<Truth> truth, std::map<std::string, std::pair<Side, ForceKey>> names,
        std::vector<std::uint32_t> results);
  // Forces are named as they are printed: "allied TF 2", "allied convoy 1", "axis wolfpack 1"; Dummies are not.
  Scene(std::unique_ptr<Truth> truth, std::vector<std::uint32_t> results);
  ~Scene();

  const Truth& truth() const { return static_cast<const Truth&>(game_->position()); }
  const v1::Own& own(Side side) const { return side == kAllied ? truth().allied() : truth().axis(); }
  ForceKey key(const std::string& name) const { return names_.at(name).second; }
  const v1::Force& force(const std::string& name) const;  // Broken when it is gone
  bool gone(const std::string& name) const;
  const v1::Block& block(const std::string& name) const;                    // of a named force at sea
  std::string hex(const std::string& name) const;                           // "0611", or the place it is in
  BlockId id(const std::string& name) const { return id_of(block(name)); }  // the block's id now

  const Menu* menu(Side side) const { return game_->menu(seat_of(side)); }
  bool asked(Side side, v1::MenuKind::Kind kind) const;
  bool over() const { return game_->over(); }

  template <class... Arguments>
  bool offers(Side side, v1::Verb::Kind verb, const Arguments&... arguments) const {
    return menu(side) && menu(side)->find(make_action(verb, arguments...));
  }
  int count(Side side, v1::Verb::Kind verb) const;  // items with this verb

  // Fails the test when it is not offered.
  template <class... Arguments>
  Scene& answer(Side side, v1::Verb::Kind verb, const Arguments&... arguments) {
    act(side, make_action(verb, arguments...));
    return *this;
  }
  void act(Side side, const Action& action);

  bool chance_used_up() const { return chance_.used_up(); }
  // Ids of the reports this side was told since the scene began, in order; all that were told: with arguments as text.
  const std::vector<std::string>& told(Side side) const { return told_[side == kAllied ? 0 : 1]; }
  bool was_told(Side side, const std::string& report_id) const;
  const v1::View& view(Side side);  // as the side sees it now

  // Plays Done, Stop and No until this clock is reached; fails after many steps.
  void pass_to(Side active, v1::Clock::Segment segment);

 private:
  void listen();

  std::map<std::string, std::pair<Side, ForceKey>> names_;
  ScriptedChance chance_;
  std::unique_ptr<Game> game_;
  std::array<std::vector<std::string>, 2> told_;
  std::array<OwnedView, 2> views_;
};

// Builds a position in the middle of an Operation. Forces have names that only the test knows.
class Stage {
 public:
  explicit Stage(std::string_view scenario, const std::vector<std::string>& options_on = {});

  // The head of a segment of a turn (1 is AM Day 1); weather is Fair unless said otherwise.
  Stage& at(int turn, Side active, v1::Clock::Segment segment);
  Stage& phase(v1::Clock::Phase phase, Side active = wardroom::v1::Side::UNSPECIFIED);
  Stage& weather(v1::Weather::Kind weather);
  Stage& ice(v1::Ice::Sector sector, v1::Ice::Zone zone, v1::Ice::Condition condition, bool certain);

  // `where` is a hex ("0611") or a place ("port.narvik").
  Stage& task_force(Side side, const std::string& name, const std::vector<Unit>& units, const std::string& where);
  Stage& convoy(Side side, const std::string& name, const std::vector<Unit>& units, const std::string& where,
                const std::string& destination, bool loaded = true);
  Stage& wolfpack(Side side, const std::string& name, const std::vector<Unit>& units, const std::string& where);
  Stage& dummy(Side side, const std::string& name, const std::string& where);
  Stage& identified(const std::string& name, int level);  // lies flat at this level
  Stage& fuel(const std::string& name, int turn, v1::Force::FuelStatus status = v1::Force::FULL);
  Stage& air(Side side, const std::string& unit, const std::string& base, int cs = 0);  // key: in order from 1
  v1::Force& force(const std::string& name);  // for whatever else a test needs
  Truth& truth() { return *truth_; }

  Scene scene(std::vector<std::uint32_t> results = {});

 private:
  Stage& add(Side side, const std::string& name, v1::BlockKind::Kind kind, const std::vector<Unit>& units,
             const std::string& where);

  std::unique_ptr<Truth> truth_;
  std::map<std::string, std::pair<Side, ForceKey>> names_;
};

// A position file under tests/titles/pq17/positions, in text format.
std::unique_ptr<Truth> read_position(const std::string& file);

// A card of a side's deck as scripted chance wants it: 12 is card 12.
constexpr std::uint32_t card(int index) { return static_cast<std::uint32_t>(index - 1); }
// The first card of a deck that satisfies a test, for results that only some cards have.
int find_card(Side side, const std::function<bool(const v1::Card&)>& test);

// Turns of a day: AM of Day 1 is 1.
constexpr int am(int day) { return day * 2 - 1; }
constexpr int pm(int day) { return day * 2; }

inline int hex_argument(const std::string& hex) { return static_cast<int>(*hex_of(hex)); }
inline int place_argument(const std::string& place) { return the_title().reference().place(place).number; }

}  // namespace wardroom::pq17
