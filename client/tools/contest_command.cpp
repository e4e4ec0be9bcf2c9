// contest: how much better one bot is than another.
#include <unistd.h>

#include <iostream>

#include "client/tools/contest.h"
#include "client/tools/tools.h"

namespace wardroom::terminal {
namespace {

struct ContestOptions {
  std::string title;
  ContestSettings settings;
};

int hold(Desk& desk, ContestOptions& options) {
  const auto title = desk.library.title(options.title);
  if (!title) return desk.refused(title.error());
  const bool progress = ::isatty(STDERR_FILENO) != 0;
  const auto lines = contest(desk.library, **title, options.settings, [&](std::uint64_t done, std::uint64_t of) {
    if (progress) std::cerr << "\r" << done << "/" << of << std::flush;
  });
  if (progress) std::cerr << "\r" << std::flush;
  if (!lines) return desk.refused(lines.error());
  for (const ContestLine& line : *lines) std::cout << to_json(line, **title) << "\n";
  std::cout << std::flush;
  return lines->back().errors == 0 ? kExitGood : kExitRefused;
}

}  // namespace

void add_contest_command(CLI::App& app, Desk& desk) {
  const auto options = std::make_shared<ContestOptions>();
  CLI::App* command =
      app.add_subcommand("contest", "Measure a bot against another on both sides, by score against par");
  command->add_option("--title", options->title)->required();
  command->add_option("--scenario", options->settings.scenarios, "one or more; all without it")->delimiter(',');
  command->add_option("--bot", options->settings.bot)->capture_default_str();
  command->add_option("--against", options->settings.against)->capture_default_str();
  command->add_option("--judge", options->settings.judge, "the bot whose matches against itself set par")
      ->capture_default_str();
  command->add_option("--games", options->settings.games, "for each side of each scenario")->capture_default_str();
  command->add_option("--par-games", options->settings.par_games, "matches that set par")->capture_default_str();
  command->add_option("--seed", options->settings.seed, "the same seed plays the same matches")->capture_default_str();
  command->add_option("--kept", options->settings.kept,
                      "a file of what was played: stop, and go on with the same file");
  command->add_option("--threads", options->settings.threads)->capture_default_str()->check(CLI::Range(1, 256));
  command->callback([&desk, options] { desk.run = [&desk, options] { return hold(desk, *options); }; });
}

}  // namespace wardroom::terminal
