// Chapter 9: weather.
#include "server/titles/pq17/weather/weather.h"

#include "server/titles/pq17/weather/dispersal.h"
#include "server/titles/pq17/weather/disperse_convoys.h"
#include "tests/titles/pq17/bench.h"

namespace wardroom::pq17 {
namespace {

using W = v1::Weather;

// March weather after `before` on these dice.
W::Kind weather_after(W::Kind before, std::uint32_t first, std::uint32_t second, int turn = 12,
                      std::string_view scenario = "pq12") {
  Stage stage(scenario);
  stage.at(turn, kAllied, v1::Clock::RANDOM_EVENT).phase(v1::Clock::WEATHER).weather(before);
  Bench bench(stage, {first, second});
  weather_phase(bench.op);
  EXPECT_TRUE(bench.chance_used_up());
  for (Side side : kSides) EXPECT_TRUE(bench.was_told(side, "report.weather"));
  return stage.truth().environment().weather();
}

TEST(Rule9_1, TwoDiceAndTheSeasonOfTheMonthTellTheWeather) {
  EXPECT_EQ(weather_after(W::FOG, 6, 6, 12, "pq12"), W::STORMS);
  EXPECT_EQ(weather_after(W::FOG, 6, 6, 12, "pq17"), W::FOG);
}

TEST(Rule9_1, NothingModifiesTheRollOfTheFirstTurn) {
  EXPECT_EQ(weather_after(W::GALES, 3, 3, 1), W::REDUCED_VISIBILITY);
}

TEST(Rule9_1, AScenarioMaySayTheWeatherUntilPlayHasBegun) {
  Stage stage("learning");
  stage.phase(v1::Clock::WEATHER);
  stage.truth().mutable_clock()->set_began(false);
  Bench bench(stage);
  weather_phase(bench.op);
  EXPECT_EQ(stage.truth().environment().weather(), W::REDUCED_VISIBILITY);
  EXPECT_TRUE(bench.was_told(kAxis, "report.weather.at_start"));
}

TEST(Rule9_2_1, FairWeatherModifiesTheNextRoll) { EXPECT_EQ(weather_after(W::FAIR, 9, 5), W::REDUCED_VISIBILITY); }

TEST(Rule9_2_2, ReducedVisibilityDoesNotModifyTheNextRoll) {
  EXPECT_EQ(weather_after(W::REDUCED_VISIBILITY, 9, 2), W::FOG);
  EXPECT_TRUE(the_title().reference().box().effect_of(W::REDUCED_VISIBILITY).poor());
}

TEST(Rule9_2_3, FogDoesNotModifyTheNextRollAndKeepsAircraftDown) {
  EXPECT_EQ(weather_after(W::FOG, 9, 2), W::FOG);
  const auto& effect = the_title().reference().box().effect_of(W::FOG);
  EXPECT_FALSE(effect.land_take_off());
  EXPECT_TRUE(effect.search_sectors());
}

TEST(Rule9_2_4, StormsModifyTheNextRoll) {
  EXPECT_EQ(weather_after(W::STORMS, 5, 4), W::STORMS);
  EXPECT_EQ(the_title().reference().box().effect_of(W::STORMS).high_speed(), v1::WeatherEffect::HEAVY_SHIPS_ONLY);
}

TEST(Rule9_2_5, GalesModifyTheNextRollAndKeepTheDispersalModifier) {
  EXPECT_EQ(weather_after(W::GALES, 5, 4), W::GALES);
  Stage stage("pq12");
  stage.at(12, kAllied, v1::Clock::RANDOM_EVENT).phase(v1::Clock::WEATHER).weather(W::GALES);
  Bench bench(stage, {5, 4});
  weather_phase(bench.op);
  EXPECT_EQ(stage.truth().environment().dispersal_modifier(), -4);
}

Stage gale_with_all_kinds_of_blocks() {
  Stage stage("pq12");
  stage.at(12, kAllied, v1::Clock::RANDOM_EVENT).phase(v1::Clock::WEATHER).weather(W::GALES);
  stage.convoy(kAllied, "convoy", {{"class.mv", 15}}, "0611", "port.murmansk")
      .task_force(kAllied, "force", {{"ship.london"}}, "0612")
      .dummy(kAllied, "dummy", "0513")
      .wolfpack(kAxis, "pack", {{"class.type_viic", 2}}, "0514");
  return stage;
}

TEST(Rule9_2_5, OneHiddenCardForEveryBlockAtSea) {
  Stage stage = gale_with_all_kinds_of_blocks();
  Bench bench(stage, {5, 4, card(9), card(9), card(9), card(9)});
  weather_phase(bench.op);
  EXPECT_TRUE(bench.chance_used_up());
  EXPECT_TRUE(stage.force("convoy").held_by_gales());
  EXPECT_TRUE(stage.force("convoy").may_disperse());
  EXPECT_FALSE(stage.force("force").held_by_gales());
  EXPECT_TRUE(bench.was_told(kAllied, "report.gales.held.own"));
  EXPECT_FALSE(bench.was_told(kAxis, "report.gales.held.own"));
  EXPECT_FALSE(bench.was_told(kAxis, "report.gales.dispersal.own"));
}

TEST(Rule9_2_5, NoCardsInOtherWeather) {
  Stage stage = gale_with_all_kinds_of_blocks();
  stage.weather(W::FOG);
  stage.force("convoy").set_held_by_gales(true);
  Bench bench(stage, {5, 4});
  weather_phase(bench.op);
  EXPECT_FALSE(stage.force("convoy").held_by_gales()) << "it was the turn before";
}

TEST(Rule9_2_5, ConvoysThatComeToSeaAsPlayBeginsDrawToo) {
  Stage stage = gale_with_all_kinds_of_blocks();
  stage.truth().mutable_clock()->set_began(false);
  Bench bench(stage, {5, 4, card(17), card(2), card(2), card(2)});
  weather_phase(bench.op);
  EXPECT_FALSE(stage.force("convoy").held_by_gales());
  draw_gale_cards(bench.op);
  EXPECT_TRUE(stage.force("convoy").held_by_gales());
  EXPECT_FALSE(stage.force("convoy").may_disperse()) << "card 17 has no boxed D";
}

TEST(Rule9_2_5, EitherCardStopsBothPartsOfADispersedConvoy) {
  Stage stage("pq12");
  stage.at(12, kAllied, v1::Clock::RANDOM_EVENT).phase(v1::Clock::WEATHER).weather(W::GALES);
  stage.convoy(kAllied, "parent", {{"class.mv", 15}}, "0611", "port.murmansk").identified("parent", 1);
  stage.convoy(kAllied, "part", {{"class.mv", 3}}, "0611", "port.murmansk").identified("part", 1);
  stage.force("part").set_dispersed_from(stage.force("parent").key());
  Bench bench(stage, {5, 4, card(2), card(17)});
  weather_phase(bench.op);
  EXPECT_TRUE(stage.force("parent").held_by_gales());
  EXPECT_TRUE(stage.force("part").held_by_gales());
}

// -- damage --

Stage in_weather(W::Kind weather, const std::vector<std::string>& options = {}) {
  Stage stage("pq12", options);
  stage.at(12, kAllied, v1::Clock::RANDOM_EVENT).weather(weather);
  return stage;
}

TEST(Rule9_3_1, GalesHurtRandomShipsAndOnlyTheOwnerKnows) {
  Stage stage = in_weather(W::GALES);
  stage.task_force(kAllied, "force", {{"ship.london"}, {"class.british_a_i", 3}}, "0611")
      .dummy(kAllied, "dummy", "0612");
  Bench bench(stage, {card(23), 0, 2, card(40)});
  check_weather_damage(bench.op);
  EXPECT_TRUE(bench.chance_used_up());
  ASSERT_EQ(stage.force("force").ship_size(), 1);
  EXPECT_EQ(stage.force("force").ship(0).cs(), 2);
  ASSERT_EQ(stage.truth().allied().removed_size(), 2);
  EXPECT_EQ(stage.truth().allied().removed(0).unit(), "ship.london");
  EXPECT_EQ(stage.truth().allied().removed(0).cs(), the_title().reference().unit("ship.london").full_cs())
      << "her hit scores nothing";
  EXPECT_EQ(stage.truth().allied().removed(1).reason(), "weather");
  EXPECT_TRUE(bench.was_told(kAllied, "report.weather_damage.own"));
  EXPECT_FALSE(bench.was_told(kAxis, "report.weather_damage.own"));
  EXPECT_EQ(stage.truth().standing().score_size(), 0);
}

TEST(Rule9_3_1, PartsOfADispersedConvoyCountAsOneForce) {
  Stage stage = in_weather(W::GALES);
  stage.convoy(kAllied, "parent", {{"class.mv", 15}}, "0611", "port.murmansk").identified("parent", 1);
  stage.convoy(kAllied, "part", {{"class.mv", 5}}, "0611", "port.murmansk").identified("part", 1);
  stage.force("part").set_dispersed_from(stage.force("parent").key());
  Bench bench(stage, {card(5), 19, card(5)});  // 20 ships, one card; the part's own card is for the eye only
  check_weather_damage(bench.op);
  EXPECT_TRUE(bench.chance_used_up());
  EXPECT_EQ(stage.force("parent").ship(0).cs(), 15);
  EXPECT_EQ(stage.force("part").ship(0).cs(), 4);
}

TEST(Rule9_3_1, StormsHurtFragileShipsOffTheCoastOnly) {
  Stage stage = in_weather(W::STORMS);
  stage.task_force(kAxis, "sea", {{"ship.koeln"}, {"ship.admiral_hipper"}, {"class.type_35_37", 2}}, "0611");
  stage.task_force(kAxis, "coast", {{"class.type_35_37", 1}}, "0717");
  Bench bench(stage, {card(23), card(2), card(1), card(1)});
  check_weather_damage(bench.op);
  EXPECT_FALSE(bench.chance_used_up()) << "nobody draws at the coast";
  ASSERT_EQ(stage.truth().axis().removed_size(), 2);
  EXPECT_EQ(stage.truth().axis().removed(0).unit(), "ship.koeln");
  EXPECT_EQ(stage.truth().axis().removed(1).unit(), "class.type_35_37");
  EXPECT_EQ(stage.force("sea").ship_size(), 2) << "Admiral Hipper and one torpedo boat are left";
  EXPECT_EQ(stage.force("coast").ship(0).cs(), 1);
}

TEST(Rule9_3_1, StormsHurtSovietDestroyers) {
  Stage stage = in_weather(W::STORMS);
  stage.task_force(kAllied, "force", {{"class.soviet_type_7", 1}}, "0611");
  stage.task_force(kAllied, "british", {{"class.british_a_i", 1}}, "0612");
  Bench bench(stage, {card(1), card(1)});
  check_weather_damage(bench.op);
  EXPECT_TRUE(bench.chance_used_up());
  EXPECT_THROW(stage.force("force"), Broken) << "nothing is left of it";
  EXPECT_EQ(stage.force("british").ship(0).cs(), 1);
  EXPECT_TRUE(bench.was_told(kAxis, "report.force_gone"));
  EXPECT_EQ(stage.truth().sea().block_size(), 1);
}

TEST(Rule9_3_1, ADestroyerThatSinksScoresWithTheOption) {
  for (const std::uint32_t die : {3u, 7u}) {
    Stage stage = in_weather(W::GALES, {"option.destroyer_hits"});
    stage.task_force(kAllied, "force", {{"class.british_a_i", 2}}, "0611");
    Bench bench(stage, {card(17), 0, die});
    check_weather_damage(bench.op);
    EXPECT_TRUE(bench.chance_used_up());
    EXPECT_EQ(stage.truth().allied().hidden_score_size(), die == 3 ? 1 : 0);
    EXPECT_EQ(stage.truth().standing().score_size(), 0);
  }
}

TEST(Example_DX_04, AGaleCardForEveryTwentyShipsRoundedUp) {
  Stage stage("pq12");
  Bench bench(stage);
  const std::map<int, int> cards{{1, 1}, {20, 1}, {21, 2}, {40, 2}, {41, 3}};
  for (const auto& [ships, expected] : cards) EXPECT_EQ(gale_cards(bench.op, ships), expected) << ships;
}

// -- dispersal --

Stage torn_convoy() {
  Stage stage("pq12");
  stage.at(12, kAllied, v1::Clock::NAVAL_MOVEMENT).weather(W::GALES);
  stage.convoy(kAllied, "convoy", {{"class.mv", 22}, {"class.british_a_i", 2}}, "0611", "port.murmansk")
      .identified("convoy", 1);
  stage.force("convoy").set_may_disperse(true);
  stage.force("convoy").set_held_by_gales(true);
  stage.truth().mutable_environment()->set_dispersal_modifier(-2);
  return stage;
}

TEST(Example_DX_03, OneDieForEveryElevenMerchants) {
  Stage stage("pq12");
  Bench bench(stage);
  const std::map<int, int> dice{{5, 0}, {6, 1}, {11, 1}, {16, 1}, {17, 2}, {22, 2}, {27, 2}, {28, 3}};
  for (const auto& [merchants, expected] : dice) EXPECT_EQ(dispersal_dice(bench.op, merchants), expected) << merchants;
}

TEST(Rule9_3_2, MerchantsAreSplitOffIntoAConvoyWithTheSameId) {
  Stage stage = torn_convoy();
  Bench bench(stage, {4, 3});  // 4 - 2 and 3 - 2: three ships
  bench.run(disperse_convoys(bench.op)).answer(kAllied, v1::Verb::DONE);
  EXPECT_TRUE(bench.chance_used_up());
  EXPECT_TRUE(bench.was_told(kAxis, "report.dispersal"));
  ASSERT_EQ(stage.truth().allied().force_size(), 2);
  const v1::Force& part = stage.truth().allied().force(1);
  EXPECT_EQ(part.kind(), v1::BlockKind::CONVOY);
  EXPECT_EQ(part.dispersed_from(), stage.force("convoy").key());
  EXPECT_EQ(part.ship(0).cs(), 3);
  EXPECT_TRUE(part.held_by_gales());
  EXPECT_EQ(part.destination(), "port.murmansk");
  EXPECT_EQ(tally(the_title().reference(), stage.force("convoy")).merchants, 19);
  ASSERT_EQ(stage.truth().sea().block_size(), 2);
  EXPECT_TRUE(stage.truth().sea().block(1).flat());
  EXPECT_EQ(stage.truth().sea().block(1).level(), 1);
}

TEST(Rule9_3_2, AllDispersedMerchantsAreOneConvoy) {
  Stage stage = torn_convoy();
  Bench bench(stage, {3, 2, 2, 3});
  bench.run(disperse_convoys(bench.op)).answer(kAllied, v1::Verb::DONE);
  stage.truth().mutable_clock()->set_turn(13);
  stage.force("convoy").set_may_disperse(true);
  bench.run(disperse_convoys(bench.op)).answer(kAllied, v1::Verb::DONE);
  EXPECT_TRUE(bench.chance_used_up());
  ASSERT_EQ(stage.truth().allied().force_size(), 2);
  EXPECT_EQ(stage.truth().allied().force(1).ship(0).cs(), 2);
}

TEST(Rule9_3_2, ASumBelowZeroIsNone) {
  Stage stage = torn_convoy();
  Bench bench(stage, {0, 1});
  bench.run(disperse_convoys(bench.op));
  EXPECT_TRUE(bench.chance_used_up());
  EXPECT_EQ(stage.truth().allied().force_size(), 1);
  EXPECT_EQ(stage.truth().sea().block_size(), 1);
}

TEST(Rule9_3_2, OnlyConvoysWithABoxedDRoll) {
  Stage stage = torn_convoy();
  stage.force("convoy").set_may_disperse(false);
  Bench bench(stage);
  bench.run(disperse_convoys(bench.op));
  EXPECT_FALSE(bench.was_told(kAxis, "report.dispersal"));
}

Stage convoy_in_two_parts(W::Kind weather) {
  Stage stage("pq12");
  stage.at(12, kAllied, v1::Clock::COMBINE_FORCES).weather(weather);
  stage.convoy(kAllied, "parent", {{"class.mv", 15}}, "0611", "port.murmansk").identified("parent", 1);
  stage.convoy(kAllied, "part", {{"class.mv", 2}}, "0611", "port.murmansk").identified("part", 1);
  stage.force("part").set_dispersed_from(stage.force("parent").key());
  return stage;
}

TEST(Rule9_3_3, ADieTellsHowManyShipsRejoin) {
  Stage stage = convoy_in_two_parts(W::FOG);
  Bench bench(stage, {4, 0});
  rejoin(bench.op, kAllied, stage.force("parent"));
  EXPECT_TRUE(bench.chance_used_up());
  EXPECT_EQ(stage.force("parent").ship(0).cs(), 16);
  EXPECT_EQ(stage.force("part").ship(0).cs(), 1);
  EXPECT_TRUE(bench.was_told(kAxis, "report.rejoining"));
}

TEST(Rule9_3_3, WhenTheLastHasRejoinedThePartIsGone) {
  Stage stage = convoy_in_two_parts(W::FAIR);
  Bench bench(stage, {9, 0, 0});
  rejoin(bench.op, kAllied, stage.force("parent"));
  EXPECT_EQ(stage.force("parent").ship(0).cs(), 17);
  EXPECT_THROW(stage.force("part"), Broken);
  EXPECT_EQ(stage.truth().sea().block_size(), 1);
}

TEST(Rule9_3_3, NobodyRejoinsInStormsOrGales) {
  for (W::Kind weather : {W::STORMS, W::GALES}) {
    Stage stage = convoy_in_two_parts(weather);
    Bench bench(stage);
    rejoin(bench.op, kAllied, stage.force("parent"));
    EXPECT_EQ(stage.force("part").ship(0).cs(), 2);
  }
}

bool found_with(v1::SearchResult::Kind result, W::Kind weather, const std::vector<std::string>& options,
                const Unit& seeker) {
  Stage stage("pq12", options);
  stage.at(11, kAllied, v1::Clock::COMBINE_FORCES).weather(weather);
  stage.task_force(kAllied, "a", {seeker}, "0611").identified("a", 1);
  stage.task_force(kAllied, "b", {{"ship.kent"}}, "0611").identified("b", 1);
  const int column = weather == W::STORMS ? 2 : 3;
  const int index = find_card(kAllied, [&](const v1::Card& each) {
    return each.day().force(column) == result && each.day().soviet_flag() == (seeker.unit == "class.soviet_type_7");
  });
  Bench bench(stage, {card(index)});
  const bool found = find_each_other(bench.op, kAllied, stage.force("a"), stage.force("b"));
  EXPECT_EQ(bench.chance_used_up(), !options.empty());
  return found;
}

TEST(Rule9_4, InStormsAndGalesForcesMustFindEachOtherAsAtId3) {
  const std::vector<std::string> option{"option.combining_forces"};
  EXPECT_FALSE(found_with(v1::SearchResult::DASH, W::STORMS, option, {"ship.london"}));
  EXPECT_TRUE(found_with(v1::SearchResult::ID3, W::STORMS, option, {"ship.london"}));
  EXPECT_FALSE(found_with(v1::SearchResult::S, W::GALES, option, {"ship.london"})) << "not a friendly shore";
  EXPECT_FALSE(found_with(v1::SearchResult::ID3, W::STORMS, option, {"class.soviet_type_7", 1})) << "the Soviet mark";
  EXPECT_TRUE(found_with(v1::SearchResult::DASH, W::STORMS, {}, {"ship.london"})) << "an option";
}

// -- local weather --

TEST(Rule9_5, NorthNorwayHasItsOwnWeatherButKirkenesHasNot) {
  Stage stage("pq12");
  stage.at(9, kAllied, v1::Clock::RANDOM_EVENT);
  Bench bench(stage);
  set_local_weather(bench.op, *the_title().reference().box().event("event.allied.local_weather"));
  EXPECT_EQ(bench.op.weather(*hex_of("0717")), W::FOG);
  EXPECT_EQ(bench.op.weather(*hex_of("0816")), W::FAIR) << "Kirkenes";
  EXPECT_EQ(bench.op.weather(*hex_of("0611")), W::FAIR);
  EXPECT_TRUE(bench.was_told(kAxis, "report.weather.local"));
  stage.at(9, kAllied, v1::Clock::COMBINE_FORCES);
  end_local_weather(bench.op);
  EXPECT_EQ(bench.op.weather(*hex_of("0717")), W::FOG) << "this turn";
  stage.at(9, kAxis, v1::Clock::COMBINE_FORCES);
  end_local_weather(bench.op);
  EXPECT_EQ(bench.op.weather(*hex_of("0717")), W::FAIR);
}

TEST(Rule9_5, AnAxisEventLastsThroughTheNextAlliedPhase) {
  Stage stage("pq12");
  stage.at(9, kAxis, v1::Clock::RANDOM_EVENT).weather(W::GALES);
  Bench bench(stage);
  set_local_weather(bench.op, *the_title().reference().box().event("event.axis.local_weather"));
  end_local_weather(bench.op);
  EXPECT_EQ(bench.op.weather(*hex_of("0717")), W::FAIR) << "its own phase is over";
  stage.at(10, kAllied, v1::Clock::COMBINE_FORCES).weather(W::FOG);
  EXPECT_EQ(bench.op.weather(*hex_of("0717")), W::FAIR) << "whatever the weather becomes";
  end_local_weather(bench.op);
  EXPECT_EQ(bench.op.weather(*hex_of("0717")), W::FOG);
  EXPECT_TRUE(bench.was_told(kAllied, "report.weather.local_ends"));
}

TEST(Rule6_3_5, AircraftThatCouldOnlyFlyInLocalWeatherStopShadowingWhenItEnds) {
  Stage stage("pq12");
  stage.at(9, kAxis, v1::Clock::RANDOM_EVENT).weather(W::FOG);
  stage.convoy(kAllied, "pq", {{"class.mv", 12}}, "0613", "port.murmansk").identified("pq", 2);
  stage.air(kAxis, "air.he115c.1_406", "airbase.banak", 1);
  Bench bench(stage);
  set_local_weather(bench.op, *the_title().reference().box().event("event.axis.local_weather"));
  bench.air(1).set_mission(v1::Air::SHADOWING);
  bench.air(1).set_hex(613);
  v1::Shadow& shadow = *bench.block("pq").add_shadow();
  shadow.set_kind(v1::Shadow::AIR_UNIT);
  shadow.set_air_unit(1);
  end_local_weather(bench.op);
  EXPECT_TRUE(bench.op.shadowed(bench.block("pq")));
  stage.at(10, kAllied, v1::Clock::COMBINE_FORCES);
  end_local_weather(bench.op);
  EXPECT_FALSE(bench.op.shadowed(bench.block("pq")));
  EXPECT_EQ(bench.block("pq").level(), 1);
  EXPECT_EQ(bench.air(1).mission(), v1::Air::AT_BASE);
}

}  // namespace
}  // namespace wardroom::pq17
