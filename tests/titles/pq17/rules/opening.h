// A match from its opening, with results that a test names by what is drawn; everything else is drawn at random.
#pragma once

#include <algorithm>
#include <deque>
#include <functional>
#include <map>
#include <random>
#include <set>

#include "tests/titles/pq17/scene.h"

namespace wardroom::pq17 {

class NamedChance final : public Chance {
 public:
  explicit NamedChance(std::uint64_t seed = 1) : random_(seed) {}
  NamedChance& give(Draw what, std::initializer_list<std::uint32_t> results) {
    for (std::uint32_t result : results) given_[static_cast<std::uint32_t>(what)].push_back(result);
    return *this;
  }
  std::uint32_t draw(const Occasion& occasion, std::uint32_t sides) override {
    if (!seen_.insert(occasion).second) {
      throw std::logic_error("an occasion is used twice: turn " + std::to_string(occasion.turn) + ", phase " +
                             std::to_string(occasion.phase) + ", step " + std::to_string(occasion.step) + ", subject " +
                             std::to_string(occasion.subject) + ", " + std::to_string(occasion.ordinal));
    }
    auto& list = given_[occasion.step];
    if (list.empty() && occasion.step == static_cast<std::uint32_t>(Draw::kChit))
      return sides - 1;  // the last letters ask for nothing
    if (list.empty()) return static_cast<std::uint32_t>(random_() % sides);
    const std::uint32_t result = list.front();
    list.pop_front();
    return result;
  }
  bool used_up() const {
    return std::ranges::all_of(given_, [](const auto& each) { return each.second.empty(); });
  }

 private:
  std::map<std::uint32_t, std::deque<std::uint32_t>> given_;
  std::set<Occasion> seen_;
  std::mt19937_64 random_;
};

class Opening {
 public:
  explicit Opening(const std::string& scenario, NamedChance chance = NamedChance(),
                   const std::vector<std::string>& options = {})
      : chance_(std::move(chance)) {
    std::vector<OptionValue> on;
    for (const std::string& id : options) on.push_back({id, "on"});
    begin(*the_title().open(scenario, on));
  }
  Opening(std::unique_ptr<Truth> truth, NamedChance chance) : chance_(std::move(chance)) { begin(std::move(truth)); }

  const Truth& truth() const { return static_cast<const Truth&>(game_->position()); }
  const v1::Clock& clock() const { return truth().clock(); }
  const v1::Own& own(Side side) const { return side == kAllied ? truth().allied() : truth().axis(); }
  const Menu* menu(Side side) const { return game_->menu(seat_of(side)); }
  bool asked(Side side, v1::MenuKind::Kind kind) const {
    return menu(side) && menu(side)->kind == static_cast<std::uint32_t>(kind);
  }
  bool over() const { return game_->over(); }
  const NamedChance& chance() const { return chance_; }

  template <class... Arguments>
  bool offers(Side side, v1::Verb::Kind verb, const Arguments&... arguments) const {
    return menu(side) && menu(side)->find(make_action(verb, arguments...));
  }
  template <class... Arguments>
  Opening& answer(Side side, v1::Verb::Kind verb, const Arguments&... arguments) {
    const Action action = make_action(verb, arguments...);
    if (!menu(side) || !menu(side)->find(action)) {
      ADD_FAILURE() << "not offered: " << v1::Verb::Kind_Name(verb);
      return *this;
    }
    act(side, action);
    return *this;
  }
  void act(Side side, const Action& action) {
    game_->answer(seat_of(side), action);
    listen();
  }
  // Both set up and plan as in history, whatever their chits; the next question is where the Dummies appear.
  Opening& as_in_history() {
    for (int steps = 0; steps < 80 && preparing(); ++steps) {
      for (Side side : kSides) {
        if (!preparing() || !menu(side)) continue;
        if (offers(side, v1::Verb::HISTORICAL))
          answer(side, v1::Verb::HISTORICAL);
        else
          act(side, menu(side)->items.back().action);  // the last is to do without
      }
    }
    return *this;
  }
  // Does as little as it can, until the test holds; fails after many steps.
  Opening& idle_until(const std::function<bool()>& test) {
    for (int steps = 0; steps < 3000 && !over() && !test(); ++steps) {
      for (Side side : kSides) {
        if (menu(side) && !test()) act(side, idle(*menu(side)));
      }
    }
    if (!test()) ADD_FAILURE() << "it never came to that";
    return *this;
  }
  bool preparing() const { return clock().phase() < v1::Clock::DUMMIES_APPEAR; }

  const v1::Force* convoy(const std::string& id) const {
    for (const v1::Force& force : truth().allied().force()) {
      if (force.convoy() == id) return &force;
    }
    return nullptr;
  }
  const v1::Force* with(Side side, const std::string& unit) const {
    for (const v1::Force& force : own(side).force()) {
      for (const v1::Counter& ship : force.ship()) {
        if (ship.unit() == unit) return &force;
      }
    }
    return nullptr;
  }
  std::string where(const v1::Force* force) const {
    if (!force) return "gone";
    for (const v1::Block& block : truth().sea().block()) {
      if (block.id() == force->block()) return number_of(as_hex(block.hex()));
    }
    return force->place();
  }
  int blocks_in(const std::string& place, Side side) const {
    for (const auto& stack : truth().sea().stack()) {
      if (stack.place() == place && stack.side() == side) return stack.blocks();
    }
    return 0;
  }
  int told(Side side, const std::string& id) const {
    return static_cast<int>(std::ranges::count(told_[side == kAllied ? 0 : 1], id));
  }

 private:
  static Action idle(const Menu& menu) {
    for (const auto verb : {v1::Verb::DONE, v1::Verb::NO, v1::Verb::STOP}) {
      for (const Item& item : menu.items) {
        if (item.action.verb == static_cast<std::uint32_t>(verb)) return item.action;
      }
    }
    return menu.items.back().action;
  }
  void begin(std::unique_ptr<Position> position) {
    game_ = std::make_unique<Game>(the_title(), std::move(position), chance_);
    listen();
  }
  void listen() {
    for (const auto& told : game_->take().told) {
      for (Side side : kSides) {
        if (told.viewers.has(viewer(seat_of(side))))
          told_[side == kAllied ? 0 : 1].push_back(told.report.text.id.str());
      }
    }
  }

  NamedChance chance_;
  std::unique_ptr<Game> game_;
  std::array<std::vector<std::string>, 2> told_;
};

// The rules in the test's own hands, on a stage's position.
struct Desk {
  explicit Desk(Stage& stage) : table(chance), op(the_title().reference(), stage.truth(), table) {}
  NamedChance chance;
  Table table;
  Operation op;
  Operation& hands() { return op; }  // within one expression
  const v1::Own::CommandPool& points(v1::Command::Kind command) const {
    const Side side = command == v1::Command::GRUPPE_NORD ? kAxis : kAllied;
    for (const auto& pool : op.own(side).command()) {
      if (pool.command() == command) return pool;
    }
    throw Broken("no such command");
  }
};

// An opening without ice on the way.
inline std::unique_ptr<Truth> open_without_ice(const std::string& scenario,
                                               const std::vector<std::string>& options = {}) {
  std::vector<OptionValue> on;
  for (const std::string& id : options) on.push_back({id, "on"});
  std::unique_ptr<Truth> truth(static_cast<Truth*>(the_title().open(scenario, on)->release()));
  for (auto& marker : *truth->mutable_environment()->mutable_ice()) {
    marker.set_condition(v1::Ice::CLEAR);
    marker.set_certain(true);
  }
  return truth;
}

// Weather dice that bring no Gales.
inline NamedChance calm() {
  return NamedChance().give(Draw::kWeather,
                            {5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5});
}

}  // namespace wardroom::pq17
