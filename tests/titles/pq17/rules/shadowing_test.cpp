// Chapter 6, shadowing [5.4, 6.3].
#include "server/titles/pq17/searching/shadowing.h"

#include "server/titles/pq17/searching/following.h"
#include "server/titles/pq17/searching/reconnaissance.h"
#include "tests/titles/pq17/rules/searching.h"

namespace wardroom::pq17 {
namespace {

TEST(Rule6_3_1, ASectorOrAnAirUnitTakesUpShadowing) {
  Stage stage = stage_at(kDay, kAxis);
  stage.task_force(kAllied, "tf", {{"ship.london"}}, kOpenSea).air(kAxis, "air.fw200c.i_kg40", "airbase.trondheim");
  stage.truth().mutable_air()->mutable_unit(0)->set_mission(v1::Air::FLYING);
  stage.truth().mutable_air()->mutable_unit(0)->set_hex(number(*hex_of(kOpenSea)));
  Bench bench(stage, {card(16)});  // U, gains 2
  bench.run(reconnaissance(bench.op))
      .answer(kAxis, v1::Verb::DESIGNATE, v1::SearchSector::TRONDHEIM, hex_argument(kOpenSea));
  ASSERT_TRUE(bench.asked(kAxis, v1::MenuKind::RECON_SEARCHER));
  EXPECT_TRUE(bench.offers(kAxis, v1::Verb::SHADOW, bench.id("tf"), v1::Shadow::SECTOR, v1::SearchSector::TRONDHEIM));
  EXPECT_FALSE(bench.offers(kAxis, v1::Verb::SHADOW, bench.id("tf"), v1::Shadow::AIR_RADIUS, 0));
  bench.answer(kAxis, v1::Verb::SHADOW, bench.id("tf"), v1::Shadow::AIR_UNIT, 1).answer(kAxis, v1::Verb::DONE);
  EXPECT_EQ(bench.air(1).mission(), v1::Air::SHADOWING);
  EXPECT_TRUE(bench.was_told(kAllied, "report.shadowing"));
}

TEST(Rule6_3_1, APermanentRadiusShadowsOnlyWhenChosen) {
  Stage stage = stage_at(kDay, kAxis);
  stage.truth().mutable_air()->clear_interceptor();
  stage.truth().mutable_air()->clear_search();
  stage.task_force(kAllied, "tf", {{"ship.london"}}, "0713");
  Bench bench(stage, {card(16)});
  bench.run(reconnaissance(bench.op)).answer(kAxis, v1::Verb::SHADOW, bench.id("tf"), v1::Shadow::AIR_RADIUS, 0);
  EXPECT_TRUE(bench.done());
  EXPECT_TRUE(shadowed_by(bench.block("tf"), v1::Shadow::AIR_RADIUS));
}

TEST(Rule6_3_1, SovietAircraftNeverShadow) {
  Stage stage = stage_at(kDay, kAllied);
  stage.truth().mutable_air()->clear_interceptor();
  stage.task_force(kAxis, "x", {{"ship.tirpitz"}}, "0720");  // Soviet sector
  stage.air(kAllied, "air.pe2.28_sqn", "airbase.vaenga");
  stage.truth().mutable_air()->mutable_unit(0)->set_mission(v1::Air::FLYING);
  stage.truth().mutable_air()->mutable_unit(0)->set_hex(number(*hex_of("0720")));
  Bench bench(stage, {card(3)});  // Air: U, no flag; gains 2
  bench.run(reconnaissance(bench.op))
      .answer(kAllied, v1::Verb::DESIGNATE, v1::SearchSector::SOVIET, hex_argument("0720"));
  EXPECT_TRUE(bench.block("x").flat());
  EXPECT_TRUE(bench.done());  // nothing offered
}

TEST(Rule6_3_1, NoShadowingBesideInterceptors) {
  Stage stage = stage_at(kDay, kAllied);
  Bench bench(stage);
  const std::string near = hex_where([&](Hex hex) {
    return bench.op.near_interceptors(kAllied, hex) && !bench.op.reference.port_at(hex) &&
           bench.op.reference.hex(hex).in(v1::SearchSector::BARENTS);
  });
  stage.task_force(kAllied, "tf", {{"ship.london"}}, near).identified("tf", 2);
  EXPECT_FALSE(can_follow(bench.op, bench.block("tf"), by_sector(v1::SearchSector::BARENTS)));
}

TEST(Rule6_3_2, OneGermanWolfpackShadowsAConvoy) {
  Stage stage = stage_at(kDay, kAxis);
  stage.truth().mutable_air()->clear_search();
  stage.convoy(kAllied, "pq", {{"class.mv", 8}}, kOpenSea, "port.murmansk").identified("pq", 1);
  stage.wolfpack(kAxis, "u", {{"class.type_viic", 2}}, kOpenSea)
      .wolfpack(kAxis, "v", {{"class.type_viic", 1}}, kOpenSea);
  Bench bench(stage, {card(16)});
  bench.run(reconnaissance(bench.op));
  ASSERT_TRUE(bench.asked(kAxis, v1::MenuKind::RECON_SEARCHER));
  EXPECT_EQ(bench.count(kAxis, v1::Verb::SHADOW), 2);
  bench.answer(kAxis, v1::Verb::SHADOW, bench.id("pq"), v1::Shadow::WOLFPACK, bench.key("u"));
  EXPECT_TRUE(bench.done());  // only one may
  EXPECT_EQ(BlockId(bench.block("u").under()), bench.id("pq"));
  EXPECT_TRUE(bench.op.shadows_someone(bench.block("u")));
  EXPECT_FALSE(bench.op.shadows_someone(bench.block("v")));
}

TEST(Rule6_3_2, WolfpacksDoNotShadowTaskForces) {
  Stage stage = stage_at(kDay, kAxis);
  stage.truth().mutable_air()->clear_search();
  stage.task_force(kAllied, "tf", {{"ship.london"}}, kOpenSea).wolfpack(kAxis, "u", {{"class.type_viic", 2}}, kOpenSea);
  Bench bench(stage, {card(16)});
  bench.run(reconnaissance(bench.op));
  EXPECT_TRUE(bench.done());
  EXPECT_EQ(level(bench, "tf"), 2);
}

TEST(Rule6_3_3, UnhitCruisersShadowAnAxisTaskForce) {
  Stage stage = stage_at(kDay, kAllied);
  stage.truth().mutable_air()->clear_search();
  stage.task_force(kAllied, "ca", {{"ship.london"}, {"ship.kent"}}, kOpenSea)
      .task_force(kAxis, "x", {{"ship.tirpitz"}}, kOpenSea);
  Bench bench(stage, {card(16)});
  bench.run(reconnaissance(bench.op))
      .answer(kAllied, v1::Verb::SHADOW, bench.id("x"), v1::Shadow::CRUISERS, bench.key("ca"));
  while (!bench.done()) bench.answer(kAllied, v1::Verb::DONE);
  EXPECT_TRUE(shadowed_by(bench.block("x"), v1::Shadow::CRUISERS));
  stage.force("ca").mutable_ship(0)->set_cs(1);  // hit: she must let go
  end_impossible_shadowing(bench.op);
  EXPECT_FALSE(bench.op.shadowed(bench.block("x")));
}

TEST(Rule6_3_3, CruisersMaySplitOffToShadow) {
  Stage stage = stage_at(kDay, kAllied);
  stage.truth().mutable_air()->clear_search();
  stage.task_force(kAllied, "tf", {{"ship.duke_of_york"}, {"ship.london"}}, kOpenSea)
      .task_force(kAxis, "x", {{"ship.tirpitz"}}, kOpenSea);
  Bench bench(stage, {card(16), 0, 0});
  bench.run(reconnaissance(bench.op));
  EXPECT_EQ(bench.count(kAllied, v1::Verb::SHADOW), 0);  // not made up solely of cruisers
  EXPECT_EQ(bench.count(kAllied, v1::Verb::DETACH), 1);
  bench.answer(kAllied, v1::Verb::DETACH, bench.id("x"), bench.key("tf"), 1);
  while (!bench.done()) bench.answer(kAllied, v1::Verb::DONE);
  ASSERT_TRUE(shadowed_by(bench.block("x"), v1::Shadow::CRUISERS));
  const v1::Force& cruisers = bench.op.force_behind(bench.op.block(block_id(bench.block("x").shadow(0))));
  ASSERT_EQ(cruisers.ship_size(), 1);
  EXPECT_EQ(cruisers.ship(0).unit(), "ship.london");
  EXPECT_EQ(stage.force("tf").ship_size(), 1);
}

TEST(Rule6_3, WolfpacksAreNeverShadowed) {
  Stage stage = stage_at(kDay, kAxis);
  stage.wolfpack(kAllied, "u", {{"class.british_submarine", 1}}, kOpenSea).identified("u", 2);
  Bench bench(stage);
  EXPECT_FALSE(may_be_shadowed(bench.block("u")));
}

TEST(Rule6_3_4, TheShadowerNamesThePartHeFollows) {
  for (const auto& [part, name] : {std::pair{v1::ShadowedPart::CONVOY, "pq"},
                                   {v1::ShadowedPart::SMALLER, "tf"},
                                   {v1::ShadowedPart::LARGER, "pq"}}) {
    Stage stage = stage_at(kDay, kAllied);
    stage.convoy(kAllied, "pq", {{"class.mv", 12}}, kOpenSea, "port.murmansk").identified("pq", 2);
    stage.task_force(kAllied, "tf", {{"ship.london"}}, kOpenSea).identified("tf", 2);
    shadow_it(stage, "pq", by_sector(v1::SearchSector::BARENTS));
    Bench bench(stage, {0});
    bench.run(choose_shadowed_part(bench.op, {bench.id("pq"), bench.id("tf")}));
    ASSERT_TRUE(bench.asked(kAxis, v1::MenuKind::SHADOW_SPLIT));
    bench.answer(kAxis, v1::Verb::FOLLOW_PART, part);
    EXPECT_TRUE(bench.op.shadowed(bench.block(name)));
    EXPECT_EQ(bench.op.shadowed(bench.block("pq")) + bench.op.shadowed(bench.block("tf")), 1);
    const std::string other = name == std::string("pq") ? "tf" : "pq";
    EXPECT_EQ(bench.block(name).level(), 2);
    EXPECT_EQ(bench.block(other).level(), 1) << "it is shadowed no longer [6.3.5]";
  }
}

TEST(Rule6_3_4, DescriptionsFollowWhatWasTold) {
  Stage stage = stage_at(kDay, kAllied);
  stage.task_force(kAllied, "a", {{"class.british_a_i", 3}}, kOpenSea).identified("a", 3);
  stage.task_force(kAllied, "b", {{"ship.duke_of_york"}}, kOpenSea).identified("b", 3);
  shadow_it(stage, "a", by_sector(v1::SearchSector::BARENTS));
  Bench bench(stage, {0});
  auto& capital = *bench.block("a").mutable_told()->add_category();
  capital.set_category(v1::ShipCategory::CAPITAL);
  bench.run(choose_shadowed_part(bench.op, {bench.id("a"), bench.id("b")}));
  EXPECT_FALSE(bench.offers(kAxis, v1::Verb::FOLLOW_PART, v1::ShadowedPart::CONVOY));
  EXPECT_FALSE(bench.offers(kAxis, v1::Verb::FOLLOW_PART, v1::ShadowedPart::CARRIER));
  bench.answer(kAxis, v1::Verb::FOLLOW_PART, v1::ShadowedPart::CAPITAL_SHIP);
  EXPECT_TRUE(bench.op.shadowed(bench.block("b")));
}

TEST(Rule6_3_5, TheShadowerMayStopBeforeTheForceMoves) {
  Stage stage = stage_at(kDay, kAllied);
  stage.task_force(kAllied, "tf", {{"ship.london"}}, kOpenSea).identified("tf", 2);
  shadow_it(stage, "tf", by_sector(v1::SearchSector::BARENTS));
  Bench bench(stage);
  bench.run(offer_to_cease_shadowing(bench.op, bench.id("tf")));
  ASSERT_TRUE(bench.asked(kAxis, v1::MenuKind::KEEP_SHADOWING));
  bench.answer(kAxis, v1::Verb::CEASE_SHADOWING, bench.id("tf"), 0);
  EXPECT_TRUE(bench.done());
  EXPECT_FALSE(bench.op.shadowed(bench.block("tf")));
  EXPECT_EQ(level(bench, "tf"), 1);  // one level less
}

// Fog stops air units, Gales stop all aircraft; sectors and radii go on in Fog.
TEST(Rule6_3_5, WeatherEndsShadowingByAircraft) {
  for (const auto& [weather, unit_left, sector_left] : {std::tuple{v1::Weather::STORMS, true, true},
                                                        {v1::Weather::FOG, false, true},
                                                        {v1::Weather::GALES, false, false}}) {
    Stage stage = stage_at(kDay, kAllied);
    stage.weather(weather);
    stage.task_force(kAllied, "a", {{"ship.london"}}, kOpenSea).identified("a", 2);
    stage.task_force(kAllied, "b", {{"ship.kent"}}, kOpenSea).identified("b", 2);
    stage.air(kAxis, "air.fw200c.i_kg40", "airbase.trondheim");
    v1::Shadow unit;
    unit.set_kind(v1::Shadow::AIR_UNIT);
    unit.set_air_unit(1);
    stage.truth().mutable_air()->mutable_unit(0)->set_mission(v1::Air::SHADOWING);
    shadow_it(stage, "a", unit);
    shadow_it(stage, "b", by_sector(v1::SearchSector::BARENTS));
    Bench bench(stage);
    end_impossible_shadowing(bench.op);
    EXPECT_EQ(bench.op.shadowed(bench.block("a")), unit_left);
    EXPECT_EQ(bench.op.shadowed(bench.block("b")), sector_left);
    EXPECT_EQ(level(bench, "a"), unit_left ? 2 : 1);
    EXPECT_EQ(bench.air(1).mission(), unit_left ? v1::Air::SHADOWING : v1::Air::AT_BASE);
  }
}

TEST(Rule6_3_5, LeavingSectorOrRadiusEndsIt) {
  Stage stage = stage_at(kDay, kAllied);
  stage.truth().mutable_air()->clear_interceptor();
  stage.task_force(kAllied, "a", {{"ship.london"}}, kOpenSea).identified("a", 2);
  stage.task_force(kAllied, "b", {{"ship.kent"}}, "0713").identified("b", 2);
  shadow_it(stage, "a", by_sector(v1::SearchSector::TRONDHEIM));
  shadow_it(stage, "b", by_radius());
  Bench bench(stage);
  end_impossible_shadowing(bench.op);
  EXPECT_TRUE(bench.op.shadowed(bench.block("a")));
  EXPECT_TRUE(bench.op.shadowed(bench.block("b")));
  bench.block("a").set_hex(number(*hex_of("0615")));
  bench.block("b").set_hex(number(*hex_of("0613")));
  bench.run(shadowers_follow(bench.op, bench.id("a")));
  bench.run(shadowers_follow(bench.op, bench.id("b")));
  EXPECT_EQ(level(bench, "a"), 1);
  EXPECT_EQ(level(bench, "b"), 1);
  EXPECT_FALSE(bench.op.shadowed(bench.block("a")));
  EXPECT_FALSE(bench.op.shadowed(bench.block("b")));
}

TEST(Rule6_3_5, AShadowAtId0LeavesItAtId0) {
  Stage stage = stage_at(kDay, kAllied);
  stage.task_force(kAllied, "a", {{"ship.london"}}, kOpenSea).identified("a", 0);
  shadow_it(stage, "a", by_sector(v1::SearchSector::TRONDHEIM));
  Bench bench(stage);
  end_shadowing(bench.op, bench.block("a"));
  EXPECT_EQ(level(bench, "a"), 0);
}

// A Wolfpack follows a convoy [6.3.2].
void lie_under(Bench& bench, const std::string& wolfpack, const std::string& convoy) {
  v1::Shadow& shadow = *bench.block(convoy).add_shadow();
  shadow.set_kind(v1::Shadow::WOLFPACK);
  shadow.set_block(bench.id(wolfpack).value);
  bench.block(wolfpack).set_under(bench.id(convoy).value);
}

TEST(Rule5_4, AShadowingBlockMovesWithItsTarget) {
  Stage stage = stage_at(kDay, kAllied);
  stage.convoy(kAllied, "pq", {{"class.mv", 8}}, kOpenSea, "port.murmansk").identified("pq", 1);
  stage.wolfpack(kAxis, "u", {{"class.type_viic", 2}}, kOpenSea);
  Bench bench(stage);
  lie_under(bench, "u", "pq");
  bench.block("pq").set_hex(number(*hex_of("0612")));
  bench.run(shadowers_follow(bench.op, bench.id("pq")));
  EXPECT_EQ(bench.block("u").hex(), number(*hex_of("0612")));
}

TEST(Rule5_4, ShadowingEndsInAPortHex) {
  Stage stage = stage_at(kDay, kAllied);
  stage.convoy(kAllied, "pq", {{"class.mv", 8}}, "0717", "port.murmansk").identified("pq", 2);
  stage.wolfpack(kAxis, "u", {{"class.type_viic", 2}}, "0717");
  Bench bench(stage);
  lie_under(bench, "u", "pq");
  const Hex port = the_title().reference().place("port.murmansk").hex;
  bench.block("pq").set_hex(number(port));
  bench.run(shadowers_follow(bench.op, bench.id("pq")));
  EXPECT_FALSE(bench.op.shadowed(bench.block("pq")));
  EXPECT_EQ(level(bench, "pq"), 1);
  EXPECT_EQ(bench.block("u").under(), 0u);
  EXPECT_EQ(bench.block("u").hex(), number(*hex_of("0717")));  // it stays behind
}

}  // namespace
}  // namespace wardroom::pq17
