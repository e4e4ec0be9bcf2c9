// Chapter 12: the chits, and conditions that are not planned.

#include "server/titles/pq17/command/command.h"
#include "server/titles/pq17/command/reinforcements.h"
#include "server/titles/pq17/conditions/breakout.h"
#include "server/titles/pq17/conditions/chits.h"
#include "server/titles/pq17/conditions/kara_sea.h"
#include "server/titles/pq17/conditions/spitsbergen.h"
#include "server/titles/pq17/sequence/victory.h"
#include "tests/titles/pq17/played.h"
#include "tests/titles/pq17/rules/conditions.h"

namespace wardroom::pq17 {
namespace {

using v1::Clock;
using v1::MenuKind;
using v1::Verb;

TEST(Rule12, EachPlayerDrawsASecretChitAndNoneIsDrawnTwice) {
  Opening opening(open_without_ice("pq12"), calm().give(Draw::kChit, {0, 0}));
  EXPECT_EQ(opening.own(kAllied).chit(), "A");
  EXPECT_EQ(opening.own(kAxis).chit(), "B") << "A is out of the cup";
  EXPECT_EQ(opening.told(kAllied, "report.chit.drawn.own"), 1);
  EXPECT_EQ(opening.told(kAllied, "report.chit.drawn"), 1);
  EXPECT_TRUE(opening.truth().standing().shown().empty());
}

TEST(Rule12, AScenarioMayDoWithoutChits) {
  Opening opening("learning");
  EXPECT_TRUE(opening.own(kAllied).chit().empty());
  EXPECT_TRUE(opening.own(kAxis).chit().empty());
}

TEST(Rule12, WhoeverTheEnemyCannotExcludeIsAskedToo) {
  Stage stage("pq17");
  chit(stage, kAllied, "none", "Z").at(11, kAxis, Clock::COMBINE_FORCES).phase(Clock::SPECIAL_CONDITIONS);
  stage.task_force(kAllied, "tf", {{"ship.manchester"}}, "port.barentsburg");
  Opening game = play(stage);
  ASSERT_TRUE(game.asked(kAllied, MenuKind::SPECIAL_CONDITION));
  EXPECT_FALSE(game.offers(kAllied, Verb::REVEAL_CHIT));
  EXPECT_TRUE(game.offers(kAllied, Verb::DONE));
}

// -- 12.2 Atlantic Breakout --

Opening at_the_edge(const std::string& ship, int turns_to_warning) {
  Stage stage("pq12");
  chit(stage, kAxis, "atlantic_breakout").at(9, kAxis, Clock::NAVAL_MOVEMENT);
  stage.task_force(kAxis, "raider", {{ship}}, "0601").fuel("raider", 9 + turns_to_warning);
  return play(stage);
}

void leave_the_map(Opening& game) {
  game.idle_until([&] { return game.asked(kAxis, MenuKind::MOVE); });
  const int key = game.own(kAxis).force(0).key();
  game.answer(kAxis, Verb::CHOOSE_FORCE, key);
  const Truth before = game.truth();
  game.answer(kAxis, Verb::EXIT_MAP, key);
  plays("condition.atlantic_breakout", before, game.truth());
  game.idle_until([&] { return game.clock().turn() > 9; });
}

TEST(Rule12_2, HeavyShipsLeaveByTheWesternEdgeAndTheirChitIsShown) {
  Opening game = at_the_edge("ship.tirpitz", 8);
  leave_the_map(game);
  EXPECT_EQ(game.with(kAxis, "ship.tirpitz"), nullptr);
  EXPECT_TRUE(shown(game.truth(), kAxis));
  EXPECT_EQ(game.told(kAllied, "report.chit.revealed"), 1);
  EXPECT_EQ(game.told(kAllied, "report.breakout.exited"), 1);
  ASSERT_EQ(game.own(kAxis).removed_size(), 1);
  EXPECT_EQ(halves_by(game.truth(), "atlantic_breakout"), -24);
}

TEST(Rule12_2, NobodyElseLeaves) {
  Stage stage("pq12");
  chit(stage, kAxis, "none", "Y").at(9, kAxis, Clock::NAVAL_MOVEMENT);
  stage.task_force(kAxis, "raider", {{"ship.tirpitz"}}, "0601");
  stage.task_force(kAxis, "mixed", {{"ship.admiral_scheer"}, {"class.type_34_36", 2}}, "0701");
  Desk desk(stage);
  EXPECT_FALSE(may_exit(desk.op, kAxis, stage.force("raider")));
  chit(stage, kAxis, "atlantic_breakout");
  EXPECT_TRUE(may_exit(desk.op, kAxis, stage.force("raider")));
  EXPECT_FALSE(may_exit(desk.op, kAxis, stage.force("mixed"))) << "Heavy Ships only";
}

TEST(Rule12_2, NeitherHitlerNorFuelShortageHoldsThem) {
  Stage stage("pq12");
  stage.at(9, kAxis, Clock::NAVAL_MOVEMENT).task_force(kAxis, "tirpitz", {{"ship.tirpitz"}}, "port.trondheim");
  stage.task_force(kAxis, "destroyers", {{"class.type_34_36", 2}}, "port.trondheim");
  Desk desk(stage);
  EXPECT_EQ(why_not_sail(desk.op, kAxis, stage.force("tirpitz")), "5.1.8");
  EXPECT_EQ(why_not_sail(desk.op, kAxis, stage.force("destroyers")), "11.4");
  chit(stage, kAxis, "atlantic_breakout");
  EXPECT_EQ(why_not_sail(desk.op, kAxis, stage.force("tirpitz")), "");
  EXPECT_EQ(why_not_sail(desk.op, kAxis, stage.force("destroyers")), "11.4") << "they cannot break out";
}

struct BreakoutCase {
  const char* ship;
  int turns;
  int halves;
};
TEST(Example_DX_14, WithSevenTurnsToTheWarningItScores) {
  for (const BreakoutCase& each : {BreakoutCase{"ship.tirpitz", 7, -24},
                                   {"ship.admiral_hipper", 7, -10},
                                   {"ship.admiral_scheer", 7, -10},
                                   {"ship.tirpitz", 6, 0}}) {
    Opening game = at_the_edge(each.ship, each.turns);
    leave_the_map(game);
    EXPECT_EQ(halves_by(game.truth(), "atlantic_breakout"), each.halves) << each.ship << " " << each.turns;
  }
}

TEST(Example_DX_14, LightCruisersStay) {
  Opening game = at_the_edge("ship.koeln", 8);
  game.idle_until([&] { return game.asked(kAxis, MenuKind::MOVE); });
  game.answer(kAxis, Verb::CHOOSE_FORCE, game.own(kAxis).force(0).key());
  EXPECT_FALSE(game.offers(kAxis, Verb::EXIT_MAP, game.own(kAxis).force(0).key()));
}

// -- 12.3 Axis Convoy --

TEST(Rule12_3, TheLetterSaysWhatTheAxisConvoyIs) {
  Opening small(open_without_ice("pq12"), calm().give(Draw::kChit, {25, 0}));
  EXPECT_EQ(small.own(kAxis).condition_variant(), 0);
  Opening large(open_without_ice("pq12"), calm().give(Draw::kChit, {25, 20}));
  EXPECT_EQ(large.own(kAxis).condition_variant(), 1);
  EXPECT_EQ(large.own(kAxis).condition(), "condition.axis_convoy");
}

Stage axis_convoy(const std::string& where, int turn) {
  Stage stage("pq12");
  chit(stage, kAxis, "axis_convoy", "S", 1).at(turn, kAxis, Clock::NAVAL_MOVEMENT);
  stage.convoy(kAxis, "convoy", {{"class.german_es", 2}, {"class.german_mv", 3}}, where, "port.kirkenes", false);
  return stage;
}

TEST(Rule12_3, ItWaitsAtTromsoeForTheStartingTurn) {
  Stage stage = axis_convoy("port.tromsoe", 8);
  stage.truth().mutable_clock()->set_starting_turn(9);
  Desk desk(stage);
  EXPECT_EQ(why_not_sail(desk.op, kAxis, stage.force("convoy")), "12.3");
  stage.truth().mutable_clock()->set_turn(9);
  EXPECT_EQ(why_not_sail(desk.op, kAxis, stage.force("convoy")), "");
}

TEST(Rule12_3, ItIsMovedAsAConvoyBoundForKirkenes) {
  Stage stage = axis_convoy("0815", 12);
  Opening game = play(stage);
  game.idle_until([&] { return game.asked(kAxis, MenuKind::MOVE); });
  EXPECT_FALSE(game.offers(kAxis, Verb::DONE)) << "it has to move";
}

TEST(Rule12_3, BeforeDayTwelveItDisappointsTheAllies) {
  for (const auto& [turn, halves] :
       {std::pair(22, -6), std::pair(23, 0)}) {  // three merchants; and three VP for the Allies
    Stage stage = axis_convoy("port.kirkenes", turn);
    Desk desk(stage);
    axis_convoy_arrives(desk.op, stage.force("convoy"), desk.op.reference.place("port.kirkenes"));
    confirmation(desk.op);
    EXPECT_EQ(halves_by(stage.truth(), "axis_convoy"), halves) << turn;
  }
}

TEST(Rule12_3, IfItNeverArrivesTheAlliesScore) {
  Stage stage = axis_convoy("0815", 30);
  Desk desk(stage);
  const Truth before = stage.truth();
  confirmation(desk.op);
  plays("condition.axis_convoy", before, stage.truth());
  EXPECT_EQ(halves_by(stage.truth(), "axis_convoy"), 6);
}

// -- 12.4 Bomber Command --

Stage tirpitz_photographed(int turn) {
  Stage stage("pq12");
  chit(stage, kAllied, "bomber_command", "A").at(turn, kAllied, Clock::RANDOM_EVENT);
  stage.task_force(kAxis, "tirpitz", {{"ship.tirpitz"}}, "port.trondheim");
  auto& photo = *stage.truth().mutable_standing()->add_photographed();
  photo.set_place("port.trondheim");
  photo.mutable_told()->set_level(3);
  auto& category = *photo.mutable_told()->add_category();
  category.set_category(v1::ShipCategory::CAPITAL);
  category.set_counters(1);
  stage.truth().mutable_standing()->set_axis_capital_in_port(true);
  return stage;
}

int halifaxes(const Truth& truth) {
  int cs = 0;
  for (const auto& unit : truth.air().unit()) cs += unit.unit() == "air.halifax.bomber_command" ? unit.cs() : 0;
  return cs;
}

TEST(Rule12_4, OnceByNightTheyComeToWickAgainstShipsInPort) {
  Stage stage = tirpitz_photographed(10);
  Opening game = play(stage);
  ASSERT_TRUE(game.asked(kAllied, MenuKind::BOMBER_COMMAND));
  const Truth before = game.truth();
  game.answer(kAllied, Verb::CALL_BOMBERS);
  plays("condition.bomber_command", before, game.truth());
  EXPECT_EQ(halifaxes(game.truth()), 6);
  EXPECT_TRUE(shown(game.truth(), kAllied));
  game.idle_until([&] { return game.asked(kAllied, MenuKind::AIR_MISSION); });
  const int key =
      std::ranges::find(game.truth().air().unit(), "air.halifax.bomber_command", &v1::Air::Unit::unit)->key();
  game.answer(kAllied, Verb::CHOOSE_AIR, key);
  const Hex trondheim = the_title().reference().place("port.trondheim").hex;
  for (const Item& item : game.menu(kAllied)->items) {
    if (item.action.verb != Verb::FLY) continue;
    const PlaceFacts* port = the_title().reference().port_at(item.action.at<Hex>(1));
    ASSERT_NE(port, nullptr) << "only to ports";
    EXPECT_EQ(port->side, kAxis);
  }
  game.answer(kAllied, Verb::FLY, key, trondheim);
  game.idle_until([&] { return game.clock().active() == kAxis; });
  EXPECT_GT(game.told(kAxis, "report.air.attack_port"), 0);
  EXPECT_EQ(halifaxes(game.truth()), 0) << "they are removed";
  EXPECT_EQ(halves_of(game.truth(), "aircraft_lost"), 0);
}

TEST(Rule12_4, NotByDayAndNotBeforeACapitalShipIsIdentifiedInPort) {
  Stage by_day = tirpitz_photographed(9);
  EXPECT_FALSE(play(by_day).asked(kAllied, MenuKind::BOMBER_COMMAND));
  Stage unseen = tirpitz_photographed(10);
  unseen.truth().mutable_standing()->clear_axis_capital_in_port();
  EXPECT_FALSE(play(unseen).asked(kAllied, MenuKind::BOMBER_COMMAND));
}

// -- 12.5 FAA Strike --

Stage carriers_at_scapa() {
  Stage stage("pq17");
  chit(stage, kAllied, "faa_strike", "E").at(9, kAllied, Clock::AIR_COMBAT);
  stage.task_force(kAllied, "tf", {{"ship.victorious"}, {"ship.wasp"}, {"ship.avenger"}}, "port.scapa_flow");
  stage.air(kAllied, "air.albacore.817", "ship.victorious");
  return stage;
}

TEST(Rule12_5, EachFleetCarrierOfScapaFlowHasToStrikeNorway) {
  Stage stage = carriers_at_scapa();
  Desk desk(stage);
  note_set_up(desk.op, kAllied);
  ASSERT_EQ(stage.truth().allied().operation().ship_size(), 2) << "escort carriers are not asked";
  note_carrier_strike(desk.op, kAllied, {AirKey(1)}, desk.op.reference.place("port.murmansk").hex);
  EXPECT_EQ(stage.truth().allied().operation().struck_size(), 0) << "that is not Norway";
  note_carrier_strike(desk.op, kAllied, {AirKey(1)}, desk.op.reference.place("port.trondheim").hex);
  const Truth before = stage.truth();
  confirmation(desk.op);
  plays("condition.faa_strike", before, stage.truth());
  EXPECT_EQ(halves_by(stage.truth(), "faa_strike"), -10) << "Wasp has not";
}

// -- 12.7 Harbor Raids --

TEST(Rule12_7, TwoRaidsInTheConfirmationPhaseByTheLightOfTheOperation) {
  Stage both = raided("pq18");
  Opening game = play(both);
  ASSERT_TRUE(game.asked(kAxis, MenuKind::HARBOUR_RAID));
  const int murmansk = place_argument("port.murmansk");
  EXPECT_TRUE(game.offers(kAxis, Verb::RAID_PORT, murmansk, 0));
  EXPECT_TRUE(game.offers(kAxis, Verb::RAID_PORT, murmansk, 1));
  EXPECT_FALSE(game.offers(kAxis, Verb::RAID_PORT, place_argument("port.arkhangelsk"), 0)) << "nobody is there";
  Stage summer = raided("pq17");
  EXPECT_FALSE(play(summer).offers(kAxis, Verb::RAID_PORT, murmansk, 1)) << "there was no Night";
}

// The dive bombers come by themselves. Some dice for the guns are low, those of the bombs hit: merchants lost.
int lost_in_raid(int low_dice) {
  Stage stage = raided("pq17");
  stage.truth().mutable_air()->clear_interceptor();
  NamedChance chance = calm();
  for (int i = 0; i < 60; ++i) chance.give(Draw::kEngagement, {i < low_dice ? 0u : 9u});
  Opening game = play(stage, std::move(chance));
  const Truth before = game.truth();
  game.answer(kAxis, Verb::RAID_PORT, place_argument("port.murmansk"), 0);
  for (int i = 0; i < 200 && !game.over() && game.own(kAxis).operation().times() == 0; ++i) {
    const Menu* menu = game.menu(kAxis);
    if (menu && menu->kind == static_cast<std::uint32_t>(MenuKind::STRIKE_TARGETS)) {
      game.act(kAxis, menu->items.front().action);
    } else {
      for (Side side : kSides) {
        if (game.menu(side) && !game.asked(kAxis, MenuKind::STRIKE_TARGETS))
          game.act(side, game.menu(side)->items.back().action);
      }
    }
  }
  plays("condition.harbor_raids", before, game.truth());
  int lost = 0;
  for (const auto& loss : game.truth().standing().loss()) lost += loss.cs();
  return lost;
}

TEST(Rule12_7, TwoHitsSinkOneMerchant) {
  int most = 0;
  for (int low_dice = 0; low_dice < 16; ++low_dice) most = std::max(most, lost_in_raid(low_dice));
  EXPECT_EQ(most, 2) << "four CS of Ju 87 hit four times at most";
}

// -- 12.9 No Restrictions --

TEST(Rule12_9, TirpitzMaySailThoughNoCarrierIsFound) {
  Stage stage("pq17");
  stage.at(9, kAxis, Clock::NAVAL_MOVEMENT).task_force(kAxis, "tirpitz", {{"ship.tirpitz"}}, "port.trondheim");
  stage.task_force(kAllied, "carrier", {{"ship.victorious"}}, "0611");
  stage.truth().mutable_standing()->set_allied_identified_at_sea(true);
  Desk desk(stage);
  answer_about_tirpitz(desk.op);
  EXPECT_EQ(why_not_sail(desk.op, kAxis, stage.force("tirpitz")), "5.1.8");
  EXPECT_TRUE(hitler_restricts(desk.op));
  chit(stage, kAxis, "no_restrictions", "K");
  answer_about_tirpitz(desk.op);
  EXPECT_EQ(why_not_sail(desk.op, kAxis, stage.force("tirpitz")), "");
  EXPECT_FALSE(hitler_restricts(desk.op));

  Opening game = play(stage);
  game.idle_until([&] { return game.asked(kAxis, MenuKind::MOVE); });
  const Truth before = game.truth();
  game.answer(kAxis, Verb::LEAVE_PORT, stage.force("tirpitz").key());
  plays("condition.no_restrictions", before, game.truth());
}

// -- 12.10 GEARBOX --

TEST(Rule12_10, ItsShipsComeFromForcesInPlayAndBeginWhereTheAlliesLike) {
  Opening game(open_without_ice("pq17"), calm().give(Draw::kChit, {7, 24}));  // H: one CL, one DD
  game.idle_until([&] { return game.offers(kAllied, Verb::HISTORICAL) || game.offers(kAxis, Verb::HISTORICAL); });
  if (game.offers(kAxis, Verb::HISTORICAL)) game.answer(kAxis, Verb::HISTORICAL);
  game.answer(kAllied, Verb::HISTORICAL);
  ASSERT_TRUE(game.asked(kAllied, MenuKind::SPECIAL_OPERATION));
  game.answer(kAllied, Verb::CHOOSE_PLACE, place_argument("port.reykjavik"));
  for (int i = 0; i < 4 && game.asked(kAllied, MenuKind::SPECIAL_OPERATION); ++i)
    game.act(kAllied, game.menu(kAllied)->items.front().action);
  const auto& operation = game.own(kAllied).operation();
  ASSERT_EQ(operation.ship_size(), 2);
  const v1::Force* force = game.with(kAllied, operation.ship(0).unit());
  ASSERT_NE(force, nullptr);
  EXPECT_EQ(force->key(), operation.force());
  EXPECT_EQ(force->place(), "port.reykjavik");
  EXPECT_EQ(force->ship_size(), 2);
}

TEST(Rule12_10, ItIsVoidBehindPackIce) {
  auto truth = open_without_ice("pq17");
  for (auto& marker : *truth->mutable_environment()->mutable_ice()) {
    if (marker.area().sector() == v1::Ice::WEST && marker.area().zone() == v1::Ice::ZONE_IV)
      marker.set_condition(v1::Ice::THIN_PACK);
  }
  Opening game(std::move(truth), calm().give(Draw::kChit, {5, 24}));
  game.as_in_history();
  EXPECT_TRUE(game.own(kAllied).operation().done());
  EXPECT_EQ(game.told(kAllied, "report.gearbox.void.own"), 1);
}

Stage gearbox(const std::string& where) {
  Stage stage("pq17");
  chit(stage, kAllied, "gearbox", "F", 0).at(11, kAxis, Clock::COMBINE_FORCES).phase(Clock::SPECIAL_CONDITIONS);
  stage.task_force(kAllied, "tf", {{"ship.norfolk"}, {"ship.nigeria"}, {"class.british_a_i", 1}}, where);
  for (const char* unit : {"ship.norfolk", "ship.nigeria", "class.british_a_i"}) {
    v1::Units& noted = *plan_of(stage, kAllied).add_ship();
    noted.set_unit(unit);
    noted.set_cs(1);
  }
  return stage;
}

TEST(Rule12_10, InPortBarentsburgItScoresOnce) {
  Stage stage = gearbox("port.barentsburg");
  Opening game = play(stage);
  ASSERT_TRUE(game.asked(kAllied, MenuKind::SPECIAL_CONDITION));
  const Truth before = game.truth();
  game.answer(kAllied, Verb::REVEAL_CHIT);
  plays("condition.gearbox", before, game.truth());
  EXPECT_EQ(halves_by(game.truth(), "gearbox"), 5) << "two cruisers and a destroyer";
  EXPECT_TRUE(shown(game.truth(), kAllied));
  EXPECT_TRUE(game.own(kAllied).operation().done());
}

TEST(Rule12_10, ElseTheSameIsLost) {
  Stage stage = gearbox("port.scapa_flow");
  Desk desk(stage);
  EXPECT_FALSE(gearbox_halves(desk.op).has_value());
  confirmation(desk.op);
  EXPECT_EQ(halves_by(stage.truth(), "gearbox"), -5);
}

// -- 12.11 SIZILIEN --

Stage at_barentsburg(int turn) {
  Stage stage("pq18");
  chit(stage, kAxis, "sizilien", "L").at(turn, kAxis, Clock::COMBINE_FORCES).phase(Clock::SPECIAL_CONDITIONS);
  stage.task_force(kAxis, "tf", {{"ship.tirpitz"}, {"ship.admiral_hipper"}, {"class.type_34_36", 3}}, "0214");
  return stage;
}

TEST(Rule12_11, AWholeDayTurnInTheHexOfBarentsburgScores) {
  Stage stage = at_barentsburg(15);
  Opening game = play(stage);
  ASSERT_TRUE(game.asked(kAxis, MenuKind::SPECIAL_CONDITION));
  const Truth before = game.truth();
  game.answer(kAxis, Verb::REVEAL_CHIT);
  plays("condition.sizilien", before, game.truth());
  EXPECT_EQ(halves_by(game.truth(), "sizilien"), -6);
}

TEST(Rule12_11, NotByNightNorInTheTurnItComesNorUnderAttack) {
  Stage by_night = at_barentsburg(16);
  EXPECT_FALSE(sizilien_halves(Desk(by_night).hands()).has_value());
  Stage just_come = at_barentsburg(15);
  just_come.force("tf").set_hexes(1);
  EXPECT_FALSE(sizilien_halves(Desk(just_come).hands()).has_value());
  Stage attacked = at_barentsburg(15);
  Desk desk(attacked);
  note_attack(desk.op, kAxis, *hex_of("0214"));
  EXPECT_FALSE(sizilien_halves(desk.op).has_value());
  note_attack(desk.op, kAxis, *hex_of("0612"));
  EXPECT_FALSE(sizilien_halves(desk.op).has_value()) << "another attack elsewhere changes nothing";
  attacked.truth().mutable_clock()->set_turn(17);
  EXPECT_TRUE(sizilien_halves(desk.op).has_value()) << "the attack was two turns ago";
}

TEST(Rule12_11, OneTaskForceMayEnterAlthoughItIsAnAlliedPort) {
  Stage stage("pq17");
  stage.at(9, kAxis, Clock::NAVAL_MOVEMENT).task_force(kAxis, "tf", {{"ship.tirpitz"}}, "0213");
  Desk desk(stage);
  EXPECT_FALSE(may_bombard(desk.op, kAxis, stage.force("tf"), *hex_of("0214")));
  chit(stage, kAxis, "sizilien", "L");
  EXPECT_TRUE(may_bombard(desk.op, kAxis, stage.force("tf"), *hex_of("0214")));
  stage.task_force(kAxis, "other", {{"ship.admiral_scheer"}}, "0214");
  EXPECT_FALSE(may_bombard(desk.op, kAxis, stage.force("tf"), *hex_of("0214")));
}

// -- 12.12 WUNDERLAND --

Stage off_novaya_zemlya() {
  Stage stage("pq18");
  chit(stage, kAxis, "wunderland", "M").at(15, kAxis, Clock::NAVAL_MOVEMENT);
  stage.ice(v1::Ice::EAST, v1::Ice::ZONE_III, v1::Ice::LIGHT_DRIFT, true);
  stage.task_force(kAxis, "scheer", {{"ship.admiral_scheer"}}, "0421");
  return stage;
}

TEST(Rule12_12, APanzerschiffFindsAConvoyInTheKaraSeaAndScoresOnce) {
  Stage stage = off_novaya_zemlya();
  Opening game = play(stage);
  game.idle_until([&] { return game.asked(kAxis, MenuKind::MOVE); });
  game.answer(kAxis, Verb::CHOOSE_FORCE, game.own(kAxis).force(0).key());
  const Truth before = game.truth();
  game.answer(kAxis, Verb::ENTER_BOX, place_argument("box.kara_sea"));
  plays("condition.wunderland", before, game.truth());
  EXPECT_TRUE(shown(game.truth(), kAxis));
  ASSERT_NE(game.own(kAllied).operation().convoy(), 0);
  const v1::Force* convoy = game.with(kAllied, "class.soviet_es");
  ASSERT_NE(convoy, nullptr);
  EXPECT_TRUE(convoy->loaded());
  EXPECT_EQ(game.blocks_in("box.kara_sea", kAllied), 1);
  game.idle_until([&] { return game.over() || game.clock().turn() == 18; });
  EXPECT_EQ(halves_by(game.truth(), "wunderland"), -10);
}

TEST(Rule12_12, HeMayAttackTheConvoyThere) {
  Stage stage = off_novaya_zemlya();
  Opening game = play(stage);
  game.idle_until([&] { return game.asked(kAxis, MenuKind::MOVE); });
  game.answer(kAxis, Verb::CHOOSE_FORCE, game.own(kAxis).force(0).key());
  game.answer(kAxis, Verb::ENTER_BOX, place_argument("box.kara_sea"));
  game.idle_until([&] { return game.asked(kAxis, MenuKind::SPECIAL_OPERATION); });
  EXPECT_EQ(game.clock().segment(), Clock::SUBMARINE_COMBAT) << "for all the enemy knows, a Wolfpack came";
  EXPECT_FALSE(game.offers(kAxis, Verb::YES));
  game.answer(kAxis, Verb::DONE);
  game.idle_until([&] { return game.asked(kAxis, MenuKind::SPECIAL_OPERATION); });
  EXPECT_EQ(game.clock().segment(), Clock::SURFACE_COMBAT);
  const int engagements = game.truth().sea().engagements();
  game.answer(kAxis, Verb::YES);
  game.idle_until([&] { return game.over() || game.clock().segment() != Clock::SURFACE_COMBAT; });
  EXPECT_EQ(game.truth().sea().engagements(), engagements + 1);
  EXPECT_FALSE(game.truth().has_battle());
}

TEST(Rule12_12, ItsWolfpackAttacksInTheSubmarineSegment) {
  Stage stage = off_novaya_zemlya();
  stage.wolfpack(kAxis, "u", {{"class.type_viic", 3}}, "0421")
      .convoy(kAllied, "qp", {{"class.mv", 5}}, "0612", "port.reykjavik", false);
  Opening game = play(stage, calm().give(Draw::kEngagement, {9}));  // its torpedoes run before anybody hunts it
  game.idle_until([&] { return game.asked(kAxis, MenuKind::MOVE); });
  const int pack = stage.force("u").key();
  game.answer(kAxis, Verb::CHOOSE_FORCE, pack);
  game.answer(kAxis, Verb::ENTER_BOX, place_argument("box.kara_sea"));
  game.idle_until([&] { return game.clock().turn() == 16 && game.asked(kAxis, MenuKind::MOVE); });
  EXPECT_EQ(game.truth().sea().engagements(), 0) << "not in the turn it comes";
  game.idle_until([&] { return game.offers(kAxis, Verb::YES); });
  EXPECT_EQ(game.clock().segment(), Clock::SUBMARINE_COMBAT);
  game.answer(kAxis, Verb::YES);
  EXPECT_EQ(game.told(kAllied, "report.kara_sea.wolfpack"), 1);
  for (int i = 0; i < 20 && game.clock().segment() == Clock::SUBMARINE_COMBAT; ++i) {
    for (Side side : kSides) {
      if (game.asked(side, MenuKind::SUBMARINE_TARGETS)) {
        game.answer(side, Verb::CHOOSE_CATEGORY, v1::TargetCategory::CONVOY_SHIP);
      } else if (game.menu(side) && game.clock().segment() == Clock::SUBMARINE_COMBAT) {
        game.act(side, game.menu(side)->items.front().action);
      }
    }
  }
  EXPECT_EQ(game.truth().sea().engagements(), 1);
  EXPECT_FALSE(game.truth().has_battle());
  EXPECT_GT(game.told(kAllied, "report.submarine.attackers"), 0);
}

TEST(Rule12_12, OnlyAPanzerschiffAloneOrAWolfpack) {
  Stage stage = off_novaya_zemlya();
  stage.task_force(kAxis, "hipper", {{"ship.admiral_hipper"}}, "0421");
  stage.task_force(kAxis, "escorted", {{"ship.luetzow"}, {"class.type_34_36", 1}}, "0421");
  stage.wolfpack(kAxis, "u", {{"class.type_viic", 1}}, "0421")
      .wolfpack(kAxis, "v", {{"class.type_viic", 1}}, "box.kara_sea");
  Desk desk(stage);
  EXPECT_TRUE(may_enter_kara_sea(desk.op, stage.force("scheer")));
  EXPECT_FALSE(may_enter_kara_sea(desk.op, stage.force("hipper")));
  EXPECT_FALSE(may_enter_kara_sea(desk.op, stage.force("escorted")));
  EXPECT_FALSE(may_enter_kara_sea(desk.op, stage.force("u"))) << "there is one already";
}

// -- 12.13 Reinforcements --

TEST(Rule12_13, TheChitBringsTheScenariosSpecialUnits) {
  Opening game(open_without_ice("pq17"), calm().give(Draw::kChit, {13, 24}));  // N: Allied
  for (int i = 0; i < 4 && !game.asked(kAllied, MenuKind::REINFORCEMENT); ++i) {
    for (Side side : kSides) {
      if (game.offers(side, Verb::HISTORICAL) && !game.asked(kAllied, MenuKind::REINFORCEMENT))
        game.answer(side, Verb::HISTORICAL);
    }
  }
  ASSERT_TRUE(game.asked(kAllied, MenuKind::REINFORCEMENT));
  EXPECT_TRUE(game.offers(kAllied, Verb::NO)) << "he may do without";
  const int blocks = game.blocks_in("port.reykjavik", kAllied);
  const Truth before = game.truth();
  game.answer(kAllied, Verb::CHOOSE_PLACE, place_argument("port.reykjavik"));
  plays("condition.reinforcements", before, game.truth());
  game.as_in_history();
  EXPECT_GE(game.blocks_in("port.reykjavik", kAllied), blocks);
  const bool placed = std::ranges::any_of(game.own(kAllied).force(), [](const v1::Force& force) {
    return force.place() == "port.reykjavik" && force.ship_size() == 1 &&
           force.ship(0).unit() == "class.british_old_dd" && force.ship(0).cs() == 2;
  });
  EXPECT_TRUE(placed);
}

TEST(Rule12_13, AGroupTakenForTheChitDoesNotComeAgain) {
  Stage stage("pq17");
  stage.at(9, kAxis, Clock::RANDOM_EVENT);
  plan_of(stage, kAxis).set_group(1);
  EXPECT_EQ(next_group(Desk(stage).hands(), kAxis), 2);
  stage.truth().mutable_standing()->add_reinforcement_axis(2);
  EXPECT_EQ(next_group(Desk(stage).hands(), kAxis), 3);
}

// -- 12.6 --

TEST(Rule12_6, GroundOffensiveIsShownAndAnotherChitDrawn) {
  Opening opening(open_without_ice("pq12"), calm().give(Draw::kChit, {16, 0, 0}));  // Q, A; then B
  EXPECT_EQ(opening.own(kAllied).chit(), "A");
  EXPECT_EQ(opening.own(kAxis).chit(), "B");
  ASSERT_EQ(opening.truth().standing().shown_size(), 1);
  EXPECT_EQ(opening.truth().standing().shown(0).letter(), "Q");
  EXPECT_EQ(opening.told(kAxis, "report.chit.ground_offensive"), 1);
}

}  // namespace
}  // namespace wardroom::pq17
