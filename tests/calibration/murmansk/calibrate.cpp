#include "tests/calibration/calibrate.h"

#include <google/protobuf/struct.pb.h>
#include <google/protobuf/util/json_util.h>

#include <cmath>
#include <fstream>
#include <iterator>
#include <map>

#include "client/bot/bots.h"
#include "client/terminal/murmansk/pack.h"
#include "client/tools/selfplay.h"
#include "tests/calibration/measure.h"
#include "tests/titles/murmansk/the_box.h"

namespace wardroom::murmansk::bot {
std::vector<wardroom::bot::BotEntry> bots();
}

namespace wardroom::murmansk::calibration {
namespace {

using namespace wardroom::calibration;
using Facts = google::protobuf::Struct;

const std::filesystem::path kSource = WARDROOM_SOURCE_DIR;

std::string read_file(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

void write_file(const std::filesystem::path& file, const std::string& text) {
  std::ofstream out(file, std::ios::binary | std::ios::trunc);
  out << text;
  if (!out.flush()) throw Broken("calibration: a page cannot be written");
}

Facts parse(const std::string& json) {
  Facts out;
  if (!google::protobuf::util::JsonStringToMessage(json, &out).ok()) throw Broken("calibration: facts are not JSON");
  return out;
}

// A sample, its mean and twice the standard error of it.
struct Sample {
  std::vector<double> values;
  void add(double value) { values.push_back(value); }
  double mean() const {
    double sum = 0;
    for (double each : values) sum += each;
    return sum / static_cast<double>(values.size());
  }
  double error() const {
    double sum = 0;
    for (double each : values) sum += (each - mean()) * (each - mean());
    const auto count = static_cast<double>(values.size());
    return 2 * std::sqrt(sum / count / count);
  }
  Measure measure(std::string what, Band band, Unit unit = Unit::kNumber) const {
    Measure out{std::move(what), band, unit};
    out.among = std::to_string(values.size());
    if (values.empty()) return out;
    const double factor = unit == Unit::kPercent ? 100 : 1;
    out.actual = mean() * factor;
    out.error = error() * factor;
    return out;
  }
};

struct Outcome {
  std::string scenario;
  std::vector<std::int32_t> halves;
  int par = 0;
  Sample allied_by_par, axis_by_par, allied_wins, axis_wins, german_capitals, allied_capitals;
  std::map<int, Sample> lost_first, delivered;  // by turn of the track
};

double capitals(const Facts& losses, const char* side) {
  double sum = 0;
  const auto of_side = losses.fields().find(side);
  if (of_side == losses.fields().end()) return sum;
  for (const auto& [cause, what] : of_side->second.struct_value().fields()) {
    const auto found = what.struct_value().fields().find("capital_ships");
    if (found != what.struct_value().fields().end()) sum += found->second.number_value();
  }
  return sum;
}

void note_seasons(const Facts& facts, Outcome& out) {
  for (const auto& [name, season] : facts.fields()) {
    const int turn = std::stoi(name.substr(name.find('_') + 1));
    const auto& fields = season.struct_value().fields();
    if (const auto lost = fields.find("first_convoy_lost"); lost != fields.end())
      out.lost_first[turn].add(lost->second.number_value());
    const double loads = fields.at("loads").number_value();
    out.delivered[turn].add(loads >= the_box().numbers().victory().loads() ? 1 : 0);
  }
}

// The median, or the half point near it that divides the matches most evenly: many end on the same score.
int par_of(const std::vector<std::int32_t>& halves) {
  std::vector<std::int32_t> sorted = halves;
  std::ranges::sort(sorted);
  const std::int32_t median = sorted[sorted.size() / 2];
  int best = median;
  double least = 2;
  for (std::int32_t par = median - 2; par <= median + 2; ++par) {
    const auto over = static_cast<double>(std::ranges::count_if(halves, [&](std::int32_t each) { return each > par; }));
    const auto under =
        static_cast<double>(std::ranges::count_if(halves, [&](std::int32_t each) { return each < par; }));
    const double size = static_cast<double>(halves.size());
    const double off = std::max(std::abs(over / size - 0.5), std::abs(under / size - 0.5));
    if (off < least - 1e-9) {
      least = off;
      best = par;
    }
  }
  return best;
}

Outcome play(const std::string& scenario, const CalibrateSettings& settings) {
  const wardroom::terminal::Library library({}, {terminal::pack()}, {{"murmansk", bot::bots()}});
  wardroom::terminal::SelfplaySettings play;
  play.scenario = scenario;
  play.games = settings.games;
  play.seed = settings.seed;
  play.threads = settings.threads;
  play.bots = {"standard", "standard"};
  Outcome out;
  out.scenario = scenario;
  bool broke = false;
  const auto summary =
      wardroom::terminal::selfplay(library, *the_title(), play, [&](const wardroom::terminal::SelfplayGame& game) {
        broke = broke || !game.error.empty();
        if (broke) return;
        out.halves.push_back(game.ending.score_halves());
        const bool won = game.ending.has_winner();
        out.allied_wins.add(won && game.ending.winner() == 0 ? 1 : 0);
        out.axis_wins.add(won && game.ending.winner() == 1 ? 1 : 0);
        const Facts losses = parse(game.losses);
        out.german_capitals.add(capitals(losses, "axis"));
        out.allied_capitals.add(capitals(losses, "allied"));
        note_seasons(parse(game.facts), out);
      });
  if (!summary) throw Broken("calibration: a scenario or a bot that there is not");
  if (broke) throw Broken("calibration: a match that does not come to its end");
  out.par = par_of(out.halves);
  for (std::int32_t each : out.halves) {
    out.allied_by_par.add(each > out.par ? 1 : 0);
    out.axis_by_par.add(each < out.par ? 1 : 0);
  }
  return out;
}

std::string season_of(int turn) {
  const auto& at = the_box().turn(turn);
  std::string name = v1::Season::Kind_Name(at.season());
  for (std::size_t i = 1; i < name.size(); ++i) name[i] = static_cast<char>(std::tolower(name[i]));
  return name + " " + std::to_string(at.year());
}

Band band_of(int turn) {
  constexpr int kWinter42 = 4;
  if (turn >= kWinter42) return {0, 2.5, {}};
  if (turn == 1) return {1, 4, {}};
  return turn == 2 ? Band{3, 7, {}} : Band{2, 5, {}};
}

std::vector<Measure> measures_of(const Outcome& outcome) {
  std::vector<Measure> out;
  out.push_back(outcome.allied_by_par.measure("Allies above par", {40, 60, {}}, Unit::kPercent));
  out.push_back(outcome.axis_by_par.measure("Germans below par", {40, 60, {}}, Unit::kPercent));
  const bool war = outcome.scenario == "war";
  const bool small = outcome.scenario == "learning";  // forces of its own: no band of history
  Sample all;
  for (const auto& [turn, lost] : outcome.lost_first) {
    const Band band = small ? Band{} : band_of(turn);
    out.push_back(lost.measure("freighters lost in the first convoy, " + season_of(turn), band));
  }
  for (const auto& [turn, reached] : outcome.delivered) {
    for (double each : reached.values) all.add(each);
  }
  out.push_back(all.measure("seasons with 8 loads", small ? Band{} : Band{60, 85, {}}, Unit::kPercent));
  if (!war) return out;
  out.push_back(outcome.german_capitals.measure("German capital ships sunk", {0.7, 2.5, {}}));
  out.push_back(outcome.allied_capitals.measure("Allied capital ships sunk", {0.2, 1.5, {}}));
  out.push_back(outcome.allied_wins.measure("wars won by the Allies, by the book", {50, 85, {}}, Unit::kPercent));
  out.push_back(outcome.axis_wins.measure("wars won by the Germans, by the book", {}, Unit::kPercent));
  return out;
}

std::string page_of(const CalibrateSettings& settings, const std::vector<Outcome>& outcomes) {
  std::string parts, missed;
  int met = 0, all = 0;
  std::string pars = "| scenario | par | lowest | median | highest |\n| --- | --- | --- | --- | --- |\n";
  for (const Outcome& outcome : outcomes) {
    const std::vector<Measure> measures = measures_of(outcome);
    for (const Measure& each : measures) {
      const Verdict verdict = verdict_of(each);
      if (verdict != Verdict::kMet && verdict != Verdict::kMissed) continue;
      ++all;
      met += verdict == Verdict::kMet ? 1 : 0;
      if (verdict == Verdict::kMissed)
        missed += "- " + outcome.scenario + ": " + each.what + ": " + actual_text(each) + ", target " +
                  target_text(each) + "\n";
    }
    parts += "\n## " + outcome.scenario + ": " + std::to_string(outcome.halves.size()) + " matches\n\n" +
             measures_text(measures);
    std::vector<std::int32_t> sorted = outcome.halves;
    std::ranges::sort(sorted);
    const auto points = [](std::int32_t halves) { return wardroom::calibration::number_text(halves / 2.0, 1); };
    pars += "| " + outcome.scenario + " | " + points(outcome.par) + " | " + points(sorted.front()) + " | " +
            points(sorted[sorted.size() / 2]) + " | " + points(sorted.back()) + " |\n";
  }
  return "# Murmansk Run: calibration\n\nWritten by `build/bin/calibrate --title murmansk --seed " +
         std::to_string(settings.seed) + " --games " + std::to_string(settings.games) +
         "`; do not edit. The same command writes the same bytes.\n\nWhole matches, `standard` against `standard`, "
         "beside "
         "what they should come to. The figures are those of two bots as much as of the data. A figure on the edge of "
         "its band is met if chance alone may have moved it: by no more than twice the standard error.\n\n## In "
         "short\n\n"
         "Bands met: " +
         std::to_string(met) + " of " + std::to_string(all) + ".\n" + (missed.empty() ? "" : "\nMissed:\n\n" + missed) +
         "\n" + read_file(kSource / "tests" / "calibration" / "murmansk" / "adjustments.md") +
         "\n## Par\n\nThe median, or the half point near it that divides the matches most evenly. Plus is good for the "
         "Allies.\n\n" +
         pars + parts;
}

void write_par(const Outcome& outcome) {
  const auto file = kSource / "scenarios" / "murmansk" / "scenarios" / (outcome.scenario + ".textproto");
  std::string text = read_file(file);
  const std::string name = "\npar_halves: ";
  const std::size_t begin = text.find(name);
  if (begin == std::string::npos) throw Broken("calibration: a scenario without par");
  write_file(file, text.replace(begin, text.find('\n', begin + 1) - begin, name + std::to_string(outcome.par)));
}

void run(const CalibrateSettings& settings, std::ostream& said) {
  std::vector<std::string> scenarios = settings.scenarios;
  if (scenarios.empty()) {
    for (const v1::Scenario* each : the_box().scenarios()) scenarios.push_back(each->id().substr(9));
  }
  std::vector<Outcome> outcomes;
  for (const std::string& scenario : scenarios) {
    if (settings.progress) said << scenario << std::endl;
    outcomes.push_back(play(scenario, settings));
    if (settings.write_par) write_par(outcomes.back());
  }
  std::filesystem::create_directories(settings.out);
  write_file(settings.out / "calibration.md", page_of(settings, outcomes));
}

}  // namespace

CalibrationPack pack();  // for the list of all titles

CalibrationPack pack() { return {"murmansk", run}; }

}  // namespace wardroom::murmansk::calibration
