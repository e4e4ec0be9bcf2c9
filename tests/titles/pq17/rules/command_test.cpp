// Chapter 4: initiative, command points, and who may leave port.
#include "server/titles/pq17/command/command.h"

#include "server/titles/pq17/searching/identification.h"
#include "server/titles/pq17/searching/reconnaissance.h"
#include "tests/titles/pq17/rules/opening.h"

namespace wardroom::pq17 {
namespace {

using v1::Command;

TEST(Rule4_1_1, TheAlliesHaveTheInitiativeInEveryOperation) {
  for (const char* scenario : {"learning", "pq6", "pq12", "pq16", "pq17", "pq18", "jw51b"}) {
    EXPECT_EQ(Opening(scenario).clock().initiative(), kAllied) << scenario;
  }
}

TEST(Rule4_3, ThePlayerWithTheInitiativeSpendsAtLeastOnePoint) {
  Stage stage("pq12");
  stage.at(9, kAllied, v1::Clock::NAVAL_MOVEMENT);
  Desk desk(stage);
  pay_for_initiative(desk.op);
  EXPECT_EQ(desk.points(Command::HOME_FLEET).spent(), 1);
  pay_for_initiative(desk.op);
  EXPECT_EQ(desk.points(Command::HOME_FLEET).spent(), 1) << "once";
  stage.truth().mutable_clock()->set_active(kAxis);
  pay_for_initiative(desk.op);
  EXPECT_EQ(desk.points(Command::GRUPPE_NORD).spent(), 0) << "the other player need not";
}

TEST(Rule4_3, WithoutPointsHeavyShipsStayInPort) {
  Stage stage("learning");
  stage.at(3, kAxis, v1::Clock::NAVAL_MOVEMENT);
  stage.task_force(kAxis, "big", {{"ship.admiral_scheer"}, {"ship.admiral_hipper"}, {"ship.prinz_eugen"}},
                   "port.kirkenes");
  stage.task_force(kAxis, "small", {{"class.type_36a", 2}}, "port.kirkenes");
  Desk desk(stage);
  EXPECT_EQ(why_not_sail(desk.op, kAxis, stage.force("big")), "4.3");
  EXPECT_EQ(why_not_sail(desk.op, kAxis, stage.force("small")), "");
}

TEST(Rule4_3_1, TheHomeFleetBeginsWithEightPoints) {
  Stage stage("pq12");
  Desk desk(stage);
  EXPECT_EQ(desk.points(Command::HOME_FLEET).points(), 8);
  EXPECT_EQ(desk.points(Command::SEVERNYY_FLOT).points(), 2);
  EXPECT_EQ(desk.points(Command::GRUPPE_NORD).points(), 4);
}

TEST(Rule4_3_2, APointIsGoodForOneCapitalShipOrTwoCruisers) {
  Stage stage("pq12");
  stage.at(9, kAllied, v1::Clock::NAVAL_MOVEMENT);
  stage.task_force(kAllied, "one", {{"ship.kent"}}, "port.scapa_flow");
  stage.task_force(kAllied, "other", {{"ship.london"}, {"class.british_a_i", 4}}, "port.scapa_flow");
  stage.task_force(kAllied, "battleship", {{"ship.king_george_v"}}, "port.scapa_flow");
  Desk desk(stage);
  EXPECT_EQ(cost_to_sail(desk.op, kAllied, stage.force("one"))->home_fleet, 1);
  pay_to_sail(desk.op, kAllied, stage.force("one"));
  EXPECT_EQ(cost_to_sail(desk.op, kAllied, stage.force("other"))->home_fleet, 0) << "the spare half serves later turns";
  pay_to_sail(desk.op, kAllied, stage.force("other"));
  pay_to_sail(desk.op, kAllied, stage.force("battleship"));
  EXPECT_EQ(desk.points(Command::HOME_FLEET).spent(), 2);
}

TEST(Rule4_3_2, OnlyTheCruisersOfThePatrolSailFree) {
  Stage stage("pq12");
  stage.at(9, kAllied, v1::Clock::NAVAL_MOVEMENT)
      .task_force(kAllied, "pw", {{"ship.king_george_v"}, {"ship.london"}}, "port.reykjavik");
  stage.force("pw").set_patrol_white(true);
  Desk desk(stage);
  EXPECT_EQ(cost_to_sail(desk.op, kAllied, stage.force("pw"))->home_fleet, 1) << "the battleship that joined them";
}

TEST(Rule4_3_2, PatrolWhiteSailsFree) {
  Stage stage("pq12");
  stage.at(9, kAllied, v1::Clock::NAVAL_MOVEMENT)
      .task_force(kAllied, "pw", {{"ship.london"}, {"ship.kent"}}, "port.reykjavik");
  stage.force("pw").set_patrol_white(true);
  Desk desk(stage);
  EXPECT_EQ(cost_to_sail(desk.op, kAllied, stage.force("pw"))->home_fleet, 0);
  pay_to_sail(desk.op, kAllied, stage.force("pw"));
  EXPECT_EQ(desk.points(Command::HOME_FLEET).spent(), 0);
}

TEST(Rule4_3_2, SovietShipsCostAPointTogetherAndOneForEveryHexOutside) {
  Stage stage("pq12");
  stage.at(9, kAllied, v1::Clock::NAVAL_MOVEMENT);
  stage.task_force(kAllied, "west", {{"class.soviet_type_7", 4}}, "port.murmansk");
  stage.task_force(kAllied, "east", {{"class.soviet_novik", 2}}, "port.arkhangelsk");
  Desk desk(stage);
  EXPECT_EQ(cost_to_sail(desk.op, kAllied, stage.force("west"))->severnyy_flot, 1);
  pay_to_sail(desk.op, kAllied, stage.force("west"));
  EXPECT_EQ(cost_to_sail(desk.op, kAllied, stage.force("east"))->severnyy_flot, 0) << "any and all of them";
  const Hex outside = *hex_of("0611");
  EXPECT_TRUE(can_pay_for_hex(desk.op, stage.force("west"), outside));
  pay_for_hex(desk.op, stage.force("west"), outside);
  EXPECT_EQ(desk.points(Command::SEVERNYY_FLOT).spent(), 2);
  EXPECT_FALSE(can_pay_for_hex(desk.op, stage.force("west"), outside)) << "only two points";
  EXPECT_TRUE(can_pay_for_hex(desk.op, stage.force("west"), *hex_of("0717"))) << "home waters are free";
}

TEST(Rule4_3_3, NobodyPaysToLeaveGermany) {
  Stage stage("pq12");
  stage.at(9, kAxis, v1::Clock::NAVAL_MOVEMENT);
  stage.task_force(kAxis, "kiel", {{"ship.admiral_hipper"}}, "port.kiel")
      .task_force(kAxis, "box", {{"ship.luetzow"}}, "box.germany");
  Desk desk(stage);
  EXPECT_EQ(cost_to_sail(desk.op, kAxis, stage.force("kiel"))->gruppe_nord, 0);
  EXPECT_EQ(cost_to_sail(desk.op, kAxis, stage.force("box"))->gruppe_nord, 0);
}

TEST(Rule4_3_4, ATrainingCruiseIsFreeIfItComesBack) {
  Stage stage("pq12", {"option.training"});
  stage.at(9, kAxis, v1::Clock::NAVAL_MOVEMENT)
      .task_force(kAxis, "scheer", {{"ship.admiral_scheer"}}, "port.trondheim");
  v1::Force& force = stage.force("scheer");
  force.set_training(true);
  force.set_home("port.trondheim");
  Desk desk(stage);
  EXPECT_EQ(why_not_sail(desk.op, kAxis, force), "") << "nor does the fuel shortage hold it [11.4]";
  pay_to_sail(desk.op, kAxis, force);
  EXPECT_TRUE(stage.truth().axis().trained());
  EXPECT_EQ(desk.points(Command::GRUPPE_NORD).spent(), 0);
  desk.op.put_in(force, desk.op.reference.place("port.narvik"));
  pay_for_lost_training(desk.op);
  EXPECT_EQ(desk.points(Command::GRUPPE_NORD).spent(), 1) << "it lies in another port";
}

TEST(Rule5_1_3, ShipsThatAreInoperativeStayInPort) {
  Stage stage("pq12");
  stage.at(9, kAllied, v1::Clock::NAVAL_MOVEMENT).task_force(kAllied, "tf", {{"ship.kent"}}, "port.scapa_flow");
  stage.force("tf").mutable_ship(0)->set_inoperative(true);
  EXPECT_EQ(why_not_sail(Desk(stage).hands(), kAllied, stage.force("tf")), "5.1.3");
}

TEST(Rule5_1_3, ShipsThatTheScenarioKeepsInPortStayThere) {
  Stage stage("pq12");
  stage.at(9, kAxis, v1::Clock::NAVAL_MOVEMENT).task_force(kAxis, "tf", {{"ship.prinz_eugen"}}, "port.trondheim");
  stage.truth().mutable_standing()->set_allied_identified_at_sea(true);
  EXPECT_EQ(why_not_sail(Desk(stage).hands(), kAxis, stage.force("tf")), "5.1.3");
}

TEST(Rule5_1_8, TirpitzWaitsUntilEveryListedCarrierIsFound) {
  Stage stage("pq12");
  stage.at(9, kAxis, v1::Clock::NAVAL_MOVEMENT).task_force(kAxis, "tirpitz", {{"ship.tirpitz"}}, "port.trondheim");
  stage.task_force(kAllied, "carrier", {{"ship.victorious"}}, "0609");
  stage.truth().mutable_standing()->set_allied_identified_at_sea(true);
  Desk desk(stage);
  answer_about_tirpitz(desk.op);
  EXPECT_EQ(why_not_sail(desk.op, kAxis, stage.force("tirpitz")), "5.1.8");
  raise_id(desk.op, desk.op.block_of(stage.force("carrier")), 2, {});
  desk.table.take();
  answer_about_tirpitz(desk.op);
  EXPECT_EQ(why_not_sail(desk.op, kAxis, stage.force("tirpitz")), "");
  const Happened happened = desk.table.take();
  ASSERT_EQ(happened.told.size(), 1u);
  EXPECT_EQ(happened.told[0].licence, static_cast<std::uint32_t>(Licence::kTirpitz));
  EXPECT_FALSE(happened.told[0].viewers.has(viewer(seat_of(kAllied))));
  lose_id(desk.op, desk.op.block_of(stage.force("carrier")), 1);
  answer_about_tirpitz(desk.op);
  EXPECT_EQ(why_not_sail(desk.op, kAxis, stage.force("tirpitz")), "5.1.8") << "ID1 does not tell of carriers";
}

// What the Axis is told about Tirpitz, as the report's id.
std::string told_about_tirpitz(Operation& op) {
  op.table.take();
  answer_about_tirpitz(op);
  const Happened happened = op.table.take();
  return happened.told.empty() ? "" : happened.told[0].report.text.id.str();
}

// Two positions that differ in the carrier alone, which ID1 does not tell [6.2.1].
TEST(Rule5_1_8, AnyForceAtId1TellsNothingOfCarriers) {
  for (const char* ship : {"ship.victorious", "ship.kent"}) {
    Stage stage("pq12");
    stage.at(9, kAxis, v1::Clock::NAVAL_MOVEMENT).task_force(kAxis, "tirpitz", {{"ship.tirpitz"}}, "port.trondheim");
    stage.task_force(kAllied, "seen", {{ship}}, "0609");
    stage.task_force(kAllied, "other", {{ship == std::string("ship.kent") ? "ship.victorious" : "ship.kent"}}, "0608");
    Desk desk(stage);
    raise_id(desk.op, desk.op.block_of(stage.force("seen")), 1, 1);
    EXPECT_EQ(told_about_tirpitz(desk.op), "") << ship;
    EXPECT_FALSE(stage.truth().axis().tirpitz_may_sail());
  }
}

void lose_victorious(v1::Force& force) {
  for (int i = force.ship_size() - 1; i >= 0; --i) {
    if (force.ship(i).unit() == "ship.victorious") force.mutable_ship()->DeleteSubrange(i, 1);
  }
}

// Out of the Operation by ice or weather, or gone home: the Axis hears what he would if she were still there.
TEST(Rule5_1_8, ACarrierThatHasGoneIsNotFound) {
  for (const bool gone : {false, true}) {
    Stage stage("pq12");
    stage.at(9, kAxis, v1::Clock::NAVAL_MOVEMENT).task_force(kAxis, "tirpitz", {{"ship.tirpitz"}}, "port.trondheim");
    stage.task_force(kAllied, "tf", {{"ship.kent"}, {"ship.victorious"}}, "0609");
    Desk desk(stage);
    if (gone) lose_victorious(stage.force("tf"));
    EXPECT_EQ(told_about_tirpitz(desk.op), "") << gone;
  }
  for (const bool goes : {false, true}) {
    Stage stage("pq12");
    stage.at(9, kAxis, v1::Clock::NAVAL_MOVEMENT).task_force(kAxis, "tirpitz", {{"ship.tirpitz"}}, "port.trondheim");
    stage.task_force(kAllied, "tf", {{"ship.kent"}, {"ship.victorious"}}, "0609");
    Desk desk(stage);
    raise_id(desk.op, desk.op.block_of(stage.force("tf")), 2, {});
    if (goes) lose_victorious(stage.force("tf"));
    EXPECT_EQ(told_about_tirpitz(desk.op), "report.tirpitz.free.own") << "the block that was told of lies at ID2";
    desk.op.stand_up(desk.op.block_of(stage.force("tf")));
    EXPECT_EQ(told_about_tirpitz(desk.op), "report.tirpitz.held.own");
  }
}

TEST(Rule5_1_8, ACarrierThatIsSunkIsFearedNoMore) {
  Stage stage("pq12");
  stage.at(9, kAxis, v1::Clock::NAVAL_MOVEMENT).task_force(kAxis, "tirpitz", {{"ship.tirpitz"}}, "port.trondheim");
  auto& loss = *stage.truth().mutable_standing()->add_loss();
  loss.set_side(kAllied);
  loss.set_unit("ship.victorious");
  Desk desk(stage);
  EXPECT_EQ(told_about_tirpitz(desk.op), "report.tirpitz.free.own") << "everybody knows that she is gone";
}

TEST(Rule5_1_8, ACarrierInPortIsFoundByAPhotograph) {
  Stage stage("pq12");
  stage.at(9, kAxis, v1::Clock::NAVAL_MOVEMENT).task_force(kAxis, "tirpitz", {{"ship.tirpitz"}}, "port.trondheim");
  stage.task_force(kAllied, "carrier", {{"ship.victorious"}}, "port.scapa_flow");
  Desk desk(stage);
  auto& port = desk.op.reference.place("port.scapa_flow");
  const auto photograph = [&](int level) {
    Task<> answer = port_answers(desk.op, port, level, 1);
    answer.handle().resume();
    ASSERT_TRUE(answer.done());
  };
  v1::Statement id1;
  id1.set_level(1);
  note_carriers_told(desk.op, port.id, id1);
  EXPECT_EQ(told_about_tirpitz(desk.op), "") << "ID1 does not tell of carriers";
  photograph(2);
  EXPECT_EQ(told_about_tirpitz(desk.op), "report.tirpitz.free.own");
  desk.op.put_to_sea(stage.force("carrier"), *hex_of("0609"));
  EXPECT_EQ(told_about_tirpitz(desk.op), "") << "that she is at sea the picture's owner cannot know";
  stage.truth().mutable_standing()->mutable_photographed(0)->set_sailed_since(true);
  EXPECT_EQ(told_about_tirpitz(desk.op), "report.tirpitz.held.own") << "she may be what has left the port";
}

TEST(Rule5_1_8, ACarrierThatComesIntoAPortIsOnNoPictureTakenOfItBefore) {
  Stage stage("pq12");
  stage.at(9, kAxis, v1::Clock::NAVAL_MOVEMENT).task_force(kAxis, "tirpitz", {{"ship.tirpitz"}}, "port.trondheim");
  stage.task_force(kAllied, "carrier", {{"ship.victorious"}}, "port.scapa_flow");
  auto& photo = *stage.truth().mutable_standing()->add_photographed();
  photo.set_place("port.scapa_flow");
  photo.mutable_told()->set_level(2);
  photo.mutable_told()->set_carrier(true);  // another
  Desk desk(stage);
  EXPECT_EQ(told_about_tirpitz(desk.op), "");
}

TEST(Rule11_4, GermanTaskForcesWaitUntilAnAlliedForceIsIdentifiedAtSea) {
  Stage stage("pq12");
  stage.at(9, kAxis, v1::Clock::NAVAL_MOVEMENT).task_force(kAxis, "dd", {{"class.type_36a", 1}}, "port.trondheim");
  stage.wolfpack(kAxis, "u", {{"class.type_viic", 2}}, "port.narvik");
  Desk desk(stage);
  EXPECT_EQ(why_not_sail(desk.op, kAxis, stage.force("dd")), "11.4");
  EXPECT_EQ(why_not_sail(desk.op, kAxis, stage.force("u")), "");
  stage.truth().mutable_standing()->set_allied_identified_at_sea(true);
  EXPECT_EQ(why_not_sail(desk.op, kAxis, stage.force("dd")), "");
  Stage early("pq6");
  early.at(9, kAxis, v1::Clock::NAVAL_MOVEMENT).task_force(kAxis, "dd", {{"class.type_36a", 1}}, "port.kirkenes");
  EXPECT_EQ(why_not_sail(Desk(early).hands(), kAxis, early.force("dd")), "") << "not before 1942";
}

struct CostCase {
  std::vector<Unit> ships;
  const char* from;
  bool patrol_white;
  int points, spare;
};
TEST(Example_DX_09, WhatSailingCosts) {
  const CostCase cases[] = {
      {{{"ship.king_george_v"}}, "port.scapa_flow", false, 1, 0},
      {{{"ship.kent"}}, "port.scapa_flow", false, 1, 1},
      {{{"ship.kent"}, {"ship.london"}}, "port.scapa_flow", false, 1, 0},
      {{{"ship.avenger"}, {"ship.london"}}, "port.scapa_flow", false, 1, 0},
      {{{"ship.kent"}, {"ship.london"}}, "port.reykjavik", true, 0, 0},
  };
  for (const CostCase& each : cases) {
    Stage stage("pq12");
    stage.at(9, kAllied, v1::Clock::NAVAL_MOVEMENT).task_force(kAllied, "tf", each.ships, each.from);
    stage.force("tf").set_patrol_white(each.patrol_white);
    Desk desk(stage);
    pay_to_sail(desk.op, kAllied, stage.force("tf"));
    EXPECT_EQ(desk.points(Command::HOME_FLEET).spent(), each.points);
    EXPECT_EQ(desk.points(Command::HOME_FLEET).spent() * 2 - desk.points(Command::HOME_FLEET).used_halves(),
              each.spare);
  }
}

}  // namespace
}  // namespace wardroom::pq17
