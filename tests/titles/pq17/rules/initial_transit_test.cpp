// What happens by plan before play begins: Dummies, ports, ice [1.3, 8.3, 10.1].
#include "server/titles/pq17/weather/time.h"
#include "tests/titles/pq17/bench.h"
#include "tests/titles/pq17/rules/opening.h"

namespace wardroom::pq17 {
namespace {

using v1::MenuKind;
using v1::Verb;

// Before play begins, this turn, with a force in port that has a plan.
Stage before_play(int turn) {
  Stage stage("pq12");
  stage.at(turn, kAllied, v1::Clock::NAVAL_MOVEMENT).phase(v1::Clock::WEATHER);
  stage.truth().mutable_clock()->set_began(false);
  stage.truth().mutable_clock()->set_starting_turn(9);
  return stage;
}

void plan(v1::Force& force, const std::vector<std::string>& route, const std::string& into) {
  auto& move = *force.add_plan();
  move.set_turn(1);
  move.set_speed(v1::Speed::MODERATE);
  for (const std::string& hex : route) move.add_route(number(*hex_of(hex)));
  move.set_into(into);
}

int blocks(const Stage& stage, const std::string& place) {
  for (const auto& stack : const_cast<Stage&>(stage).truth().sea().stack()) {
    if (stack.place() == place && stack.side() == kAllied) return stack.blocks();
  }
  return 0;
}

TEST(Rule1_3, ATaskForceThatEntersPortByPlanMakesADummy) {
  for (const bool task_force : {true, false}) {
    Stage stage = before_play(5);
    if (task_force) {
      stage.task_force(kAllied, "force", {{"ship.kent"}}, "port.akureyri");
    } else {
      stage.convoy(kAllied, "force", {{"class.mv", 2}}, "port.akureyri", "port.seydisfjord");
    }
    plan(stage.force("force"), {"0605"}, "port.seydisfjord");
    Bench bench(stage);
    end_initial_transit(bench.op);
    EXPECT_EQ(stage.force("force").place(), "port.seydisfjord");
    EXPECT_EQ(blocks(stage, "port.seydisfjord"), task_force ? 2 : 1);
    EXPECT_EQ(blocks(stage, "port.akureyri"), 0);
    EXPECT_EQ(bench.was_told(kAllied, "report.dummy.created_in_port.own"), task_force);
    EXPECT_EQ(bench.was_told(kAxis, "report.dummy.created_in_port"), task_force);
  }
}

// A convoy that is to leave Arkhangelsk on the first morning; nobody sails for three turns without meeting ice.
Stage off_arkhangelsk(v1::Ice::Condition ice, bool certain) {
  Stage stage = before_play(4);
  stage.ice(v1::Ice::EAST, v1::Ice::ZONE_III, ice, certain);
  stage.convoy(kAllied, "qp", {{"class.mv", 4}}, "port.arkhangelsk", "port.reykjavik", false);
  plan(stage.force("qp"), {"1019"}, "");
  stage.force("qp").mutable_plan(0)->set_speed(v1::Speed::SLOW);
  return stage;
}

std::uint32_t harmless() {
  return card(find_card(kAllied, [](const v1::Card& each) {
    return each.ax_mx().always() == 0 && each.ax_mx().plus() == 0 && each.heavy().always() == 0;
  }));
}

TEST(Rule8_3, IceAtThePortsMouthStopsAPlannedDeparture) {  // [10, 10.2.5]
  Stage open = off_arkhangelsk(v1::Ice::CLEAR, true);
  Bench sails(open);
  end_initial_transit(sails.op);
  EXPECT_EQ(open.force("qp").place(), "1019");
  Stage shut = off_arkhangelsk(v1::Ice::SOLID_PACK, true);
  Bench waits(shut, std::vector<std::uint32_t>(12, harmless()));
  end_initial_transit(waits.op);
  EXPECT_TRUE(waits.chance_used_up()) << "four cards for each of three tries";
  EXPECT_EQ(shut.force("qp").place(), "port.arkhangelsk");
  EXPECT_EQ(blocks(shut, "port.arkhangelsk"), 1);
}

TEST(Rule8_3, IceAtThePortsMouthKeepsAPlannedVoyageOut) {  // [10]
  Stage stage = before_play(5);
  stage.ice(v1::Ice::EAST, v1::Ice::ZONE_III, v1::Ice::SOLID_PACK, true);
  stage.task_force(kAllied, "tf", {{"ship.kent"}}, "port.murmansk");
  plan(stage.force("tf"), {"1119"}, "port.arkhangelsk");
  Bench bench(stage, std::vector<std::uint32_t>(100, harmless()));
  end_initial_transit(bench.op);
  EXPECT_NE(stage.force("tf").place(), "port.arkhangelsk");
  EXPECT_FALSE(bench.was_told(kAxis, "report.dummy.created_in_port"));
}

TEST(Rule10_1, ThePlanSaysAtWhichIceItTurnsBack) {  // [8.3, A-112]
  for (const bool turns_back : {false, true}) {
    Stage stage = before_play(2);
    stage.ice(v1::Ice::EAST, v1::Ice::ZONE_III, v1::Ice::THIN_PACK, false);
    stage.convoy(kAllied, "qp", {{"class.mv", 4}}, "port.arkhangelsk", "port.reykjavik", false);
    plan(stage.force("qp"), {"1019"}, "");
    if (turns_back) stage.force("qp").set_turns_back_at(v1::Ice::LIGHT_DRIFT);
    Bench bench(stage, {5, harmless(), 5, harmless()});  // Thin Pack, which the channel makes Light Drift
    end_initial_transit(bench.op);
    EXPECT_EQ(stage.force("qp").place(), turns_back ? "port.arkhangelsk" : "1019");
    EXPECT_EQ(bench.chance_used_up(), !turns_back);
    EXPECT_TRUE(bench.was_told(kAllied, "report.ice.roll"));
    EXPECT_FALSE(bench.was_told(kAxis, "report.ice.roll")) << "the plan is secret";
  }
}

TEST(Rule8_3, WhoPlansAVoyageThroughIceSaysWhatItDoesThere) {
  auto truth = open_without_ice("pq12");
  for (auto& marker : *truth->mutable_environment()->mutable_ice()) marker.set_certain(false);
  Opening opening(std::move(truth), calm());
  opening.answer(kAxis, Verb::HISTORICAL).answer(kAllied, Verb::HISTORICAL).answer(kAllied, Verb::BY_HAND);
  for (int steps = 0; steps < 300 && opening.menu(kAllied) && !opening.asked(kAllied, MenuKind::PLAN_ICE); ++steps) {
    const bool stays = opening.offers(kAllied, Verb::NO);
    opening.act(kAllied, stays ? make_action(Verb::NO) : Action(opening.menu(kAllied)->items.front().action));
  }
  ASSERT_TRUE(opening.asked(kAllied, MenuKind::PLAN_ICE));
  opening.answer(kAllied, Verb::TURN_BACK_AT, static_cast<int>(v1::Ice::HEAVY_DRIFT));
  EXPECT_TRUE(std::ranges::any_of(opening.own(kAllied).force(), [](const v1::Force& force) {
    return force.turns_back_at() == v1::Ice::HEAVY_DRIFT;
  }));
}

TEST(Rule8_3, DummiesMayAppearInAnotherPort) {
  Opening opening(open_without_ice("pq12"), calm());
  opening.as_in_history();
  ASSERT_TRUE(opening.asked(kAllied, MenuKind::DUMMIES_APPEAR));
  const int clyde = place_argument("port.clyde");
  const int before = opening.blocks_in("port.clyde", kAllied);
  ASSERT_TRUE(opening.offers(kAllied, Verb::CHOOSE_PLACE, clyde));
  EXPECT_FALSE(opening.offers(kAllied, Verb::CHOOSE_PLACE, place_argument("port.lerwick"))) << "submarines only";
  EXPECT_FALSE(opening.offers(kAllied, Verb::CHOOSE_PLACE, place_argument("port.narvik")));
  opening.answer(kAllied, Verb::CHOOSE_PLACE, clyde);
  while (opening.asked(kAllied, MenuKind::DUMMIES_APPEAR)) opening.answer(kAllied, Verb::NO);
  EXPECT_EQ(opening.blocks_in("port.clyde", kAllied), before + 1);
}

}  // namespace
}  // namespace wardroom::pq17
