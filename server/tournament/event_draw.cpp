#include "server/tournament/event_draw.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "server/tournament/event_results.h"

namespace wardroom::tournament {
namespace {

std::string bytes_of(const Secret& secret) { return {secret.begin(), secret.end()}; }

Refusal too_few() { return refuse(RefusalCode::kConflict, "refusal.event.too_few"); }
Refusal no_more() { return refuse(RefusalCode::kConflict, "refusal.event.no_more_rounds"); }

EventRound empty_round(const Event& event) {
  EventRound round;
  round.set_number(static_cast<std::uint32_t>(event.rounds_size()) + 1);
  round.set_scenario(scenario_of(event, round.number()));
  round.set_seed(bytes_of(round_seed(event, round.number())));
  round.set_input(input_hash(event));
  return round;
}

Pairing& add_pairing(EventRound& round, std::uint32_t one, std::uint32_t two, const char* reason) {
  Pairing& pairing = *round.add_pairings();
  pairing.set_board(static_cast<std::uint32_t>(round.pairings_size()));
  pairing.set_one(one);
  pairing.set_two(two);
  pairing.set_reason(reason);
  return pairing;
}

// Whoever has left loses what he is paired for.
void rule_leavers(const Event& event, EventRound& round) {
  for (Pairing& pairing : *round.mutable_pairings()) {
    for (Game& game : *pairing.mutable_games()) {
      const bool first = is_in(*find_entry(event, game.first())), second = is_in(*find_entry(event, game.second()));
      if (!first || !second) *game.mutable_ruled() = forfeit(first, second);
    }
  }
}

const char* reason_of(const Pair& pair) {
  if (digit(pair.digits, Digit::kRematch) > 0) return "event.pair.rematch";
  if (digit(pair.digits, Digit::kSideExcess) > 0) return "event.pair.sides";
  if (digit(pair.digits, Digit::kScoreDistance) > 0) return "event.pair.floated";
  return "event.pair.score_group";
}

void name_broken(const Digits& digits, EventRound& round) {
  if (digit(digits, Digit::kSecondBye) > 0) round.add_broken("event.broken.second_bye");
  if (digit(digits, Digit::kRematch) > 0) round.add_broken("event.broken.rematch");
  if (digit(digits, Digit::kSideExcess) > 0) round.add_broken("event.broken.sides");
}

std::vector<Entrant> barred(const Event& event, std::vector<Entrant> all) {
  for (Entrant& each : all) {
    for (const v1::EventBar& bar : event.bars()) {
      if (static_cast<int>(bar.one()) == each.entry) each.barred.insert(static_cast<int>(bar.two()));
      if (static_cast<int>(bar.two()) == each.entry) each.barred.insert(static_cast<int>(bar.one()));
    }
  }
  return all;
}

PairingRules pairing_rules(const v1::EventRules& rules) {
  return {rules.sides() == v1::EVENT_SIDES_BALANCED, rules.scores_first(), rules.order_by_lot()};
}

Result<EventRound> draw_swiss(const Event& event) {
  EventRound round = empty_round(event);
  if (round.number() > event.rules().rounds()) return no_more();
  const std::vector<int> here = present(event, round.number());
  if (here.size() < 2) return too_few();
  if (here.size() > kMostPaired)
    return refuse(RefusalCode::kTooMuch, Text("refusal.event.places").number("most", kMostPaired));
  const Draw draw = draw_round(barred(event, entrants(results_of(event), here)), pairing_rules(event.rules()),
                               round_seed(event, round.number()));
  for (const Pair& pair : draw.pairs) {
    const auto first = static_cast<std::uint32_t>(pair.first), second = static_cast<std::uint32_t>(pair.second);
    add_games(event.rules(), first, second, add_pairing(round, first, second, reason_of(pair)));
  }
  if (draw.bye) add_pairing(round, static_cast<std::uint32_t>(*draw.bye), 0, "event.pair.bye");
  name_broken(draw.digits, round);
  return round;
}

Result<EventRound> draw_robin(const Event& event) {
  EventRound round = empty_round(event);
  const auto rounds = round_robin(event.seeds_size(), event.rules().format() == v1::EVENT_FORMAT_DOUBLE_ROUND_ROBIN);
  if (event.seeds_size() < 2) return too_few();
  if (round.number() > rounds.size()) return no_more();
  const MeetingRound& now = rounds[round.number() - 1];
  for (const Meeting& each : now.meetings) {
    const std::uint32_t first = event.seeds(each.first - 1), second = event.seeds(each.second - 1);
    add_games(event.rules(), first, second, add_pairing(round, first, second, "event.pair.schedule"));
  }
  if (now.rests) add_pairing(round, event.seeds(*now.rests - 1), 0, "event.pair.rests");
  rule_leavers(event, round);
  return round;
}

// Whoever has had the first side less often; then the lot.
bool takes_first(const Event& event, const EventRound& round, std::uint32_t one, std::uint32_t two) {
  int lean = 0;
  for (const EventRound& each : event.rounds()) {
    for (const Pairing& pairing : each.pairings()) {
      for (const Game& game : pairing.games()) {
        if (counted(game).kind() == v1::EventResult::FORFEIT) continue;
        lean += (game.first() == one) - (game.second() == one) - (game.first() == two) + (game.second() == two);
      }
    }
  }
  if (lean != 0) return lean < 0;
  const std::string who = "side " + std::to_string(std::min(one, two)) + ' ' + std::to_string(std::max(one, two));
  return (keyed_number(who, round_seed(event, round.number())) & 1) == (one < two ? 0u : 1u);
}

Result<EventRound> draw_bracket(const Event& event) {
  EventRound round = empty_round(event);
  if (event.seeds_size() < 2) return too_few();
  const Bracket bracket = bracket_of(event);
  const auto winners = bracket_winners(event);
  const std::vector<Bracket::Board> boards = bracket.boards(winners);
  for (std::size_t slot = 0; slot < boards.size(); ++slot) {
    const Bracket::Board& board = boards[slot];
    if (!board.played || winners[slot] || !board.one || !board.two) continue;
    const std::uint32_t one = event.seeds(*board.one - 1), two = event.seeds(*board.two - 1);
    Pairing& pairing = add_pairing(round, one, two, "event.pair.bracket");
    pairing.set_slot(static_cast<std::uint32_t>(slot) + 1);
    pairing.set_lower(bracket.matches()[slot].lower);
    const bool as = takes_first(event, round, one, two);
    add_games(event.rules(), as ? one : two, as ? two : one, pairing);
  }
  if (round.pairings().empty()) return no_more();
  rule_leavers(event, round);
  return round;
}

// Boards in the order of ranks; the first side changes from board to board and from round to round.
Result<EventRound> draw_teams(const Event& event) {
  EventRound round = empty_round(event);
  if (round.number() > std::max(event.rules().rounds(), 1u)) return no_more();
  std::map<std::string, std::vector<const Entrance*>> teams;
  for (const Entrance& each : event.entries())
    if (is_in(each) && !each.away()) teams[each.team()].push_back(&each);
  if (teams.size() != 2) return refuse(RefusalCode::kConflict, "refusal.event.two_teams");
  std::vector<std::vector<const Entrance*>> both;
  for (auto& [name, members] : teams) {
    std::ranges::sort(members, {}, [](const Entrance* each) { return std::pair(each->rank(), each->entry()); });
    if (members.size() < event.rules().boards())
      return refuse(RefusalCode::kConflict,
                    Text("refusal.event.team_too_small").word("team", name).number("boards", event.rules().boards()));
    both.push_back(members);
  }
  for (std::uint32_t board = 0; board < event.rules().boards(); ++board) {
    const std::uint32_t one = both[0][board]->entry(), two = both[1][board]->entry();
    Pairing& pairing = add_pairing(round, one, two, "event.pair.board");
    const bool as = (board + round.number()) % 2 == 1;
    add_games(event.rules(), as ? one : two, as ? two : one, pairing);
  }
  return round;
}

}  // namespace

std::string scenario_of(const Event& event, std::uint32_t round) {
  const auto& all = event.rules().scenarios();
  if (all.empty()) return {};
  const auto size = static_cast<std::uint64_t>(all.size());
  const std::uint64_t at = event.rules().choice() == v1::EventRules::DRAWN
                               ? keyed_number("scenario", round_seed(event, round)) % size
                               : (round - 1) % size;
  return all[static_cast<int>(at)];
}

std::vector<int> present(const Event& event, std::uint32_t round) {
  std::vector<int> here;
  for (const Entrance& each : event.entries())
    if (is_in(each) && !each.away() && each.joined_round() <= round) here.push_back(static_cast<int>(each.entry()));
  return here;
}

void seed_entries(Event& event) {
  std::vector<Entrance*> all;
  std::uint32_t last = 0;
  for (Entrance& each : *event.mutable_entries()) {
    last = std::max(last, each.rank());
    if (is_in(each) && each.rank() == 0) all.push_back(&each);
  }
  std::ranges::sort(all, {}, [](const Entrance* each) {
    return std::tuple(each->rating() == 0, -static_cast<std::int64_t>(each->rating()), each->entry());
  });
  for (Entrance* each : all) each->set_rank(++last);
  if (event.seeded()) return;
  event.set_seeded(true);
  if (!is_bracket(event.rules()) && !is_round_robin(event.rules())) return;
  std::vector<const Entrance*> seeds;
  for (const Entrance& each : event.entries())
    if (is_in(each) && !each.away()) seeds.push_back(&each);
  std::ranges::sort(seeds, {}, [](const Entrance* each) { return each->rank(); });
  for (const Entrance* each : seeds) event.add_seeds(each->entry());
}

Result<EventRound> draw_next(const Event& event) {
  Result<EventRound> round = [&]() -> Result<EventRound> {
    switch (event.rules().format()) {
      case v1::EVENT_FORMAT_SWISS:
        return draw_swiss(event);
      case v1::EVENT_FORMAT_ROUND_ROBIN:
      case v1::EVENT_FORMAT_DOUBLE_ROUND_ROBIN:
        return draw_robin(event);
      case v1::EVENT_FORMAT_SINGLE_ELIMINATION:
      case v1::EVENT_FORMAT_DOUBLE_ELIMINATION:
        return draw_bracket(event);
      case v1::EVENT_FORMAT_TEAM_MATCH:
        return draw_teams(event);
      default:
        return refuse(RefusalCode::kConflict, "refusal.event.ladder_draw");
    }
  }();
  if (!round || event.rules().format() != v1::EVENT_FORMAT_SWISS) return round;
  for (const Entrance& each : event.entries())
    if (is_in(each) && each.away() && each.joined_round() <= round->number()) round->add_absent(each.entry());
  return round;
}

Result<EventRound> pair_by_hand(const Event& event, const v1::Direct::Pairs& pairs) {
  const v1::EventFormat format = event.rules().format();
  if (format != v1::EVENT_FORMAT_SWISS && format != v1::EVENT_FORMAT_TEAM_MATCH)
    return refuse(RefusalCode::kConflict, "refusal.event.no_hand_pairs");
  EventRound round = empty_round(event);
  if (round.number() > std::max(event.rules().rounds(), 1u)) return no_more();
  std::map<int, Entrant> known;
  for (Entrant& each : barred(event, entrants(results_of(event), present(event, round.number()))))
    known[each.entry] = each;
  std::set<std::uint32_t> seated;
  bool rematch = false, second_bye = false;
  for (const v1::Direct::Pair& each : pairs.pairs()) {
    for (const std::uint32_t entry : {each.one(), each.two()}) {
      if (entry == 0 && entry == each.two() && each.one() != 0) continue;
      if (!known.contains(static_cast<int>(entry)))
        return refuse(RefusalCode::kConflict, Text("refusal.event.cannot_pair").number("entry", entry));
      if (!seated.insert(entry).second)
        return refuse(RefusalCode::kConflict, Text("refusal.event.paired_twice").number("entry", entry));
    }
    const Entrant& one = known[static_cast<int>(each.one())];
    const int two = static_cast<int>(each.two());
    rematch = rematch || one.met.contains(two) || one.barred.contains(two);
    second_bye = second_bye || (two == 0 && one.byes > 0);
    Pairing& pairing = add_pairing(round, each.one(), each.two(), two == 0 ? "event.pair.bye" : "event.pair.by_hand");
    pairing.set_by_hand(true);
    if (two != 0) add_games(event.rules(), each.one(), each.two(), pairing);
  }
  if (round.pairings().empty()) return too_few();
  if (second_bye) round.add_broken("event.broken.second_bye");
  if (rematch) round.add_broken("event.broken.rematch");
  for (const Entrance& each : event.entries())
    if (is_in(each) && each.joined_round() <= round.number() && !seated.contains(each.entry()))
      round.add_absent(each.entry());
  return round;
}

std::string input_hash(const Event& event) {
  Hasher hasher(secret_of(event));
  v1::EventRules rules = event.rules();
  for (auto* text : {rules.mutable_name(), rules.mutable_about()}) text->clear();
  rules.clear_start_minutes();
  rules.clear_round_minutes();
  hasher.add(rules.SerializeAsString());
  for (const Entrance& each : event.entries()) hasher.add(each.SerializeAsString());
  for (const v1::EventBar& each : event.bars()) hasher.add(each.SerializeAsString());
  for (const EventRound& round : event.rounds()) {
    if (round.state() == v1::EventRound::DRAWN) continue;
    hasher.add(round.number());
    for (const Pairing& pairing : round.pairings()) {
      hasher.add(pairing.one()).add(pairing.two());
      for (const Game& game : pairing.games()) hasher.add(counted(game).SerializeAsString());
    }
  }
  return hasher.finish();
}

int rounds_of(const Event& event) {
  const int seeds = event.seeds_size() > 0 ? event.seeds_size() : static_cast<int>(count_in(event));
  switch (event.rules().format()) {
    case v1::EVENT_FORMAT_ROUND_ROBIN:
    case v1::EVENT_FORMAT_DOUBLE_ROUND_ROBIN:
      return seeds < 2 ? 0
                       : static_cast<int>(
                             round_robin(seeds, event.rules().format() == v1::EVENT_FORMAT_DOUBLE_ROUND_ROBIN).size());
    case v1::EVENT_FORMAT_SINGLE_ELIMINATION:
      return seeds < 2 ? 0 : Bracket::single(seeds).matches().back().round;
    case v1::EVENT_FORMAT_DOUBLE_ELIMINATION:
    case v1::EVENT_FORMAT_LADDER:
      return 0;
    default:
      return std::max(1, static_cast<int>(event.rules().rounds()));
  }
}

std::vector<Text> warnings(const Event& event) {
  std::vector<Text> all;
  const int players = static_cast<int>(count_in(event));
  if (event.rules().format() == v1::EVENT_FORMAT_SWISS && !has_begun(event) && players > 0) {
    const int rounds = static_cast<int>(event.rules().rounds()), needed = players_needed(rounds);
    if (players < needed)
      all.push_back(
          Text("event.warning.rounds").number("rounds", rounds).number("needed", needed).number("players", players));
    if (players <= rounds + 2) all.push_back("event.warning.round_robin");
  }
  if (event.upgraded()) all.push_back("event.warning.upgraded");
  if (const EventRound* drawn = drawn_round(event)) {
    if (drawn->input() != input_hash(event)) all.push_back("event.warning.stale_draw");
    for (const std::string& each : drawn->broken()) all.push_back(Text(each));
  }
  return all;
}

}  // namespace wardroom::tournament
