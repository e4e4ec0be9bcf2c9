// Queued orders in a match: played when their menu is put, kept by the store, and told to their owner alone.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "server/engine/verify.h"
#include "tests/match/rig.h"

namespace wardroom::testing {
namespace {

using picket::wire::DONE;
using picket::wire::MOVE_BLOCK;
using picket::wire::PLACE;
using picket::wire::STEP;
using picket::wire::STOP;

const std::string kCanary = "CANARY-QUEUE";

v1::Action action(std::uint32_t verb, std::initializer_list<std::int64_t> arguments = {}) {
  v1::Action made;
  made.set_verb(verb);
  for (std::int64_t argument : arguments) made.add_arguments(argument);
  return made;
}

int waiting(const v1::Queue& queue) {
  return static_cast<int>(std::ranges::count(queue.orders(), v1::ORDER_STATE_WAITING, &v1::QueuedOrder::state));
}
bool played_out(const v1::Queue& queue) { return waiting(queue) == 0; }
bool is_held(const v1::Queue& queue) { return queue.has_hold(); }

class Orders : public TwoPeople {
 protected:
  // Ships behind blocks; the first has column 1, the second column 3.
  static std::vector<v1::Action> set_up(int column) {
    return {action(PLACE, {1, 10 + column}), action(PLACE, {2, 20 + column}), action(PLACE, {3, 30 + column})};
  }
  void both_set_up() {
    a->give(a->orders(set_up(1)));
    b->give(b->orders(set_up(3)));
    a->await_queue(played_out);
    b->await_queue(played_out);
    wait_until([&] { return a->asked() && a->find(MOVE_BLOCK); });
  }
  void wait_until(const std::function<bool()>& enough) {
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(20);
    while (!enough()) {
      ASSERT_LT(std::chrono::steady_clock::now(), deadline);
      std::this_thread::yield();
    }
  }
  static std::string code(const v1::ServerFrame& frame) { return frame.refusal().reason().id(); }
};

TEST_F(Orders, AreAnsweredUpToTheOtherAndOnFromThere) {
  open();
  std::vector<v1::Action> all = set_up(1);
  for (const v1::Action& more :
       {action(MOVE_BLOCK, {0}), action(STOP), action(DONE), action(DONE), action(DONE)})  // move, search, attack
    all.push_back(more);
  const v1::ServerFrame answer = a->give(a->orders(all));
  EXPECT_EQ(answer.queue().orders_size(), 8);
  a->await_queue([](const v1::Queue& queue) { return waiting(queue) == 5; });
  EXPECT_FALSE(a->queue.has_hold()) << "it waits for the other, not for its owner";
  EXPECT_EQ(store.rows(match), 4u);
  EXPECT_TRUE(store.row(match, 2).goes_on()) << "one step up to the barrier";
  b->give(b->orders(set_up(3)));
  a->await_queue(played_out);
  wait_until([&] { return b->asked() && b->find(MOVE_BLOCK); });
  EXPECT_FALSE(a->asked());
  EXPECT_EQ(store.rows(match), 12u);
  for (std::uint64_t row = 8; row <= 12; ++row) EXPECT_EQ(store.row(match, row).seat(), 0u);
}

TEST_F(Orders, NotOfferedHoldsThemAndTheirOwnerDecides) {
  open();
  both_set_up();
  a->give(a->orders({action(MOVE_BLOCK, {0}), action(77), action(STOP)}));
  a->await_queue(is_held);
  EXPECT_EQ(a->queue.hold().code(), v1::HOLD_CODE_NOT_OFFERED);
  EXPECT_EQ(waiting(a->queue), 2);
  ASSERT_TRUE(a->asked());
  EXPECT_TRUE(a->find(STOP)) << "asked as ever";
  const std::uint64_t rows = store.rows(match);
  EXPECT_TRUE(a->go_on(true).has_queue());
  a->await_queue(played_out);
  EXPECT_EQ(store.rows(match), rows + 1);
  EXPECT_EQ(code(a->go_on()), "refusal.queue_not_held");
  v1::ClientFrame late;
  late.mutable_go_on()->set_match(match);
  EXPECT_EQ(code(a->ask(late)), "refusal.stale_queue");
}

TEST_F(Orders, AnUndoneAnswerComesBackHeldAndCanBeGivenAgain) {
  open();
  both_set_up();
  a->give(a->orders({action(MOVE_BLOCK, {0}), action(STEP, {99})}));
  a->await_queue(is_held);
  EXPECT_TRUE(a->about(&v1::ClientFrame::mutable_undo).has_done());
  a->await_queue([](const v1::Queue& queue) { return queue.hold().code() == v1::HOLD_CODE_UNDONE; });
  EXPECT_EQ(waiting(a->queue), 2);
  EXPECT_TRUE(a->find(MOVE_BLOCK));
  v1::GiveOrders again = a->orders({});
  *again.add_orders() = a->queue.orders(0).order();
  EXPECT_TRUE(a->give(again).has_queue());
  a->await_queue(played_out);
  wait_until([&] { return a->asked() && a->find(STOP); });
}

TEST_F(Orders, AWholeSendingIsUndoneAtOnceAndHeld) {
  open();
  a->give(a->orders(set_up(1)));
  a->await_queue(played_out);
  ASSERT_EQ(a->queue.orders_size(), 3);
  EXPECT_TRUE(a->queue.orders(0).can_undo());
  v1::ClientFrame undo;
  undo.mutable_undo()->set_match(match);
  undo.mutable_undo()->set_sending(a->queue.orders(0).sending() + 1);
  EXPECT_EQ(code(a->ask(undo)), "refusal.no_undo") << "there is no such";
  undo.mutable_undo()->set_sending(a->queue.orders(0).sending());
  undo.mutable_undo()->set_group(7);
  EXPECT_EQ(code(a->ask(undo)), "refusal.no_undo") << "nor such a group of it";
  undo.mutable_undo()->clear_group();
  EXPECT_TRUE(a->ask(undo).has_done());
  a->await_queue(is_held);
  EXPECT_EQ(a->queue.hold().code(), v1::HOLD_CODE_UNDONE);
  EXPECT_EQ(waiting(a->queue), 3);
  EXPECT_EQ(store.rows(match), 7u) << "an undo row for each, in one step";
  EXPECT_TRUE(store.row(match, 5).goes_on());
  restart();
  EXPECT_EQ(waiting(a->queue), 3);
  EXPECT_TRUE(a->go_on().has_queue());
  a->await_queue(played_out);
  b->give(b->orders(set_up(3)));
  wait_until([&] { return a->asked() && a->find(MOVE_BLOCK); });
  a->await_queue([](const v1::Queue& queue) { return !queue.orders(0).can_undo(); });
  EXPECT_EQ(code(a->ask(undo)), "refusal.no_undo") << "a barrier came after it";
  std::mt19937 random(3);
  play(*a, *b, 10'000, random);
  ASSERT_EQ(a->seen.state(), v1::MATCH_STATE_OVER);
  Result<std::string> bytes = rig->export_match(match);
  ASSERT_TRUE(bytes);
  const auto picket = [](const std::string&, const Bundle& bundle) { return picket::entry().make(bundle); };
  EXPECT_TRUE(verify(*bytes, picket));
}

TEST_F(Orders, ATakeBackHoldsThoseOfBoth) {
  open();
  both_set_up();
  a->give(a->orders({action(MOVE_BLOCK, {0}), action(STOP)}));  // a barrier
  a->await_queue(played_out);
  v1::GiveOrders waiting_orders = b->orders({action(DONE)});
  b->give(waiting_orders);
  EXPECT_FALSE(b->queue.has_hold());
  a->about(&v1::ClientFrame::mutable_ask_take_back);
  v1::ClientFrame agree;
  agree.mutable_answer_take_back()->set_match(match);
  agree.mutable_answer_take_back()->set_agree(true);
  EXPECT_TRUE(b->ask(agree).has_done());
  b->await_queue(is_held);
  EXPECT_EQ(b->queue.hold().code(), v1::HOLD_CODE_NEW_EPOCH);
}

TEST_F(Orders, OutliveTheServer) {
  open();
  std::vector<v1::Action> all = set_up(1);
  all.push_back(action(MOVE_BLOCK, {0}));
  all.push_back(action(77));
  a->give(a->orders(all));
  a->await_queue([](const v1::Queue& queue) { return waiting(queue) == 2; });
  restart();
  EXPECT_EQ(waiting(a->queue), 2) << "as attached";
  EXPECT_EQ(b->queue.orders_size(), 0);
  b->give(b->orders(set_up(3)));
  a->await_queue(is_held);
  EXPECT_EQ(waiting(a->queue), 1);
  restart();
  EXPECT_EQ(a->queue.hold().code(), v1::HOLD_CODE_NOT_OFFERED);
  EXPECT_TRUE(a->give(a->orders({action(STOP)})).has_queue());
  a->await_queue(played_out);
}

// Rows and queue are one step: both are there, or neither.
TEST_F(Orders, AStepThatIsLostOrWhoseAnswerIsLostRepeatsNothing) {
  settings.host.retry = std::chrono::milliseconds(1);
  for (Fault fault : {Fault::kRefuse, Fault::kLoseAnswer, Fault::kConflict}) {
    open();
    store.fail_appends(fault, 1);
    a->give(a->orders(set_up(1)));
    a->await_queue(played_out);
    wait_until([&] { return store.rows(match) == 4; });
    b->give(b->orders(set_up(3)));
    b->await_queue(played_out);
    wait_until([&] { return a->asked() && a->find(MOVE_BLOCK); });
    EXPECT_EQ(store.rows(match), 7u);
    a.reset();
    b.reset();
    rig.reset();
  }
}

TEST_F(Orders, WhatCannotBeStoredIsNotGiven) {
  open();
  store.fail_writes(true);
  EXPECT_EQ(code(a->give(a->orders(set_up(1)))), "refusal.not_stored");
  store.fail_writes(false);
  EXPECT_EQ(store.queue(match, Seat::kFirst), "");
  EXPECT_EQ(a->attach(match).queue().orders_size(), 0);
}

TEST_F(Orders, AnEditThatRacesWithPlayIsAnsweredWithWhatWasPlayed) {
  open();
  v1::GiveOrders given = a->orders(set_up(1));
  store.hold_appends();
  a->give(given);
  store.await_held(1);
  v1::GiveOrders edit = given;
  edit.set_version(a->queue.version());
  edit.mutable_orders()->RemoveLast();
  v1::ClientFrame frame;
  *frame.mutable_give_orders() = edit;
  auto answer = a->ask_later(frame);
  store.release_appends();
  const v1::ServerFrame got = answer.get();
  ASSERT_TRUE(got.has_queue()) << got.DebugString();
  EXPECT_EQ(waiting(got.queue()), 0);
  EXPECT_EQ(got.queue().orders_size(), 3) << "the one it left out had been played";
}

TEST_F(Orders, AreForSeatsWhileTheMatchIsPlayedAndGoWithIt) {
  open();
  auto c = rig->guest("Clara");
  c->attach(match);
  EXPECT_EQ(code(c->give(c->orders(set_up(1)))), "refusal.not_your_match");
  EXPECT_EQ(code(c->go_on()), "refusal.not_your_match");
  v1::GiveOrders later = a->orders(set_up(1));
  later.set_wait(true);
  a->give(later);
  EXPECT_NE(store.queue(match, Seat::kFirst), "");
  b->about(&v1::ClientFrame::mutable_resign);
  a->await_queue([](const v1::Queue& queue) { return queue.orders().empty(); });
  EXPECT_EQ(store.queue(match, Seat::kFirst), "");
  EXPECT_EQ(code(a->give(a->orders(set_up(1)))), "refusal.match_over");
}

TEST_F(Orders, AreToldToTheirOwnerAlone) {
  open();
  auto c = rig->guest("Clara");
  c->attach(match);
  std::vector<v1::Action> all = set_up(1);
  all.push_back(action(MOVE_BLOCK, {0}));
  all.push_back(action(77, {0x5ec2e7}));
  v1::GiveOrders given = a->orders(all);
  for (v1::Order& order : *given.mutable_orders()) order.mutable_label()->set_id(kCanary);
  a->give(given);
  b->give(b->orders(set_up(3)));
  a->await_queue(is_held);
  b->catch_up();
  EXPECT_NE(a->line->bytes().find(kCanary), std::string::npos);
  std::mt19937 random(3);
  play(*a, *b, 10'000, random);
  ASSERT_EQ(a->seen.state(), v1::MATCH_STATE_OVER);
  for (Client* other : {b.get(), c.get()}) {
    other->about(&v1::ClientFrame::mutable_history);
    other->about(&v1::ClientFrame::mutable_ask_replay);
    EXPECT_EQ(other->attach(match).queue().orders_size(), 0);
    EXPECT_EQ(other->line->bytes().find(kCanary), std::string::npos);
  }
  EXPECT_EQ(c->queue.version(), 0u);
  Result<std::string> bytes = rig->export_match(match);
  ASSERT_TRUE(bytes);
  EXPECT_EQ(bytes->find(kCanary), std::string::npos);
  const auto picket = [](const std::string&, const Bundle& bundle) { return picket::entry().make(bundle); };
  const Result<Proof> proof = verify(*bytes, picket);
  EXPECT_TRUE(proof) << proof.error().reason.id.str();
}

TEST_F(Orders, AClientThatKnowsNothingOfThemIsSentNone) {
  open();
  auto old = rig->connect();
  v1::ClientFrame hello;
  hello.mutable_hello()->set_protocol(v1::PROTOCOL_VERSION);
  hello.mutable_hello()->set_token(a->token);
  old->ask(hello);
  old->attach(match);
  old->give(old->orders(set_up(1)));  // whoever asks is answered
  wait_until([&] { return store.rows(match) == 4; });
  old->about(&v1::ClientFrame::mutable_history);
  old->catch_up();
  EXPECT_EQ(waiting(old->queue), 3) << "nothing came but the answer";
}

}  // namespace
}  // namespace wardroom::testing
