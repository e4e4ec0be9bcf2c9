// The calibration on a small scale: it runs, goes on after a stop, and writes the same bytes.
#include <gmock/gmock.h>

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
