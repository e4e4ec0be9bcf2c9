// EventKit: an event with a director and players, without a server: acts, and matches that end as the test says.
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <string>

#include "server/tournament/directing.h"
#include "server/tournament/event_draw.h"
#include "server/tournament/event_parts.h"
#include "server/tournament/event_results.h"
#include "server/tournament/event_time.h"
#include "server/tournament/taking_part.h"

namespace wardroom::tournament {

inline std::string account(std::uint32_t entry) { return "player" + std::to_string(entry); }

class EventKit {
 public:
  explicit EventKit(v1::EventFormat format, std::uint32_t rounds = 0,
                    const std::function<void(v1::EventRules&)>& change = {}) {
    v1::EventRules rules;
    rules.set_name("Convoys");
    rules.set_title("picket");
    rules.add_scenarios("small");
    rules.set_format(format);
    rules.set_rounds(rounds);
    if (change) change(rules);
    EXPECT_TRUE(check_rules(rules));
    event = new_event("ev", std::string(32, 's'), rules, {"owner", now});
  }

  // -- acts: empty, or why not --
  std::string direct(const std::function<void(v1::Direct&)>& act, const std::string& by = "owner") {
    v1::Direct asked;
    asked.set_version(event.version());
    act(asked);
    const Result<void> done = tournament::direct(event, asked, {by, now}, desk);
    return done ? std::string() : done.error().reason.id.str();
  }
  std::string take_part(const std::string& who, const std::function<void(v1::TakePart&)>& act) {
    v1::TakePart asked;
    act(asked);
    const Result<void> done = tournament::take_part(event, {who, rating}, asked, now);
    return done ? std::string() : done.error().reason.id.str();
  }
  std::string enter(const std::string& who, const std::string& team = {}) {
    return take_part(who, [&](v1::TakePart& asked) { asked.mutable_enter()->set_team(team); });
  }
  std::string withdraw(const std::string& who) {
    return take_part(who, [](v1::TakePart& asked) { asked.mutable_withdraw(); });
  }
  std::string challenge(std::uint32_t one, std::uint32_t two) {
    return take_part(account(one), [&](v1::TakePart& asked) { asked.mutable_challenge()->set_entry(two); });
  }
  std::string announce() {
    return direct([](v1::Direct& asked) { asked.mutable_announce(); });
  }
  std::string close_entries() {
    return direct([](v1::Direct& asked) { asked.mutable_close_entries(); });
  }
  std::string draw() {
    return direct([](v1::Direct& asked) { asked.mutable_draw(); });
  }
  std::string publish() {
    return direct([](v1::Direct& asked) { asked.mutable_publish(); });
  }
  std::string finish() {
    return direct([](v1::Direct& asked) { asked.mutable_finish(); });
  }
  std::string undo(std::uint32_t number = 0) {
    return direct([&](v1::Direct& asked) {
      asked.mutable_undo()->set_number(number == 0 ? static_cast<std::uint32_t>(event.deeds_size()) : number);
    });
  }
  std::string set_result(std::uint32_t round, std::uint32_t board, std::uint32_t first, std::uint32_t second,
                         v1::EventResult::Kind kind = v1::EventResult::ADJUDICATED, std::uint32_t game = 1) {
    return direct([&](v1::Direct& asked) {
      auto& result = *asked.mutable_set_result();
      result.set_round(round);
      result.set_board(board);
      result.set_game(game);
      result.mutable_result()->set_kind(kind);
      result.mutable_result()->set_first_halves(first);
      result.mutable_result()->set_second_halves(second);
    });
  }

  void begin(std::uint32_t players) {
    ASSERT_EQ(announce(), "");
    for (std::uint32_t i = 1; i <= players; ++i) ASSERT_EQ(enter(account(i)), "");
    ASSERT_EQ(close_entries(), "");
  }
  void next_round() {
    ASSERT_EQ(draw(), "");
    ASSERT_EQ(publish(), "");
  }
  EventRound& newest() { return *event.mutable_rounds()->rbegin(); }

  // -- matches --
  void end(const Game& game, std::uint32_t first_halves, int margin = 0) {
    MatchEnd end;
    end.accounts = {find_entry(event, game.first())->account(), find_entry(event, game.second())->account()};
    end.halves = {first_halves, 2 - first_halves};
    end.margin = margin;
    end.time_ms = now;
    note_begun(event, game.match());
    note_end(event, game.match(), end);
  }
  // Every open match of the newest round; the better entry wins unless told otherwise. Rematches too.
  void play_round(const std::function<std::uint32_t(const Game&)>& halves = {}) {
    for (bool more = true; more;) {
      more = false;
      const EventRound round = newest();
      for (const Pairing& pairing : round.pairings()) {
        for (const Game& game : pairing.games()) {
          if (decided(game)) continue;
          const std::uint32_t first = halves ? halves(game) : game.first() < game.second() ? 2 : 0;
          end(game, first, (static_cast<int>(first) - 1) * 3);
          more = true;
        }
      }
      now += kMinuteMs;
    }
  }
  std::vector<int> order() const {
    std::vector<int> entries;
    for (const Standing& each : standings_of(event)) entries.push_back(each.entry);
    return entries;
  }

  Event event;
  Desk desk;
  std::int64_t now = 1'000'000'000;
  std::uint32_t rating = 0;
};

}  // namespace wardroom::tournament
