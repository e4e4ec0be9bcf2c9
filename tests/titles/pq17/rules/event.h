// Shared by the tests of chapter 13.
#pragma once

#include "server/titles/pq17/command/command.h"
#include "server/titles/pq17/events/random_events.h"
#include "server/titles/pq17/operation/rolls.h"
#include "tests/titles/pq17/bench.h"
#include "tests/titles/pq17/played.h"

namespace wardroom::pq17 {

constexpr int kDayTurn = 9;  // in March
constexpr int kNightTurn = 10;

// The Random Event Segment of a side.
inline Stage at_event(Side side, std::string_view scenario = "pq12", int turn = kDayTurn) {
  Stage stage(scenario);
  stage.at(turn, side, v1::Clock::RANDOM_EVENT);
  return stage;
}

// The dice of the bench have been scripted; nobody has anything to choose.
inline void roll(Bench& bench) {
  bench.run(random_event(bench.op));
  ASSERT_TRUE(bench.done());
}

// One event from its dice to its end, and what became of the position.
inline Truth after_event(Stage& stage, std::vector<std::uint32_t> results) {
  Bench bench(stage, std::move(results));
  roll(bench);
  EXPECT_TRUE(bench.chance_used_up());
  return stage.truth();
}

// Why an Axis force may not sail: the rule.
inline std::string_view why_not(Stage& stage, const std::string& name) {
  Bench bench(stage);
  return why_not_sail(bench.op, kAxis, stage.force(name));
}

}  // namespace wardroom::pq17
