// Transit: blocks that pass an enemy [6.6.1].
#include "server/titles/pq17/searching/reconnaissance.h"
#include "server/titles/pq17/searching/search.h"
#include "server/titles/pq17/searching/shadowing.h"
#include "tests/titles/pq17/rules/searching.h"

namespace wardroom::pq17 {
namespace {

Task<> pass(Operation& op, Side mover, ForceKey key, bool* goes_on) { *goes_on = co_await transit(op, mover, key); }

TEST(Rule6_6_1, ABlockThatPassesMayBeSearchedForOnce) {
  Stage stage = stage_at(kDay, kAllied);
  stage.task_force(kAllied, "tf", {{"ship.london"}}, kOpenSea).wolfpack(kAxis, "u", {{"class.type_viic", 2}}, kOpenSea);
  Bench bench(stage, {card(16)});
  bool goes_on = false;
  bench.run(pass(bench.op, kAllied, bench.key("tf"), &goes_on));
  ASSERT_TRUE(bench.asked(kAxis, v1::MenuKind::TRANSIT_DRAW));
  bench.answer(kAxis, v1::Verb::DRAW);
  ASSERT_TRUE(bench.asked(kAxis, v1::MenuKind::TRANSIT_COMBAT));
  bench.answer(kAxis, v1::Verb::NO);
  EXPECT_TRUE(bench.done());
  EXPECT_TRUE(goes_on);
  EXPECT_EQ(level(bench, "tf"), 2);
}

TEST(Rule6_6_1, ADummyOnlyPretendsToDraw) {
  Stage stage = stage_at(kDay, kAllied);
  stage.task_force(kAllied, "tf", {{"ship.london"}}, kOpenSea).dummy(kAxis, "d", kOpenSea);
  Bench bench(stage, {card(16)});
  bool goes_on = false;
  bench.run(pass(bench.op, kAllied, bench.key("tf"), &goes_on)).answer(kAxis, v1::Verb::DRAW);
  EXPECT_TRUE(goes_on);
  EXPECT_FALSE(bench.block("tf").flat());
  EXPECT_TRUE(bench.was_told(kAllied, "report.transit.unseen"));
}

TEST(Rule6_6_1, AFoundDummyGoesNoFurther) {
  Stage stage = stage_at(kDay, kAllied);
  stage.dummy(kAllied, "d", kOpenSea).wolfpack(kAxis, "u", {{"class.type_viic", 2}}, kOpenSea);
  const ForceKey dummy = key_of(stage.force("d"));
  Bench bench(stage, {card(16)});
  bool goes_on = true;
  bench.run(pass(bench.op, kAllied, dummy, &goes_on)).answer(kAxis, v1::Verb::DRAW);
  EXPECT_FALSE(goes_on);
  EXPECT_TRUE(bench.gone(kAllied, dummy));
}

TEST(Rule6_6_1, TheWatermarkDoesNotHelpAMovingWolfpack) {
  Stage stage = stage_at(kDay, kAxis);
  stage.wolfpack(kAxis, "u", {{"class.type_viic", 2}}, kOpenSea).task_force(kAllied, "tf", {{"ship.london"}}, kOpenSea);
  Bench bench(stage, {card(8)});  // U with the watermark, gains 2
  bool goes_on = false;
  bench.run(pass(bench.op, kAxis, bench.key("u"), &goes_on))
      .answer(kAllied, v1::Verb::DRAW)
      .answer(kAllied, v1::Verb::NO);
  EXPECT_TRUE(bench.done());
  EXPECT_EQ(level(bench, "u"), 2);
}

TEST(Rule6_6_1, ShadowersDoNotSearchThosePassing) {
  Stage stage = stage_at(kDay, kAllied);
  stage.convoy(kAllied, "pq", {{"class.mv", 8}}, kOpenSea, "port.murmansk").identified("pq", 1);
  stage.task_force(kAllied, "tf", {{"ship.london"}}, kOpenSea).wolfpack(kAxis, "u", {{"class.type_viic", 2}}, kOpenSea);
  v1::Shadow shadow;
  shadow.set_kind(v1::Shadow::WOLFPACK);
  shadow.set_block(stage.force("u").block());
  shadow_it(stage, "pq", shadow);
  Bench bench(stage);
  bool goes_on = false;
  bench.run(pass(bench.op, kAllied, bench.key("tf"), &goes_on));
  EXPECT_TRUE(goes_on);
}

TEST(Rule6_6_1, AFinderMayShadow) {
  Stage stage = stage_at(kDay, kAxis);
  stage.task_force(kAxis, "x", {{"ship.tirpitz"}}, kOpenSea).task_force(kAllied, "ca", {{"ship.london"}}, kOpenSea);
  Bench bench(stage, {card(16)});
  bool goes_on = false;
  bench.run(pass(bench.op, kAxis, bench.key("x"), &goes_on)).answer(kAllied, v1::Verb::DRAW);
  ASSERT_TRUE(bench.asked(kAllied, v1::MenuKind::TRANSIT_SHADOW));
  bench.answer(kAllied, v1::Verb::SHADOW, bench.id("x"), v1::Shadow::CRUISERS, bench.key("ca"));
  EXPECT_TRUE(goes_on);
  EXPECT_TRUE(shadowed_by(bench.block("x"), v1::Shadow::CRUISERS));
}

}  // namespace
}  // namespace wardroom::pq17
