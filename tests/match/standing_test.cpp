// Standing orders in a match: they answer what their owner is asked in the other's turn, at once, whatever they answer;
// he alone is told, and nobody can tell them from him.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "server/engine/verify.h"
#include "tests/match/life.h"

namespace wardroom::testing {
namespace {

using picket::wire::DECLINE;
using picket::wire::NEGATE;

v1::GiveStanding standing(const std::string& match, std::uint32_t way) {
  v1::GiveStanding given;
  given.set_match(match);
  v1::StandingOrder& order = *given.add_orders();
  order.set_order(1);
  order.set_way(way);
  return given;
}

class Standing : public TwoPeople {
 protected:
  static v1::ServerFrame leave(Client& client, const v1::GiveStanding& given) {
    v1::ClientFrame frame;
    *frame.mutable_give_standing() = given;
    return client.ask(std::move(frame));
  }
  static std::string code(const v1::ServerFrame& frame) { return frame.refusal().reason().id(); }
  bool by_order(std::uint64_t row) { return store.row(match, row).has_by_order(); }
  std::size_t rows_by_order() {
    std::size_t found = 0;
    for (std::uint64_t row = 1; row <= store.rows(match); ++row) found += by_order(row) ? 1 : 0;
    return found;
  }
  static std::size_t told_of(const Client& client) {
    return static_cast<std::size_t>(
        std::ranges::count(client.reports, "report.by_order", [](const v1::Report& each) { return each.text().id(); }));
  }
  // Whoever is asked answers at random; what is asked of `orderly` in the other's turn is left to his order, which
  // comes to it by itself.
  void play_until(Client& orderly, const std::function<bool()>& enough) {
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(60);
    while (!enough() && a->seen.state() != v1::MATCH_STATE_OVER) {
      ASSERT_LT(std::chrono::steady_clock::now(), deadline);
      for (Client* each : {a.get(), b.get()}) {
        if (!each->asked() || (each == &orderly && each->seen.menu().reaction())) continue;
        const auto& items = each->seen.menu().items();
        each->act(items[static_cast<int>(random_() % static_cast<unsigned>(items.size()))].action());
      }
    }
  }
  void play_out(Client& orderly) {
    play_until(orderly, [] { return false; });
    ASSERT_EQ(a->seen.state(), v1::MATCH_STATE_OVER);
    orderly.catch_up();
  }

 private:
  std::mt19937 random_{5};
};

TEST_F(Standing, AnswerReactionsAndTheirOwnerAloneIsTold) {
  open();
  EXPECT_EQ(leave(*b, standing(match, 3)).queue().standing_size(), 1);
  play_out(*b);
  EXPECT_GT(rows_by_order(), 0u);
  EXPECT_EQ(told_of(*b), rows_by_order());
  EXPECT_EQ(told_of(*a), 0u);
  for (std::uint64_t row = 1; row <= store.rows(match); ++row) {
    if (!by_order(row)) continue;
    EXPECT_EQ(store.row(match, row).action().verb(), static_cast<std::uint32_t>(DECLINE));
  }
  const auto picket = [](const std::string&, const Bundle& bundle) { return picket::entry().make(bundle); };
  const Result<Proof> proof = verify(*rig->export_match(match), picket);
  EXPECT_TRUE(proof) << proof.error().reason.id.str();
}

TEST_F(Standing, AreKeptOverARestartAndALookBackTellsOfThemAgain) {
  open();
  leave(*b, standing(match, 3));
  play_until(*b, [&] { return rows_by_order() > 0; });
  const std::size_t told = rows_by_order();
  restart();
  EXPECT_EQ(b->attach(match).queue().standing_size(), 1);
  play_out(*b);
  EXPECT_GT(rows_by_order(), told);
  const v1::ServerFrame past = b->about(&v1::ClientFrame::mutable_ask_replay);
  ASSERT_TRUE(past.has_replay()) << past.DebugString();
  EXPECT_EQ(static_cast<std::size_t>(std::ranges::count_if(past.replay().updates(),
                                                           [](const v1::Update& update) {
                                                             return std::ranges::any_of(
                                                                 update.reports(), [](const v1::Report& each) {
                                                                   return each.text().id() == "report.by_order";
                                                                 });
                                                           })),
            rows_by_order());
}

TEST_F(Standing, ARuleChoosesBetweenAnswers) {
  open();
  v1::GiveStanding given = standing(match, 2);
  v1::StandingRule& rule = *given.mutable_orders(0)->add_rules();
  rule.set_fact(1);
  rule.set_at_least(0);
  rule.set_way(3);
  leave(*b, given);
  play_out(*b);
  EXPECT_GT(rows_by_order(), 0u);
  for (std::uint64_t row = 1; row <= store.rows(match); ++row) {
    if (!by_order(row)) continue;
    EXPECT_NE(store.row(match, row).action().verb(), static_cast<std::uint32_t>(NEGATE));
  }
}

TEST_F(Standing, WhatIsPutNowIsAnsweredWhenTheOrderIsLeft) {
  open();
  std::mt19937 random(5);
  const auto reacts = [&](Client& client) { return client.asked() && client.seen.menu().reaction(); };
  while (!reacts(*a) && !reacts(*b)) play(*a, *b, 1, random);
  Client& asked = reacts(*a) ? *a : *b;
  leave(asked, standing(match, 3));
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(20);
  while (rows_by_order() == 0 && std::chrono::steady_clock::now() < deadline) std::this_thread::yield();
  EXPECT_EQ(rows_by_order(), 1u);
}

TEST_F(Standing, AnAnswerOfTheirsIsNeitherUndoneNorTakenBackAlone) {
  open();
  leave(*b, standing(match, 3));
  play_until(*b, [&] { return rows_by_order() > 0; });
  EXPECT_EQ(code(b->about(&v1::ClientFrame::mutable_undo)), "refusal.no_undo");
}

TEST_F(Standing, MustBeTheTitlesAndNeverChooseToAsk) {
  open();
  const auto refused = [&](const v1::GiveStanding& given) { return code(leave(*b, given)); };
  v1::GiveStanding twice = standing(match, 3);
  *twice.add_orders() = twice.orders(0);
  EXPECT_EQ(refused(twice), "refusal.no_such_standing_order");
  EXPECT_EQ(refused(standing(match, 9)), "refusal.no_such_standing_order");
  EXPECT_EQ(refused(standing(match, kStaffDecides)), "refusal.no_such_standing_order") << "nobody plays picket";
  v1::GiveStanding asks = standing(match, 3);
  asks.mutable_orders(0)->add_rules()->set_fact(1);
  EXPECT_EQ(refused(asks), "refusal.no_such_standing_order");
  v1::GiveStanding other = standing(match, 3);
  other.mutable_orders(0)->set_order(2);
  EXPECT_EQ(refused(other), "refusal.no_such_standing_order");
  EXPECT_TRUE(leave(*b, standing(match, kAskMe)).has_queue());
  auto c = rig->guest("Clara");
  c->attach(match);
  EXPECT_EQ(code(leave(*c, standing(match, 3))), "refusal.not_your_match");
}

TEST_F(Standing, NobodyWaitsWhileTheStaffThinks) {
  std::promise<void> go;
  match::PlayerEntry slow{"slow",
                          [thinks = go.get_future().share()](match::Chair) { return std::make_unique<Slow>(thinks); }};
  slow.hints = match::PlayerEntry::Hints::kGiven;
  settings.players = {slow};
  open();
  EXPECT_EQ(leave(*b, standing(match, kStaffDecides)).queue().standing_size(), 1);
  play_until(*b, [&] { return b->asked() && b->seen.menu().reaction(); });
  v1::ClientFrame frame;
  *frame.mutable_give_standing() = standing(match, 3);
  std::future<v1::ServerFrame> answer = a->ask_later(frame);
  EXPECT_EQ(answer.wait_for(std::chrono::seconds(20)), std::future_status::ready);
  EXPECT_EQ(rows_by_order(), 0u);
  const std::size_t before = store.rows(match);
  go.set_value();
  EXPECT_TRUE(answer.get().has_queue());
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(20);
  while (rows_by_order() == 0 && std::chrono::steady_clock::now() < deadline) std::this_thread::yield();
  EXPECT_TRUE(by_order(before + 1));
}

TEST_F(Standing, WhatIsAnsweredByHandWhileTheStaffThinksStays) {
  std::promise<void> go;
  match::PlayerEntry slow{"slow",
                          [thinks = go.get_future().share()](match::Chair) { return std::make_unique<Slow>(thinks); }};
  slow.hints = match::PlayerEntry::Hints::kGiven;
  settings.players = {slow};
  open();
  leave(*b, standing(match, kStaffDecides));
  play_until(*b, [&] { return b->asked() && b->seen.menu().reaction(); });
  EXPECT_TRUE(b->act(b->seen.menu().items(0).action()).has_acted());
  EXPECT_EQ(rows_by_order(), 0u);
  go.set_value();
  play_out(*b);
  EXPECT_GT(rows_by_order(), 0u);
}

TEST_F(Standing, StopsAreKeptWithThem) {
  open();
  v1::GiveStanding given = standing(match, 3);
  given.mutable_stops()->add_kinds(v1::STOP_KIND_SIGHTING);
  EXPECT_EQ(leave(*b, given).queue().stops().kinds_size(), 1);
  EXPECT_EQ(leave(*b, standing(match, 3)).queue().stops().kinds_size(), 1) << "not named: as before";
  restart();
  EXPECT_EQ(b->attach(match).queue().stops().kinds_size(), 1);
  given.mutable_stops()->set_kinds(0, v1::STOP_KIND_TOPIC);
  EXPECT_EQ(code(leave(*b, given)), "refusal.orders_unreadable");
  given.mutable_stops()->clear_kinds();
  EXPECT_EQ(leave(*b, given).queue().stops().kinds_size(), 0);
}

}  // namespace
}  // namespace wardroom::testing
