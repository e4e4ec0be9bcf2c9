// Surface battles [Battle, Night, Flee].
#include "tests/titles/murmansk/rules/rules.h"

namespace wardroom::murmansk {
namespace {

// -- who meets whom --

TEST(RulingM21, GroupsMeetWhereOneEntersTheOthersPosition) {
  Scene scene(2);
  scene.pulse(1);
  const Key raider = scene.axis({"hipper"}, "t06");
  scene.allied({"norfolk"}, "t05");
  scene.play({1, 2});
  scene.answer(kAxis, Verb::MOVE, raider, at("t05"));
  scene.done(kAxis);
  EXPECT_TRUE(scene.seen().has_battle());  // at once, though both could still move on
  EXPECT_EQ(scene.seen().battle().place(), at("t05"));
}

TEST(RulingM46, ByDayAllAreSeenDummiesGoAndTheOwnerSaysWhoFights) {
  Scene scene(2);
  scene.pulse(4);
  const Key one = scene.allied({"norfolk"}, "t05");
  const Key two = scene.allied({"london"}, "t05");
  const Key dummy = scene.dummy(kAllied, "t05");
  const Key raider = scene.axis({"hipper"}, "t05");
  scene.play({});
  scene.done(kAllied);
  EXPECT_EQ(scene.marker_of(kAllied, dummy), nullptr);
  for (Key key : {one, two}) EXPECT_TRUE(scene.marker_of(kAllied, key)->contacted());
  EXPECT_TRUE(scene.marker_of(kAxis, raider)->contacted());
  EXPECT_EQ(scene.asks(kAllied), Kind::FIGHTING_GROUP);
  scene.answer(kAllied, Verb::FIGHT_WITH, scene.number(kAllied, two));
  EXPECT_EQ(scene.seen().battle().ship_size(), 2);
  EXPECT_EQ(scene.seen().battle().ship(0).id(), "ship.london");
  scene.expect_views();
}

// The menu of who fights, and its standing order.
Action by_standing_order(const Scene& scene, std::uint32_t way) {
  return the_title()->react(scene.view(Viewer::kFirst), scene.menu(kAllied), way);
}

TEST(RuleBattle, ByStandingOrderTheStrongestWarshipsFightOrTheWeakest) {
  constexpr std::uint32_t kStrongest = 7;
  constexpr std::uint32_t kWeakest = 8;
  Scene scene(2);
  scene.pulse(4);
  scene.convoy({}, "t05");
  const Key weak = scene.allied({"division_1", "division_2", "division_3"}, "t05");
  const Key strong = scene.allied({"king_george_v"}, "t05");
  scene.axis({"hipper"}, "t05");
  scene.play({});
  scene.done(kAllied);
  ASSERT_EQ(scene.offered(kAllied, Verb::FIGHT_WITH), 3);
  EXPECT_EQ(by_standing_order(scene, kStrongest).at<Number>(0), scene.number(kAllied, strong));
  EXPECT_EQ(by_standing_order(scene, kWeakest).at<Number>(0), scene.number(kAllied, weak));
}

TEST(RuleBattle, DamageIsCountedInTheStrengthOfAGroup) {
  Scene scene(2);
  scene.pulse(4);
  scene.allied({"norfolk"}, "t05");
  const Key sound = scene.allied({"london"}, "t05");
  scene.axis({"hipper"}, "t05");
  scene.damage("norfolk");
  scene.play({});
  scene.done(kAllied);
  EXPECT_EQ(by_standing_order(scene, 7).at<Number>(0), scene.number(kAllied, sound));
}

TEST(RuleBattle, AtNightChanceSaysWhoFightsAndADummyIsNoBattle) {
  for (int drawn : {1, 2}) {
    Scene scene(1);
    scene.pulse(4, Light::NIGHT);
    const Key dummy = scene.dummy(kAllied, "t05");
    const Key group = scene.allied({"norfolk"}, "t05");
    scene.axis({"hipper"}, "t05");
    scene.play({drawn, 1});  // the second is for the next period, or for nothing
    scene.done(kAllied);
    EXPECT_EQ(scene.seen().has_battle(), drawn == 2);
    EXPECT_EQ(scene.marker_of(kAllied, dummy) == nullptr, drawn == 1);
    EXPECT_EQ(scene.marker_of(kAllied, group)->contacted(), drawn == 2);
  }
}

TEST(RulingM33, BattlesAreFoughtInTheOrderOfPositions) {
  Scene scene(2);
  scene.pulse(4);
  scene.allied({"norfolk"}, "t05");
  scene.axis({"hipper"}, "t05");
  scene.allied({"london"}, "s04");
  scene.axis({"scheer"}, "s04");
  scene.play({1, 1});
  scene.done(kAllied);
  EXPECT_EQ(scene.seen().battle().place(), at("s04"));
  scene.pass(Kind::AREAS, Verb::ENOUGH);
  scene.pass(Kind::GUNS, Verb::HOLD_FIRE);
  scene.pass(Kind::FLIGHT, Verb::BREAK_OFF);
  scene.answer(kAxis, Verb::RETREAT_TO, at("r03"));
  EXPECT_EQ(scene.seen().battle().place(), at("t05"));
}

// -- areas and rounds --

// One group of each side by Day in t05; the Germans came from t06, the Allies from t04.
Scene meeting_of(std::initializer_list<const char*> allied, std::initializer_list<const char*> axis,
                 std::initializer_list<int> dice, int turn = 2) {
  Scene scene(turn);
  scene.pulse(4);
  const Key first = scene.allied(allied, "t05");
  scene.set_up().group(kAllied, first).set_from(at("t04"));
  const Key second = scene.axis(axis, "t05");
  scene.set_up().group(kAxis, second).set_from(at("t06"));
  scene.play(dice);
  scene.done(kAllied);
  return scene;
}

std::uint32_t area_of(const Scene& scene, const std::string& id) {
  for (const v1::BattleBoard::Ship& each : scene.seen().battle().ship()) {
    if (each.id() == (id.empty() ? "" : "ship." + id)) return each.area();
  }
  return 0;
}

void next_round(Scene& scene) {
  scene.pass(Kind::FLIGHT, Verb::FIGHT_ON);
  scene.pass(Kind::RELOCATE, Verb::ENOUGH);
}

TEST(RuleBattle, ShipsAreArrangedInScreeningAndScreenedAreas) {
  Scene scene = meeting_of({"norfolk", "division_1"}, {"hipper", "z_1"}, {1, 2});
  EXPECT_EQ(area_of(scene, "norfolk"), screened(kAllied));
  EXPECT_EQ(area_of(scene, "division_1"), screening(kAllied));
  EXPECT_EQ(area_of(scene, "hipper"), screened(kAxis));
  EXPECT_EQ(scene.asks(kAllied), Kind::AREAS);
  scene.answer(kAllied, Verb::SHIFT, ship("norfolk"), screening(kAllied));
  scene.answer(kAllied, Verb::ENOUGH);
  EXPECT_EQ(area_of(scene, "norfolk"), screening(kAllied));
  EXPECT_EQ(scene.asks(kAxis), Kind::AREAS);
}

TEST(RuleBattle, TheHigherDieFiresFirst) {
  for (const auto& [allied, axis] : {std::pair{2, 1}, std::pair{1, 2}}) {
    Scene scene = meeting_of({"norfolk"}, {"hipper"}, {allied, axis});
    scene.pass(Kind::AREAS, Verb::ENOUGH);
    EXPECT_EQ(scene.asks(kAllied) == Kind::GUNS, allied > axis);
    EXPECT_EQ(scene.asks(kAxis) == Kind::GUNS, axis > allied);
  }
}

TEST(RuleBattle, EqualDiceAreFiredAtTheSameTime) {
  Scene scene = meeting_of({"norfolk"}, {"hipper"}, {3, 3, 6, 6});
  scene.pass(Kind::AREAS, Verb::ENOUGH);
  scene.answer(kAllied, Verb::FIRE, ship("norfolk"), ship("hipper"));
  EXPECT_FALSE(scene.face("hipper").damaged());
  scene.answer(kAxis, Verb::FIRE, ship("hipper"), ship("norfolk"));
  EXPECT_EQ(scene.said("murmansk.report.attack", "column"), "murmansk.column.zero");  // not yet Damaged
  EXPECT_TRUE(scene.face("hipper").damaged());
  EXPECT_TRUE(scene.face("norfolk").damaged());
  EXPECT_TRUE(scene.used_up());
}

TEST(RuleBattle, TorpedoesAreFiredFirstAtTheNextAreaAndOnce) {
  Scene scene = meeting_of({"division_1"}, {"z_1"}, {1, 2, 1, 1, 2});
  scene.pass(Kind::AREAS, Verb::ENOUGH);
  EXPECT_EQ(scene.asks(kAxis), Kind::TORPEDOES);
  scene.answer(kAxis, Verb::FIRE, ship("z_1"), ship("division_1"));
  EXPECT_EQ(scene.said("murmansk.report.attack", "column"), "murmansk.column.plus_1");
  EXPECT_EQ(scene.view(Viewer::kFirst).board().unit(static_cast<int>(ship("z_1")) - 1).torpedoes(), 1u);
  EXPECT_EQ(scene.asks(kAllied), Kind::TORPEDOES);
  scene.answer(kAllied, Verb::HOLD_FIRE);
  EXPECT_EQ(scene.asks(kAxis), Kind::GUNS);
  scene.pass(Kind::GUNS, Verb::HOLD_FIRE);
  next_round(scene);
  EXPECT_EQ(scene.asks(kAxis), Kind::UNSPECIFIED);  // she has none left; the Allies have
  EXPECT_EQ(scene.asks(kAllied), Kind::TORPEDOES);
}

TEST(RuleBattle, SClassDestroyersFireTorpedoesTwice) {
  Scene scene = meeting_of({"s_class"}, {"z_1"}, {2, 1, 1, 2, 1, 1, 2, 1}, 7);
  scene.pass(Kind::AREAS, Verb::ENOUGH);
  for (int round = 1; round <= 2; ++round) {
    ASSERT_EQ(scene.asks(kAllied), Kind::TORPEDOES) << round;
    scene.answer(kAllied, Verb::FIRE, ship("s_class"), ship("z_1"));
    scene.pass(Kind::TORPEDOES, Verb::HOLD_FIRE);
    scene.pass(Kind::GUNS, Verb::HOLD_FIRE);
    next_round(scene);
  }
  EXPECT_EQ(scene.asks(kAllied), Kind::UNSPECIFIED);
  EXPECT_EQ(scene.face("s_class").torpedoes(), 2u);
  EXPECT_TRUE(scene.used_up());
}

TEST(RulingM44, TorpedoesAreCountedByConvoy) {
  Scene scene(2);
  scene.set_up().face(ship("z_1")).set_torpedoes(1);
  scene.pulse(4);
  scene.allied({"division_1"}, "t05");
  scene.axis({"z_1"}, "t05");
  scene.play({1, 2});
  scene.done(kAllied);
  scene.pass(Kind::AREAS, Verb::ENOUGH);
  EXPECT_EQ(scene.asks(kAxis), Kind::UNSPECIFIED);  // fired in another battle against this convoy
  EXPECT_EQ(scene.asks(kAllied), Kind::TORPEDOES);
  begin_convoy(scene.set_up());
  EXPECT_EQ(scene.set_up().face(ship("z_1")).torpedoes(), 0u);
}

TEST(RuleBattle, RangesAreOneTwoAndThreeAreas) {
  Scene scene(2);
  const Campaign& c = scene.set_up();
  for (const char* id : {"z_1", "division_1", "s_class"}) EXPECT_EQ(gun_range(c, ship(id)), 1) << id;
  for (const char* id : {"sheffield", "scylla", "ulysses", "koeln", "mob_4", "mob_5"})
    EXPECT_EQ(gun_range(c, ship(id)), 2) << id;
  for (const char* id : {"norfolk", "scheer", "scharnhorst", "tirpitz", "king_george_v"})
    EXPECT_EQ(gun_range(c, ship(id)), 3) << id;
  EXPECT_EQ(gun_range(c, ship("victorious")), 0);
}

TEST(RuleBattle, KingGeorgeVMisfiresAfterTheFirstRound) {
  for (int die = 1; die <= 3; ++die) {
    Scene scene(2);
    scene = die <= 2 ? meeting_of({"king_george_v"}, {"tirpitz"}, {2, 1, 1, 2, 1, die})
                     : meeting_of({"king_george_v"}, {"tirpitz"}, {2, 1, 1, 2, 1, die, 6});
    scene.pass(Kind::AREAS, Verb::ENOUGH);
    scene.answer(kAllied, Verb::FIRE, ship("king_george_v"), ship("tirpitz"));
    EXPECT_EQ(scene.told(Viewer::kSecond, "murmansk.report.no_misfire"), 0);  // no die in the first round
    scene.answer(kAxis, Verb::HOLD_FIRE);
    next_round(scene);
    scene.answer(kAllied, Verb::FIRE, ship("king_george_v"), ship("tirpitz"));
    EXPECT_EQ(scene.told(Viewer::kSecond, "murmansk.report.misfire"), die <= 2 ? 1 : 0) << die;
    EXPECT_EQ(scene.face("tirpitz").damaged(), die == 3) << die;
    EXPECT_TRUE(scene.used_up());
  }
}

TEST(RuleBattle, KoelnIsWeaklyBuilt) {
  Scene scene(2);
  scene.pulse(4);
  EXPECT_EQ(gun_column(scene.set_up(), ship("norfolk"), ship("koeln")), 2);
  EXPECT_EQ(gun_column(scene.set_up(), ship("norfolk"), ship("nuernberg")), 1);
  EXPECT_EQ(torpedo_column(scene.set_up(), ship("division_1"), ship("koeln")), 4);
}

TEST(RulingM31, ScreenedShipsAreSafeWhileTheirScreeningAreaIsHeld) {
  Scene scene = meeting_of({"norfolk", "division_1"}, {"tirpitz"}, {1, 2, 6, 2, 1});
  scene.pass(Kind::AREAS, Verb::ENOUGH);
  EXPECT_FALSE(scene.offers(kAxis, Verb::FIRE, ship("tirpitz"), ship("norfolk")));
  scene.answer(kAxis, Verb::FIRE, ship("tirpitz"), ship("division_1"));
  EXPECT_EQ(scene.face("division_1").state(), State::LOST);
  EXPECT_TRUE(scene.offers(kAllied, Verb::FIRE, ship("norfolk"), ship("tirpitz")));  // nobody screens her
  scene.pass(Kind::GUNS, Verb::HOLD_FIRE);
  next_round(scene);
  scene.pass(Kind::GUNS, Verb::HOLD_FIRE);
  EXPECT_TRUE(scene.used_up());
}

TEST(RulingM31, AShipThatIsLeftAloneMayBeFiredAtFromAfar) {
  Scene scene = meeting_of({"norfolk"}, {"tirpitz"}, {1, 2});
  scene.pass(Kind::AREAS, Verb::ENOUGH);
  EXPECT_TRUE(scene.offers(kAxis, Verb::FIRE, ship("tirpitz"), ship("norfolk")));
}

TEST(RulingM32, OneAreaARoundAndAcrossIntoAnEmptyScreeningArea) {
  Scene scene = meeting_of({"norfolk"}, {"hipper", "z_1"}, {1, 2, 1, 1, 2});
  scene.pass(Kind::AREAS, Verb::ENOUGH);
  scene.answer(kAxis, Verb::FIRE, ship("hipper"), ship("norfolk"));
  scene.pass(Kind::GUNS, Verb::HOLD_FIRE);
  scene.pass(Kind::FLIGHT, Verb::FIGHT_ON);
  EXPECT_EQ(scene.asks(kAllied), Kind::RELOCATE);
  EXPECT_TRUE(scene.offers(kAllied, Verb::SHIFT, ship("norfolk"), screening(kAllied)));
  scene.answer(kAllied, Verb::ENOUGH);
  EXPECT_FALSE(scene.offers(kAxis, Verb::SHIFT, ship("hipper"), screening(kAllied)));  // two areas
  EXPECT_TRUE(scene.offers(kAxis, Verb::SHIFT, ship("hipper"), screening(kAxis)));
  scene.answer(kAxis, Verb::SHIFT, ship("z_1"), screening(kAllied));
  EXPECT_EQ(area_of(scene, "z_1"), screening(kAllied));
  EXPECT_FALSE(scene.offers(kAxis, Verb::SHIFT, ship("z_1"), screening(kAxis)));  // once
}

TEST(RulingM32, WhoseScreeningAreaIsEmptyMayFillItBeforeAnEnemyEnters) {
  for (const bool fills : {true, false}) {
    Scene scene = meeting_of({"norfolk", "division_1"}, {"hipper"}, {1, 2, 1, 1, 2});
    scene.pass(Kind::AREAS, Verb::ENOUGH);
    scene.answer(kAxis, Verb::FIRE, ship("hipper"), ship("division_1"));
    scene.pass(Kind::GUNS, Verb::HOLD_FIRE);
    scene.pass(Kind::FLIGHT, Verb::FIGHT_ON);
    EXPECT_EQ(scene.asks(kAxis), Kind::RELOCATE);
    if (fills) scene.answer(kAxis, Verb::SHIFT, ship("hipper"), screening(kAxis));
    if (!fills) scene.answer(kAxis, Verb::ENOUGH);
    EXPECT_EQ(scene.asks(kAllied), Kind::RELOCATE);
    EXPECT_EQ(scene.offers(kAllied, Verb::SHIFT, ship("division_1"), screening(kAxis)), !fills);
  }
}

TEST(RulingM32, NobodyEntersAScreeningAreaThatIsHeld) {
  Scene scene = meeting_of({"division_1"}, {"z_1"}, {1, 2, 1});
  scene.pass(Kind::AREAS, Verb::ENOUGH);
  scene.answer(kAxis, Verb::FIRE, ship("z_1"), ship("division_1"));
  scene.pass(Kind::TORPEDOES, Verb::HOLD_FIRE);
  scene.pass(Kind::GUNS, Verb::HOLD_FIRE);
  scene.pass(Kind::FLIGHT, Verb::FIGHT_ON);
  scene.answer(kAllied, Verb::ENOUGH);
  EXPECT_FALSE(scene.offers(kAxis, Verb::SHIFT, ship("z_1"), screening(kAllied)));
}

TEST(RulingM23, FreightersAreScreenedAndFiredAtAsTheConvoy) {
  Scene scene(2);
  scene.pulse(4);
  scene.convoy({"division_1"}, "t05");
  scene.axis({"hipper"}, "t05");
  scene.play({1, 2});
  scene.done(kAllied);
  EXPECT_EQ(area_of(scene, ""), screened(kAllied));
  scene.pass(Kind::AREAS, Verb::ENOUGH);
  EXPECT_FALSE(scene.offers(kAxis, Verb::FIRE, ship("hipper"), kFreighters));
  EXPECT_TRUE(scene.offers(kAxis, Verb::FIRE, ship("hipper"), ship("division_1")));
}

TEST(RulingM38, ABattleEndsAfterTenRounds) {
  Scene scene = meeting_of({"norfolk"}, {"hipper"},
                           {2, 1, 1, 2, 1, 1, 2, 1, 1, 2, 1, 1, 2, 1, 1, 2, 1, 1, 2, 1, 1, 2, 1, 1, 2, 1, 1, 2, 1, 1});
  scene.pass(Kind::AREAS, Verb::ENOUGH);
  for (int round = 1; round <= 10; ++round) {
    ASSERT_EQ(scene.asks(kAllied), Kind::GUNS) << round;
    scene.answer(kAllied, Verb::FIRE, ship("norfolk"), ship("hipper"));
    scene.answer(kAxis, Verb::HOLD_FIRE);
    if (round < 10) next_round(scene);
  }
  EXPECT_EQ(scene.asks(kAxis), Kind::RETREAT);
  EXPECT_EQ(scene.told(Viewer::kFirst, "murmansk.report.break_off"), 1);
  EXPECT_TRUE(scene.used_up());
}

TEST(RulingM38, WhoHoldsHisFireFightsOn) {
  Scene scene = meeting_of({"norfolk"}, {"hipper"}, {2, 1, 2, 1});
  scene.pass(Kind::AREAS, Verb::ENOUGH);
  scene.pass(Kind::GUNS, Verb::HOLD_FIRE);
  EXPECT_EQ(scene.asks(kAxis), Kind::FLIGHT);
  next_round(scene);
  EXPECT_EQ(scene.asks(kAllied), Kind::GUNS);
  EXPECT_EQ(scene.seen().battle().round(), 2u);
  EXPECT_EQ(scene.told(Viewer::kFirst, "murmansk.report.break_off"), 0);
}

TEST(RulingM38, ItIsOverAfterARoundInWhichNobodyCouldFire) {
  Scene scene = meeting_of({"victorious"}, {"z_1"}, {2, 1, 1, 2});
  scene.answer(kAllied, Verb::ENOUGH);
  scene.answer(kAxis, Verb::SHIFT, ship("z_1"), screened(kAxis));
  scene.pass(Kind::AREAS, Verb::ENOUGH);
  EXPECT_EQ(scene.asks(kAxis), Kind::RETREAT);
  EXPECT_EQ(scene.told(Viewer::kFirst, "murmansk.report.break_off"), 1);
}

TEST(RulingM22, AtNightDestroyersFireAColumnBetterAndAreHitAColumnWorse) {
  Scene scene(1);
  scene.pulse(4, Light::NIGHT, true);
  const Campaign& c = scene.set_up();
  EXPECT_EQ(gun_column(c, ship("division_1"), ship("hipper")), -1);
  EXPECT_EQ(torpedo_column(c, ship("division_1"), ship("hipper")), 3);
  EXPECT_EQ(gun_column(c, ship("hipper"), ship("division_1")), -1);
  EXPECT_EQ(torpedo_column(c, ship("hipper"), ship("division_1")), 0);
  EXPECT_EQ(gun_column(c, ship("z_1"), ship("division_1")), 0);
  EXPECT_EQ(gun_column(c, ship("hipper"), ship("norfolk")), 0);
}

// -- flight --

// A round in which the German side fires once and nothing is hit.
Scene after_a_round(std::initializer_list<const char*> allied, std::initializer_list<const char*> axis,
                    const char* firer, const char* target) {
  Scene scene = meeting_of(allied, axis, {1, 2, 1, 1, 2});
  scene.pass(Kind::AREAS, Verb::ENOUGH);
  scene.pass(Kind::TORPEDOES, Verb::HOLD_FIRE);
  scene.answer(kAxis, Verb::FIRE, ship(firer), ship(target));
  scene.pass(Kind::GUNS, Verb::HOLD_FIRE);
  return scene;
}

TEST(RuleFlee, TheGermansDecideFirstAndGoBackWhereTheyCameFrom) {
  Scene scene = after_a_round({"norfolk"}, {"hipper"}, "hipper", "norfolk");
  EXPECT_EQ(scene.asks(kAxis), Kind::FLIGHT);
  EXPECT_FALSE(scene.asked(kAllied));
  scene.answer(kAxis, Verb::FLEE);
  EXPECT_EQ(scene.asks(kAxis), Kind::RETREAT);
  for (const char* place : {"t06", "s06", "s07", "t07", "u06", "u07"})
    EXPECT_TRUE(scene.offers(kAxis, Verb::RETREAT_TO, at(place))) << place;
  for (const char* place : {"t05", "t04", "s05"}) EXPECT_FALSE(scene.offers(kAxis, Verb::RETREAT_TO, at(place)));
  scene.answer(kAxis, Verb::RETREAT_TO, at("t07"));
  EXPECT_FALSE(scene.seen().has_battle());
  EXPECT_EQ(scene.marker_of(kAxis, scene.unit("hipper").group())->place(), at("t07"));
  EXPECT_EQ(scene.told(Viewer::kFirst, "murmansk.report.axis_flee"), 1);
}

TEST(RuleFlee, NotWhereAnEnemyIs) {
  Scene scene(2);
  scene.pulse(4);
  scene.allied({"norfolk"}, "t05");
  scene.allied({"london"}, "t06");
  const Key raider = scene.axis({"hipper"}, "t05");
  scene.set_up().group(kAxis, raider).set_from(at("t06"));
  scene.play({1, 2, 1});
  scene.done(kAllied);
  scene.pass(Kind::AREAS, Verb::ENOUGH);
  scene.answer(kAxis, Verb::FIRE, ship("hipper"), ship("norfolk"));
  scene.pass(Kind::GUNS, Verb::HOLD_FIRE);
  scene.answer(kAxis, Verb::FLEE);
  EXPECT_FALSE(scene.offers(kAxis, Verb::RETREAT_TO, at("t06")));
  EXPECT_TRUE(scene.offers(kAxis, Verb::RETREAT_TO, at("s06")));
}

TEST(RuleFlee, DamagedShipsStayBehind) {
  Scene scene(2);
  scene.pulse(4);
  scene.allied({"norfolk"}, "t05");
  const Key raider = scene.axis({"hipper", "scheer"}, "t05");
  scene.set_up().group(kAxis, raider).set_from(at("t06"));
  scene.damage("hipper");
  scene.play({1, 2, 1, 1, 2});
  scene.done(kAllied);
  scene.pass(Kind::AREAS, Verb::ENOUGH);
  scene.answer(kAxis, Verb::FIRE, ship("scheer"), ship("norfolk"));
  scene.pass(Kind::GUNS, Verb::HOLD_FIRE);
  scene.answer(kAxis, Verb::FLEE);
  scene.answer(kAxis, Verb::RETREAT_TO, at("t06"));
  EXPECT_EQ(scene.marker_of(kAxis, scene.unit("scheer").group())->place(), at("t06"));
  EXPECT_EQ(scene.marker_of(kAxis, scene.unit("hipper").group())->place(), at("t05"));
  EXPECT_TRUE(scene.seen().has_battle());
  EXPECT_EQ(area_of(scene, "scheer"), 0u);
  scene.expect_views();
}

// Ships that cover the Convoy flee; it is left to the enemy.
Scene convoy_left_behind(std::initializer_list<int> dice) {
  Scene scene(2);
  scene.pulse(4);
  const Key convoy = scene.convoy({"norfolk"}, "t05");
  scene.set_up().group(kAllied, convoy).set_from(at("t04"));
  scene.axis({"tirpitz"}, "t05");
  scene.board().set_freighters(4);
  scene.play(dice);
  scene.done(kAllied);
  scene.pass(Kind::AREAS, Verb::ENOUGH);
  scene.answer(kAxis, Verb::FIRE, ship("tirpitz"), ship("norfolk"));
  scene.pass(Kind::GUNS, Verb::HOLD_FIRE);
  scene.answer(kAxis, Verb::FIGHT_ON);
  scene.answer(kAllied, Verb::FLEE);
  EXPECT_FALSE(scene.offers(kAllied, Verb::SCATTER));  // not before one more round
  scene.answer(kAllied, Verb::RETREAT_TO, at("t04"));
  scene.pass(Kind::RELOCATE, Verb::ENOUGH);
  return scene;
}

TEST(RuleFlee, FreightersStayAndAfterOneMoreRoundTheConvoyMayScatter) {
  Scene scene = convoy_left_behind({1, 2, 1, 1, 2, 3, 1, 2, 3});
  EXPECT_EQ(scene.marker_of(kAllied, scene.unit("norfolk").group())->place(), at("t04"));
  scene.answer(kAxis, Verb::FIRE, ship("tirpitz"), kFreighters);
  EXPECT_EQ(scene.seen().freighters(), 3u);
  EXPECT_EQ(scene.asks(kAllied), Kind::SCATTER_AFTER_FLIGHT);
  scene.answer(kAllied, Verb::SCATTER);
  EXPECT_EQ(scene.seen().freighters(), 2u);
  EXPECT_EQ(scene.seen().loads(), 2u);
  EXPECT_TRUE(scene.seen().over());
  EXPECT_EQ(scene.asks(kAxis), Kind::RETURN);
  EXPECT_TRUE(scene.used_up());
}

TEST(RulingM47, WhatIsLeftBehindFightsOnUntilItIsLetGo) {
  Scene scene = convoy_left_behind({1, 2, 1, 1, 2, 1, 1});
  scene.answer(kAxis, Verb::FIRE, ship("tirpitz"), kFreighters);
  scene.answer(kAllied, Verb::GO_ON);
  EXPECT_FALSE(scene.offers(kAllied, Verb::FLEE));
  scene.answer(kAxis, Verb::BREAK_OFF);  // by himself: nobody on the other side can say no
  scene.answer(kAllied, Verb::FIGHT_ON);
  EXPECT_EQ(scene.told(Viewer::kFirst, "murmansk.report.break_off"), 1);
}

TEST(RulingM47, WithoutAPositionNobodyFlees) {
  Scene scene(2);
  scene.pulse(4);
  scene.allied({"norfolk"}, "s11");
  const Key raider = scene.axis({"hipper"}, "s11");
  scene.set_up().group(kAxis, raider).set_from(at("t10"));  // out of Kirkenes
  scene.allied({"london"}, "s10");
  scene.play({1, 2, 1});
  scene.done(kAllied);
  scene.pass(Kind::AREAS, Verb::ENOUGH);
  scene.answer(kAxis, Verb::FIRE, ship("hipper"), ship("norfolk"));
  scene.pass(Kind::GUNS, Verb::HOLD_FIRE);
  EXPECT_EQ(scene.asks(kAxis), Kind::FLIGHT);
  EXPECT_FALSE(scene.offers(kAxis, Verb::FLEE));
  EXPECT_TRUE(scene.offers(kAxis, Verb::FIGHT_ON));
}

TEST(RuleFlee, BreakingOffNeedsBothAndTheGermansRetreat) {
  Scene scene = after_a_round({"norfolk"}, {"hipper"}, "hipper", "norfolk");
  scene.answer(kAxis, Verb::BREAK_OFF);
  scene.answer(kAllied, Verb::FIGHT_ON);
  EXPECT_EQ(scene.asks(kAllied), Kind::RELOCATE);  // it goes on
  Scene agreed = after_a_round({"norfolk"}, {"hipper"}, "hipper", "norfolk");
  agreed.answer(kAxis, Verb::BREAK_OFF);
  agreed.answer(kAllied, Verb::BREAK_OFF);
  EXPECT_EQ(agreed.asks(kAxis), Kind::RETREAT);
}

}  // namespace
}  // namespace wardroom::murmansk
