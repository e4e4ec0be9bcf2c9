// A German force attacks an Allied one, for the tests of battles.
#pragma once

#include "tests/titles/pq17/rules/surface.h"

namespace wardroom::pq17 {

// A German force attacks an Allied one in the open sea.
struct Meeting {
  std::vector<Unit> german;
  std::vector<Unit> allied;
  int turn = kDay;
  v1::Weather::Kind weather = v1::Weather::FAIR;
  std::vector<std::string> options{};
  const char* hex = kHere;
};

inline bool has_merchants(const std::vector<Unit>& units) {
  return std::ranges::any_of(units,
                             [](const Unit& unit) { return the_title().reference().unit(unit.unit).merchant(); });
}

inline Stage met(const Meeting& meeting) {
  Stage stage = at_surface_combat(meeting.turn, kAxis, meeting.options);
  stage.weather(meeting.weather).task_force(kAxis, "G", meeting.german, meeting.hex);
  if (has_merchants(meeting.allied)) {
    stage.convoy(kAllied, "A", meeting.allied, meeting.hex, "port.murmansk");
  } else {
    stage.task_force(kAllied, "A", meeting.allied, meeting.hex);
  }
  stage.identified("A", 1);
  return stage;
}

inline Results after_card(const Meeting& meeting, Results dice) {
  dice.insert(dice.begin(), finds(kAxis, meeting.turn, meeting.weather));
  return dice;
}

inline void begin_battle(Bench& bench) {
  attack(bench, kAxis, "G", "A");
  if (bench.asked(kAxis, v1::MenuKind::SURPRISE)) bench.answer(kAxis, v1::Verb::NO);
  keep_submarines(bench);
  lie_as_usual(bench);
}

}  // namespace wardroom::pq17
