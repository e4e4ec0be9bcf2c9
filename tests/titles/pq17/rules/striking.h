// What the tests of air combat share: a stage at the Air Combat Segment, aircraft on their way, location cards.
#pragma once

#include "server/titles/pq17/air/combat.h"
#include "tests/titles/pq17/bench.h"

namespace wardroom::pq17 {

inline constexpr const char* kAtSea = "0611";  // no ice, no airbase near
inline constexpr int kByDay = 9;               // AM in March
inline constexpr int kByNight = 10;
inline constexpr int kFairColumn = 0;

inline Stage strike_stage(Side active, int turn = kByDay, const std::vector<std::string>& options = {},
                          const char* scenario = "pq12") {
  Stage stage(scenario, options);
  stage.at(turn, active, v1::Clock::AIR_COMBAT);
  return stage;
}

// An air unit on its mission; its key.
inline AirKey fly(Stage& stage, Side side, const std::string& unit, const std::string& base, const std::string& hex,
                  int cs = 0) {
  v1::Air& air = *stage.truth().mutable_air();
  air.set_next_key(air.next_key() + 1);
  v1::Air::Unit& made = *air.add_unit();
  made.set_key(air.next_key());
  made.set_unit(unit);
  made.set_side(side);
  made.set_cs(cs > 0 ? cs : the_title().reference().air(unit).unit->steps());
  made.set_base(base);
  made.set_mission(v1::Air::FLYING);
  made.set_hex(number(*hex_of(hex)));
  made.set_flown(true);
  return key_of(made);
}

inline AirKey fly_ju88(Stage& stage, int cs = 1, const std::string& base = "airbase.banak",
                       const std::string& hex = kAtSea) {
  return fly(stage, kAxis, "air.ju88a4.iii_kg30", base, hex, cs);
}

// A card whose Air line has this result by Day in Fair weather, without any mark.
inline std::uint32_t air_card(Side side, v1::SearchResult::Kind result) {
  return card(find_card(side, [&](const v1::Card& each) {
    return each.day().air(kFairColumn) == result && !each.day().submarine_watermark() && !each.day().soviet_flag();
  }));
}
inline std::uint32_t found(Side side) { return air_card(side, v1::SearchResult::U); }
inline std::uint32_t missed(Side side) { return air_card(side, v1::SearchResult::ID3); }  // of a target below ID3

// These results, and then nothing but zeros: no hits, the first of whatever is drawn.
inline std::vector<std::uint32_t> then_zeros(std::vector<std::uint32_t> results) {
  results.resize(results.size() + 100, 0);
  return results;
}

inline std::vector<std::uint32_t> script(std::uint32_t first, std::vector<std::uint32_t> rest) {
  rest.insert(rest.begin(), first);
  return then_zeros(std::move(rest));
}

inline void event_in_force(Stage& stage, const std::string& event, Side side) {
  auto& made = *stage.truth().mutable_standing()->add_event();
  made.set_event(event);
  made.set_side(side);
  made.set_uses(1);
}

inline const v1::Battle& battle(Bench& bench) { return bench.op.truth.battle(); }

// Where a unit lies in the line.
inline int place_of(Bench& bench, const std::string& unit) {
  for (const v1::Battle::Unit& each : battle(bench).unit()) {
    if (each.ship().unit() == unit) return each.place();
  }
  throw Broken("not in the line");
}

inline int cs_left(Bench& bench, Side side, ForceKey force, const std::string& unit) {
  int sum = 0;
  const v1::Force* found_force = bench.op.find(side, force);
  if (!found_force) return 0;
  for (const v1::Counter& ship : found_force->ship()) sum += ship.unit() == unit ? ship.cs() : 0;
  return sum;
}

}  // namespace wardroom::pq17
