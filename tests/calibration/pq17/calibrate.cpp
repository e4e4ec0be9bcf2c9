#include <algorithm>
#include <fstream>
#include <iterator>
#include <optional>

#include "tests/calibration/pq17/games.h"
#include "tests/calibration/pq17/operations.h"
#include "tests/calibration/pq17/page.h"
#include "tests/calibration/pq17/pq17_calibration.h"
#include "tests/titles/pq17/scene.h"

namespace wardroom::calibration {
namespace {

const std::filesystem::path kSource = WARDROOM_SOURCE_DIR;

std::string read(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

void write(const std::filesystem::path& file, const std::string& text) {
  std::ofstream out(file, std::ios::binary | std::ios::trunc);
  out << text;
  if (!out.flush()) throw Broken("calibration: a page cannot be written");
}

void write_par(const Outcome& outcome) {
  const std::filesystem::path file = kSource / "scenarios" / "pq17" / "scenarios" / (outcome.scenario + ".textproto");
  std::string text = read(file);
  const std::string name = "\npar_vp_halves: ";
  const std::size_t begin = text.find(name);
  if (begin == std::string::npos) throw Broken("calibration: a scenario without par");
  const std::size_t end = text.find('\n', begin + 1);
  write(file, text.replace(begin, end - begin, name + std::to_string(outcome.par_halves)));
}

}  // namespace

void calibrate(const CalibrateSettings& settings, std::ostream& said) {
  const auto tell = [&](const std::string& text) {
    if (settings.progress) said << "\r\033[K" << text << std::flush;
  };
  tell("single events");
  const SingleEvents events = single_events(settings.seed, settings.trials);
  GamesSettings games{settings.results, fingerprint(kSource / "scenarios" / "pq17"), settings.seed, settings.games,
                      settings.threads};
  std::vector<Outcome> outcomes;
  std::vector<std::string> scenarios = settings.scenarios;
  if (scenarios.empty()) scenarios.assign(kScenarios.begin(), kScenarios.end());
  for (const std::string& scenario : scenarios) {
    const auto told = [&](std::uint64_t done) {
      tell(scenario + " " + std::to_string(done) + "/" + std::to_string(settings.games));
    };
    const auto found = std::ranges::find(events.four_turns, scenario, &FourTurns::scenario);
    const auto searched = found == events.four_turns.end() ? std::nullopt : std::optional(*found);
    outcomes.push_back(outcome_of(scenario, play_games(pq17::the_title(), scenario, games, told), searched));
    if (settings.write_par) write_par(outcomes.back());
  }
  tell("");
  const PageSettings page{settings.seed, settings.games, settings.trials,
                          read(kSource / "tests" / "calibration" / "pq17" / "adjustments.md")};
  std::filesystem::create_directories(settings.out);
  for (const auto& [name, text] : pages(page, events, outcomes)) write(settings.out / name, text);
}

}  // namespace wardroom::calibration

namespace wardroom::pq17::calibration {

wardroom::calibration::CalibrationPack pack();  // for the list of all titles

wardroom::calibration::CalibrationPack pack() { return {"pq17", wardroom::calibration::calibrate}; }

}  // namespace wardroom::pq17::calibration
