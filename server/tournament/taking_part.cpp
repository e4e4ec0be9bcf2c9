#include "server/tournament/taking_part.h"

#include <algorithm>

#include "server/tournament/choosing.h"
#include "server/tournament/event_results.h"

namespace wardroom::tournament {
namespace {

constexpr std::int64_t kIdleDays = 60, kSinkEveryDays = 30, kOffDays = 180;
constexpr int kSinks = 3;
constexpr std::size_t kLongestTeam = 40, kLongestReport = 2000;
constexpr int kMostReports = 500, kMostReportsEach = 10;

Refusal closed() { return refuse(RefusalCode::kConflict, "refusal.event.entries_closed"); }

bool entries_open(const Event& event) {
  if (event.state() == v1::EVENT_STATE_OPEN || event.state() == v1::EVENT_STATE_CHECK_IN) return true;
  if (event.state() != v1::EVENT_STATE_PLAYING || event.paused()) return false;
  if (is_ladder(event)) return true;
  return event.rules().format() == v1::EVENT_FORMAT_SWISS && published(event) <= event.rules().late_rounds() &&
         event.rules().late_rounds() > 0;
}

Result<void> may_enter(const Event& event, const Person& who, const v1::TakePart::Enter& asked) {
  const v1::EventRules& rules = event.rules();
  if (std::ranges::find(event.banned(), who.account) != event.banned().end())
    return refuse(RefusalCode::kNotYours, "refusal.event.banned");
  if (who.program && !rules.bots_welcome()) return refuse(RefusalCode::kNotYours, "refusal.event.programs");
  switch (rules.entering()) {
    case v1::EventRules::PASSWORD:
      if (kept_password(event, asked.password()) != rules.password())
        return refuse(RefusalCode::kNotYours, "refusal.event.password");
      break;
    case v1::EventRules::INVITED:  // the rules hold accounts by now
      if (std::ranges::find(rules.invited(), who.account) == rules.invited().end())
        return refuse(RefusalCode::kNotYours, "refusal.event.invited_only");
      break;
    default:
      break;
  }
  if ((rules.has_rating_least() && who.rating < rules.rating_least()) ||
      (rules.has_rating_most() && who.rating > rules.rating_most()))
    return refuse(RefusalCode::kNotYours, "refusal.event.rating");
  const bool teams = rules.format() == v1::EVENT_FORMAT_TEAM_MATCH;
  if (teams && (asked.team().empty() || asked.team().size() > kLongestTeam))
    return refuse(RefusalCode::kMalformed, "refusal.event.team");
  return {};
}

Result<void> enter(Event& event, const Person& who, const v1::TakePart::Enter& asked, std::int64_t now_ms) {
  if (const Entrance* there = entry_of(event, who.account)) {
    if (there->state() == v1::EventEntry::EXPELLED) return refuse(RefusalCode::kNotYours, "refusal.event.expelled");
    if (there->state() != v1::EventEntry::WITHDRAWN) return {};
    if (has_begun(event) && !is_ladder(event)) return refuse(RefusalCode::kConflict, "refusal.event.ask_director");
  }
  if (!entries_open(event)) return closed();
  if (Result<void> may = may_enter(event, who, asked); !may) return may;
  Entrance& entry = let_in(event, who, now_ms);
  if (event.rules().format() == v1::EVENT_FORMAT_TEAM_MATCH) entry.set_team(asked.team());
  return {};
}

Result<void> withdraw(Event& event, const Person& who, std::int64_t now_ms) {
  Entrance* entry = entry_of(event, who.account);
  if (!entry) return refuse(RefusalCode::kConflict, "refusal.event.not_entered");
  if (event.state() == v1::EVENT_STATE_FINISHED || event.state() == v1::EVENT_STATE_CANCELLED) return closed();
  if (entry->state() == v1::EventEntry::WITHDRAWN || entry->state() == v1::EventEntry::EXPELLED) return {};
  let_out(event, *entry, v1::EventEntry::WITHDRAWN, now_ms);
  settle_ladder(event, now_ms);
  return {};
}

Result<void> be_present(Event& event, const Person& who, bool present) {
  Entrance* entry = entry_of(event, who.account);
  if (!entry || !is_in(*entry)) return refuse(RefusalCode::kConflict, "refusal.event.not_entered");
  if (event.state() == v1::EVENT_STATE_FINISHED || event.state() == v1::EVENT_STATE_CANCELLED) return closed();
  entry->set_away(!present);
  return {};
}

Result<void> choose_for(Event& event, const Person& who, const v1::TakePart::Choose& asked) {
  const Entrance* entry = entry_of(event, who.account);
  if (!entry || !is_in(*entry)) return refuse(RefusalCode::kConflict, "refusal.event.not_entered");
  return choose(event, entry->entry(), asked);
}

Result<void> complain(Event& event, const Person& who, const v1::TakePart::Complain& asked, std::int64_t now_ms) {
  const Entrance* entry = entry_of(event, who.account);
  if (!entry) return refuse(RefusalCode::kConflict, "refusal.event.not_entered");
  if (!find_entry(event, asked.entry())) return refuse(RefusalCode::kNotFound, "refusal.event.no_such_entry");
  if (asked.text().empty() || asked.text().size() > kLongestReport)
    return refuse(RefusalCode::kMalformed, Text("refusal.event.message").number("most", kLongestReport));
  const auto his =
      std::ranges::count_if(event.reports(), [&](const v1::EventReport& each) { return each.by() == entry->entry(); });
  if (event.reports_size() >= kMostReports || his >= kMostReportsEach)
    return refuse(RefusalCode::kTooMuch, "refusal.event.enough_reports");
  v1::EventReport& report = *event.add_reports();
  report.set_by(entry->entry());
  report.set_entry(asked.entry());
  report.set_time_ms(now_ms);
  report.set_text(asked.text());
  return {};
}

// -- ladder --

int rung_of(const Event& event, std::uint32_t entry) {
  const auto found = std::ranges::find(event.ladder(), entry, [](const auto& each) { return each.entry(); });
  return found == event.ladder().end() ? -1 : static_cast<int>(found - event.ladder().begin());
}

Result<void> may_challenge(const Event& event, std::uint32_t one, std::uint32_t two, std::int64_t now_ms) {
  const int from = rung_of(event, one), to = rung_of(event, two);
  if (to < 0 || to >= from) return refuse(RefusalCode::kConflict, "refusal.event.challenge_up");
  const auto reach = std::max(kLeastReach, static_cast<std::uint32_t>(event.ladder_size()) / kReachPart);
  if (static_cast<std::uint32_t>(from - to) > reach)
    return refuse(RefusalCode::kConflict, Text("refusal.event.out_of_reach").number("rungs", reach));
  for (const Pairing& each : event.rounds(0).pairings()) {
    if (!decided(each) && (each.one() == one || each.two() == two))
      return refuse(RefusalCode::kConflict, "refusal.event.challenge_open");
    const bool same = (each.one() == one && each.two() == two) || (each.one() == two && each.two() == one);
    if (!same) continue;
    if (!decided(each)) return refuse(RefusalCode::kConflict, "refusal.event.challenge_open");
    if (now_ms - ended_ms(each.games(0)) < kNoRematchDays * kDayMs)
      return refuse(RefusalCode::kConflict, Text("refusal.event.rematch_soon").number("days", kNoRematchDays));
  }
  return {};
}

Result<void> challenge(Event& event, const Person& who, std::uint32_t two, std::int64_t now_ms) {
  if (!is_ladder(event) || event.state() != v1::EVENT_STATE_PLAYING || event.paused())
    return refuse(RefusalCode::kConflict, "refusal.event.no_challenge");
  const Entrance* one = entry_of(event, who.account);
  if (!one || !is_in(*one)) return refuse(RefusalCode::kConflict, "refusal.event.not_entered");
  if (Result<void> may = may_challenge(event, one->entry(), two, now_ms); !may) return may;
  EventRound& round = *event.mutable_rounds(0);
  int lean = 0;  // of the challenger, against this one
  for (const Pairing& each : round.pairings())
    for (const Game& game : each.games())
      lean += (game.first() == one->entry() && game.second() == two) -
              (game.second() == one->entry() && game.first() == two);
  Pairing& pairing = *round.add_pairings();
  pairing.set_board(static_cast<std::uint32_t>(round.pairings_size()));
  pairing.set_one(one->entry());
  pairing.set_two(two);
  pairing.set_reason("event.pair.challenge");
  const bool as = lean < 0 || (lean == 0 && (pairing.board() % 2 == 0));
  add_games(event.rules(), as ? one->entry() : two, as ? two : one->entry(), pairing);
  const v1::EventRules& rules = event.rules();
  if (rules.start_minutes() > 0) pairing.set_start_limit_ms(now_ms + rules.start_minutes() * kMinuteMs);
  if (rules.round_minutes() > 0) pairing.set_deadline_ms(now_ms + rules.round_minutes() * kMinuteMs);
  let_choose(event, pairing, now_ms);
  name_matches(event, round);
  return {};
}

void take_off(Event& event, std::uint32_t entry) {
  const int rung = rung_of(event, entry);
  if (rung >= 0) event.mutable_ladder()->erase(event.mutable_ladder()->begin() + rung);
}

void move_rung(Event& event, int from, int to) {
  auto& ladder = *event.mutable_ladder();
  const auto moved = ladder[from];
  ladder.erase(ladder.begin() + from);
  *ladder.Add() = moved;
  std::rotate(ladder.begin() + to, ladder.end() - 1, ladder.end());
}

}  // namespace

Result<void> take_part(Event& event, const Person& who, const v1::TakePart& asked, std::int64_t now_ms) {
  Event next = event;
  const std::string before = next.SerializeAsString();
  const Result<void> done = [&]() -> Result<void> {
    switch (asked.act_case()) {
      case v1::TakePart::kEnter:
        return enter(next, who, asked.enter(), now_ms);
      case v1::TakePart::kWithdraw:
        return withdraw(next, who, now_ms);
      case v1::TakePart::kPresent:
        return be_present(next, who, asked.present().present());
      case v1::TakePart::kChallenge:
        return challenge(next, who, asked.challenge().entry(), now_ms);
      case v1::TakePart::kChoose:
        return choose_for(next, who, asked.choose());
      case v1::TakePart::kComplain:
        return complain(next, who, asked.complain(), now_ms);
      default:
        return refuse(RefusalCode::kMalformed, "refusal.unknown_request");
    }
  }();
  if (!done || next.SerializeAsString() == before) return done;
  next.set_version(next.version() + 1);
  event = std::move(next);
  return {};
}

Entrance& let_in(Event& event, const Person& who, std::int64_t now_ms) {
  const bool full = event.rules().places() > 0 && count_in(event) >= event.rules().places();
  Entrance* entry = entry_of(event, who.account);
  if (!entry) {
    entry = event.add_entries();
    entry->set_entry(static_cast<std::uint32_t>(event.entries_size()));
    entry->set_account(who.account);
    entry->set_joined_round(published(event) + 1);
    if (is_ladder(event)) entry->set_joined_round(1);
    const std::uint32_t missed = entry->joined_round() - 1;
    entry->set_gift_halves(missed);
  }
  entry->set_rating(who.rating);
  entry->set_provisional(who.provisional);
  entry->set_entered_ms(now_ms);
  entry->set_state(full ? v1::EventEntry::WAITING : v1::EventEntry::IN);
  entry->set_away(event.rules().check_in() && event.state() == v1::EVENT_STATE_CHECK_IN);
  if (is_ladder(event) && !full && rung_of(event, entry->entry()) < 0) {
    auto& rung = *event.add_ladder();
    rung.set_entry(entry->entry());
    rung.set_since_ms(now_ms);
    rung.set_moved_ms(now_ms);
  }
  return *entry;
}

void let_out(Event& event, Entrance& entry, v1::EventEntry::State as, std::int64_t now_ms) {
  const bool had_place = is_in(entry);
  entry.set_state(as);
  entry.set_left_after(published(event));
  for (EventRound& round : *event.mutable_rounds()) {
    if (round.state() != v1::EventRound::PLAYING) continue;
    for (Pairing& pairing : *round.mutable_pairings())
      for (Game& game : *pairing.mutable_games())
        if (!decided(game) && (game.first() == entry.entry() || game.second() == entry.entry()))
          rule(game, forfeit(game.first() != entry.entry(), game.second() != entry.entry()), now_ms);
  }
  take_off(event, entry.entry());
  if (!had_place || has_begun(event)) return;
  const auto waiting = std::ranges::find_if(
      event.entries(), [](const Entrance& each) { return each.state() == v1::EventEntry::WAITING; });
  if (waiting == event.entries().end()) return;
  find_entry(event, waiting->entry())->set_state(v1::EventEntry::IN);
}

void settle_ladder(Event& event, std::int64_t now_ms) {
  if (!is_ladder(event) || event.rounds().empty()) return;
  for (Pairing& pairing : *event.mutable_rounds(0)->mutable_pairings()) {
    if (pairing.settled() || !decided(pairing)) continue;
    pairing.set_settled(true);
    const int from = rung_of(event, pairing.one()), to = rung_of(event, pairing.two());
    for (const int rung : {from, to})
      if (rung >= 0) event.mutable_ladder(rung)->set_since_ms(now_ms);
    if (from < 0 || to < 0 || to >= from || winner_of(event, pairing) != pairing.one()) continue;
    move_rung(event, from, to);
  }
}

void let_sink(Event& event, std::int64_t now_ms) {
  for (int rung = event.ladder_size() - 1; rung >= 0; --rung) {
    auto& one = *event.mutable_ladder(rung);
    const std::int64_t idle = now_ms - one.since_ms();
    if (idle >= kOffDays * kDayMs) {
      event.mutable_ladder()->erase(event.mutable_ladder()->begin() + rung);
    } else if (idle >= kIdleDays * kDayMs &&
               now_ms - std::max(one.moved_ms(), one.since_ms() + (kIdleDays - kSinkEveryDays) * kDayMs) >=
                   kSinkEveryDays * kDayMs) {
      one.set_moved_ms(now_ms);
      move_rung(event, rung, std::min(rung + kSinks, event.ladder_size() - 1));
    }
  }
}

}  // namespace wardroom::tournament
