// What directors do to those who take part, and say to them.
#include <algorithm>
#include <set>

#include "server/tournament/act.h"
#include "server/tournament/event_time.h"
#include "server/tournament/taking_part.h"

namespace wardroom::tournament {
namespace {

constexpr std::size_t kLongestWord = 2000, kMostWords = 200;
constexpr int kMostBanned = 500;

}  // namespace

Result<void> Act::withdraw(const v1::Direct::WithdrawEntry& asked) {
  return on_entry(asked.expel() ? "event.deed.expel" : "event.deed.withdraw", asked.entry(), Deed::NEXT_DRAW,
                  [&](Event& next, Entrance& one) -> Result<void> {
                    const auto as = asked.expel() ? v1::EventEntry::EXPELLED : v1::EventEntry::WITHDRAWN;
                    if (one.state() == as) return not_now();
                    let_out(next, one, as, by_.now_ms);
                    follow_up(next, by_.now_ms);
                    return {};
                  });
}

Result<void> Act::reinstate(std::uint32_t entry) {
  return on_entry("event.deed.reinstate", entry, Deed::NEXT_DRAW, [&](Event& next, Entrance& one) -> Result<void> {
    if (is_in(one) || one.state() == v1::EventEntry::WAITING) return not_now();
    one.set_left_after(0);
    one.set_state(v1::EventEntry::IN);
    if (is_ladder(next)) let_in(next, {one.account(), one.rating(), one.provisional()}, by_.now_ms);
    return {};
  });
}

// Matches of his that have not begun are made anew for the other.
Result<void> Act::substitute(std::uint32_t entry) {
  if (desk_.named.account.empty()) return refuse(RefusalCode::kMalformed, "refusal.event.nobody_named");
  if (entry_of(event_, desk_.named.account)) return refuse(RefusalCode::kConflict, "refusal.event.entered_already");
  if (!has_begun(event_)) return not_now();
  return on_entry("event.deed.substitute", entry, Deed::MATCH_BEGUN, [&](Event& next, Entrance& one) -> Result<void> {
    for (EventRound& round : *next.mutable_rounds()) {
      for (Pairing& pairing : *round.mutable_pairings()) {
        for (Game& game : *pairing.mutable_games()) {
          const bool his = game.first() == entry || game.second() == entry;
          if (!his || decided(game) || game.match().empty()) continue;
          const auto look = desk_.looks.find(game.match());
          if (game.begun() || (look != desk_.looks.end() && look->second.begun))
            return refuse(RefusalCode::kConflict, "refusal.event.begun");
          next.add_dropped(game.match());
          game.clear_match();
        }
      }
      if (round.state() == v1::EventRound::PLAYING) name_matches(next, round);
    }
    one.set_account(desk_.named.account);
    one.set_rating(desk_.named.rating);
    one.set_provisional(desk_.named.provisional);
    one.set_state(v1::EventEntry::IN);
    one.set_away(false);
    return {};
  });
}

Result<void> Act::late_entry(const v1::Direct::LateEntry& asked) {
  if (desk_.named.account.empty()) return refuse(RefusalCode::kMalformed, "refusal.event.nobody_named");
  if (entry_of(event_, desk_.named.account)) return refuse(RefusalCode::kConflict, "refusal.event.entered_already");
  const std::uint32_t played = published(event_);
  const bool late = has_begun(event_);
  if (late && event_.rules().format() != v1::EVENT_FORMAT_SWISS && !is_ladder(event_)) return not_now();
  if (late && !is_ladder(event_) && played * 2 > event_.rules().rounds())
    return refuse(RefusalCode::kConflict, "refusal.event.too_late");
  if (asked.gift_halves() > std::min(played, 2u)) return refuse(RefusalCode::kConflict, "refusal.event.gift");
  deed_.set_entry(static_cast<std::uint32_t>(event_.entries_size()) + 1);
  return deed("event.deed.late_entry", Deed::NEXT_DRAW, [&](Event& next) -> Result<void> {
    Entrance& one = let_in(next, desk_.named, by_.now_ms);
    one.set_state(v1::EventEntry::IN);
    one.set_gift_halves(asked.gift_halves());
    return {};
  });
}

Result<void> Act::seed(const v1::Direct::Seed& asked) {
  if (event_.rounds_size() > 0) return not_now();
  std::set<std::uint32_t> named;
  for (const std::uint32_t entry : asked.entries())
    if (!find_entry(event_, entry) || !named.insert(entry).second) return no_entry();
  return deed("event.deed.seed", Deed::FIRST_DRAW, [&](Event& next) -> Result<void> {
    std::uint32_t rank = 0;
    for (Entrance& each : *next.mutable_entries()) each.set_rank(0);
    for (const std::uint32_t entry : asked.entries()) find_entry(next, entry)->set_rank(++rank);
    return {};
  });
}

Result<void> Act::bar(const v1::Direct::Bar& asked) {
  if (asked.one() == asked.two() || !find_entry(event_, asked.one()) || !find_entry(event_, asked.two()))
    return no_entry();
  return deed("event.deed.bar", Deed::NEXT_DRAW, [&](Event& next) -> Result<void> {
    v1::EventBar pair;
    pair.set_one(std::min(asked.one(), asked.two()));
    pair.set_two(std::max(asked.one(), asked.two()));
    auto& bars = *next.mutable_bars();
    const auto there = std::ranges::find_if(
        bars, [&](const v1::EventBar& each) { return each.one() == pair.one() && each.two() == pair.two(); });
    if (asked.lift() ? there == bars.end() : there != bars.end()) return not_now();
    if (asked.lift())
      bars.erase(there);
    else
      *bars.Add() = pair;
    return {};
  });
}

Result<void> Act::set_director(const v1::Direct::SetDirector& asked) {
  if (event_.directors(0) != by_.account) return refuse(RefusalCode::kNotYours, "refusal.event.owner_only");
  if (desk_.named.account.empty()) return refuse(RefusalCode::kMalformed, "refusal.event.nobody_named");
  const bool there = directs(event_, desk_.named.account);
  if (there != asked.remove() || desk_.named.account == by_.account) return not_now();
  deed_.set_word(asked.name());
  return deed(asked.remove() ? "event.deed.remove_director" : "event.deed.add_director", Deed::ALWAYS,
              [&](Event& next) -> Result<void> {
                auto& all = *next.mutable_directors();
                if (asked.remove())
                  all.erase(std::ranges::find(all, desk_.named.account));
                else
                  *all.Add() = desk_.named.account;
                return {};
              });
}

Result<void> Act::say(const std::string& text) {
  if (text.empty() || text.size() > kLongestWord || event_.words_size() >= static_cast<int>(kMostWords))
    return refuse(RefusalCode::kMalformed, Text("refusal.event.message").number("most", kLongestWord));
  auto& word = *event_.add_words();
  word.set_by(by_.account);
  word.set_time_ms(by_.now_ms);
  word.set_text(text);
  event_.set_version(event_.version() + 1);
  return {};
}

Result<void> Act::ban(const v1::Direct::Ban& asked) {
  if (desk_.named.account.empty()) return refuse(RefusalCode::kMalformed, "refusal.event.nobody_named");
  if (directs(event_, desk_.named.account) || event_.banned_size() >= kMostBanned) return not_now();
  deed_.set_word(asked.name());
  return deed(asked.lift() ? "event.deed.unban" : "event.deed.ban", Deed::ALWAYS, [&](Event& next) -> Result<void> {
    auto& all = *next.mutable_banned();
    const auto there = std::ranges::find(all, desk_.named.account);
    if (asked.lift() == (there == all.end())) return not_now();
    if (asked.lift())
      all.erase(there);
    else
      *all.Add() = desk_.named.account;
    return {};
  });
}

// Whoever takes part is no judge; and nobody is looked at without a reason that both can see.
Result<void> Act::look_into(const v1::Direct::LookInto& asked) {
  const EventRound* round = find_round(event_, asked.round());
  const Pairing* pairing = round ? find_pairing(*find_round(event_, asked.round()), asked.board()) : nullptr;
  const auto number = static_cast<int>(asked.game());
  if (!pairing || number < 1 || number > pairing->games_size()) return no_such_game();
  if (entry_of(event_, by_.account)) return refuse(RefusalCode::kNotYours, "refusal.event.plays_himself");
  const Game& game = pairing->games(number - 1);
  if (!game.begun() || game.played().kind() != v1::EventResult::NONE) return not_now();
  const bool late = pairing->deadline_ms() > 0 && pairing->deadline_ms() <= by_.now_ms;
  const bool wanted = std::ranges::any_of(event_.reports(), [&](const v1::EventReport& each) {
    return (each.by() == pairing->one() || each.by() == pairing->two()) && each.time_ms() >= round->published_ms();
  });
  if (!late && !wanted) return refuse(RefusalCode::kConflict, "refusal.event.look_not_asked");
  deed_.set_round(asked.round());
  deed_.set_board(asked.board());
  return deed("event.deed.look_into", Deed::NEVER, [&](Event& next) -> Result<void> {
    find_pairing(*find_round(next, asked.round()), asked.board())
        ->mutable_games(number - 1)
        ->set_looked_by(by_.account);
    return {};
  });
}

}  // namespace wardroom::tournament
