// Bots in a match, and hints.
#include <gmock/gmock.h>
#include <google/protobuf/text_format.h>
#include <gtest/gtest.h>

#include "tests/match/captured_log.h"
#include "tests/match/life.h"

namespace wardroom::testing {
namespace {

using picket::wire::DONE;
using picket::wire::MOVE_BLOCK;
using picket::wire::PLACE;
using picket::wire::STOP;

class Bots : public Life {
 protected:
  bool quick_passes = false;
  void open_with(match::PlayerEntry player) {
    settings.players = {std::move(player)};
    rig.emplace(store, settings);
    a = rig->guest("Anna");
    const v1::MatchInfo info = rig->create(*a, [&](v1::CreateMatch& create) {
      create.set_bot(settings.players[0].name);
      create.set_quick_passes(quick_passes);
    });
    match = info.id();
    EXPECT_EQ(a->give_nonce(info).match().state(), v1::MATCH_STATE_PLAYING);
    a->attach(match);
  }
  // Plays on as seat 0 whenever asked.
  void play_alone(int most) {
    for (int i = 0; i < most; ++i) {
      a->catch_up();
      if (a->seen.state() != v1::MATCH_STATE_PLAYING) return;
      if (!a->seen.has_menu()) {
        a->line->await([](const auto& frames) { return std::ranges::any_of(frames, &v1::ServerFrame::has_update); });
        continue;
      }
      a->act(a->seen.menu().items(0).action());
    }
  }
};

TEST_F(Bots, ABotPlaysAWholeMatch) {
  open_with(bot<FirstItem>("first"));
  EXPECT_TRUE(a->notices.back().match().seats(1).bot());
  EXPECT_EQ(a->notices.back().match().seats(1).name(), "first");
  play_alone(10'000);
  EXPECT_EQ(a->seen.state(), v1::MATCH_STATE_OVER);
}

TEST_F(Bots, ABotIsNotAskedWhatHasOneSingleAnswerEither) {
  quick_passes = true;
  open_with(bot<FirstItem>("first"));
  play_alone(10'000);
  EXPECT_EQ(a->seen.state(), v1::MATCH_STATE_OVER);
  std::array<int, 2> passed{};
  for (std::uint64_t row = 1; row <= store.rows(match); ++row) {
    if (store.row(match, row).sole()) ++passed[store.row(match, row).seat()];
  }
  EXPECT_GT(passed[0], 0);
  EXPECT_GT(passed[1], 0);
}

TEST_F(Bots, ABotAnswersToQueuesAsToAnybody) {
  open_with(bot<FirstItem>("first"));
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(20);
  while (a->seen.state() == v1::MATCH_STATE_PLAYING && std::chrono::steady_clock::now() < deadline) {
    const bool asked = a->asked();
    const bool orders_wait = std::ranges::any_of(
        a->queue.orders(), [](const auto& each) { return each.state() == v1::ORDER_STATE_WAITING; });
    if (asked && a->seen.menu().reaction()) {
      a->act(a->seen.menu().items(0).action());
    } else if (asked && (!orders_wait || a->queue.has_hold())) {
      const v1::Action first = a->seen.menu().items(0).action();
      v1::GiveOrders given = a->orders({first, first, first});
      for (v1::Order& order : *given.mutable_orders()) order.set_if_absent(v1::IF_ABSENT_SKIP);
      a->give(given);
    }
  }
  EXPECT_EQ(a->seen.state(), v1::MATCH_STATE_OVER);
}

TEST_F(Bots, ABotGoesOnAfterARestart) {
  open_with(bot<FirstItem>("first"));
  play_alone(5);
  stop();
  come_back();
  a->attach(match);
  play_alone(10'000);
  EXPECT_EQ(a->seen.state(), v1::MATCH_STATE_OVER);
}

TEST_F(Bots, ABotTriesAgainWhenItsAnswerWasNotStored) {
  settings.host.retry = std::chrono::milliseconds(1);
  std::promise<void> thought;
  std::shared_future<void> go(thought.get_future());
  open_with({"slow", [go](match::Chair) { return std::make_unique<Slow>(go); }});
  for (int i = 0; i < 3; ++i) a->choose(PLACE);
  store.fail_appends(Fault::kRefuse, 2);
  thought.set_value();
  play_alone(10'000);
  EXPECT_EQ(a->seen.state(), v1::MATCH_STATE_OVER);
  EXPECT_EQ(rig->desk->stats().commit_failures, 2u);
}

TEST_F(Bots, ABotIsWokenAfterACommitWhoseAnswerWasLost) {
  settings.host.retry = std::chrono::milliseconds(1);
  open_with(bot<FirstItem>("first"));
  for (int i = 0; i < 3; ++i) a->choose(PLACE);
  while (!a->asked()) a->line->await([](const auto& frames) { return !frames.empty(); });
  a->choose(DONE);
  a->choose(DONE);
  store.fail_appends(Fault::kLoseAnswer, 1);
  EXPECT_EQ(a->choose(DONE).refusal().code(), v1::REFUSAL_CODE_UNAVAILABLE);
  play_alone(10'000);
  EXPECT_EQ(a->seen.state(), v1::MATCH_STATE_OVER);
}

TEST_F(Bots, ABotTakesBackAndPlaysOn) {
  open_with(bot<FirstItem>("first"));
  a->choose(PLACE);
  EXPECT_TRUE(a->about(&v1::ClientFrame::mutable_ask_take_back).has_done());
  EXPECT_EQ(a->seen.epoch(), 1u);
  EXPECT_EQ(a->about(&v1::ClientFrame::mutable_offer_draw).refusal().code(), v1::REFUSAL_CODE_NOT_OFFERED);
  play_alone(10'000);
  EXPECT_EQ(a->seen.state(), v1::MATCH_STATE_OVER);
}

TEST_F(Bots, TheReasonsOfABotStayInTheJournalUntilTheMatchIsOver) {
  open_with(bot<Explainer>("explainer"));
  play_alone(10'000);
  ASSERT_EQ(a->seen.state(), v1::MATCH_STATE_OVER);
  v1::record::Export whole;
  ASSERT_TRUE(whole.ParseFromString(*rig->export_match(match)));
  for (const v1::record::Row& row : whole.rows()) {
    EXPECT_EQ(row.reason().id(), row.has_action() && row.seat() == 1 ? "because" : "");
  }
  for (const v1::Report& report : a->reports) EXPECT_EQ(report.DebugString().find("because"), std::string::npos);

  // The whole truth tells every answer, and the bot's with its reason.
  int answers[2] = {0, 0}, told[2] = {0, 0};
  for (const v1::record::Row& row : whole.rows()) answers[row.seat()] += row.has_action() ? 1 : 0;
  for (std::uint64_t after = 0;;) {
    v1::ClientFrame frame;
    frame.mutable_ask_replay()->set_match(match);
    frame.mutable_ask_replay()->set_viewpoint(v1::VIEWPOINT_TRUTH);
    frame.mutable_ask_replay()->set_after_serial(after);
    const v1::ServerFrame page = a->ask(std::move(frame));
    ASSERT_TRUE(page.has_replay());
    if (page.replay().updates().empty()) break;
    for (const v1::Update& update : page.replay().updates()) {
      for (const v1::Report& report : update.reports()) {
        if (report.text().id() == "replay.deed") ++told[0];
        if (report.text().id() != "replay.deed_why") continue;
        ++told[1];
        EXPECT_EQ(report.text().arguments(2).text().id(), "because");
      }
      after = update.serial();
    }
  }
  EXPECT_GT(told[1], 3);
  EXPECT_EQ(told[1], answers[1]);
  EXPECT_EQ(told[0], answers[0]);
}

// -- hints --

TEST_F(Bots, WhoPlaysTheComputerMayAskWhatItWouldDo) {
  match::PlayerEntry adviser = bot<Explainer>("explainer");
  adviser.hints = match::PlayerEntry::Hints::kGiven;
  open_with(adviser);
  ASSERT_TRUE(a->asked());
  const v1::ServerFrame answer = a->about(&v1::ClientFrame::mutable_ask_hint);
  ASSERT_TRUE(answer.has_hint());
  EXPECT_EQ(answer.hint().menu_serial(), a->seen.menu().serial());
  EXPECT_EQ(answer.hint().action().SerializeAsString(), a->seen.menu().items(0).action().SerializeAsString());
  EXPECT_EQ(answer.hint().reason().id(), "because");

  // To the same question it says the same again; to the next something new.
  EXPECT_EQ(a->about(&v1::ClientFrame::mutable_ask_hint).hint().SerializeAsString(), answer.hint().SerializeAsString());
  a->act(answer.hint().action());
  while (!a->asked()) a->line->await([](const auto& frames) { return !frames.empty(); });
  EXPECT_EQ(a->about(&v1::ClientFrame::mutable_ask_hint).hint().menu_serial(), a->seen.menu().serial());
  EXPECT_NE(a->seen.menu().serial(), answer.hint().menu_serial());
}

TEST_F(Bots, WithoutAnAdviserThereIsNoHint) {
  open_with(bot<FirstItem>("first"));
  ASSERT_TRUE(a->asked());
  EXPECT_EQ(a->about(&v1::ClientFrame::mutable_ask_hint).refusal().code(), v1::REFUSAL_CODE_UNAVAILABLE);
}

TEST_F(Bots, ABotThatFailsParksTheMatch) {
  for (auto entry : {bot<Mute>("mute"), bot<Wild>("wild")}) {
    open_with(entry);
    while (a->seen.state() != v1::MATCH_STATE_PARKED) {
      a->line->await([](const auto& frames) { return !frames.empty(); });
      a->catch_up();
      if (HasFatalFailure()) return;
    }
    stop();
  }
}

TEST(BotPool, AddressesTakeTurnsAndThenTheirPeopleHoweverMuchEachAsksFor) {
  std::atomic<std::int64_t> waiting{0};
  std::string thought;
  std::promise<void> go, all;
  {
    match::BotPool pool(1, waiting);
    const match::Waiting anna{"192.0.2.1", "anna"}, bert{"192.0.2.2", "bert"}, carl{{}, "carl"};
    pool.think(anna, [&] { go.get_future().wait(); });
    while (waiting != 0) std::this_thread::yield();  // the only thread is busy
    for (const char what : {'1', '2', '3'}) pool.think(anna, [&, what] { thought += what; });
    for (const char* guest : {"x", "y"}) pool.think({anna.address, guest}, [&, guest] { thought += guest; });
    for (const char what : {'b', 'B'}) pool.think(bert, [&, what] { thought += what; });
    pool.think(carl, [&] { thought += 'c'; });
    EXPECT_EQ(waiting, 8);
    pool.think(anna, [&] { all.set_value(); });
    go.set_value();
    all.get_future().wait();
    pool.stop();
  }
  EXPECT_EQ(thought, "1bcxBy23");
  EXPECT_EQ(waiting, 0);
}

}  // namespace
}  // namespace wardroom::testing
