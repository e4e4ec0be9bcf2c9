// calibrate: counts what a title's cards and tables add up to and plays its scenarios.
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <iostream>

#include "server/titles/titles.h"
#include "tests/calibration/calibrate.h"

namespace {

using namespace wardroom;
using namespace wardroom::calibration;

int refused(const Refusal& refusal) {
  std::cerr << "calibrate: " << bare(refusal.reason) << std::endl;
  return 1;
}

int calibrate(const terminal::Library& library, const std::string& id, CalibrateSettings settings) {
  const auto title = library.title(id);
  if (!title) return refused(title.error());
  if (settings.results.empty()) settings.results = library.home / "build" / "calibration" / id;
  if (settings.out.empty()) settings.out = library.folder(id);
  const std::vector<CalibrationPack> all = calibrations();
  if (const auto own = std::ranges::find(all, id, &CalibrationPack::title); own != all.end()) {
    own->run(settings, std::cerr);
  } else if (const auto played = play_for_par(library, **title, settings, std::cout); !played) {
    return refused(played.error());
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  terminal::Library library(titles(), terminal::terminals(), bot::bots());
  library.home = terminal::find_home();
  CLI::App app{"Counts what the cards and tables of a title add up to, and plays its scenarios"};
  CalibrateSettings settings;
  settings.progress = ::isatty(STDERR_FILENO) != 0;
  std::string title = library.titles().empty() ? "" : library.titles().front().entry.id;
  app.add_option("--title", title)->capture_default_str();
  app.add_option("--seed", settings.seed, "the same seed writes the same pages")->capture_default_str();
  app.add_option("--games", settings.games, "matches of each scenario")->capture_default_str();
  app.add_option("--trials", settings.trials, "of each single event")->capture_default_str();
  app.add_option("--threads", settings.threads)->capture_default_str()->check(CLI::Range(1, 256));
  app.add_option("--scenario", settings.scenarios, "only these; all without it");
  app.add_option("--results", settings.results, "folder that keeps each match, to go on after a stop");
  app.add_option("--out", settings.out, "folder of the pages; the title's without it");
  app.add_option("--scenarios", library.scenarios, "the titles' data, a folder a title");
  app.add_flag("--write-par", settings.write_par, "write the pars found into the scenarios");
  CLI11_PARSE(app, argc, argv);
  try {
    return calibrate(library, title, std::move(settings));
  } catch (const std::exception& error) {
    std::cerr << error.what() << std::endl;
    return 1;
  }
}
