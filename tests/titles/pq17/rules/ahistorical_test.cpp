// Chapter 14: forces that history did not send.
#include "server/titles/pq17/command/ahistorical.h"

#include "server/titles/pq17/command/bring_reinforcements.h"
#include "tests/titles/pq17/bench.h"
#include "tests/titles/pq17/played.h"
#include "tests/titles/pq17/rules/conditions.h"

namespace wardroom::pq17 {
namespace {

using v1::Clock;
using v1::MenuKind;
using v1::Verb;

int offer_of(const std::string& scenario, const std::string& choice) {
  const auto& offers = the_title().reference().box().scenario(scenario)->ahistorical();
  for (int i = 0; i < offers.size(); ++i) {
    if (offers.Get(i).choice() == choice) return i;
  }
  throw Broken("not offered");
}

Opening shop(const std::string& scenario) {
  return Opening(scenario, calm().give(Draw::kChit, {25, 24}), {"option.ahistorical_forces"});
}

TEST(Rule14, OnlyWithTheOption) {
  Opening game("pq17", calm());
  for (Side side : kSides) EXPECT_FALSE(game.asked(side, MenuKind::AHISTORICAL));
}

TEST(Rule14, EachSideBuysBeforeItSetsUpAndPaysAtOnce) {
  Opening game = shop("pq17");
  const Side first = game.menu(kAllied) ? kAllied : kAxis;
  ASSERT_TRUE(game.asked(first, MenuKind::AHISTORICAL));
  const Side other = enemy_of(first);
  ASSERT_EQ(first, kAxis) << "the Allies have the initiative and set up last";
  const int scharnhorst = offer_of("pq17", "ahistorical.scharnhorst");
  EXPECT_FALSE(game.offers(kAxis, Verb::BUY, offer_of("pq17", "ahistorical.avenger"), 0)) << "hers is the other side";
  game.answer(kAxis, Verb::BUY, scharnhorst, 0);
  EXPECT_FALSE(game.offers(kAxis, Verb::BUY, scharnhorst, 1)) << "once";
  EXPECT_TRUE(game.truth().standing().score().empty()) << "secret until all is bought";
  game.answer(kAxis, Verb::DONE);
  EXPECT_EQ(halves_of(game.truth(), "ahistorical"), 16);
  EXPECT_EQ(game.told(other, "report.ahistorical.bought"), 1);
  game.answer(kAxis, Verb::HISTORICAL);
  ASSERT_TRUE(game.asked(kAxis, MenuKind::REINFORCEMENT)) << "where she begins";
  const Truth before = game.truth();
  game.answer(kAxis, Verb::CHOOSE_PLACE, place_argument("port.kiel"));
  plays("option.ahistorical_forces", before, game.truth());
  const v1::Force* force = game.with(kAxis, "ship.scharnhorst");
  ASSERT_NE(force, nullptr);
  EXPECT_EQ(force->place(), "port.kiel");
  ASSERT_TRUE(game.asked(kAllied, MenuKind::AHISTORICAL));
  game.answer(kAllied, Verb::BUY, offer_of("pq17", "ahistorical.king_george_v"), 0).answer(kAllied, Verb::DONE);
  EXPECT_EQ(halves_of(game.truth(), "ahistorical"), 16 - 10);
}

TEST(Rule14, AsAReinforcementItCostsHalfWhetherItComesOrNot) {
  Opening game = shop("pq17");
  game.answer(kAxis, Verb::BUY, offer_of("pq17", "ahistorical.scharnhorst"), 2).answer(kAxis, Verb::DONE);
  EXPECT_EQ(halves_of(game.truth(), "ahistorical"), 8);
  game.as_in_history();
  EXPECT_EQ(game.with(kAxis, "ship.scharnhorst"), nullptr);
  EXPECT_EQ(halves_of(game.truth(), "ahistorical"), 8);
}

TEST(Rule14, AirGroupsAreAboardTheirCarrier) {
  Opening game = shop("pq17");
  game.answer(kAxis, Verb::BUY, offer_of("pq17", "ahistorical.graf_zeppelin"), 0)
      .answer(kAxis, Verb::DONE)
      .answer(kAxis, Verb::HISTORICAL);
  game.answer(kAxis, Verb::CHOOSE_PLACE, place_argument("box.germany"));
  ASSERT_EQ(game.own(kAxis).aboard_size(), 3);
  EXPECT_EQ(game.own(kAxis).aboard(0).base(), "ship.graf_zeppelin");
}

// The Axis rolls the event of 13.6 in a game that goes on.
TEST(Rule14, WhatWasBoughtForAGroupComesWithIt) {
  Stage stage("pq17");
  stage.at(9, kAxis, Clock::RANDOM_EVENT);
  v1::Purchase& purchase = *stage.truth().mutable_axis()->add_purchase();
  purchase.set_choice("ahistorical.scharnhorst");
  purchase.set_group(1);
  EXPECT_EQ(next_group(Desk(stage).hands(), kAxis), 1);
  v1::Purchase& later = *stage.truth().mutable_axis()->add_purchase();
  later.set_choice("ahistorical.u_boats");
  later.set_group(7);
  for (int group : {1, 2, 3, 4}) stage.truth().mutable_standing()->add_reinforcement_axis(group);
  EXPECT_EQ(next_group(Desk(stage).hands(), kAxis), 7) << "any number he likes";
}

TEST(Rule14, HowManyAircraftCameWithWhatWasBoughtDoesNotShow) {
  for (const char* choice : {"ahistorical.graf_zeppelin", "ahistorical.torpedo_boats"}) {
    Stage stage("pq17", {"option.ahistorical_forces"});
    stage.at(9, kAxis, Clock::RANDOM_EVENT);
    v1::Purchase& purchase = *stage.truth().mutable_axis()->add_purchase();
    purchase.set_choice(choice);
    purchase.set_group(7);
    for (int group : {1, 2, 3, 4}) stage.truth().mutable_standing()->add_reinforcement_axis(group);
    const int before = stage.truth().air().next_key();
    Bench bench(stage, {});
    bench.run(bring_reinforcements(bench.op, kAxis));
    while (!bench.done()) bench.answer(kAxis, Verb::CHOOSE_PLACE, bench.menu(kAxis)->items.front().action.at<int>(0));
    EXPECT_EQ(bench.op.truth.air().next_key(), before + 100) << choice;
  }
}

TEST(Rule14, ANewForceStandsWhereTheGroupComes) {
  Stage stage("pq17");
  stage.at(9, kAxis, Clock::RANDOM_EVENT);
  Desk desk(stage);
  const auto& choice = *desk.op.reference.box().choice("ahistorical.torpedo_boats");
  place_units(desk.op, kAxis, choice.unit(), {choice.place()});
  ASSERT_EQ(stage.truth().axis().force_size(), 1);
  EXPECT_EQ(stage.truth().axis().force(0).place(), "port.kiel");
  EXPECT_EQ(desk.op.stack("port.kiel", kAxis).blocks(), 1);
}

}  // namespace
}  // namespace wardroom::pq17
