// Photographs [6.9].
#include "server/titles/pq17/searching/reconnaissance.h"
#include "tests/titles/pq17/rules/searching.h"

namespace wardroom::pq17 {
namespace {

Stage stage_for_photo() {
  Stage stage("pq12");
  stage.at(kDay, kAllied, v1::Clock::PHOTO_RECONNAISSANCE);
  stage.air(kAllied, "air.spitfire_pr.wick", "airbase.wick");
  stage.task_force(kAxis, "x", {{"ship.tirpitz"}, {"class.type_34_36", 3}}, "port.bergen");
  stage.task_force(kAxis, "y", {{"ship.admiral_scheer"}}, "port.bergen").dummy(kAxis, "d", "port.bergen");
  return stage;
}

TEST(Rule6_9, APictureTellsOfAllForcesInPortTogether) {
  Stage stage = stage_for_photo();
  Bench bench(stage, {card(6)});  // Fair: ID4
  bench.run(photo_reconnaissance(bench.op)).answer(kAllied, v1::Verb::PHOTOGRAPH, 1, place_argument("port.bergen"));
  EXPECT_TRUE(bench.done());  // one card for each unit
  ASSERT_EQ(stage.truth().standing().photographed_size(), 1);
  const v1::Statement& told = stage.truth().standing().photographed(0).told();
  EXPECT_EQ(told.level(), 4);
  EXPECT_EQ(told.named_size(), 3);
  EXPECT_FALSE(bench.gone(kAxis, bench.key("d")));
}

TEST(Rule6_9, TheOwnerChoosesTheFigureAtId1) {
  Stage stage = stage_for_photo();
  Bench bench(stage, {card(16)});  // Fair: ID1
  bench.run(photo_reconnaissance(bench.op)).answer(kAllied, v1::Verb::PHOTOGRAPH, 1, place_argument("port.bergen"));
  ASSERT_TRUE(bench.asked(kAxis, v1::MenuKind::PHOTO_FIGURE));
  EXPECT_EQ(bench.count(kAxis, v1::Verb::SAY_COUNTERS), 3);  // three counters: 2 to 4
  bench.answer(kAxis, v1::Verb::SAY_COUNTERS, 0, 2);
  EXPECT_EQ(stage.truth().standing().photographed(0).told().warship_counters(), 2);
}

TEST(Rule6_9, ADashBringsNoPicture) {
  Stage stage = stage_for_photo();
  Bench bench(stage, {card(3)});
  bench.run(photo_reconnaissance(bench.op)).answer(kAllied, v1::Verb::PHOTOGRAPH, 1, place_argument("port.bergen"));
  EXPECT_TRUE(bench.was_told(kAxis, "report.photo.failed"));
  EXPECT_EQ(stage.truth().standing().photographed_size(), 0);
}

TEST(Rule6_9, NoPicturesAtNightNorInFogAtTheBase) {
  for (const auto& [turn, weather] : {std::pair{kNight, v1::Weather::FAIR}, {kDay, v1::Weather::FOG}}) {
    Stage stage = stage_for_photo();
    stage.at(turn, kAllied, v1::Clock::PHOTO_RECONNAISSANCE).weather(weather);
    Bench bench(stage);
    bench.run(photo_reconnaissance(bench.op));
    EXPECT_TRUE(bench.done());
  }
}

}  // namespace
}  // namespace wardroom::pq17
