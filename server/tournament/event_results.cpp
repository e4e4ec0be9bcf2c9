#include "server/tournament/event_results.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace wardroom::tournament {
namespace {

constexpr std::uint32_t kEven = 500;  // permille

std::uint32_t permille_of(const Event& event, const std::string& scenario) {
  const auto found = std::ranges::find(event.balance(), scenario,
                                       [](const auto& each) -> const std::string& { return each.scenario(); });
  return found == event.balance().end() || event.rules().sides() == v1::EVENT_SIDES_BID ? kEven : found->permille();
}

// He left before half of his matches of a round robin were published.
bool set_aside(const Event& event, std::uint32_t entry) {
  if (!is_round_robin(event.rules())) return false;
  const Entrance* one = find_entry(event, entry);
  if (!one || is_in(*one)) return false;
  const auto all = round_robin(event.seeds_size(), event.rules().format() == v1::EVENT_FORMAT_DOUBLE_ROUND_ROBIN);
  return one->left_after() * 2 < all.size();
}

void add_pairing(const Event& event, const EventRound& round, const Pairing& pairing, Round& out) {
  if (pairing.two() == 0) {
    const HalfPoints whole = kWin * games_of(event.rules());
    const HalfPoints points = is_round_robin(event.rules()) ? 0 : event.rules().half_bye() ? whole / 2 : whole;
    out.rests.push_back({static_cast<int>(pairing.one()), RestKind::kBye, points});
    return;
  }
  if (set_aside(event, pairing.one()) || set_aside(event, pairing.two())) return;
  for (const Game& game : pairing.games()) {
    const v1::EventResult& result = counted(game);
    if (result.kind() == v1::EventResult::NONE || result.kind() == v1::EventResult::VOID) continue;
    MatchResult& one = out.results.emplace_back();
    one.first = static_cast<int>(game.first());
    one.second = static_cast<int>(game.second());
    one.points = static_cast<HalfPoints>(result.first_halves());
    one.points_second = static_cast<HalfPoints>(result.second_halves());
    one.came = result.kind() == v1::EventResult::FORFEIT ? Came::kForfeit : Came::kPlayed;
    one.margin = one.came == Came::kForfeit ? 0 : result.margin();
    one.first_wins_permille = static_cast<int>(permille_of(event, scenario_of(round, pairing)));
  }
}

// A late entry has half a point for each round that he missed, as far as it was given to him.
void add_rests(const Event& event, const EventRound& round, Round& out) {
  for (const std::uint32_t each : round.absent()) out.rests.push_back({static_cast<int>(each), RestKind::kAbsent, 0});
  for (const Entrance& each : event.entries()) {
    if (each.joined_round() <= round.number()) continue;
    const HalfPoints gift = each.gift_halves() >= round.number() ? 1 : 0;
    out.rests.push_back({static_cast<int>(each.entry()), RestKind::kAsked, gift});
  }
}

std::pair<std::uint32_t, std::uint32_t> halves_of(const Pairing& pairing) {
  std::pair<std::uint32_t, std::uint32_t> sum;
  for (const Game& game : pairing.games()) {
    const v1::EventResult& result = counted(game);
    const bool as = game.first() == pairing.one();
    sum.first += as ? result.first_halves() : result.second_halves();
    sum.second += as ? result.second_halves() : result.first_halves();
  }
  return sum;
}

// The one who bid less, where they differ.
std::optional<std::uint32_t> lower_bidder(const Pairing& pairing) {
  const Game& game = pairing.games(0);
  if (game.bids_size() != 2 || game.bids(0) == game.bids(1)) return std::nullopt;
  return game.bids(0) < game.bids(1) ? game.first() : game.second();
}

int margin_of(const Pairing& pairing) {
  int sum = 0;
  for (const Game& game : pairing.games()) sum += (game.first() == pairing.one() ? 1 : -1) * counted(game).margin();
  return sum;
}

std::uint32_t better_seed(const Event& event, const Pairing& pairing) {
  const auto seed = [&](std::uint32_t entry) {
    return std::ranges::find(event.seeds(), entry) - event.seeds().begin();
  };
  return seed(pairing.one()) < seed(pairing.two()) ? pairing.one() : pairing.two();
}

bool both_stayed_away(const Pairing& pairing) {
  return std::ranges::all_of(pairing.games(), [](const Game& game) {
    const v1::EventResult& result = counted(game);
    return result.kind() == v1::EventResult::FORFEIT && result.first_halves() == result.second_halves();
  });
}

// Everybody as placed by his standing among equals, in the order of these groups.
std::vector<Standing> in_order(std::vector<Standing> all, const std::vector<std::vector<int>>& places) {
  std::vector<Standing> sorted;
  for (const std::vector<int>& shared : places) {
    const int place = static_cast<int>(sorted.size()) + 1;
    for (const int entry : shared) {
      const auto found = std::ranges::find(all, entry, &Standing::entry);
      if (found == all.end()) continue;
      found->place = place;
      sorted.push_back(*found);
      all.erase(found);
    }
  }
  const int rest = static_cast<int>(sorted.size()) + 1;
  for (Standing& each : all) {
    each.place = rest;
    sorted.push_back(each);
  }
  return sorted;
}

int entry_of_seed(const Event& event, int seed) { return static_cast<int>(event.seeds(seed - 1)); }

std::vector<std::vector<int>> bracket_places(const Event& event) {
  const Bracket bracket = bracket_of(event);
  std::vector<std::vector<int>> places;
  for (const std::vector<int>& shared : bracket.places(bracket_winners(event))) {
    std::vector<int>& place = places.emplace_back();
    for (const int seed : shared) place.push_back(entry_of_seed(event, seed));
  }
  return places;
}

}  // namespace

Results results_of(const Event& event) {
  Results all;
  for (const Entrance& each : event.entries()) {
    if (each.state() == v1::EventEntry::WAITING) continue;
    const int rank = each.rank() == 0 ? static_cast<int>(event.entries_size() + static_cast<int>(each.entry()))
                                      : static_cast<int>(each.rank());
    all.entries.push_back({static_cast<int>(each.entry()), rank});
  }
  for (const EventRound& round : event.rounds()) {
    if (round.state() == v1::EventRound::DRAWN) continue;
    Round& out = all.rounds.emplace_back();
    for (const Pairing& pairing : round.pairings()) add_pairing(event, round, pairing, out);
    add_rests(event, round, out);
  }
  all.planned = std::max(static_cast<int>(event.rules().rounds()), static_cast<int>(all.rounds.size()));
  return all;
}

StandingsRules standings_rules(const Event& event) {
  StandingsRules rules;
  rules.seed = secret_of(event);
  if (is_round_robin(event.rules()))
    rules.order = {TieBreak::kDirectEncounter, TieBreak::kSonnebornBerger, TieBreak::kWins, TieBreak::kMargins,
                   TieBreak::kLot};
  if (event.rules().tie_breaks().empty()) return rules;
  rules.order.clear();
  for (const int each : event.rules().tie_breaks()) rules.order.push_back(static_cast<TieBreak>(each));
  return rules;
}

std::vector<Standing> standings_of(const Event& event) {
  std::vector<Standing> all = standings(results_of(event), standings_rules(event));
  if (is_bracket(event.rules()) && event.seeds_size() > 0) return in_order(std::move(all), bracket_places(event));
  if (event.rules().format() == v1::EVENT_FORMAT_LADDER) {
    std::vector<std::vector<int>> rungs;
    for (const auto& rung : event.ladder()) rungs.push_back({static_cast<int>(rung.entry())});
    return in_order(std::move(all), rungs);
  }
  return all;
}

// -- brackets --

Bracket bracket_of(const Event& event) {
  const int players = event.seeds_size();
  return event.rules().format() == v1::EVENT_FORMAT_DOUBLE_ELIMINATION ? Bracket::twice(players)
                                                                       : Bracket::single(players);
}

std::vector<std::optional<int>> bracket_winners(const Event& event) {
  std::vector<std::optional<int>> winners(bracket_of(event).matches().size());
  for (const EventRound& round : event.rounds()) {
    if (round.state() == v1::EventRound::DRAWN) continue;
    for (const Pairing& pairing : round.pairings()) {
      const auto winner = winner_of(event, pairing);
      if (!winner || pairing.slot() == 0) continue;
      const auto seed = std::ranges::find(event.seeds(), *winner) - event.seeds().begin();
      winners[pairing.slot() - 1] = static_cast<int>(seed) + 1;
    }
  }
  return winners;
}

std::optional<std::uint32_t> winner_of(const Event& event, const Pairing& pairing) {
  if (pairing.two() == 0) return pairing.one();
  if (!decided(pairing)) return std::nullopt;
  const auto [one, two] = halves_of(pairing);
  if (one != two) return one > two ? pairing.one() : pairing.two();
  if (!is_bracket(event.rules())) return std::nullopt;
  if (const auto lower = lower_bidder(pairing)) return lower;
  if (needs_rematch(event, pairing)) return std::nullopt;
  if (const int margin = pairing.games_size() > 1 ? margin_of(pairing) : 0; margin != 0)
    return margin > 0 ? pairing.one() : pairing.two();
  return better_seed(event, pairing);
}

bool needs_rematch(const Event& event, const Pairing& pairing) {
  if (!is_bracket(event.rules()) || pairing.two() == 0 || !decided(pairing) || pairing.games_size() > 1) return false;
  const auto [one, two] = halves_of(pairing);
  return one == two && !lower_bidder(pairing) && !both_stayed_away(pairing);
}

// -- teams --

std::vector<TeamScore> team_scores(const Event& event) {
  std::vector<TeamScore> teams;
  const auto team_of = [&](std::uint32_t entry) -> TeamScore* {
    const Entrance* one = find_entry(event, entry);
    const auto found = std::ranges::find(teams, one ? one->team() : std::string(), &TeamScore::name);
    return found == teams.end() ? nullptr : &*found;
  };
  for (const Entrance& each : event.entries())
    if (std::ranges::find(teams, each.team(), &TeamScore::name) == teams.end()) teams.push_back({each.team()});
  for (const EventRound& round : event.rounds()) {
    if (round.state() == v1::EventRound::DRAWN) continue;
    std::map<TeamScore*, std::uint32_t> of_round;
    for (const Pairing& pairing : round.pairings()) {
      const auto [one, two] = halves_of(pairing);
      const std::uint32_t weight =
          event.rules().boards() >= pairing.board() ? event.rules().boards() - pairing.board() + 1 : 1;
      for (const auto& [entry, halves] : {std::pair(pairing.one(), one), std::pair(pairing.two(), two)}) {
        TeamScore* team = team_of(entry);
        if (!team) continue;
        team->board_halves += halves;
        team->weighted_halves += halves * weight;
        of_round[team] += halves;
      }
    }
    if (!decided(round) || of_round.size() != 2) continue;
    auto& [first, a] = *of_round.begin();
    auto& [second, b] = *of_round.rbegin();
    first->match_points += a > b ? 2 : a == b ? 1 : 0;
    second->match_points += b > a ? 2 : a == b ? 1 : 0;
  }
  std::ranges::stable_sort(teams, std::greater(), [](const TeamScore& each) {
    return std::tuple(each.match_points, each.board_halves, each.weighted_halves);
  });
  return teams;
}

// -- ratings --

std::vector<v1::record::RatedMatch> rated_matches(const Event& event) {
  std::vector<v1::record::RatedMatch> all;
  if (event.rules().unrated() || event.state() == v1::EVENT_STATE_CANCELLED) return all;
  for (const EventRound& round : event.rounds()) {
    for (const Pairing& pairing : round.pairings()) {
      for (const Game& game : pairing.games()) {
        const v1::EventResult& result = counted(game);
        const Entrance* first = find_entry(event, game.first());
        const Entrance* second = find_entry(event, game.second());
        const bool counts = result.kind() == v1::EventResult::PLAYED || result.kind() == v1::EventResult::AGREED ||
                            (result.kind() == v1::EventResult::ADJUDICATED && game.begun());
        if (!counts || !first || !second || first->account().empty() || second->account().empty()) continue;
        v1::record::RatedMatch& rated = all.emplace_back();
        rated.set_match(game.match());
        rated.set_event(event.id());
        rated.set_title(event.rules().title());
        rated.set_scenario(scenario_of(round, pairing));
        rated.set_live(event.rules().live());
        rated.set_finished_ms(ended_ms(game));
        rated.set_first(first->account());
        rated.set_second(second->account());
        rated.set_first_halves(result.first_halves());
        rated.set_permille(permille_of(event, rated.scenario()));
        rated.set_margin(result.margin());
      }
    }
  }
  return all;
}

}  // namespace wardroom::tournament
