// calibrate: counts what cards and tables add up to, plays every scenario, and writes scenarios/pq17/calibration.md.
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <iostream>

#include "tests/calibration/calibrate.h"

int main(int argc, char** argv) {
  using namespace wardroom::calibration;
  CLI::App app{"Counts what the cards and tables of PQ-17 add up to and writes scenarios/pq17/calibration.md"};
  CalibrateSettings settings;
  settings.progress = ::isatty(STDERR_FILENO) != 0;
  app.add_option("--seed", settings.seed, "the same seed writes the same pages")->capture_default_str();
  app.add_option("--games", settings.games, "matches of each scenario")->capture_default_str();
  app.add_option("--trials", settings.trials, "of each single event")->capture_default_str();
  app.add_option("--threads", settings.threads)->capture_default_str()->check(CLI::Range(1, 256));
  app.add_option("--scenario", settings.scenarios, "only these")->capture_default_str();
  app.add_option("--results", settings.results, "folder that keeps each match, to go on after a stop")
      ->capture_default_str();
  app.add_option("--out", settings.out, "folder of the pages")->capture_default_str();
  app.add_flag("--write-par", settings.write_par, "write the pars found into the scenarios");
  CLI11_PARSE(app, argc, argv);
  try {
    calibrate(settings, std::cerr);
  } catch (const std::exception& error) {
    std::cerr << error.what() << std::endl;
    return 1;
  }
  return 0;
}
