// What the tests of chapter 6 share: a stage at the Reconnaissance Segment, shadows, levels.
#pragma once

#include "tests/titles/pq17/bench.h"

namespace wardroom::pq17 {

inline constexpr const char* kOpenSea = "0611";  // both Trondheim and Barents sectors, no radius, no shore
inline constexpr int kDay = 9;                   // AM Day 5
inline constexpr int kNight = 10;

inline Stage stage_at(int turn, Side active, const char* scenario = "pq12") {
  Stage stage(scenario);
  stage.at(turn, active, v1::Clock::RECONNAISSANCE);
  return stage;
}

inline v1::Shadow by_sector(v1::SearchSector::Kind sector) {
  v1::Shadow shadow;
  shadow.set_kind(v1::Shadow::SECTOR);
  shadow.set_sector(sector);
  return shadow;
}

inline v1::Shadow by_radius() {
  v1::Shadow shadow;
  shadow.set_kind(v1::Shadow::AIR_RADIUS);
  return shadow;
}

inline const v1::Shadow& shadow_it(Stage& stage, const std::string& name, const v1::Shadow& shadow) {
  for (v1::Block& block : *stage.truth().mutable_sea()->mutable_block()) {
    if (block.id() == stage.force(name).block()) *block.add_shadow() = shadow;
    if (block.id() == shadow.block() && shadow.kind() == v1::Shadow::WOLFPACK)
      block.set_under(stage.force(name).block());
  }
  return shadow;
}

// A hex of the map for which a test holds.
inline std::string hex_where(const std::function<bool(Hex)>& test) {
  for (const MapHex& each : the_title().reference().box().hexes()) {
    if (each.in_play && test(each.hex)) return number_of(each.hex);
  }
  throw Broken("no such hex");
}

inline int level(Bench& bench, const std::string& name) {
  return bench.block(name).flat() ? bench.block(name).level() : -1;
}

}  // namespace wardroom::pq17
