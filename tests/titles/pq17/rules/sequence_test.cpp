// Chapter 3: the sequence of play.
#include "server/titles/pq17/sequence.h"

#include "tests/titles/pq17/rules/opening.h"

namespace wardroom::pq17 {
namespace {

TEST(Rule3_1, ChitsThenSetUpThenPlans) {
  Opening opening(open_without_ice("pq12"), calm());
  EXPECT_FALSE(opening.own(kAllied).chit().empty());
  EXPECT_FALSE(opening.own(kAxis).chit().empty());
  EXPECT_TRUE(opening.asked(kAxis, v1::MenuKind::SET_UP));
  EXPECT_FALSE(opening.menu(kAllied));
  opening.answer(kAxis, v1::Verb::HISTORICAL);
  EXPECT_TRUE(opening.asked(kAllied, v1::MenuKind::SET_UP));
  opening.answer(kAllied, v1::Verb::HISTORICAL);
  EXPECT_EQ(opening.clock().phase(), v1::Clock::PLANNING);
  EXPECT_TRUE(opening.asked(kAllied, v1::MenuKind::PLAN));
}

TEST(Rule3_2, TheAlliedPhaseComesBeforeTheAxisPhase) {
  Opening opening(open_without_ice("pq12"), calm());
  opening.as_in_history();
  ASSERT_TRUE(opening.asked(kAllied, v1::MenuKind::DUMMIES_APPEAR));
  EXPECT_EQ(opening.told(kAllied, "report.phase"), 0);
  opening.answer(kAllied, v1::Verb::DONE);
  EXPECT_GE(opening.told(kAllied, "report.phase"), 1);
}

TEST(Rule3_3, ChitsAndCommandPointsAreShownAfterTheOperation) {
  Stage stage("pq12");
  stage.at(11, kAxis, v1::Clock::COMBINE_FORCES);
  stage.truth().mutable_allied()->set_chit("A");
  stage.truth().mutable_allied()->set_condition("condition.bomber_command");
  Scene scene = stage.scene();
  EXPECT_TRUE(scene.over());
  EXPECT_TRUE(scene.was_told(kAxis, "report.confirmation.chit"));
  EXPECT_TRUE(scene.was_told(kAxis, "report.confirmation.command_points"));
  EXPECT_TRUE(scene.was_told(kAllied, "report.score"));
  ASSERT_EQ(scene.truth().standing().shown_size(), 1);
  EXPECT_EQ(scene.truth().standing().shown(0).letter(), "A");
}

TEST(Rule3_4, EndsWhenConvoysAreHomeAndOneSidesTaskForcesAreInPort) {
  Stage stage("pq12");
  stage.at(11, kAxis, v1::Clock::COMBINE_FORCES).task_force(kAllied, "hood", {{"ship.london"}}, "0611");
  Scene scene = stage.scene();
  EXPECT_TRUE(scene.was_told(kAllied, "report.operation_ended.forces_in_port"));
  EXPECT_TRUE(scene.over());
}

TEST(Rule3_4, TheAxisConvoyCountsOnlyAtSea) {
  Stage stage("pq12");
  stage.at(11, kAxis, v1::Clock::COMBINE_FORCES).convoy(kAxis, "c", {{"class.german_mv", 2}}, "port.tromsoe", "port.kirkenes");
  EXPECT_FALSE(operation_over(Desk(stage).hands()).empty());
  Stage out("pq12");
  out.at(11, kAxis, v1::Clock::COMBINE_FORCES).convoy(kAxis, "c", {{"class.german_mv", 2}}, "0715", "port.kirkenes");
  EXPECT_TRUE(operation_over(Desk(out).hands()).empty());
}

TEST(Rule3_4, AConvoyThatNeverSailedKeepsTheOperationOpenUntilDay15) {
  Stage stage("pq12");
  stage.at(29, kAxis, v1::Clock::COMBINE_FORCES).convoy(kAllied, "c", {{"class.mv", 2}}, "port.reykjavik", "port.murmansk");
  EXPECT_TRUE(operation_over(Desk(stage).hands()).empty());
  stage.truth().mutable_clock()->set_turn(30);
  EXPECT_FALSE(operation_over(Desk(stage).hands()).empty());
}

TEST(Rule3_4, NothingGoesOnAfterDay30) {
  Stage stage("pq12");
  stage.at(59, kAxis, v1::Clock::COMBINE_FORCES).convoy(kAllied, "c", {{"class.mv", 2}}, "0611", "port.murmansk");
  EXPECT_TRUE(operation_over(Desk(stage).hands()).empty());
  stage.truth().mutable_clock()->set_turn(60);
  EXPECT_EQ(operation_over(Desk(stage).hands()).id, "report.operation_ended.day_30");
}

TEST(Rule3_4, AScenarioMayHaveALastTurn) {
  Stage stage("learning");
  stage.at(8, kAxis, v1::Clock::COMBINE_FORCES).convoy(kAllied, "c", {{"class.mv", 2}}, "0615", "port.murmansk");
  EXPECT_EQ(operation_over(Desk(stage).hands()).id, "report.operation_ended.last_turn");
}

struct EndCase {
  bool convoys_home, in_port, day_15, ends;
};
class Example_DX_25 : public ::testing::TestWithParam<EndCase> {};
TEST_P(Example_DX_25, EndsWhenBothHold) {
  const EndCase each = GetParam();
  Stage stage("pq12");
  stage.at(each.day_15 ? 30 : 20, kAxis, v1::Clock::COMBINE_FORCES);
  stage.convoy(kAllied, "c", {{"class.mv", 2}}, each.convoys_home ? "port.murmansk" : "0611", "port.murmansk");
  stage.task_force(kAllied, "a", {{"ship.london"}}, "0611");
  stage.task_force(kAxis, "x", {{"ship.admiral_scheer"}}, each.in_port ? "port.trondheim" : "0811");
  EXPECT_EQ(!operation_over(Desk(stage).hands()).empty(), each.ends);
}
INSTANTIATE_TEST_SUITE_P(Cases, Example_DX_25,
                         ::testing::Values(EndCase{true, true, false, true}, EndCase{true, false, true, true},
                                           EndCase{true, false, false, false}, EndCase{false, true, true, false}));

}  // namespace
}  // namespace wardroom::pq17
