// Counters that lie face down by Night [7.5.9]: what everybody sees of them, and what does not show.
#include "server/titles/pq17/combat/damage.h"
#include "tests/titles/pq17/rules/meeting.h"

namespace wardroom::pq17 {
namespace {

using v1::Battle;
using v1::MenuKind;
using v1::Verb;

Meeting by_night(std::vector<Unit> german, std::vector<Unit> allied) {
  return {
      .german = std::move(german), .allied = std::move(allied), .turn = kNight, .options = {"option.night_actions"}};
}

const Battle::Unit* lying(const Bench& bench, UnitId unit) {
  for (const Battle::Unit& each : bench.op.truth.battle().unit()) {
    if (id_of(each) == unit) return &each;
  }
  return nullptr;
}

TEST(Rule7_5_9, WhetherTheGermansHaveLostAStepDoesNotShow) {
  for (bool hit : {false, true}) {
    SCOPED_TRACE(hit);
    const Meeting meeting = by_night({{"ship.tirpitz"}}, {{"ship.london"}});
    Stage stage = met(meeting);
    Bench bench(stage, after_card(meeting, {}));
    begin_battle(bench);
    if (hit) inflict_hits(bench.op, hull_on_display(kAxis, on_display(bench, "ship.tirpitz")), 1);
    pass_until(bench, kAxis, MenuKind::WITHDRAWAL);
    EXPECT_TRUE(bench.offers(kAxis, Verb::WITHDRAW)) << "he is asked, even if he has to";
    EXPECT_EQ(bench.offers(kAxis, Verb::DONE), !hit);
  }
}

TEST(Rule7_5_9, WhatACounterFiresWithIsSeen) {
  const Meeting meeting = by_night({{"ship.admiral_hipper"}}, {{"class.british_j_r", 1}, {"class.mv", 5}});
  Stage stage = met(meeting);
  Bench bench(stage, after_card(meeting, {9, 0, 0, 0}));
  begin_battle(bench);
  const UnitId hipper = on_display(bench, "ship.admiral_hipper");
  const UnitId escort = on_display(bench, "class.british_j_r");
  EXPECT_EQ(lying(bench, escort)->part(0).block(), bench.id("A").value);
  EXPECT_EQ(lying(bench, escort)->part(0).cs(), 0) << "not how many ships";
  pass_until(bench, kAxis, MenuKind::GUNNERY);
  bench.answer(kAxis, Verb::SHOOT, hipper, escort);
  pass_until(bench, kAxis, MenuKind::WITHDRAWAL);
  EXPECT_EQ(lying(bench, hipper)->seen().cs(), 4) << "by its dice";
  EXPECT_EQ(lying(bench, escort), nullptr);
  ASSERT_EQ(bench.op.truth.battle().away_size(), 1);
  const Battle::Away& away = bench.op.truth.battle().away(0);
  EXPECT_TRUE(away.gone());
  EXPECT_EQ(away.id(), escort.value);
  EXPECT_EQ(away.block(), bench.id("A").value);
  EXPECT_EQ(away.seen().hits(), 1);
  EXPECT_FALSE(away.has_ship()) << "not what it was";
}

TEST(Rule7_5_9, WhoeverWithdrawsIsNotNamed) {
  const Meeting meeting = by_night({{"ship.admiral_hipper"}}, {{"ship.london"}});
  Stage stage = met(meeting);
  Bench bench(stage, after_card(meeting, {9}));
  begin_battle(bench);
  const UnitId london = on_display(bench, "ship.london");
  pass_until(bench, kAllied, MenuKind::WITHDRAWAL);
  bench.answer(kAllied, Verb::WITHDRAW);
  EXPECT_TRUE(bench.was_told(kAxis, "report.battle.withdrew"));
  EXPECT_EQ(lying(bench, london), nullptr);
  ASSERT_EQ(bench.op.truth.battle().away_size(), 1);
  const Battle::Away& away = bench.op.truth.battle().away(0);
  EXPECT_EQ(away.id(), london.value);
  EXPECT_FALSE(away.gone());
  EXPECT_FALSE(away.has_ship());
  EXPECT_EQ(stage.force("A").ship(0).unit(), "ship.london");
}

void cripple(Bench& bench, UnitId allied) {
  v1::TorpedoDamageTable::Row row;
  row.set_effect(v1::TorpedoDamageTable::CRIPPLED);
  inflict_torpedo(bench.op, hull_on_display(kAllied, allied), row);
}

TEST(Rule7_5_9, APartOfACounterThatIsCrippledLiesApart) {
  const Meeting meeting = by_night({{"ship.admiral_hipper"}}, {{"class.british_j_r", 2}});
  Stage stage = met(meeting);
  Bench bench(stage, after_card(meeting, {}));
  begin_battle(bench);
  const UnitId escort = on_display(bench, "class.british_j_r");
  cripple(bench, escort);
  EXPECT_TRUE(bench.was_told(kAxis, "report.battle.counter_hit"));
  EXPECT_TRUE(bench.was_told(kAxis, "report.battle.counter_apart"));
  const Battle::Unit& part = *bench.op.truth.battle().unit().rbegin();
  EXPECT_EQ(part.seen().from(), escort.value);
  EXPECT_TRUE(part.seen().crippled());
  EXPECT_FALSE(part.has_ship());
  EXPECT_EQ(lying(bench, escort)->seen().hits(), 1);
}

TEST(Rule7_5_9, AShipThatIsCrippledStaysWhereSheIs) {
  const Meeting meeting = by_night({{"ship.admiral_hipper"}}, {{"ship.london"}});
  Stage stage = met(meeting);
  Bench bench(stage, after_card(meeting, {}));
  begin_battle(bench);
  const UnitId london = on_display(bench, "ship.london");
  cripple(bench, london);
  EXPECT_TRUE(lying(bench, london)->seen().crippled());
  EXPECT_EQ(bench.op.truth.battle().unit_size(), 2);
  EXPECT_FALSE(bench.was_told(kAxis, "report.battle.counter_apart"));
}

}  // namespace
}  // namespace wardroom::pq17
