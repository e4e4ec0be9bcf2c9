#include "tests/titles/picket/picket.h"

#include <algorithm>
#include <map>

#include "tests/engine/title_suite.h"

namespace wardroom::testing {

namespace {

// Two upright blocks of the enemy change what they are; a ship of his has lost a step more in a storm.
std::vector<Variation> vary(const Position& truth, Seat seat, Random& random) {
  const auto title = picket::make_picket();
  std::vector<Variation> found;
  const auto keep = [&](std::uint32_t fact, const char* what, const picket::Truth& changed) {
    for (Viewer who : {viewer(seat), Viewer::kPublic}) {
      if (save(*title->view(changed, who)) != save(*title->view(truth, who))) return;
    }
    if (save(changed) != save(truth)) found.push_back({fact, what, std::make_unique<picket::Truth>(changed)});
  };
  const auto side = static_cast<int>(index(other(seat)));
  const auto& blocks = static_cast<const picket::Truth&>(truth).sides(side).blocks();
  if (blocks.empty()) return found;
  const auto any = [&] { return static_cast<int>(pick(random, static_cast<std::size_t>(blocks.size()))); };
  picket::Truth swapped(static_cast<const picket::Truth&>(truth));
  auto& a = *swapped.mutable_sides(side)->mutable_blocks(any());
  auto& b = *swapped.mutable_sides(side)->mutable_blocks(any());
  if (!a.flat() && !b.flat() && a.kind() != b.kind()) {
    const auto kind = a.kind();
    const auto steps = a.steps();
    a.set_kind(b.kind());
    a.set_steps(b.steps());
    b.set_kind(kind);
    b.set_steps(steps);
    keep(picket::kKind, "kinds", swapped);
  }
  picket::Truth damaged(static_cast<const picket::Truth&>(truth));
  auto& hit = *damaged.mutable_sides(side)->mutable_blocks(any());
  if (hit.steps() > 1) {
    hit.set_steps(hit.steps() - 1);
    keep(picket::kSteps, "a step", damaged);
  }
  return found;
}

Facts facts() {
  Facts facts;
  facts.vary = vary;
  facts.licensed = [](std::uint32_t licence, std::uint32_t fact) {
    return (picket::facts_of(static_cast<picket::Licence>(licence)) & fact) != 0;
  };
  facts.name = [](std::uint32_t fact) { return fact == picket::kKind ? "kind" : "steps"; };
  return facts;
}

}  // namespace

INSTANTIATE_TEST_SUITE_P(Picket, TitleSuite,
                         ::testing::Values(TitleCase{.name = "small",
                                                     .title = picket::make_picket(),
                                                     .scenario = "small",
                                                     .leaks = {.games = 40},
                                                     .signature_file = WARDROOM_SOURCE_DIR
                                                     "/tests/titles/picket/signature.txt",
                                                     .facts = facts(),
                                                     .licences = {.games = 40},
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

// The leak test trusts reveals; the licence test does not.
TEST(PlantedReveal, IsFoundByItsLicence) {
  const auto title = picket::make_picket(picket::Leak::kIdentifiedTellsSteps);
  const LeakPlan plan{.scenario = "small", .games = 40, .every = 1, .seed = 9};
  EXPECT_FALSE(leak_test(title, plan).ends.contains(PairEnd::kLeak));
  const LicenceSummary summary = licence_test(title, facts(), plan);
  ASSERT_FALSE(summary.leaks.empty()) << summary.print();
  EXPECT_NE(summary.leaks[0].find("picket.report.identified"), std::string::npos) << summary.leaks[0];
  EXPECT_TRUE(licence_test(picket::make_picket(), facts(), plan).leaks.empty());
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
