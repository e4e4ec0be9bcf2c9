// Moving, groups and dummies [Move, Dummy].
#include "tests/titles/murmansk/rules/rules.h"

namespace wardroom::murmansk {
namespace {

TEST(RuleMove, SlowGroupsMoveInTheFirstPulseOnlyAndFastOnesTwice) {
  Scene scene(3);
  scene.pulse(2);
  const Key convoy = scene.convoy({}, "s03");
  const Key escort = scene.allied({"avenger"}, "t03");
  const Key damaged = scene.allied({"norfolk"}, "t04");
  scene.damage("norfolk");
  const Key fast = scene.allied({"london"}, "t05");
  scene.play({});
  for (const auto& [key, place] : {std::pair{convoy, "s04"}, std::pair{escort, "t04"}, std::pair{damaged, "t05"}}) {
    ASSERT_TRUE(scene.offers(kAllied, Verb::MOVE, key, at(place)));
  }
  scene.answer(kAllied, Verb::MOVE, fast, at("t06"));
  EXPECT_FALSE(scene.offers(kAllied, Verb::MOVE, fast, at("t07")));  // one position in a pulse
  EXPECT_FALSE(scene.marker_of(kAllied, fast)->fast());
  scene.done(kAllied);
  scene.done(kAxis);
  for (Key key : {convoy, escort, damaged}) {
    for (Place to : the_box().next(scene.marker_of(kAllied, key)->place()))
      EXPECT_FALSE(scene.offers(kAllied, Verb::MOVE, key, to));
  }
  scene.answer(kAllied, Verb::MOVE, fast, at("t05"));
  EXPECT_TRUE(scene.marker_of(kAllied, fast)->fast());
  EXPECT_TRUE(scene.view(Viewer::kSecond).board().marker(3).fast());  // everybody has seen it move twice
}

TEST(RuleMove, AMarkerThatMovesInOnePulseIsNotKnownAsFast) {
  Scene scene(2);
  scene.pulse(4);
  const Key group = scene.allied({"norfolk"}, "t05");
  scene.play({});
  scene.answer(kAllied, Verb::MOVE, group, at("t06"));
  EXPECT_FALSE(scene.marker_of(kAllied, group)->fast());
}

TEST(RuleMove, TheWolfpackMovesInTheGermanSecondPulse) {
  for (int pulse : {1, 3}) {
    Scene scene(2);
    scene.pulse(pulse);
    const Key pack = scene.pack("r09");
    scene.play({});
    EXPECT_EQ(scene.offers(kAxis, Verb::MOVE, pack, at("r08")), pulse == 3);
  }
}

TEST(RuleMove, TheConvoyGoesEastAndTurnsSouthToItsPorts) {
  Scene scene(2);
  scene.pulse(2);
  const Key convoy = scene.convoy({}, "s12");
  scene.play({});
  for (const char* to : {"r12", "s13", "t12", "t11"}) EXPECT_TRUE(scene.offers(kAllied, Verb::MOVE, convoy, at(to)));
  for (const char* to : {"r11", "s11"}) EXPECT_FALSE(scene.offers(kAllied, Verb::MOVE, convoy, at(to)));
}

TEST(RuleMove, GroupsMoveFaceDown) {
  Scene scene(2);
  scene.pulse(1);
  const Key group = scene.axis({"hipper"}, "t05");
  scene.play({});
  scene.answer(kAxis, Verb::MOVE, group, at("t04"));
  const v1::Marker marker = scene.view(Viewer::kFirst).board().marker(0);
  EXPECT_EQ(marker.place(), at("t04"));
  EXPECT_EQ(marker.kind(), v1::GroupKind::UNSPECIFIED);
  EXPECT_EQ(scene.face("hipper").marker(), 0u);
  EXPECT_EQ(scene.told(Viewer::kFirst, "murmansk.report.moves"), 1);
}

TEST(RuleMove, NoMoreThanFiveUnitsInAGroup) {
  Scene scene(2);
  scene.pulse(2);
  const Key full = scene.allied({"norfolk", "london", "kent", "suffolk", "berwick"}, "t05");
  const Key room = scene.allied({"sheffield", "jamaica"}, "t05");
  scene.play({1, 1});
  scene.answer(kAllied, Verb::CHANGE, ship("sheffield"));
  EXPECT_FALSE(scene.offers(kAllied, Verb::JOIN, ship("sheffield"), full));
  scene.answer(kAllied, Verb::JOIN, ship("sheffield"), 0);
  scene.answer(kAllied, Verb::CHANGE, ship("norfolk"));
  EXPECT_TRUE(scene.offers(kAllied, Verb::JOIN, ship("norfolk"), room));
}

TEST(RuleMove, FivePortShipsSailTogetherAtMost) {
  Scene scene(1);
  scene.pulse(1);
  for (const char* id : {"tirpitz", "scheer", "luetzow", "hipper", "z_1", "z_2"}) scene.in_base(id, "t09");
  scene.play({});
  scene.answer(kAxis, Verb::SAIL, at("t09"));
  for (const char* id : {"tirpitz", "scheer", "luetzow", "hipper", "z_1"}) scene.answer(kAxis, Verb::TAKE, ship(id));
  EXPECT_EQ(scene.asks(kAxis), Kind::SORTIE_COURSE);
}

TEST(RuleMove, DamagedShipsAreDetached) {
  Scene scene(2);
  scene.pulse(2);
  const Key group = scene.allied({"norfolk", "london"}, "t05");
  scene.damage("norfolk");
  scene.play({1});
  EXPECT_FALSE(scene.offers(kAllied, Verb::SCUTTLE, ship("norfolk")));  // there are markers
  scene.answer(kAllied, Verb::CHANGE, ship("norfolk"));
  scene.answer(kAllied, Verb::JOIN, ship("norfolk"), 0);
  EXPECT_NE(scene.unit("norfolk").group(), group);
  EXPECT_TRUE(scene.used_up());  // both markers have new numbers
  EXPECT_EQ(scene.told(Viewer::kSecond, "murmansk.report.regroups"), 1);
  EXPECT_EQ(scene.told(Viewer::kSecond, "murmansk.report.joins"), 0);
}

// All four German markers are at sea, one with a Damaged ship in it.
Scene without_a_marker() {
  Scene scene(2);
  scene.pulse(1);
  scene.axis({"hipper"}, "t03");
  scene.axis({"scheer"}, "t04");
  scene.axis({"luetzow"}, "t06");
  scene.axis({"tirpitz", "z_1"}, "t05");
  scene.damage("tirpitz");
  scene.play({});
  return scene;
}

TEST(RuleMove, WithoutAMarkerADamagedShipSlowsItsGroupOrIsScuttled) {
  Scene scene = without_a_marker();
  EXPECT_FALSE(scene.offers(kAxis, Verb::SCUTTLE, ship("scheer")));
  scene.answer(kAxis, Verb::SCUTTLE, ship("tirpitz"));
  EXPECT_EQ(scene.face("tirpitz").state(), State::LOST);
  EXPECT_EQ(scene.seen().allied_points(), 1u);
  EXPECT_EQ(scene.told(Viewer::kFirst, "murmansk.report.scuttled"), 1);
  Scene slow = without_a_marker();
  slow.done(kAxis);
  slow.done(kAllied);
  EXPECT_FALSE(slow.offers(kAxis, Verb::MOVE, slow.unit("tirpitz").group(), at("s05")));
}

TEST(RuleMove, BritishGroupsNextToABaseAreSeenAndGermanOnesAreNot) {
  Scene scene(2);
  scene.pulse(2);
  const Key beside = scene.allied({"norfolk"}, "t05");
  const Key dummy = scene.dummy(kAllied, "s08");
  scene.play({1});
  scene.answer(kAllied, Verb::MOVE, beside, at("t06"));
  scene.done(kAllied);
  EXPECT_FALSE(scene.marker_of(kAllied, beside)->contacted());
  scene.done(kAxis);
  scene.answer(kAllied, Verb::MOVE, beside, at("t07"));
  scene.answer(kAllied, Verb::MOVE, dummy, at("t08"));
  scene.done(kAllied);
  EXPECT_TRUE(scene.marker_of(kAllied, beside)->contacted());
  EXPECT_EQ(scene.marker_of(kAllied, dummy), nullptr);
}

TEST(RulingM30, RussianDestroyersGoWhereTheyLike) {
  Scene scene(2);
  scene.pulse(2);
  const Key group = scene.allied({"type_7"}, "t11");
  scene.play({1});
  scene.answer(kAllied, Verb::MOVE, group, at("s11"));
  scene.done(kAllied);
  scene.done(kAxis);
  EXPECT_TRUE(scene.offers(kAllied, Verb::MOVE, group, at("r10")));
}

TEST(RulingM35, TheEscortMovesWithTheConvoyAndSharesItsContacts) {
  Scene scene(2);
  scene.pulse(2);
  const Key convoy = scene.convoy({"norfolk", "division_1"}, "r08");
  scene.play({5});  // a contact from 4 on, less 1 for destroyers
  scene.answer(kAllied, Verb::MOVE, convoy, at("r09"));
  scene.done(kAllied);
  EXPECT_TRUE(scene.marker_of(kAllied, convoy)->contacted());
  EXPECT_EQ(scene.face("norfolk").marker(), scene.number(kAllied, convoy));
  scene.answer(kAxis, Verb::SINK_ONE);
  scene.done(kAxis);
  EXPECT_EQ(scene.offered(kAllied, Verb::MOVE), 0);
}

// -- markers --

TEST(RulingM49, FaceDownMarkersThatStandTogetherGetNewNumbers) {
  for (int drawn : {1, 2}) {
    Scene scene(2);
    scene.pulse(1);
    const Key first = scene.axis({"hipper"}, "t05");
    const Key second = scene.axis({"scheer"}, "t04");
    scene.play({drawn});
    scene.answer(kAxis, Verb::MOVE, first, at("t04"));
    EXPECT_EQ(scene.number(kAxis, first), drawn == 1 ? 4u : 3u);
    EXPECT_EQ(scene.number(kAxis, second), drawn == 1 ? 3u : 4u);
    EXPECT_TRUE(scene.used_up());
    EXPECT_EQ(scene.seen().marker(0).number(), 3u);  // in the order of their numbers, whatever they are
    scene.expect_views();
  }
}

TEST(RulingM49, ContactedMarkersKeepTheirs) {
  Scene scene(2);
  scene.pulse(1);
  const Key first = scene.axis({"hipper"}, "t05");
  const Key second = scene.axis({"scheer"}, "t04");
  scene.set_up().show(kAxis, second);
  scene.play({});
  scene.answer(kAxis, Verb::MOVE, first, at("t04"));
  EXPECT_EQ(scene.number(kAxis, first), 1u);
  EXPECT_EQ(scene.number(kAxis, second), 2u);
}

TEST(RulingM49, UnitsChangeGroupsBeforeTheyMoveInTheFirstPulse) {
  Scene scene(2);
  scene.pulse(1);
  const Key first = scene.axis({"hipper", "z_1"}, "t05");
  scene.axis({"scheer"}, "t05");
  scene.play({1, 1});
  EXPECT_TRUE(scene.offers(kAxis, Verb::CHANGE, ship("z_1")));
  scene.answer(kAxis, Verb::MOVE, first, at("t06"));
  EXPECT_FALSE(scene.offers(kAxis, Verb::CHANGE, ship("z_1")));
  scene.done(kAxis);
  scene.done(kAllied);
  EXPECT_EQ(scene.offered(kAxis, Verb::CHANGE), 0);  // the second pulse
}

TEST(RulingM49, ChangesOfGroupsThatLieOpenAreOpen) {
  Scene scene(2);
  scene.pulse(1);
  const Key group = scene.axis({"hipper", "z_1"}, "t05");
  scene.set_up().show(kAxis, group);
  scene.play({});
  scene.answer(kAxis, Verb::CHANGE, ship("z_1"));
  scene.answer(kAxis, Verb::JOIN, ship("z_1"), 0);
  EXPECT_EQ(scene.told(Viewer::kFirst, "murmansk.report.joins"), 1);
  EXPECT_TRUE(scene.marker_of(kAxis, scene.unit("z_1").group())->contacted());
  EXPECT_EQ(scene.face("z_1").marker(), scene.number(kAxis, scene.unit("z_1").group()));
}

// -- dummies --

TEST(RuleDummy, TwoForTheAlliesAndOneForTheGermans) {
  Scene scene(2);
  scene.board().set_over(true);
  scene.set_up().clock().set_convoy(0);
  scene.phase(Phase::ORGANISE);
  scene.play({});
  const auto dummies = [&](Side side) {
    return std::ranges::count(scene.own(side).group(), v1::GroupKind::DUMMY, &v1::Group::kind);
  };
  EXPECT_EQ(dummies(kAllied), 2);
  EXPECT_EQ(dummies(kAxis), 1);
}

TEST(RuleDummy, IsLiftedAndPutElsewhereBeforeMovement) {
  Scene scene(2);
  const Key dummy = scene.dummy(kAllied, "t05");
  scene.phase(Phase::SCATTER);
  scene.play({});
  scene.answer(kAllied, Verb::LIFT, dummy);
  EXPECT_TRUE(scene.seen().marker().empty());
  EXPECT_EQ(scene.told(Viewer::kSecond, "murmansk.report.lifted"), 1);
  scene.answer(kAllied, Verb::PLACE_DUMMY, dummy);
  scene.answer(kAllied, Verb::PUT, dummy, at("s04"));
  EXPECT_EQ(scene.marker_of(kAllied, dummy)->place(), at("s04"));
  EXPECT_EQ(scene.view(Viewer::kSecond).board().marker(0).kind(), v1::GroupKind::UNSPECIFIED);
  scene.answer(kAllied, Verb::GO_ON);
  scene.done(kAxis);
  EXPECT_EQ(scene.offered(kAllied, Verb::LIFT), 0);
  EXPECT_TRUE(scene.offers(kAllied, Verb::MOVE, dummy, at("s05")));  // it moves as a group does
}

TEST(RuleDummy, TheGermanOneInTheFirstPulse) {
  for (int pulse : {1, 3}) {
    Scene scene(2);
    scene.pulse(pulse);
    const Key dummy = scene.dummy(kAxis, "t05");
    scene.play({});
    EXPECT_EQ(scene.offers(kAxis, Verb::LIFT, dummy), pulse == 1);
  }
}

TEST(RuleDummy, MeetsShipsAndIsGone) {
  Scene scene(2);
  scene.pulse(2);
  const Key dummy = scene.dummy(kAxis, "t05");
  scene.allied({"norfolk"}, "t05");
  scene.play({});
  scene.done(kAllied);
  EXPECT_EQ(scene.marker_of(kAxis, dummy), nullptr);
  EXPECT_FALSE(scene.seen().has_battle());
  EXPECT_EQ(scene.asks(kAxis), Kind::PULSE);
}

TEST(RulingM20, ADummyAppearsAtSeaAwayFromEnemiesAndBases) {
  Scene scene(1);
  const Key dummy = scene.set_up().form(kAllied, v1::GroupKind::DUMMY).key();
  scene.axis({"hipper"}, "t05");
  scene.phase(Phase::SCATTER);
  scene.play({});
  scene.answer(kAllied, Verb::PLACE_DUMMY, dummy);
  for (const char* place : {"t05", "s11", "t11", "q10", "t09"})  // an enemy, next to a base, a port, ice, a base
    EXPECT_FALSE(scene.offers(kAllied, Verb::PUT, dummy, at(place))) << place;
  EXPECT_TRUE(scene.offers(kAllied, Verb::PUT, dummy, at("t04")));
  EXPECT_TRUE(scene.offers(kAllied, Verb::PUT, dummy, at("r10")));
}

}  // namespace
}  // namespace wardroom::murmansk
