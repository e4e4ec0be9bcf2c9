// The calibration on a small scale: it runs, goes on after a stop, and writes the same bytes.
#include <gmock/gmock.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <sstream>

#include "tests/calibration/pq17/operations.h"
#include "tests/calibration/pq17/page.h"
#include "tests/calibration/pq17/pq17_calibration.h"

namespace wardroom::calibration {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

constexpr int kFew = 400;

std::string read(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

class Calibration : public testing::Test {
 protected:
  Calibration() { std::filesystem::create_directories(folder); }
  ~Calibration() override { std::filesystem::remove_all(folder); }

  CalibrateSettings small(const char* results, const char* out) const {
    CalibrateSettings settings;
    settings.trials = kFew;
    settings.games = 6;
    settings.scenarios = {"learning"};
    settings.results = folder / results;
    settings.out = folder / out;
    return settings;
  }

  std::filesystem::path folder =
      std::filesystem::temp_directory_path() /
      ("wardroom-calibration-" + std::string(testing::UnitTest::GetInstance()->current_test_info()->name()));
  std::ostringstream said;
};

TEST_F(Calibration, GoesOnAfterAStopAndWritesTheSameBytes) {
  CalibrateSettings settings = small("at-once", "one");
  calibrate(settings, said);
  settings = small("in-parts", "two");
  settings.games = 2;
  calibrate(settings, said);
  std::ofstream(settings.results / "learning.jsonl", std::ios::app)
      << R"({"game":3,"winner":)";  // stopped in the middle of a line
  settings.games = 6;
  calibrate(settings, said);
  for (const char* file :
       {"calibration.md", "calibration-losses.svg", "calibration-scores.svg", "calibration-search.svg"}) {
    EXPECT_FALSE(read(folder / "one" / file).empty()) << file;
    EXPECT_EQ(read(folder / "one" / file), read(folder / "two" / file)) << file;
  }
  EXPECT_THAT(read(folder / "one" / "calibration.md"), HasSubstr("## Learning: 6 matches"));
  EXPECT_THAT(read(folder / "one" / "calibration-search.svg"), StartsWith("<svg"));
}

TEST_F(Calibration, SingleEventsThatAreCountedCardByCardAreInTheirBands) {
  const SingleEvents events = single_events(1, kFew);
  EXPECT_EQ(events.search.size(), 6u);
  EXPECT_THAT(search_text(events), Not(HasSubstr("missed")));
  for (const auto* list : {&events.night_both, &events.shadowing}) {
    for (const Measure& each : *list)
      EXPECT_EQ(verdict_of(each), Verdict::kMet) << each.what << ": " << actual_text(each);
  }
  EXPECT_EQ(events.weather.size(), 18u);
  EXPECT_EQ(events.attacks.size(), 4u);
  for (const Measure& each : events.attacks) EXPECT_TRUE(each.actual && *each.actual > 0) << each.what;
}

TEST(Par, IsTheMedianOrTheHalfPointThatDividesBestWhereManyEndOnIt) {
  EXPECT_EQ(par_of({}), 0);

  std::vector<int> spread;
  for (int i = 0; i < 101; ++i) spread.push_back(i);
  EXPECT_EQ(par_of(spread), 50);
  std::vector<int> whole_convoys(60, 11);
  whole_convoys.insert(whole_convoys.end(), 40, 5);
  EXPECT_EQ(par_of(whole_convoys), 10);
}

TEST(Par, ItsErrorIsHalfTheSpanInWhichTheMedianLiesInTwoSamplesOfThree) {
  EXPECT_EQ(median_error({}), 0);
  EXPECT_EQ(median_error({3}), 0);
  std::vector<double> even;
  for (int i = 0; i <= 100; ++i) even.push_back(i);
  EXPECT_EQ(median_error(even), 6);  // 44 to 56: half the root of 101 away from 50
  EXPECT_EQ(median_error(std::vector<double>(100, 11.0)), 0);
}

// So many matches end on that score, won by these by the rule book's count.
std::vector<Facts> ended(double score, const std::string& winner, int times) {
  return std::vector<Facts>(static_cast<std::size_t>(times), {{"score", score}, {"winner=" + winner, 1}});
}

const Measure* measure_called(const Outcome& outcome, const std::string& what) {
  const auto found = std::ranges::find(outcome.measures, what, &Measure::what);
  return found == outcome.measures.end() ? nullptr : &*found;
}

TEST(Par, ATieCountsHalfForEachSide) {
  Outcome outcome;
  outcome.above_par = 40;
  outcome.at_par = 16;
  outcome.below_par = 44;
  EXPECT_EQ(outcome.allied_over_par(), 48);
}

TEST(Operations, ShipsThatArriveOrAreSentHomeHaveBands) {
  std::vector<Facts> games = ended(1, "allied", 2);
  games[0].insert({{"facts.loaded_arrived", 30}, {"facts.loaded_removed_by_ice", 3}});
  games[1].insert({{"facts.loaded_arrived", 20}, {"facts.loaded_removed_by_weather", 1}, {"facts.convoy_battle", 1}});
  const Outcome outcome = outcome_of("pq16", games, {});
  const Measure* arrived = measure_called(outcome, "loaded merchants that arrive, of 35");
  ASSERT_TRUE(arrived);
  EXPECT_EQ(arrived->actual, 25);
  EXPECT_EQ(target_text(*arrived), "27.5 (24 to 31)") << "ten points of 35 ships";
  const Measure* removed = measure_called(outcome, "loaded merchants that ice or weather send home, of 35");
  ASSERT_TRUE(removed);
  EXPECT_EQ(removed->actual, 2);
  EXPECT_EQ(verdict_of(*removed), Verdict::kMissed);
  const Measure* battles = measure_called(outcome, "a surface battle with a convoy");
  ASSERT_TRUE(battles);
  EXPECT_EQ(battles->actual, 50);
  EXPECT_EQ(verdict_of(*battles), Verdict::kMissed);
  EXPECT_THAT(cargo_text({outcome}), HasSubstr("| PQ-16 | 35 | 25.00 | 0.00 | 1.50 | 0.50 | 8.00 | 27.5, 7 |"));
}

TEST(Operations, ContactIsAskedForAsTheCardsGiveIt) {
  const Outcome outcome = outcome_of("pq12", ended(1, "allied", 1), FourTurns{"pq12", "PQ-12", 48.2, 62, 71.9, 27.6});
  const Measure* found = measure_called(outcome, "the loaded convoy is Identified within 4 turns of the start");
  ASSERT_TRUE(found);
  EXPECT_EQ(target_text(*found), "48 % (28 to 72 %)");
}

TEST(Operations, ALopsidedScenarioIsNamedAndWhetherParIsOffered) {
  std::vector<Facts> games = ended(1, "allied", 7);
  const auto lost = ended(-1, "axis", 3);
  games.insert(games.end(), lost.begin(), lost.end());
  Outcome outcome = outcome_of("jw51b", games, {});
  ASSERT_TRUE(lopsided(outcome));
  outcome.par_by_default = true;
  EXPECT_THAT(lopsided_text({outcome}), HasSubstr("the scoring by par: JW-51B (Allies 70 %)."));
  outcome.par_by_default = false;
  EXPECT_THAT(lopsided_text({outcome}), HasSubstr("**JW-51B (Allies 70 %)**"));
  outcome.allied_wins = 60;
  EXPECT_THAT(lopsided_text({outcome}), Not(HasSubstr("JW-51B")));
  outcome.par_by_default = true;
  EXPECT_THAT(lopsided_text({outcome}), HasSubstr("no longer lopsided: JW-51B (Allies 60 %)"));
}

TEST(Verdict, SaysWhetherAFigureIsInItsBand) {
  EXPECT_EQ(verdict_of({"", {1, 2, {}}, Unit::kNumber, 2.0, ""}), Verdict::kMet);
  EXPECT_EQ(verdict_of({"", {1, 2, {}}, Unit::kNumber, 2.1, ""}), Verdict::kMissed);
  EXPECT_EQ(verdict_of({"", {1, 2, {}}, Unit::kNumber, 2.1, "", 0.2}), Verdict::kMet);
  EXPECT_EQ(verdict_of({"", {{}, 2, {}}, Unit::kNumber, 0.0, ""}), Verdict::kMet);
  EXPECT_EQ(verdict_of({"", {{}, {}, 2}, Unit::kNumber, 0.0, ""}), Verdict::kNoBand);
  EXPECT_EQ(verdict_of({"", {1, 2, {}}, Unit::kNumber, {}, ""}), Verdict::kNothing);
  EXPECT_EQ(target_text({"", {0.5, 2, 1}, Unit::kNumber, {}, ""}), "1 (0.5 to 2)");
  EXPECT_EQ(target_text({"", {40, 60, {}}, Unit::kPercent, {}, ""}), "40 to 60 %");
}

}  // namespace
}  // namespace wardroom::calibration
