// Into port, out of it, and past those of the enemy [5.1.2 - 5.1.4].
#include "server/titles/pq17/operation/dates.h"
#include "tests/titles/pq17/rules/naval.h"

namespace wardroom::pq17 {
namespace {

TEST(Rule5_1_2, EnteringPortCostsAHexAndIsNotDoneAtHighSpeed) {
  Stage stage = naval("pq12", 9, kAllied);
  stage.task_force(kAllied, "near", {{"ship.london"}}, "1107")
      .task_force(kAllied, "far", {{"ship.kent"}}, "1007")
      .fuel("far", 30);
  Scene scene = stage.scene(any_chance());
  to_moves(scene, kAllied);
  move(scene, kAllied, "far", {"1107", "1206"});
  EXPECT_EQ(scene.count(kAllied, Verb::ENTER_PORT), 0) << "that would be the third hex";
  scene.answer(kAllied, Verb::STOP);
  move(scene, kAllied, "near", {"1206"});
  scene.answer(kAllied, Verb::ENTER_PORT, place_argument("port.scapa_flow"))
      .answer(kAllied, Verb::ELIMINATE_DUMMY, newest(scene, kAllied).key());
  EXPECT_EQ(scene.hex("near"), "port.scapa_flow");
  EXPECT_TRUE(scene.was_told(kAxis, "report.entered_port"));
  EXPECT_TRUE(scene.was_told(kAxis, "report.dummy.removed_in_port"));
}

TEST(Rule5_1_2, OneCruiserAndFiveCsOfDestroyersEnterMurmanskInEarly1942) {
  Stage stage = naval("pq12", 9, kAllied);
  stage.task_force(kAllied, "tf",
                   {{"ship.london"}, {"ship.kent"}, {"class.british_a_i", 6}, {"class.soviet_type_7", 2}}, "0817");
  Scene scene = stage.scene(any_chance());
  to_moves(scene, kAllied);
  scene.answer(kAllied, Verb::CHOOSE_FORCE, scene.key("tf"));
  scene.answer(kAllied, Verb::ENTER_PORT, place_argument("port.murmansk"));
  ASSERT_TRUE(scene.asked(kAllied, MenuKind::ENTRY_LIMIT));
  EXPECT_EQ(scene.count(kAllied, Verb::SPLIT_OFF), 3) << "one of two cruisers, one CS of destroyers";
  scene.answer(kAllied, Verb::SPLIT_OFF, 0, 3);
  EXPECT_TRUE(scene.asked(kAllied, MenuKind::MOVE)) << "one CS of destroyers has no choice but to wait";
  const std::string waits = scene.own(kAllied).force(2).ship(0).unit();
  EXPECT_EQ(scene.hex("tf"), "port.murmansk");
  EXPECT_EQ(cs_of(scene.force("tf"), "class.british_a_i"), 5);
  EXPECT_EQ(cs_of(scene.force("tf"), "class.soviet_type_7"), 2);
  EXPECT_EQ(cs_of(scene.force("tf"), waits), 0);
  EXPECT_EQ(scene.own(kAllied).entered().cruisers(), 1);
  EXPECT_EQ(scene.own(kAllied).entered().dd_tb_cs(), 5);
  EXPECT_EQ(block_of(scene, scene.own(kAllied).force(2)).hex(), 817U);
}

TEST(Rule5_1_2, WhenTheLimitIsUsedUpNobodyElseEnters) {
  Stage stage = naval("pq12", 9, kAllied);
  stage.task_force(kAllied, "tf", {{"class.british_a_i", 2}}, "0817")
      .task_force(kAllied, "es", {{"class.british_es", 2}}, "0817");
  stage.truth().mutable_allied()->mutable_entered()->set_dd_tb_cs(5);
  Scene scene = stage.scene(any_chance());
  to_moves(scene, kAllied);
  scene.answer(kAllied, Verb::CHOOSE_FORCE, scene.key("tf"));
  EXPECT_EQ(scene.count(kAllied, Verb::ENTER_PORT), 0);
  scene.answer(kAllied, Verb::STOP).answer(kAllied, Verb::CHOOSE_FORCE, scene.key("es"));
  EXPECT_EQ(scene.count(kAllied, Verb::ENTER_PORT), 1) << "any number of escorts";
}

// DX-08
TEST(Rule5_1_2, Example_DX_08_LimitsOfTheSovietPorts) {
  struct Case {
    int year, month, half, capital, cruisers, dd_tb_cs;
  };
  for (const Case& one : {Case{1941, 7, 2, 0, 1, 5}, Case{1942, 11, 1, 0, 1, 5}, Case{1942, 11, 2, 0, 2, 8},
                          Case{1943, 11, 1, 0, 2, 8}, Case{1943, 11, 2, 1, 3, 10}, Case{1945, 5, 1, 1, 3, 10}}) {
    v1::Fortnight date;
    date.set_year(one.year);
    date.set_month(one.month);
    date.set_half(one.half);
    int found = 0;
    for (const auto& limit : printed().numbers().force().entry_limit()) {
      if (!within(limit.period(), date)) continue;
      ++found;
      EXPECT_EQ(limit.capital(), one.capital);
      EXPECT_EQ(limit.cruisers(), one.cruisers);
      EXPECT_EQ(limit.dd_tb_cs(), one.dd_tb_cs);
    }
    EXPECT_EQ(found, 1);
  }
}

TEST(Rule5_1_3, LeavingPortCostsAHexForbidsHighSpeedAndThereIsNoWayBackThisTurn) {
  Stage stage = naval("pq12", 9, kAllied);
  stage.dummy(kAllied, "dummy", "port.scapa_flow");
  Scene scene = stage.scene(any_chance());
  to_moves(scene, kAllied);
  scene.answer(kAllied, Verb::LEAVE_PORT, scene.key("dummy"));
  ASSERT_TRUE(scene.asked(kAllied, MenuKind::MOVE_FORCE));
  EXPECT_EQ(scene.hex("dummy"), "1206");
  EXPECT_EQ(scene.count(kAllied, Verb::ENTER_PORT), 0);
  step_to(scene, kAllied, "1106");
  EXPECT_TRUE(scene.asked(kAllied, MenuKind::MOVE)) << "one hex out, one hex on, and no more";
  EXPECT_TRUE(scene.was_told(kAxis, "report.left_port"));
  EXPECT_EQ(scene.truth().sea().stack(0).left(), 1);
}

TEST(Rule5_1_4, EnemyPortsAreClosedButForOneGermanWolfpackAtMurmansk) {
  Stage stage = naval("pq12", 9, kAxis);
  stage.task_force(kAxis, "tf", {{"ship.admiral_hipper"}}, "0718")
      .wolfpack(kAxis, "first", {{"class.type_viic", 1}}, "0718")
      .wolfpack(kAxis, "second", {{"class.type_viic", 1}}, "0718");
  Scene scene = stage.scene(any_chance());
  to_moves(scene, kAxis);
  scene.answer(kAxis, Verb::CHOOSE_FORCE, scene.key("tf"));
  EXPECT_FALSE(can_step(scene, kAxis, "0817"));
  scene.answer(kAxis, Verb::STOP);
  move(scene, kAxis, "first", {"0817"});
  EXPECT_EQ(scene.count(kAxis, Verb::ENTER_PORT), 0) << "the hex, not the port";
  scene.answer(kAxis, Verb::STOP);
  scene.answer(kAxis, Verb::CHOOSE_FORCE, scene.key("second"));
  EXPECT_FALSE(can_step(scene, kAxis, "0817"));
}

TEST(Rule5_1_4, TheAlliesKeepOutOfNarvik) {
  Stage stage = naval("pq12", 9, kAllied);
  stage.task_force(kAllied, "tf", {{"ship.london"}}, "0713");
  Scene scene = stage.scene(any_chance());
  to_moves(scene, kAllied);
  scene.answer(kAllied, Verb::CHOOSE_FORCE, scene.key("tf"));
  EXPECT_FALSE(can_step(scene, kAllied, "0813"));
  EXPECT_TRUE(can_step(scene, kAllied, "0714"));
}

}  // namespace
}  // namespace wardroom::pq17
