// How a season begins: the way north, replacements, forces of both sides [Transit, Repl, GerStart, AllStart, USN].
#include "tests/titles/murmansk/rules/rules.h"

namespace wardroom::murmansk {
namespace {

// -- the way north --

TEST(RuleTransit, EveryDieOfEveryYear) {
  constexpr std::array<const char*, 3> kEnds{"nnnbbr", "nnnnbb", "nnnnnb"};  // Norway, back, repair
  for (std::size_t year = 0; year < kEnds.size(); ++year) {
    for (int die = 1; die <= 6; ++die) {
      Scene scene(year == 2 ? 9 : static_cast<int>(year) * 4 + 1);
      scene.set_up().face(ship("prinz_eugen")).set_state(State::READY);
      scene.phase(Phase::TRANSIT);
      scene.play({die});
      const char end = kEnds[year][die - 1];
      EXPECT_EQ(scene.face("prinz_eugen").state(), end == 'n'   ? State::NORWAY
                                                   : end == 'b' ? State::READY
                                                                : State::REPAIR)
          << year << " " << die;
      if (end == 'n') {
        EXPECT_EQ(scene.face("prinz_eugen").port(), at("x06"));
      }
      EXPECT_TRUE(scene.used_up());
      EXPECT_EQ(scene.told(Viewer::kFirst, "murmansk.report.transit_arrives") +
                    scene.told(Viewer::kFirst, "murmansk.report.transit_back") +
                    scene.told(Viewer::kFirst, "murmansk.report.transit_damaged"),
                1);
    }
  }
}

TEST(RuleTransit, RepairsSucceedGoOnOrEndInTheDockyard) {
  for (int die = 1; die <= 6; ++die) {
    Scene scene(1);
    scene.phase(Phase::REPAIR);
    scene.play({die});
    scene.answer(kAxis, Verb::MEND, ship("leipzig"));
    EXPECT_EQ(scene.face("leipzig").state(), die <= 3 ? State::READY : die <= 5 ? State::REPAIR : State::LOST) << die;
    EXPECT_FALSE(scene.offers(kAxis, Verb::MEND, ship("leipzig")));  // once a season
    EXPECT_TRUE(scene.offers(kAxis, Verb::MEND, ship("gneisenau")));
    EXPECT_TRUE(scene.used_up());
  }
}

TEST(RuleTransit, NobodyHasToRepair) {
  Scene scene(1);
  scene.phase(Phase::REPAIR);
  scene.play({});
  scene.done(kAxis);
  EXPECT_EQ(scene.face("gneisenau").state(), State::REPAIR);
}

// -- replacements --

// The second season after a bad first one.
Scene after_a_bad_season() {
  Scene scene(2);
  Campaign& c = scene.set_up();
  for (v1::Air& air : *c.board().mutable_air()) air.set_lost(true);
  c.board().set_pack_lost(true);
  c.board().set_freighters(3);
  c.board().set_loads(5);
  c.board().set_axis_points(2);
  for (const char* id : {"division_1", "division_2", "norfolk"}) c.face(ship(id)).set_state(State::LOST);
  for (const char* id : {"z_1", "z_2", "mob_4", "mob_5"}) scene.in_base(id, "t09");
  c.face(ship("z_1")).set_state(State::LOST);
  for (const char* id : {"division_1", "division_2", "z_1"}) c.face(ship(id)).set_missing(1);
  scene.phase(Phase::OPENING);
  scene.play({});
  scene.done(kAxis);  // no repairs
  return scene;
}

TEST(RuleRepl, AirUnitsFreightersAndTheWolfpackAreBack) {
  const Scene scene = after_a_bad_season();
  for (const v1::Air& air : scene.seen().air()) EXPECT_FALSE(air.lost());
  EXPECT_FALSE(scene.seen().pack_lost());
  EXPECT_EQ(scene.seen().freighters(), 12u);
  EXPECT_EQ(scene.seen().loads(), 0u);
  EXPECT_EQ(scene.seen().axis_points(), 0u);
  EXPECT_EQ(scene.face("norfolk").state(), State::LOST);  // single ships never
  scene.expect_views();
}

TEST(RuleRepl, OneDivisionOfEachSideIsBack) {
  Scene scene = after_a_bad_season();
  EXPECT_EQ(scene.offered(kAllied, Verb::BRING_BACK), 2);
  scene.answer(kAllied, Verb::BRING_BACK, ship("division_2"));
  EXPECT_EQ(scene.face("division_2").state(), State::AVAILABLE);
  EXPECT_EQ(scene.face("division_1").state(), State::LOST);
  EXPECT_EQ(scene.face("z_1").state(), State::NORWAY);  // the only one: nobody is asked
  EXPECT_EQ(scene.face("z_1").port(), at("x06"));
  EXPECT_EQ(scene.asks(kAxis), Kind::AIR_BASE);
}

TEST(RulingM11, ReplacementsComeByThemselves) {
  Scene scene(2);
  scene.set_up().face(ship("division_1")).set_state(State::AWAY);
  scene.set_up().face(ship("division_1")).set_back(4);
  scene.set_up().face(ship("division_1")).set_missing(1);
  for (const char* id : {"z_1", "z_2", "mob_4", "mob_5"}) scene.in_base(id, "t09");
  scene.phase(Phase::REPLACE);
  scene.play({});
  EXPECT_EQ(scene.face("division_1").state(), State::AVAILABLE);
  EXPECT_EQ(scene.face("division_1").back(), 0u);
  EXPECT_EQ(scene.told(Viewer::kSecond, "murmansk.report.replaced"), 1);
}

TEST(RuleRepl, WhatASeasonHasCostIsNotedAtItsEnd) {
  Scene scene(1);
  for (const char* id : {"z_1", "z_2", "mob_4"}) scene.in_base(id, "t09");
  scene.set_up().face(ship("z_1")).set_state(State::LOST);
  scene.phase(Phase::SEASON_END);
  scene.play({});
  scene.done(kAxis);  // no repairs
  EXPECT_EQ(scene.offered(kAxis, Verb::BRING_BACK), 2);
  scene.answer(kAxis, Verb::BRING_BACK, ship("mob_5"));  // Damaged then, and still under repair
  EXPECT_EQ(scene.face("mob_5").state(), State::NORWAY);
  EXPECT_EQ(scene.face("z_1").missing(), 1u);
}

TEST(RuleRepl, NotOfAnEarlierSeasonNorOfThisOne) {
  for (const std::uint32_t missing : {0U, 1U, 2U}) {
    Scene scene(3);
    scene.set_up().face(ship("division_1")).set_state(State::LOST);
    scene.set_up().face(ship("division_1")).set_missing(missing);
    scene.phase(Phase::REPLACE);
    scene.play({});
    EXPECT_EQ(scene.face("division_1").state(), missing == 2 ? State::AVAILABLE : State::LOST) << missing;
  }
}

TEST(RuleRepl, ShipsComeAndGoByTheTrack) {
  Scene scene(3);
  scene.set_up().face(ship("washington")).set_state(State::AVAILABLE);
  scene.set_up().face(ship("anson")).set_state(State::NOT_YET);
  scene.set_up().face(ship("london")).set_state(State::AWAY);
  scene.set_up().face(ship("london")).set_back(3);
  scene.set_up().face(ship("kent")).set_state(State::AWAY);
  scene.set_up().face(ship("kent")).set_back(4);
  scene.phase(Phase::OPENING);
  scene.play({});
  EXPECT_EQ(scene.face("washington").state(), State::NOT_YET);
  EXPECT_EQ(scene.face("anson").state(), State::AVAILABLE);
  EXPECT_EQ(scene.face("london").state(), State::AVAILABLE);
  EXPECT_EQ(scene.face("kent").state(), State::AWAY);
}

// -- German forces --

// Spring 1942: Scharnhorst gets through, Prinz Eugen and Nuernberg turn back, Mob-5 is Damaged.
Scene spring_of_1942() {
  Scene scene(1);
  scene.phase(Phase::OPENING);
  scene.play({3, 4, 5, 6, 1, 2, 3, 4, 5});  // the last five are for cruisers
  return scene;
}

TEST(RuleGerStart, ShipsBeginInTrondheimOrInGermany) {
  Scene scene = spring_of_1942();
  for (const char* id : {"tirpitz", "luetzow", "scheer", "hipper", "koeln", "mob_4", "z_1", "z_2", "scharnhorst"}) {
    EXPECT_EQ(scene.face(id).state(), State::NORWAY) << id;
    EXPECT_EQ(scene.face(id).port(), at("x06")) << id;
  }
  for (const char* id : {"gneisenau", "leipzig", "mob_5"}) EXPECT_EQ(scene.face(id).state(), State::REPAIR) << id;
  for (const char* id : {"prinz_eugen", "nuernberg"}) EXPECT_EQ(scene.face(id).state(), State::READY) << id;
  EXPECT_EQ(scene.asks(kAxis), Kind::REPAIR);
}

TEST(RuleGerStart, AircraftTheWolfpackAndADivisionAreStationed) {
  Scene scene = spring_of_1942();
  scene.done(kAxis);
  EXPECT_EQ(scene.offered(kAxis, Verb::BASE_AIR), 5);
  scene.answer(kAxis, Verb::BASE_AIR, 1, at("v07"));  // KG 30: the torpedo bombers come in Summer
  EXPECT_EQ(scene.seen().air(0).base(), at("v07"));
  EXPECT_FALSE(scene.offers(kAxis, Verb::START_PACK, at("r08")));  // west of Bear Island
  EXPECT_FALSE(scene.offers(kAxis, Verb::START_PACK, at("q10")));  // ice
  scene.answer(kAxis, Verb::START_PACK, at("r10"));
  EXPECT_FALSE(scene.offers(kAxis, Verb::STATION, ship("hipper")));
  scene.answer(kAxis, Verb::STATION, ship("z_2"));
  EXPECT_EQ(scene.unit("z_2").port(), at("t10"));
  EXPECT_EQ(scene.face("z_2").port(), at("t10"));
  EXPECT_EQ(scene.seen().marker_size(), 1);  // of the Wolfpack, face down
  EXPECT_EQ(scene.seen().marker(0).kind(), v1::GroupKind::UNSPECIFIED);
  EXPECT_TRUE(scene.asked(kAllied));
  scene.expect_views();
}

TEST(RuleRepl, ADivisionDamagedOnItsWayNorthIsNotReplacedBeforeTheNextSeason) {
  Scene scene = spring_of_1942();
  scene.done(kAxis);
  EXPECT_EQ(scene.asks(kAxis), Kind::AIR_BASE);
  EXPECT_EQ(scene.face("mob_5").state(), State::REPAIR);
  EXPECT_EQ(scene.told(Viewer::kFirst, "murmansk.report.replaced"), 0);
}

TEST(RuleGerStart, KirkenesIsForTheFirstSeason) {
  Scene scene(2);
  scene.in_base("z_1", "t09");
  scene.phase(Phase::DEPLOY);
  scene.play({1});
  while (scene.asks(kAxis) == Kind::AIR_BASE) scene.answer(kAxis, scene.menu(kAxis).items.front().action);
  scene.answer(kAxis, Verb::START_PACK, at("r10"));
  EXPECT_EQ(scene.asks(kAxis), Kind::UNSPECIFIED);
  EXPECT_TRUE(scene.asked(kAllied));
  EXPECT_EQ(scene.unit("z_1").port(), at("t09"));
}

TEST(RuleGerStart, LaterSeasonsBeginWhereShipsReturned) {
  Scene scene(2);
  scene.in_base("hipper", "t09");
  scene.phase(Phase::OPENING);
  scene.play({});
  EXPECT_EQ(scene.face("hipper").port(), at("t09"));
  EXPECT_EQ(scene.unit("hipper").port(), at("t09"));
}

TEST(RulingM27, TheWolfpackMayLeaveItsAreaButNotIntoIce) {
  Scene scene(1);
  scene.pulse(3);
  const Key pack = scene.pack("r05");
  scene.play({});
  EXPECT_TRUE(scene.offers(kAxis, Verb::MOVE, pack, at("r04")));
  EXPECT_FALSE(scene.offers(kAxis, Verb::MOVE, pack, at("q05")));
  Scene summer(2);
  summer.pulse(3);
  const Key other = summer.pack("r05");
  summer.play({});
  EXPECT_TRUE(summer.offers(kAxis, Verb::MOVE, other, at("q05")));
}

// -- Allied forces --

// Spring 1942 until the Allies choose: Tirpitz, Scharnhorst and four cruisers are in Norway.
Scene forces_of_1942() {
  Scene scene = spring_of_1942();
  scene.done(kAxis);
  scene.answer(kAxis, Verb::BASE_AIR, 1, at("t09"));
  scene.answer(kAxis, Verb::START_PACK, at("r10"));
  scene.answer(kAxis, Verb::GO_ON);
  return scene;
}

int chosen(const Scene& scene, bool (*what)(const v1::Ship&)) {
  int count = 0;
  for (ShipNumber each = 1; each <= the_box().ships(); ++each) {
    const v1::Ship& facts = the_box().ship(each);
    if (the_box().side_of(each) == kAllied && what(facts)) count += scene.unit(facts.id().substr(5)).chosen() ? 1 : 0;
  }
  return count;
}

TEST(RuleAllStart, OneMoreCapitalShipAndOneMoreCruiserThanTheGermans) {
  Scene scene = forces_of_1942();
  EXPECT_EQ(scene.seen().capital_quota(), 3u);
  EXPECT_EQ(scene.seen().cruiser_quota(), 5u);
  EXPECT_EQ(scene.asks(kAllied), Kind::CAPITAL_SHIP);
  EXPECT_EQ(scene.offered(kAllied, Verb::CHOOSE), 3);
  scene.answer(kAllied, Verb::CHOOSE, ship("renown"));
  scene.answer(kAllied, Verb::CHOOSE, ship("duke_of_york"));
  EXPECT_EQ(scene.asks(kAllied), Kind::ORGANISE);
  EXPECT_EQ(chosen(scene, [](const v1::Ship& each) { return each.cruiser(); }), 5);
  EXPECT_FALSE(scene.unit("king_george_v").chosen());
  EXPECT_TRUE(scene.used_up());
  // Which they are is in no other view.
  EXPECT_TRUE(scene.view(Viewer::kFirst).own().unit(0).id() == "ship.king_george_v");
  EXPECT_TRUE(scene.view(Viewer::kSecond).own().unit(0).id() == "ship.tirpitz");
  scene.expect_views();
}

TEST(RuleAllStart, CruisersAreDrawnByChance) {
  Scene scene = forces_of_1942();
  scene.answer(kAllied, Verb::CHOOSE, ship("renown"));
  scene.answer(kAllied, Verb::CHOOSE, ship("duke_of_york"));
  // Of Norfolk, London, Kent, ...: the first, then the second and the third of those that are left.
  for (const char* id : {"norfolk", "kent", "cumberland"}) EXPECT_TRUE(scene.unit(id).chosen()) << id;
  for (const char* id : {"london", "suffolk", "berwick"}) EXPECT_FALSE(scene.unit(id).chosen()) << id;
}

TEST(RulingM14, AllDivisionsSailAndOneIsWithTheConvoy) {
  Scene scene = forces_of_1942();
  scene.answer(kAllied, Verb::CHOOSE, ship("renown"));
  scene.answer(kAllied, Verb::CHOOSE, ship("duke_of_york"));
  for (const char* id : {"division_1", "division_2", "division_3", "division_4", "type_7"})
    EXPECT_TRUE(scene.unit(id).chosen()) << id;
  EXPECT_TRUE(scene.offers(kAllied, Verb::DONE));
  for (const char* id : {"division_1", "division_2"}) {  // both are with it
    scene.answer(kAllied, Verb::PICK_UNIT, ship(id));
    scene.answer(kAllied, Verb::JOIN, ship(id), 0);
  }
  EXPECT_FALSE(scene.offers(kAllied, Verb::DONE));
}

TEST(RuleAllStart, RussianDestroyersBeginInMurmansk) {
  Scene scene = forces_of_1942();
  scene.answer(kAllied, Verb::CHOOSE, ship("renown"));
  scene.answer(kAllied, Verb::CHOOSE, ship("duke_of_york"));
  const v1::Marker* marker = scene.marker_of(kAllied, scene.unit("type_7").group());
  ASSERT_NE(marker, nullptr);
  EXPECT_EQ(marker->place(), at("t11"));
  EXPECT_FALSE(scene.offers(kAllied, Verb::PICK_UNIT, ship("type_7")));
}

TEST(RulingM15, AmericanShipsCountInTheQuota) {
  const Scene scene = forces_of_1942();
  for (const char* id : {"washington", "wichita", "tuscaloosa"}) EXPECT_TRUE(scene.unit(id).chosen()) << id;
  EXPECT_EQ(chosen(scene, [](const v1::Ship& each) { return each.nation() == v1::Nation::AMERICAN; }), 3);
  EXPECT_EQ(scene.seen().capital_quota(), 3u);  // of whom two are chosen now
}

TEST(RulingM16, ACarrierComesBesides) {
  Scene scene = forces_of_1942();
  scene.answer(kAllied, Verb::CHOOSE, ship("renown"));
  scene.answer(kAllied, Verb::CHOOSE, ship("duke_of_york"));
  EXPECT_TRUE(scene.unit("victorious").chosen());
  EXPECT_EQ(chosen(scene, [](const v1::Ship& each) { return each.capital(); }), 4);
}

TEST(RulingM39, ShipsUnderRepairDoNotCountAndAmericansSailBeyondTheQuota) {
  Scene scene(1);
  scene.in_base("tirpitz", "x06");
  scene.set_up().face(ship("tirpitz")).set_state(State::AWAY);
  scene.phase(Phase::FORCES);
  EXPECT_EQ(capital_quota(scene.set_up()), 1);
  EXPECT_EQ(cruiser_quota(scene.set_up()), 1);
  scene.board().set_capital_quota(1);
  scene.board().set_cruiser_quota(1);
  scene.play({1});
  for (const char* id : {"washington", "wichita", "tuscaloosa"}) EXPECT_TRUE(scene.unit(id).chosen()) << id;
  EXPECT_EQ(chosen(scene, [](const v1::Ship& each) { return each.cruiser(); }), 2);
  EXPECT_EQ(scene.asks(kAllied), Kind::ORGANISE);
  EXPECT_TRUE(scene.used_up());  // a die fell for the cruiser that is not drawn
  EXPECT_EQ(scene.seen().freighters(), 12u);
}

// Fall 1942 with a quota of two cruisers, and an escort carrier that may take the place of one.
Scene forces_of_fall() {
  Scene scene(3);
  scene.phase(Phase::FORCES);
  scene.board().set_capital_quota(1);
  scene.board().set_cruiser_quota(2);
  scene.play({1, 1});
  scene.answer(kAllied, Verb::CHOOSE, ship("anson"));
  return scene;
}

TEST(RuleAllStart, AnEscortCarrierMayTakeACruisersPlace) {
  for (const bool instead : {false, true}) {
    Scene scene = forces_of_fall();
    EXPECT_EQ(scene.asks(kAllied), Kind::CARRIER);
    scene.answer(kAllied, Verb::CHOOSE, ship("victorious"));
    EXPECT_EQ(scene.asks(kAllied), Kind::ESCORT_CARRIER);
    if (instead) scene.answer(kAllied, Verb::CHOOSE, ship("avenger"));
    if (!instead) scene.answer(kAllied, Verb::GO_ON);
    EXPECT_EQ(scene.unit("avenger").chosen(), instead);
    EXPECT_EQ(chosen(scene, [](const v1::Ship& each) { return each.cruiser(); }), instead ? 1 : 2);
    EXPECT_TRUE(scene.used_up());  // as many dice either way
  }
}

TEST(RuleAllStart, TheCarrierMayBeAnEscortCarrier) {
  Scene scene = forces_of_fall();
  scene.answer(kAllied, Verb::CHOOSE, ship("avenger"));
  EXPECT_EQ(scene.asks(kAllied), Kind::ORGANISE);
  EXPECT_FALSE(scene.unit("victorious").chosen());
}

TEST(RuleAllStart, BattleshipsAndRenownEnterInTheSouthAndEntryIsAMove) {
  Scene scene(1);
  scene.pulse(2);
  Campaign& c = scene.set_up();
  const Key big = c.form(kAllied, v1::GroupKind::SHIPS).key();
  c.join(ship("renown"), big);
  const Key small = c.form(kAllied, v1::GroupKind::SHIPS).key();
  c.join(ship("norfolk"), small);
  scene.play({});
  EXPECT_FALSE(scene.offers(kAllied, Verb::ENTER, big, at("s02")));
  EXPECT_TRUE(scene.offers(kAllied, Verb::ENTER, small, at("s02")));
  EXPECT_TRUE(scene.offers(kAllied, Verb::ENTER, small, at("v02")));
  scene.answer(kAllied, Verb::ENTER, big, at("v02"));
  EXPECT_EQ(scene.marker_of(kAllied, big)->place(), at("v02"));
  EXPECT_EQ(scene.offered(kAllied, Verb::MOVE), 0);
  scene.done(kAllied);
  scene.done(kAxis);
  EXPECT_TRUE(scene.offers(kAllied, Verb::MOVE, big, at("u03")));
}

// -- American ships --

TEST(RuleUSN, AllLeaveWhenABattleshipIsLost) {
  Scene scene(2);
  scene.pulse(2);
  Campaign& c = scene.set_up();
  scene.allied({"washington", "wichita"}, "t05");
  sink(c, ship("wichita"), at("t05"));
  EXPECT_FALSE(c.board().americans_gone());
  sink(c, ship("washington"), at("t05"));
  EXPECT_TRUE(c.board().americans_gone());
  scene.phase(Phase::RETURN);
  scene.play({});
  EXPECT_EQ(scene.face("tuscaloosa").state(), State::NOT_YET);
  EXPECT_EQ(scene.told(Viewer::kSecond, "murmansk.report.none_return"), 1);
}

TEST(RuleUSN, TheyDoNotComeBack) {
  Scene scene(5);
  scene.board().set_americans_gone(true);
  scene.phase(Phase::OPENING);
  scene.play({});
  for (const char* id : {"alabama", "wichita", "tuscaloosa"}) EXPECT_EQ(scene.face(id).state(), State::NOT_YET) << id;
  Scene others(5);
  others.phase(Phase::OPENING);
  others.play({});
  EXPECT_EQ(others.face("alabama").state(), State::AVAILABLE);
}

TEST(RuleUSN, AlabamaStaysWhileCapitalShipsWouldBeShort) {
  for (const bool is_short : {false, true}) {
    Scene scene(8);
    scene.in_base("tirpitz", "t09");
    scene.in_base("scharnhorst", "t09");
    if (is_short) scene.in_base("gneisenau", "t09");
    scene.phase(Phase::TALLBOY);
    scene.play({});
    EXPECT_EQ(scene.face("alabama").state(), is_short ? State::AVAILABLE : State::NOT_YET);
  }
}

}  // namespace
}  // namespace wardroom::murmansk
