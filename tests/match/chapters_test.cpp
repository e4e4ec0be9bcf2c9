// A match of two chapters: each viewer is told of those that he has been shown, and looks at the match again from one
// of them. And how far it has come, in every list.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "server/match/gallery.h"
#include "tests/match/rig.h"

namespace wardroom::testing {
namespace {

class Chapters : public ::testing::Test {
 protected:
  Chapters() { come_up(); }
  void come_up() {
    settings.narrows = true;
    rig.emplace(store, settings);
    a = a_token.empty() ? rig->guest("Anna") : rig->back(a_token);
    b = b_token.empty() ? rig->guest("Bert") : rig->back(b_token);
    watcher = rig->guest("Clara");
  }
  void restart() {
    a_token = a->token;
    b_token = b->token;
    for (auto* client : {&a, &b, &watcher}) client->reset();
    rig.reset();
    come_up();
    a->attach(match);
    b->attach(match);
    watcher->attach(match);
  }
  void begin(std::uint32_t delay = 0) {
    match = rig->begin(*a, *b, [&](v1::CreateMatch& create) {
      create.set_title("narrows");
      create.set_scenario("convoy");
      create.set_observer_delay(delay);
    });
    watcher->attach(match);
  }
  // Ships stay where they are, so that nothing ends before its time: the first item of every order.
  void answer(Client& client) {
    ASSERT_TRUE(client.asked());
    ASSERT_TRUE(client.act(client.seen.menu().items(0).action()).has_acted());
  }
  void play_to(const std::function<bool()>& until) {
    for (int i = 0; i < 400 && !until(); ++i) answer(a->asked() ? *a : *b);
  }
  v1::Replay page(Client& client, v1::Viewpoint viewpoint, std::uint64_t chapter = 0, std::uint32_t limit = 0,
                  std::uint64_t after = 0) {
    v1::ClientFrame frame;
    auto& ask = *frame.mutable_ask_replay();
    ask.set_match(match);
    ask.set_viewpoint(viewpoint);
    ask.set_chapter(chapter);
    ask.set_limit(limit);
    ask.set_after_serial(after);
    const v1::ServerFrame answer = client.ask(std::move(frame));
    refused = answer.refusal().reason().id();
    return answer.replay();
  }
  static std::vector<std::string> names(const v1::Replay& replay) {
    std::vector<std::string> list;
    for (const v1::Chapter& chapter : replay.chapters()) list.push_back(chapter.name().id());
    return list;
  }
  bool night(Client& client) {
    return page(client, client.name == "Clara" ? v1::VIEWPOINT_PUBLIC : v1::VIEWPOINT_OWN).chapters_size() == 2;
  }
  std::string progress(Client& client) {
    v1::ClientFrame frame;
    frame.mutable_list_matches()->set_running(true);
    const v1::ServerFrame list = client.ask(std::move(frame));
    for (const v1::MatchInfo& info : list.matches().matches()) {
      if (info.id() == match) return info.progress().ShortDebugString();
    }
    return "not listed";
  }

  MemoryStore store;
  RigSettings settings = quick(store);
  std::optional<Rig> rig;
  std::unique_ptr<Client> a, b, watcher;
  std::string a_token, b_token, match, refused;
};

TEST_F(Chapters, BeginWhereTheRulesSayAndEveryoneIsToldHisOwnSerial) {
  begin();
  for (Client* client : {a.get(), b.get(), watcher.get()}) {
    EXPECT_THAT(names(page(*client, v1::VIEWPOINT_OWN)), ::testing::ElementsAre("narrows.chapter.day"));
    EXPECT_EQ(page(*client, v1::VIEWPOINT_OWN).chapters(0).serial(), 1u);
  }
  play_to([&] { return night(*a); });
  std::vector<std::uint64_t> serials;
  for (Client* client : {a.get(), b.get(), watcher.get()}) {
    client->catch_up();
    const v1::Replay replay = page(*client, v1::VIEWPOINT_OWN);
    EXPECT_THAT(names(replay), ::testing::ElementsAre("narrows.chapter.day", "narrows.chapter.night"));
    EXPECT_EQ(replay.chapters(1).serial(), client->seen.serial()) << "they were all shown it just now";
    serials.push_back(replay.chapters(1).serial());
  }
  EXPECT_NE(serials[0], serials[2]) << "everyone counts for himself";
}

TEST_F(Chapters, ALookFromAChapterBeginsWithEverythingThatWasSeenThere) {
  begin();
  play_to([&] { return night(*a); });
  for (int i = 0; i < 3; ++i) answer(*a);
  for (const bool again : {false, true}) {
    if (again) restart();
    for (const auto& [client, viewpoint] : {std::pair(a.get(), v1::VIEWPOINT_OWN),
                                            {b.get(), v1::VIEWPOINT_OWN},
                                            {a.get(), v1::VIEWPOINT_PUBLIC},
                                            {watcher.get(), v1::VIEWPOINT_OWN}}) {
      const v1::Replay whole = page(*client, viewpoint);
      ASSERT_EQ(whole.chapters_size(), 2);
      for (const v1::Chapter& chapter : whole.chapters()) {
        const v1::Replay from = page(*client, viewpoint, chapter.serial());
        ASSERT_GT(from.updates_size(), 0) << refused;
        v1::Update seen = whole.updates(0);
        for (const v1::Update& update : whole.updates()) {
          if (update.serial() <= chapter.serial()) match::apply(update, seen);
        }
        EXPECT_TRUE(from.updates(0).full());
        EXPECT_EQ(from.updates(0).serial(), chapter.serial());
        EXPECT_GT(from.updates(0).time_ms(), 0);
        ASSERT_EQ(from.updates(0).sections_size(), seen.sections_size());
        for (int i = 0; i < seen.sections_size(); ++i) {
          EXPECT_EQ(from.updates(0).sections(i).body(), seen.sections(i).body());
        }
        EXPECT_EQ(from.updates(0).menu().SerializeAsString(), seen.menu().SerializeAsString());
        ASSERT_EQ(from.updates_size() - 1, whole.updates_size() - static_cast<int>(chapter.serial()));
        for (int i = 1; i < from.updates_size(); ++i) {
          EXPECT_EQ(from.updates(i).serial(), chapter.serial() + static_cast<std::uint64_t>(i));
        }
      }
    }
  }
  EXPECT_EQ(page(*a, v1::VIEWPOINT_OWN, page(*a, v1::VIEWPOINT_OWN).chapters(1).serial(), 1).updates_size(), 1);
}

TEST_F(Chapters, NobodyIsToldOfAChapterThatHeHasNotBeenShown) {
  begin(2);
  EXPECT_THAT(names(page(*watcher, v1::VIEWPOINT_OWN)), ::testing::ElementsAre("narrows.chapter.day"));
  play_to([&] { return night(*a); });
  watcher->catch_up();
  EXPECT_EQ(page(*watcher, v1::VIEWPOINT_OWN).chapters_size(), 1) << "he is held back";
  EXPECT_EQ(page(*a, v1::VIEWPOINT_PUBLIC).chapters_size(), 1) << "and so is whoever looks at it with his eyes";
  for (std::uint64_t serial = 2; serial < 60; ++serial) {
    page(*watcher, v1::VIEWPOINT_OWN, serial);
    EXPECT_EQ(refused, "refusal.no_such_chapter") << serial;
  }
  const std::uint64_t before = watcher->seen.serial();
  play_to([&] { return night(*watcher); });
  watcher->catch_up();
  EXPECT_GT(watcher->seen.serial(), before);
  EXPECT_EQ(page(*watcher, v1::VIEWPOINT_OWN).chapters(1).serial(), watcher->seen.serial());
}

TEST_F(Chapters, AChapterThatIsTakenBackStandsWhereItWasShownAndComesAgain) {
  begin();
  play_to([&] { return night(*a); });
  const std::uint64_t first = page(*a, v1::VIEWPOINT_OWN).chapters(1).serial();
  Client& asker = *b;
  EXPECT_TRUE(asker.about(&v1::ClientFrame::mutable_ask_take_back).has_done());
  v1::ClientFrame agree;
  agree.mutable_answer_take_back()->set_match(match);
  agree.mutable_answer_take_back()->set_agree(true);
  EXPECT_TRUE(a->ask(agree).has_done());
  play_to([&] { return page(*a, v1::VIEWPOINT_OWN).chapters_size() == 3; });
  const v1::Replay replay = page(*a, v1::VIEWPOINT_OWN);
  EXPECT_EQ(replay.chapters(1).serial(), first);
  EXPECT_GT(replay.chapters(2).serial(), first);
  EXPECT_EQ(page(*a, v1::VIEWPOINT_OWN, first).updates(0).serial(), first);
  EXPECT_GT(page(*a, v1::VIEWPOINT_OWN, replay.chapters(2).serial()).updates(0).epoch(), 0u);
}

TEST_F(Chapters, TheWholeTruthBeginsAtAChapterToo) {
  begin();
  play_to([&] { return night(*a); });
  EXPECT_TRUE(b->about(&v1::ClientFrame::mutable_ask_take_back).has_done());
  v1::ClientFrame agree;
  agree.mutable_answer_take_back()->set_match(match);
  agree.mutable_answer_take_back()->set_agree(true);
  EXPECT_TRUE(a->ask(agree).has_done());
  play_to([&] { return page(*a, v1::VIEWPOINT_OWN).chapters_size() == 3; });
  for (int i = 0; i < 3; ++i) answer(*a);
  EXPECT_TRUE(a->about(&v1::ClientFrame::mutable_resign).has_done());
  for (const bool again : {false, true}) {
    if (again) restart();
    std::vector<v1::Update> whole;
    v1::Replay replay = page(*watcher, v1::VIEWPOINT_TRUTH);
    while (replay.updates_size() > 0) {
      for (const v1::Update& update : replay.updates()) {
        EXPECT_EQ(update.serial(), whole.size() + 1);
        whole.push_back(update);
      }
      replay = page(*watcher, v1::VIEWPOINT_TRUTH, 0, 7, whole.size());
    }
    EXPECT_EQ(replay.last_serial(), whole.size());
    EXPECT_EQ(whole.back().state(), v1::MATCH_STATE_OVER);
    EXPECT_THAT(names(replay), ::testing::ElementsAre("narrows.chapter.day", "narrows.chapter.night"))
        << "what was taken back is none";
    ASSERT_EQ(replay.chapters(0).serial(), 1u);
    for (const v1::Chapter& chapter : replay.chapters()) {
      v1::Update seen;
      for (const v1::Update& update : whole) {
        if (update.serial() <= chapter.serial()) match::apply(update, seen);
      }
      const v1::Replay from = page(*watcher, v1::VIEWPOINT_TRUTH, chapter.serial());
      ASSERT_GT(from.updates_size(), 1) << refused;
      EXPECT_TRUE(from.updates(0).full());
      EXPECT_EQ(from.updates(0).serial(), chapter.serial());
      EXPECT_EQ(from.updates(0).epoch(), seen.epoch());
      ASSERT_EQ(from.updates(0).sections_size(), seen.sections_size());
      for (int i = 0; i < seen.sections_size(); ++i)
        EXPECT_EQ(from.updates(0).sections(i).body(), seen.sections(i).body());
      for (int i = 1; i < from.updates_size(); ++i) {
        EXPECT_EQ(from.updates(i).SerializeAsString(), whole.at(from.updates(i).serial() - 1).SerializeAsString());
      }
    }
    page(*watcher, v1::VIEWPOINT_TRUTH, replay.chapters(1).serial() + 1);
    EXPECT_EQ(refused, "refusal.no_such_chapter");
  }
}

TEST_F(Chapters, EveryListSaysHowFarAMatchHasComeAndNeedsNotLoadIt) {
  begin(6);
  EXPECT_THAT(progress(*a), ::testing::HasSubstr("set_up"));
  EXPECT_EQ(progress(*a), progress(*watcher));
  play_to([&] { return progress(*a).find("set_up") == std::string::npos; });
  const std::string now = progress(*a);
  EXPECT_EQ(progress(*b), now);
  EXPECT_THAT(progress(*watcher), ::testing::HasSubstr("set_up")) << "he has not been shown that it has begun";
  EXPECT_EQ(a->look(match).progress().ShortDebugString(), now);
  restart();
  const int loads = store.loads();
  EXPECT_EQ(progress(*a), now);
  EXPECT_THAT(progress(*watcher), ::testing::HasSubstr("set_up"));
  EXPECT_EQ(store.loads(), loads);
  EXPECT_TRUE(a->about(&v1::ClientFrame::mutable_resign).has_done());
  v1::ClientFrame over;
  over.mutable_list_matches()->set_over(true);
  EXPECT_EQ(watcher->ask(over).matches().matches(0).progress().ShortDebugString(), now);
}

}  // namespace
}  // namespace wardroom::testing
