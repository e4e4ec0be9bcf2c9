#include "tests/calibration/pq17/operations.h"

#include <algorithm>
#include <cmath>
#include <functional>

namespace wardroom::calibration {
namespace {

using Count = std::function<double(const Facts&)>;
using Games = std::vector<Facts>;

double mean(const Games& games, const Count& count) {
  double sum = 0;
  for (const Facts& game : games) sum += count(game);
  return games.empty() ? 0 : sum / static_cast<double>(games.size());
}

double share(const Games& games, const Count& count) {
  return 100 * mean(games, [&](const Facts& game) { return count(game) > 0 ? 1.0 : 0.0; });
}

Games those(const Games& games, const Count& condition) {
  Games out;
  std::ranges::copy_if(games, std::back_inserter(out), [&](const Facts& game) { return condition(game) > 0; });
  return out;
}

Count fact(std::string name) {
  return [path = "facts." + name](const Facts& game) { return at(game, path); };
}
Count lost(std::string side, std::string category) {
  return [path = "losses." + side, category](const Facts& game) { return sum_under(game, path, category); };
}
Count lost_to(std::string side, std::string cause, std::string category) {
  return [path = "losses." + side + "." + cause + "." + category](const Facts& game) { return at(game, path); };
}

std::string among(const Games& games) { return std::to_string(games.size()) + " matches"; }

Measure mean_of(const Games& games, std::string what, Band band, const Count& count) {
  Measure out{std::move(what), band, Unit::kNumber, {}, among(games)};
  if (!games.empty()) out.actual = mean(games, count);
  return out;
}

Measure share_of(const Games& games, std::string what, Band band, const Count& count) {
  Measure out{std::move(what), band, Unit::kPercent, {}, among(games)};
  if (!games.empty()) out.actual = share(games, count);
  return out;
}

// Part of all that were lost.
Measure part_of(const Games& games, std::string what, Band band, const Count& part, const Count& whole) {
  const double all = mean(games, whole);
  Measure out{
      std::move(what), band, Unit::kPercent, {}, number_text(all * static_cast<double>(games.size()), 0) + " ships"};
  if (all > 0) out.actual = 100 * mean(games, part) / all;
  return out;
}

Measure found_soon(const Games& games, double from, double to) {
  return share_of(games, "the loaded convoy is Identified within 4 turns of the start", {from, to, {}},
                  fact("convoy_found_soon"));
}

const Count kLoaded = lost("allied", "loaded");
const Count kBallast = lost("allied", "ballast");

std::vector<Measure> of_pq6(const Games& games) {
  return {mean_of(games, "loaded merchants lost, of 7", {0, 1, 0.3}, kLoaded),
          share_of(games, "a clash of destroyers", {10, 30, {}}, fact("destroyer_battle")), found_soon(games, 20, 40)};
}

std::vector<Measure> of_pq12(const Games& games) {
  const Games sorties = those(games, fact("tirpitz_sailed"));
  return {mean_of(games, "loaded merchants lost, of 16", {0, 2, 0.8}, kLoaded),
          mean_of(games, "merchants in ballast lost, of 15", {0, 2, 1}, kBallast),
          share_of(games, "Tirpitz sails", {50, 80, {}}, fact("tirpitz_sailed")),
          share_of(games, "Tirpitz meets a convoy", {5, 20, {}}, fact("tirpitz_met_convoy")),
          share_of(sorties, "Tirpitz is hit, when she sails", {5, 15, {}}, fact("tirpitz_hit")),
          found_soon(games, 50, 70)};
}

std::vector<Measure> of_pq16(const Games& games) {
  const double contact = mean(games, fact("turns_since_contact"));
  Measure shadowed{
      "the loaded convoy is shadowed, of turns after contact", {50, 70, {}}, Unit::kPercent, {}, among(games)};
  if (contact > 0) shadowed.actual = 100 * mean(games, fact("turns_shadowed")) / contact;
  return {mean_of(games, "loaded merchants lost, of 35", {5, 11, 8}, kLoaded),
          part_of(games, "by aircraft", {65, 85, {}}, lost_to("allied", "air", "loaded"), kLoaded),
          mean_of(games, "merchants in ballast lost, of 15", {0, 1.5, 0.5}, kBallast), shadowed,
          found_soon(games, 70, 90)};
}

std::vector<Measure> of_pq17(const Games& games) {
  const Games scattered = those(games, fact("scattered"));
  const Games together = those(games, [](const Facts& game) { return 1 - at(game, "facts.scattered"); });
  return {mean_of(together, "loaded merchants lost, of 35, not Scattered", {6, 13, 9}, kLoaded),
          mean_of(scattered, "loaded merchants lost, of 35, Scattered", {16, 24, 20}, kLoaded),
          part_of(scattered, "by U-boats, Scattered", {40, 60, {}}, lost_to("allied", "submarines", "loaded"), kLoaded),
          mean_of(games, "merchants in ballast lost to the enemy, of 35", {{}, 1, {}}, kBallast),
          share_of(games, "the convoy Scatters, by order or in battle", {10, 40, {}}, fact("scattered")),
          found_soon(games, 70, 90)};
}

std::vector<Measure> of_pq18(const Games& games) {
  return {mean_of(games, "loaded merchants lost, of 40", {9, 15, 12}, kLoaded),
          part_of(games, "by aircraft", {65, 80, {}}, lost_to("allied", "air", "loaded"), kLoaded),
          mean_of(games, "merchants in ballast lost, of 15", {1.5, 5, 3}, kBallast),
          part_of(games, "of them by U-boats (nearly all)", {75, {}, {}}, lost_to("allied", "submarines", "ballast"),
                  kBallast),
          mean_of(games, "U-boat CS sunk", {1.5, 4, 3}, lost("axis", "submarines")),
          mean_of(games, "German aircraft CS shot down", {4, 8, 6}, lost("axis", "aircraft")),
          found_soon(games, 60, 80)};
}

std::vector<Measure> of_jw51b(const Games& games) {
  return {mean_of(games, "loaded merchants lost, of 14", {0, 2, 0.7}, kLoaded),
          mean_of(games, "merchants in ballast lost, of 14", {0, 1, 0.3}, kBallast),
          share_of(games, "a battle with heavy ships", {40, 65, {}}, fact("heavy_battle")),
          mean_of(games, "Allied DD and TB CS lost", {0.5, 2, 1}, lost("allied", "destroyers")),
          mean_of(games, "German DD CS lost", {{}, {}, 0.5}, lost("axis", "destroyers")),
          found_soon(games, 30, 50)};
}

double turns_of(const Facts& game) { return at(game, "facts.turns") - at(game, "facts.first_turn") + 1; }

std::vector<Measure> of_learning(const Games& games, const Outcome& outcome) {
  Measure allied{"Allied wins, by par", {40, 60, {}}, Unit::kPercent, outcome.above_par, among(games)};
  Measure axis{"Axis wins, by par", {40, 60, {}}, Unit::kPercent, outcome.below_par, among(games)};
  const auto answers = [](const char* seat) {
    return [path = std::string("answers.") + seat](const Facts& game) { return at(game, path); };
  };
  return {allied, axis, mean_of(games, "turns", {8, 10, {}}, turns_of),
          mean_of(games, "answers of the Allied player", {{}, 250, {}}, answers("0")),
          mean_of(games, "answers of the Axis player", {{}, 250, {}}, answers("1"))};
}

struct About {
  const char* scenario;
  const char* name;
  History history;
};
const std::array<About, 7> kAbout = {{{"learning", "Learning", {}},
                                      {"pq6", "PQ-6", {0, 0, {}}},
                                      {"pq12", "PQ-12", {0, 1, 16}},
                                      {"pq16", "PQ-16", {7, 0, 11}},
                                      {"pq17", "PQ-17", {22, 0, {}}},
                                      {"pq18", "PQ-18", {13, 3, 1}},
                                      {"jw51b", "JW-51B", {0, 0, 14}}}};

Losses losses_of(const Games& games, const char* whose, const char* side, const char* category) {
  const auto by = [&](const char* cause) { return mean(games, lost_to(side, cause, category)); };
  return {whose, by("air"), by("submarines"), by("surface"), by("other")};
}

double quantile(const std::vector<double>& sorted, double part) {
  if (sorted.empty()) return 0;
  return sorted[static_cast<std::size_t>(std::floor(part * static_cast<double>(sorted.size() - 1)))];
}

void count_scores(Outcome& out, const Games& games) {
  std::vector<int> halves;
  for (const Facts& game : games) halves.push_back(static_cast<int>(std::lround(2 * at(game, "score"))));
  out.par_halves = par_of(halves);
  const auto percent = [&](auto condition) {
    return 100.0 * static_cast<double>(std::ranges::count_if(halves, condition)) /
           static_cast<double>(std::max<std::size_t>(halves.size(), 1));
  };
  out.above_par = percent([&](int score) { return score > out.par_halves; });
  out.at_par = percent([&](int score) { return score == out.par_halves; });
  out.below_par = percent([&](int score) { return score < out.par_halves; });
  for (int score : halves) out.scores.push_back(score / 2.0);
  std::ranges::sort(out.scores);
  const auto& s = out.scores;
  out.spread = {quantile(s, 0),    quantile(s, 0.1), quantile(s, 0.25), quantile(s, 0.5),
                quantile(s, 0.75), quantile(s, 0.9), quantile(s, 1)};
}

std::vector<Measure> measures_of(const std::string& scenario, const Games& games, const Outcome& outcome) {
  if (scenario == "pq6") return of_pq6(games);
  if (scenario == "pq12") return of_pq12(games);
  if (scenario == "pq16") return of_pq16(games);
  if (scenario == "pq17") return of_pq17(games);
  if (scenario == "pq18") return of_pq18(games);
  if (scenario == "jw51b") return of_jw51b(games);
  return of_learning(games, outcome);
}

std::string points(double vp) { return (vp > 0 ? "+" : "") + number_text(vp, vp == std::round(vp) ? 0 : 1); }

}  // namespace

int par_of(std::vector<int> score_halves) {
  if (score_halves.empty()) return 0;
  std::ranges::sort(score_halves);
  const int median = score_halves[(score_halves.size() - 1) / 2];
  const auto count = [&](auto condition) { return static_cast<int>(std::ranges::count_if(score_halves, condition)); };
  const int few = static_cast<int>(score_halves.size()) / 20;
  const auto on_it = [&](int par) { return count([&](int score) { return score == par; }); };
  if (on_it(median) <= few) return median;
  int found = median, least = static_cast<int>(score_halves.size()) + 1;
  for (int away = 1; away <= 6; ++away) {
    for (int par : {median - away, median + away}) {
      const int uneven =
          std::abs(count([&](int score) { return score > par; }) - count([&](int score) { return score < par; }));
      if (on_it(par) > few || uneven >= least) continue;
      least = uneven;
      found = par;
    }
  }
  return found;
}

Outcome outcome_of(const std::string& scenario, const std::vector<Facts>& games) {
  const About& about = *std::ranges::find_if(kAbout, [&](const About& each) { return scenario == each.scenario; });
  Outcome out;
  out.scenario = scenario;
  out.name = about.name;
  out.history = about.history;
  out.games = games.size();
  count_scores(out, games);
  const auto won = [](const char* whom) {
    return [path = std::string("winner=") + whom](const Facts& game) { return at(game, path); };
  };
  out.allied_wins = share(games, won("allied"));
  out.axis_wins = share(games, won("axis"));
  out.draws = share(games, won("draw"));
  out.turns = mean(games, turns_of);
  out.answers_allied = mean(games, [](const Facts& game) { return at(game, "answers.0"); });
  out.answers_axis = mean(games, [](const Facts& game) { return at(game, "answers.1"); });
  out.losses = {losses_of(games, "loaded merchants", "allied", "loaded"),
                losses_of(games, "merchants in ballast", "allied", "ballast"),
                losses_of(games, "Allied auxiliaries", "allied", "auxiliaries"),
                losses_of(games, "Allied cruisers", "allied", "cruisers"),
                losses_of(games, "Allied DD and TB (CS)", "allied", "destroyers"),
                losses_of(games, "Allied escorts (CS)", "allied", "escorts"),
                losses_of(games, "Allied submarines (CS)", "allied", "submarines"),
                losses_of(games, "Allied aircraft (CS)", "allied", "aircraft"),
                losses_of(games, "Axis capital ships", "axis", "capital_ships"),
                losses_of(games, "Axis cruisers", "axis", "cruisers"),
                losses_of(games, "Axis DD and TB (CS)", "axis", "destroyers"),
                losses_of(games, "U-boats (CS)", "axis", "submarines"),
                losses_of(games, "Axis aircraft (CS)", "axis", "aircraft")};
  out.measures = measures_of(scenario, games, out);
  return out;
}

std::string losses_text(const Outcome& outcome) {
  std::string out =
      "| lost in a match, on average | aircraft | submarines | surface ships | other | in all |\n| --- | --- | --- | "
      "--- | --- | --- |\n";
  for (const Losses& each : outcome.losses) {
    if (each.sum() < 0.005) continue;
    out += "| " + each.whose;
    for (double value : {each.air, each.submarines, each.surface, each.other, each.sum()})
      out += " | " + number_text(value, 2);
    out += " |\n";
  }
  return out;
}

std::string scores_text(const std::vector<Outcome>& outcomes) {
  std::string out =
      "| scenario | lowest | 10 % | 25 % | median | 75 % | 90 % | highest | history | par | above / on / below par | "
      "rule book: Allied / draw / Axis "
      "| turns | answers Allied, Axis |\n"
      "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |\n";
  for (const Outcome& each : outcomes) {
    const Spread& s = each.spread;
    out += "| " + each.name;
    for (double value : {s.lowest, s.tenth, s.quarter, s.median, s.three_quarters, s.nine_tenths, s.highest})
      out += " | " + points(value);
    out += " | " + (each.history.score ? points(*each.history.score) : std::string("-")) + " | " +
           points(each.par_halves / 2.0);
    const auto three = [](double a, double b, double c) {
      return number_text(a, 0) + " / " + number_text(b, 0) + " / " + number_text(c, 0) + " %";
    };
    out += " | " + three(each.above_par, each.at_par, each.below_par) + " | " +
           three(each.allied_wins, each.draws, each.axis_wins);
    out += " | " + number_text(each.turns, 1) + " | " + number_text(each.answers_allied, 0) + ", " +
           number_text(each.answers_axis, 0) + " |\n";
  }
  return out;
}

}  // namespace wardroom::calibration
