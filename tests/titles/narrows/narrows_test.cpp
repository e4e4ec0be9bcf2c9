#include "tests/titles/narrows/narrows.h"

#include <algorithm>
#include <map>

#include "tests/engine/title_suite.h"
#include "tests/titles/random_matches.h"

namespace wardroom::testing {
namespace {

using narrows::Truth;

// Two unknown blocks of the enemy change what they are; a mine of his lies elsewhere.
std::vector<Variation> vary_narrows(const Position& truth, Seat seat, Random& random) {
  const auto title = narrows::make_narrows();
  std::vector<Variation> found;
  const auto& real = static_cast<const Truth&>(truth);
  const auto side = static_cast<int>(index(other(seat)));
  const auto& blocks = real.sides(side).blocks();
  const auto any = [&] { return static_cast<int>(pick(random, static_cast<std::size_t>(blocks.size()))); };
  const int a = any(), b = any();
  if (!blocks[a].known() && !blocks[b].known() && blocks[a].kind() != blocks[b].kind()) {
    auto swapped = std::make_unique<Truth>(real);
    swapped->mutable_sides(side)->mutable_blocks(a)->set_kind(blocks[b].kind());
    swapped->mutable_sides(side)->mutable_blocks(b)->set_kind(blocks[a].kind());
    found.push_back({narrows::kKind, "kinds", std::move(swapped)});
  }
  std::vector<std::uint32_t> free = title->may_be_mined(real.entered());
  std::erase_if(free, [&](std::uint32_t area) { return std::ranges::count(real.mines(), area) > 0; });
  if (seat == narrows::kRunners && !real.mines().empty() && !free.empty()) {
    auto moved = std::make_unique<Truth>(real);
    moved->set_mines(static_cast<int>(pick(random, static_cast<std::size_t>(real.mines_size()))),
                     free[pick(random, free.size())]);
    std::ranges::sort(*moved->mutable_mines());
    found.push_back({narrows::kMines, "a mine", std::move(moved)});
  }
  return found;
}

Facts facts_of_narrows() {
  Facts facts;
  facts.vary = vary_narrows;
  facts.licensed = [](std::uint32_t licence, std::uint32_t fact) {
    return (narrows::told_by(static_cast<narrows::Licence>(licence)) & fact) != 0;
  };
  facts.name = [](std::uint32_t fact) { return fact == narrows::kKind ? "kind" : "mines"; };
  return facts;
}

TitleCase narrows_case(const char* scenario, const char* signature) {
  TitleCase one;
  one.name = scenario;
  one.title = narrows::make_narrows();
  one.scenario = scenario;
  one.leaks = {.games = 40, .every = 1};
  one.signature_file = std::string(WARDROOM_SOURCE_DIR "/tests/titles/narrows/") + signature;
  one.facts = facts_of_narrows();
  one.licences = {.games = 40, .every = 1};
  one.canary = "CANARY-";
  return one;
}

INSTANTIATE_TEST_SUITE_P(Narrows, TitleSuite,
                         ::testing::Values(narrows_case("convoy", "signature.txt"),
                                           narrows_case("alone", "signature_alone.txt")),
                         [](const auto& each) { return each.param.name; });

INSTANTIATE_TEST_SUITE_P(
    Narrows, RandomMatches,
    ::testing::Values(RandomMatchCase{narrows::make_narrows(), {.scenario = "convoy", .games = 5, .every = 2}},
                      RandomMatchCase{narrows::make_narrows(), {.scenario = "alone", .games = 5, .every = 2}}));

// Each planted leak makes the leak test fail.
class PlantedInNarrows : public ::testing::TestWithParam<int> {};
TEST_P(PlantedInNarrows, IsFound) {
  const auto title = narrows::make_narrows(static_cast<narrows::Leak>(GetParam()));
  const LeakSummary summary = leak_test(title, {.scenario = "convoy", .games = 40, .every = 1, .seed = 9});
  EXPECT_TRUE(summary.ends.contains(PairEnd::kLeak)) << summary.print();
}
INSTANTIATE_TEST_SUITE_P(Narrows, PlantedInNarrows, ::testing::Range(1, narrows::kLeakCount));

// Every turn is a checkpoint: the head of what both do side by side.
TEST(Narrows, EveryTurnBeginsAtACheckpoint) {
  const auto title = narrows::make_narrows();
  Random random(3);
  SeededChance chance(secret_of(3), 0);
  std::vector<std::uint32_t> turns;
  play_random(*title, *title->open("convoy", {}), chance, random, [&](const Game& game) {
    EXPECT_TRUE(game.in_together());
    turns.push_back(static_cast<const Truth&>(game.position()).turn());
    for (Seat seat : kSeats) {
      const Menu* menu = game.menu(seat);
      EXPECT_TRUE(!menu || menu->checkpoint);
    }
  });
  ASSERT_GT(turns.size(), 3u);
  for (std::uint32_t i = 0; i < turns.size(); ++i) EXPECT_EQ(turns[i], i);
}

// A referee that stores at every checkpoint stores at the head of together; parts already answered are replayed, undone
// and answered again from there.
TEST(Narrows, IsStoredAtTheHeadOfTogether) {
  const auto title = narrows::make_narrows();
  Random random(5);
  PlayedMatch match(title, "convoy", 5, 1);
  std::size_t stored = 0, undone = 0;
  while (match.playing()) {
    const Step step = match.play(random);
    stored += step.checkpoint.has_value();
    EXPECT_TRUE(!step.checkpoint || match.referee().at_checkpoint());
    auto again = match.resume(title);
    ASSERT_TRUE(again.has_value());
    EXPECT_EQ(save((*again)->position()), save(match.referee().position()));
    match.replace(std::move(*again));
    for (Seat seat : kSeats) {
      if (!match.referee().can_undo(seat) || pick(random, 6) != 0) continue;
      match.keep(*match.referee().undo(seat));
      ++undone;
    }
  }
  EXPECT_GT(stored, 4u);
  EXPECT_GT(undone, 0u);
}

// Nobody sits at the guard's seat: it is asked nothing, told nothing and nobody waits for it.
TEST(Narrows, TheRulesPlayTheGuard) {
  const auto title = narrows::make_narrows();
  EXPECT_EQ(find_scenario(*title, "alone")->played, (PlayedSeats{true, false}));
  Random random(6);
  PlayedMatch match(title, "alone", 6);
  std::size_t steps = 0;
  while (match.playing()) {
    EXPECT_EQ(match.referee().menu(narrows::kGuard), nullptr);
    EXPECT_EQ(match.referee().all(viewer(narrows::kGuard)).error().code, RefusalCode::kNotFound);
    EXPECT_EQ(match.referee().all(Viewer::kPublic)->waiting_for_size(), 1);
    const Step step = match.play(random);
    EXPECT_EQ(step.updates[index(narrows::kGuard)], nullptr);
    EXPECT_EQ(step.viewers[index(narrows::kGuard)].serial(), 0u);
    ++steps;
  }
  EXPECT_GT(steps, 10u);
  const v1::Ending& ending = *match.referee().ending();
  EXPECT_EQ(ending.unit().id(), "narrows.tons");
}

TEST(Narrows, SaysHowFarItHasCome) {
  const auto title = narrows::make_narrows();
  Random random(7);
  PlayedMatch match(title, "convoy", 7);
  EXPECT_EQ(match.referee().progress().id, "narrows.progress.set_up");
  EXPECT_EQ(match.referee().chapters(), 1u);
  std::size_t marked = 0;
  while (match.playing()) {
    const Step step = match.play(random);
    for (const auto& row : step.rows) marked += row.rounds();
    EXPECT_EQ(marked, match.referee().rounds());
  }
  EXPECT_EQ(match.referee().progress().id, "narrows.progress.turn");
  EXPECT_GT(match.referee().rounds(), 3u);
}

// What is taken back takes its marks with it, and they come again; what stands is marked once, however it is loaded.
TEST(Narrows, AChapterThatWasTakenBackBeginsAgain) {
  const auto title = narrows::make_narrows();
  Random random(8);
  PlayedMatch match(title, "alone", 8, 3);
  const auto until_night = [&] {
    while (match.playing()) {
      const Step step = match.play(random);
      match.replace(*match.resume(title));
      if (step.chapter) return step;
    }
    return Step();
  };
  const Step first = until_night();
  ASSERT_TRUE(first.chapter.has_value());
  EXPECT_EQ(first.chapter->number, 2u);
  EXPECT_EQ(first.chapter->name.id, "narrows.chapter.night");
  const std::uint32_t rounds = match.referee().rounds();
  const std::uint64_t keep = match.referee().seq() - 2;
  match.keep(*match.referee().take_back(match.stretch(keep), keep));
  EXPECT_EQ(match.referee().chapters(), 1u);
  EXPECT_LT(match.referee().rounds(), rounds);
  const Step again = until_night();
  ASSERT_TRUE(again.chapter.has_value());
  EXPECT_EQ(again.chapter->number, 2u);
  EXPECT_EQ(match.referee().rounds(), rounds);
  EXPECT_FALSE(until_night().chapter.has_value());
}

TEST(Narrows, ATableThatMissesANumberOfItsDiceIsRefused) {
  const Bundle good = *Bundle::read(WARDROOM_SOURCE_DIR "/tests/titles/narrows");
  EXPECT_TRUE(narrows::read_data(good).has_value());
  std::vector<DataText> files = good.files();
  for (DataText& file : files) {
    if (const auto at = file.text.find("from: 35"); at != std::string::npos) file.text.replace(at, 8, "from: 36");
  }
  EXPECT_FALSE(narrows::read_data(Bundle(files)).has_value());
}

// Every world that a view allows turns up in many samples of imagine: kinds dealt behind unknown blocks, and mines.
TEST(NarrowsImagine, ReachesEveryConsistentWorld) {
  const auto title = narrows::make_narrows();
  Random random(11);
  SeededChance chance(secret_of(11), 0);
  std::vector<Truth> positions;
  play_random(*title, *title->open("convoy", {}), chance, random,
              [&](const Game& game) { positions.push_back(static_cast<const Truth&>(game.position())); });
  const Truth& truth = positions.at(1);  // patrols unknown, mines laid, nobody under way
  const auto view = title->view(truth, Viewer::kFirst);
  std::map<std::string, int> seen;
  for (int i = 0; i < 5'000; ++i) {
    SeededChance sample(secret_of(1000 + static_cast<std::uint64_t>(i)), 0);
    const auto imagined = title->imagine(*view, Seat::kFirst, sample);
    const auto& world = static_cast<const Truth&>(*imagined);
    std::string key;
    for (const auto& block : world.sides(1).blocks()) key += std::to_string(block.kind()) + " ";
    for (std::uint32_t mine : world.mines()) key += "/" + std::to_string(mine);
    ++seen[key];
  }
  EXPECT_EQ(seen.size(), 6u * 21u);  // three kinds in any order, two mines in seven areas
}

}  // namespace
}  // namespace wardroom::testing
