// The tutorials of PQ-17, played to their end.
#include "server/titles/pq17/pq17.h"
#include "tests/titles/pq17/the_box.h"
// After the title: the system's network headers have a macro of the same name as one of its verbs.
#include "tests/titles/tutorial_suite.h"

namespace wardroom::pq17 {
namespace {

class TheTutorials : public wardroom::testing::TutorialSuite {
 protected:
  TheTutorials() : TutorialSuite(*entry().make(the_files()), the_files()) {}
  void SetUp() override { ASSERT_GE(tutorials.size(), 2u) << "scenarios/pq17/tutorials cannot be read"; }
};

TEST_F(TheTutorials, HaveALessonForEveryQuestionUntilTheirEnd) { learn_all(50, 40); }

TEST_F(TheTutorials, TheFirstGoesThroughABattleToTheFinalScore) {
  begin(*tutorials.front());
  ASSERT_EQ(learn(), "");
  EXPECT_EQ(referee->state(), wardroom::v1::MATCH_STATE_OVER);
  for (const char* report : {"report.submarine.attackers", "report.battle.deployed", "report.battle.over"})
    EXPECT_TRUE(ever_told.contains(report)) << report;
}

TEST_F(TheTutorials, FindASeedWhenAskedTo) { find_a_seed(); }

TEST_F(TheTutorials, GoOnToTheEndOfTheMatchWhateverIsAnsweredLater) { answer_as_usual(); }

}  // namespace
}  // namespace wardroom::pq17
