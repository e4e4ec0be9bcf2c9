// Hits and steps, torpedo results, what becomes of destroyers, and ships that were stopped.
#include "server/titles/pq17/combat/damage.h"

#include <filesystem>

#include "server/titles/pq17/combat/engagement.h"
#include "server/titles/pq17/combat/torpedoes.h"
#include "server/titles/pq17/forces/regrouping.h"
#include "tests/titles/pq17/rules/surface.h"

namespace wardroom::pq17 {
namespace {

using v1::MenuKind;
using v1::Verb;
using Torpedo = v1::TorpedoDamageTable;

Stage with(const std::vector<Unit>& units, const std::vector<std::string>& options = {}) {
  Stage stage = at_surface_combat(kDay, kAxis, options);
  stage.task_force(kAllied, "A", units, kHere);
  return stage;
}

Outcome hit(Bench& bench, int hits, int index = 0) {
  begin_engagement(bench.op, v1::Battle::OTHER, kAxis, *hex_of(kHere));
  const Outcome outcome = inflict_hits(bench.op, hull_in(kAllied, bench.key("A"), index), hits);
  end_engagement(bench.op);
  return outcome;
}

Outcome torpedo(Bench& bench, Torpedo::Effect effect, int number = 0) {
  Torpedo::Row row;
  row.set_effect(effect);
  row.set_number(number);
  begin_engagement(bench.op, v1::Battle::OTHER, kAxis, *hex_of(kHere));
  const Outcome outcome = inflict_torpedo(bench.op, hull_in(kAllied, bench.key("A"), 0), row);
  end_engagement(bench.op);
  return outcome;
}

// The box with Hipper's steps two apart.
std::shared_ptr<const GameBox> box_with_double_steps() {
  std::vector<DataText> files =
      Bundle::read(std::filesystem::path(WARDROOM_SOURCE_DIR) / "scenarios" / "pq17")->files();
  for (DataText& file : files) {
    const auto ship = file.text.find("id: \"ship.admiral_hipper\"");
    if (file.path.find("ships.textproto") == std::string::npos || ship == std::string::npos) continue;
    for (const char* step : {"  step { cs: 3 aa: 3 speed: MODERATE }\n", "  step { cs: 1 aa: 1 speed: SLOW }\n"}) {
      const auto at = file.text.find(step, ship);
      file.text.erase(at, std::string(step).size());
    }
  }
  auto box = read(Bundle(std::move(files)), Texts::kNotYet);
  return std::get<std::shared_ptr<const GameBox>>(box);
}

// -- 7 --

TEST(Example_DX_29, AHeavyShipAtZeroIsDeadInTheWaterAndSinksWithOneMore) {
  Stage stage = with({{"ship.london"}});
  stage.force("A").mutable_ship(0)->set_cs(1);
  Bench bench(stage);
  const Outcome first = hit(bench, 1);
  EXPECT_EQ(first.stopped, 1);
  EXPECT_FALSE(first.gone);
  ASSERT_EQ(stage.force("A").ship_size(), 1);
  EXPECT_EQ(stage.force("A").ship(0).cs(), 0);
  EXPECT_TRUE(stage.force("A").ship(0).dead_in_water());
  EXPECT_TRUE(bench.was_told(kAxis, "report.dead_in_the_water"));
  const Outcome second = hit(bench, 1);
  EXPECT_TRUE(second.gone);
  EXPECT_EQ(second.sunk, 1);
  EXPECT_EQ(stage.truth().standing().loss_size(), 1);
}

TEST(Example_DX_29, AMerchantIsGoneWithItsOnlyCs) {
  Stage stage = at_surface_combat(kDay, kAxis);
  stage.convoy(kAllied, "A", {{"class.mv", 1}}, kHere, "port.murmansk");
  Bench bench(stage);
  EXPECT_TRUE(hit(bench, 1).gone);
  EXPECT_EQ(stage.force("A").ship_size(), 0);
}

TEST(Example_DX_29, TwoHitsForAStepOfTwo) {
  Stage stage = at_surface_combat(kDay, kAllied);
  stage.task_force(kAxis, "G", {{"ship.admiral_hipper"}}, kHere);
  const Reference printed(box_with_double_steps());
  ScriptedChance chance({});
  Table table(chance);
  Operation op(printed, stage.truth(), table);
  begin_engagement(op, v1::Battle::OTHER, kAllied, *hex_of(kHere));
  const Hull hipper = hull_in(kAxis, key_of(stage.force("G")), 0);
  inflict_hits(op, hipper, 1);
  EXPECT_EQ(stage.force("G").ship(0).cs(), 4);
  EXPECT_EQ(stage.force("G").ship(0).hits(), 1);
  inflict_hits(op, hipper, 1);
  EXPECT_EQ(stage.force("G").ship(0).cs(), 2);
  inflict_hits(op, hipper, 1);
  forget_odd_hits(op);
  inflict_hits(op, hipper, 1);
  EXPECT_EQ(stage.force("G").ship(0).cs(), 2) << "odd hits are forgotten";
  inflict_hits(op, hipper, 1);
  EXPECT_EQ(stage.force("G").ship(0).cs(), 0);
  EXPECT_TRUE(stage.force("G").ship(0).dead_in_water());
}

TEST(Rule7, EveryHitTakesOneCs) {
  Stage stage = with({{"ship.london"}, {"class.hunt_ii", 3}});
  Bench bench(stage);
  EXPECT_EQ(hit(bench, 2).steps, 2);
  EXPECT_EQ(stage.force("A").ship(0).cs(), 1);
  EXPECT_EQ(hit(bench, 2, 1).sunk, 2);
  EXPECT_EQ(stage.force("A").ship(1).cs(), 1);
  EXPECT_TRUE(hit(bench, 5, 1).gone) << "no more than there is";
}

TEST(Rule7, WhatIsDeadInTheWaterIsHitWithTwoMore) {
  Stage stage = with({{"class.hunt_ii", 1}});
  stage.task_force(kAxis, "G", {{"ship.admiral_hipper"}}, kHere).identified("A", 1);
  stage.force("A").mutable_ship(0)->set_dead_in_water(true);
  Bench bench(stage, {finds(kAxis, kDay), 0, 0, 0, 6});  // 8 is needed
  attack(bench, kAxis, "G", "A");
  pass_until(bench, kAxis, MenuKind::GUNNERY);
  bench.answer(kAxis, Verb::SHOOT, on_display(bench, "ship.admiral_hipper"), on_display(bench, "class.hunt_ii"));
  pass_all(bench);
  EXPECT_TRUE(bench.gone(kAllied, ForceKey(1))) << "sunk, and her force with her";
  EXPECT_TRUE(bench.chance_used_up());
}

TEST(Rule7, AForceWithAShipDeadInTheWaterDoesNotSearch) {
  Stage stage = with({{"class.hunt_ii", 3}});
  stage.task_force(kAxis, "G", {{"ship.luetzow"}, {"ship.admiral_hipper"}}, kHere).identified("A", 1);
  stage.force("G").mutable_ship(0)->set_dead_in_water(true);
  Bench bench(stage);
  bench.run(surface_combat(bench.op));
  EXPECT_FALSE(bench.offers(kAxis, Verb::ATTACK, bench.key("G"), bench.id("A")));
}

// -- 7.3.1 --

TEST(Rule7_3_1, NumbersTakeCsOfAHeavyShipAndStopLightOnes) {
  {
    Stage stage = with({{"ship.london"}});
    Bench bench(stage);
    EXPECT_EQ(torpedo(bench, Torpedo::CS_LOST, 2).steps, 2);
    EXPECT_EQ(stage.force("A").ship(0).cs(), 1);
  }
  Stage stage = with({{"class.hunt_ii", 3}});
  Bench bench(stage);
  EXPECT_EQ(torpedo(bench, Torpedo::CS_DIW, 1).stopped, 1);
  ASSERT_EQ(stage.force("A").ship_size(), 2);
  EXPECT_EQ(stage.force("A").ship(0).cs(), 2);
  EXPECT_TRUE(stage.force("A").ship(1).dead_in_water());
  EXPECT_EQ(stage.truth().standing().loss_size(), 0);
}

TEST(Rule7_3_1, ACrippledShipKeepsItsStrengthAndIsSlow) {
  Stage stage = with({{"ship.london"}});
  Bench bench(stage);
  EXPECT_EQ(torpedo(bench, Torpedo::CRIPPLED).crippled, 1);
  const v1::Counter& london = stage.force("A").ship(0);
  EXPECT_TRUE(london.crippled());
  EXPECT_EQ(fighting_cs(the_title().reference().unit("ship.london"), london), 3);
  EXPECT_EQ(counter_speed(the_title().reference(), stage.force("A")), v1::Speed::SLOW);
}

TEST(Rule7_3_1, SunkIsSunkWhateverWasLeft) {
  {
    Stage stage = with({{"ship.london"}});
    Bench bench(stage);
    EXPECT_TRUE(torpedo(bench, Torpedo::SUNK).gone);
  }
  Stage stage = at_surface_combat(kDay, kAxis);
  stage.convoy(kAllied, "A", {{"class.mv", 5}}, kHere, "port.murmansk");
  Bench bench(stage);
  EXPECT_EQ(torpedo(bench, Torpedo::CS_SUNK, 2).sunk, 2);
  EXPECT_EQ(stage.force("A").ship(0).cs(), 3);
}

TEST(Rule7_3_1, EightOrMoreIsASuccess) {
  for (std::uint32_t die = 0; die < 10; ++die) {
    Stage stage = with({{"ship.london"}});
    Bench bench(stage, {die});
    begin_engagement(bench.op, v1::Battle::OTHER, kAxis, *hex_of(kHere));
    TorpedoAttack attack;
    attack.dice = 1;
    attack.situation = situation_in(bench.op, kAxis, *hex_of(kHere));
    aim_at(bench.op, attack.situation, stage.force("A").ship(0));
    EXPECT_EQ(launch(bench.op, attack), die >= 8 ? 1 : 0);
  }
}

TEST(Rule7_3_1, EachSuccessRollsThoughTheFirstHasCrippledHer) {
  Stage stage = with({{"ship.london"}});
  Bench bench(stage, {7, 9});  // crippled, then sunk
  begin_engagement(bench.op, v1::Battle::OTHER, kAxis, *hex_of(kHere));
  TorpedoAttack attack;
  attack.among = {hull_in(kAllied, bench.key("A"), 0)};
  attack.hex = *hex_of(kHere);
  detonate(bench.op, attack, 2);
  EXPECT_TRUE(bench.chance_used_up());
  EXPECT_EQ(stage.truth().standing().loss_size(), 1) << "she is sunk";
}

// -- 7.9 --

TEST(Rule7_9, ADieDecidesTheFateOfADestroyer) {
  struct Case {
    std::uint32_t die;
    int sunk, damaged, crippled, stopped;
  };
  for (const Case& each : {Case{3, 1, 0, 0, 0}, Case{4, 0, 0, 0, 1}, Case{5, 0, 0, 1, 0}, Case{7, 0, 1, 0, 0}}) {
    SCOPED_TRACE(each.die);
    Stage stage = with({{"class.british_j_r", 2}}, {"option.destroyer_hits"});
    Bench bench(stage, {each.die});
    const Outcome outcome = hit(bench, 1);
    EXPECT_EQ(outcome.sunk, each.sunk);
    EXPECT_EQ(outcome.damaged, each.damaged);
    EXPECT_EQ(outcome.crippled, each.crippled);
    EXPECT_EQ(outcome.stopped, each.stopped);
    EXPECT_EQ(stage.force("A").ship(0).cs(), 1);
    EXPECT_EQ(stage.truth().standing().loss_size(), each.sunk) << "only what is sunk is scored";
    EXPECT_EQ(stage.truth().allied().removed_size(), each.damaged);
    EXPECT_TRUE(bench.chance_used_up());
  }
}

TEST(Rule7_9, TorpedoBoatsSinkAndNobodyIsAskedWithoutTheOption) {
  {
    Stage stage = with({{"class.hunt_ii", 2}}, {"option.destroyer_hits"});
    Bench bench(stage);
    EXPECT_EQ(hit(bench, 1).sunk, 1);
  }
  Stage stage = with({{"class.british_j_r", 2}});
  Bench bench(stage);
  EXPECT_EQ(hit(bench, 1).sunk, 1);
}

TEST(Rule7_9, CrippledDestroyersDoNotFightAndSinkWithTheNextHit) {
  Stage stage = with({{"class.british_j_r", 1}}, {"option.destroyer_hits"});
  stage.force("A").mutable_ship(0)->set_crippled(true);
  Bench bench(stage);
  EXPECT_EQ(fighting_cs(the_title().reference().unit("class.british_j_r"), stage.force("A").ship(0)), 0);
  EXPECT_EQ(hit(bench, 1).sunk, 1);
}

// -- 5.1.1: what was really damaged is towed or scuttled --

TEST(Rule5_1_1, AShipStoppedInBattleIsTowedOrScuttled) {
  for (bool towed : {true, false}) {
    SCOPED_TRACE(towed);
    Stage stage("pq12");
    stage.at(kDay, kAllied, v1::Clock::COMBINE_FORCES)
        .task_force(kAllied, "A", {{"ship.london"}, {"ship.norfolk"}, {"class.british_a_i", 2}}, kHere);
    stage.force("A").mutable_ship(0)->set_cs(1);
    Bench bench(stage);
    hit(bench, 1);
    ASSERT_TRUE(stage.force("A").ship(0).dead_in_water());
    bench.run(combine_forces(bench.op));
    if (towed) {
      ASSERT_TRUE(bench.offers(kAllied, Verb::TOW, bench.key("A"), 0, 2));
      bench.answer(kAllied, Verb::TOW, bench.key("A"), 0, 2);
    }
    pass_all(bench);
    EXPECT_EQ(ships_of(bench, "A", kAllied, "class.british_a_i"), 2);
    const bool afloat = std::ranges::any_of(stage.force("A").ship(),
                                            [](const v1::Counter& ship) { return ship.unit() == "ship.london"; });
    EXPECT_EQ(afloat, towed);
  }
}

}  // namespace
}  // namespace wardroom::pq17
