// Chapter 8: time and the initial transit.
#include "server/titles/pq17/weather/time.h"

#include "server/titles/pq17/command/command.h"
#include "tests/titles/pq17/rules/opening.h"

namespace wardroom::pq17 {
namespace {

TEST(Rule8_1, TheTrackWrapsAroundAfterDay15) {
  Stage stage("pq12");
  Desk desk(stage);
  for (int turn = 1; turn <= 30; ++turn) EXPECT_EQ(desk.op.light(turn), desk.op.light(turn + 30));
  EXPECT_EQ(desk.op.turn_name(31).id, "turn.am");
}

TEST(Rule8_2, TheScenarioSaysWhichTurnsAreDark) {
  Stage march("pq12");
  EXPECT_EQ(Desk(march).hands().light(1), v1::Light::DAY);
  EXPECT_EQ(Desk(march).hands().light(2), v1::Light::NIGHT);
}

TEST(Rule8_3, ForcesStandWhereTheyWereAtTheEndOfTheTurnBefore) {
  Opening opening(open_without_ice("pq12"), calm());
  opening.as_in_history();
  EXPECT_TRUE(std::ranges::none_of(opening.truth().sea().block(), [](const v1::Block& block) {
    return block.hex() == 509;
  })) << "not before the Dummies are placed with them";
  ASSERT_TRUE(opening.asked(kAllied, v1::MenuKind::DUMMIES_APPEAR));
  EXPECT_EQ(opening.convoy("convoy.pq12")->place(), "0509") << "left on PM Day 1, seven turns";
  EXPECT_EQ(opening.with(kAllied, "ship.trinidad")->place(), "0611");
  EXPECT_EQ(opening.with(kAllied, "ship.victorious")->place(), "0907") << "left on AM Day 4";
  EXPECT_EQ(opening.convoy("convoy.pq12")->visited_size(), 7);
  EXPECT_EQ(opening.clock().turn(), 9);
}

// [4.3.2] Nobody moves his fleet to another port for nothing.
TEST(Rule4_3_2, ShipsThatHaveReachedAnotherPortByPlanArePaidFor) {
  Stage stage("pq12");
  stage.at(3, kAllied, v1::Clock::NAVAL_MOVEMENT)
      .task_force(kAllied, "tf", {{"ship.london"}, {"ship.duke_of_york"}}, "port.reykjavik");
  stage.force("tf").set_home("port.scapa_flow");
  auto& pool = *stage.truth().mutable_allied()->add_command();
  pool.set_command(v1::Command::HOME_FLEET);
  pool.set_points(8);
  Desk desk(stage);
  pay_for_planned_departure(desk.op, kAllied, stage.force("tf"));
  EXPECT_EQ(stage.truth().allied().command(0).used_halves(), 3);
  EXPECT_EQ(stage.truth().allied().command(0).spent(), 2);
  pay_for_planned_departure(desk.op, kAllied, stage.force("tf"));
  EXPECT_EQ(stage.truth().allied().command(0).spent(), 2) << "once";
}

TEST(Rule8_3, FuelCountsFromTheTurnTheyLeft) {
  Opening opening(open_without_ice("pq12"), calm());
  opening.as_in_history();
  ASSERT_TRUE(opening.asked(kAllied, v1::MenuKind::DUMMIES_APPEAR));
  EXPECT_EQ(opening.with(kAllied, "ship.victorious")->fuel_turn(), 7 + 12);
  EXPECT_EQ(opening.with(kAllied, "ship.trinidad")->fuel_turn(), 4 + 20) << "all Heavy Ships";
}

TEST(Rule8_3, DummiesMayAppearAnywhere) {
  Opening opening(open_without_ice("pq12"), calm());
  opening.as_in_history();
  ASSERT_TRUE(opening.offers(kAllied, v1::Verb::STEP, hex_argument("0811")));
  EXPECT_FALSE(
      opening.offers(kAllied, v1::Verb::STEP, static_cast<int>(the_title().reference().place("port.trondheim").hex)));
  opening.answer(kAllied, v1::Verb::STEP, hex_argument("0811"));
  opening.answer(kAllied, v1::Verb::DONE);
  EXPECT_EQ(opening.told(kAxis, "report.play_begins"), 1);
}

TEST(Rule8_3, GalesBeginPlayAtOnce) {
  Stage stage("pq12");
  stage.truth().mutable_clock()->set_began(false);
  stage.truth().mutable_clock()->set_turn(3);
  EXPECT_FALSE(play_begins_now(Desk(stage).hands()));
  stage.weather(v1::Weather::GALES);
  EXPECT_TRUE(play_begins_now(Desk(stage).hands()));
}

TEST(Rule8_3_1, ADieMovesTheStartingTurn) {
  Opening opening(open_without_ice("pq12", {"option.variable_start"}), calm().give(Draw::kVariableStart, {9}));
  EXPECT_EQ(opening.clock().starting_turn(), 12);
  EXPECT_EQ(opening.told(kAxis, "report.variable_start"), 1);
  Opening early(open_without_ice("pq12", {"option.variable_start"}), calm().give(Draw::kVariableStart, {0}));
  EXPECT_EQ(early.clock().starting_turn(), 6);
}

TEST(Rule8_3_2, CompleteOperationsBeginOnTheFirstEvening) {
  Opening opening(open_without_ice("pq12", {"option.complete_operations"}), calm());
  EXPECT_EQ(opening.clock().starting_turn(), 2);
  opening.as_in_history();
  EXPECT_EQ(opening.clock().turn(), 2);
  EXPECT_EQ(opening.clock().phase(), v1::Clock::DUMMIES_APPEAR);
}

// The planning part: what leaves on the first morning.
TEST(Example_DX_06, FuelOfForcesThatSailByPlan) {
  for (const bool heavy : {false, true}) {
    auto truth = open_without_ice("pq12");
    Opening opening(std::move(truth), calm());
    opening.answer(kAxis, v1::Verb::HISTORICAL)
        .answer(kAllied, v1::Verb::HISTORICAL)
        .answer(kAllied, v1::Verb::BY_HAND);
    const int key = opening.with(kAllied, heavy ? "ship.trinidad" : "ship.renown")->key();
    const std::string name = std::to_string(opening.with(kAllied, heavy ? "ship.trinidad" : "ship.renown")->number());
    for (int steps = 0; steps < 300 && opening.clock().phase() == v1::Clock::PLANNING && opening.menu(kAllied);
         ++steps) {
      const Menu& menu = *opening.menu(kAllied);
      if (opening.asked(kAllied, v1::MenuKind::PLAN_FORCE)) {
        bool mine = false;
        for (const v1::Force& force : opening.own(kAllied).force())
          mine = mine || (force.key() == key && force.plan().empty());
        const Text& prompt = menu.prompt;
        const auto* asked = std::get_if<std::shared_ptr<const Text>>(&prompt.arguments[0].value);
        const bool is_it = asked && std::get<std::int64_t>((*asked)->arguments[0].value) == std::stoi(name);
        opening.act(kAllied, mine && is_it ? Action(menu.items.front().action) : make_action(v1::Verb::NO));
      } else if (opening.offers(kAllied, v1::Verb::DONE)) {
        opening.answer(kAllied, v1::Verb::DONE);
      } else {
        opening.act(kAllied, Action(menu.items.front().action));
      }
    }
    if (opening.offers(kAxis, v1::Verb::HISTORICAL)) opening.answer(kAxis, v1::Verb::HISTORICAL);
    ASSERT_TRUE(opening.asked(kAllied, v1::MenuKind::DUMMIES_APPEAR));
    for (const v1::Force& force : opening.own(kAllied).force()) {
      if (force.key() == key) {
        EXPECT_EQ(force.fuel_turn(), heavy ? 21 : 13) << "AM Day 11, AM Day 7";
      } else if (force.patrol_white()) {
        EXPECT_EQ(force.fuel_turn(), 20) << "PM Day 10";
      }
    }
  }
}

}  // namespace
}  // namespace wardroom::pq17
