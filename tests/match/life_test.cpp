// What becomes of a match when the store fails, the server stops, the rules break or nobody looks.
#include <gmock/gmock.h>
#include <google/protobuf/text_format.h>
#include <gtest/gtest.h>

#include <atomic>
#include <future>

#include "tests/match/captured_log.h"
#include "tests/match/rig.h"

namespace wardroom::testing {
namespace {

using picket::wire::DONE;
using picket::wire::MOVE_BLOCK;
using picket::wire::PLACE;
using picket::wire::STOP;

// Picket, whose rules break when told to.
class Fragile final : public Title {
 public:
  std::string_view id() const override { return inner_->id(); }
  Text name() const override { return inner_->name(); }
  std::array<Text, 2> seat_names() const override { return inner_->seat_names(); }
  std::uint32_t revision() const override { return inner_->revision(); }
  std::vector<ScenarioInfo> scenarios() const override { return inner_->scenarios(); }
  Result<std::unique_ptr<Position>> open(std::string_view scenario,
                                         const std::vector<MatchOption>& options) const override {
    return inner_->open(scenario, options);
  }
  std::unique_ptr<Position> blank() const override { return inner_->blank(); }
  std::unique_ptr<View> blank_view() const override { return inner_->blank_view(); }
  Task<> play(Position& position, Table& table) const override { return inner_->play(position, table); }
  std::unique_ptr<View> view(const Position& position, Viewer viewer) const override {
    if (strange > 0 && strange-- > 0) throw std::runtime_error("CANARY: a fact of the position");
    if (breaks > 0 && breaks-- > 0) throw Broken("a rule of the test broke");
    return inner_->view(position, viewer);
  }
  std::unique_ptr<Position> imagine(const View& view, Seat seat, Chance& chance) const override {
    return inner_->imagine(view, seat, chance);
  }
  Ending ending(const Position& position) const override { return inner_->ending(position); }
  std::string face(const Position& position, const Action& action, Viewer viewer) const override {
    return inner_->face(position, action, viewer);
  }

  mutable std::atomic<int> breaks{0};
  mutable std::atomic<int> strange{0};  // with words that are not ours

 private:
  std::shared_ptr<const picket::Picket> inner_ = picket::make_picket();
};

// Answers with the first item; or not at all.
class FirstItem final : public match::Player {
 public:
  match::Move answer(const v1::Update& update) override {
    if (update.menu().items().empty() || !update.full()) throw std::runtime_error("asked without a menu");
    return {update.menu().items(0).action(), {}};
  }
};
// Says why, too.
class Explainer final : public match::Player {
 public:
  match::Move answer(const v1::Update& update) override {
    match::Move move{update.menu().items(0).action(), {}};
    move.reason.set_id("because");
    return move;
  }
};
// Thinks until it is told to go.
class Slow final : public match::Player {
 public:
  explicit Slow(std::shared_future<void> go) : go_(std::move(go)) {}
  match::Move answer(const v1::Update& update) override {
    go_.wait();
    return {update.menu().items(0).action(), {}};
  }

 private:
  std::shared_future<void> go_;
};
class Mute final : public match::Player {
 public:
  match::Move answer(const v1::Update&) override { throw std::runtime_error("no idea"); }
};
class Wild final : public match::Player {
 public:
  match::Move answer(const v1::Update&) override {
    v1::Action action;
    action.set_verb(99);
    return {action, {}};
  }
};

template <class T>
match::PlayerEntry bot(const std::string& name) {
  return {name, [](match::Chair) { return std::make_unique<T>(); }};
}

class Life : public ::testing::Test {
 protected:
  void open(const std::function<void(v1::CreateMatch&)>& change = {}) {
    rig.emplace(store, settings);
    a = rig->guest("Anna");
    b = rig->guest("Bert");
    match = rig->begin(*a, *b, change);
  }
  void set_up() {
    for (int i = 0; i < 3; ++i) a->choose(PLACE);
    for (int i = 0; i < 3; ++i) b->choose(PLACE);
    a->catch_up();
  }
  void stop() {
    tokens = {a->token, b ? b->token : ""};
    a.reset();
    b.reset();
    rig.reset();
  }
  void come_back() {
    rig.emplace(store, settings);
    a = rig->back(tokens[0]);
    if (!tokens[1].empty()) b = rig->back(tokens[1]);
  }

  MemoryStore store;
  RigSettings settings = quick(store);
  std::optional<Rig> rig;
  std::unique_ptr<Client> a, b;
  std::array<std::string, 2> tokens;
  std::string match;
};

v1::ClientFrame first_item(Client& client) {
  v1::ClientFrame frame;
  frame.mutable_act()->set_match(client.match);
  frame.mutable_act()->set_menu_serial(client.seen.menu().serial());
  *frame.mutable_act()->add_actions() = client.seen.menu().items(0).action();
  return frame;
}

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
  using ::testing::HasSubstr;
  using ::testing::Not;
  CapturedLog log;
  auto fragile = std::make_shared<Fragile>();
  settings.title = fragile;
  open();
  const std::string ours = match;
  fragile->breaks = 1;
  EXPECT_EQ(a->act(a->seen.menu().items(0).action()).refusal().reason().id(), "refusal.match_parked");
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
  EXPECT_THAT(log.text(), HasSubstr("event=parked match=" + ours +
                                    " doing=rules cause=\"a rule of the test broke (life_test.cpp:"));
  EXPECT_THAT(log.text(), HasSubstr("event=parked match=" + match + " doing=rules cause=\"std::runtime_error\""));
  EXPECT_THAT(log.text(), Not(HasSubstr("CANARY")));
  EXPECT_THAT(log.text(), Not(HasSubstr(store.card_now(match).server_seed)));
  EXPECT_EQ(frames.find("CANARY"), std::string::npos);
  EXPECT_EQ(frames.find("a rule of the test"), std::string::npos) << "players are told that it broke, not where";
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

// -- bots --

class Bots : public Life {
 protected:
  void open_with(match::PlayerEntry player) {
    settings.players = {std::move(player)};
    rig.emplace(store, settings);
    a = rig->guest("Anna");
    const v1::MatchInfo info =
        rig->create(*a, [&](v1::CreateMatch& create) { create.set_bot(settings.players[0].name); });
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
