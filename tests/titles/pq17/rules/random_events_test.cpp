// Chapter 13: random events, as far as they touch weather, ice, fuel, searching and command.
#include "server/titles/pq17/random_events.h"

#include "server/titles/pq17/weather.h"
#include "tests/titles/pq17/bench.h"

namespace wardroom::pq17 {
namespace {

using W = v1::Weather;

Stage at_event(Side side, std::string_view scenario = "pq12") {
  Stage stage(scenario);
  stage.at(9, side, v1::Clock::RANDOM_EVENT);
  return stage;
}

void roll(Bench& bench) {
  Task<> event = random_event(bench.op);
  event.handle().resume();
  ASSERT_TRUE(event.done());
  event.take();
}

TEST(Rule13, TheActivePlayerRollsTensAndUnitsOnHisOwnTable) {
  Stage stage = at_event(kAllied);
  Bench bench(stage, {2, 9});
  roll(bench);
  EXPECT_TRUE(bench.chance_used_up());
  EXPECT_TRUE(bench.was_told(kAxis, "report.event"));
  EXPECT_FALSE(bench.was_told(kAxis, "report.event.no_effect")) << "no event is no event";
}

TEST(Rule13, AScenarioMayHaveNone) {
  Stage stage = at_event(kAxis, "learning");
  Bench bench(stage);
  roll(bench);
  EXPECT_FALSE(bench.was_told(kAxis, "report.event"));
}

TEST(Rule13_2, BothSidesCheckForWeatherDamage) {
  Stage stage = at_event(kAllied);
  stage.weather(W::GALES);
  stage.task_force(kAllied, "allied", {{"class.british_a_i", 1}}, "0611").task_force(kAxis, "axis", {{"class.type_36a", 1}}, "0612");
  Bench bench(stage, {5, 7, card(17), 0, card(2)});
  roll(bench);
  EXPECT_TRUE(bench.chance_used_up());
  EXPECT_THROW(stage.force("allied"), Broken);
  EXPECT_EQ(stage.force("axis").ship(0).cs(), 1);
}

TEST(Rule13_2, FairWeatherHurtsNobody) {
  Stage stage = at_event(kAllied);
  stage.task_force(kAllied, "allied", {{"class.british_a_i", 1}}, "0611");
  Bench bench(stage, {5, 7});
  roll(bench);
  EXPECT_TRUE(bench.was_told(kAxis, "report.event.no_effect"));
}

TEST(Rule13_4, LocalWeatherComesByEvent) {
  Stage stage = at_event(kAxis);
  stage.weather(W::FOG);
  Bench bench(stage, {3, 6});
  roll(bench);
  ASSERT_EQ(stage.truth().environment().local_size(), 1);
  EXPECT_EQ(stage.truth().environment().local(0).weather(), W::FAIR);
  EXPECT_EQ(stage.truth().environment().local(0).last_turn(), 10);
  EXPECT_EQ(stage.truth().environment().local(0).last_phase(), kAllied);
}

TEST(Rule13_4, AShiftIsCountedFromTheWeatherAtThatMoment) {
  Stage stage = at_event(kAllied);
  stage.weather(W::STORMS);
  Bench bench(stage);
  v1::RandomEvent event = *the_title().reference().box().event("event.allied.local_weather");
  event.clear_weather();
  event.set_weather_shift(-1);
  set_local_weather(bench.op, event);
  stage.weather(W::GALES);
  EXPECT_EQ(bench.op.weather(*hex_of("0717")), W::FOG);
}

TEST(Rule13, ShortOfOilMovesOneAxisMarkerAndOnlyTheAxisKnows) {
  Stage stage = at_event(kAxis);
  stage.task_force(kAxis, "a", {{"class.type_36a", 1}}, "0611").fuel("a", 15);
  stage.task_force(kAxis, "b", {{"ship.tirpitz"}}, "0612").fuel("b", 14);
  Bench bench(stage, {9, 1, 1});
  roll(bench);
  EXPECT_TRUE(bench.chance_used_up());
  EXPECT_EQ(stage.force("a").fuel_turn(), 15);
  EXPECT_EQ(stage.force("b").fuel_turn(), 12);
  EXPECT_TRUE(bench.was_told(kAxis, "report.event.fuel.own"));
  EXPECT_FALSE(bench.was_told(kAllied, "report.event.fuel.own"));
}

TEST(Rule13, MoreSearchHexesForThisPhaseWhereTheSideLikes) {
  Stage stage = at_event(kAxis);
  const auto hexes = [&](v1::SearchSector::Kind sector) {
    for (const auto& search : stage.truth().air().search()) {
      if (search.sector() == sector) return search.hexes();
    }
    return -1;
  };
  const int before = hexes(v1::SearchSector::BARENTS);
  Bench bench(stage, {7, 6});
  Task<> event = random_event(bench.op);
  event.handle().resume();
  bench.answer(kAxis, v1::Verb::CHOOSE_SECTOR, v1::SearchSector::BARENTS);
  bench.answer(kAxis, v1::Verb::CHOOSE_SECTOR, v1::SearchSector::BARENTS);
  EXPECT_TRUE(event.done());
  EXPECT_EQ(hexes(v1::SearchSector::BARENTS), before + 2);
  stage.at(9, kAllied, v1::Clock::COMBINE_FORCES);
  end_events(bench.op);
  EXPECT_EQ(hexes(v1::SearchSector::BARENTS), before + 2) << "only the Axis phase ends it";
  stage.at(9, kAxis, v1::Clock::COMBINE_FORCES);
  end_events(bench.op);
  EXPECT_EQ(hexes(v1::SearchSector::BARENTS), before);
}

}  // namespace
}  // namespace wardroom::pq17
