// Worked examples MX-01 to MX-29, through the menus, with every die used up and what each viewer has.
#include "tests/titles/murmansk/rules/rules.h"

namespace wardroom::murmansk {
namespace {

// -- seasons --

// The Convoy is in Murmansk in the last season, and the period ends.
v1::SeasonResult season_after(Scene& scene) {
  scene.done(kAllied);
  scene.pass(Kind::PULSE, Verb::DONE);
  scene.pass(Kind::WINDOW, Verb::DONE);
  scene.pass(Kind::MORE, Verb::DONE);
  EXPECT_TRUE(scene.over());
  EXPECT_TRUE(scene.used_up());
  scene.expect_views();
  return scene.seen().season(0);
}

TEST(ExampleMx01, DeliveryAndGneisenauBeatKingGeorgeV) {
  Scene scene(9);
  scene.pulse(1);
  scene.convoy({}, "t11");
  scene.board().set_freighters(8);
  const Key battleship = scene.allied({"king_george_v"}, "t07");
  scene.allied({"victorious"}, "t05");
  const Key raider = scene.axis({"gneisenau"}, "t06");
  scene.damage("king_george_v");
  scene.damage("gneisenau");
  scene.play({5, 1, 5, 1});  // bombs and flak, twice
  scene.answer(kAxis, Verb::RAID, 2, scene.number(kAllied, battleship));
  scene.answer(kAxis, Verb::HIT_SHIP, ship("king_george_v"), 0);
  scene.done(kAxis);
  scene.answer(kAllied, Verb::RAID, 3, scene.number(kAxis, raider));
  scene.answer(kAllied, Verb::HIT_SHIP, ship("gneisenau"), 0);
  const v1::SeasonResult result = season_after(scene);
  EXPECT_EQ(result.allied(), 2u);
  EXPECT_EQ(result.axis(), 1u);
  EXPECT_EQ(scene.told(Viewer::kSecond, "murmansk.report.season_allied"), 1);
}

TEST(ExampleMx04, SevenLoadsAreTheGermansPoint) {
  Scene scene(9);
  scene.pulse(4);
  scene.convoy({}, "t11");
  scene.board().set_freighters(7);
  scene.play({});
  const v1::SeasonResult result = season_after(scene);
  EXPECT_EQ(result.loads(), 7u);
  EXPECT_EQ(result.allied(), 0u);
  EXPECT_EQ(result.axis(), 1u);
}

// The Germans deploy, the Allies choose; cruisers are drawn with so many dice.
Scene forces_against(std::initializer_list<const char*> in_norway, std::initializer_list<int> dice) {
  Scene scene(1);
  for (const char* id : in_norway) scene.in_base(id, "x06");
  scene.phase(Phase::DEPLOY);
  scene.play(dice);
  scene.answer(kAxis, Verb::BASE_AIR, 1, at("t09"));
  scene.answer(kAxis, Verb::BASE_AIR, 2, at("t09"));
  scene.answer(kAxis, Verb::START_PACK, at("r10"));
  EXPECT_EQ(scene.asks(kAllied), Kind::ORGANISE);
  EXPECT_TRUE(scene.used_up());
  scene.expect_views();
  return scene;
}

int sailing(const Scene& scene, bool (*what)(const v1::Ship&)) {
  const v1::Own own = scene.view(Viewer::kFirst).own();
  return static_cast<int>(std::ranges::count_if(own.unit(), [&](const v1::Unit& unit) {
    return unit.chosen() && what(the_box().ship(the_box().ship_number(unit.id())));
  }));
}

bool battleship_or_cruiser(const v1::Ship& ship) { return ship.capital() && !ship.squadron(); }

TEST(ExampleMx02, OneCapitalShipMoreThanTheGermans) {
  const Scene scene = forces_against({"tirpitz", "scharnhorst", "gneisenau"}, {1});
  EXPECT_EQ(scene.view(Viewer::kSecond).board().capital_quota(), 4u);
  EXPECT_EQ(sailing(scene, battleship_or_cruiser), 4);
}

TEST(ExampleMx03, PocketBattleshipsCountAsCruisers) {
  const Scene scene = forces_against({"luetzow", "scheer", "hipper"}, {1, 1, 1, 1});
  EXPECT_EQ(scene.view(Viewer::kSecond).board().cruiser_quota(), 4u);
  EXPECT_EQ(scene.seen().capital_quota(), 1u);
  EXPECT_EQ(sailing(scene, [](const v1::Ship& ship) { return ship.cruiser(); }), 4);
}

State::Kind after_transit(int turn, int die) {
  Scene scene(turn);
  scene.set_up().face(ship("scharnhorst")).set_state(State::READY);
  scene.set_up().clock().set_phase(v1::Phase::TRANSIT);
  scene.play({die});
  EXPECT_TRUE(scene.used_up());
  scene.expect_views();
  EXPECT_TRUE(scene.asked(kAxis));  // about repairs
  EXPECT_EQ(scene.view(Viewer::kFirst).board().unit(static_cast<int>(ship("scharnhorst")) - 1).state(),
            scene.face("scharnhorst").state());
  return scene.face("scharnhorst").state();
}

TEST(ExampleMx05, ShipsGoNorthMoreEasilyEveryYear) {
  EXPECT_EQ(after_transit(1, 3), State::NORWAY);
  EXPECT_EQ(after_transit(1, 4), State::READY);
  EXPECT_EQ(after_transit(1, 6), State::REPAIR);
  EXPECT_EQ(after_transit(5, 4), State::NORWAY);
  EXPECT_EQ(after_transit(5, 6), State::READY);
  EXPECT_EQ(after_transit(9, 5), State::NORWAY);
  EXPECT_EQ(after_transit(9, 6), State::READY);
}

TEST(ExampleMx06, AShipDestroyedInTheDockyardIsNoPoint) {
  Scene scene(1);
  scene.set_up().clock().set_phase(v1::Phase::REPAIR);
  scene.play({6});
  scene.answer(kAxis, make_action(Verb::MEND, ship("gneisenau")));
  EXPECT_EQ(scene.face("gneisenau").state(), State::LOST);
  EXPECT_EQ(scene.seen().allied_points(), 0u);
  EXPECT_TRUE(scene.used_up());
  scene.expect_views();
}

// -- fuel --

TEST(ExampleMx07, FiveFactorsAreTwoBattleshipsAndDestroyers) {
  Scene scene(4);
  for (const char* id : {"tirpitz", "scharnhorst", "scheer", "z_1"}) scene.in_base(id, "t09");
  scene.convoy({}, "s02");
  scene.phase(Phase::FUEL);
  scene.play({5, 1});  // fuel, and the weather
  scene.answer(kAxis, Verb::ASK_FUEL);
  EXPECT_EQ(scene.said("murmansk.report.fuel", "factors"), "5");
  EXPECT_EQ(scene.told(Viewer::kFirst, "murmansk.report.fuel"), 0);
  scene.answer(kAllied, Verb::GO_ON);
  scene.answer(kAxis, make_action(Verb::SAIL, at("t09")));
  scene.answer(kAxis, make_action(Verb::TAKE, ship("tirpitz")));
  scene.answer(kAxis, make_action(Verb::TAKE, ship("scharnhorst")));
  EXPECT_TRUE(scene.offers(kAxis, make_action(Verb::TAKE, ship("scheer"))));
  scene.answer(kAxis, make_action(Verb::TAKE, ship("z_1")));
  EXPECT_FALSE(scene.offers(kAxis, make_action(Verb::TAKE, ship("scheer"))));
  EXPECT_TRUE(scene.offers(kAxis, make_action(Verb::SET_OUT, at("t09"), at("s10"))));
  EXPECT_TRUE(scene.used_up());
  scene.expect_views();
}

TEST(ExampleMx08, ASecondConvoyHasHalfTheFuelRoundedUp) {
  Scene scene(4);
  for (const char* id : {"tirpitz", "scheer", "hipper"}) scene.in_base(id, "t09");
  scene.convoy({}, "s02");
  scene.set_up().own(kAxis).set_fuel(5);
  scene.set_up().own(kAxis).set_fuel_known(true);
  scene.set_up().clock().set_convoy(2);
  scene.phase(Phase::FUEL);
  scene.play({1, 1});  // a fuel die that does not count, and the weather
  scene.answer(kAxis, Verb::ASK_FUEL);
  EXPECT_EQ(scene.said("murmansk.report.fuel", "factors"), "3");
  EXPECT_EQ(scene.told(Viewer::kFirst, "murmansk.report.fuel"), 0);
  scene.answer(kAllied, Verb::GO_ON);
  scene.answer(kAxis, Verb::SAIL, at("t09"));
  scene.answer(kAxis, Verb::TAKE, ship("tirpitz"));
  EXPECT_TRUE(scene.offers(kAxis, Verb::TAKE, ship("hipper")));
  scene.answer(kAxis, Verb::TAKE, ship("scheer"));
  EXPECT_FALSE(scene.offers(kAxis, Verb::TAKE, ship("hipper")));
  EXPECT_TRUE(scene.used_up());
  scene.expect_views();
}

TEST(ExampleMx09, WhoStayedInHasFullFuel) {
  Scene scene(5);
  scene.set_up().own(kAxis).set_full_fuel(true);
  scene.convoy({}, "s02");
  scene.set_up().clock().set_phase(v1::Phase::FUEL);
  scene.play({2, 1});  // a fuel die that does not count, and the weather
  scene.answer(kAxis, make_action(Verb::ASK_FUEL));
  EXPECT_EQ(scene.truth().axis().fuel(), 6u);
  EXPECT_EQ(scene.view(Viewer::kFirst).own().fuel(), 0u);
  EXPECT_TRUE(scene.used_up());
  scene.expect_views();
}

// -- submarines --

TEST(ExampleMx10, AnUnescortedConvoyIsFoundOnAFour) {
  Scene scene(1);
  scene.pulse(2);
  const Key convoy = scene.convoy({}, "r09");
  scene.play({4});
  scene.done(kAllied);
  EXPECT_TRUE(scene.marker_of(kAllied, convoy)->contacted());
  scene.answer(kAxis, make_action(Verb::SINK_ONE));
  EXPECT_EQ(scene.seen().freighters(), 11u);
  EXPECT_TRUE(scene.used_up());
  scene.expect_views();
}

// Not found: the German side sees a marker, and no die.
void expect_hidden(Scene& scene, Key key) {
  EXPECT_TRUE(scene.used_up());
  scene.expect_views();
  EXPECT_FALSE(scene.marker_of(kAllied, key)->contacted());
  EXPECT_EQ(scene.marker_of(kAllied, key)->kind(), v1::GroupKind::UNSPECIFIED);
  EXPECT_TRUE(scene.view(Viewer::kSecond).own().group().empty());
}

TEST(ExampleMx11, DestroyersMakeAFourAThree) {
  Scene scene(1);
  scene.pulse(2);
  const Key convoy = scene.convoy({"division_1"}, "r09");
  scene.play({4});
  scene.done(kAllied);
  expect_hidden(scene, convoy);
}

TEST(ExampleMx12, DestroyersAndACarrierMakeASixAFour) {
  Scene scene(1);
  scene.pulse(2);
  const Key group = scene.allied({"division_1", "victorious"}, "r09");
  scene.play({6});
  scene.done(kAllied);
  expect_hidden(scene, group);
}

TEST(ExampleMx13, ABaseNextToItMakesUpForDestroyers) {
  Scene scene(1);
  scene.pulse(2);
  scene.convoy({"division_1"}, "s11");
  scene.play({5});
  scene.done(kAllied);
  EXPECT_TRUE(scene.offers(kAxis, make_action(Verb::SINK_ONE)));
  EXPECT_TRUE(scene.used_up());
  scene.expect_views();
}

struct PackAttack {
  bool storm;
  int attack;
  int defence;
};

// The Wolfpack and an escorted Convoy where no other submarine is.
Scene pack_attack(const PackAttack& with) {
  Scene scene(1);
  scene.pulse(2, v1::Light::DAY, with.storm);
  const Key convoy = scene.convoy({"division_1"}, "s04");
  scene.pack("s04");
  scene.play({with.attack, with.defence});
  scene.done(kAllied);
  const Number number = scene.marker_of(kAllied, convoy)->number();
  scene.answer(kAxis, make_action(Verb::ATTACK_GROUP, number, 0));
  EXPECT_TRUE(scene.used_up());
  scene.expect_views();
  return scene;
}

TEST(ExampleMx14, TheWolfpackSinksAFreighterInColumnOne) {
  const Scene scene = pack_attack({false, 4, 1});
  EXPECT_EQ(scene.said("murmansk.report.attack", "column"), "murmansk.column.plus_1");
  EXPECT_EQ(scene.said("murmansk.report.attack", "result"), "murmansk.harm.d");
  EXPECT_EQ(scene.seen().freighters(), 11u);
  EXPECT_FALSE(scene.seen().pack_lost());
}

TEST(ExampleMx15, AStormIsAColumnMore) {
  const Scene scene = pack_attack({true, 4, 1});
  EXPECT_EQ(scene.said("murmansk.report.attack", "column"), "murmansk.column.plus_2");
  EXPECT_EQ(scene.said("murmansk.report.attack", "result"), "murmansk.harm.ds");
  EXPECT_EQ(scene.seen().freighters(), 10u);
}

TEST(ExampleMx16, DestroyersSinkTheWolfpackOnAFive) {
  const Scene scene = pack_attack({false, 1, 5});
  EXPECT_EQ(scene.seen().freighters(), 12u);
  EXPECT_TRUE(scene.seen().pack_lost());
  EXPECT_EQ(scene.seen().marker_size(), 1);
}

// -- tables --

TEST(ExampleMx17, ABattleshipFiresAtABattleCruiser) {
  Scene scene(1);
  scene.pulse(4);
  scene.allied({"king_george_v"}, "t05");
  scene.axis({"scharnhorst"}, "t05");
  scene.play({2, 1, 5, 2, 1, 3, 5, 1});  // twice initiative and a hit, the second after a misfire die; the weather
  scene.done(kAllied);
  scene.pass(Kind::AREAS, Verb::ENOUGH);
  scene.answer(kAllied, Verb::FIRE, ship("king_george_v"), ship("scharnhorst"));
  EXPECT_EQ(scene.said("murmansk.report.attack", "column"), "murmansk.column.plus_1");
  EXPECT_EQ(scene.said("murmansk.report.attack", "result"), "murmansk.harm.ds");
  EXPECT_TRUE(scene.face("scharnhorst").damaged());
  scene.pass(Kind::GUNS, Verb::HOLD_FIRE);
  scene.pass(Kind::FLIGHT, Verb::FIGHT_ON);
  scene.pass(Kind::RELOCATE, Verb::ENOUGH);
  scene.expect_views();
  scene.answer(kAllied, Verb::FIRE, ship("king_george_v"), ship("scharnhorst"));
  EXPECT_EQ(scene.said("murmansk.report.attack", "column"), "murmansk.column.plus_2");
  EXPECT_EQ(scene.face("scharnhorst").state(), State::LOST);
  EXPECT_EQ(scene.view(Viewer::kSecond).board().allied_points(), 1u);
  EXPECT_TRUE(scene.own(kAxis).group().empty());
  scene.pass(Kind::WINDOW, Verb::DONE);
  EXPECT_TRUE(scene.used_up());
  scene.expect_views();
}

TEST(ExampleMx18, DestroyersCannotFireAtABattleshipButTheirTorpedoesCan) {
  Scene scene(1);
  scene.pulse(4);
  scene.allied({"king_george_v"}, "t05");
  scene.axis({"z_1"}, "t05");
  scene.play({1, 2, 5});
  scene.done(kAllied);
  scene.answer(kAllied, Verb::SHIFT, ship("king_george_v"), screening(kAllied));
  scene.answer(kAxis, Verb::ENOUGH);
  ASSERT_EQ(scene.asks(kAxis), Kind::TORPEDOES);
  scene.answer(kAxis, Verb::FIRE, ship("z_1"), ship("king_george_v"));
  EXPECT_EQ(scene.said("murmansk.report.attack", "column"), "murmansk.column.zero");
  EXPECT_TRUE(scene.face("king_george_v").damaged());
  EXPECT_EQ(scene.asks(kAllied), Kind::GUNS);  // the destroyers are asked nothing: their guns cannot hurt her
  EXPECT_FALSE(scene.asked(kAxis));
  EXPECT_TRUE(scene.used_up());
  scene.expect_views();
}

TEST(RuleNight, DestroyersHaveTheAdvantage) {
  Scene scene(1);
  Campaign& c = scene.set_up();
  scene.pulse(2, v1::Light::NIGHT);
  EXPECT_EQ(torpedo_column(c, ship("z_1"), ship("king_george_v")), 1);
  EXPECT_EQ(gun_column(c, ship("king_george_v"), ship("z_1")), 0);
  EXPECT_EQ(gun_column(c, ship("sheffield"), ship("koeln")), 1);  // weakly built [Battle]
}

// -- aircraft --

TEST(ExampleMx19And20, Kg26SinksTwoFreightersAndIsNotShotDownWithoutACarrier) {
  Scene scene(1);
  scene.pulse(1);
  const Key convoy = scene.convoy({"division_1"}, "r08");
  scene.play({4, 5});
  const Number number = scene.marker_of(kAllied, convoy)->number();
  scene.answer(kAxis, make_action(Verb::RAID, 1, number));
  EXPECT_EQ(scene.view(Viewer::kSecond).board().marker(0).kind(), v1::GroupKind::CONVOY);
  scene.answer(kAxis, make_action(Verb::HIT_FREIGHTERS, 0));
  EXPECT_EQ(scene.said("murmansk.report.attack", "modified"), "5");
  EXPECT_EQ(scene.said("murmansk.report.attack", "result"), "murmansk.harm.ds");
  EXPECT_EQ(scene.seen().freighters(), 10u);
  EXPECT_FALSE(scene.seen().air(0).lost());
  EXPECT_TRUE(scene.seen().air(0).used());
  EXPECT_FALSE(scene.offers(kAxis, make_action(Verb::RAID, 1, number)));
  EXPECT_TRUE(scene.used_up());
  scene.expect_views();
}

TEST(ExampleMx21, WithACarrierItIs) {
  Scene scene(1);
  scene.pulse(1);
  const Key convoy = scene.convoy({"victorious"}, "r08");
  scene.play({4, 5});
  scene.answer(kAxis, make_action(Verb::RAID, 1, scene.marker_of(kAllied, convoy)->number()));
  scene.answer(kAxis, make_action(Verb::HIT_FREIGHTERS, 0));
  EXPECT_TRUE(scene.seen().air(0).lost());
  EXPECT_TRUE(scene.used_up());
  scene.expect_views();
}

TEST(ExampleMx22, Kg30BombsABattleshipFromLowAltitude) {
  Scene scene(1);
  scene.pulse(1);
  const Key group = scene.allied({"king_george_v"}, "r08");
  scene.play({5, 1});
  scene.answer(kAxis, make_action(Verb::RAID, 2, scene.marker_of(kAllied, group)->number()));
  scene.answer(kAxis, make_action(Verb::HIT_SHIP, ship("king_george_v"), 1));
  EXPECT_EQ(scene.said("murmansk.report.attack", "modified"), "5");
  EXPECT_EQ(scene.said("murmansk.report.attack", "result"), "murmansk.harm.d");
  EXPECT_TRUE(scene.face("king_george_v").damaged());
  EXPECT_TRUE(scene.used_up());
  scene.expect_views();
}

TEST(RuleDummy, AbortsAnAirAttack) {
  Scene scene(1);
  scene.pulse(1);
  const Key dummy = scene.dummy(kAllied, "r08");
  scene.play({});
  scene.answer(kAxis, make_action(Verb::RAID, 1, scene.marker_of(kAllied, dummy)->number()));
  EXPECT_TRUE(scene.seen().marker().empty());
  EXPECT_TRUE(scene.seen().air(0).used());
  EXPECT_TRUE(scene.offers(kAxis, make_action(Verb::DONE)));
  EXPECT_TRUE(scene.used_up());
  scene.expect_views();
}

// -- movement --

TEST(ExampleMx23, TheConvoyMovesEastOrStops) {
  for (const auto& [turn, ice] : {std::pair{2, false}, std::pair{4, true}}) {
    Scene scene(turn);
    scene.pulse(2);
    const Key convoy = scene.convoy({}, "r09");
    scene.play({});
    EXPECT_EQ(scene.offered(kAllied, Verb::MOVE), ice ? 2 : 3);
    EXPECT_EQ(scene.offers(kAllied, Verb::MOVE, convoy, at("q10")), !ice);
    EXPECT_TRUE(scene.offers(kAllied, Verb::MOVE, convoy, at("r10")));
    EXPECT_TRUE(scene.offers(kAllied, Verb::MOVE, convoy, at("s10")));
    EXPECT_TRUE(scene.offers(kAllied, Verb::DONE));  // it stops
    EXPECT_TRUE(scene.used_up());
    scene.expect_views();
  }
}

TEST(ExampleMx24, DestroyersMoveOnePositionInAStorm) {
  Scene scene(1);
  scene.pulse(4, v1::Light::DAY, true);
  const Key group = scene.allied({"division_1"}, "t05");
  const Key big = scene.allied({"king_george_v"}, "t03");
  EXPECT_TRUE(scene.set_up().slow(kAllied, scene.set_up().group(kAllied, group)));
  EXPECT_FALSE(scene.set_up().slow(kAllied, scene.set_up().group(kAllied, big)));
  scene.play({});
  EXPECT_FALSE(scene.offers(kAllied, make_action(Verb::MOVE, group, at("t06"))));
  EXPECT_TRUE(scene.offers(kAllied, make_action(Verb::MOVE, big, at("t04"))));
  EXPECT_TRUE(scene.used_up());
  scene.expect_views();
}

TEST(ExampleMx25, TwoOfSixScatteredFreightersSurvive) {
  Scene scene(1);
  scene.convoy({}, "r04");
  scene.board().set_freighters(6);
  scene.set_up().clock().set_phase(v1::Phase::SCATTER);
  scene.play({1, 2, 3, 4, 5, 6});
  scene.answer(kAllied, make_action(Verb::SCATTER));
  EXPECT_EQ(scene.seen().freighters(), 2u);
  EXPECT_EQ(scene.seen().loads(), 2u);
  EXPECT_TRUE(scene.used_up());
  scene.expect_views();
  EXPECT_TRUE(scene.offers(kAllied, make_action(Verb::ANOTHER)));
}

TEST(ExampleMx25, DamagedShipsComeHomeOnAFourFromAScatteredConvoy) {
  for (int die : {4, 5}) {
    Scene scene(1);
    scene.convoy({"norfolk"}, "r04");
    scene.damage("norfolk");
    scene.board().set_freighters(1);
    scene.set_up().clock().set_phase(v1::Phase::SCATTER);
    scene.play({1, die});
    scene.answer(kAllied, make_action(Verb::SCATTER));
    EXPECT_EQ(scene.face("norfolk").state(), die == 4 ? State::AWAY : State::LOST);
    EXPECT_EQ(scene.face("norfolk").back(), die == 4 ? 3u : 0u);
    EXPECT_TRUE(scene.used_up());
    scene.expect_views();
  }
}

TEST(ExampleMx26, AllContactsAreLostAtNight) {
  Scene scene(1);
  scene.set_up().clock().set_phase(v1::Phase::PERIOD);
  for (const char* place : {"t03", "t05", "u05"}) {
    const Key key = scene.allied({place == std::string("t03")   ? "norfolk"
                                  : place == std::string("t05") ? "london"
                                                                : "kent"},
                                 place);
    scene.set_up().show(kAllied, key);
  }
  scene.play({1});
  EXPECT_EQ(scene.seen().clock().light(), v1::Light::NIGHT);
  for (const v1::Marker& marker : scene.seen().marker()) EXPECT_FALSE(marker.contacted());
  EXPECT_TRUE(scene.used_up());
  scene.expect_views();
}

TEST(ExampleMx27, KirkenesHoldsOneUnit) {
  Scene scene(1);
  scene.pulse(1);
  scene.in_base("z_1", "t10");
  const Key group = scene.axis({"hipper"}, "s10");
  scene.play({});
  EXPECT_FALSE(scene.offers(kAxis, make_action(Verb::MOVE, group, at("t10"))));
  EXPECT_TRUE(scene.offers(kAxis, make_action(Verb::MOVE, group, at("t09"))));
  scene.answer(kAxis, make_action(Verb::MOVE, group, at("t09")));
  EXPECT_TRUE(scene.face("hipper").stays());
  EXPECT_FALSE(scene.offers(kAxis, make_action(Verb::SAIL, at("t09"))));  // not again against this convoy [Base]
  EXPECT_TRUE(scene.used_up());
  scene.expect_views();
}

TEST(ExampleMx28, BothHeavyCruisersLostSendTheAmericansHome) {
  Scene scene(1);
  scene.pulse(2);
  const Key group = scene.allied({"wichita", "tuscaloosa"}, "r08");
  scene.damage("wichita");
  scene.damage("tuscaloosa");
  scene.play({5, 5, 4, 1});  // contact and torpedoes of a U-boat; bombs, and flak
  scene.done(kAllied);
  scene.answer(kAxis, Verb::HIT_SHIP, ship("wichita"), 0);
  EXPECT_EQ(scene.face("wichita").state(), State::LOST);
  EXPECT_FALSE(scene.seen().americans_gone());
  scene.answer(kAxis, Verb::RAID, 1, scene.number(kAllied, group));
  scene.answer(kAxis, Verb::HIT_SHIP, ship("tuscaloosa"), 0);
  EXPECT_EQ(scene.face("tuscaloosa").state(), State::LOST);
  EXPECT_TRUE(scene.view(Viewer::kSecond).board().americans_gone());
  EXPECT_EQ(scene.told(Viewer::kFirst, "murmansk.report.americans"), 1);
  EXPECT_TRUE(scene.used_up());
  scene.expect_views();
}

TEST(ExampleMx29, ABritishGroupNextToABaseIsSeen) {
  Scene scene(1);
  scene.pulse(2);
  const Key group = scene.allied({"norfolk"}, "s11");
  scene.play({1});
  EXPECT_FALSE(scene.marker_of(kAllied, group)->contacted());
  scene.done(kAllied);
  EXPECT_TRUE(scene.marker_of(kAllied, group)->contacted());
  EXPECT_EQ(scene.view(Viewer::kSecond).board().unit(static_cast<int>(ship("norfolk")) - 1).marker(),
            scene.marker_of(kAllied, group)->number());
  EXPECT_TRUE(scene.used_up());
  scene.expect_views();
}

// -- battles --

TEST(RuleBattle, ARoundAndAnAgreedEnd) {
  Scene scene(1);
  scene.pulse(4);
  scene.allied({"norfolk"}, "t05");
  const Key raider = scene.axis({"scheer"}, "t05");
  scene.set_up().group(kAxis, raider).set_from(at("t06"));
  // Initiative, Scheer fires in column +1, Norfolk in column 0.
  scene.play({2, 5, 4, 6});
  scene.done(kAllied);
  EXPECT_EQ(scene.seen().battle().ship_size(), 2);
  scene.answer(kAllied, make_action(Verb::ENOUGH));
  scene.answer(kAxis, make_action(Verb::ENOUGH));
  scene.answer(kAxis, make_action(Verb::FIRE, ship("scheer"), ship("norfolk")));
  EXPECT_TRUE(scene.face("norfolk").damaged());
  scene.answer(kAllied, make_action(Verb::FIRE, ship("norfolk"), ship("scheer")));  // now in column -1
  EXPECT_TRUE(scene.face("scheer").damaged());
  EXPECT_TRUE(scene.used_up());
  scene.expect_views();
  scene.answer(kAxis, make_action(Verb::BREAK_OFF));
  scene.answer(kAllied, make_action(Verb::BREAK_OFF));
  scene.answer(kAxis, make_action(Verb::RETREAT_TO, at("t06")));
  EXPECT_FALSE(scene.seen().has_battle());
  EXPECT_EQ(scene.marker_of(kAxis, raider)->place(), at("t06"));
}

}  // namespace
}  // namespace wardroom::murmansk
