// What events can be told to do beyond pairing: players who choose their scenario, rounds that begin by themselves, a
// look into a match, reports and bans; and what people are told while they are away.
#include <gmock/gmock.h>

#include "server/tournament/event_news.h"
#include "tests/tournament/event_kit.h"

namespace wardroom::tournament {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

// -- the players choose --

class Choosing : public ::testing::Test {
 protected:
  Choosing() {
    kit.begin(2);
    kit.next_round();
  }
  static void three(v1::EventRules& rules) {
    rules.add_scenarios("large");
    rules.add_scenarios("long");
    rules.set_choice(v1::EventRules::CHOSEN);
    rules.set_start_minutes(60);
    rules.set_live(true);
  }
  std::string choose(std::uint32_t entry, const std::vector<std::string>& liked) {
    return kit.take_part(account(entry), [&](v1::TakePart& asked) {
      asked.mutable_choose();
      for (const std::string& each : liked) asked.mutable_choose()->add_scenarios(each);
    });
  }
  const Pairing& pairing() { return kit.newest().pairings(0); }

  EventKit kit{v1::EVENT_FORMAT_SWISS, 1, three};
};

TEST_F(Choosing, TheMatchIsMadeWhenBothHaveSaidWhatTheyLike) {
  EXPECT_TRUE(pairing().games(0).match().empty());
  EXPECT_EQ(pairing().choose_by_ms(), kit.now + 5 * kMinuteMs);
  EXPECT_EQ(choose(1, {"long", "large", "small"}), "");
  EXPECT_TRUE(pairing().games(0).match().empty()) << "the other has not said anything";
  EXPECT_EQ(choose(2, {"large", "long"}), "");
  EXPECT_EQ(pairing().choose_by_ms(), 0);
  EXPECT_FALSE(pairing().games(0).match().empty());
  EXPECT_TRUE(pairing().scenario() == "long" || pairing().scenario() == "large") << "both have one place in all";
  EXPECT_EQ(choose(1, {"small"}), "refusal.event.nothing_to_choose");
  kit.play_round();
  ASSERT_EQ(rated_matches(kit.event).size(), 1u);
  EXPECT_EQ(rated_matches(kit.event)[0].scenario(), pairing().scenario());
}

TEST_F(Choosing, WhoeverSaysNothingHasNoLiking) {
  EXPECT_EQ(choose(2, {"large"}), "");
  EXPECT_THAT(jobs_of(kit.event), Contains(::testing::Field(&EventJob::due_ms, kit.now + 5 * kMinuteMs)));
  kit.now += 5 * kMinuteMs;
  EXPECT_TRUE(pass_time(kit.event, {}, kit.now).changed);
  EXPECT_EQ(pairing().scenario(), "large");
  EXPECT_FALSE(pairing().games(0).match().empty());
  EXPECT_FALSE(pass_time(kit.event, {}, kit.now).changed) << "once";
}

TEST_F(Choosing, OnlyWhatIsOfferedAndEachOnce) {
  EXPECT_EQ(choose(1, {"nothing"}), "refusal.event.no_such_choice");
  EXPECT_EQ(choose(1, {"large", "large"}), "refusal.event.no_such_choice");
  EXPECT_EQ(choose(9, {"large"}), "refusal.event.not_entered");
}

TEST_F(Choosing, ARoundIsTakenBackWhoeverHasChosen) {
  EXPECT_EQ(choose(1, {"long"}), "");
  EXPECT_EQ(choose(2, {"long"}), "");
  const std::string match = pairing().games(0).match();
  EXPECT_EQ(kit.direct([](v1::Direct& asked) { asked.mutable_unpublish(); }), "");
  EXPECT_THAT(kit.event.dropped(), ElementsAre(match));
  EXPECT_EQ(kit.publish(), "");
  EXPECT_GT(pairing().choose_by_ms(), 0) << "they choose again";
}

TEST_F(Choosing, WhatWasChosenStaysWhenAnotherDeedIsUndone) {
  EXPECT_EQ(kit.direct([&](v1::Direct& asked) {
    asked.mutable_set_deadline()->set_round(1);
    asked.mutable_set_deadline()->set_deadline_ms(kit.now + kDayMs);
  }),
            "");
  EXPECT_EQ(choose(1, {"long"}), "");
  EXPECT_EQ(choose(2, {"long"}), "");
  const std::string match = pairing().games(0).match();
  EXPECT_EQ(kit.undo(), "");
  EXPECT_EQ(pairing().deadline_ms(), 0);
  EXPECT_EQ(pairing().games(0).match(), match);
  EXPECT_EQ(pairing().scenario(), "long");
}

// -- rounds that begin by themselves --

class Automatic : public ::testing::Test {
 protected:
  static void by_itself(v1::EventRules& rules) {
    rules.set_automatic(true);
    rules.set_live(true);
    rules.set_starts_ms(1'000'000'000 + kDayMs);
  }
  // Everything that is due happens, as in a server that looks after each job.
  void pass(std::int64_t ms) {
    kit.now += ms;
    for (int i = 0; i < 5; ++i) {
      pass_time(kit.event, {}, kit.now);
      const std::int64_t at = goes_on_at(kit.event);
      if (at == 0 || at > kit.now) return;
      ASSERT_TRUE(go_on(kit.event, kit.desk, kit.now));
    }
    FAIL() << "it goes on for ever";
  }

  EventKit kit{v1::EVENT_FORMAT_SWISS, 2, by_itself};
};

TEST_F(Automatic, FromItsTimeToTheEnd) {
  ASSERT_EQ(kit.announce(), "");
  for (std::uint32_t i = 1; i <= 4; ++i) ASSERT_EQ(kit.enter(account(i)), "");
  pass(kDayMs - 1);
  EXPECT_EQ(published(kit.event), 0u);
  pass(1);
  EXPECT_EQ(published(kit.event), 1u) << "nobody has touched it";
  kit.play_round();
  pass(kMinuteMs);
  EXPECT_EQ(published(kit.event), 1u) << "directors have time to correct a result";
  pass(kBreakLiveMs);
  EXPECT_EQ(published(kit.event), 2u);
  kit.play_round();
  pass(kBreakLiveMs);
  EXPECT_EQ(kit.event.state(), v1::EVENT_STATE_FINISHED);
  EXPECT_EQ(goes_on_at(kit.event), 0);
}

TEST_F(Automatic, WithTooFewItIsLeftToADirector) {
  ASSERT_EQ(kit.announce(), "");
  ASSERT_EQ(kit.enter(account(1)), "");
  pass(kDayMs);
  EXPECT_EQ(kit.event.state(), v1::EVENT_STATE_READY);
  EXPECT_FALSE(kit.event.rules().automatic());
  EXPECT_EQ(kit.event.deeds().rbegin()->what(), "event.deed.not_automatic");
}

TEST_F(Automatic, APauseHoldsItAndAMatchThatIsNotDecided) {
  ASSERT_EQ(kit.announce(), "");
  for (std::uint32_t i = 1; i <= 4; ++i) ASSERT_EQ(kit.enter(account(i)), "");
  pass(kDayMs);
  kit.end(kit.newest().pairings(0).games(0), 2);
  pass(kDayMs);
  EXPECT_EQ(published(kit.event), 1u);
  kit.play_round();
  EXPECT_EQ(kit.direct([](v1::Direct& asked) { asked.mutable_pause(); }), "");
  pass(kDayMs);
  EXPECT_EQ(published(kit.event), 1u);
  EXPECT_EQ(kit.direct([](v1::Direct& asked) { asked.mutable_resume(); }), "");
  pass(kBreakLiveMs);
  EXPECT_EQ(published(kit.event), 2u);
}

// -- fair play --

class FairPlay : public ::testing::Test {
 protected:
  FairPlay() {
    kit.begin(4);
    kit.next_round();
    note_begun(kit.event, kit.newest().pairings(0).games(0).match());
  }
  std::string look(const std::string& by = "owner", std::uint32_t board = 1) {
    return kit.direct(
        [&](v1::Direct& asked) {
          asked.mutable_look_into()->set_round(1);
          asked.mutable_look_into()->set_board(board);
          asked.mutable_look_into()->set_game(1);
        },
        by);
  }
  std::string complain(std::uint32_t by, std::uint32_t of, const std::string& text) {
    return kit.take_part(account(by), [&](v1::TakePart& asked) {
      asked.mutable_complain()->set_entry(of);
      asked.mutable_complain()->set_text(text);
    });
  }
  std::string ban(const std::string& who, bool lift = false) {
    kit.desk.named = {who};
    return kit.direct([&](v1::Direct& asked) {
      asked.mutable_ban()->set_name(who);
      asked.mutable_ban()->set_lift(lift);
    });
  }

  EventKit kit{v1::EVENT_FORMAT_SWISS, 2, [](v1::EventRules& rules) { rules.set_round_minutes(600); }};
};

TEST_F(FairPlay, AMatchIsLookedIntoForAReasonThatBothCanSee) {
  const Pairing first = kit.newest().pairings(0);
  EXPECT_EQ(look(), "refusal.event.look_not_asked");
  EXPECT_EQ(look("owner", 2), "refusal.event.not_now") << "it has not begun";
  EXPECT_EQ(look("owner", 9), "refusal.event.no_such_game");
  EXPECT_EQ(complain(first.one(), first.two(), "he does not answer"), "");
  EXPECT_EQ(look("somebody"), "refusal.event.directors_only");
  EXPECT_EQ(look(), "");
  EXPECT_EQ(kit.newest().pairings(0).games(0).looked_by(), "owner");
  EXPECT_EQ(kit.event.deeds().rbegin()->what(), "event.deed.look_into") << "everybody reads it";
  EXPECT_EQ(kit.undo(), "refusal.event.too_late_to_undo") << "what is seen is seen";
}

TEST_F(FairPlay, AfterTheDeadlineNobodyNeedsToAsk) {
  kit.now += 601 * kMinuteMs;
  EXPECT_EQ(look(), "");
}

TEST_F(FairPlay, WhoeverTakesPartJudgesNobody) {
  kit.desk.named = {account(3)};
  EXPECT_EQ(kit.direct([](v1::Direct& asked) { asked.mutable_set_director()->set_name("x"); }), "");
  kit.now += 601 * kMinuteMs;
  EXPECT_EQ(look(account(3)), "refusal.event.plays_himself");
}

TEST_F(FairPlay, ReportsAreForDirectorsAndHaveAnEnd) {
  EXPECT_EQ(complain(9, 1, "x"), "refusal.event.not_entered");
  EXPECT_EQ(complain(1, 9, "x"), "refusal.event.no_such_entry");
  EXPECT_EQ(complain(1, 2, ""), "refusal.event.message");
  for (int i = 0; i < 10; ++i) EXPECT_EQ(complain(1, 2, "again"), "");
  EXPECT_EQ(complain(1, 2, "again"), "refusal.event.enough_reports");
  EXPECT_EQ(kit.event.reports_size(), 10);
}

TEST_F(FairPlay, ABanKeepsSomebodyOutUntilItIsLifted) {
  EventKit fresh(v1::EVENT_FORMAT_SWISS, 2);
  ASSERT_EQ(fresh.announce(), "");
  fresh.desk.named = {"rogue"};
  const auto banned = [&](bool lift) {
    return fresh.direct([&](v1::Direct& asked) {
      asked.mutable_ban()->set_name("Rogue");
      asked.mutable_ban()->set_lift(lift);
    });
  };
  EXPECT_EQ(banned(false), "");
  EXPECT_EQ(fresh.enter("rogue"), "refusal.event.banned");
  EXPECT_EQ(banned(false), "refusal.event.not_now") << "already";
  EXPECT_EQ(fresh.undo(), "");
  EXPECT_EQ(fresh.enter("rogue"), "");
  EXPECT_EQ(ban("owner"), "refusal.event.not_now") << "no director";
}

TEST_F(FairPlay, ProgramsEnterWhereTheyAreWelcome) {
  EventKit people(v1::EVENT_FORMAT_SWISS, 2);
  ASSERT_EQ(people.announce(), "");
  v1::TakePart enter;
  enter.mutable_enter();
  Person program{"robot"};
  program.program = true;
  const Result<void> refused = take_part(people.event, program, enter, people.now);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().reason.id, "refusal.event.programs");
  people.event.mutable_rules()->set_bots_welcome(true);
  EXPECT_TRUE(take_part(people.event, program, enter, people.now));
}

// -- what people are told --

std::vector<NewsKind> kinds(const std::vector<News>& all, const std::string& account) {
  std::vector<NewsKind> found;
  for (const News& each : all)
    if (each.account == account) found.push_back(each.kind);
  return found;
}

TEST(News, OfARoundNameTheOpponentTheSideAndTheDeadline) {
  EventKit kit(v1::EVENT_FORMAT_SWISS, 2, [](v1::EventRules& rules) { rules.set_round_minutes(7 * 24 * 60); });
  kit.begin(3);
  ASSERT_EQ(kit.draw(), "");
  const Event before = kit.event;
  EXPECT_THAT(news_of(before, before, kit.now), IsEmpty());
  ASSERT_EQ(kit.publish(), "");
  const std::vector<News> all = news_of(before, kit.event, kit.now);
  const Game& game = kit.newest().pairings(0).games(0);
  const std::string first = account(game.first());
  EXPECT_THAT(kinds(all, first), ElementsAre(NewsKind::kPaired, NewsKind::kDeadline, NewsKind::kDeadline));
  const News& paired = all.front();
  EXPECT_EQ(paired.about.opponent(), account(paired.account == first ? game.second() : game.first()));
  EXPECT_EQ(paired.about.seat(), paired.account == first ? 0u : 1u);
  EXPECT_EQ(paired.about.deadline_ms(), kit.now + 7 * kDayMs);
  EXPECT_EQ(paired.due_ms, 0);
  EXPECT_EQ(all[1].due_ms, kit.now + 7 * kDayMs - kDayMs / 2);
  EXPECT_EQ(all[2].due_ms, kit.now + 7 * kDayMs - 7 * kDayMs / 4);
  std::uint32_t rests = 0;
  for (const Pairing& each : kit.newest().pairings())
    if (each.two() == 0) rests = each.one();
  EXPECT_THAT(kinds(all, account(rests)), ElementsAre(NewsKind::kPaired));
}

TEST(News, AreDroppedWhenTheyAreNotSoAnyMore) {
  EventKit kit(v1::EVENT_FORMAT_SWISS, 2, [](v1::EventRules& rules) { rules.set_round_minutes(7 * 24 * 60); });
  kit.begin(2);
  ASSERT_EQ(kit.draw(), "");
  const Event before = kit.event;
  ASSERT_EQ(kit.publish(), "");
  const std::vector<News> all = news_of(before, kit.event, kit.now);
  const auto count = [&] {
    return std::ranges::count_if(
        all, [&](const News& each) { return still_true(kit.event, each.kind, each.account, each.about); });
  };
  EXPECT_EQ(count(), 6);
  note_begun(kit.event, kit.newest().pairings(0).games(0).match());
  EXPECT_EQ(count(), 4) << "whoever plays knows that he is paired";
  EXPECT_EQ(kit.direct([](v1::Direct& asked) { asked.mutable_pause(); }), "");
  EXPECT_EQ(count(), 0) << "no deadline comes nearer";
  const Event paused = kit.event;
  kit.now += kDayMs;
  EXPECT_EQ(kit.direct([](v1::Direct& asked) { asked.mutable_resume(); }), "");
  EXPECT_EQ(news_of(paused, kit.event, kit.now).size(), 4u) << "the new deadline";
  EXPECT_EQ(count(), 0) << "and no longer the old one";
}

TEST(News, OfRulingsMessagesPlacesAndLooks) {
  EventKit kit(v1::EVENT_FORMAT_SWISS, 2, [](v1::EventRules& rules) { rules.set_places(2); });
  ASSERT_EQ(kit.announce(), "");
  ASSERT_EQ(kit.enter("a"), "");
  ASSERT_EQ(kit.enter("b"), "");
  Event before = kit.event;
  ASSERT_EQ(kit.enter("c"), "");
  std::vector<News> told = news_of(before, kit.event, kit.now);
  ASSERT_THAT(kinds(told, "c"), ElementsAre(NewsKind::kWaiting));
  EXPECT_EQ(told[0].about.board(), 1u);
  before = kit.event;
  ASSERT_EQ(kit.withdraw("a"), "");
  EXPECT_THAT(kinds(news_of(before, kit.event, kit.now), "c"), ElementsAre(NewsKind::kAdmitted));
  before = kit.event;
  ASSERT_EQ(kit.direct([](v1::Direct& asked) { asked.mutable_announcement()->set_text("Be kind."); }), "");
  told = news_of(before, kit.event, kit.now);
  EXPECT_EQ(told.size(), 2u) << "who has left is not written to";
  EXPECT_EQ(told[0].about.text(), "Be kind.");
  ASSERT_EQ(kit.close_entries(), "");
  kit.next_round();
  note_begun(kit.event, kit.newest().pairings(0).games(0).match());
  before = kit.event;
  ASSERT_EQ(kit.set_result(1, 1, 2, 0), "");
  told = news_of(before, kit.event, kit.now);
  ASSERT_EQ(told.size(), 2u);
  EXPECT_EQ(told[0].kind, NewsKind::kRuled);
  EXPECT_EQ(told[0].about.halves() + told[1].about.halves(), 2u);
  EXPECT_TRUE(still_true(kit.event, told[0].kind, told[0].account, told[0].about));
  ASSERT_EQ(kit.undo(), "");
  EXPECT_FALSE(still_true(kit.event, told[0].kind, told[0].account, told[0].about));
}

}  // namespace
}  // namespace wardroom::tournament
