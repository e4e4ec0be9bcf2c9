// Chapter 2: how to win.
#include "server/titles/pq17/victory.h"

#include "tests/titles/pq17/rules/opening.h"

namespace wardroom::pq17 {
namespace {

int of_reason(const Truth& truth, const std::string& reason) {
  int halves = 0;
  for (const auto& line : truth.standing().score()) {
    if (line.reason() == reason) halves += line.vp_halves();
  }
  return halves;
}

// PQ12 has 16 merchants, QP8 has 15: this many arrive.
void let_arrive(Stage& stage, int pq12, int qp8) {
  for (const auto& [convoy, ships] : {std::pair("convoy.pq12", pq12), std::pair("convoy.qp8", qp8)}) {
    auto& arrival = *stage.truth().mutable_standing()->add_arrival();
    arrival.set_convoy(convoy);
    arrival.set_ships(ships);
  }
}

void lose_to_ice(Stage& stage, int cs) {
  auto& removed = *stage.truth().mutable_allied()->add_removed();
  removed.set_unit("class.mv");
  removed.set_cs(cs);
  removed.set_convoy("convoy.pq12");
  removed.set_reason("ice");
}

TEST(Rule2, TheScoreNamesTheWinner) {
  for (const auto& [halves, winner] : {std::pair(1, 0), std::pair(-1, 1)}) {
    Stage stage("pq12");
    auto& line = *stage.truth().mutable_standing()->add_score();
    line.set_reason("merchants_arrived");
    line.set_vp_halves(halves * 2);
    const Ending ending = the_title().ending(stage.truth());
    ASSERT_TRUE(ending.has_winner());
    EXPECT_EQ(ending.winner(), static_cast<std::uint32_t>(winner));
    EXPECT_EQ(ending.par_winner(), 1u) << "par is 16";
    EXPECT_EQ(ending.verdict().id(), "victory.verdict");
  }
  Stage draw("pq12");
  EXPECT_FALSE(the_title().ending(draw.truth()).has_winner());
}

TEST(Rule2_1_1, LoadedMerchantsScoreOnArrivalAndShipsInBallastDoNot) {
  Stage stage("pq12");
  stage.at(20, kAllied, v1::Clock::NAVAL_MOVEMENT);
  stage.convoy(kAllied, "pq", {{"class.mv", 15}, {"class.mo", 1}}, "port.murmansk", "port.murmansk", true);
  stage.convoy(kAllied, "qp", {{"class.mv", 11}}, "port.reykjavik", "port.reykjavik", false);
  stage.force("pq").set_convoy("convoy.pq12");
  stage.force("qp").set_convoy("convoy.qp8");
  Desk desk(stage);
  convoy_arrives(desk.op, kAllied, stage.force("pq"), desk.op.reference.place("port.murmansk"));
  convoy_arrives(desk.op, kAllied, stage.force("qp"), desk.op.reference.place("port.reykjavik"));
  EXPECT_EQ(total(stage.truth().standing()), 32);
  EXPECT_EQ(stage.truth().standing().arrival_size(), 2);
}

TEST(Rule2_1_2, AQuarterMayBeMissing) {
  Stage stage("pq12");
  let_arrive(stage, 12, 15);
  victory_points(Desk(stage).hands());
  EXPECT_EQ(of_reason(stage.truth(), "merchants_missing"), 0);
}

TEST(Rule2_1_2, IfMoreAreMissingEachCostsHalfAPoint) {
  Stage stage("pq12");
  let_arrive(stage, 11, 15);
  victory_points(Desk(stage).hands());
  EXPECT_EQ(of_reason(stage.truth(), "merchants_missing"), -5);
}

TEST(Rule2_1_2, ShipsTakenByIceAreExempt) {
  Stage stage("pq12");
  let_arrive(stage, 9, 15);
  lose_to_ice(stage, 4);
  victory_points(Desk(stage).hands());
  EXPECT_EQ(of_reason(stage.truth(), "merchants_missing"), 0) << "nine of twelve";
}

TEST(Rule2_2, TaskForcesAtCriticalFuelScoreForTheEnemy) {
  Stage stage("pq12");
  stage.at(30, kAxis, v1::Clock::COMBINE_FORCES);
  stage.task_force(kAllied, "tf", {{"ship.king_george_v"}, {"ship.kent"}, {"class.british_a_i", 3}}, "0611");
  stage.convoy(kAllied, "c", {{"class.mv", 2}, {"class.british_j_r", 2}}, "0612", "port.murmansk");
  stage.task_force(kAllied, "home", {{"ship.london"}}, "port.scapa_flow");
  stage.task_force(kAxis, "x", {{"ship.admiral_scheer"}}, "0811");
  for (const char* name : {"tf", "c", "home", "x"}) stage.force(name).set_fuel(v1::Force::CRITICAL);
  let_arrive(stage, 16, 15);
  victory_points(Desk(stage).hands());
  EXPECT_EQ(of_reason(stage.truth(), "critical_fuel"), -(4 + 2 + 3) + Desk(stage).hands().numbers.victory().critical_capital_vp_halves() *
                                                                         (the_title().reference().unit("ship.admiral_scheer").capital() ? 1 : 0) +
                                                         (the_title().reference().unit("ship.admiral_scheer").cruiser() ? 2 : 0));
}

TEST(Rule2_2, BreachesOfPatrolWhiteAreOpenedAtTheEnd) {
  Stage stage("pq12");
  let_arrive(stage, 16, 15);
  auto& line = *stage.truth().mutable_allied()->add_hidden_score();
  line.set_reason("patrol_white");
  line.set_vp_halves(-8);
  victory_points(Desk(stage).hands());
  EXPECT_EQ(of_reason(stage.truth(), "patrol_white"), -8);
  EXPECT_TRUE(stage.truth().allied().hidden_score().empty());
}

TEST(Rule2_3, CommandPointsCostTheirOwner) {
  Stage stage("pq12");
  for (auto& pool : *stage.truth().mutable_allied()->mutable_command()) pool.set_spent(pool.command() == v1::Command::HOME_FLEET ? 4 : 1);
  stage.truth().mutable_axis()->mutable_command(0)->set_spent(3);
  confirmation(Desk(stage).hands());
  EXPECT_EQ(of_reason(stage.truth(), "command_points"), -4 - 1 + 3);
}

TEST(Example_DX_20, WhatAMerchantIsWorth) {
  const auto& numbers = the_title().reference().numbers().victory();
  EXPECT_EQ(numbers.loaded_arrives_vp_halves(), 2);
  EXPECT_EQ(numbers.loaded_sunk_vp_halves(), -4);
  EXPECT_EQ(numbers.ballast_sunk_vp_halves(), -2);
  EXPECT_EQ(numbers.ballast_arrives_vp_halves(), 0);
}

struct ArrivalCase {
  int exempt, arrived, penalty_halves;
};
TEST(Example_DX_21, ThreeFourthsOfThoseThatAreNotExempt) {
  // The book's example has 20 ships; PQ12 has 16: the same shares.
  for (const ArrivalCase& each : {ArrivalCase{0, 12, 0}, ArrivalCase{0, 11, -5}, ArrivalCase{4, 9, 0}, ArrivalCase{4, 8, -4}}) {
    Stage stage("pq12");
    let_arrive(stage, each.arrived, 15);
    if (each.exempt > 0) lose_to_ice(stage, each.exempt);
    victory_points(Desk(stage).hands());
    EXPECT_EQ(of_reason(stage.truth(), "merchants_missing"), each.penalty_halves);
  }
}

}  // namespace
}  // namespace wardroom::pq17
