#include "server/events/page.h"

#include <algorithm>
#include <set>

#include "server/tournament/event_draw.h"
#include "server/tournament/event_parts.h"
#include "server/tournament/event_results.h"

namespace wardroom::events {
namespace {

using namespace tournament;
using Game = tournament::Game;  // not the engine's

std::string name_of(const Names& names, const std::string& account) {
  const auto found = names.find(account);
  return found == names.end() ? std::string() : found->second;
}

std::string halves(std::int64_t number) {
  return (number < 0 ? "-" : "") + std::to_string(std::abs(number) / 2) + (number % 2 != 0 ? ".5" : "");
}

// Hundredths, without what is nought at the end.
std::string hundredths(std::int64_t number) {
  std::string digits = std::to_string(std::abs(number));
  while (digits.size() < 3) digits.insert(digits.begin(), '0');
  std::string text = digits.substr(0, digits.size() - 2) + '.' + digits.substr(digits.size() - 2);
  while (text.back() == '0') text.pop_back();
  if (text.back() == '.') text.pop_back();
  return (number < 0 ? "-" : "") + text;
}

std::string value_of(TieBreak which, std::int64_t number) {
  switch (which) {
    case TieBreak::kBuchholz:
    case TieBreak::kBuchholzCut:
    case TieBreak::kMedianBuchholz:
    case TieBreak::kDirectEncounter:
    case TieBreak::kMargins:
      return halves(number);
    case TieBreak::kSonnebornBerger:
      return hundredths(number * 25);
    case TieBreak::kSideAdjusted:
      return hundredths(number / 10);
    case TieBreak::kWins:
      return std::to_string(number);
    case TieBreak::kLot:
      return std::to_string(number % 1'000'000);
  }
  return {};
}

// The parts of a sum over opponents.
std::string sum_of(TieBreak which, const Standing& standing) {
  const bool sonneborn = which == TieBreak::kSonnebornBerger;
  const bool buchholz =
      which == TieBreak::kBuchholz || which == TieBreak::kBuchholzCut || which == TieBreak::kMedianBuchholz;
  if (!sonneborn && !buchholz) return {};
  std::string sum;
  for (const Share& share : standing.shares) {
    if (!sum.empty()) sum += " + ";
    if (sonneborn) sum += halves(share.result) + "·";
    sum += halves(share.worth);
  }
  return sum;
}

void put_entry(const Entrance& from, const Names& names, v1::EventEntry& out) {
  out.set_entry(from.entry());
  out.set_name(name_of(names, from.account()));
  out.set_team(from.team());
  out.set_rank(from.rank());
  out.set_rating(from.rating());
  out.set_provisional(from.provisional());
  out.set_state(from.state());
  out.set_present(is_in(from) && !from.away());
  out.set_joined_round(from.joined_round());
  out.set_gift_halves(from.gift_halves());
}

void put_result(const v1::EventResult& from, const Names& names, v1::EventResult& out) {
  out = from;
  out.set_by(name_of(names, from.by()));
}

void put_game(const Event& event, const Game& from, const Names& names, v1::EventGame& out) {
  const bool over = from.played().kind() != v1::EventResult::NONE;
  out.set_match(from.match());
  out.set_first(from.first());
  out.set_second(from.second());
  if (decided(from)) put_result(counted(from), names, *out.mutable_result());
  if (over && from.ruled().kind() != v1::EventResult::NONE) put_result(from.played(), names, *out.mutable_played());
  out.set_waiting_for_bids(event.rules().sides() == v1::EVENT_SIDES_BID && !from.begun() && !decided(from));
  if (over) *out.mutable_bids() = from.bids();
  out.set_looked_into(!from.looked_by().empty());
}

void put_pairing(const Event& event, const Pairing& from, const Names& names, v1::EventPairing& out) {
  out.set_board(from.board());
  out.set_one(from.one());
  out.set_two(from.two());
  if (!from.reason().empty()) to_wire(Text(from.reason()), *out.mutable_reason());
  for (const Game& game : from.games()) put_game(event, game, names, *out.add_games());
  out.set_by_hand(from.by_hand());
  out.set_lower(from.lower());
  out.set_slot(from.slot());
  out.set_winner(winner_of(event, from).value_or(0));
  out.set_start_limit_ms(from.start_limit_ms());
  out.set_deadline_ms(from.deadline_ms());
  out.set_scenario(from.scenario());
  out.set_choose_by_ms(from.choose_by_ms());
}

void put_round(const Event& event, const EventRound& from, const Names& names, v1::EventRound& out) {
  out.set_number(from.number());
  out.set_state(from.state());
  out.set_scenario(from.scenario());
  out.set_published_ms(from.published_ms());
  out.set_start_limit_ms(from.start_limit_ms());
  out.set_deadline_ms(from.deadline_ms());
  for (const Pairing& pairing : from.pairings()) put_pairing(event, pairing, names, *out.add_pairings());
  *out.mutable_absent() = from.absent();
  out.set_seed(hex(from.seed()));
  for (const std::string& each : from.broken()) to_wire(Text(each), *out.add_broken());
}

void put_standings(const Event& event, v1::EventPage& page) {
  const std::vector<TieBreak> order = standings_rules(event).order;
  for (const Standing& each : standings_of(event)) {
    v1::EventStanding& out = *page.add_standings();
    out.set_place(static_cast<std::uint32_t>(each.place));
    out.set_entry(static_cast<std::uint32_t>(each.entry));
    out.set_halves(static_cast<std::uint32_t>(each.points));
    for (const TieBreak which : order) {
      if (which == TieBreak::kLot && event.state() != v1::EVENT_STATE_FINISHED)
        continue;  // not before the seed is told
      v1::EventStanding::Break& broken = *out.add_breaks();
      broken.set_tie_break(static_cast<v1::EventTieBreak>(which));
      broken.set_value(value_of(which, each.tie_break(which)));
      broken.set_sum(sum_of(which, each));
    }
  }
}

void put_bracket(const Event& event, v1::EventPage& page) {
  if (!is_bracket(event.rules()) || event.seeds_size() < 2) return;
  const Bracket bracket = bracket_of(event);
  const std::vector<Bracket::Board> boards = bracket.boards(bracket_winners(event));
  const auto entry = [&](const std::optional<int>& seed) { return seed ? event.seeds(*seed - 1) : 0u; };
  const auto number = [](const Source& from) {
    return static_cast<std::uint32_t>(from.number) + (from.kind == Source::Kind::kSeed ? 0u : 1u);
  };
  for (std::size_t i = 0; i < boards.size(); ++i) {
    const BracketMatch& match = bracket.matches()[i];
    v1::EventSlot& out = *page.add_bracket();
    out.set_slot(static_cast<std::uint32_t>(i) + 1);
    out.set_round(static_cast<std::uint32_t>(match.round));
    out.set_lower(match.lower);
    out.set_if_needed(match.if_needed);
    out.set_one_from(static_cast<v1::EventSlot::From>(match.one.kind));
    out.set_two_from(static_cast<v1::EventSlot::From>(match.two.kind));
    if (match.one.kind != Source::Kind::kNobody) out.set_one_number(number(match.one));
    if (match.two.kind != Source::Kind::kNobody) out.set_two_number(number(match.two));
    out.set_one(entry(boards[i].one));
    out.set_two(entry(boards[i].two));
    out.set_winner(entry(boards[i].winner));
  }
}

void put_ladder(const Event& event, v1::EventPage& page) {
  for (int rung = 0; rung < event.ladder_size(); ++rung) {
    v1::EventRung& out = *page.add_ladder();
    out.set_rung(static_cast<std::uint32_t>(rung) + 1);
    out.set_entry(event.ladder(rung).entry());
    out.set_since_ms(event.ladder(rung).since_ms());
    for (const EventRound& round : event.rounds())
      for (const Pairing& pairing : round.pairings())
        if (pairing.two() == out.entry() && !decided(pairing)) out.set_challenged_by(pairing.one());
  }
}

void put_teams(const Event& event, v1::EventPage& page) {
  if (event.rules().format() != v1::EVENT_FORMAT_TEAM_MATCH) return;
  for (const TeamScore& team : team_scores(event)) {
    v1::EventTeam& out = *page.add_teams();
    out.set_name(team.name);
    out.set_match_points(team.match_points);
    out.set_board_halves(team.board_halves);
    out.set_weighted_halves(team.weighted_halves);
  }
}

void put_deeds(const Event& event, const Names& names, std::int64_t now_ms, v1::EventPage& page) {
  for (const Deed& deed : event.deeds()) {
    v1::EventDeed& out = *page.add_deeds();
    out.set_number(deed.number());
    out.set_by(name_of(names, deed.by()));
    out.set_time_ms(deed.time_ms());
    const Entrance* one = find_entry(event, deed.entry());
    Text what(deed.what());
    what.word("name", one ? name_of(names, one->account()) : deed.word());
    what.number("round", deed.round()).number("board", deed.board());
    what.word("reason", deed.word()).number("deed", deed.undoes());
    to_wire(what, *out.mutable_what());
    out.set_undone(deed.undone());
    out.set_can_undo(page.i_direct() && may_undo(event, deed, now_ms).has_value());
  }
}

void put_rules(const Event& event, const Names& names, v1::EventPage& page) {
  *page.mutable_rules() = event.rules();
  page.mutable_rules()->clear_password();
  page.mutable_rules()->clear_invited();
  if (!page.i_direct()) return;
  for (const std::string& account : event.rules().invited()) page.mutable_rules()->add_invited(name_of(names, account));
}

// What he liked best stays his own; that he has said it, too.
void put_own_choices(const Event& event, v1::EventPage& page) {
  if (page.my_entry() == 0) return;
  for (v1::EventRound& round : *page.mutable_rounds()) {
    for (v1::EventPairing& out : *round.mutable_pairings()) {
      for (const EventRound& from : event.rounds()) {
        if (from.number() != round.number()) continue;
        for (const Pairing& pairing : from.pairings())
          if (pairing.board() == out.board())
            out.set_i_chose(std::ranges::any_of(pairing.likings(),
                                                [&](const auto& each) { return each.entry() == page.my_entry(); }));
      }
    }
  }
}

void put_for_directors(const Event& event, const Names& names, v1::EventPage& page) {
  if (!page.i_direct()) return;
  *page.mutable_reports() = event.reports();
  for (const std::string& account : event.banned()) page.add_banned(name_of(names, account));
  *page.mutable_bars() = event.bars();
  for (const Text& each : warnings(event)) to_wire(each, *page.add_warnings());
}

}  // namespace

std::vector<std::string> people_on(const Event& event) {
  std::set<std::string> all(event.directors().begin(), event.directors().end());
  all.insert(event.rules().invited().begin(), event.rules().invited().end());
  for (const Entrance& each : event.entries()) all.insert(each.account());
  for (const Deed& each : event.deeds()) all.insert(each.by());
  for (const auto& each : event.words()) all.insert(each.by());
  all.insert(event.banned().begin(), event.banned().end());
  all.erase(std::string());
  return {all.begin(), all.end()};
}

v1::EventInfo info_of(const Event& event, const std::string& viewer) {
  v1::EventInfo info;
  info.set_id(event.id());
  info.set_name(event.rules().name());
  info.set_title(event.rules().title());
  info.set_format(event.rules().format());
  info.set_state(event.state());
  info.set_paused(event.paused());
  info.set_live(event.rules().live());
  info.set_entries(count_in(event));
  info.set_places(event.rules().places());
  info.set_round(published(event));
  info.set_rounds(static_cast<std::uint32_t>(rounds_of(event)));
  info.set_starts_ms(event.rules().starts_ms());
  info.set_mine(directs(event, viewer) || entry_of(event, viewer) != nullptr);
  return info;
}

v1::EventPage page_of(const Event& event, const Names& names, const std::string& viewer, std::int64_t now_ms) {
  v1::EventPage page;
  page.set_i_direct(directs(event, viewer));
  if (const Entrance* mine = entry_of(event, viewer)) page.set_my_entry(mine->entry());
  *page.mutable_info() = info_of(event, viewer);
  put_rules(event, names, page);
  page.set_version(event.version());
  for (const Entrance& each : event.entries()) put_entry(each, names, *page.add_entries());
  for (const EventRound& round : event.rounds())
    if (round.state() != v1::EventRound::DRAWN || page.i_direct()) put_round(event, round, names, *page.add_rounds());
  put_standings(event, page);
  for (const std::string& account : event.directors()) page.add_directors(name_of(names, account));
  put_deeds(event, names, now_ms, page);
  put_ladder(event, page);
  put_bracket(event, page);
  put_teams(event, page);
  put_own_choices(event, page);
  put_for_directors(event, names, page);
  if (event.state() != v1::EVENT_STATE_DRAFT) page.set_seed_hash(seed_hash(event));
  const bool over = event.state() == v1::EVENT_STATE_FINISHED || event.state() == v1::EVENT_STATE_CANCELLED;
  if (over) page.set_seed(hex(event.secret()));
  for (const auto& each : event.words()) {
    v1::EventMessage& out = *page.add_messages();
    out.set_by(name_of(names, each.by()));
    out.set_time_ms(each.time_ms());
    out.set_text(each.text());
  }
  for (const auto& each : event.balance()) {
    v1::EventBalance& out = *page.add_balance();
    out.set_scenario(each.scenario());
    out.set_matches(each.matches());
    out.set_first_wins_permille(each.permille());
  }
  return page;
}

}  // namespace wardroom::events
