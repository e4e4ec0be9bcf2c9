// Chapter 13: rolling for events, those that stay in force, and those about weather, fuel and searching.
#include "server/titles/pq17/air/abilities.h"
#include "server/titles/pq17/air/movement.h"
#include "server/titles/pq17/combat/engagement.h"
#include "server/titles/pq17/combat/torpedoes.h"
#include "server/titles/pq17/events/in_force.h"
#include "server/titles/pq17/movement/legality.h"
#include "server/titles/pq17/movement/moves.h"
#include "server/titles/pq17/weather/weather.h"
#include "tests/titles/pq17/rules/event.h"

namespace wardroom::pq17 {
namespace {

using E = v1::RandomEvent;
using W = v1::Weather;

TEST(Rule13, TheActivePlayerRollsTensAndUnitsOnHisOwnTable) {
  Stage stage = at_event(kAllied);
  Bench bench(stage, {2, 9});
  roll(bench);
  EXPECT_TRUE(bench.chance_used_up());
  EXPECT_TRUE(bench.was_told(kAxis, "report.event"));
  EXPECT_FALSE(bench.was_told(kAxis, "report.event.no_effect")) << "no event is no event";
}

TEST(Rule13, AScenarioMayHaveNone) {
  Stage stage = at_event(kAxis, "learning");
  Bench bench(stage);
  roll(bench);
  EXPECT_FALSE(bench.was_told(kAxis, "report.event"));
}

TEST(Rule13_2, BothSidesCheckForWeatherDamage) {
  Stage stage = at_event(kAllied);
  stage.weather(W::GALES);
  stage.task_force(kAllied, "allied", {{"class.british_a_i", 1}}, "0611")
      .task_force(kAxis, "axis", {{"class.type_36a", 1}}, "0612");
  const Truth before = stage.truth();
  Bench bench(stage, {5, 7, card(17), 0, card(2)});
  roll(bench);
  plays("event.weather_damage", before, stage.truth());
  EXPECT_TRUE(bench.chance_used_up());
  EXPECT_THROW(stage.force("allied"), Broken);
  EXPECT_EQ(stage.force("axis").ship(0).cs(), 1);
}

TEST(Rule13_2, FairWeatherHurtsNobody) {
  Stage stage = at_event(kAllied);
  stage.task_force(kAllied, "allied", {{"class.british_a_i", 1}}, "0611");
  Bench bench(stage, {5, 7});
  roll(bench);
  EXPECT_TRUE(bench.was_told(kAxis, "report.event.no_effect"));
}

TEST(Rule13_4, LocalWeatherComesByEvent) {
  Stage stage = at_event(kAxis);
  stage.weather(W::FOG);
  const Truth before = stage.truth();
  Bench bench(stage, {3, 6});
  roll(bench);
  plays("event.axis.local_weather", before, stage.truth());
  ASSERT_EQ(stage.truth().environment().local_size(), 1);
  EXPECT_EQ(stage.truth().environment().local(0).weather(), W::FAIR);
  EXPECT_EQ(stage.truth().environment().local(0).last_turn(), 10);
  EXPECT_EQ(stage.truth().environment().local(0).last_phase(), kAllied);
}

TEST(Rule13_4, AShiftIsCountedFromTheWeatherAtThatMoment) {
  Stage stage = at_event(kAllied);
  stage.weather(W::STORMS);
  Bench bench(stage);
  v1::RandomEvent event = *the_title().reference().box().event("event.allied.local_weather");
  event.clear_weather();
  event.set_weather_shift(-1);
  set_local_weather(bench.op, event);
  stage.weather(W::GALES);
  EXPECT_EQ(bench.op.weather(*hex_of("0717")), W::FOG);
}

TEST(Rule13, ShortOfOilMovesOneAxisMarkerAndOnlyTheAxisKnows) {
  Stage stage = at_event(kAxis);
  stage.task_force(kAxis, "a", {{"class.type_36a", 1}}, "0611").fuel("a", 15);
  stage.task_force(kAxis, "b", {{"ship.tirpitz"}}, "0612").fuel("b", 14);
  const Truth before = stage.truth();
  Bench bench(stage, {9, 1, 1});
  roll(bench);
  plays("event.axis.short_of_oil", before, stage.truth());
  EXPECT_TRUE(bench.chance_used_up());
  EXPECT_EQ(stage.force("a").fuel_turn(), 15);
  EXPECT_EQ(stage.force("b").fuel_turn(), 12);
  EXPECT_TRUE(bench.was_told(kAxis, "report.event.fuel.own"));
  EXPECT_FALSE(bench.was_told(kAllied, "report.event.fuel.own"));
}

TEST(Rule13, MoreSearchHexesForThisPhaseWhereTheSideLikes) {
  Stage stage = at_event(kAxis);
  const auto hexes = [&](v1::SearchSector::Kind sector) {
    for (const auto& search : stage.truth().air().search()) {
      if (search.sector() == sector) return search.hexes();
    }
    return -1;
  };
  const int before = hexes(v1::SearchSector::BARENTS);
  const Truth at_first = stage.truth();
  Bench bench(stage, {7, 6});
  bench.run(random_event(bench.op));
  bench.answer(kAxis, v1::Verb::CHOOSE_SECTOR, v1::SearchSector::BARENTS);
  bench.answer(kAxis, v1::Verb::CHOOSE_SECTOR, v1::SearchSector::BARENTS);
  EXPECT_TRUE(bench.done());
  plays("event.axis.extra_sorties", at_first, stage.truth());
  EXPECT_EQ(hexes(v1::SearchSector::BARENTS), before + 2);
  stage.at(9, kAllied, v1::Clock::COMBINE_FORCES);
  end_events(bench.op);
  EXPECT_EQ(hexes(v1::SearchSector::BARENTS), before + 2) << "only the Axis phase ends it";
  stage.at(9, kAxis, v1::Clock::COMBINE_FORCES);
  end_events(bench.op);
  EXPECT_EQ(hexes(v1::SearchSector::BARENTS), before);
}

TEST(Rule13_4, FogClosesTheFieldsOfNorthNorway) {
  Stage stage = at_event(kAllied);
  const Truth before = stage.truth();
  after_event(stage, {3, 9});
  plays("event.allied.local_weather", before, stage.truth());
  Bench bench(stage);
  EXPECT_EQ(bench.op.weather(*hex_of("0815")), W::FOG);
  EXPECT_EQ(bench.op.weather(*hex_of("0816")), W::FAIR) << "Kirkenes is not part of it";
}

// -- in force --

void end_phase(Stage& stage, int turn, Side side) {
  stage.at(turn, side, v1::Clock::COMBINE_FORCES);
  Bench bench(stage);
  end_events(bench.op);
}

bool in_force_now(Stage& stage, E::Kind kind) { return in_force(Bench(stage).op, kind) != nullptr; }

TEST(Rule13_1, TheElusiveTargetWaitsForOneAttackOfTheComingAxisPhase) {
  Stage stage = at_event(kAllied);
  after_event(stage, {3, 0});
  ASSERT_TRUE(in_force_now(stage, E::ELUSIVE_TARGET));
  EXPECT_EQ(stage.truth().standing().event(0).uses(), 1);
  EXPECT_EQ(stage.truth().standing().event(0).side(), kAllied);
  end_phase(stage, kDayTurn, kAllied);
  EXPECT_TRUE(in_force_now(stage, E::ELUSIVE_TARGET));
  end_phase(stage, kDayTurn, kAxis);
  EXPECT_FALSE(in_force_now(stage, E::ELUSIVE_TARGET));
}

TEST(Rule13_1, OnceUsedItIsOver) {
  Stage stage = at_event(kAllied);
  after_event(stage, {3, 4});
  Bench bench(stage);
  use_event(bench.op, E::ELUSIVE_TARGET);
  EXPECT_FALSE(in_force_now(stage, E::ELUSIVE_TARGET));
  EXPECT_TRUE(bench.was_told(kAxis, "report.event.used"));
}

TEST(Rule13_3, CautionIsInForceForBothPhasesOfTheTurn) {
  Stage stage = at_event(kAllied);
  after_event(stage, {3, 5});
  end_phase(stage, kDayTurn, kAllied);
  EXPECT_TRUE(in_force_now(stage, E::HIGH_COMMAND_CAUTION));
  EXPECT_NE(in_force_for(Bench(stage).op, E::HIGH_COMMAND_CAUTION, kAxis), nullptr);
  EXPECT_EQ(in_force_for(Bench(stage).op, E::HIGH_COMMAND_CAUTION, kAllied), nullptr)
      << "it is the Germans who hold back";
  end_phase(stage, kDayTurn, kAxis);
  EXPECT_FALSE(in_force_now(stage, E::HIGH_COMMAND_CAUTION));
}

TEST(Rule13, AnEventInForceEndsWithItsPhase) {
  for (const auto& [side, tens, units] : {std::tuple{kAllied, 6U, 5U}, {kAxis, 6U, 2U}}) {
    Stage stage = at_event(side);
    after_event(stage, {tens, units});
    ASSERT_TRUE(in_force_now(stage, E::STRIKE_PORTS_AND_BASES));
    end_phase(stage, kDayTurn, side);
    EXPECT_FALSE(in_force_now(stage, E::STRIKE_PORTS_AND_BASES));
  }
}

TEST(Rule13, LeaveToStrikeTheBasesIsForTheSideThatRolledIt) {
  Stage stage = at_event(kAllied);
  stage.air(kAllied, "air.beaufort.42", "airbase.leuchars").air(kAxis, "air.ju88a4.iii_kg30", "airbase.banak");
  after_event(stage, {6, 5});
  Bench bench(stage);
  EXPECT_TRUE(may_attack_places(bench.op, bench.air(1)));
  EXPECT_FALSE(may_attack_places(bench.op, bench.air(2)));
}

TEST(Rule13, AnEventThatComesAgainIsInForceOnce) {
  Stage stage = at_event(kAllied);
  after_event(stage, {8, 0});
  after_event(stage, {8, 1});
  EXPECT_EQ(stage.truth().standing().event_size(), 1);
}

TEST(Rule13, APhaseThatIsLeftOutEndsItsEventsToo) {
  Stage stage = at_event(kAllied);
  after_event(stage, {3, 5});
  end_phase(stage, kDayTurn, kAllied);
  stage.at(kDayTurn + 1, kAllied, v1::Clock::RANDOM_EVENT);
  after_event(stage, {0, 0});
  EXPECT_FALSE(in_force_now(stage, E::HIGH_COMMAND_CAUTION));
}

// -- aircraft --

bool can_be_sent(Stage& stage, int turn, Side side) {
  stage.at(turn, side, v1::Clock::AIR_MOVEMENT);
  Bench bench(stage);
  bench.run(air_movement(bench.op));
  return bench.offers(side, v1::Verb::CHOOSE_AIR, 1);
}

void send(Stage& stage, int turn, Side side, const std::string& hex) {
  stage.at(turn, side, v1::Clock::AIR_MOVEMENT);
  Bench bench(stage);
  bench.run(air_movement(bench.op))
      .answer(side, v1::Verb::CHOOSE_AIR, 1)
      .answer(side, v1::Verb::FLY, 1, hex_argument(hex));
}

TEST(Rule13, NightFlyingForGermanBombers) {
  Stage stage = at_event(kAxis, "pq12", kNightTurn);
  stage.air(kAxis, "air.ju88a4.iii_kg30", "airbase.banak").dummy(kAllied, "d", "0613");
  EXPECT_FALSE(can_be_sent(stage, kNightTurn, kAxis));
  stage.at(kNightTurn, kAxis, v1::Clock::RANDOM_EVENT);
  const Truth before = after_event(stage, {6, 7});
  send(stage, kNightTurn, kAxis, "0613");
  EXPECT_EQ(stage.truth().air().unit(0).mission(), v1::Air::FLYING);
  plays("event.axis.night_flying", before, stage.truth());
}

TEST(Rule13, NightFlyingIsNotForFighters) {
  Stage stage = at_event(kAxis, "pq12", kNightTurn);
  stage.air(kAxis, "air.bf109ef.iv_jg5", "airbase.trondheim").dummy(kAllied, "d", "1011");
  after_event(stage, {6, 7});
  EXPECT_FALSE(can_be_sent(stage, kNightTurn, kAxis));
}

// British bombers fly by Night anyway, and so do the Soviet ones, for they search [5.3].
TEST(Rule13, NightFlyingForAlliedFighters) {
  Stage stage = at_event(kAllied, "pq12", kNightTurn);
  stage.air(kAllied, "air.beaufighter.404", "airbase.wick").dummy(kAxis, "d", "1207");
  EXPECT_FALSE(can_be_sent(stage, kNightTurn, kAllied));
  stage.at(kNightTurn, kAllied, v1::Clock::RANDOM_EVENT);
  const Truth before = after_event(stage, {6, 9});
  send(stage, kNightTurn, kAllied, "1207");
  plays("event.allied.night_flying", before, stage.truth());
}

TEST(Rule13, ByDayThereIsNoNightFlying) {
  Stage stage = at_event(kAxis);
  Bench bench(stage, {6, 7});
  roll(bench);
  EXPECT_TRUE(bench.was_told(kAllied, "report.event.no_effect"));
  EXPECT_FALSE(in_force_now(stage, E::NIGHT_FLYING));
}

TEST(Rule13, ClosedAirfieldsKeepTheirAircraftDown) {
  const auto stage_with_condor = [] {
    Stage stage = at_event(kAllied);
    stage.air(kAxis, "air.fw200c.i_kg40", "airbase.trondheim");
    return stage;
  };
  Stage open = stage_with_condor();
  send(open, kDayTurn, kAxis, "0910");
  Stage closed = stage_with_condor();
  after_event(closed, {9, 7});
  EXPECT_FALSE(can_be_sent(closed, kDayTurn, kAxis));
  plays("event.allied.airfields_closed", open.truth(), closed.truth());
  end_phase(closed, kDayTurn, kAxis);
  EXPECT_TRUE(can_be_sent(closed, kDayTurn + 2, kAxis));
}

TEST(Rule13, ClosedAirfieldsAreThoseOfSouthNorway) {
  Stage stage = at_event(kAllied);
  stage.air(kAxis, "air.bv138.2_406", "airbase.bodoe");
  after_event(stage, {9, 7});
  EXPECT_TRUE(can_be_sent(stage, kDayTurn, kAxis));
}

// -- leaving port --

bool sails(Stage& stage, const std::string& name) {
  stage.at(kDayTurn, kAxis, v1::Clock::NAVAL_MOVEMENT);
  Bench bench(stage, std::vector<std::uint32_t>(20, 0));
  if (!may_sail(bench.op, kAxis, stage.force(name))) return false;
  bench.run(leave_port(bench.op, kAxis, bench.key(name)));
  return true;
}

Stage hipper_in_port() {
  Stage stage = at_event(kAxis, "pq16");
  stage.task_force(kAxis, "tf", {{"ship.admiral_hipper"}}, "port.narvik");
  stage.truth().mutable_standing()->set_allied_identified_at_sea(true);
  return stage;
}

TEST(Rule13, HeavyShipsHeldInPortStayThereForThePhase) {
  Stage free = hipper_in_port();
  ASSERT_TRUE(sails(free, "tf"));
  Stage held = hipper_in_port();
  after_event(held, {8, 8});
  EXPECT_FALSE(sails(held, "tf"));
  EXPECT_EQ(why_not(held, "tf"), "13");
  plays("event.axis.held_in_port", free.truth(), held.truth());
  end_phase(held, kDayTurn, kAxis);
  EXPECT_TRUE(sails(held, "tf"));
}

TEST(Rule13, DestroyersAreNotHeldInPort) {
  Stage stage = at_event(kAxis, "pq16");
  stage.task_force(kAxis, "tf", {{"class.type_36a", 1}}, "port.narvik");
  stage.truth().mutable_standing()->set_allied_identified_at_sea(true);
  after_event(stage, {8, 8});
  EXPECT_TRUE(sails(stage, "tf"));
}

TEST(Rule13, LeaveToSailThoughNobodyHasBeenIdentified) {
  Stage stage = at_event(kAxis, "pq16");
  stage.task_force(kAxis, "tf", {{"class.type_36a", 1}}, "port.narvik");
  ASSERT_EQ(why_not(stage, "tf"), "11.4");
  const Truth before = after_event(stage, {8, 6});
  end_phase(stage, kDayTurn, kAxis);
  EXPECT_TRUE(sails(stage, "tf")) << "for the rest of the Operation";
  plays("event.axis.leave_to_sail", before, stage.truth());
}

// -- dice --

TEST(Rule13, DirectionFindingHelpsTheHunters) {
  const auto stage_with_boats = [] {
    Stage stage = at_event(kAllied);
    stage.wolfpack(kAxis, "u", {{"class.type_viic", 2}}, "0612")
        .task_force(kAllied, "tf", {{"class.british_a_i", 2}}, "0612");
    return stage;
  };
  Stage without = stage_with_boats();
  after_event(without, {5, 2, 0, 0, 4});
  EXPECT_EQ(without.force("u").ship(0).cs(), 2);
  Stage with = stage_with_boats();
  after_event(with, {8, 0});
  after_event(with, {5, 2, 0, 0, 4});
  EXPECT_EQ(with.force("u").ship(0).cs(), 1);
  plays("event.allied.direction_finding", without.truth(), with.truth());
}

void torpedo(Stage& stage) {
  Bench bench(stage, std::vector<std::uint32_t>{8, 0, 0});
  Operation& op = bench.op;
  const Hex hex = *hex_of("0612");
  begin_engagement(op, v1::Battle::SUBMARINE, kAxis, hex);
  TorpedoAttack attack{"block.unidentified",
                       "block.unidentified",
                       situation_in(op, kAxis, hex),
                       1,
                       {hull_in(kAllied, bench.key("tf"), 0)}};
  aim_at(op, attack.situation, stage.force("tf").ship(0));
  attack.situation.firer = &the_title().reference().unit("class.type_viic");
  detonate(op, attack, launch(op, attack));
  end_engagement(op);
}

TEST(Rule13, TorpedoFailuresSpoilGermanSubmarines) {
  const auto stage_with_cruiser = [] {
    Stage stage = at_event(kAllied);
    stage.task_force(kAllied, "tf", {{"ship.london"}}, "0612");
    return stage;
  };
  Stage without = stage_with_cruiser();
  torpedo(without);
  Stage with = stage_with_cruiser();
  after_event(with, {8, 8});
  torpedo(with);
  EXPECT_GT(with.force("tf").ship(0).cs(), without.force("tf").ship(0).cs());
  plays("event.allied.torpedo_failures", without.truth(), with.truth());
}

}  // namespace
}  // namespace wardroom::pq17
