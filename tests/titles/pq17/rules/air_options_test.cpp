// Options and events of air combat, played with and without [7.1.1, 7.1.2, 7.1.3, 7.2.1, 13.1, 14.1].
#include "tests/titles/pq17/played.h"
#include "tests/titles/pq17/rules/striking.h"

namespace wardroom::pq17 {
namespace {

using v1::MenuKind;
using v1::Verb;

// Two Ju 88s from two bases over a convoy with a carrier that has Fulmars; how far it has come when the line is formed.
Truth with_options(const std::vector<std::string>& options, std::vector<std::uint32_t> results, bool scramble) {
  Stage stage = strike_stage(kAxis, kByDay, options);
  stage.convoy(kAllied, "pq", {{"ship.avenger"}, {"class.british_j_r", 3}, {"class.mv", 5}}, kAtSea, "port.murmansk")
      .identified("pq", 1);
  stage.air(kAllied, "air.sea_hurricane.802", "ship.avenger", 1)
      .air(kAllied, "air.sea_hurricane.883", "ship.avenger", 1);
  fly_ju88(stage, 1, "airbase.banak");
  fly_ju88(stage, 1, "airbase.bardufoss");
  Bench bench(stage, then_zeros(std::move(results)));
  bench.run(air_combat(bench.op)).answer(kAxis, Verb::STRIKE_FORCE, bench.id("pq"));
  bench.answer(kAxis, Verb::JOIN_STRIKE, 3).answer(kAxis, Verb::JOIN_STRIKE, 4);
  if (scramble && bench.offers(kAllied, Verb::SCRAMBLE, 1)) bench.answer(kAllied, Verb::SCRAMBLE, 1);
  if (scramble && bench.offers(kAllied, Verb::SCRAMBLE, 2)) bench.answer(kAllied, Verb::SCRAMBLE, 2);
  if (bench.asked(kAllied, MenuKind::SCRAMBLE)) bench.answer(kAllied, Verb::DONE);
  return bench.op.truth;
}

TEST(Rule7_1_1, ByOptionFairWeatherIsWorthASecondCard) {
  const std::vector<std::uint32_t> cards{missed(kAxis), found(kAxis)};
  const Truth without = with_options({}, cards, false);
  const Truth with = with_options({"option.second_draw"}, cards, false);
  EXPECT_FALSE(without.has_battle());
  EXPECT_TRUE(with.has_battle());
  plays("option.second_draw", without, with);
}

TEST(Rule7_1_2, ByOptionGroupsLookForTheTargetByThemselves) {
  const std::vector<std::uint32_t> cards{found(kAxis), missed(kAxis)};
  const Truth without = with_options({}, cards, false);
  const Truth with = with_options({"option.coordinated_strikes"}, cards, false);
  EXPECT_EQ(without.battle().raid_size(), 2);
  EXPECT_EQ(with.battle().raid_size(), 1);
  plays("option.coordinated_strikes", without, with);
}

TEST(Rule7_2_1, ByOptionSurpriseKeepsFightersDown) {
  const Truth without = with_options({}, {found(kAxis)}, true);
  const Truth with = with_options({"option.air_surprise"}, {9, found(kAxis)}, true);
  EXPECT_EQ(without.battle().raid_size(), 4);
  EXPECT_EQ(with.battle().raid_size(), 3);
  plays("option.air_surprise", without, with);
}

Truth carriers(const std::vector<std::string>& options) {
  Stage stage = strike_stage(kAxis, kByDay, options);
  stage.task_force(kAllied, "cv", {{"ship.victorious"}}, kAtSea).identified("cv", 1);
  stage.task_force(kAxis, "gz", {{"ship.graf_zeppelin"}}, "0612").identified("gz", 1).fuel("gz", 20);
  stage.air(kAllied, "air.albacore.817", "ship.victorious", 2);
  fly(stage, kAxis, "air.ju87c.graf_zeppelin", "ship.graf_zeppelin", kAtSea, 2);
  Bench bench(stage, then_zeros({found(kAxis), found(kAllied)}));
  bench.run(air_combat(bench.op)).answer(kAxis, Verb::STRIKE_FORCE, bench.id("cv")).answer(kAllied, Verb::DONE);
  bench.answer(kAxis, Verb::TARGET, 0, 1, 0, 1);
  if (bench.asked(kAllied, MenuKind::STRIKE_BACK)) {
    bench.answer(kAllied, Verb::STRIKE_BACK, bench.id("gz"))
        .answer(kAxis, Verb::DONE)
        .answer(kAllied, Verb::TARGET, 0, 1, 1, 1);
  }
  EXPECT_TRUE(bench.done());
  return bench.op.truth;
}

TEST(Rule14_1, ByOptionGrafZeppelinIsAttackedInReturn) {
  const Truth without = carriers({"option.ahistorical_forces"});
  const Truth with = carriers({"option.ahistorical_forces", "option.carrier_battles"});
  EXPECT_EQ(without.axis().force(0).fuel_turn(), 20);
  EXPECT_EQ(with.axis().force(0).fuel_turn(), 19);
  plays("option.carrier_battles", without, with);
}

// Land-based bombers over a port of the enemy, whose guns fire.
Truth over_port(Side side, const std::string& event) {
  Stage stage = strike_stage(side);
  const std::string port = side == kAllied ? "port.kirkenes" : "port.murmansk";
  const std::string hex = number_of(the_title().reference().place(port).hex);
  stage.task_force(enemy_of(side), "tf", {{side == kAllied ? "ship.luetzow" : "ship.london"}}, port);
  fly(stage, side, side == kAllied ? "air.pe2.29_bap" : "air.ju88a4.iii_kg30",
      side == kAllied ? "airbase.vaenga" : "airbase.banak", hex, 2);
  if (!event.empty()) event_in_force(stage, event, side);
  Bench bench(stage, std::vector<std::uint32_t>(20, 9));
  bench.run(air_combat(bench.op));
  if (bench.menu(side)) {
    bench.answer(side, Verb::STRIKE_PORT, place_argument(port));
    if (bench.asked(enemy_of(side), MenuKind::SCRAMBLE)) bench.answer(enemy_of(side), Verb::DONE);
    bench.answer(side, Verb::TARGET, 0, 1, 0, 1);
  }
  EXPECT_TRUE(bench.done());
  return bench.op.truth;
}

TEST(Rule7_1_3, AnEventPermitsStrikesOnPorts) {
  plays("event.allied.strike_permission", over_port(kAllied, ""), over_port(kAllied, "event.allied.strike_permission"));
  plays("event.axis.strike_permission", over_port(kAxis, ""), over_port(kAxis, "event.axis.strike_permission"));
}

Truth against_avenger(bool elusive) {
  Stage stage = strike_stage(kAxis);
  stage.convoy(kAllied, "pq", {{"ship.avenger"}, {"class.mv", 5}}, kAtSea, "port.murmansk").identified("pq", 3);
  if (elusive) event_in_force(stage, "event.allied.elusive_target", kAllied);
  fly_ju88(stage, 1);
  Bench bench(stage, {found(kAxis), 0, 8, 0, 0});
  bench.run(air_combat(bench.op)).answer(kAxis, Verb::STRIKE_FORCE, bench.id("pq")).answer(kAllied, Verb::DONE);
  bench.answer(kAxis, Verb::TARGET, 0, place_of(bench, "ship.avenger"), 0, 1);
  if (elusive) {
    bench.answer(kAllied, Verb::ELUDE, bench.menu(kAllied)->items[0].action.arguments[0]);
    bench.answer(kAxis, Verb::DIVERT, 0, place_of(bench, "class.mv"));
  }
  while (bench.asked(kAllied, MenuKind::AA_FIRE)) bench.answer(kAllied, Verb::DONE);
  EXPECT_TRUE(bench.done());
  return bench.op.truth;
}

TEST(Rule13_1, DivertedAircraftHitLessOften) {
  const Truth without = against_avenger(false);
  const Truth with = against_avenger(true);
  EXPECT_EQ(without.allied().force(0).ship(0).cs(), 0) << "8 hits a carrier";
  EXPECT_EQ(with.allied().force(0).ship(0).cs(), 1);
  EXPECT_EQ(with.allied().force(0).ship(1).cs(), 5) << "8 hits a merchant, but for the -1";
  plays("event.allied.elusive_target", without, with);
}

}  // namespace
}  // namespace wardroom::pq17
