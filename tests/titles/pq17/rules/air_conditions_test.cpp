// Special conditions and aircraft: raids on harbours by Night, what they cost, what counts as an attack [12.4, 12.7,
// 12.11].
#include "server/titles/pq17/combat/damage.h"
#include "server/titles/pq17/conditions/spitsbergen.h"
#include "tests/titles/pq17/rules/conditions.h"
#include "tests/titles/pq17/rules/striking.h"

namespace wardroom::pq17 {
namespace {

using v1::Clock;
using v1::MenuKind;
using v1::Verb;

// -- 12.7 Harbor Raids --

Stage raided_undefended(const std::string& scenario) {
  Stage stage = raided(scenario);
  stage.truth().mutable_air()->clear_interceptor();
  return stage;
}

struct Raided {
  int merchants = 0;
  int aircraft_halves = 0;
};

// The first raid, whoever can come; so many of the dice are 0, all others as given.
Raided raid(const std::string& scenario, bool ju88, bool night, int low_dice, std::uint32_t others) {
  Stage stage = raided_undefended(scenario);
  if (ju88) stage.air(kAxis, "air.ju88a4.iii_kg30", "airbase.banak", 2);
  NamedChance chance = calm();
  for (int i = 0; i < 60; ++i) chance.give(Draw::kEngagement, {i < low_dice ? 0u : others});
  Opening game = play(stage, std::move(chance));
  game.answer(kAxis, Verb::RAID_PORT, place_argument("port.murmansk"), night ? 1 : 0);
  EXPECT_EQ(game.offers(kAxis, Verb::JOIN_STRIKE, 1), ju88);
  if (ju88 && game.offers(kAxis, Verb::JOIN_STRIKE, 1)) game.answer(kAxis, Verb::JOIN_STRIKE, 1);
  for (Side side : kSides) EXPECT_EQ(game.told(side, "report.confirmation.harbour_raid"), 1);
  for (int i = 0; i < 100 && !game.over() && game.own(kAxis).operation().times() == 0; ++i) {
    const Side side = game.menu(kAxis) ? kAxis : kAllied;
    if (!game.menu(side)) break;
    const bool aims = game.asked(kAxis, MenuKind::STRIKE_TARGETS);
    game.act(side, Action(aims ? game.menu(side)->items.front().action : game.menu(side)->items.back().action));
  }
  Raided result;
  for (const auto& loss : game.truth().standing().loss()) result.merchants += loss.cs();
  result.aircraft_halves = halves_of(game.truth(), "aircraft_lost");
  return result;
}

int most_merchants(bool night, std::uint32_t others) {
  int most = 0;
  for (int low_dice = 0; low_dice < 16; ++low_dice)
    most = std::max(most, raid("pq18", true, night, low_dice, others).merchants);
  return most;
}

TEST(Rule12_7, AtNightBombersRaidTooAndBombInLevelFlight) {  // [5.3, 7.2.7]
  EXPECT_EQ(most_merchants(true, 8), 0) << "an 8 is a hit in the row of light bombers only";
  EXPECT_EQ(most_merchants(true, 9), 1) << "two hits sink one";
}

TEST(Rule12_7, LossesOfTheDiveBombersScore) {
  EXPECT_EQ(raid("pq17", false, false, 0, 0).aircraft_halves, 0) << "nobody was hit";
  EXPECT_GT(raid("pq17", false, false, 0, 9).aircraft_halves, 0) << "only Bomber Command is free [12.4]";
}

TEST(Rule12_4, LossesOfBomberCommandDoNotScore) {
  Stage stage("pq12");
  stage.at(10, kAllied, Clock::AIR_COMBAT).air(kAllied, "air.halifax.bomber_command", "airbase.wick", 6);
  Desk desk(stage);
  destroy_air(desk.op, AirKey(1), 2);
  EXPECT_EQ(stage.truth().air().unit(0).cs(), 4);
  EXPECT_EQ(stage.truth().standing().score_size(), 0);
}

// -- 12.11 SIZILIEN --

std::optional<int> bombards_after(std::uint32_t location_card, bool found_it) {
  Stage stage("pq18");
  chit(stage, kAxis, "sizilien", "L").at(15, kAllied, Clock::AIR_COMBAT);
  stage.task_force(kAxis, "tf", {{"ship.tirpitz"}, {"class.type_34_36", 3}}, "0214").identified("tf", 1);
  fly(stage, kAllied, "air.beaufort.86", "airbase.leuchars", "0214");
  Bench bench(stage, then_zeros({location_card}));
  bench.run(air_combat(bench.op)).answer(kAllied, Verb::STRIKE_FORCE, bench.id("tf"));
  for (Side side : kSides) EXPECT_EQ(bench.was_told(side, "report.air.found"), found_it);
  return sizilien_halves(bench.op);
}

TEST(Rule12_11, OnlyAnAttackThatFindsItSpoilsIt) {
  EXPECT_EQ(bombards_after(missed(kAllied), false), std::optional(-4));
  EXPECT_EQ(bombards_after(found(kAllied), true), std::nullopt);
}

// -- 12.3 Axis Convoy --

TEST(Rule12_3, GalesBeginPlayButNotItsVoyage) {
  Opening game(open_without_ice("pq12"), NamedChance().give(Draw::kChit, {25, 0}).give(Draw::kWeather, {5, 5, 9, 9}));
  game.as_in_history();
  EXPECT_EQ(game.clock().turn(), 2);
  for (Side side : kSides) EXPECT_EQ(game.told(side, "report.play_begins.gales"), 1);
  game.idle_until([&] { return game.asked(kAxis, MenuKind::MOVE); });
  const v1::Force* convoy = game.with(kAxis, "class.german_mv");
  ASSERT_NE(convoy, nullptr);
  EXPECT_FALSE(game.offers(kAxis, Verb::LEAVE_PORT, convoy->key()));
  EXPECT_EQ(game.clock().starting_turn(), 9) << "as designated";
}

}  // namespace
}  // namespace wardroom::pq17
