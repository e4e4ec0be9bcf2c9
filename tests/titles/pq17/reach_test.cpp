// Where a contact may have come to, against where it really went: in random matches it is never outside.
#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>
#include <map>

#include "tests/engine/leak.h"
#include "tests/titles/pq17/scene.h"

namespace wardroom::pq17 {
namespace {

using wardroom::v1::AskReach;
using wardroom::v1::Reach;

constexpr int kTurnsBack = 4;     // as far as something that was seen is followed
constexpr std::size_t kKept = 8;  // of each force

// A force that stands on the map, and who looks at it.
struct Standing {
  std::pair<Side, int> who;  // its owner's handle
  Viewer seen_by;
  std::uint32_t block;
  std::uint32_t hex;
};

std::vector<Standing> at_sea(const Truth& truth) {
  std::vector<Standing> all;
  for (const Side side : {kAllied, kAxis}) {
    const v1::Own& own = side == kAllied ? truth.allied() : truth.axis();
    for (const v1::Force& force : own.force()) {
      const auto block = std::ranges::find(truth.sea().block(), force.block(), &v1::Block::id);
      if (force.block() == 0 || block == truth.sea().block().end() || block->hex() == 0) continue;
      all.push_back({{side, force.key()}, viewer(seat_of(enemy_of(side))), block->id(), block->hex()});
    }
  }
  return all;
}

class Plot {
 public:
  std::size_t compared = 0;

  void look(const Truth& truth, testing::Random& random) {
    const int turn = truth.clock().turn();
    if (!truth.clock().began()) return;
    std::map<Viewer, OwnedView> views;
    for (const Standing& force : at_sea(truth)) {
      compare_forecasts(force, turn);
      if (testing::pick(random, 40) != 0) continue;
      OwnedView& view = views[force.seen_by];
      if (!view) view = the_title().view(truth, force.seen_by);
      compare_with_sightings(force, *view, turn);
      AskReach asked;
      asked.set_subject(force.block);
      const std::optional<Reach> reach = the_title().reach(*view, asked);
      ASSERT_TRUE(reach) << "a block that everybody sees";
      forecasts_[force.who].push_back(*reach);
      sightings_[force.who].push_back({turn, force.hex});
      if (forecasts_[force.who].size() <= kKept) continue;
      forecasts_[force.who].erase(forecasts_[force.who].begin());
      sightings_[force.who].erase(sightings_[force.who].begin());
    }
  }

 private:
  static bool holds(const Reach::Stage& stage, std::uint32_t hex) {
    return std::ranges::find(stage.places(), hex) != stage.places().end();
  }

  // What was said earlier of this turn.
  void compare_forecasts(const Standing& force, int turn) {
    for (const Reach& reach : forecasts_[force.who]) {
      for (const Reach::Stage& stage : reach.stages()) {
        if (static_cast<int>(stage.turn()) != turn) continue;
        ++compared;
        EXPECT_TRUE(holds(stage, force.hex))
            << "turn " << turn << ": from " << reach.from() << " to " << force.hex << " was not thought of";
      }
    }
  }

  // What is said now of where something was seen.
  void compare_with_sightings(const Standing& force, const View& view, int turn) {
    for (const auto& [when, where] : sightings_[force.who]) {
      if (turn - when > kTurnsBack) continue;
      AskReach asked;
      asked.set_place(where);
      asked.set_turn(static_cast<std::uint32_t>(when));
      const std::optional<Reach> reach = the_title().reach(view, asked);
      ASSERT_TRUE(reach);
      ++compared;
      EXPECT_TRUE(holds(reach->stages(0), force.hex))
          << "turn " << turn << ": from " << where << " in turn " << when << " to " << force.hex;
    }
  }

  std::map<std::pair<Side, int>, std::vector<Reach>> forecasts_;
  std::map<std::pair<Side, int>, std::vector<std::pair<int, std::uint32_t>>> sightings_;
};

class ReachOf : public ::testing::TestWithParam<const char*> {};

TEST_P(ReachOf, AContactHoldsWhereItReallyIs) {
  std::size_t compared = 0;
  for (std::uint64_t game = 1; game <= 2 && !HasFailure(); ++game) {
    Plot plot;
    testing::Random random(game);
    SeededChance chance(testing::secret_of(game), 0);
    testing::play_random(the_title(), *the_title().open(GetParam(), {}), chance, random, [&](const Game& running) {
      if (!HasFailure()) plot.look(static_cast<const Truth&>(running.position()), random);
    });
    compared += plot.compared;
  }
  std::cout << GetParam() << ": " << compared << " places compared\n";
  EXPECT_GT(compared, 1000u);
}

INSTANTIATE_TEST_SUITE_P(Pq17, ReachOf, ::testing::Values("learning", "pq12", "pq16", "pq17", "jw51b"),
                         [](const auto& each) { return std::string(each.param); });

}  // namespace
}  // namespace wardroom::pq17
