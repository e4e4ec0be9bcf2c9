// Convoys that Gales tear apart: who falls behind, and what is left [9.2.5, 9.3.2, 9.3.3].
#include "server/titles/pq17/weather/dispersal.h"

#include "server/titles/pq17/combat/damage.h"
#include "server/titles/pq17/forces/components.h"
#include "server/titles/pq17/forces/convoys.h"
#include "server/titles/pq17/movement/speed.h"
#include "server/titles/pq17/weather/disperse_convoys.h"
#include "server/titles/pq17/weather/weather.h"
#include "tests/titles/pq17/bench.h"
#include "tests/titles/pq17/rules/conditions.h"

namespace wardroom::pq17 {
namespace {

using v1::Clock;
using v1::MenuKind;
using v1::Verb;
using W = v1::Weather;

Stage torn(const std::vector<Unit>& ships) {
  Stage stage("pq12");
  stage.at(12, kAllied, Clock::NAVAL_MOVEMENT).weather(W::GALES);
  stage.convoy(kAllied, "convoy", ships, "0611", "port.murmansk").identified("convoy", 1);
  stage.force("convoy").set_may_disperse(true);
  stage.truth().mutable_environment()->set_dispersal_modifier(-2);
  return stage;
}

int cs_of(const v1::Force& force, const std::string& unit) {
  int cs = 0;
  for (const v1::Counter& ship : force.ship()) cs += ship.unit() == unit ? ship.cs() : 0;
  return cs;
}

TEST(Rule9_3_2, TheirOwnerSaysWhichMerchantsAreDispersed) {
  Stage stage = torn({{"class.mc", 1}, {"class.mv", 9}, {"class.mo", 1}, {"class.british_a_i", 2}});
  Bench bench(stage, {5});  // 5 - 2: three ships
  bench.run(disperse_convoys(bench.op));
  for (Side side : kSides) EXPECT_TRUE(bench.was_told(side, "report.dispersal"));
  ASSERT_TRUE(bench.asked(kAllied, MenuKind::DISPERSED_SHIPS));
  EXPECT_EQ(bench.count(kAllied, Verb::CHOOSE_SHIP), 3) << "a CAM ship, cargo ships, an oiler";
  const auto& ships = stage.force("convoy").ship();
  const auto cam = static_cast<int>(std::ranges::find(ships, "class.mc", &v1::Counter::unit) - ships.begin());
  bench.answer(kAllied, Verb::CHOOSE_SHIP, cam).answer(kAllied, Verb::DONE);
  EXPECT_TRUE(bench.done());
  EXPECT_TRUE(bench.chance_used_up()) << "nothing is drawn by lot";
  const v1::Force& part = stage.truth().allied().force(1);
  EXPECT_EQ(cs_of(part, "class.mc"), 1);
  EXPECT_EQ(cs_of(part, "class.mv"), 2) << "cargo ships before the oiler";
  EXPECT_EQ(cs_of(stage.force("convoy"), "class.mo"), 1);
}

TEST(Rule9_3_2, WhetherTheOwnerHasAChoiceIsHisSecret) {
  Stage stage = torn({{"class.mv", 11}, {"class.british_a_i", 2}});
  Bench bench(stage, {5});
  bench.run(disperse_convoys(bench.op));
  ASSERT_TRUE(bench.asked(kAllied, MenuKind::DISPERSED_SHIPS)) << "once, whatever the convoy is made of";
  EXPECT_EQ(bench.menu(kAllied)->items.size(), 1u);
  bench.answer(kAllied, Verb::DONE);
  EXPECT_TRUE(bench.done());
  EXPECT_EQ(cs_of(stage.truth().allied().force(1), "class.mv"), 3);
}

TEST(Rule9_3_3, AnEscortWhoseMerchantsAreAllDispersedGathersThem) {
  Stage stage = torn({{"class.mv", 6}, {"class.british_a_i", 2}});
  Bench bench(stage, {9, 7, 0, 0, 0});
  bench.run(disperse_convoys(bench.op)).answer(kAllied, Verb::DONE);
  ASSERT_EQ(stage.truth().allied().force_size(), 2);
  const ForceKey part = key_of(stage.truth().allied().force(1));
  EXPECT_EQ(bench.op.force(kAllied, part).ship(0).cs(), 6);
  needs_other_block(bench.op, kAllied, bench.key("convoy"));
  EXPECT_EQ(stage.force("convoy").kind(), v1::BlockKind::CONVOY);
  EXPECT_TRUE(is_dispersed_part(bench.op, kAllied, bench.op.force(kAllied, part))) << "they stay Dispersed";
  EXPECT_FALSE(bench.was_told(kAllied, "report.no_longer_convoy"));
  EXPECT_EQ(hexes_left(bench.op, stage.force("convoy")), 1) << "it keeps the convoy's speed";

  stage.weather(W::FAIR);
  rejoin(bench.op, kAllied, stage.force("convoy"));
  EXPECT_EQ(cs_of(stage.force("convoy"), "class.mv"), 3);
  for (Side side : kSides) EXPECT_TRUE(bench.was_told(side, "report.rejoining"));
  EXPECT_TRUE(bench.chance_used_up());
}

TEST(Rule9_3_3, AConvoyWithoutEscortIsDispersedWhereItStandsAndGathersAgain) {
  Stage stage = torn({{"class.mv", 6}});
  Bench bench(stage, {9, 5, 0, 0, 0, 0});
  bench.run(disperse_convoys(bench.op));
  EXPECT_TRUE(bench.done());
  EXPECT_EQ(stage.truth().sea().block_size(), 1) << "no other block";
  for (Side side : kSides) EXPECT_TRUE(bench.was_told(side, "report.dispersal"));
  EXPECT_FALSE(bench.was_told(kAxis, "report.dispersal.own"));
  EXPECT_NE(stage.force("convoy").dispersed_from(), 0);
  EXPECT_FALSE(is_dispersed_part(bench.op, kAllied, stage.force("convoy"))) << "it moves by itself";
  EXPECT_TRUE(is_dispersed(bench.op, kAllied, stage.force("convoy")));

  stage.weather(W::FAIR);
  rejoin(bench.op, kAllied, stage.force("convoy"));  // two find together
  EXPECT_EQ(stage.force("convoy").dispersed_from(), 0);
  EXPECT_EQ(cs_of(stage.force("convoy"), "class.mv"), 2);
  ASSERT_EQ(stage.truth().allied().force_size(), 2);
  EXPECT_EQ(stage.truth().allied().force(1).dispersed_from(), bench.key("convoy").value);
  EXPECT_TRUE(bench.chance_used_up());
}

TEST(Rule9_3_3, AnEscortThatHasLostTheLastOfThemIsATaskForce) {
  Stage stage = torn({{"class.british_a_i", 2}});
  stage.convoy(kAllied, "part", {{"class.mv", 1}}, "0611", "port.murmansk").identified("part", 1);
  stage.force("part").set_dispersed_from(stage.force("convoy").key());
  Bench bench(stage);
  const ForceKey convoy = bench.key("convoy");
  needs_other_block(bench.op, kAllied, convoy);
  EXPECT_EQ(bench.op.force(kAllied, convoy).kind(), v1::BlockKind::CONVOY);
  lose_ship(bench.op, kAllied, stage.force("part"), 0, 1);
  close_losses(bench.op, kAllied, bench.key("part"));
  EXPECT_EQ(bench.op.force(kAllied, convoy).kind(), v1::BlockKind::TASK_FORCE);
}

// -- local Gales [9.2.5, 9.5, A-113] --

int with_octagon() {
  return find_card(kAllied, [](const v1::Card& card) { return card.octagon(); });
}

TEST(Rule9_2_5, LocalGalesHoldTheConvoysThere) {
  Stage stage("pq12");
  stage.at(12, kAllied, Clock::RANDOM_EVENT).phase(Clock::WEATHER);
  stage.convoy(kAllied, "there", {{"class.mv", 4}}, "0816", "port.murmansk");
  stage.convoy(kAllied, "elsewhere", {{"class.mv", 4}}, "0611", "port.murmansk");
  auto& local = *stage.truth().mutable_environment()->add_local();
  local.add_hex(816);
  local.set_weather(W::GALES);
  local.set_by(kAxis);
  local.set_last_turn(12);
  local.set_last_phase(kAllied);
  Bench bench(stage, {5, 5, card(with_octagon())});
  weather_phase(bench.op);
  EXPECT_TRUE(bench.chance_used_up()) << "two dice, one card";
  EXPECT_TRUE(stage.force("there").held_by_gales());
  EXPECT_FALSE(stage.force("elsewhere").held_by_gales());
  EXPECT_TRUE(bench.was_told(kAllied, "report.gales.held.own"));
  EXPECT_FALSE(bench.was_told(kAxis, "report.gales.held.own"));
}

TEST(Rule9_2_5, AnEventThatBringsGalesMakesConvoysDrawAndOneThatEndsThemSetsThemFree) {
  Stage stage("pq12");
  stage.at(12, kAllied, Clock::RANDOM_EVENT);
  stage.convoy(kAllied, "convoy", {{"class.mv", 4}}, "0815", "port.murmansk");
  v1::RandomEvent event;
  event.set_kind(v1::RandomEvent::LOCAL_WEATHER);
  event.set_area(v1::RandomEvent::NORTH_NORWAY);
  event.add_weather(W::GALES);
  Bench bench(stage, {card(with_octagon())});
  set_local_weather(bench.op, event);
  EXPECT_TRUE(bench.chance_used_up());
  EXPECT_TRUE(stage.force("convoy").held_by_gales());
  for (Side side : kSides) EXPECT_TRUE(bench.was_told(side, "report.weather.local"));

  stage.weather(W::GALES);
  event.set_weather(0, W::FOG);
  set_local_weather(bench.op, event);
  EXPECT_FALSE(stage.force("convoy").held_by_gales());
}

}  // namespace
}  // namespace wardroom::pq17
