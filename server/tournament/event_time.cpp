#include "server/tournament/event_time.h"

#include <algorithm>
#include <set>

#include "server/tournament/choosing.h"
#include "server/tournament/event_parts.h"
#include "server/tournament/event_results.h"
#include "server/tournament/taking_part.h"

namespace wardroom::tournament {
namespace {

struct Place {
  EventRound* round = nullptr;
  Pairing* pairing = nullptr;
  Game* game = nullptr;
};
Place place_of(Event& event, const std::string& match) {
  for (EventRound& round : *event.mutable_rounds())
    for (Pairing& pairing : *round.mutable_pairings())
      for (Game& game : *pairing.mutable_games())
        if (game.match() == match) return {&round, &pairing, &game};
  return {};
}

void changed(Event& event) { event.set_version(event.version() + 1); }

bool runs(const Event& event) { return event.state() == v1::EVENT_STATE_PLAYING && !event.paused(); }

bool start_due(const Pairing& pairing, std::int64_t now_ms) {
  return pairing.start_limit_ms() > 0 && !pairing.start_checked() && pairing.start_limit_ms() <= now_ms;
}
bool deadline_due(const Pairing& pairing, std::int64_t now_ms) {
  return pairing.deadline_ms() > 0 && !pairing.deadline_checked() && pairing.deadline_ms() <= now_ms;
}

// A deed of the rules themselves, which a director may undo like one of his own.
template <class Change>
void by_rule(Event& event, std::int64_t now_ms, Deed deed, Change change) {
  deed.set_until(Deed::NEXT_PUBLISH);
  (void)do_deed(event, {{}, now_ms}, std::move(deed), [&](Event& next) -> Result<void> {
    change(next);
    follow_up(next, now_ms);
    return {};
  });
}

Deed deed_of(const char* what, const EventRound& round, const Pairing& pairing) {
  Deed deed;
  deed.set_what(what);
  deed.set_round(round.number());
  deed.set_board(pairing.board());
  return deed;
}

// Whoever stayed away is not paired again before he says that he is there.
void rule_no_shows(Event& event, std::uint32_t round, std::uint32_t board, const Looks& looks, std::int64_t now_ms) {
  for (Game& game : *find_pairing(*find_round(event, round), board)->mutable_games()) {
    const auto look = looks.find(game.match());
    if (decided(game) || look == looks.end() || look->second.begun) continue;
    rule(game, forfeit(look->second.came[0], look->second.came[1]), now_ms);
    if (event.rules().format() != v1::EVENT_FORMAT_SWISS) continue;
    if (Entrance* first = find_entry(event, game.first()); !look->second.came[0]) first->set_away(true);
    if (Entrance* second = find_entry(event, game.second()); !look->second.came[1]) second->set_away(true);
  }
}

bool missing(const Pairing& pairing, const Looks& looks) {
  return std::ranges::any_of(pairing.games(), [&](const Game& game) {
    const auto look = looks.find(game.match());
    return !decided(game) && look != looks.end() && !look->second.begun;
  });
}

void check_start(Event& event, std::uint32_t number, std::uint32_t board, const Looks& looks, std::int64_t now_ms) {
  EventRound& round = *find_round(event, number);
  Pairing& pairing = *find_pairing(round, board);
  pairing.set_start_checked(true);
  changed(event);
  if (!missing(pairing, looks)) return;
  by_rule(event, now_ms, deed_of("event.deed.no_show", round, pairing),
          [&](Event& next) { rule_no_shows(next, number, board, looks, now_ms); });
}

void check_deadline(Event& event, std::uint32_t number, std::uint32_t board, std::int64_t now_ms, Due& due) {
  EventRound& round = *find_round(event, number);
  Pairing& pairing = *find_pairing(round, board);
  pairing.set_deadline_checked(true);
  changed(event);
  if (decided(pairing)) return;
  switch (event.rules().unfinished()) {
    case v1::EventRules::SCORE:
      for (const Game& game : pairing.games())
        if (!decided(game) && !game.match().empty()) due.end_by_score.push_back(game.match());
      break;
    case v1::EventRules::DRAW:
      by_rule(event, now_ms, deed_of("event.deed.drawn_by_rule", round, pairing), [&](Event& next) {
        for (Game& game : *find_pairing(*find_round(next, number), board)->mutable_games()) {
          if (decided(game)) continue;
          v1::EventResult ruled;
          ruled.set_kind(v1::EventResult::ADJUDICATED);
          ruled.set_first_halves(1);
          ruled.set_second_halves(1);
          rule(game, std::move(ruled), now_ms);
        }
      });
      break;
    default:
      break;
  }
}

void check_choices(Event& event, std::int64_t now_ms) {
  for (EventRound& round : *event.mutable_rounds()) {
    if (round.state() != v1::EventRound::PLAYING) continue;
    for (Pairing& pairing : *round.mutable_pairings()) {
      if (pairing.choose_by_ms() == 0 || pairing.choose_by_ms() > now_ms) continue;
      changed(event);  // ids of matches are made of the version
      settle_choice(event, round, pairing);
    }
  }
}

// Whoever stands at the foot of the ladder cannot go down: that he has been looked at is no deed.
void check_rungs(Event& event, std::int64_t now_ms) {
  const auto entry = [](const auto& each) { return each.entry(); };
  const auto moved = [](const auto& each) { return each.moved_ms(); };
  Event tried = event;
  let_sink(tried, now_ms);
  if (!std::ranges::equal(tried.ladder(), event.ladder(), {}, entry, entry)) {
    Deed deed;
    deed.set_what("event.deed.sink");
    by_rule(event, now_ms, std::move(deed), [&](Event& next) { let_sink(next, now_ms); });
  } else if (!std::ranges::equal(tried.ladder(), event.ladder(), {}, moved, moved)) {
    *event.mutable_ladder() = tried.ladder();
    changed(event);
  }
}

}  // namespace

void follow_up(Event& event, std::int64_t now_ms) {
  settle_ladder(event, now_ms);
  for (EventRound& round : *event.mutable_rounds()) {
    if (round.state() != v1::EventRound::PLAYING) continue;
    bool more = false;
    for (Pairing& pairing : *round.mutable_pairings()) {
      if (!needs_rematch(event, pairing)) continue;
      const Game& before = pairing.games(0);
      const std::uint32_t first = before.second(), second = before.first();
      Game& again = *pairing.add_games();
      again.set_first(first);
      again.set_second(second);
      pairing.set_start_checked(true);
      more = true;
    }
    if (more) name_matches(event, round);
  }
}

bool note_begun(Event& event, const std::string& match) {
  const Place at = place_of(event, match);
  if (!at.game || at.game->begun()) return false;
  at.game->set_begun(true);
  changed(event);
  return true;
}

bool note_end(Event& event, const std::string& match, const MatchEnd& end) {
  const Place at = place_of(event, match);
  if (!at.game || at.game->played().kind() != v1::EventResult::NONE) return false;
  Game& game = *at.game;
  const Entrance* first = find_entry(event, game.first());
  const bool crossed = first && first->account() == end.accounts[1] && !end.accounts[1].empty();
  if (crossed) {  // sides were bid for
    const std::uint32_t one = game.first();
    game.set_first(game.second());
    game.set_second(one);
  }
  v1::EventResult& played = *game.mutable_played();
  played.set_kind(end.kind);
  played.set_first_halves(end.halves[0]);
  played.set_second_halves(end.halves[1]);
  played.set_margin(end.margin);
  for (const std::int32_t bid : end.bids) game.add_bids(bid);
  game.set_begun(true);
  game.set_finished_ms(end.time_ms);
  changed(event);
  follow_up(event, end.time_ms);
  return true;
}

void pin(Event& event, const Played& by) {
  event.set_data_hash(by.data_hash);
  event.set_rules_revision(by.revision);
  event.set_upgraded(false);
}

bool note_upgrade(Event& event, const Played& now, std::int64_t now_ms) {
  const bool pinned = event.state() == v1::EVENT_STATE_PLAYING && !event.data_hash().empty();
  const bool known = event.rules_revision() != 0;  // not of what was stored before it was
  const bool same = event.data_hash() == now.data_hash && (!known || event.rules_revision() == now.revision);
  if (!pinned || same == !event.upgraded()) return false;
  if (same) {  // it is played as before again; whether it goes on is the director's to say all the same
    event.set_upgraded(false);
    changed(event);
    return true;
  }
  Deed deed;
  deed.set_what("event.deed.upgraded");
  deed.set_until(Deed::NEVER);
  return static_cast<bool>(do_deed(event, {{}, now_ms}, std::move(deed), [&](Event& next) -> Result<void> {
    next.set_upgraded(true);
    if (!next.paused()) next.set_paused_ms(now_ms);
    next.set_paused(true);
    return {};
  }));
}

std::vector<std::string> starts_due(const Event& event, std::int64_t now_ms) {
  std::vector<std::string> matches;
  if (!runs(event)) return matches;
  for (const EventRound& round : event.rounds()) {
    if (round.state() != v1::EventRound::PLAYING) continue;
    for (const Pairing& pairing : round.pairings())
      for (const Game& game : pairing.games())
        if (start_due(pairing, now_ms) && !decided(game) && !game.match().empty()) matches.push_back(game.match());
  }
  return matches;
}

Due pass_time(Event& event, const Looks& looks, std::int64_t now_ms) {
  Due due;
  const std::uint64_t version = event.version();
  const bool waits = event.state() == v1::EVENT_STATE_OPEN || event.state() == v1::EVENT_STATE_CHECK_IN;
  const std::int64_t starts = event.rules().starts_ms();
  if (waits && starts > 0 && starts <= now_ms && !event.start_checked() &&
      event.rules().format() != v1::EVENT_FORMAT_LADDER) {
    Deed deed;
    deed.set_what("event.deed.close_entries");
    by_rule(event, now_ms, std::move(deed), [](Event& next) {
      next.set_start_checked(true);
      next.set_state(v1::EVENT_STATE_READY);
    });
  }
  if (runs(event)) {
    check_choices(event, now_ms);
    std::vector<std::pair<std::uint32_t, std::uint32_t>> starting, ending;
    for (const EventRound& round : event.rounds()) {
      if (round.state() != v1::EventRound::PLAYING) continue;
      for (const Pairing& pairing : round.pairings()) {
        if (start_due(pairing, now_ms)) starting.emplace_back(round.number(), pairing.board());
        if (deadline_due(pairing, now_ms)) ending.emplace_back(round.number(), pairing.board());
      }
    }
    for (const auto& [round, board] : starting) check_start(event, round, board, looks, now_ms);
    for (const auto& [round, board] : ending) check_deadline(event, round, board, now_ms, due);
    check_rungs(event, now_ms);
  }
  due.changed = event.version() != version;
  return due;
}

std::int64_t goes_on_at(const Event& event) {
  const bool by_itself = event.rules().automatic() && event.rules().format() != v1::EVENT_FORMAT_LADDER;
  if (!by_itself || event.paused() || drawn_round(event)) return 0;
  if (event.state() == v1::EVENT_STATE_READY && event.rounds().empty()) return event.rules().starts_ms();
  if (event.state() != v1::EVENT_STATE_PLAYING) return 0;
  std::int64_t last = 0;
  for (const EventRound& round : event.rounds()) {
    if (!decided(round)) return 0;
    last = std::max(last, round.published_ms());
    for (const Pairing& pairing : round.pairings())
      for (const Game& game : pairing.games()) last = std::max({last, game.finished_ms(), game.ruled_ms()});
  }
  return last + (event.rules().live() ? kBreakLiveMs : kBreakSlowMs);
}

std::vector<EventJob> jobs_of(const Event& event) {
  std::vector<EventJob> jobs;
  const bool waits = event.state() == v1::EVENT_STATE_OPEN || event.state() == v1::EVENT_STATE_CHECK_IN;
  const bool ladder = event.rules().format() == v1::EVENT_FORMAT_LADDER;
  if (waits && event.rules().starts_ms() > 0 && !event.start_checked() && !ladder)
    jobs.push_back({"start", event.rules().starts_ms()});
  if (const std::int64_t next = goes_on_at(event); next > 0)
    jobs.push_back({"next/" + std::to_string(event.rounds_size()), next});
  if (!runs(event)) return jobs;
  std::set<std::string> seen;
  const auto add = [&](const char* kind, std::uint32_t round, std::int64_t due_ms) {
    std::string key = std::string(kind) + '/' + std::to_string(round) + '/' + std::to_string(due_ms);
    if (seen.insert(key).second) jobs.push_back({std::move(key), due_ms});
  };
  for (const EventRound& round : event.rounds()) {
    if (round.state() != v1::EventRound::PLAYING) continue;
    for (const Pairing& pairing : round.pairings()) {
      if (decided(pairing)) continue;
      if (pairing.start_limit_ms() > 0 && !pairing.start_checked())
        add("no-show", round.number(), pairing.start_limit_ms());
      if (pairing.deadline_ms() > 0 && !pairing.deadline_checked())
        add("deadline", round.number(), pairing.deadline_ms());
      if (pairing.choose_by_ms() > 0) add("choose", round.number(), pairing.choose_by_ms());
    }
  }
  std::int64_t idle = 0;  // when a rung may change by itself next: a look a day is enough
  for (const auto& rung : event.ladder()) {
    const std::int64_t next = std::max(rung.since_ms() + 60 * kDayMs, rung.moved_ms() + 30 * kDayMs);
    idle = idle == 0 ? next : std::min(idle, next);
  }
  if (idle > 0) jobs.push_back({"ladder", idle});
  return jobs;
}

std::vector<CalledOff> to_call_off(const Event& event) {
  std::vector<CalledOff> all;
  for (const std::string& match : event.dropped()) all.push_back({match, {}});
  const bool over = event.state() == v1::EVENT_STATE_FINISHED || event.state() == v1::EVENT_STATE_CANCELLED;
  const std::uint32_t newest = published(event);
  for (const EventRound& round : event.rounds()) {
    for (const Pairing& pairing : round.pairings()) {
      for (const Game& game : pairing.games()) {
        const bool open = !game.match().empty() && game.played().kind() == v1::EventResult::NONE;
        const bool ruled = game.ruled().kind() != v1::EventResult::NONE;
        const bool settled = over || round.number() < newest || pairing.settled();
        if (!open || !settled || (!ruled && event.state() != v1::EVENT_STATE_CANCELLED)) continue;
        const v1::EventResult& result = game.ruled();
        const std::uint32_t winner = result.first_halves() > result.second_halves()   ? game.first()
                                     : result.first_halves() < result.second_halves() ? game.second()
                                                                                      : 0;
        const Entrance* one = find_entry(event, winner);
        all.push_back({game.match(), one ? one->account() : std::string()});
      }
    }
  }
  return all;
}

}  // namespace wardroom::tournament
