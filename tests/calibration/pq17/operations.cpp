#include "tests/calibration/pq17/operations.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>

#include "server/titles/pq17/pq17.h"
#include "tests/titles/pq17/scene.h"

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

// What the cards can give: at least what aircraft find that reach it in two of the four turns, at most what they and
// U-boats in its hex find in all four.
Measure found_soon(const Games& games, const std::optional<FourTurns>& searched) {
  Band band;
  if (searched) band = {std::round(searched->air_in_two), std::round(searched->both), std::round(searched->air)};
  return share_of(games, "the loaded convoy is Identified within 4 turns of the start", band,
                  fact("convoy_found_soon"));
}

std::string of_all(int ships) { return ", of " + std::to_string(ships); }

// Within ten points of what history, or the target page, has.
Measure arrive(const Games& games, int sailed, double target, const std::string& when = {}) {
  const double points = sailed / 10.0;
  return mean_of(games, "loaded merchants that arrive" + of_all(sailed) + when,
                 {target - points, std::min<double>(target + points, sailed), target}, fact("loaded_arrived"));
}

Measure removed(const Games& games, int sailed, double most) {
  return mean_of(games, "loaded merchants that ice or weather send home" + of_all(sailed), {{}, most, {}},
                 [](const Facts& game) {
                   return at(game, "facts.loaded_removed_by_ice") + at(game, "facts.loaded_removed_by_weather");
                 });
}

Measure convoy_battle(const Games& games) {
  return share_of(games, "a surface battle with a convoy", {{}, 15, {}}, fact("convoy_battle"));
}

const Count kLoaded = lost("allied", "loaded");
const Count kBallast = lost("allied", "ballast");

struct Whole {
  const Games& games;
  const Outcome& outcome;
  const std::optional<FourTurns>& searched;
  int sailed() const { return outcome.cargo.sailed; }
  double arrived() const { return *outcome.history.arrived; }
};

std::vector<Measure> of_pq6(const Whole& all) {
  const Games& games = all.games;
  return {mean_of(games, "loaded merchants lost, of 7", {0, 1, 0.3}, kLoaded),
          arrive(games, all.sailed(), all.arrived()), removed(games, all.sailed(), 0.5),
          share_of(games, "a clash of destroyers", {10, 30, {}}, fact("destroyer_battle")),
          found_soon(games, all.searched)};
}

std::vector<Measure> of_pq12(const Whole& all) {
  const Games& games = all.games;
  const Games sorties = those(games, fact("tirpitz_sailed"));
  return {mean_of(games, "loaded merchants lost, of 16", {0, 2, 0.8}, kLoaded),
          arrive(games, all.sailed(), all.arrived()),
          removed(games, all.sailed(), 1),
          mean_of(games, "merchants in ballast lost, of 15", {0, 2, 1}, kBallast),
          share_of(games, "Tirpitz sails", {25, 80, {}}, fact("tirpitz_sailed")),
          share_of(games, "Tirpitz meets a convoy", {0, 20, {}}, fact("tirpitz_met_convoy")),
          share_of(sorties, "Tirpitz is hit, when she sails", {0, 20, {}}, fact("tirpitz_hit")),
          found_soon(games, all.searched)};
}

std::vector<Measure> of_pq16(const Whole& all) {
  const Games& games = all.games;
  const double contact = mean(games, fact("turns_since_contact"));
  Measure shadowed{
      "the loaded convoy is shadowed, of turns after contact", {50, 70, {}}, Unit::kPercent, {}, among(games)};
  if (contact > 0) shadowed.actual = 100 * mean(games, fact("turns_shadowed")) / contact;
  return {mean_of(games, "loaded merchants lost, of 35", {5, 11, 8}, kLoaded),
          part_of(games, "by aircraft", {65, 85, {}}, lost_to("allied", "air", "loaded"), kLoaded),
          arrive(games, all.sailed(), all.arrived()),
          removed(games, all.sailed(), 1),
          mean_of(games, "merchants in ballast lost, of 15", {0, 1.5, 0.5}, kBallast),
          convoy_battle(games),
          shadowed,
          found_soon(games, all.searched)};
}

std::vector<Measure> of_pq17(const Whole& all) {
  const Games& games = all.games;
  const Games scattered = those(games, fact("scattered"));
  const Games together = those(games, [](const Facts& game) { return 1 - at(game, "facts.scattered"); });
  constexpr double kLostTogether = 9, kTurnedBack = 2;
  return {mean_of(together, "loaded merchants lost, of 35, not Scattered", {6, 13, kLostTogether}, kLoaded),
          mean_of(scattered, "loaded merchants lost, of 35, Scattered", {16, 24, 20}, kLoaded),
          part_of(scattered, "by U-boats, Scattered", {40, 60, {}}, lost_to("allied", "submarines", "loaded"), kLoaded),
          arrive(together, all.sailed(), all.sailed() - kLostTogether - kTurnedBack, ", not Scattered"),
          arrive(scattered, all.sailed(), all.arrived(), ", Scattered"),
          removed(games, all.sailed(), 3),
          mean_of(games, "merchants in ballast lost to the enemy, of 35", {{}, 1, {}}, kBallast),
          share_of(games, "the convoy Scatters, by order or in battle", {10, 40, {}}, fact("scattered")),
          convoy_battle(games),
          found_soon(games, all.searched)};
}

std::vector<Measure> of_pq18(const Whole& all) {
  const Games& games = all.games;
  return {mean_of(games, "loaded merchants lost, of 40", {9, 15, 12}, kLoaded),
          part_of(games, "by aircraft", {65, 80, {}}, lost_to("allied", "air", "loaded"), kLoaded),
          arrive(games, all.sailed(), all.arrived()),
          removed(games, all.sailed(), 1),
          mean_of(games, "merchants in ballast lost, of 15", {1.5, 5, 3}, kBallast),
          part_of(games, "of them by U-boats", {40, {}, {}}, lost_to("allied", "submarines", "ballast"), kBallast),
          mean_of(games, "U-boat CS sunk", {1.5, 4, 3}, lost("axis", "submarines")),
          mean_of(games, "German aircraft CS shot down", {4, 8, 6}, lost("axis", "aircraft")),
          convoy_battle(games),
          found_soon(games, all.searched)};
}

std::vector<Measure> of_jw51b(const Whole& all) {
  const Games& games = all.games;
  return {mean_of(games, "loaded merchants lost, of 14", {0, 2, 0.7}, kLoaded),
          arrive(games, all.sailed(), all.arrived()),
          removed(games, all.sailed(), 1),
          mean_of(games, "merchants in ballast lost, of 14", {0, 1, 0.3}, kBallast),
          share_of(games, "a battle with heavy ships", {40, 65, {}}, fact("heavy_battle")),
          mean_of(games, "Allied DD and TB CS lost", {0.25, 2, 1}, lost("allied", "destroyers")),
          mean_of(games, "German DD CS lost", {{}, {}, 0.5}, lost("axis", "destroyers")),
          found_soon(games, all.searched)};
}

double turns_of(const Facts& game) { return at(game, "facts.turns") - at(game, "facts.first_turn") + 1; }

std::vector<Measure> of_learning(const Whole& all) {
  const Games& games = all.games;
  const Outcome& outcome = all.outcome;
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
                                      {"pq6", "PQ-6", {0, 0, {}, 7}},
                                      {"pq12", "PQ-12", {0, 1, 16, 16}},
                                      {"pq16", "PQ-16", {7, 0, 11, 27.5}},  // by account 27 or 28
                                      {"pq17", "PQ-17", {22, 0, {}, 12}},   // 11 to 13
                                      {"pq18", "PQ-18", {13, 3, 1, 27}},
                                      {"jw51b", "JW-51B", {0, 0, 14, 14}}}};

pq17::v1::Scenario scenario_called(const std::string& id) {
  return *pq17::the_title().reference().box().scenario("scenario." + id);
}

int merchants_loaded(const pq17::v1::Scenario& scenario) {
  int sum = 0;
  for (const auto& convoy : scenario.convoy()) {
    for (const auto& ships : convoy.ships()) {
      if (convoy.loaded() && pq17::the_title().reference().unit(ships.unit()).merchant()) sum += ships.cs();
    }
  }
  return sum;
}

Cargo cargo_of(const pq17::v1::Scenario& scenario, const Games& games) {
  return {merchants_loaded(scenario), mean(games, fact("loaded_arrived")), mean(games, kLoaded),
          mean(games, fact("loaded_removed_by_ice")), mean(games, fact("loaded_removed_by_weather"))};
}

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
  out.par_error = median_error(out.scores);
  const auto& s = out.scores;
  out.spread = {quantile(s, 0),    quantile(s, 0.1), quantile(s, 0.25), quantile(s, 0.5),
                quantile(s, 0.75), quantile(s, 0.9), quantile(s, 1)};
}

std::vector<Measure> measures_of(const Whole& all) {
  const std::map<std::string, std::vector<Measure> (*)(const Whole&)> by_scenario = {
      {"learning", of_learning}, {"pq6", of_pq6},   {"pq12", of_pq12},  {"pq16", of_pq16},
      {"pq17", of_pq17},         {"pq18", of_pq18}, {"jw51b", of_jw51b}};
  std::vector<Measure> out = by_scenario.at(all.outcome.scenario)(all);
  if (all.outcome.scenario == "learning") return out;  // more than half end on one score: no par divides them so evenly
  out.push_back(
      {"Allies over par, ties half", {47, 53, {}}, Unit::kPercent, all.outcome.allied_over_par(), among(all.games)});
  return out;
}

std::string plain(double value) { return number_text(value, value == std::round(value) ? 0 : 1); }

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

double median_error(const std::vector<double>& sorted) {
  if (sorted.empty()) return 0;
  const double middle = static_cast<double>(sorted.size() - 1) / 2;
  const double away = std::sqrt(static_cast<double>(sorted.size())) / 2;
  const auto below = static_cast<std::size_t>(std::max(0.0, std::floor(middle - away)));
  return (sorted[sorted.size() - 1 - below] - sorted[below]) / 2;
}

bool lopsided(const Outcome& outcome) { return std::max(outcome.allied_wins, outcome.axis_wins) >= kLopsided; }

Outcome outcome_of(const std::string& scenario, const std::vector<Facts>& games,
                   const std::optional<FourTurns>& searched) {
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
  const pq17::v1::Scenario data = scenario_called(scenario);
  out.par_by_default = std::ranges::find(data.option_on(), "option.par_decides") != data.option_on().end();
  out.cargo = cargo_of(data, games);
  out.measures = measures_of({games, out, searched});
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
      "| scenario | lowest | 10 % | 25 % | median | 75 % | 90 % | highest | history | par | standard error | above / "
      "on "
      "/ below par | over par, ties half: Allies, Axis | rule book: Allied / draw / Axis | turns | answers Allied, "
      "Axis "
      "|\n"
      "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |\n";
  for (const Outcome& each : outcomes) {
    const Spread& s = each.spread;
    out += "| " + each.name;
    for (double value : {s.lowest, s.tenth, s.quarter, s.median, s.three_quarters, s.nine_tenths, s.highest})
      out += " | " + points(value);
    out += " | " + (each.history.score ? points(*each.history.score) : std::string("-")) + " | " +
           points(each.par_halves / 2.0) + " | " + number_text(each.par_error, 2);
    const auto three = [](double a, double b, double c) {
      return number_text(a, 0) + " / " + number_text(b, 0) + " / " + number_text(c, 0) + " %";
    };
    out += " | " + three(each.above_par, each.at_par, each.below_par) + " | " + number_text(each.allied_over_par(), 1) +
           ", " + number_text(100 - each.allied_over_par(), 1) + " % | " +
           three(each.allied_wins, each.draws, each.axis_wins);
    out += " | " + number_text(each.turns, 1) + " | " + number_text(each.answers_allied, 0) + ", " +
           number_text(each.answers_axis, 0) + " |\n";
  }
  return out;
}

std::string cargo_text(const std::vector<Outcome>& outcomes) {
  std::string out =
      "| loaded merchants | sailed | arrived | lost to the enemy | sent home by ice | by weather | elsewhere | "
      "history: "
      "arrived, lost |\n| --- | --- | --- | --- | --- | --- | --- | --- |\n";
  for (const Outcome& each : outcomes) {
    out += "| " + each.name + " | " + std::to_string(each.cargo.sailed);
    for (double value :
         {each.cargo.arrived, each.cargo.lost, each.cargo.ice, each.cargo.weather, each.cargo.elsewhere()})
      out += " | " + number_text(value, 2);
    const auto& [loaded, ballast, score, arrived] = each.history;
    out += " | " + (arrived ? plain(*arrived) : "-") + ", " + (loaded ? plain(*loaded) : "-") + " |\n";
  }
  return out;
}

std::string lopsided_text(const std::vector<Outcome>& outcomes) {
  std::string offered, missing, needless;
  for (const Outcome& each : outcomes) {
    const bool allies = each.allied_wins > each.axis_wins;
    const std::string named = each.name + " (" + (allies ? "Allies " : "Axis ") +
                              number_text(allies ? each.allied_wins : each.axis_wins, 0) + " %)";
    if (!lopsided(each) && !each.par_by_default) continue;
    std::string& list = !each.par_by_default ? missing : lopsided(each) ? offered : needless;
    list += (list.empty() ? "" : ", ") + named;
  }
  std::string out = "By the rule book's own count one side wins at least " + number_text(kLopsided, 0) +
                    " %, and so new matches are offered the scoring by par: " + (offered.empty() ? "none" : offered) +
                    ".\n";
  if (!missing.empty()) out += "As lopsided, but not offered it (`option_on` of the scenario): **" + missing + "**.\n";
  if (!needless.empty()) out += "Offered it, but no longer lopsided: " + needless + ".\n";
  return out;
}

}  // namespace wardroom::calibration
