// What becomes of a match when the store fails, the server stops, the rules break or nobody looks.
#include "tests/match/life.h"

#include <gmock/gmock.h>
#include <google/protobuf/text_format.h>
#include <gtest/gtest.h>

#include <atomic>
#include <future>

#include "tests/match/captured_log.h"

namespace wardroom::testing {
namespace {

using picket::wire::DONE;
using picket::wire::MOVE_BLOCK;
using picket::wire::PLACE;
using picket::wire::STOP;

TEST_F(Life, NothingIsSaidBeforeTheCommit) {
  open();
  set_up();
  b->catch_up();
  a->catch_up();
  const int before_a = a->updates, before_b = b->updates;
  store.hold_appends();
  v1::ClientFrame done;
  done.mutable_act()->set_match(match);
  done.mutable_act()->set_menu_serial(a->seen.menu().serial());
  done.mutable_act()->add_actions()->set_verb(DONE);
  auto answer = a->ask_later(done);
  store.await_held(1);
  a->catch_up();
  b->catch_up();
  EXPECT_EQ(a->updates, before_a);
  EXPECT_EQ(b->updates, before_b);
  EXPECT_NE(answer.wait_for(std::chrono::seconds(0)), std::future_status::ready);
  store.release_appends();
  EXPECT_EQ(answer.get().acted().taken(), 1u);
  a->catch_up();
  b->catch_up();
  EXPECT_EQ(a->updates, before_a + 1);
  EXPECT_EQ(b->updates, before_b + 1);
}

TEST_F(Life, OneRequestAfterAnotherWhileTheStoreIsSlow) {
  open();
  store.hold_appends();
  auto first = a->ask_later(first_item(*a));
  auto second = b->ask_later(first_item(*b));
  store.await_held(1);
  store.release_appends();
  EXPECT_EQ(first.get().acted().taken() + second.get().acted().taken(), 2u);
  EXPECT_EQ(store.rows(match), 3u);
}

TEST_F(Life, AFailedCommitDidNotHappenAndEveryoneIsResynced) {
  open();
  const v1::ClientFrame request = first_item(*a);
  store.fail_appends(Fault::kRefuse, 1);
  EXPECT_EQ(a->ask(request).refusal().code(), v1::REFUSAL_CODE_UNAVAILABLE);
  b->catch_up();
  EXPECT_EQ(a->full_updates, 1);
  EXPECT_EQ(b->full_updates, 1);
  EXPECT_FALSE(rig->desk->healthy());
  EXPECT_EQ(rig->desk->stats().commit_failures, 1u);
  EXPECT_EQ(a->ask(request).acted().taken(), 1u) << "the same menu may be answered again";
  EXPECT_TRUE(rig->desk->healthy());
  EXPECT_EQ(store.rows(match), 2u);
  std::mt19937 random(2);
  play(*a, *b, 10'000, random);
  EXPECT_EQ(a->seen.state(), v1::MATCH_STATE_OVER);
}

TEST_F(Life, ACommitWhoseAnswerWasLostHappenedOnce) {
  open();
  const v1::ClientFrame request = first_item(*a);
  store.fail_appends(Fault::kLoseAnswer, 1);
  EXPECT_EQ(a->ask(request).refusal().code(), v1::REFUSAL_CODE_UNAVAILABLE);
  EXPECT_EQ(a->ask(request).refusal().code(), v1::REFUSAL_CODE_STALE);
  EXPECT_EQ(store.rows(match), 2u);
}

TEST_F(Life, AConflictReloadsWhatTheOtherServerWrote) {
  open();
  const v1::ClientFrame request = first_item(*a);
  store.fail_appends(Fault::kConflict, 1);
  EXPECT_EQ(a->ask(request).refusal().code(), v1::REFUSAL_CODE_UNAVAILABLE);
  EXPECT_EQ(a->full_updates, 1);
  EXPECT_EQ(a->ask(request).acted().taken(), 1u);
}

TEST_F(Life, AMatchThatCouldNotStartStartsAtTheNextRequest) {
  rig.emplace(store, settings);
  a = rig->guest("Anna");
  b = rig->guest("Bert");
  const v1::MatchInfo info = rig->create(*a);
  rig->join(*b, info);
  b->give_nonce(info);
  store.fail_appends(Fault::kRefuse, 1);
  EXPECT_EQ(a->give_nonce(info).refusal().code(), v1::REFUSAL_CODE_UNAVAILABLE);
  EXPECT_EQ(a->give_nonce(info).match().state(), v1::MATCH_STATE_PLAYING);
  EXPECT_EQ(b->attach(info.id()).match().my_seat(), 1u);
}

TEST_F(Life, AMatchThatDoesNotExistTakesNoMemory) {
  open();
  a->match = "made-up";
  EXPECT_EQ(a->about(&v1::ClientFrame::mutable_resign).refusal().code(), v1::REFUSAL_CODE_NOT_FOUND);
  EXPECT_EQ(rig->desk->stats().matches_in_memory, 1);
}

TEST_F(Life, AnIdleMatchLeavesMemoryAndComesBackAsItWas) {
  settings.host.idle = std::chrono::milliseconds(0);
  open();
  set_up();
  a->choose(MOVE_BLOCK);
  const v1::ClientFrame request = first_item(*a);
  const v1::Update seen = a->seen;
  a->about(&v1::ClientFrame::mutable_detach);
  b->about(&v1::ClientFrame::mutable_detach);
  rig->await_unloaded();
  const int loads = store.loads();
  EXPECT_EQ(a->ask(request).acted().taken(), 1u) << "an action sent before counts after";
  EXPECT_EQ(store.loads(), loads + 1);
  EXPECT_EQ(a->ask(request).refusal().code(), v1::REFUSAL_CODE_STALE) << "and only once";
  a->attach(match, seen.serial());
  EXPECT_EQ(a->seen.serial(), seen.serial() + 1);
  std::mt19937 random(4);
  b->attach(match);
  play(*a, *b, 10'000, random);
  EXPECT_EQ(a->seen.state(), v1::MATCH_STATE_OVER);
}

TEST_F(Life, EveryMomentSurvivesARestart) {
  settings.host.referee.checkpoint_every = 5;
  open();
  std::mt19937 random(21);
  for (int round = 0; round < 25; ++round) {
    play(*a, *b, 3, random);
    a->catch_up();
    b->catch_up();
    const v1::Update seen[] = {a->seen, b->seen};
    stop();
    come_back();
    a->attach(match, seen[0].serial());
    b->attach(match, seen[1].serial());
    EXPECT_TRUE(a->reports.empty() && b->reports.empty()) << "nothing is repeated";
    for (int i : {0, 1}) {
      v1::Update before = seen[i], after = (i == 0 ? a : b)->seen;
      for (v1::Update* update : {&before, &after}) {
        update->clear_time_ms();
        update->clear_reports();
        update->set_full(true);
      }
      ASSERT_EQ(before.DebugString(), after.DebugString()) << "round " << round << " seat " << i;
    }
  }
  play(*a, *b, 10'000, random);
  EXPECT_EQ(a->seen.state(), v1::MATCH_STATE_OVER);
}

TEST_F(Life, AMatchThatThisBuildPlaysDifferentlyIsHeldUntilBothAgree) {
  open();
  set_up();
  a->choose(MOVE_BLOCK);
  stop();
  picket::wire::record::Data other = picket::read_data();
  other.set_steps_of_kind(1, 4);
  settings.title = std::make_shared<const picket::Picket>(other);
  come_back();
  EXPECT_EQ(a->attach(match).update().state(), v1::MATCH_STATE_HELD);
  EXPECT_EQ(b->attach(match).match().state(), v1::MATCH_STATE_HELD);
  EXPECT_EQ(store.card_now(match).state, v1::MATCH_STATE_HELD);
  EXPECT_FALSE(a->seen.has_menu());
  EXPECT_EQ(a->act(1, {v1::Action()}).refusal().code(), v1::REFUSAL_CODE_UNAVAILABLE);
  EXPECT_TRUE(a->about(&v1::ClientFrame::mutable_agree_to_restart).has_done());
  b->catch_up();
  ASSERT_EQ(b->notices.back().restart_agreed_by_size(), 1);
  EXPECT_EQ(b->seen.state(), v1::MATCH_STATE_HELD);
  EXPECT_TRUE(b->about(&v1::ClientFrame::mutable_agree_to_restart).has_done());
  a->catch_up();
  EXPECT_EQ(a->seen.state(), v1::MATCH_STATE_PLAYING);
  EXPECT_EQ(a->seen.epoch(), 1u);
  EXPECT_EQ(store.card_now(match).state, v1::MATCH_STATE_PLAYING);
  std::mt19937 random(6);
  play(*a, *b, 10'000, random);
  EXPECT_EQ(a->seen.state(), v1::MATCH_STATE_OVER);
}

TEST_F(Life, HeldBackObserversOfAHeldMatchSeeOnlyThatItIsHeld) {
  open([](v1::CreateMatch& create) { create.set_observer_delay(2); });
  set_up();
  a->choose(DONE);
  stop();
  picket::wire::record::Data other = picket::read_data();
  other.set_steps_of_kind(1, 4);
  settings.title = std::make_shared<const picket::Picket>(other);
  come_back();
  auto watcher = rig->guest("Clara");
  EXPECT_EQ(watcher->attach(match).update().state(), v1::MATCH_STATE_HELD);
  EXPECT_TRUE(watcher->seen.sections().empty());
  a->attach(match);
  b->attach(match);
  a->about(&v1::ClientFrame::mutable_agree_to_restart);
  b->about(&v1::ClientFrame::mutable_agree_to_restart);
  watcher->catch_up();
  EXPECT_EQ(watcher->seen.state(), v1::MATCH_STATE_PLAYING);
  EXPECT_FALSE(watcher->seen.sections().empty());
  std::mt19937 random(9);
  play(*a, *b, 10'000, random);
  watcher->catch_up();
  EXPECT_EQ(watcher->seen.state(), v1::MATCH_STATE_OVER);
}

TEST_F(Life, AMatchKeepsTheDataItBeganWith) {
  open();
  set_up();
  EXPECT_EQ(store.bundles(), 1u);
  stop();
  picket::wire::record::Data other = picket::read_data();
  other.set_steps_of_kind(1, 4);
  std::string text;
  google::protobuf::TextFormat::PrintToString(other, &text);
  settings.bundle = std::make_shared<const Bundle>(std::vector<DataText>{{"picket.textproto", text}});
  come_back();
  EXPECT_EQ(a->attach(match).update().state(), v1::MATCH_STATE_PLAYING);
  b->attach(match);
  std::mt19937 random(6);
  play(*a, *b, 10'000, random);
  EXPECT_EQ(a->seen.state(), v1::MATCH_STATE_OVER);
  EXPECT_NE(rig->create(*a).data_hash(), store.card_now(match).data_hash) << "new matches use the new data";
  EXPECT_EQ(store.bundles(), 2u);
}

TEST_F(Life, BrokenRulesParkTheMatchAndTheServerGoesOn) {
  auto fragile = std::make_shared<Fragile>();
  settings.title = fragile;
  open();
  set_up();
  fragile->breaks = 1;
  EXPECT_EQ(a->act(a->seen.menu().items(0).action()).refusal().code(), v1::REFUSAL_CODE_UNAVAILABLE);
  b->catch_up();
  for (Client* client : {a.get(), b.get()}) {
    EXPECT_EQ(client->seen.state(), v1::MATCH_STATE_PARKED);
    EXPECT_EQ(client->notices.back().match().state(), v1::MATCH_STATE_PARKED);
    EXPECT_FALSE(client->seen.has_menu());
    EXPECT_FALSE(client->seen.sections().empty()) << "he still sees what he had seen";
  }
  EXPECT_EQ(store.card_now(match).state, v1::MATCH_STATE_PARKED);
  EXPECT_EQ(a->act(a->seen.menu().serial(), {v1::Action()}).refusal().code(), v1::REFUSAL_CODE_UNAVAILABLE);

  const std::string parked = match;
  match = rig->begin(*a, *b);
  std::mt19937 random(8);
  play(*a, *b, 10'000, random);
  EXPECT_EQ(a->seen.state(), v1::MATCH_STATE_OVER);

  stop();
  come_back();
  EXPECT_EQ(a->attach(parked).update().state(), v1::MATCH_STATE_PARKED) << "it stays parked";
  EXPECT_TRUE(a->about(&v1::ClientFrame::mutable_resign).has_done());
}

TEST_F(Life, AParkedMatchLeavesItsCauseInTheLogAndNothingSecret) {
  using ::testing::ContainsRegex;
  using ::testing::HasSubstr;
  using ::testing::Not;
  CapturedLog log;
  auto fragile = std::make_shared<Fragile>();
  settings.title = fragile;
  open();
  const std::string ours = match;
  fragile->breaks = 1;
  EXPECT_EQ(a->act(a->seen.menu().items(0).action()).refusal().reason().id(), "refusal.match_parked");
  const std::string asked = " viewer=test request=" + std::to_string(a->line->request);
  EXPECT_EQ(rig->desk->stats().matches_parked, 1u);
  b->catch_up();
  for (Client* client : {a.get(), b.get()}) {
    EXPECT_EQ(client->seen.state(), v1::MATCH_STATE_PARKED);
    EXPECT_EQ(client->notices.back().match().state(), v1::MATCH_STATE_PARKED);
  }
  match = rig->begin(*a, *b);
  fragile->strange = 1;
  a->act(a->seen.menu().items(0).action());
  b->catch_up();
  EXPECT_EQ(b->seen.state(), v1::MATCH_STATE_PARKED);
  const std::string frames = a->line->bytes() + b->line->bytes();
  stop();
  EXPECT_THAT(log.text(), HasSubstr("event=parked match=" + ours + asked +
                                    " doing=rules cause=\"a rule of the test broke (life.h:"));
  EXPECT_THAT(log.text(), ContainsRegex("event=parked match=" + match +
                                        " viewer=test request=[0-9]+ doing=rules cause=\"std::runtime_error\""));
  EXPECT_THAT(log.text(), Not(HasSubstr("CANARY")));
  EXPECT_THAT(log.text(), Not(HasSubstr(store.card_now(match).server_seed)));
  EXPECT_EQ(frames.find("CANARY"), std::string::npos);
  EXPECT_EQ(frames.find("a rule of the test"), std::string::npos) << "players are told that it broke, not where";
}

TEST_F(Life, ARowThatCannotBeReadIsLoggedOnceHoweverOftenTheMatchIsAskedFor) {
  settings.host.idle = std::chrono::hours(1);
  open();
  CapturedLog log;
  stop();
  come_back();
  a->match = match;
  store.hurt(true);
  const std::uint64_t first_ask = a->line->request + 1;
  for (int i = 0; i < 3; ++i)
    EXPECT_EQ(a->about(&v1::ClientFrame::mutable_history).refusal().code(), v1::REFUSAL_CODE_UNREADABLE);
  EXPECT_EQ(rig->desk->stats().matches_not_loaded, 1u);
  store.hurt(false);
  EXPECT_EQ(a->attach(match).match().id(), match) << "it was mended";
  stop();
  const std::string told = "event=not_loaded match=" + match + " viewer=test request=" + std::to_string(first_ask) +
                           " reason=\"store.unreadable_row";
  const std::size_t first = log.text().find(told);
  ASSERT_NE(first, std::string::npos) << log.text();
  EXPECT_EQ(log.text().find(told, first + 1), std::string::npos);
}

TEST_F(Life, AMatchThatCannotEvenBeShownIsParkedToo) {
  auto fragile = std::make_shared<Fragile>();
  settings.title = fragile;
  open();
  stop();
  fragile->breaks = 1'000'000;
  come_back();
  EXPECT_EQ(a->attach(match).match().state(), v1::MATCH_STATE_PARKED);
  EXPECT_EQ(a->about(&v1::ClientFrame::mutable_resign).refusal().code(), v1::REFUSAL_CODE_UNAVAILABLE);
  fragile->breaks = 0;
}

TEST_F(Life, ADamagedCheckpointIsRefusedAndLeftAlone) {
  open();
  stop();
  store.forget_position(match);
  come_back();
  v1::ClientFrame frame;
  frame.mutable_attach()->set_match(match);
  EXPECT_EQ(a->ask(frame).refusal().code(), v1::REFUSAL_CODE_UNREADABLE);
  EXPECT_EQ(store.card_now(match).state, v1::MATCH_STATE_PLAYING);
  EXPECT_EQ(store.rows(match), 1u);
}

TEST_F(Life, BetweenPeopleThereAreNoHints) {
  match::PlayerEntry adviser = bot<Explainer>("explainer");
  adviser.hints = match::PlayerEntry::Hints::kGiven;
  settings.players = {adviser};
  open();
  ASSERT_TRUE(a->asked());
  const v1::ServerFrame answer = a->about(&v1::ClientFrame::mutable_ask_hint);
  EXPECT_EQ(answer.refusal().code(), v1::REFUSAL_CODE_NOT_YOURS);
  EXPECT_EQ(answer.refusal().reason().id(), "refusal.no_hints");
}

// -- going down --

TEST_F(Life, DrainingFinishesWhatIsBeingCommittedAndTakesNothingNew) {
  open();
  store.hold_appends();
  auto answer = a->ask_later(first_item(*a));
  store.await_held(1);
  std::thread draining([&] { rig->drain(); });
  store.release_appends();
  draining.join();
  EXPECT_EQ(answer.get().acted().taken(), 1u);
  v1::ClientFrame frame;
  frame.mutable_attach()->set_match(match);
  EXPECT_EQ(b->ask(frame).refusal().code(), v1::REFUSAL_CODE_UNAVAILABLE);
}

}  // namespace
}  // namespace wardroom::testing
