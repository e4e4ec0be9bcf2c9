// Submarines, one by one and in a pack [Sub, Pack].
#include "tests/titles/murmansk/rules/rules.h"

namespace wardroom::murmansk {
namespace {

TEST(RuleSub, UBoatsThreatenTheirAreaAndAlliedSubmarinesTheirOwnPositions) {
  Scene scene(2);
  const Campaign& c = scene.set_up();
  for (const char* place : {"r05", "s05", "r08", "s12", "r11"}) EXPECT_TRUE(threatened(c, kAllied, at(place))) << place;
  for (const char* place : {"r04", "s04", "t05", "r12"}) EXPECT_FALSE(threatened(c, kAllied, at(place))) << place;
  for (const char* place : {"w06", "u07", "t07", "t08", "s09", "s10", "s11"})
    EXPECT_TRUE(threatened(c, kAxis, at(place))) << place;
  EXPECT_FALSE(threatened(c, kAxis, at("r08")));
}

TEST(RuleSub, AGroupIsFoundFromFiveOn) {
  for (int die = 4; die <= 6; ++die) {
    Scene scene(2);
    scene.pulse(2);
    const Key group = scene.allied({"norfolk"}, "r08");
    scene.play({die});
    scene.done(kAllied);
    EXPECT_EQ(scene.marker_of(kAllied, group)->contacted(), die >= 5) << die;
    EXPECT_EQ(scene.asks(kAxis), die >= 5 ? Kind::SUBMARINE_TARGET : Kind::PULSE);
  }
}

TEST(RuleSub, AlliedSubmarinesAttackGermanShips) {
  Scene scene(2);
  scene.pulse(1);
  const Key group = scene.axis({"tirpitz"}, "s10");
  scene.play({5, 6});
  scene.done(kAxis);
  EXPECT_TRUE(scene.marker_of(kAxis, group)->contacted());
  scene.answer(kAllied, Verb::HIT_SHIP, ship("tirpitz"), 0);
  EXPECT_EQ(scene.said("murmansk.report.attack", "column"), "murmansk.column.zero");
  EXPECT_TRUE(scene.face("tirpitz").damaged());
  EXPECT_TRUE(scene.used_up());
  scene.expect_views();
}

TEST(RuleSub, DestroyersAndAFlyingCarrierMakeBothDiceWorse) {
  for (const bool storm : {false, true}) {
    Scene scene(2);
    scene.pulse(2, Light::DAY, storm);
    const Key group = scene.allied({"victorious", "division_1"}, "r08");
    const Campaign& c = scene.set_up();
    EXPECT_EQ(contact_shift(c, kAllied, scene.set_up().group(kAllied, group)), storm ? -1 : -2);
  }
  Scene scene(2);
  scene.pulse(2);
  const Key group = scene.allied({"victorious"}, "r08");
  scene.damage("victorious");
  EXPECT_EQ(contact_shift(scene.set_up(), kAllied, scene.set_up().group(kAllied, group)), 0);
}

TEST(RuleSub, ByDayTheTargetIsChosenAndAtNightDrawn) {
  Scene day(2);
  day.pulse(2);
  day.allied({"norfolk", "london"}, "r08");
  day.play({5, 5});
  day.done(kAllied);
  EXPECT_EQ(day.offered(kAxis, Verb::HIT_SHIP), 2);
  day.answer(kAxis, Verb::HIT_SHIP, ship("london"), 0);
  EXPECT_TRUE(day.face("london").damaged());
  Scene night(1);
  night.pulse(2, Light::NIGHT);
  night.allied({"norfolk", "london"}, "r08");
  night.play({5, 2, 5});
  night.done(kAllied);
  EXPECT_EQ(night.offered(kAxis, Verb::HIT_SHIP), 1);
  night.answer(kAxis, Verb::HIT_SHIP, 0, 0);
  EXPECT_TRUE(night.face("london").damaged());
  EXPECT_TRUE(night.used_up());
}

TEST(RulingM04, TheAttackHasTheShiftsOfItsContactAndTheSubmarineIsNeverLost) {
  Scene scene(2);
  scene.pulse(2);
  scene.allied({"norfolk", "division_1"}, "r08");
  scene.play({6, 5});
  scene.done(kAllied);
  scene.answer(kAxis, Verb::HIT_SHIP, ship("norfolk"), 0);
  EXPECT_EQ(scene.said("murmansk.report.attack", "modified"), "4");
  EXPECT_FALSE(scene.face("norfolk").damaged());
  EXPECT_TRUE(scene.used_up());  // no second die
}

TEST(RulingM25, OnceInAPeriodAndOnceMoreForAPositionEnteredInTheSecondPulse) {
  Scene scene(2);
  scene.pulse(2);
  const Key moves = scene.allied({"norfolk"}, "r08");
  const Key stays = scene.allied({"london"}, "r06");
  scene.play({1, 2, 3});
  scene.done(kAllied);
  EXPECT_EQ(scene.told(Viewer::kFirst, "murmansk.report.no_contact"), 2);
  scene.done(kAxis);
  scene.answer(kAllied, Verb::MOVE, moves, at("r09"));
  EXPECT_EQ(scene.told(Viewer::kFirst, "murmansk.report.no_contact"), 3);
  scene.done(kAllied);
  EXPECT_TRUE(scene.used_up());
  EXPECT_FALSE(scene.marker_of(kAllied, stays)->contacted());
}

TEST(RulingM28, ABaseHelpsUBoatsOnly) {
  Scene scene(2);
  scene.pulse(1);
  const Key german = scene.axis({"hipper"}, "s10");
  const Key british = scene.allied({"norfolk"}, "s10");
  EXPECT_EQ(contact_shift(scene.set_up(), kAxis, scene.set_up().group(kAxis, german)), 0);
  EXPECT_EQ(contact_shift(scene.set_up(), kAllied, scene.set_up().group(kAllied, british)), 1);
}

TEST(RulingM41, AgainstTheConvoyOneFreighterForCertainOrAColumn) {
  Scene scene(1);
  scene.pulse(2, Light::NIGHT);
  scene.convoy({"norfolk", "london", "kent"}, "r08");
  scene.damage("kent");
  scene.play({4, 5});
  scene.done(kAllied);
  EXPECT_TRUE(scene.offers(kAxis, Verb::SINK_ONE));
  EXPECT_TRUE(scene.offers(kAxis, Verb::HIT_FREIGHTERS, 0));
  EXPECT_TRUE(scene.offers(kAxis, Verb::HIT_SHIP, ship("kent"), 0));  // a Damaged one is seen at Night
  EXPECT_FALSE(scene.offers(kAxis, Verb::HIT_SHIP, ship("london"), 0));
  EXPECT_TRUE(scene.offers(kAxis, Verb::HIT_SHIP, 0, 0));
  scene.answer(kAxis, Verb::HIT_FREIGHTERS, 0);
  EXPECT_EQ(scene.said("murmansk.report.attack", "column"), "murmansk.column.zero");
  EXPECT_EQ(scene.seen().freighters(), 10u);
  EXPECT_TRUE(scene.used_up());
}

TEST(RulingM42, TheDieOfAFailedContactIsItsOwnersAlone) {
  Scene scene(2);
  scene.pulse(2);
  scene.allied({"norfolk"}, "r08");
  scene.dummy(kAllied, "r06");
  scene.play({1, 2});
  scene.done(kAllied);
  EXPECT_EQ(scene.told(Viewer::kFirst, "murmansk.report.no_contact"), 2);  // one for the dummy
  EXPECT_EQ(scene.told(Viewer::kSecond, "murmansk.report.no_contact"), 0);
  EXPECT_EQ(scene.told(Viewer::kPublic, "murmansk.report.no_contact"), 0);
  EXPECT_TRUE(scene.used_up());
  EXPECT_EQ(scene.seen().marker_size(), 2);
}

TEST(RulingM42, AContactedDummyIsRemoved) {
  Scene scene(2);
  scene.pulse(2);
  scene.dummy(kAllied, "r08");
  scene.play({5});
  scene.done(kAllied);
  EXPECT_TRUE(scene.seen().marker().empty());
  EXPECT_EQ(scene.told(Viewer::kSecond, "murmansk.report.found_by_submarine"), 1);
  EXPECT_EQ(scene.asks(kAxis), Kind::PULSE);
}

TEST(RulingM42, ADieFallsForTheWolfpackToo) {
  Scene scene(2);
  scene.pulse(1);
  const Key pack = scene.pack("s10");
  scene.play({6});
  scene.done(kAxis);
  EXPECT_FALSE(scene.marker_of(kAxis, pack)->contacted());
  EXPECT_TRUE(scene.used_up());
}

// -- the Wolfpack --

TEST(RulePack, ContactsWhateverIsInItsPosition) {
  Scene scene(2);
  scene.pulse(3);
  const Key pack = scene.pack("s03");
  const Key group = scene.allied({"norfolk"}, "s04");
  const Key dummy = scene.dummy(kAllied, "s04");
  scene.play({5, 1});
  scene.answer(kAxis, Verb::MOVE, pack, at("s04"));
  scene.done(kAxis);
  EXPECT_TRUE(scene.marker_of(kAxis, pack)->contacted());  // and shows itself
  EXPECT_TRUE(scene.marker_of(kAllied, group)->contacted());
  EXPECT_EQ(scene.marker_of(kAllied, dummy), nullptr);
  scene.answer(kAxis, Verb::ATTACK_GROUP, scene.number(kAllied, group), static_cast<int>(ship("norfolk")));
  EXPECT_EQ(scene.said("murmansk.report.attack", "column"), "murmansk.column.plus_2");
  EXPECT_EQ(scene.face("norfolk").state(), State::LOST);
  EXPECT_TRUE(scene.used_up());
  scene.expect_views();
}

TEST(RulePack, ByDayItChoosesTheGroupAndAtNightItIsDrawn) {
  for (const bool night : {false, true}) {
    Scene scene(1);
    scene.pulse(2, night ? Light::NIGHT : Light::DAY);
    scene.pack("s04");
    const Key first = scene.allied({"norfolk"}, "s04");
    const Key second = scene.allied({"london"}, "s04");
    if (night) scene.play({2});
    if (!night) scene.play({});
    scene.done(kAllied);
    EXPECT_EQ(scene.marker_of(kAllied, first)->contacted(), !night);
    EXPECT_TRUE(scene.marker_of(kAllied, second)->contacted());
    EXPECT_EQ(scene.offered(kAxis, Verb::ATTACK_GROUP), night ? 1 : 2);
    EXPECT_TRUE(scene.used_up());
  }
}

TEST(RulePack, MayBeCalledOffAndAttackAgain) {
  Scene scene(2);
  scene.pulse(2);
  scene.pack("s04");
  const Key convoy = scene.convoy({"division_1"}, "s04");
  scene.play({6, 1});
  scene.done(kAllied);
  scene.answer(kAxis, Verb::CALL_OFF);
  EXPECT_FALSE(scene.seen().pack_lost());
  EXPECT_EQ(scene.told(Viewer::kFirst, "murmansk.report.pack_called_off"), 1);
  scene.done(kAxis);
  ASSERT_EQ(scene.asks(kAxis), Kind::PACK_ATTACK);  // it is still there at the end of the next pulse
  scene.answer(kAxis, Verb::ATTACK_GROUP, scene.number(kAllied, convoy), 0);
  EXPECT_EQ(scene.seen().freighters(), 9u);
  EXPECT_TRUE(scene.used_up());
}

TEST(RulePack, DestroyersAndACarrierAreAColumnLessEachAndAStormOneMore) {
  const auto column = [](std::initializer_list<const char*> ships, bool storm) {
    Scene scene(3);
    scene.pulse(2, Light::DAY, storm);
    const Key convoy = scene.convoy(ships, "s04");
    return pack_column(scene.set_up(), scene.set_up().group(kAllied, convoy), kFreighters);
  };
  EXPECT_EQ(column({}, false), 2);
  EXPECT_EQ(column({"division_1"}, false), 1);
  EXPECT_EQ(column({"division_1", "avenger"}, false), 0);
  EXPECT_EQ(column({"division_1", "avenger"}, true), 2);  // it cannot fly
  EXPECT_EQ(column({}, true), 3);
}

TEST(RulingM05, TheColumnIsTAgainstTheClassAttacked) {
  const auto column = [](const char* target) {
    Scene scene(3);
    scene.pulse(2);
    const Key group = scene.allied({target}, "s04");
    return pack_column(scene.set_up(), scene.set_up().group(kAllied, group), ship(target));
  };
  EXPECT_EQ(column("king_george_v"), 0);
  EXPECT_EQ(column("renown"), 1);
  EXPECT_EQ(column("norfolk"), 2);
  EXPECT_EQ(column("sheffield"), 3);
  EXPECT_EQ(column("division_1"), 0);  // +1, and destroyers are there
}

}  // namespace
}  // namespace wardroom::murmansk
