// What the tests of surface combat share: a bench in the open sea, cards that find and that do not, units on the
// display.
#pragma once

#include "server/titles/pq17/combat/display.h"
#include "server/titles/pq17/surface/combat.h"
#include "tests/titles/pq17/rules/searching.h"

namespace wardroom::pq17 {

using Results = std::vector<std::uint32_t>;

inline constexpr const char* kHere = kOpenSea;

inline Stage at_surface_combat(int turn, Side active, const std::vector<std::string>& options = {},
                               const char* scenario = "pq12") {
  Stage stage(scenario, options);
  stage.at(turn, active, v1::Clock::SURFACE_COMBAT);
  return stage;
}

// A card of a side whose Force line says this, at this time in this weather.
inline std::uint32_t force_line(Side side, int turn, v1::Weather::Kind weather, const std::function<bool(int)>& says) {
  const int column = the_title().reference().box().effect_of(weather).card_column() - 1;
  return card(find_card(side, [&](const v1::Card& each) {
    const auto& section = turn % 2 == 0 ? each.night() : each.day();
    return says(section.force(column)) && !section.soviet_flag() && !section.submarine_watermark();
  }));
}
inline std::uint32_t finds(Side side, int turn, v1::Weather::Kind weather = v1::Weather::FAIR) {
  return force_line(side, turn, weather, [](int result) { return result == v1::SearchResult::U; });
}
// Nothing below ID2.
inline std::uint32_t misses(Side side, int turn, v1::Weather::Kind weather = v1::Weather::FAIR) {
  return force_line(side, turn, weather, [](int result) {
    return result == v1::SearchResult::DASH || result == v1::SearchResult::ID2 || result == v1::SearchResult::ID3;
  });
}

// A unit on the display, the nth of its name from 0; 0: there is none.
inline UnitId on_display(Bench& bench, const std::string& name, int nth = 0) {
  for (Side side : kSides) {
    for (const v1::Displayed& each : bench.op.own(side).display()) {
      if (each.ship().unit() == name && find_unit(bench.op, id_of(each)) && nth-- == 0) return id_of(each);
    }
  }
  return {};
}

// Says nothing to everything until this is asked, or all is over.
inline void pass_until(Bench& bench, Side side, v1::MenuKind::Kind kind) {
  for (int i = 0; i < 200 && !bench.done() && !bench.asked(side, kind); ++i) {
    const Side next = bench.menu(kAllied) ? kAllied : kAxis;
    const bool says_no = !bench.offers(next, v1::Verb::DONE);
    bench.answer(next, says_no ? v1::Verb::NO : v1::Verb::DONE);
  }
}
inline void pass_all(Bench& bench) { pass_until(bench, kAllied, v1::MenuKind::UNSPECIFIED); }

// Begins the segment and attacks; whoever else could is left out.
inline void attack(Bench& bench, Side side, const std::string& attacker, const std::string& target) {
  bench.run(surface_combat(bench.op));
  bench.answer(side, v1::Verb::ATTACK, bench.key(attacker), bench.id(target));
  if (bench.asked(side, v1::MenuKind::SURFACE_COMBAT)) bench.answer(side, v1::Verb::DONE);
}

// The submarines of a convoy, if there are any, stay with it [7.4.6].
inline void keep_submarines(Bench& bench) {
  if (bench.asked(kAllied, v1::MenuKind::SUBMARINES_FIRST)) bench.answer(kAllied, v1::Verb::DONE);
}

// Nobody changes the stacks on the display [7.5.2].
inline void lie_as_usual(Bench& bench) {
  while (bench.asked(kAllied, v1::MenuKind::STACKS) || bench.asked(kAxis, v1::MenuKind::STACKS))
    bench.answer(bench.menu(kAllied) ? kAllied : kAxis, v1::Verb::DONE);
}

inline const v1::Battle::Unit& shown(Bench& bench, const std::string& name) {
  return unit_on_display(bench.op, on_display(bench, name));
}

inline int ships_of(Bench& bench, const std::string& force, Side side, const std::string& unit) {
  int cs = 0;
  if (const v1::Force* found = bench.op.find(side, bench.key(force))) {
    for (const v1::Counter& ship : found->ship()) cs += ship.unit() == unit ? ship.cs() : 0;
  }
  return cs;
}

}  // namespace wardroom::pq17
