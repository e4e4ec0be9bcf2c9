// Who sees a match, and what he is sent when he comes, goes and comes back.
#include <gtest/gtest.h>

#include "tests/match/rig.h"

namespace wardroom::testing {
namespace {

using picket::wire::DONE;
using picket::wire::MOVE_BLOCK;
using picket::wire::PLACE;
using picket::wire::STOP;

class Viewers : public TwoPeople {
 protected:
  void set_up() {
    for (int i = 0; i < 3; ++i) a->choose(PLACE);
    for (int i = 0; i < 3; ++i) b->choose(PLACE);
    a->catch_up();
  }
  static std::vector<std::string> bytes(const std::vector<v1::Report>& reports) {
    std::vector<std::string> all;
    for (const auto& report : reports) all.push_back(report.SerializeAsString());
    return all;
  }
};

TEST_F(Viewers, ASecondConnectionOfTheSeatTakesOver) {
  open();
  auto tab = rig->back(a->token);
  tab->attach(match);
  EXPECT_EQ(tab->seen.menu().SerializeAsString(), a->seen.menu().SerializeAsString());
  a->catch_up();
  EXPECT_EQ(a->taken_over, 1);
  const int before = a->updates;
  tab->choose(PLACE);
  EXPECT_GT(tab->updates, 0);
  a->about(&v1::ClientFrame::mutable_history);
  EXPECT_EQ(a->updates, before) << "the first connection is sent nothing more";
  a->hang_up();
  tab->about(&v1::ClientFrame::mutable_history);
  b->catch_up();
  EXPECT_TRUE(b->notices.back().match().seats(0).present()) << "its end does not take the second away";
}

TEST_F(Viewers, AttachingAgainOnTheSameConnectionIsAResync) {
  open();
  a->attach(match);
  EXPECT_EQ(a->taken_over, 0);
  a->choose(PLACE);
  EXPECT_EQ(a->updates, 1) << "and nothing comes twice";
}

TEST_F(Viewers, PresenceIsToldToTheOther) {
  open();
  b->catch_up();
  EXPECT_TRUE(b->notices.back().match().seats(0).present());
  const std::size_t before = b->notices.size();
  a->hang_up();
  b->line->await([](const auto& frames) { return !frames.empty(); });
  b->catch_up();
  ASSERT_GT(b->notices.size(), before);
  EXPECT_FALSE(b->notices.back().match().seats(0).present());
}

TEST_F(Viewers, HowOftenSomebodyComesAndGoesIsNotTold) {
  settings.host.presence = std::chrono::milliseconds(300);
  open();
  b->catch_up();
  const std::size_t before = b->notices.size();
  const auto start = std::chrono::steady_clock::now();
  for (int i = 0; i < 40; ++i) {
    a->about(&v1::ClientFrame::mutable_detach);
    a->attach(match);
  }
  a->about(&v1::ClientFrame::mutable_detach);
  b->line->await([](const auto& frames) {
    return std::ranges::any_of(frames, [](const v1::ServerFrame& frame) {
      return frame.has_notice() && !frame.notice().match().seats(0).present();
    });
  });
  std::this_thread::sleep_for(std::chrono::milliseconds(400));
  b->catch_up();
  const auto took = std::chrono::steady_clock::now() - start;
  EXPECT_LE(b->notices.size() - before, 2 + static_cast<std::size_t>(took / std::chrono::milliseconds(300)));
  EXPECT_FALSE(b->notices.back().match().seats(0).present()) << "what is so in the end is told";
}

TEST_F(Viewers, WhoeverReturnsGetsExactlyTheReportsHeMissed) {
  open();
  auto watcher = rig->guest("Clara");
  watcher->attach(match);
  set_up();
  std::mt19937 random(11);
  play(*a, *b, 40, random);
  b->catch_up();
  const std::uint64_t last = b->seen.serial();
  const std::vector<std::string> known = bytes(b->reports);
  const std::string token = b->token;
  b->hang_up();
  // Only seat 0 can go on alone: until the other must answer.
  auto silent = rig->back(token);
  silent->match = match;
  int alone = 0;
  while (a->asked() && alone < 30) {
    a->act(
        a->seen.menu().items(static_cast<int>(random() % static_cast<unsigned>(a->seen.menu().items_size()))).action());
    ++alone;
  }
  watcher->catch_up();
  auto again = rig->back(token);
  again->attach(match, last);
  std::vector<std::string> all = known;
  const std::vector<std::string> missed = bytes(again->reports);
  all.insert(all.end(), missed.begin(), missed.end());

  auto whole = rig->back(token);
  whole->attach(match, 0);
  EXPECT_EQ(bytes(whole->reports), all) << "what was seen and what was missed are the whole, once";
  EXPECT_EQ(whole->seen.SerializeAsString(), again->seen.SerializeAsString());
}

TEST_F(Viewers, WhoeverMissedMoreThanOneAnswerHoldsGetsTheNewest) {
  settings.host.max_history = 5;
  open();
  set_up();
  std::mt19937 random(11);
  play(*a, *b, 40, random);
  b->catch_up();
  const std::vector<std::string> known = bytes(b->reports);
  auto again = rig->back(b->token);
  again->attach(match, 0);
  const std::vector<std::string> missed = bytes(again->reports);
  ASSERT_GE(missed.size(), 5u);
  ASSERT_LT(missed.size(), known.size());
  EXPECT_EQ(missed, std::vector<std::string>(known.end() - static_cast<std::ptrdiff_t>(missed.size()), known.end()));
}

TEST_F(Viewers, ObserversSeeThePublicViewWhateverTheyAsk) {
  open();
  auto watcher = rig->guest("Clara");
  const v1::Attached attached = watcher->attach(match);
  EXPECT_FALSE(attached.match().has_my_seat());
  EXPECT_TRUE(attached.match().invitation().empty());
  EXPECT_FALSE(attached.update().has_menu());
  set_up();
  a->choose(MOVE_BLOCK);
  a->choose(STOP);
  watcher->catch_up();
  EXPECT_GT(watcher->updates, 0);
  EXPECT_EQ(watcher->about(&v1::ClientFrame::mutable_ask_ended_view).refusal().code(), v1::REFUSAL_CODE_NOT_YOURS);
  EXPECT_EQ(watcher->line->bytes().find("CANARY"), std::string::npos);
  EXPECT_NE(a->line->bytes().find("CANARY-0"), std::string::npos) << "the canary sings to its owner";
  EXPECT_EQ(a->line->bytes().find("CANARY-1"), std::string::npos);
  for (const v1::Notice& notice : watcher->notices) {
    EXPECT_FALSE(notice.has_draw_offered_by());
    EXPECT_FALSE(notice.match().my_turn());
  }
}

TEST_F(Viewers, SomebodyWhoIsNotSignedInMayWatch) {
  open();
  auto anyone = rig->connect();
  anyone->hello();
  EXPECT_FALSE(anyone->attach(match).match().has_my_seat());
}

TEST_F(Viewers, APlayerNeverWatchesHisOwnMatchAsAnObserver) {
  open();
  v1::ClientFrame frame;
  frame.mutable_attach()->set_match(match);
  frame.mutable_attach()->set_observe(true);
  const v1::ServerFrame answer = a->ask(std::move(frame));
  EXPECT_EQ(answer.attached().match().my_seat(), 0u);
  EXPECT_TRUE(answer.attached().update().has_menu());
}

TEST_F(Viewers, APrivateMatchDoesNotExistForOthers) {
  open([](v1::CreateMatch& create) { create.set_is_private(true); });
  auto stranger = rig->guest("Clara");
  v1::ClientFrame frame;
  frame.mutable_attach()->set_match(match);
  EXPECT_EQ(stranger->ask(frame).refusal().code(), v1::REFUSAL_CODE_NOT_FOUND);
  stranger->match = match;
  EXPECT_EQ(stranger->about(&v1::ClientFrame::mutable_history).refusal().code(), v1::REFUSAL_CODE_NOT_FOUND);
  EXPECT_EQ(stranger->about(&v1::ClientFrame::mutable_resign).refusal().code(), v1::REFUSAL_CODE_NOT_FOUND);
}

TEST_F(Viewers, HeldBackObserversSeeWhatWasSoManyUpdatesAgo) {
  open([](v1::CreateMatch& create) { create.set_observer_delay(3); });
  auto watcher = rig->guest("Clara");
  watcher->attach(match);
  auto player = rig->guest("Dora");  // somebody who is not held back, to compare with: the public of an undelayed match
  set_up();
  std::mt19937 random(5);
  std::vector<std::string> boards{watcher->seen.sections(0).body()};
  play(*a, *b, 30, random, [&] {
    a->catch_up();
    for (const auto& section : a->seen.sections()) {
      if (section.number() == 1 && section.body() != boards.back()) boards.push_back(section.body());
    }
    return false;
  });
  watcher->about(&v1::ClientFrame::mutable_history);
  const v1::Update held = watcher->seen;
  ASSERT_GT(boards.size(), 4u);
  EXPECT_NE(held.sections(0).body(), boards.back()) << "he does not see the newest board";

  auto late = rig->guest("Emil");
  EXPECT_EQ(late->attach(match).update().serial(), held.serial()) << "who joins later sees no more";
  EXPECT_EQ(late->seen.sections(0).body(), held.sections(0).body());
  const v1::ServerFrame history = late->about(&v1::ClientFrame::mutable_history);
  for (const auto& told : history.history().reports()) EXPECT_LE(told.serial(), held.serial());

  // A restart neither shows more nor loses what is held back.
  const std::string tokens[] = {a->token, b->token, watcher->token};
  const std::uint64_t last = held.serial();
  const std::vector<v1::Report> told = watcher->reports;
  a.reset();
  b.reset();
  watcher.reset();
  player.reset();
  late.reset();
  rig.reset();
  rig.emplace(store, settings);
  a = rig->back(tokens[0]);
  b = rig->back(tokens[1]);
  watcher = rig->back(tokens[2]);
  const v1::Attached attached = watcher->attach(match, last);
  EXPECT_EQ(attached.update().serial(), last);
  EXPECT_EQ(attached.update().sections(0).body(), held.sections(0).body());
  EXPECT_EQ(attached.GetReflection()->GetUnknownFields(attached).field_count(), 0) << "he has missed nothing";
  watcher->reports = told;
  a->attach(match);
  b->attach(match);
  play(*a, *b, 20, random);
  a->about(&v1::ClientFrame::mutable_resign);
  watcher->catch_up();
  EXPECT_EQ(watcher->seen.state(), v1::MATCH_STATE_OVER) << "the end shows everything";
  auto complete = rig->guest("Fritz");
  complete->attach(match);
  EXPECT_EQ(bytes(complete->reports), bytes(watcher->reports));
}

TEST_F(Viewers, TheCreatorWaitsInTheOpenMatchAndSeesItBegin) {
  rig.emplace(store, settings);
  a = rig->guest("Anna");
  b = rig->guest("Bert");
  const v1::MatchInfo info = rig->create(*a);
  EXPECT_EQ(a->attach(info.id()).update().state(), v1::MATCH_STATE_OPEN);
  b->attach(info.id());  // looks at it first
  v1::ClientFrame join;
  join.mutable_join_match()->set_match(info.id());
  EXPECT_EQ(b->ask(join).match().my_seat(), 1u);
  a->catch_up();
  EXPECT_FALSE(a->notices.back().match().nonce_wanted());
  b->give_nonce(info);
  a->catch_up();
  EXPECT_TRUE(a->notices.back().match().nonce_wanted()) << "he is told that it is time";
  a->give_nonce(a->notices.back().match());
  b->catch_up();
  EXPECT_EQ(a->seen.state(), v1::MATCH_STATE_PLAYING);
  EXPECT_TRUE(a->seen.has_menu());
  EXPECT_TRUE(b->seen.has_menu()) << "the observer has become a player";
  EXPECT_EQ(a->notices.back().match().seats(1).name(), "Bert");
}

TEST_F(Viewers, DetachEndsTheUpdates) {
  open();
  EXPECT_TRUE(b->about(&v1::ClientFrame::mutable_detach).has_done());
  set_up();
  EXPECT_EQ(b->updates, 0);
}

}  // namespace
}  // namespace wardroom::testing
