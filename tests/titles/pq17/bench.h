// A bench for one function of the rules: it runs on a stage's position with scripted chance, and answers its menus.
#pragma once

#include <set>

#include "tests/titles/pq17/scene.h"

namespace wardroom::pq17 {

class Bench {
 public:
  explicit Bench(Stage& stage, std::vector<std::uint32_t> results = {})
      : chance_(std::move(results)), table_(chance_), op(the_title().reference(), stage.truth(), table_, the_title().mutant()) {}

  bool chance_used_up() const { return chance_.used_up(); }
  const Menu* menu(Side side) const { return table_.pending(seat_of(side)); }
  template <class... Arguments>
  bool offers(Side side, v1::Verb::Kind verb, const Arguments&... arguments) const {
    return menu(side) && menu(side)->find(make_action(verb, arguments...));
  }
  // False: it is not offered.
  template <class... Arguments>
  bool answer(Side side, v1::Verb::Kind verb, const Arguments&... arguments) {
    if (!offers(side, verb, arguments...)) return false;
    table_.answer(seat_of(side), make_action(verb, arguments...));
    return true;
  }
  // Whether a side has been told this since the bench was set up.
  bool told(Side side, const std::string& id) {
    for (const auto& told : table_.take().told) {
      for (Side each : kSides) {
        if (told.viewers.has(viewer(seat_of(each)))) told_[each == kAllied ? 0 : 1].insert(told.report.text.id.str());
      }
    }
    return told_[side == kAllied ? 0 : 1].contains(id);
  }

 private:
  ScriptedChance chance_;
  Table table_;
  std::array<std::set<std::string>, 2> told_;

 public:
  Operation op;
};

}  // namespace wardroom::pq17
