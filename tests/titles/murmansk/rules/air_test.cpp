// Weather, ice, contacts lost, and aircraft [Weather, Ice, Note, Recon, Range, AirAtt].
#include "tests/titles/murmansk/rules/rules.h"

namespace wardroom::murmansk {
namespace {

// -- weather --

TEST(RuleWeather, AStormBeginsAndGoesOnByTheSeasonsOdds) {
  struct Row {
    int turn;
    int begins;
    int goes_on;
  };
  for (const Row& row : {Row{1, 6, 3}, Row{2, 6, 6}, Row{3, 6, 4}, Row{4, 5, 4}}) {
    for (const bool before : {false, true}) {
      for (int die = 1; die <= 6; ++die) {
        Scene scene(row.turn);
        scene.set_up().clock().set_storm(before);
        scene.phase(Phase::PERIOD);
        scene.play({die});
        EXPECT_EQ(scene.seen().clock().storm(), die >= (before ? row.goes_on : row.begins)) << row.turn << " " << die;
        EXPECT_TRUE(scene.used_up());
      }
    }
  }
}

TEST(RuleWeather, AStormStopsAircraftAndSlowsDestroyersButNotLargerShips) {
  Scene scene(2);
  scene.pulse(3, Light::DAY, true);
  const Key division = scene.axis({"z_1"}, "t05");
  const Key big = scene.axis({"tirpitz"}, "t06");
  scene.allied({"norfolk"}, "r08");
  scene.play({1});
  EXPECT_EQ(scene.offered(kAxis, Verb::RAID), 0);
  EXPECT_EQ(scene.offered(kAxis, Verb::SEARCH), 0);
  EXPECT_EQ(scene.offered(kAxis, Verb::TRANSFER), 0);
  EXPECT_FALSE(scene.offers(kAxis, Verb::MOVE, division, at("t04")));
  EXPECT_TRUE(scene.offers(kAxis, Verb::MOVE, big, at("t05")));
  scene.done(kAxis);
  scene.done(kAllied);
  EXPECT_EQ(scene.asks(kAllied), Kind::PERIOD);  // no window either
}

TEST(RuleWeather, AStormHelpsSubmarinesAgainstFreighters) {
  for (const bool storm : {false, true}) {
    Scene scene(2);
    scene.pulse(2, Light::DAY, storm);
    scene.convoy({}, "r07");
    scene.play({4, 4});
    scene.done(kAllied);
    scene.answer(kAxis, Verb::HIT_FREIGHTERS, 0);
    EXPECT_EQ(scene.seen().freighters(), storm ? 10u : 12u);
    EXPECT_TRUE(scene.used_up());
  }
}

Light::Kind light_of(int turn, std::uint32_t period) {
  Scene scene(turn);
  scene.set_up().clock().set_period(period - 1);
  scene.phase(Phase::PERIOD);
  scene.play({1});
  return scene.seen().clock().light();
}

TEST(RulingM02, DayAndNightAlternateAndSummerIsAllDay) {
  EXPECT_EQ(light_of(1, 1), Light::DAY);
  EXPECT_EQ(light_of(1, 2), Light::NIGHT);
  EXPECT_EQ(light_of(1, 3), Light::DAY);
  EXPECT_EQ(light_of(2, 2), Light::DAY);
  EXPECT_EQ(light_of(3, 2), Light::NIGHT);
  EXPECT_EQ(light_of(4, 1), Light::DAWN);
  EXPECT_EQ(light_of(4, 2), Light::NIGHT);
}

TEST(RulingM02, AtDawnBombersAreWorseAtFullRange) {
  for (const auto& [place, modified] : {std::pair{"r07", "5"}, std::pair{"r08", "6"}}) {
    Scene scene(4);
    scene.pulse(1, Light::DAWN);
    const Key convoy = scene.convoy({}, place);
    scene.play({5, 1});
    scene.answer(kAxis, Verb::RAID, 1, scene.number(kAllied, convoy));
    scene.answer(kAxis, Verb::HIT_FREIGHTERS, 0);
    EXPECT_EQ(scene.said("murmansk.report.attack", "modified"), modified) << place;
  }
}

TEST(RuleIce, ClosesPositionsAndArkangelskInWinterAndSpring) {
  for (const auto& [turn, open] : {std::pair{1, false}, std::pair{2, true}, std::pair{3, true}, std::pair{4, false}}) {
    Scene scene(turn);
    scene.pulse(2);
    const Key group = scene.allied({"norfolk"}, "r12");
    const Key east = scene.allied({"london"}, "u14");
    scene.play({});
    EXPECT_EQ(scene.offers(kAllied, Verb::MOVE, group, at("q12")), open) << turn;
    EXPECT_EQ(scene.offers(kAllied, Verb::MOVE, group, at("s13")), open) << turn;
    EXPECT_TRUE(scene.offers(kAllied, Verb::MOVE, group, at("s12"))) << turn;
    EXPECT_EQ(scene.offers(kAllied, Verb::MOVE, east, at("v13")), open) << turn;
  }
}

// -- contacts lost --

TEST(RuleNote, AtNightAndInStormsAllContactsAreLost) {
  for (const bool storm : {false, true}) {
    Scene scene(1);
    scene.set_up().clock().set_period(storm ? 2 : 1);  // the next is Day, or Night
    const Key allied = scene.allied({"norfolk"}, "t03");
    const Key axis = scene.axis({"hipper"}, "t05");
    scene.set_up().show(kAllied, allied);
    scene.set_up().show(kAxis, axis);
    scene.phase(Phase::PERIOD);
    scene.play({storm ? 6 : 1});
    EXPECT_FALSE(scene.marker_of(kAllied, allied)->contacted());
    EXPECT_FALSE(scene.marker_of(kAxis, axis)->contacted());
    EXPECT_EQ(scene.told(Viewer::kFirst, "murmansk.report.contact_lost"), 2);
    EXPECT_TRUE(scene.used_up());
  }
}

TEST(RuleNote, ByDayADieForEachGroup) {
  for (int die = 1; die <= 6; ++die) {
    Scene scene(2);
    const Key allied = scene.allied({"norfolk"}, "t03");
    scene.set_up().show(kAllied, allied);
    scene.phase(Phase::PERIOD);
    scene.play({1, die});
    EXPECT_EQ(scene.marker_of(kAllied, allied)->contacted(), die <= 3) << die;
    // What was seen is remembered, with its period.
    EXPECT_EQ(scene.view(Viewer::kSecond).board().marker(0).seen(), 1u);
    EXPECT_EQ(scene.view(Viewer::kSecond).board().marker(0).kind(), v1::GroupKind::SHIPS);
    EXPECT_TRUE(scene.used_up());
  }
}

TEST(RulingM34, NextToABaseContactIsRenewedAtOnce) {
  Scene scene(1);
  const Key group = scene.allied({"norfolk"}, "s11");
  scene.set_up().show(kAllied, group);
  scene.phase(Phase::PERIOD);
  scene.play({1});
  EXPECT_EQ(scene.seen().clock().light(), Light::NIGHT);
  EXPECT_TRUE(scene.marker_of(kAllied, group)->contacted());
  EXPECT_EQ(scene.told(Viewer::kSecond, "murmansk.report.found_near_base"), 1);
}

// -- reconnaissance --

TEST(RuleRecon, TheGermansSeeAllGroupsOfOnePositionInRange) {
  Scene scene(2);
  scene.pulse(1);
  const Key one = scene.allied({"norfolk"}, "r08");
  const Key two = scene.allied({"london", "division_1"}, "r08");
  const Key dummy = scene.dummy(kAllied, "r08");
  const Key other = scene.allied({"kent"}, "r09");
  scene.allied({"berwick"}, "r04");
  scene.play({});
  EXPECT_FALSE(scene.offers(kAxis, Verb::SEARCH, at("r04")));  // too far
  EXPECT_FALSE(scene.offers(kAxis, Verb::SEARCH, at("s08")));  // nobody there
  scene.answer(kAxis, Verb::SEARCH, at("r08"));
  EXPECT_TRUE(scene.marker_of(kAllied, one)->contacted());
  EXPECT_TRUE(scene.marker_of(kAllied, two)->contacted());
  EXPECT_EQ(scene.marker_of(kAllied, dummy), nullptr);
  EXPECT_FALSE(scene.marker_of(kAllied, other)->contacted());
  EXPECT_EQ(scene.view(Viewer::kSecond).board().unit(static_cast<int>(ship("division_1")) - 1).marker(),
            scene.number(kAllied, two));
  scene.expect_views();
}

TEST(RulingM03, OneReconnaissanceForEachSideInAPeriod) {
  Scene scene(2);
  scene.pulse(1);
  scene.allied({"norfolk"}, "r08");
  scene.allied({"kent"}, "r09");
  scene.play({1, 1});
  scene.answer(kAxis, Verb::SEARCH, at("r08"));
  EXPECT_EQ(scene.offered(kAxis, Verb::SEARCH), 0);
  scene.done(kAxis);
  scene.done(kAllied);
  EXPECT_EQ(scene.seen().clock().pulse(), 3u);
  EXPECT_EQ(scene.offered(kAxis, Verb::SEARCH), 0);
}

TEST(RuleRecon, NotAtNight) {
  Scene scene(1);
  scene.pulse(1, Light::NIGHT);
  scene.allied({"norfolk"}, "r08");
  scene.play({});
  EXPECT_EQ(scene.offered(kAxis, Verb::SEARCH), 0);
  EXPECT_EQ(scene.offered(kAxis, Verb::RAID), 0);
}

TEST(RuleRecon, ACarrierSeesOneGroupTwoPositionsAway) {
  Scene scene(2);
  scene.pulse(2);
  scene.allied({"victorious"}, "t04");
  const Key near = scene.axis({"hipper"}, "t06");
  const Key beside = scene.axis({"scheer"}, "t06");
  const Key far = scene.axis({"z_1"}, "t07");
  scene.play({});
  EXPECT_FALSE(scene.offers(kAllied, Verb::SEARCH, scene.number(kAxis, far)));
  scene.answer(kAllied, Verb::SEARCH, scene.number(kAxis, near));
  EXPECT_TRUE(scene.marker_of(kAxis, near)->contacted());
  EXPECT_FALSE(scene.marker_of(kAxis, beside)->contacted());
  EXPECT_EQ(scene.offered(kAllied, Verb::SEARCH), 0);
}

TEST(RuleRecon, ACarrierMaySeeTheWolfpack) {
  Scene scene(2);
  scene.pulse(2);
  scene.allied({"victorious"}, "t04");
  const Key pack = scene.pack("t06");
  scene.play({});
  scene.answer(kAllied, Verb::SEARCH, scene.number(kAxis, pack));
  EXPECT_EQ(scene.view(Viewer::kFirst).board().marker(1).kind(), v1::GroupKind::WOLFPACK);
}

TEST(RulingM43, AircraftActInTheirOwnPulsesAndInOneLastWindow) {
  Scene scene(2);
  scene.pulse(4);
  const Key group = scene.allied({"norfolk"}, "r08");
  scene.allied({"victorious"}, "t03");
  scene.play({1, 1});
  EXPECT_EQ(scene.offered(kAllied, Verb::TRANSFER), 0);
  scene.done(kAllied);
  EXPECT_EQ(scene.asks(kAllied), Kind::WINDOW);
  EXPECT_FALSE(scene.asked(kAxis));
  scene.done(kAllied);
  EXPECT_EQ(scene.asks(kAxis), Kind::WINDOW);
  scene.answer(kAxis, Verb::RAID, 2, scene.number(kAllied, group));
  scene.answer(kAxis, Verb::HIT_SHIP, ship("norfolk"), 0);
  EXPECT_EQ(scene.asks(kAxis), Kind::WINDOW);
  EXPECT_EQ(scene.offered(kAxis, Verb::MOVE), 0);
  EXPECT_TRUE(scene.used_up());
}

TEST(RulingM43, ADamagedCarrierSearchesNothing) {
  Scene scene(2);
  scene.pulse(2);
  scene.allied({"victorious"}, "t04");
  scene.damage("victorious");
  scene.axis({"hipper"}, "t05");
  scene.play({});
  EXPECT_EQ(scene.offered(kAllied, Verb::SEARCH), 0);
  EXPECT_EQ(scene.offered(kAllied, Verb::RAID), 0);
}

TEST(RulingM24, NobodyFliesDuringABattle) {
  Scene scene(2);
  scene.pulse(2);
  scene.allied({"victorious", "norfolk"}, "t05");
  scene.axis({"hipper"}, "t05");
  scene.play({1, 2});
  scene.done(kAllied);
  for (int i = 0; i < 3; ++i) {
    for (Side side : kSides) {
      EXPECT_EQ(scene.offered(side, Verb::RAID) + scene.offered(side, Verb::SEARCH), 0);
      if (scene.asks(side) == Kind::AREAS) scene.answer(side, Verb::ENOUGH);
    }
  }
  EXPECT_TRUE(scene.seen().has_battle());
}

// -- attacks --

TEST(RuleRange, ThreePositionsFromTheBaseOfTheUnit) {
  Scene scene(2);
  scene.pulse(1);
  const Key three = scene.allied({"norfolk"}, "r07");
  const Key four = scene.allied({"london"}, "r06");
  scene.board().mutable_air(1)->set_base(at("u08"));
  scene.play({});
  EXPECT_TRUE(scene.offers(kAxis, Verb::RAID, 1, scene.number(kAllied, three)));
  EXPECT_FALSE(scene.offers(kAxis, Verb::RAID, 1, scene.number(kAllied, four)));
  EXPECT_TRUE(scene.offers(kAxis, Verb::RAID, 2, scene.number(kAllied, four)));
}

TEST(RuleRange, AUnitThatIsTransferredDoesNotAttack) {
  Scene scene(2);
  scene.pulse(1);
  const Key group = scene.allied({"norfolk"}, "r08");
  scene.play({1, 1, 1});
  scene.answer(kAxis, Verb::TRANSFER, 1, at("t10"));
  EXPECT_EQ(scene.seen().air(0).base(), at("t10"));
  EXPECT_FALSE(scene.offers(kAxis, Verb::RAID, 1, scene.number(kAllied, group)));
  EXPECT_FALSE(scene.offers(kAxis, Verb::TRANSFER, 1, at("t09")));
  EXPECT_TRUE(scene.offers(kAxis, Verb::RAID, 2, scene.number(kAllied, group)));
  EXPECT_EQ(scene.told(Viewer::kFirst, "murmansk.report.transfer"), 1);
}

TEST(RuleRange, AUnitAttacksOnceInAPeriod) {
  Scene scene(2);
  scene.pulse(1);
  const Key group = scene.allied({"norfolk"}, "r08");
  scene.play({1, 1, 1});
  scene.answer(kAxis, Verb::RAID, 1, scene.number(kAllied, group));
  scene.answer(kAxis, Verb::HIT_SHIP, ship("norfolk"), 0);
  scene.done(kAxis);
  scene.done(kAllied);
  EXPECT_EQ(scene.seen().clock().pulse(), 3u);
  EXPECT_FALSE(scene.offers(kAxis, Verb::RAID, 1, scene.number(kAllied, group)));
  EXPECT_TRUE(scene.offers(kAxis, Verb::RAID, 2, scene.number(kAllied, group)));
}

TEST(RuleRange, ACarriersSquadronFliesOnePosition) {
  Scene scene(2);
  scene.pulse(2);
  scene.allied({"victorious"}, "t04");
  const Key one = scene.axis({"hipper"}, "t05");
  const Key two = scene.axis({"scheer"}, "t06");
  const Key pack = scene.pack("t03");
  scene.set_up().show(kAxis, pack);
  scene.play({6, 6});
  EXPECT_FALSE(scene.offers(kAllied, Verb::RAID, 3, scene.number(kAxis, two)));
  EXPECT_FALSE(scene.offers(kAllied, Verb::RAID, 3, scene.number(kAxis, pack)));  // never the Wolfpack [AirAtt]
  scene.answer(kAllied, Verb::RAID, 3, scene.number(kAxis, one));
  scene.answer(kAllied, Verb::HIT_SHIP, ship("hipper"), 0);
  EXPECT_TRUE(scene.face("hipper").damaged());
  EXPECT_TRUE(scene.used_up());
}

TEST(RuleAirAtt, TheSquadronThatFindsTheWolfpackDoesNotAttackIt) {
  Scene scene(2);
  scene.pulse(2);
  scene.allied({"victorious"}, "t04");
  const Key pack = scene.pack("t05");
  scene.play({});
  scene.answer(kAllied, Verb::RAID, 3, scene.number(kAxis, pack));
  EXPECT_EQ(scene.asks(kAllied), Kind::PULSE);
  EXPECT_TRUE(scene.marker_of(kAxis, pack)->contacted());
  EXPECT_TRUE(scene.seen().air(2).used());
}

TEST(RulingM10, ShiftsOfAirAttacksExcludeEachOther) {
  struct Row {
    const char* ship;
    bool damaged;
    const char* modified;
  };
  for (const Row& row : {Row{"norfolk", false, "3"}, Row{"norfolk", true, "5"}, Row{"avenger", false, "4"}}) {
    Scene scene(3);
    scene.pulse(1);
    const Key group = scene.allied({row.ship}, "r08");
    if (row.damaged) scene.damage(row.ship);
    scene.play({4, 1});
    scene.answer(kAxis, Verb::RAID, 1, scene.number(kAllied, group));
    scene.answer(kAxis, Verb::HIT_SHIP, ship(row.ship), 0);
    EXPECT_EQ(scene.said("murmansk.report.attack", "modified"), row.modified) << row.ship;
  }
}

// The Convoy comes into Murmansk; then the Germans may fly.
Scene in_murmansk(Light::Kind light) {
  Scene scene(2);
  scene.pulse(2, light);
  const Key convoy = scene.convoy({"division_1"}, "s11");
  scene.allied({"norfolk"}, "t11");  // has been there
  scene.play({4, 1});
  scene.answer(kAllied, Verb::MOVE, convoy, at("t11"));
  scene.done(kAllied);
  return scene;
}

TEST(RuleAirAtt, ShipsInMurmanskAreAttackedInTheirPeriodOfArrivalByDayOnly) {
  Scene scene = in_murmansk(Light::DAY);
  EXPECT_EQ(scene.offered(kAxis, Verb::RAID), 2);  // either unit, at the Convoy
  EXPECT_EQ(scene.offered(kAxis, Verb::SEARCH), 0);
  const Number convoy = scene.seen().arriving(0);
  scene.answer(kAxis, Verb::RAID, 1, convoy);
  scene.answer(kAxis, Verb::HIT_FREIGHTERS, 0);
  EXPECT_EQ(scene.seen().freighters(), 10u);
  EXPECT_EQ(scene.offered(kAxis, Verb::RAID), 0);  // once
  EXPECT_TRUE(scene.used_up());
  EXPECT_TRUE(in_murmansk(Light::NIGHT).seen().arriving().empty());
}

TEST(RulingM45, InMurmanskEachArrivingGroupIsAttackedOnce) {
  Scene scene(2);
  scene.pulse(2);
  const Key one = scene.allied({"norfolk"}, "s11");
  const Key two = scene.allied({"london"}, "s12");
  scene.play({1, 1, 1, 1});
  scene.answer(kAllied, Verb::MOVE, one, at("t11"));
  scene.answer(kAllied, Verb::MOVE, two, at("t11"));
  scene.done(kAllied);
  EXPECT_EQ(scene.offered(kAxis, Verb::RAID), 4);
  scene.answer(kAxis, Verb::RAID, 1, scene.number(kAllied, one));
  scene.answer(kAxis, Verb::HIT_SHIP, ship("norfolk"), 0);
  EXPECT_FALSE(scene.offers(kAxis, Verb::RAID, 2, scene.number(kAllied, one)));
  EXPECT_TRUE(scene.offers(kAxis, Verb::RAID, 2, scene.number(kAllied, two)));
}

// Victorious strikes Altafjord from the position next to it.
Scene strike_on_a_base(std::initializer_list<int> dice, bool empty = false) {
  Scene scene(2);
  scene.pulse(2);
  scene.allied({"victorious"}, "t08");
  if (!empty) scene.in_base("tirpitz", "t09");
  scene.play(dice);
  scene.answer(kAllied, Verb::RAID_PORT, 3, at("t09"));
  return scene;
}

TEST(RuleAirAtt, ACarrierThatStrikesABaseIsAttackedAsByKg30) {
  Scene scene = strike_on_a_base({6, 3, 6});  // her attack, the repairs of Tirpitz, the answer
  EXPECT_EQ(scene.told(Viewer::kFirst, "murmansk.report.base"), 1);
  scene.answer(kAllied, Verb::HIT_SHIP, ship("tirpitz"), 0);
  EXPECT_EQ(scene.face("tirpitz").state(), State::AWAY);
  EXPECT_EQ(scene.face("tirpitz").back(), 4u);
  EXPECT_TRUE(scene.face("victorious").damaged());
  EXPECT_TRUE(scene.seen().air(2).lost());
  EXPECT_TRUE(scene.used_up());
  scene.expect_views();
}

TEST(RulingM45, TheAnswerCostsNoUnit) {
  Scene scene = strike_on_a_base({1, 1});
  scene.answer(kAllied, Verb::HIT_SHIP, ship("tirpitz"), 0);
  EXPECT_FALSE(scene.seen().air(1).used());
  EXPECT_FALSE(scene.seen().air(1).lost());
  EXPECT_TRUE(scene.used_up());  // nobody rolls against the bombers
}

TEST(RuleAirAtt, AnEmptyBaseIsAnsweredToo) {
  Scene scene = strike_on_a_base({1}, true);
  EXPECT_EQ(scene.told(Viewer::kFirst, "murmansk.report.base_empty"), 1);
  EXPECT_TRUE(scene.used_up());
  EXPECT_EQ(scene.asks(kAllied), Kind::PULSE);
}

TEST(RulingM26, ABaseIsStruckFromTheNextPosition) {
  Scene scene(2);
  scene.pulse(2);
  scene.allied({"victorious"}, "t07");
  scene.in_base("tirpitz", "t09");
  scene.play({});
  EXPECT_FALSE(scene.offers(kAllied, Verb::RAID_PORT, 3, at("t09")));
  EXPECT_TRUE(scene.offers(kAllied, Verb::RAID_PORT, 3, at("u08")));
}

}  // namespace
}  // namespace wardroom::murmansk
