// Chapter 2: how to win.
#include "server/titles/pq17/sequence/victory.h"

#include "server/titles/pq17/sequence/score.h"
#include "tests/titles/pq17/rules/conditions.h"

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
    ASSERT_EQ(ending.has_par_winner(), halves * 2 != ending.par_halves());
    EXPECT_TRUE(!ending.has_par_winner() || ending.par_winner() == (halves * 2 > ending.par_halves() ? 0u : 1u));
    EXPECT_EQ(ending.verdict().id(), "victory.verdict");
  }
  Stage draw("pq12");
  EXPECT_FALSE(the_title().ending(draw.truth()).has_winner());
}

TEST(Rule2, HalfAPointIsADraw) {
  for (int halves : {-1, 0, 1}) {
    Stage stage("pq12");
    auto& line = *stage.truth().mutable_standing()->add_score();
    line.set_reason("merchants_arrived");
    line.set_vp_halves(halves);
    EXPECT_FALSE(the_title().ending(stage.truth()).has_winner()) << halves;
  }
}

TEST(Rule2, EveryLineNamesWhatItSpeaksOf) {
  Stage stage("pq12");
  stage.at(20, kAllied, v1::Clock::NAVAL_MOVEMENT);
  Desk desk(stage);
  desk.op.score("merchants_lost", -4, "class.mv", 1);
  desk.op.score("warships_lost", 12, "ship.tirpitz");
  desk.op.score("aircraft_lost", 1, "air.ju88a4.i_kg30", 1);
  desk.op.score("aircraft_lost", -1, "air.hurricane2", 1);  // Interceptors go by their model
  desk.op.score("damaged_capitals", 20, "ship.tirpitz", 1);
  desk.op.score("ahistorical", -10, "allied", 1);
  desk.op.score("special_condition", -24, "condition.atlantic_breakout", 0, "ship.tirpitz");
  for (const auto& line : stage.truth().standing().score()) {
    wardroom::v1::Text wire;
    to_wire(line_text(the_title().reference(), line), wire);
    EXPECT_TRUE(wire.id().starts_with("score.line." + line.reason())) << wire.id();
    EXPECT_GE(wire.arguments_size(), 2) << wire.id();
  }
}

// -- 2.4 --

Stage damaged(Side side, const std::string& ship, int lost) {
  Stage stage("pq12");
  let_arrive(stage, 16, 15);
  stage.at(30, kAxis, v1::Clock::COMBINE_FORCES)
      .task_force(side, "tf", {{ship}}, side == kAllied ? "port.scapa_flow" : "port.trondheim");
  v1::Counter& counter = *stage.force("tf").mutable_ship(0);
  counter.set_cs(counter.cs() - lost);
  return stage;
}

TEST(Rule2_4, EachCsOfADamagedCapitalShipScores) {
  Stage axis = damaged(kAxis, "ship.tirpitz", 2);
  victory_points(Desk(axis).hands());
  EXPECT_EQ(of_reason(axis.truth(), "damaged_capitals"), 40);
  Stage allied = damaged(kAllied, "ship.king_george_v", 2);
  victory_points(Desk(allied).hands());
  EXPECT_EQ(of_reason(allied.truth(), "damaged_capitals"), -20);
  Stage cruiser = damaged(kAllied, "ship.kent", 1);
  victory_points(Desk(cruiser).hands());
  EXPECT_EQ(of_reason(cruiser.truth(), "damaged_capitals"), 0) << "no Capital Ship";
}

TEST(Rule2_4, NotOnceSheIsSunk) {
  Stage stage = damaged(kAxis, "ship.admiral_scheer", 0);
  auto& loss = *stage.truth().mutable_standing()->add_loss();
  loss.set_side(kAxis);
  loss.set_unit("ship.tirpitz");
  loss.set_cs(8);
  victory_points(Desk(stage).hands());
  EXPECT_EQ(of_reason(stage.truth(), "damaged_capitals"), 0);
}

TEST(Rule2_4, NotForWhatBombersByNightOrHumanTorpedoesDid) {
  Stage stage = damaged(kAxis, "ship.tirpitz", 3);
  auto& spared = *stage.truth().mutable_standing()->add_unscored_damage();
  spared.set_side(kAxis);
  spared.set_unit("ship.tirpitz");
  spared.set_cs(2);
  victory_points(Desk(stage).hands());
  EXPECT_EQ(of_reason(stage.truth(), "damaged_capitals"), 20);
}

// -- the sheet adds up --

Action any(const Menu& menu, std::mt19937_64& random) {
  const bool last = random() % 6 == 0;
  return (last ? menu.items.back() : menu.items[random() % menu.items.size()]).action;
}

std::unique_ptr<Truth> play_at_random(const std::string& scenario, std::uint64_t seed) {
  Opening game(scenario, NamedChance(seed).give(Draw::kChit, {static_cast<std::uint32_t>(seed * 7 % 26),
                                                              static_cast<std::uint32_t>(seed * 11 % 25), 0, 0}));
  std::mt19937_64 random(seed);
  while (!game.over()) {
    for (Side side : kSides) {
      if (!game.over() && game.menu(side)) game.act(side, any(*game.menu(side), random));
    }
  }
  return std::make_unique<Truth>(game.truth());
}

int value_of(const UnitFacts& unit, int cs) {
  if (unit.ship) return unit.ship->has_vp_halves() ? unit.ship->vp_halves() : unit.row->vp_halves_per_ship();
  return cs *
         (unit.ship_class->has_vp_halves_per_cs() ? unit.ship_class->vp_halves_per_cs() : unit.row->vp_halves_per_cs());
}

void check_sheet(const Truth& truth) {
  const Reference& reference = the_title().reference();
  const auto& numbers = reference.numbers().victory();
  int sum = 0;
  int merchants = 0;
  for (const auto& line : truth.standing().score()) {
    sum += line.vp_halves();
    if (line.reason() == "merchants_lost") merchants += line.count();
  }
  EXPECT_EQ(the_title().ending(truth).score_halves(), sum);
  int warships = 0;
  int sunk_merchants = 0;
  for (const auto& loss : truth.standing().loss()) {
    const UnitFacts& unit = reference.unit(loss.unit());
    if (unit.merchant())
      sunk_merchants += ships_of(unit, loss.cs());
    else
      warships += (loss.side() == kAllied ? -1 : 1) * value_of(unit, loss.cs());
  }
  EXPECT_EQ(of_reason(truth, "warships_lost"), warships);
  EXPECT_EQ(merchants, sunk_merchants);
  int arrived = 0;
  for (const auto& arrival : truth.standing().arrival()) {
    for (const auto& convoy : reference.box().scenario(truth.standing().scenario())->convoy()) {
      if (convoy.id() == arrival.convoy() && convoy.loaded())
        arrived += arrival.ships() * numbers.loaded_arrives_vp_halves();
    }
  }
  EXPECT_EQ(of_reason(truth, "merchants_arrived"), arrived);
  int command = 0;
  for (const auto& pool : truth.allied().command())
    command -= reference.box().command_cost_halves(pool.command(), pool.spent());
  for (const auto& pool : truth.axis().command())
    command += reference.box().command_cost_halves(pool.command(), pool.spent());
  EXPECT_EQ(of_reason(truth, "command_points"), command);
}

TEST(Rule2, TheSheetAddsUpInGamesAtRandom) {
  std::uint64_t seed = 0;
  for (const v1::Scenario* scenario : the_title().reference().box().scenarios()) {
    const std::string id = scenario->id().substr(std::string("scenario.").size());
    const int games = id == "learning" ? 20 : 4;
    for (int i = 0; i < games; ++i) {
      SCOPED_TRACE(id + " " + std::to_string(seed));
      check_sheet(*play_at_random(id, ++seed));
    }
  }
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
  EXPECT_EQ(of_reason(stage.truth(), "critical_fuel"),
            -(4 + 2 + 3) +
                Desk(stage).hands().numbers.victory().critical_capital_vp_halves() *
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
  for (auto& pool : *stage.truth().mutable_allied()->mutable_command())
    pool.set_spent(pool.command() == v1::Command::HOME_FLEET ? 4 : 1);
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
  for (const ArrivalCase& each :
       {ArrivalCase{0, 12, 0}, ArrivalCase{0, 11, -5}, ArrivalCase{4, 9, 0}, ArrivalCase{4, 8, -4}}) {
    Stage stage("pq12");
    let_arrive(stage, each.arrived, 15);
    if (each.exempt > 0) lose_to_ice(stage, each.exempt);
    victory_points(Desk(stage).hands());
    EXPECT_EQ(of_reason(stage.truth(), "merchants_missing"), each.penalty_halves);
  }
}

}  // namespace
}  // namespace wardroom::pq17
