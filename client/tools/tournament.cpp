#include "client/tools/tournament.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "client/terminal/json.h"

namespace wardroom::terminal {
namespace {

using namespace tournament;

constexpr double kSpread = 200;  // of strength, in points of rating
constexpr int kMostMargin = 40;  // halves of a point

Secret secret_of(const std::string& digest) {
  Secret secret;
  std::memcpy(secret.data(), digest.data(), secret.size());
  return secret;
}

// Everything random, from the seed and what it is for alone.
class Luck {
 public:
  explicit Luck(std::uint64_t seed) : secret_(secret_of(Hasher().add("wardroom tournament").add(seed).finish())) {}

  Secret secret(std::uint64_t round) const { return secret_of(Hasher(secret_).add("round").add(round).finish()); }
  // From 0 up to 1.
  double part(std::string_view what, std::uint64_t round, int one, int two = 0) const {
    const std::string text =
        std::string(what) + ' ' + std::to_string(round) + ' ' + std::to_string(one) + ' ' + std::to_string(two);
    return static_cast<double>(keyed_number(text, secret_) >> 11) * 0x1p-53;
  }
  // Near enough to a normal distribution with spread 1.
  double normal(int one) const {
    double sum = -6;
    for (std::uint64_t i = 0; i < 12; ++i) sum += part("strength", i, one);
    return sum;
  }

 private:
  Secret secret_;
};

class Hall {
 public:
  explicit Hall(const TournamentSettings& settings) : settings_(settings), luck_(settings.seed) {
    std::vector<std::pair<double, int>> by_strength;
    for (int entry = 1; entry <= settings.players; ++entry) {
      strength_.push_back(kSpread * luck_.normal(entry));
      by_strength.emplace_back(-strength_.back(), entry);
      run_.ratings[entry] = {};
    }
    std::ranges::sort(by_strength);
    for (std::size_t rank = 0; rank < by_strength.size(); ++rank)
      run_.event.entries.push_back({by_strength[rank].second, static_cast<int>(rank) + 1});
    run_.event.planned = settings.rounds;
  }

  TournamentRun hold() {
    switch (settings_.format) {
      case Format::kSwiss:
        swiss();
        break;
      case Format::kRoundRobin:
      case Format::kDoubleRoundRobin:
        robin();
        break;
      case Format::kElimination:
        bracket(Bracket::single(settings_.players));
        break;
      case Format::kDoubleElimination:
        bracket(Bracket::twice(settings_.players));
        break;
    }
    run_.standings = standings(run_.event, order());
    check();
    return std::move(run_);
  }

 private:
  StandingsRules order() const {
    StandingsRules rules;
    rules.seed = luck_.secret(0);
    if (settings_.format == Format::kRoundRobin || settings_.format == Format::kDoubleRoundRobin)
      rules.order = {TieBreak::kDirectEncounter, TieBreak::kSonnebornBerger, TieBreak::kWins, TieBreak::kMargins,
                     TieBreak::kLot};
    return rules;
  }

  bool away(std::string_view why, std::uint64_t round, int entry) const {
    return luck_.part(why, round, entry) < settings_.absent;
  }

  MatchResult play(std::uint64_t round, int first, int second) {
    MatchResult result{first, second};
    result.first_wins_permille = static_cast<int>(std::lround(settings_.first_wins * 1000));
    const bool first_here = !away("appears", round, first), second_here = !away("appears", round, second);
    if (!first_here || !second_here) {
      result.came = Came::kForfeit;
      result.points = first_here ? kWin : 0;
      result.points_second = second_here ? kWin : 0;
      return result;
    }
    const double offset = side_offset(settings_.first_wins);
    const double ahead = strength_[index(first)] - strength_[index(second)] + offset;
    const double wins = 1 / (1 + std::pow(10, -ahead / 400));
    const double drawn = luck_.part("result", round, first, second);
    result.points = drawn < settings_.draws ? 1 : (drawn - settings_.draws) / (1 - settings_.draws) < wins ? kWin : 0;
    result.points_second = kWin - result.points;
    const int by = 1 + static_cast<int>(luck_.part("margin", round, first, second) * kMostMargin);
    result.margin = (result.points - 1) * by;
    rate(result, offset);
    return result;
  }
  void rate(const MatchResult& result, double offset) {
    Rating& one = run_.ratings[result.first];
    Rating& two = run_.ratings[result.second];
    const Rating before = one;
    const double score = static_cast<double>(result.points) / kWin;
    const RatedMatch as_first{two, score, offset}, as_second{before, 1 - score, -offset};
    one = rated(one, {&as_first, 1});
    two = rated(two, {&as_second, 1});
  }

  void swiss() {
    for (int number = 1; number <= settings_.rounds; ++number) {
      const auto round = static_cast<std::uint64_t>(number);
      Round now;
      std::vector<int> present;
      for (const Entry& each : run_.event.entries) {
        if (away("comes", round, each.entry))
          now.rests.push_back({each.entry, RestKind::kAbsent, 0});
        else
          present.push_back(each.entry);
      }
      const Draw draw = draw_round(entrants(run_.event, present), settings_.pairing, luck_.secret(round));
      for (const Pair& pair : draw.pairs) now.results.push_back(play(round, pair.first, pair.second));
      if (draw.bye) now.rests.push_back({*draw.bye, RestKind::kBye, kWin});
      run_.draws.push_back(draw);
      run_.event.rounds.push_back(std::move(now));
    }
  }

  void robin() {
    const auto rounds = round_robin(settings_.players, settings_.format == Format::kDoubleRoundRobin);
    run_.event.planned = static_cast<int>(rounds.size());
    for (std::size_t round = 0; round < rounds.size(); ++round) {
      Round now;
      for (const Meeting& each : rounds[round].meetings)
        now.results.push_back(play(round + 1, of_rank(each.first), of_rank(each.second)));
      if (rounds[round].rests) now.rests.push_back({of_rank(*rounds[round].rests), RestKind::kBye, 0});
      run_.event.rounds.push_back(std::move(now));
    }
  }

  // A drawn match goes to the better seed; so does one to which nobody came.
  void bracket(const Bracket& bracket) {
    std::vector<std::optional<int>> winners(bracket.matches().size());
    Round now;
    for (std::size_t match = 0; match < winners.size(); ++match) {
      const Bracket::Board board = bracket.boards(winners)[match];
      if (!board.played) continue;
      const MatchResult result = play(match + 1, of_rank(*board.one), of_rank(*board.two));
      winners[match] = result.points == result.points_second  ? std::min(*board.one, *board.two)
                       : result.points > result.points_second ? *board.one
                                                              : *board.two;
      now.results.push_back(result);
    }
    run_.event.rounds.push_back(std::move(now));
    for (const std::vector<int>& shared : bracket.places(winners)) {
      std::vector<int>& place = run_.places.emplace_back();
      for (const int seed : shared) place.push_back(of_rank(seed));
    }
  }

  void check() {
    HalfPoints given = 0, held = 0;
    for (const Round& round : run_.event.rounds) {
      for (const MatchResult& each : round.results) given += each.points + each.points_second;
      for (const Rest& each : round.rests) given += each.points;
    }
    for (const Standing& each : run_.standings) held += each.points;
    run_.points_add_up = given == held;
    std::vector<int> everybody;
    for (const Entry& each : run_.event.entries) everybody.push_back(each.entry);
    for (const Entrant& each : entrants(run_.event, everybody)) {
      run_.most_byes = std::max(run_.most_byes, each.byes);
      run_.most_side_difference = std::max(run_.most_side_difference, std::abs(each.lean()));
      for (const auto& [opponent, times] : each.met) run_.rematches += opponent > each.entry ? times - 1 : 0;
    }
  }

  int of_rank(int rank) const { return run_.event.entries[index(rank)].entry; }
  static std::size_t index(int number) { return static_cast<std::size_t>(number - 1); }

  const TournamentSettings settings_;
  const Luck luck_;
  std::vector<double> strength_;
  TournamentRun run_;
};

// -- as JSON --

std::string list(const std::vector<std::string>& items) {
  std::string text = "[";
  for (const std::string& each : items) text += (text.size() > 1 ? "," : "") + each;
  return text + "]";
}

// "+12x": won against 12 as the first side; y is the second, 0 nobody.
std::string told(const Results& event, std::size_t round, int entry) {
  for (const MatchResult& each : event.rounds[round].results) {
    if (each.first != entry && each.second != entry) continue;
    const bool first = each.first == entry;
    const HalfPoints points = first ? each.points : each.points_second;
    const std::string sign = each.came == Came::kForfeit ? (points > 0 ? "F" : "-F")
                             : points == kWin            ? "+"
                             : points == 0               ? "-"
                                                         : "=";
    return sign + std::to_string(first ? each.second : each.first) + (first ? "x" : "y");
  }
  for (const Rest& each : event.rounds[round].rests)
    if (each.entry == entry) return each.kind == RestKind::kBye ? "bye" : "absent";
  return "";
}

std::string half(HalfPoints points) { return std::to_string(points / 2) + (points % 2 != 0 ? ".5" : ".0"); }
std::string half(std::int64_t points) { return half(static_cast<HalfPoints>(points)); }

}  // namespace

TournamentRun play_tournament(const TournamentSettings& settings) { return Hall(settings).hold(); }

std::string to_json(const TournamentRun& run) {
  std::vector<std::string> rows, draws, places;
  for (const Standing& each : run.standings) {
    std::vector<std::string> rounds;
    for (std::size_t round = 0; run.places.empty() && round < run.event.rounds.size(); ++round)
      rounds.push_back(in_quotes(told(run.event, round, each.entry)));
    JsonObject row;
    row.number("place", each.place).number("entry", each.entry).member("points", half(each.points));
    row.member("buchholz", half(each.tie_break(TieBreak::kBuchholz)));
    row.member("buchholz_cut", half(each.tie_break(TieBreak::kBuchholzCut)));
    row.number("sonneborn_berger_quarters", each.tie_break(TieBreak::kSonnebornBerger));
    row.number("margins", each.tie_break(TieBreak::kMargins));
    row.number("rating", std::lround(run.ratings.at(each.entry).value));
    rows.push_back(row.member("rounds", list(rounds)).str());
  }
  for (const Draw& each : run.draws) {
    std::vector<std::string> digits;
    for (const std::int64_t digit : each.digits) digits.push_back(std::to_string(digit));
    draws.push_back(list(digits));
  }
  for (const std::vector<int>& shared : run.places) {
    std::vector<std::string> entries;
    for (const int each : shared) entries.push_back(std::to_string(each));
    places.push_back(list(entries));
  }
  JsonObject checks;
  checks.number("rematches", run.rematches).number("most_side_difference", run.most_side_difference);
  checks.number("most_byes", run.most_byes).member("points_add_up", run.points_add_up ? "true" : "false");
  JsonObject all;
  all.member("crosstable", list(rows)).member("draws", list(draws)).member("places", list(places));
  return all.member("checks", checks.str()).str();
}

}  // namespace wardroom::terminal
