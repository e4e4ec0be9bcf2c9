// Every act of a director and its undoing leave the event as it was, but for the log and the version.
#include <random>

#include "tests/tournament/event_kit.h"

namespace wardroom::tournament {
namespace {

std::string without_log(Event event) {
  event.clear_deeds();
  event.clear_version();
  event.clear_directed();
  event.clear_keys();
  event.clear_dropped();
  event.clear_words();
  return event.SerializeAsString();
}

// Some act that may or may not be allowed now.
void some_act(std::mt19937& luck, EventKit& kit, v1::Direct& asked) {
  const auto any = [&](std::uint32_t most) { return static_cast<std::uint32_t>(luck() % (most + 1)); };
  const auto rounds = static_cast<std::uint32_t>(kit.event.rounds_size());
  switch (luck() % 23) {
    case 0:
      asked.mutable_announce();
      break;
    case 1:
    case 2:
      asked.mutable_close_entries();
      break;
    case 21:
      asked.mutable_open_entries();
      break;
    case 3:
      asked.mutable_call_in();
      break;
    case 4:
      asked.mutable_set_present()->set_entry(any(10));
      asked.mutable_set_present()->set_present(any(3) != 0);
      break;
    case 5:
      asked.mutable_admit()->set_entry(any(10));
      break;
    case 6:
    case 7:
    case 8:
      asked.mutable_draw();
      break;
    case 9:
    case 10:
      asked.mutable_publish();
      break;
    case 11:
      asked.mutable_set_deadline()->set_round(rounds);
      asked.mutable_set_deadline()->set_deadline_ms(kit.now + any(1000) + 1);
      break;
    case 12:
    case 13:
    case 14: {
      auto& result = *asked.mutable_set_result();
      result.set_round(any(rounds));
      result.set_board(any(4));
      result.set_game(1);
      result.mutable_result()->set_kind(v1::EventResult::ADJUDICATED);
      result.mutable_result()->set_first_halves(any(2));
      result.mutable_result()->set_second_halves(2 - result.result().first_halves());
      break;
    }
    case 15:
      asked.mutable_withdraw()->set_entry(any(10));
      asked.mutable_withdraw()->set_expel(any(1) != 0);
      break;
    case 16:
      asked.mutable_reinstate()->set_entry(any(10));
      break;
    case 17:
      kit.desk.named = {"extra" + std::to_string(any(30)), 0, false};
      asked.mutable_late_entry();
      break;
    case 18:
      asked.mutable_close_round();
      break;
    case 19:
      asked.mutable_bar()->set_one(any(9));
      asked.mutable_bar()->set_two(any(9));
      asked.mutable_bar()->set_lift(any(1) != 0);
      break;
    case 20:
      if (any(9) == 0)
        asked.mutable_finish();
      else
        asked.mutable_publish();
      break;
    default:
      kit.desk.named = {"extra" + std::to_string(any(30)), 0, false};
      asked.mutable_substitute()->set_entry(any(10));
  }
}

void play_some(std::mt19937& luck, EventKit& kit) {
  if (kit.event.rounds().empty()) return;
  const EventRound round = kit.newest();
  for (const Pairing& pairing : round.pairings())
    for (const Game& game : pairing.games())
      if (!decided(game) && !game.match().empty() && luck() % 2 == 0) kit.end(game, luck() % 3);
}

// What each match has brought.
std::map<std::string, std::string> played(const Event& event) {
  std::map<std::string, std::string> all;
  for (const EventRound& round : event.rounds())
    for (const Pairing& pairing : round.pairings())
      for (const Game& game : pairing.games())
        if (!game.match().empty()) all[game.match()] = game.played().SerializeAsString();
  return all;
}

class Undo : public ::testing::TestWithParam<v1::EventFormat> {};

TEST_P(Undo, LeavesAllAsItWas) {
  int done = 0, undone = 0, later = 0, rounds = 0;
  for (unsigned seed = 1; seed <= 60; ++seed) {
    std::mt19937 luck(seed);
    EventKit kit(GetParam(), 5, [](v1::EventRules& rules) {
      rules.set_boards(2);
      rules.set_places(8);
    });
    if (seed % 4 != 0) {  // the others find their way by themselves
      ASSERT_EQ(kit.announce(), "");
      for (std::uint32_t i = 1; i <= 8; ++i) ASSERT_EQ(kit.enter(account(i), i % 2 == 0 ? "Home" : "Away"), "");
      ASSERT_EQ(kit.close_entries(), "");
    }
    for (int step = 0; step < 150; ++step) {
      kit.now += 1000;
      if (luck() % 3 == 0) play_some(luck, kit);
      if (luck() % 12 == 0) {
        const auto number = static_cast<std::uint32_t>(luck() % 9 + 1);
        if (luck() % 6 == 0)
          (void)kit.withdraw(account(number));
        else
          (void)kit.enter(account(number), number % 2 == 0 ? "Home" : "Away");
      }
      const std::string before = without_log(kit.event);
      const std::uint64_t version = kit.event.version();
      v1::Direct asked;
      asked.set_version(version);
      some_act(luck, kit, asked);
      const Result<void> acted = direct(kit.event, asked, {"owner", kit.now}, kit.desk);
      if (!acted) {
        ASSERT_EQ(without_log(kit.event), before);
        ASSERT_EQ(kit.event.version(), version);
        continue;
      }
      ++done;
      ASSERT_GT(kit.event.version(), version);
      const Deed newest = *kit.event.deeds().rbegin();
      if (!may_undo(kit.event, newest, kit.now)) continue;
      if (luck() % 3 == 0) {
        ASSERT_EQ(kit.undo(), "") << newest.what();
        ASSERT_EQ(without_log(kit.event), before) << newest.ShortDebugString();
        ++undone;
      } else if (luck() % 2 == 0) {  // what matches bring meanwhile stays
        Event with = kit.event;
        play_some(luck, kit);
        if (may_undo(kit.event, newest, kit.now) && kit.event.version() != with.version()) {
          const auto brought = played(kit.event);
          ASSERT_EQ(kit.undo(newest.number()), "");
          const auto left = played(kit.event);
          for (const auto& [match, result] : brought) {
            const auto found = left.find(match);
            if (found != left.end()) {
              ASSERT_EQ(found->second, result) << newest.what();
            }
          }
          ++later;
        }
      }
    }
    rounds += static_cast<int>(published(kit.event));
  }
  EXPECT_GT(done, 500);
  EXPECT_GT(undone, 100);
  EXPECT_GT(later, 2);
  EXPECT_GT(rounds, 10);
}

INSTANTIATE_TEST_SUITE_P(Formats, Undo,
                         ::testing::Values(v1::EVENT_FORMAT_SWISS, v1::EVENT_FORMAT_ROUND_ROBIN,
                                           v1::EVENT_FORMAT_SINGLE_ELIMINATION, v1::EVENT_FORMAT_DOUBLE_ELIMINATION,
                                           v1::EVENT_FORMAT_TEAM_MATCH));

TEST(Undo, PublishingUntilAMatchHasBegun) {
  EventKit kit(v1::EVENT_FORMAT_SWISS, 3);
  kit.begin(4);
  ASSERT_EQ(kit.draw(), "");
  const std::string drawn = without_log(kit.event);
  ASSERT_EQ(kit.publish(), "");
  const std::string first = kit.newest().pairings(0).games(0).match();
  ASSERT_EQ(kit.direct([](v1::Direct& asked) { asked.mutable_unpublish(); }), "");
  EXPECT_EQ(without_log(kit.event), drawn);
  EXPECT_EQ(kit.event.dropped_size(), 2);
  ASSERT_EQ(kit.publish(), "");
  EXPECT_NE(kit.newest().pairings(0).games(0).match(), first);  // never the same match again
  note_begun(kit.event, kit.newest().pairings(0).games(0).match());
  EXPECT_EQ(kit.direct([](v1::Direct& asked) { asked.mutable_unpublish(); }), "refusal.event.too_late_to_undo");
}

TEST(Undo, WhatWasPlayedMeanwhileCountsAgain) {
  EventKit kit(v1::EVENT_FORMAT_SWISS, 3);
  kit.begin(4);
  kit.next_round();
  const Game game = kit.newest().pairings(0).games(0);
  ASSERT_EQ(kit.set_result(1, 1, 1, 1), "");
  const auto number = static_cast<std::uint32_t>(kit.event.deeds_size());
  kit.end(game, 2, 7);
  EXPECT_EQ(counted(kit.newest().pairings(0).games(0)).first_halves(), 1u);  // the ruling stands
  ASSERT_EQ(kit.undo(number), "");
  EXPECT_EQ(counted(kit.newest().pairings(0).games(0)).first_halves(), 2u);
  EXPECT_EQ(counted(kit.newest().pairings(0).games(0)).margin(), 7);
  EXPECT_EQ(kit.undo(number), "refusal.event.undone");
}

TEST(Undo, EndsWithTheNextRound) {
  EventKit kit(v1::EVENT_FORMAT_SWISS, 3);
  kit.begin(4);
  kit.next_round();
  kit.play_round();
  ASSERT_EQ(kit.set_result(1, 1, 1, 1), "");
  const auto number = static_cast<std::uint32_t>(kit.event.deeds_size());
  kit.next_round();
  EXPECT_EQ(kit.undo(number), "refusal.event.too_late_to_undo");
}

}  // namespace
}  // namespace wardroom::tournament
