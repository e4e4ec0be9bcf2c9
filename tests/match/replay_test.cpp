// A match looked at once more: what was sent, to whom it is shown again, and when.
#include <gtest/gtest.h>

#include <algorithm>
#include <future>
#include <map>

#include "server/match/gallery.h"
#include "server/match/reel.h"
#include "tests/match/rig.h"

namespace wardroom::testing {
namespace {

using picket::wire::DONE;
using picket::wire::MOVE_BLOCK;
using picket::wire::PLACE;
using picket::wire::STEP;
using picket::wire::STOP;

class Replay : public TwoPeople {
 protected:
  Stored journal() {
    std::promise<match::JournalPart> read;
    store.journal(match, {}, ~0U, [&](Result<match::JournalPart> part) { read.set_value(std::move(*part)); });
    match::JournalPart whole = read.get_future().get();
    Stored stored;
    stored.head = std::move(whole.head);
    stored.checkpoint.set_position(std::move(whole.opening));
    stored.rows = std::move(whole.rows);
    return stored;
  }
  void set_up() {
    for (int i = 0; i < 3; ++i) a->choose(PLACE);
    for (int i = 0; i < 3; ++i) b->choose(PLACE);
    a->catch_up();
  }
  v1::ServerFrame page(Client& client, v1::Viewpoint viewpoint, std::uint64_t after = 0, std::uint32_t limit = 0) {
    v1::ClientFrame frame;
    auto& ask = *frame.mutable_ask_replay();
    ask.set_match(match);
    ask.set_viewpoint(viewpoint);
    ask.set_after_serial(after);
    ask.set_limit(limit);
    return client.ask(std::move(frame));
  }
  std::vector<v1::Update> whole(Client& client, v1::Viewpoint viewpoint) {
    std::vector<v1::Update> updates;
    for (;;) {
      const v1::ServerFrame answer = page(client, viewpoint, updates.empty() ? 0 : updates.back().serial(), 7);
      EXPECT_TRUE(answer.has_replay()) << answer.DebugString();
      if (answer.replay().updates().empty()) return updates;
      for (const v1::Update& update : answer.replay().updates()) {
        EXPECT_TRUE(updates.empty() || update.serial() == updates.back().serial() + 1);
        updates.push_back(update);
      }
    }
  }
  static void keep(std::map<std::uint64_t, std::string>& sent, Client& client) {
    client.catch_up();
    for (const v1::Update& update : client.sent) {
      if (!update.full()) sent[update.serial()] = update.SerializeAsString();
    }
  }
  // What was sent at the time is what is shown again.
  static void expect_same(const std::vector<v1::Update>& again, const std::map<std::uint64_t, std::string>& sent,
                          const Client& client) {
    ASSERT_FALSE(again.empty());
    EXPECT_TRUE(again.front().full());
    EXPECT_EQ(again.front().serial(), 1u);
    EXPECT_EQ(again.back().serial(), client.seen.serial());
    ASSERT_GT(sent.size(), 10u);
    for (const auto& [serial, bytes] : sent) {
      ASSERT_LE(serial, again.size());
      EXPECT_EQ(again[serial - 1].SerializeAsString(), bytes) << "update " << serial;
    }
    v1::Update now = again.front();
    for (std::size_t i = 1; i < again.size(); ++i) match::apply(again[i], now);
    now.clear_reports();
    v1::Update seen = client.seen;
    seen.clear_reports();
    EXPECT_EQ(now.SerializeAsString(), seen.SerializeAsString()) << "all together they are what he sees now";
  }
  void agree_to_take_back(Client& asks, Client& agrees) {
    ASSERT_TRUE(asks.about(&v1::ClientFrame::mutable_ask_take_back).has_done());
    v1::ClientFrame frame;
    frame.mutable_answer_take_back()->set_match(match);
    frame.mutable_answer_take_back()->set_agree(true);
    ASSERT_TRUE(agrees.ask(std::move(frame)).has_done());
  }
};

TEST_F(Replay, ShowsEachViewerTheBytesHeWasSentThroughUndoTakeBackAndRestart) {
  settings.host.referee.checkpoint_every = 4;
  open();
  auto watcher = rig->guest("Clara");
  watcher->attach(match);
  set_up();
  std::map<std::uint64_t, std::string> sent[3];
  a->choose(MOVE_BLOCK);
  a->choose(STEP);
  EXPECT_TRUE(a->about(&v1::ClientFrame::mutable_undo).has_done());
  a->choose(STEP);
  a->choose(STOP);
  agree_to_take_back(*a, *b);
  a->catch_up();
  a->choose(STOP);
  // Two actions of one frame are one update.
  a->choose(DONE);
  std::mt19937 random(7);
  play(*a, *b, 25, random);
  for (int i = 0; i < 3; ++i) {
    b->catch_up();
    Client& last = b->asked() ? *a : *b;
    agree_to_take_back(last, &last == a.get() ? *b : *a);
    play(*a, *b, 3, random);
  }
  keep(sent[0], *a);
  keep(sent[1], *b);
  keep(sent[2], *watcher);

  const std::string tokens[] = {a->token, b->token, watcher->token};
  a.reset();
  b.reset();
  watcher.reset();
  rig.reset();
  rig.emplace(store, settings);
  a = rig->back(tokens[0]);
  b = rig->back(tokens[1]);
  watcher = rig->back(tokens[2]);
  for (Client* each : {a.get(), b.get(), watcher.get()}) each->attach(match);
  play(*a, *b, 12, random);
  keep(sent[0], *a);
  keep(sent[1], *b);
  keep(sent[2], *watcher);
  expect_same(whole(*a, v1::VIEWPOINT_OWN), sent[0], *a);
  expect_same(whole(*b, v1::VIEWPOINT_OWN), sent[1], *b);
  expect_same(whole(*watcher, v1::VIEWPOINT_OWN), sent[2], *watcher);
  expect_same(whole(*a, v1::VIEWPOINT_PUBLIC), sent[2], *watcher);

  play(*a, *b, 8, random);
  keep(sent[0], *a);
  expect_same(whole(*a, v1::VIEWPOINT_FIRST), sent[0], *a);
}

TEST_F(Replay, AListOfActionsIsOneUpdateAgain) {
  open();
  std::map<std::uint64_t, std::string> sent;
  const auto& items = a->seen.menu().items();
  std::vector<v1::Action> two;
  for (const auto& item : items) {
    if (item.action().verb() == PLACE && two.size() < 1) two.push_back(item.action());
  }
  // The same place is usually free for the second block too; if not, the list stops there and is one row.
  two.push_back(two.front());
  a->act(a->seen.menu().serial(), two);
  while (a->asked()) a->choose(PLACE);
  while (b->asked()) b->choose(PLACE);
  std::mt19937 random(9);
  play(*a, *b, 12, random);
  keep(sent, *a);
  expect_same(whole(*a, v1::VIEWPOINT_OWN), sent, *a);
}

TEST_F(Replay, OfARunningMatchIsOnesOwnAndThePublics) {
  open();
  auto watcher = rig->guest("Clara");
  watcher->match = match;
  set_up();
  for (const v1::Viewpoint other : {v1::VIEWPOINT_SECOND, v1::VIEWPOINT_TRUTH}) {
    EXPECT_EQ(page(*a, other).refusal().code(), v1::REFUSAL_CODE_NOT_YOURS);
    EXPECT_EQ(page(*watcher, other).refusal().code(), v1::REFUSAL_CODE_NOT_YOURS);
  }
  EXPECT_EQ(page(*b, v1::VIEWPOINT_FIRST).refusal().code(), v1::REFUSAL_CODE_NOT_YOURS);
  EXPECT_EQ(page(*watcher, v1::VIEWPOINT_FIRST).refusal().code(), v1::REFUSAL_CODE_NOT_YOURS);
  EXPECT_EQ(page(*a, static_cast<v1::Viewpoint>(77)).refusal().code(), v1::REFUSAL_CODE_MALFORMED);
  EXPECT_FALSE(page(*a, v1::VIEWPOINT_OWN).replay().has_proof()) << "the seed is a secret";
  EXPECT_FALSE(whole(*watcher, v1::VIEWPOINT_OWN).empty());
  EXPECT_EQ(watcher->line->bytes().find("CANARY"), std::string::npos);
  whole(*a, v1::VIEWPOINT_OWN);
  whole(*a, v1::VIEWPOINT_PUBLIC);
  EXPECT_EQ(a->line->bytes().find("CANARY-1"), std::string::npos);
}

TEST_F(Replay, WhatTheOtherDoesInSecretNeitherShowsNorCounts) {
  open();
  a->choose(PLACE);
  const v1::ServerFrame before = page(*a, v1::VIEWPOINT_OWN);
  b->choose(PLACE);
  EXPECT_TRUE(b->about(&v1::ClientFrame::mutable_undo).has_done());
  b->choose(PLACE);
  v1::ServerFrame after = page(*a, v1::VIEWPOINT_OWN);
  EXPECT_EQ(after.replay().SerializeAsString(), before.replay().SerializeAsString()) << "nor does who is asked";
}

TEST_F(Replay, TheEndOpensBothSidesTheTruthAndTheSeed) {
  open();
  set_up();
  std::mt19937 random(3);
  play(*a, *b, 30, random);
  a->about(&v1::ClientFrame::mutable_resign);
  auto anyone = rig->connect();
  anyone->hello();
  const auto first = whole(*anyone, v1::VIEWPOINT_FIRST);
  const auto second = whole(*anyone, v1::VIEWPOINT_SECOND);
  const auto truth = whole(*anyone, v1::VIEWPOINT_TRUTH);
  EXPECT_EQ(first.back().serial(), a->seen.serial());
  b->catch_up();
  EXPECT_EQ(second.back().serial(), b->seen.serial());
  ASSERT_GT(truth.size(), first.size() / 2);
  EXPECT_EQ(truth.back().state(), v1::MATCH_STATE_OVER);
  v1::Update last = truth.front();
  for (const v1::Update& update : truth) match::apply(update, last);
  const v1::ServerFrame ended = a->about(&v1::ClientFrame::mutable_ask_ended_view);
  ASSERT_EQ(last.sections_size(), ended.update().sections_size());
  for (int i = 0; i < last.sections_size(); ++i) EXPECT_EQ(last.sections(i).body(), ended.update().sections(i).body());

  const v1::Proof proof = page(*anyone, v1::VIEWPOINT_PUBLIC).replay().proof();
  EXPECT_EQ(seed_commitment(proof.server_seed()), proof.seed_commitment());
  EXPECT_EQ(proof.nonces_size(), 2);
}

TEST_F(Replay, ObserversWhoAreHeldBackSeeNoMoreOfThePast) {
  open([](v1::CreateMatch& create) { create.set_observer_delay(4); });
  auto watcher = rig->guest("Clara");
  watcher->attach(match);
  set_up();
  std::mt19937 random(5);
  play(*a, *b, 25, random);
  watcher->about(&v1::ClientFrame::mutable_history);
  const auto again = whole(*watcher, v1::VIEWPOINT_PUBLIC);
  EXPECT_EQ(again.back().serial(), watcher->seen.serial());
  EXPECT_EQ(page(*watcher, v1::VIEWPOINT_PUBLIC).replay().last_serial(), watcher->seen.serial());
  EXPECT_TRUE(page(*watcher, v1::VIEWPOINT_PUBLIC, watcher->seen.serial()).replay().updates().empty());
}

TEST_F(Replay, IsBoundedAndRefusedWithAReason) {
  settings.host.max_replay = 5;
  open([](v1::CreateMatch& create) { create.set_is_private(true); });
  set_up();
  std::mt19937 random(5);
  play(*a, *b, 25, random);
  EXPECT_EQ(page(*a, v1::VIEWPOINT_OWN, 0, 1000).replay().updates_size(), 5);
  EXPECT_EQ(page(*a, v1::VIEWPOINT_OWN, 3, 2).replay().updates(0).serial(), 4u);
  EXPECT_EQ(page(*a, v1::VIEWPOINT_OWN, 1'000'000).replay().updates_size(), 0);
  auto stranger = rig->guest("Clara");
  EXPECT_EQ(page(*stranger, v1::VIEWPOINT_OWN).refusal().code(), v1::REFUSAL_CODE_NOT_FOUND);

  settings.host.max_replay_bytes = 10;
  const std::string token = a->token;
  a.reset();
  b.reset();
  stranger.reset();
  rig.reset();
  rig.emplace(store, settings);
  a = rig->back(token);
  a->attach(match);
  EXPECT_TRUE(page(*a, v1::VIEWPOINT_OWN).has_replay());
  EXPECT_TRUE(page(*a, v1::VIEWPOINT_OWN).has_replay()) << "it makes room for itself";
}

TEST_F(Replay, OfALongMatchIsWoundSoManyUpdatesAtATime) {
  open();
  set_up();
  std::mt19937 random(5);
  play(*a, *b, 25, random);
  const match::MatchCard card = store.card_now(match);
  std::atomic<std::size_t> bytes = 0;
  match::PastViews views(rig->host->title("picket")->title, journal(), match_secret(card.server_seed, card.nonces),
                         Viewer::kEnded);
  match::Reel reel(match, std::move(views), bytes);
  EXPECT_FALSE(reel.wind(12, 5));
  EXPECT_EQ(reel.last_serial(), 5u);
  EXPECT_FALSE(reel.wind(12, 5));
  EXPECT_TRUE(reel.wind(12, 5)) << "the thirteenth is there";
  EXPECT_EQ(reel.last_serial(), 13u);
  EXPECT_TRUE(reel.wind(12, 0));
}

TEST_F(Replay, RowsThatThisBuildPlaysDifferentlyEndIt) {
  open();
  set_up();
  std::mt19937 random(5);
  play(*a, *b, 25, random);
  Stored stored = journal();
  const match::MatchCard card = store.card_now(match);
  const Secret secret = match_secret(card.server_seed, card.nonces);
  const auto title = rig->host->title("picket")->title;
  const std::size_t all = match::whole_past(title, stored, secret, Viewer::kPublic).size();
  EXPECT_GT(all, 5u);

  auto changed =
      std::ranges::find_if(stored.rows.rbegin(), stored.rows.rend(), [](const auto& row) { return row.has_action(); });
  changed->set_published(!changed->published());
  match::PastViews views(title, stored, secret, Viewer::kPublic);
  std::size_t shown = 0;
  while (views.next()) ++shown;
  EXPECT_TRUE(views.diverged());
  EXPECT_GT(shown, 0u);
  EXPECT_LE(shown, all);
  EXPECT_TRUE(match::whole_past(title, stored, secret, Viewer::kPublic).empty());
}

TEST_F(Replay, AMatchThatHasNotBegunHasNone) {
  rig.emplace(store, settings);
  a = rig->guest("Anna");
  match = rig->create(*a).id();
  EXPECT_EQ(page(*a, v1::VIEWPOINT_OWN).refusal().code(), v1::REFUSAL_CODE_CONFLICT);
}

}  // namespace
}  // namespace wardroom::testing
