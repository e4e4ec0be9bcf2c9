// Shared by the tests of forces and their movement.
#pragma once

#include "tests/titles/pq17/scene.h"

namespace wardroom::pq17 {

using v1::Clock;
using v1::MenuKind;
using v1::Verb;

// What is printed: units, places, distances.
inline const Reference& printed() { return the_title().reference(); }

// Enough for every shuffle of upright blocks; for tests that are not about chance.
inline std::vector<std::uint32_t> any_chance() { return std::vector<std::uint32_t>(200, 0); }

// A stage at the head of a side's Naval Movement Segment, with a Dummy far off so that the move menu is always asked.
inline Stage naval(std::string_view scenario, int turn, Side side, const std::vector<std::string>& options = {}) {
  Stage stage(scenario, options);
  stage.at(turn, side, Clock::NAVAL_MOVEMENT).dummy(side, "anchor", "0801");
  return stage;
}

// Passes the steps before the moves.
inline void to_moves(Scene& scene, Side side) {
  for (int i = 0; i < 20 && scene.menu(side) && !scene.asked(side, MenuKind::MOVE); ++i) scene.answer(side, Verb::DONE);
  ASSERT_TRUE(scene.asked(side, MenuKind::MOVE));
}

// A Wolfpack means to go as far as it can [7.4.5].
inline void step_to(Scene& scene, Side side, const std::string& hex) {
  scene.answer(side, Verb::STEP, hex_argument(hex));
}
inline bool can_step(const Scene& scene, Side side, const std::string& hex) {
  return scene.offers(side, Verb::STEP, hex_argument(hex));
}

// Chooses a force and moves it along these hexes.
inline void move(Scene& scene, Side side, const std::string& name, const std::vector<std::string>& hexes) {
  scene.answer(side, Verb::CHOOSE_FORCE, scene.key(name));
  for (const std::string& hex : hexes) step_to(scene, side, hex);
}

inline int cs_of(const v1::Force& force, const std::string& unit) {
  int sum = 0;
  for (const v1::Counter& ship : force.ship()) sum += ship.unit() == unit ? ship.cs() : 0;
  return sum;
}

// The newest force of a side: what a split has formed.
inline const v1::Force& newest(const Scene& scene, Side side) { return *scene.own(side).force().rbegin(); }

inline const v1::Block& block_of(const Scene& scene, const v1::Force& force) {
  for (const v1::Block& block : scene.truth().sea().block()) {
    if (block.id() == force.block()) return block;
  }
  throw Broken("not at sea");
}

inline v1::Block& block_on(Stage& stage, const std::string& name) {
  for (v1::Block& block : *stage.truth().mutable_sea()->mutable_block()) {
    if (block.id() == stage.force(name).block()) return block;
  }
  throw Broken("not at sea");
}

}  // namespace wardroom::pq17
