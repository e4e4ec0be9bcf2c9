// The life of events of every format, as played sequences; and what directors and players cannot do.
#include <gmock/gmock.h>

#include <set>

#include "tests/tournament/event_kit.h"

namespace wardroom::tournament {
namespace {

using ::testing::ElementsAre;

TEST(Event, SwissFromAnnouncementToTheEnd) {
  EventKit kit(v1::EVENT_FORMAT_SWISS, 3);
  kit.begin(7);
  std::set<std::string> matches;
  for (std::uint32_t round = 1; round <= 3; ++round) {
    kit.next_round();
    EXPECT_EQ(kit.newest().pairings_size(), 4);  // with the bye
    for (const Pairing& pairing : kit.newest().pairings())
      for (const Game& game : pairing.games()) EXPECT_TRUE(matches.insert(game.match()).second);
    kit.play_round();
  }
  EXPECT_EQ(matches.size(), 9u);
  EXPECT_EQ(kit.draw(), "refusal.event.no_more_rounds");
  EXPECT_EQ(kit.finish(), "");
  EXPECT_EQ(kit.event.state(), v1::EVENT_STATE_FINISHED);
  EXPECT_EQ(kit.order().front(), 1);
  HalfPoints points = 0;
  for (const Standing& each : standings_of(kit.event)) points += each.points;
  EXPECT_EQ(points, 3 * 4 * kWin);
  EXPECT_EQ(rated_matches(kit.event).size(), 9u);
  EXPECT_EQ(seed_hash(kit.event), hex(hash(std::string(32, 's'))));
}

TEST(Event, TheSameEventIsDrawnAlike) {
  EventKit one(v1::EVENT_FORMAT_SWISS, 3), two(v1::EVENT_FORMAT_SWISS, 3);
  for (EventKit* kit : {&one, &two}) {
    kit->begin(9);
    kit->next_round();
    kit->play_round();
    EXPECT_EQ(kit->draw(), "");
  }
  EXPECT_EQ(one.event.SerializeAsString(), two.event.SerializeAsString());
}

TEST(Event, SingleEliminationWithThirteen) {
  EventKit kit(v1::EVENT_FORMAT_SINGLE_ELIMINATION);
  kit.begin(13);
  std::vector<int> boards;
  while (kit.draw().empty()) {
    ASSERT_EQ(kit.publish(), "");
    boards.push_back(kit.newest().pairings_size());
    kit.play_round();
  }
  EXPECT_THAT(boards, ElementsAre(5, 4, 2, 1));  // seeds 1 to 3 have a bye
  EXPECT_EQ(kit.finish(), "");
  EXPECT_THAT(kit.order(), testing::Contains(13));
  EXPECT_EQ(kit.order()[0], 1);
  EXPECT_EQ(kit.order()[1], 2);
}

TEST(Event, ADrawInABracketIsPlayedAgainWithSidesSwappedAndThenGoesToTheBetterSeed) {
  EventKit kit(v1::EVENT_FORMAT_SINGLE_ELIMINATION);
  kit.begin(2);
  kit.next_round();
  const Game first = kit.newest().pairings(0).games(0);
  kit.end(first, 1);
  ASSERT_EQ(kit.newest().pairings(0).games_size(), 2);
  const Game again = kit.newest().pairings(0).games(1);
  EXPECT_EQ(again.first(), first.second());
  EXPECT_FALSE(again.match().empty());
  EXPECT_EQ(winner_of(kit.event, kit.newest().pairings(0)), std::nullopt);
  kit.end(again, 1);
  EXPECT_EQ(winner_of(kit.event, kit.newest().pairings(0)), 1u);
  EXPECT_EQ(kit.finish(), "");
}

TEST(Event, DoubleEliminationHasTwoDefeatsAMan) {
  EventKit kit(v1::EVENT_FORMAT_DOUBLE_ELIMINATION);
  kit.begin(13);
  int matches = 0;
  while (kit.draw().empty()) {
    ASSERT_EQ(kit.publish(), "");
    matches += kit.newest().pairings_size();
    kit.play_round();
  }
  EXPECT_EQ(matches, 24);
  EXPECT_EQ(kit.order()[0], 1);
  EXPECT_EQ(kit.order()[1], 2);
}

TEST(Event, DoubleRoundRobinWithSix) {
  EventKit kit(v1::EVENT_FORMAT_DOUBLE_ROUND_ROBIN);
  kit.begin(6);
  for (int round = 0; round < 10; ++round) {
    kit.next_round();
    kit.play_round();
  }
  EXPECT_EQ(kit.draw(), "refusal.event.no_more_rounds");
  EXPECT_THAT(kit.order(), ElementsAre(1, 2, 3, 4, 5, 6));
  for (const Entrant& each : entrants(results_of(kit.event), {1, 2, 3, 4, 5, 6})) EXPECT_EQ(each.lean(), 0);
}

TEST(Event, WhoLeavesARoundRobinEarlyHasPlayedNothing) {
  EventKit kit(v1::EVENT_FORMAT_ROUND_ROBIN);
  kit.begin(6);
  kit.next_round();
  kit.play_round();
  EXPECT_EQ(kit.withdraw(account(1)), "");
  for (const Standing& each : standings_of(kit.event))
    EXPECT_EQ(each.points, each.entry == 2 || each.entry == 3 ? kWin : 0);
  kit.next_round();
  for (const Pairing& pairing : kit.newest().pairings())
    for (const Game& game : pairing.games()) EXPECT_EQ(decided(game), game.first() == 1 || game.second() == 1);
}

TEST(Event, TeamMatchOfFourBoards) {
  EventKit kit(v1::EVENT_FORMAT_TEAM_MATCH, 1, [](v1::EventRules& rules) { rules.set_boards(4); });
  ASSERT_EQ(kit.announce(), "");
  EXPECT_EQ(kit.enter(account(1)), "refusal.event.team");
  for (std::uint32_t i = 1; i <= 8; ++i) ASSERT_EQ(kit.enter(account(i), i % 2 == 0 ? "Home" : "Away"), "");
  ASSERT_EQ(kit.close_entries(), "");
  kit.next_round();
  ASSERT_EQ(kit.newest().pairings_size(), 4);
  EXPECT_EQ(kit.newest().pairings(0).games(0).first(), 1u);
  EXPECT_EQ(kit.newest().pairings(1).games(0).second(), 3u);
  kit.play_round([](const Game& game) { return game.first() <= 2 ? 2u : 0u; });
  const std::vector<TeamScore> teams = team_scores(kit.event);
  ASSERT_EQ(teams.size(), 2u);
  EXPECT_EQ(teams[0].name, "Away");  // 1 beats 2; 3 as the second wins; 5 as the first loses; 7 as the second wins
  EXPECT_EQ(teams[0].board_halves, 6u);
  EXPECT_EQ(teams[0].weighted_halves, 2u * (4 + 3 + 1));
  EXPECT_EQ(teams[0].match_points, 2u);
}

TEST(Event, LadderOverWeeks) {
  EventKit kit(v1::EVENT_FORMAT_LADDER, 0, [](v1::EventRules& rules) {
    rules.set_start_minutes(7 * 24 * 60);
    rules.set_round_minutes(14 * 24 * 60);
  });
  ASSERT_EQ(kit.announce(), "");
  for (std::uint32_t i = 1; i <= 6; ++i) ASSERT_EQ(kit.enter(account(i)), "");
  EXPECT_EQ(kit.challenge(3, 1), "refusal.event.no_challenge");
  ASSERT_EQ(kit.publish(), "");
  EXPECT_EQ(kit.challenge(4, 1), "refusal.event.out_of_reach");
  EXPECT_EQ(kit.challenge(1, 3), "refusal.event.challenge_up");
  ASSERT_EQ(kit.challenge(3, 1), "");
  EXPECT_EQ(kit.challenge(3, 2), "refusal.event.challenge_open");
  EXPECT_EQ(kit.challenge(2, 1), "refusal.event.challenge_open");
  const Game first = kit.newest().pairings(0).games(0);
  kit.end(first, first.first() == 3 ? 2 : 0);
  EXPECT_THAT(kit.order(), ElementsAre(3, 1, 2, 4, 5, 6));
  EXPECT_EQ(kit.challenge(1, 3), "refusal.event.rematch_soon");
  // Unanswered: counts as a loss, and rates nobody.
  ASSERT_EQ(kit.challenge(4, 2), "");
  const Game second = kit.newest().pairings(1).games(0);
  kit.now += 8 * kDayMs;
  Looks looks;
  looks[second.match()].came = {second.first() == 4, second.second() == 4};
  EXPECT_TRUE(pass_time(kit.event, looks, kit.now).changed);
  EXPECT_THAT(kit.order(), ElementsAre(3, 1, 4, 2, 5, 6));
  EXPECT_EQ(rated_matches(kit.event).size(), 1u);
  // Who does not play goes down, and off.
  kit.now += 53 * kDayMs;
  EXPECT_TRUE(pass_time(kit.event, {}, kit.now).changed);
  EXPECT_EQ(kit.order().front(), 4);
  kit.now += 130 * kDayMs;
  EXPECT_TRUE(pass_time(kit.event, {}, kit.now).changed);
  EXPECT_TRUE(kit.event.ladder().empty());
  EXPECT_EQ(kit.enter("newcomer"), "");
  EXPECT_EQ(kit.event.ladder_size(), 1);
}

TEST(Event, JobsNeverStayDueOnceTimeHasPassed) {
  EventKit kit(v1::EVENT_FORMAT_LADDER);
  ASSERT_EQ(kit.announce(), "");
  for (std::uint32_t i = 1; i <= 5; ++i) ASSERT_EQ(kit.enter(account(i)), "");
  ASSERT_EQ(kit.publish(), "");
  for (int day = 0; day < 200; ++day) {
    kit.now += kDayMs;
    (void)pass_time(kit.event, {}, kit.now);
    for (const EventJob& job : jobs_of(kit.event)) EXPECT_GT(job.due_ms, kit.now) << job.key << " on day " << day;
  }
}

TEST(Event, SwappedPairsPlayBothSides) {
  EventKit kit(v1::EVENT_FORMAT_SWISS, 2, [](v1::EventRules& rules) { rules.set_sides(v1::EVENT_SIDES_SWAPPED); });
  kit.begin(5);
  kit.next_round();
  for (const Pairing& pairing : kit.newest().pairings()) {
    if (pairing.two() == 0) continue;
    ASSERT_EQ(pairing.games_size(), 2);
    EXPECT_EQ(pairing.games(0).first(), pairing.games(1).second());
  }
  kit.play_round();
  for (const Standing& each : standings_of(kit.event)) EXPECT_LE(each.points, 2 * kWin);
}

TEST(Event, BidsDecideWhoSatWhere) {
  EventKit kit(v1::EVENT_FORMAT_SINGLE_ELIMINATION, 0,
               [](v1::EventRules& rules) { rules.set_sides(v1::EVENT_SIDES_BID); });
  kit.begin(2);
  kit.next_round();
  const Game game = kit.newest().pairings(0).games(0);
  MatchEnd end;
  end.accounts = {account(game.second()), account(game.first())};
  end.halves = {1, 1};
  end.bids = {5, 2};
  note_end(kit.event, game.match(), end);
  const Game& ended = kit.newest().pairings(0).games(0);
  EXPECT_EQ(ended.first(), game.second());
  EXPECT_EQ(winner_of(kit.event, kit.newest().pairings(0)), game.first());  // he bid less
}

TEST(Event, NoShowsAreForfeitsAndAreNotPairedUntilTheyComeBack) {
  EventKit kit(v1::EVENT_FORMAT_SWISS, 3, [](v1::EventRules& rules) { rules.set_start_minutes(10); });
  kit.begin(6);
  kit.next_round();
  const Game late = kit.newest().pairings(0).games(0), none = kit.newest().pairings(1).games(0);
  kit.end(kit.newest().pairings(2).games(0), 2);
  EXPECT_EQ(jobs_of(kit.event).size(), 1u);
  EXPECT_FALSE(pass_time(kit.event, {}, kit.now).changed);
  kit.now += 11 * kMinuteMs;
  Looks looks;
  looks[late.match()].came = {false, true};
  looks[none.match()].came = {false, false};
  EXPECT_TRUE(pass_time(kit.event, looks, kit.now).changed);
  EXPECT_FALSE(pass_time(kit.event, looks, kit.now).changed);
  EXPECT_EQ(counted(kit.newest().pairings(0).games(0)).second_halves(), 2u);
  EXPECT_EQ(counted(kit.newest().pairings(1).games(0)).first_halves(), 0u);
  EXPECT_EQ(rated_matches(kit.event).size(), 1u);
  ASSERT_EQ(kit.draw(), "");
  EXPECT_EQ(kit.newest().absent_size(), 3);
  EXPECT_EQ(
      kit.take_part(account(late.first()), [](v1::TakePart& asked) { asked.mutable_present()->set_present(true); }),
      "");
  EXPECT_EQ(kit.publish(), "refusal.event.stale_draw");
  EXPECT_EQ(kit.direct([](v1::Direct& asked) { asked.mutable_discard(); }), "");
  ASSERT_EQ(kit.draw(), "");
  EXPECT_EQ(kit.newest().absent_size(), 2);
}

TEST(Event, AtTheDeadlineTheRuleSays) {
  EventKit kit(v1::EVENT_FORMAT_SWISS, 3, [](v1::EventRules& rules) {
    rules.set_round_minutes(60);
    rules.set_unfinished(v1::EventRules::DRAW);
  });
  kit.begin(4);
  kit.next_round();
  const std::string match = kit.newest().pairings(0).games(0).match();
  note_begun(kit.event, match);
  kit.end(kit.newest().pairings(1).games(0), 2);
  kit.now += 61 * kMinuteMs;
  EXPECT_TRUE(pass_time(kit.event, {}, kit.now).changed);
  EXPECT_EQ(counted(kit.newest().pairings(0).games(0)).first_halves(), 1u);
  EXPECT_EQ(counted(kit.newest().pairings(0).games(0)).kind(), v1::EventResult::ADJUDICATED);
  EXPECT_TRUE(to_call_off(kit.event).empty());  // a director may still undo it
  EXPECT_EQ(kit.undo(), "");
  EXPECT_FALSE(decided(kit.newest()));
  ASSERT_EQ(kit.set_result(1, 1, 2, 0), "");
  kit.next_round();
  ASSERT_EQ(to_call_off(kit.event).size(), 1u);
  EXPECT_EQ(to_call_off(kit.event)[0].match, match);

  EventKit scored(v1::EVENT_FORMAT_SWISS, 3, [](v1::EventRules& rules) {
    rules.set_round_minutes(60);
    rules.set_unfinished(v1::EventRules::SCORE);
  });
  scored.begin(2);
  scored.next_round();
  scored.now += 61 * kMinuteMs;
  EXPECT_EQ(pass_time(scored.event, {}, scored.now).end_by_score.size(), 1u);
}

TEST(Event, PlacesWaitingListAndLateEntries) {
  EventKit kit(v1::EVENT_FORMAT_SWISS, 4, [](v1::EventRules& rules) {
    rules.set_places(4);
    rules.set_late_rounds(1);
  });
  EXPECT_EQ(kit.enter(account(1)), "refusal.event.entries_closed");
  ASSERT_EQ(kit.announce(), "");
  for (std::uint32_t i = 1; i <= 6; ++i) ASSERT_EQ(kit.enter(account(i)), "");
  ASSERT_EQ(kit.enter(account(1)), "");  // twice is once
  EXPECT_EQ(kit.event.entries_size(), 6);
  EXPECT_EQ(kit.event.entries(4).state(), v1::EventEntry::WAITING);
  ASSERT_EQ(kit.withdraw(account(2)), "");
  EXPECT_EQ(kit.event.entries(4).state(), v1::EventEntry::IN);
  ASSERT_EQ(kit.enter(account(2)), "");  // he comes back, behind those who wait
  EXPECT_EQ(kit.event.entries(1).state(), v1::EventEntry::WAITING);
  EXPECT_EQ(kit.direct([](v1::Direct& asked) { asked.mutable_admit()->set_entry(6); }), "");
  ASSERT_EQ(kit.close_entries(), "");
  EXPECT_EQ(kit.enter("late"), "refusal.event.entries_closed");
  kit.next_round();
  kit.play_round();
  kit.desk.named = {"late", 0, false};
  EXPECT_EQ(kit.direct([](v1::Direct& asked) { asked.mutable_late_entry()->set_gift_halves(2); }),
            "refusal.event.gift");
  ASSERT_EQ(kit.direct([](v1::Direct& asked) { asked.mutable_late_entry()->set_gift_halves(1); }), "");
  const auto all = standings_of(kit.event);
  EXPECT_EQ(std::ranges::find(all, 7, &Standing::entry)->points, 1);
  kit.next_round();
  EXPECT_EQ(kit.newest().pairings_size(), 3);
}

TEST(Event, PasswordsInvitationsAndRatings) {
  EventKit kit(v1::EVENT_FORMAT_SWISS, 3, [](v1::EventRules& rules) {
    rules.set_entering(v1::EventRules::PASSWORD);
    rules.set_password("narvik");
    rules.set_rating_least(1600);
  });
  ASSERT_EQ(kit.announce(), "");
  kit.rating = 1700;
  EXPECT_EQ(kit.enter(account(1)), "refusal.event.password");
  const auto with = [](v1::TakePart& asked) { asked.mutable_enter()->set_password("narvik"); };
  EXPECT_EQ(kit.take_part(account(1), with), "");
  EXPECT_EQ(kit.event.rules().password().find("narvik"), std::string::npos);
  kit.rating = 1500;
  EXPECT_EQ(kit.take_part(account(2), with), "refusal.event.rating");
  kit.rating = 1700;
  v1::EventRules rules = kit.event.rules();
  rules.set_entering(v1::EventRules::INVITED);
  rules.add_invited("player3");
  EXPECT_EQ(kit.direct([&](v1::Direct& asked) { *asked.mutable_change_rules() = rules; }), "");
  EXPECT_EQ(kit.enter(account(2)), "refusal.event.invited_only");
  EXPECT_EQ(kit.enter(account(3)), "");
}

TEST(Event, PauseMovesAllTimes) {
  EventKit kit(v1::EVENT_FORMAT_SWISS, 3, [](v1::EventRules& rules) { rules.set_round_minutes(60); });
  kit.begin(4);
  kit.next_round();
  const std::int64_t deadline = kit.newest().deadline_ms();
  ASSERT_EQ(kit.direct([](v1::Direct& asked) { asked.mutable_pause(); }), "");
  EXPECT_TRUE(jobs_of(kit.event).empty());
  kit.now += kDayMs;
  EXPECT_FALSE(pass_time(kit.event, {}, kit.now).changed);
  ASSERT_EQ(kit.direct([](v1::Direct& asked) { asked.mutable_resume(); }), "");
  EXPECT_EQ(kit.newest().deadline_ms(), deadline + kDayMs);
  EXPECT_EQ(kit.newest().pairings(0).deadline_ms(), deadline + kDayMs);
}

TEST(Event, PairsByHandNameWhatTheyBreak) {
  EventKit kit(v1::EVENT_FORMAT_SWISS, 3);
  kit.begin(4);
  kit.next_round();
  kit.play_round();
  const std::uint32_t one = kit.newest().pairings(0).one(), two = kit.newest().pairings(0).two();
  std::vector<std::uint32_t> others;
  for (std::uint32_t i = 1; i <= 4; ++i)
    if (i != one && i != two) others.push_back(i);
  const auto pair = [&](std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs) {
    return kit.direct([&](v1::Direct& asked) {
      asked.mutable_pair();
      for (const auto& [first, second] : pairs) {
        auto& added = *asked.mutable_pair()->add_pairs();
        added.set_one(first);
        added.set_two(second);
      }
    });
  };
  EXPECT_EQ(pair({{one, two}, {one, others[0]}}), "refusal.event.paired_twice");
  EXPECT_EQ(pair({{one, 9}}), "refusal.event.cannot_pair");
  EXPECT_EQ(pair({}), "refusal.event.too_few");
  ASSERT_EQ(pair({{one, two}, {others[0], others[1]}}), "");
  EXPECT_THAT(kit.newest().broken(), ElementsAre("event.broken.rematch"));
  ASSERT_EQ(pair({{one, others[0]}, {others[1], 0}}), "");  // repaired
  EXPECT_EQ(kit.newest().absent_size(), 1);
  ASSERT_EQ(kit.publish(), "");
}

TEST(Event, SubstitutesTakeOverWhatHasNotBegun) {
  EventKit kit(v1::EVENT_FORMAT_SWISS, 3);
  kit.begin(4);
  kit.next_round();
  const Game before = kit.newest().pairings(0).games(0);
  kit.desk.named = {account(2), 0, false};
  EXPECT_EQ(kit.direct([&](v1::Direct& asked) { asked.mutable_substitute()->set_entry(before.first()); }),
            "refusal.event.entered_already");
  kit.desk.named = {"stand-in", 0, false};
  ASSERT_EQ(kit.direct([&](v1::Direct& asked) { asked.mutable_substitute()->set_entry(before.first()); }), "");
  const Game& after = kit.newest().pairings(0).games(0);
  EXPECT_NE(after.match(), before.match());
  EXPECT_THAT(kit.event.dropped(), ElementsAre(before.match()));
  note_begun(kit.event, kit.newest().pairings(1).games(0).match());
  kit.desk.named = {"another", 0, false};
  const std::uint32_t other = kit.newest().pairings(1).one();
  EXPECT_EQ(kit.direct([&](v1::Direct& asked) { asked.mutable_substitute()->set_entry(other); }),
            "refusal.event.begun");
}

TEST(Event, WhatADirectorCannotDo) {
  EventKit kit(v1::EVENT_FORMAT_SWISS, 3, [](v1::EventRules& rules) { rules.set_starts_ms(5); });
  EXPECT_EQ(kit.announce(), "refusal.event.past");
  v1::EventRules rules = kit.event.rules();
  rules.set_starts_ms(0);
  ASSERT_EQ(kit.direct([&](v1::Direct& asked) { *asked.mutable_change_rules() = rules; }), "");
  ASSERT_EQ(kit.announce(), "");
  EXPECT_EQ(kit.announce(), "refusal.event.not_now");
  EXPECT_EQ(kit.direct([](v1::Direct& asked) { asked.mutable_draw(); }, account(1)), "refusal.event.directors_only");
  EXPECT_EQ(kit.draw(), "refusal.event.not_now");
  ASSERT_EQ(kit.enter(account(1)), "");
  ASSERT_EQ(kit.close_entries(), "");
  EXPECT_EQ(kit.draw(), "refusal.event.too_few");  // starts with one player
  EXPECT_EQ(kit.publish(), "refusal.event.nothing_drawn");
  ASSERT_EQ(kit.direct([](v1::Direct& asked) { asked.mutable_open_entries(); }), "");
  ASSERT_EQ(kit.enter(account(2)), "");
  ASSERT_EQ(kit.close_entries(), "");
  ASSERT_EQ(kit.draw(), "");
  EXPECT_EQ(kit.draw(), "refusal.event.drawn_already");  // pairs twice
  EXPECT_EQ(kit.finish(), "refusal.event.not_now");
  ASSERT_EQ(kit.publish(), "");
  EXPECT_EQ(kit.publish(), "refusal.event.nothing_drawn");
  EXPECT_EQ(kit.draw(), "refusal.event.undecided");
  EXPECT_EQ(kit.finish(), "refusal.event.undecided");
  EXPECT_EQ(kit.set_result(1, 1, 2, 2), "refusal.event.impossible_result");
  EXPECT_EQ(kit.set_result(1, 1, 1, 0), "refusal.event.impossible_result");
  EXPECT_EQ(kit.set_result(1, 1, 3, 0), "refusal.event.impossible_result");
  EXPECT_EQ(kit.set_result(1, 1, 1, 1, v1::EventResult::FORFEIT), "refusal.event.impossible_result");
  EXPECT_EQ(kit.set_result(1, 1, 2, 0, v1::EventResult::VOID), "refusal.event.impossible_result");
  EXPECT_EQ(kit.set_result(1, 7, 2, 0), "refusal.event.no_such_game");
  EXPECT_EQ(kit.set_result(4, 1, 2, 0), "refusal.event.no_such_game");
  EXPECT_EQ(kit.set_result(1, 1, 2, 0, v1::EventResult::ADJUDICATED, 2), "refusal.event.no_such_game");
  EXPECT_EQ(kit.direct([&](v1::Direct& asked) {
    asked.mutable_set_deadline()->set_round(1);
    asked.mutable_set_deadline()->set_deadline_ms(kit.now - 1);
  }),
            "refusal.event.past");
  rules.set_format(v1::EVENT_FORMAT_ROUND_ROBIN);
  EXPECT_EQ(kit.direct([&](v1::Direct& asked) { *asked.mutable_change_rules() = rules; }), "refusal.event.rules_fixed");
  EXPECT_EQ(kit.direct([](v1::Direct& asked) { asked.mutable_withdraw()->set_entry(9); }),
            "refusal.event.no_such_entry");
  EXPECT_EQ(kit.undo(99), "refusal.event.no_such_deed");
  EXPECT_EQ(kit.direct([](v1::Direct&) {}), "refusal.unknown_request");
}

TEST(Event, APlayerRemovedInTheMiddleLosesWhatHeHasNotPlayed) {
  EventKit kit(v1::EVENT_FORMAT_SWISS, 3);
  kit.begin(4);
  kit.next_round();
  const Game game = kit.newest().pairings(0).games(0);
  ASSERT_EQ(kit.direct([&](v1::Direct& asked) {
    asked.mutable_withdraw()->set_entry(game.first());
    asked.mutable_withdraw()->set_expel(true);
  }),
            "");
  EXPECT_EQ(counted(kit.newest().pairings(0).games(0)).second_halves(), 2u);
  EXPECT_EQ(kit.enter(account(game.first())), "refusal.event.expelled");
  kit.play_round();
  ASSERT_EQ(kit.draw(), "");
  EXPECT_EQ(kit.newest().pairings_size(), 2);  // one of them a bye
}

TEST(Event, TwoDirectorsAtOnce) {
  EventKit kit(v1::EVENT_FORMAT_SWISS, 3);
  kit.desk.named = {"second", 0, false};
  EXPECT_EQ(kit.direct([](v1::Direct& asked) { asked.mutable_set_director()->set_name("Second"); }), "");
  EXPECT_EQ(kit.direct([](v1::Direct& asked) { asked.mutable_set_director()->set_name("Second"); }, "second"),
            "refusal.event.owner_only");
  const std::uint64_t seen = kit.event.version();
  ASSERT_EQ(kit.announce(), "");
  const auto stale = [&](v1::Direct& asked) {
    asked.set_version(seen);
    asked.mutable_close_entries();
  };
  EXPECT_EQ(kit.direct(stale, "second"), "refusal.event.changed");
  // Entries that came meanwhile do no harm.
  const std::uint64_t announced = kit.event.version();
  ASSERT_EQ(kit.enter(account(1)), "");
  EXPECT_EQ(kit.direct(
                [&](v1::Direct& asked) {
                  asked.set_version(announced);
                  asked.mutable_close_entries();
                },
                "second"),
            "");
}

TEST(Event, TheSameKeyIsDoneOnce) {
  EventKit kit(v1::EVENT_FORMAT_SWISS, 3);
  const auto say = [](v1::Direct& asked) {
    asked.set_key("k1");
    asked.mutable_announcement()->set_text("Welcome");
  };
  EXPECT_EQ(kit.direct(say), "");
  EXPECT_EQ(kit.direct(say), "");
  EXPECT_EQ(kit.event.words_size(), 1);
}

TEST(Event, ALateCorrectionChangesStandingsAndNoPairing) {
  EventKit kit(v1::EVENT_FORMAT_SWISS, 3);
  kit.begin(4);
  kit.next_round();
  kit.play_round();
  kit.next_round();
  const std::string pairings = kit.newest().SerializeAsString();
  const Game game = kit.event.rounds(0).pairings(0).games(0);
  const std::uint32_t was = counted(game).first_halves();
  ASSERT_EQ(kit.set_result(1, 1, 2 - was, was), "");
  EXPECT_EQ(kit.event.deeds().rbegin()->what(), "event.deed.late_result");
  EXPECT_EQ(kit.newest().SerializeAsString(), pairings);
  EXPECT_EQ(counted(kit.event.rounds(0).pairings(0).games(0)).first_halves(), 2 - was);
}

TEST(Event, WarnsWhenRoundsAreTooManyForThePlayers) {
  EventKit kit(v1::EVENT_FORMAT_SWISS, 5);
  kit.begin(6);
  std::vector<std::string> ids;
  for (const Text& each : warnings(kit.event)) ids.push_back(each.id.str());
  EXPECT_THAT(ids, ElementsAre("event.warning.rounds", "event.warning.round_robin"));
}

}  // namespace
}  // namespace wardroom::tournament
