// The tutorial of Murmansk Run, played to its end.
#include "tests/titles/murmansk/the_box.h"
// After the title: the system's network headers have macros of the same names as its verbs.
#include "tests/titles/tutorial_suite.h"

namespace wardroom::murmansk {
namespace {

const Bundle& the_files() {
  static const Bundle files = the_bundle();
  return files;
}

class TheTutorial : public wardroom::testing::TutorialSuite {
 protected:
  TheTutorial() : TutorialSuite(the_title(), the_files()) {}
  void SetUp() override { ASSERT_EQ(tutorials.size(), 1u) << "scenarios/murmansk/tutorials cannot be read"; }
};

TEST_F(TheTutorial, HasALessonForEveryQuestionInAtMostFortyAnswers) { learn_all(40, 40); }

TEST_F(TheTutorial, ShowsEverythingThatAConvoyMeetsAndTheFinalScore) {
  begin(*tutorials.front());
  ASSERT_EQ(learn(), "");
  EXPECT_EQ(referee->state(), wardroom::v1::MATCH_STATE_OVER);
  for (const char* report : {"murmansk.report.found_from_air", "murmansk.report.raid", "murmansk.report.found_by_pack",
                             "murmansk.report.pack_hunted", "murmansk.report.battle", "murmansk.report.round",
                             "murmansk.report.battle_over", "murmansk.report.unloads", "murmansk.report.season_axis"})
    EXPECT_TRUE(ever_told.contains(report)) << report;
}

TEST_F(TheTutorial, FindsASeedWhenAskedTo) { find_a_seed(); }

TEST_F(TheTutorial, GoesOnToTheEndOfTheMatchWhateverIsAnsweredLater) { answer_as_usual(); }

// What only a tutorial has is offered to nobody else.
TEST_F(TheTutorial, HasAScenarioOfItsOwnThatIsInNoList) {
  const std::string& scenario = tutorials.front()->scenario();
  EXPECT_TRUE(title->open(scenario, {}));
  EXPECT_FALSE(find_scenario(*title, scenario));
}

}  // namespace
}  // namespace wardroom::murmansk
