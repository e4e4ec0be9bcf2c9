// Operations: what whole matches of a scenario add up to, beside the targets and beside history.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tests/calibration/measure.h"
#include "tests/calibration/pq17/facts.h"
#include "tests/calibration/pq17/single_events.h"

namespace wardroom::calibration {

inline constexpr std::array<const char*, 7> kScenarios = {"learning", "pq6", "pq12", "pq16", "pq17", "pq18", "jw51b"};

struct Spread {
  double lowest = 0, tenth = 0, quarter = 0, median = 0, three_quarters = 0, nine_tenths = 0, highest = 0;
};

// What happened.
struct History {
  std::optional<double> loaded, ballast;  // merchants lost to the enemy
  std::optional<double> score;            // by the rule book's count
  std::optional<double> arrived;          // of the loaded merchants
};

// Where the loaded merchants end, on average.
struct Cargo {
  int sailed = 0;
  double arrived = 0, lost = 0, ice = 0, weather = 0;
  double elsewhere() const { return sailed - arrived - lost - ice - weather; }  // at sea, broken down, not sailed
};

struct Losses {
  std::string whose;                                       // "loaded merchants"
  double air = 0, submarines = 0, surface = 0, other = 0;  // a match
  double sum() const { return air + submarines + surface + other; }
};

struct Outcome {
  std::string scenario;
  std::string name;  // "PQ-17"
  std::size_t games = 0;
  std::vector<Measure> measures;
  std::vector<Losses> losses;
  std::vector<double> scores;  // in VPs, in order
  Spread spread;
  int par_halves = 0;
  double par_error = 0;                              // standard error of the median, in VPs
  double above_par = 0, at_par = 0, below_par = 0;   // per cent
  double allied_wins = 0, axis_wins = 0, draws = 0;  // by the rule book, per cent
  double turns = 0, answers_allied = 0, answers_axis = 0;
  bool par_by_default = false;  // new matches are offered the scoring by par
  Cargo cargo;
  History history;
  double allied_over_par() const { return above_par + at_par / 2; }  // a tie counts half
};

// `searched`: how soon the cards find an Unidentified force there; none where nobody asks for it.
Outcome outcome_of(const std::string& scenario, const std::vector<Facts>& games,
                   const std::optional<FourTurns>& searched);

// The median; where many matches end on it, the half point that divides them most evenly with few on it.
int par_of(std::vector<int> score_halves);

// Standard error of a median: half the distance of the two of its scores between which it lies in about two samples
// of three.
double median_error(const std::vector<double>& sorted);

inline constexpr double kLopsided = 70;  // per cent for one side by the rule book's count
bool lopsided(const Outcome& outcome);

std::string losses_text(const Outcome& outcome);
std::string scores_text(const std::vector<Outcome>& outcomes);
std::string cargo_text(const std::vector<Outcome>& outcomes);
std::string lopsided_text(const std::vector<Outcome>& outcomes);

}  // namespace wardroom::calibration
