// What is read out of a view for clients: what is known of the enemy, and whether it is dark.
#include "server/titles/pq17/combat/engagement.h"
#include "tests/titles/pq17/sight_kit.h"

namespace wardroom::pq17 {
namespace {

using wardroom::v1::Known;

v1::Statement& told(Stage& stage) { return *stage.truth().mutable_sea()->mutable_block(0)->mutable_told(); }

TEST(Known, OfEachBlockThatLiesFlatWhatWasSaidAtItsLevel) {
  const std::array<std::pair<const char*, const char*>, 4> words{{
      {"nothing about its ships", "nic o składzie"},
      {"about 2 warship counters", "około 2 żetonów okrętów wojennych"},
      {"2 warship counters, 1 Heavy Ship, no Convoy Ships",
       "2 żetony okrętów wojennych, 1 ciężki okręt, bez statków konwoju"},
      {"Capital ship: 1 counter, 5 CS and Light ship: 1 counter, 2 CS", ""},
  }};
  for (int level = 0; level <= 3; ++level) {
    Stage stage = told_at(level);
    const v1::View view = sent(stage, Viewer::kFirst);
    ASSERT_EQ(view.sight().known_size(), 1) << "of his own he needs no list";
    const Known& known = view.sight().known(0);
    EXPECT_EQ(known.subject(), view.sea().block(0).id());
    EXPECT_EQ(said(known.name()), "Axis TF 1");
    EXPECT_EQ(known.place(), 611u);
    EXPECT_EQ(known.seat(), 1u);
    EXPECT_EQ(known.level(), static_cast<std::uint32_t>(level));
    ASSERT_EQ(known.facts_size(), 1);
    const auto& fact = known.facts(0);
    EXPECT_EQ(said(fact.statement()), words[static_cast<std::size_t>(level)].first);
    if (level < 3) {
      EXPECT_EQ(said(fact.statement(), "pl"), words[static_cast<std::size_t>(level)].second);
    }
    EXPECT_EQ(said(fact.source()), "reported on identification");
    EXPECT_EQ(said(fact.source(), "pl"), "podane przy identyfikacji");
    EXPECT_EQ(said(fact.time()), "AM Day 4");
    EXPECT_EQ(said(fact.age()), "2 turns ago");
    EXPECT_EQ(said(fact.age(), "pl"), "2 tury temu");
    EXPECT_EQ(fact.level(), static_cast<std::uint32_t>(level));
    EXPECT_FALSE(fact.may_have_changed());
    ASSERT_EQ(known.followed_by_size(), 1) << "each kind once";
    EXPECT_EQ(known.followed_by(0).id(), "shadower.air_radius.name");
  }
}

TEST(Known, WhatLayFaceUpInBattleIsNamedOnceAtEveryLevel) {
  for (int level = 1; level <= 3; ++level) {
    Stage stage = told_at(level);
    Desk desk(stage);
    note_seen(desk.op, *stage.truth().mutable_sea()->mutable_block(0));
    ASSERT_TRUE(told(stage).seen());
    told(stage).mutable_named(0)->set_crippled(true);
    const v1::View view = sent(stage, Viewer::kFirst);
    ASSERT_EQ(view.sight().known_size(), 1);
    ASSERT_EQ(view.sight().known(0).facts_size(), 1);
    const auto& fact = view.sight().known(0).facts(0);
    EXPECT_EQ(said(fact.statement()), "Tirpitz (5 CS, crippled) and Type 36A destroyers (2 CS)") << level;
    EXPECT_EQ(said(fact.source()), "seen in battle");
    EXPECT_EQ(said(fact.source(), "pl"), "widziane w bitwie");
    EXPECT_EQ(said(fact.age()), "this turn");
  }
}

TEST(Known, WhatMayHaveChangedIsMarked) {
  Stage stage = told_at(2);
  told(stage).set_binding(false);
  EXPECT_TRUE(sent(stage, Viewer::kFirst).sight().known(0).facts(0).may_have_changed());
}

TEST(Known, ASmallConvoyIsSaidToBeOne) {
  Stage stage = told_at(1);
  told(stage).set_small_convoy(true);
  EXPECT_EQ(said(sent(stage, Viewer::kFirst).sight().known(0).facts(0).statement()),
            "about 2 warship counters, a small convoy");
}

TEST(Known, EachViewerHasTheListOfTheOthers) {
  Stage stage = told_at(2);
  ASSERT_EQ(sent(stage, Viewer::kSecond).sight().known_size(), 1);
  EXPECT_EQ(sent(stage, Viewer::kSecond).sight().known(0).seat(), 0u);
  EXPECT_EQ(sent(stage, Viewer::kPublic).sight().known_size(), 2) << "whoever only looks on has no own";
}

TEST(Known, PhotographsAreOfTheEnemysPorts) {
  Stage stage = told_at(2);
  for (const char* place : {"port.narvik", "port.reykjavik"}) {
    auto& photo = *stage.truth().mutable_standing()->add_photographed();
    photo.set_place(place);
    photo.mutable_told()->set_level(4);
    photo.mutable_told()->set_turn(8);
    photo.mutable_told()->set_binding(true);
    photo.set_sailed_since(true);
  }
  const v1::View view = sent(stage, Viewer::kFirst);
  ASSERT_EQ(view.sight().known_size(), 2);
  const Known& port = view.sight().known(1);
  EXPECT_EQ(port.subject(), 0u);
  EXPECT_EQ(said(port.name()), "Narvik");
  EXPECT_EQ(said(port.facts(0).statement()), "no ships");
  EXPECT_EQ(said(port.facts(0).source()), "photographed");
  EXPECT_TRUE(port.facts(0).may_have_changed());
}

TEST(Known, IsAFunctionOfTheRestOfTheView) {
  Stage stage = told_at(3);
  v1::View view = sent(stage, Viewer::kFirst);
  v1::View again = view;
  again.clear_sight();
  EXPECT_EQ(save(*the_title().view(stage.truth(), Viewer::kFirst)), save(again)) << "the rules' own view has none";
  the_title().annotate(again);
  EXPECT_EQ(save(again), save(view));
}

// [8.1] The track wraps around: Day 16 is as dark as Day 1.
TEST(Rule8_1, WhatIsSentSaysWhetherItIsDark) {
  Stage stage("pq6");
  const auto light = [&](int turn) {
    stage.at(turn, kAllied, v1::Clock::NAVAL_MOVEMENT);
    return sent(stage, Viewer::kSecond).sight().light();
  };
  EXPECT_EQ(light(31), light(1));
  EXPECT_EQ(light(31), v1::Light::DAY) << "AM Day 16";
  for (int turn = 1; turn <= 60; ++turn) {
    stage.at(turn, kAllied, v1::Clock::NAVAL_MOVEMENT);
    EXPECT_EQ(sent(stage, Viewer::kFirst).sight().light(), Desk(stage).hands().light(turn)) << turn;
  }
}

// A kind that is not among them cannot be put in the other's turn: that does not compile.
TEST(StandingOrders, AnswerEveryMenuThatIsPutInTheOthersTurn) {
  const std::vector<StandingInfo> orders = the_title().standing();
  for (const Reaction& each : kReactions) {
    const auto order = std::ranges::find(orders, each.order, &StandingInfo::order);
    ASSERT_NE(order, orders.end()) << v1::MenuKind::Kind_Name(each.kind);
    EXPECT_EQ(std::ranges::count(order->kinds, static_cast<std::uint32_t>(each.kind)), 1);
  }
  for (const StandingInfo& order : orders) EXPECT_FALSE(order.kinds.empty()) << order.order;
}

// [7.4.3] What a boat aims at that was told to aim at ships of the convoy (36) or at Heavy Ships (37).
int aimed(const v1::View& view, std::uint32_t way) {
  Menu menu;
  for (auto aim : {v1::TargetCategory::HEAVY, v1::TargetCategory::LIGHT, v1::TargetCategory::CONVOY_SHIP})
    menu.offer(v1::Verb::CHOOSE_CATEGORY, aim);
  return the_title().react(view, menu, way).at<int>(0);
}

TEST(StandingOrders, TorpedoesAreNotThrownAtWhatIsKnownNotToBeThere) {
  v1::View view;
  view.mutable_battle()->mutable_submarines()->set_side(kAxis);
  view.mutable_battle()->add_block(7);
  v1::Block& other = *view.mutable_sea()->add_block();  // beside the one that is attacked
  other.set_id(6);
  other.set_side(kAllied);
  other.set_flat(true);
  other.set_kind(v1::BlockKind::CONVOY);
  v1::Block& target = *view.mutable_sea()->add_block();
  target.set_id(7);
  target.set_side(kAllied);
  EXPECT_EQ(aimed(view, 36), v1::TargetCategory::CONVOY_SHIP) << "nothing is known of it";
  target.set_flat(true);
  target.set_kind(v1::BlockKind::TASK_FORCE);
  EXPECT_EQ(aimed(view, 36), v1::TargetCategory::LIGHT) << "no convoy, and of its ships nothing is known";
  EXPECT_EQ(aimed(view, 37), v1::TargetCategory::HEAVY) << "there may be some";
  target.mutable_told()->set_level(2);
  EXPECT_EQ(aimed(view, 37), v1::TargetCategory::LIGHT) << "there are none";
  target.mutable_told()->set_heavy_ships(1);
  EXPECT_EQ(aimed(view, 36), v1::TargetCategory::HEAVY);
  EXPECT_EQ(aimed(view, 37), v1::TargetCategory::HEAVY);
  target.set_kind(v1::BlockKind::CONVOY);
  EXPECT_EQ(aimed(view, 36), v1::TargetCategory::CONVOY_SHIP);
  target.mutable_told()->set_heavy_ships(0);
  EXPECT_EQ(aimed(view, 37), v1::TargetCategory::CONVOY_SHIP);
}

}  // namespace
}  // namespace wardroom::pq17
