#include "tests/titles/picket/picket.h"

#include <algorithm>
#include <map>

#include "tests/engine/title_suite.h"

namespace wardroom::testing {

INSTANTIATE_TEST_SUITE_P(Picket, TitleSuite,
                         ::testing::Values(TitleCase{.name = "small",
                                                     .title = picket::make_picket(),
                                                     .scenario = "small",
                                                     .leaks = {.games = 40},
                                                     .signature_file = WARDROOM_SOURCE_DIR
                                                     "/tests/titles/picket/signature.txt",
                                                     .canary = "CANARY-"},
                                           TitleCase{.name = "long",
                                                     .title = picket::make_picket(),
                                                     .scenario = "long",
                                                     .games = 10,
                                                     .leaks = {.games = 6},
                                                     .canary = "CANARY-"}),
                         [](const auto& each) { return each.param.name; });

// Each planted leak makes the leak test fail: the test of the test.
class PlantedLeak : public ::testing::TestWithParam<int> {};

TEST_P(PlantedLeak, IsFound) {
  const auto title = picket::make_picket(static_cast<picket::Leak>(GetParam()));
  const LeakSummary summary = leak_test(title, {.scenario = "small", .games = 60, .every = 1, .seed = 9});
  EXPECT_TRUE(summary.ends.contains(PairEnd::kLeak)) << summary.print();
}

INSTANTIATE_TEST_SUITE_P(Picket, PlantedLeak, ::testing::Range(1, picket::kLeakCount));

// Every world that a view allows turns up in 10,000 samples of imagine.
TEST(PicketImagine, ReachesEveryConsistentWorld) {
  const auto title = picket::make_picket();
  Random random(11);
  SeededChance chance(secret_of(11), 0);
  std::vector<std::unique_ptr<Position>> positions;
  play_random(*title, *title->open("small", {}), chance, random, [&](const Game& game) {
    positions.push_back(title->blank());
    positions.back()->CopyFrom(game.position());
  });
  for (std::size_t at : {std::size_t{0}, positions.size() / 2, positions.size() - 1}) {
    const auto& truth = static_cast<const picket::Truth&>(*positions[at]);
    const auto view = title->view(truth, Viewer::kFirst);

    // Count what is consistent: kinds dealt behind upright blocks, and each ship as often damaged as storms have come.
    const auto ways = [&](int kind, std::uint32_t hits) {
      const auto which = static_cast<picket::wire::Kind>(kind);
      return std::size_t{1} + picket::Picket::most_storms(truth.turn(), which, title->steps_of(which) - hits);
    };
    std::vector<int> upright;
    std::size_t flat_ways = 1;
    for (const auto& block : truth.sides(1).blocks()) {
      if (block.flat()) {
        flat_ways *= ways(block.kind(), block.hits());
      } else {
        upright.push_back(block.kind());
      }
    }
    std::ranges::sort(upright);
    std::size_t worlds = 0;
    do {
      std::size_t product = flat_ways;
      for (int kind : upright) product *= ways(kind, 0);
      worlds += product;
    } while (std::ranges::next_permutation(upright).found);

    std::map<std::string, int> seen;
    for (int i = 0; i < 10'000; ++i) {
      SeededChance sample(secret_of(1000 + static_cast<std::uint64_t>(i)), 0);
      auto imagined = title->imagine(*view, Seat::kFirst, sample);
      auto& world = static_cast<picket::Truth&>(*imagined);
      std::map<std::uint32_t, std::string> blocks;
      for (const auto& block : world.sides(1).blocks()) {
        blocks[block.id()] = std::to_string(block.kind()) + "/" + std::to_string(block.steps());
      }
      std::string key;
      for (const auto& [id, text] : blocks) key += text + " ";
      ++seen[key];
    }
    EXPECT_EQ(seen.size(), worlds) << "checkpoint " << at;
  }
}

}  // namespace wardroom::testing
