// tune: the numbers of a bot's style that do best.
#include <cstdio>
#include <iostream>

#include "client/terminal/json.h"
#include "client/tools/tools.h"
#include "client/tools/tune.h"

namespace wardroom::terminal {
namespace {

struct TuneOptions {
  std::string title;
  TuneSettings settings;
  bool all = false;
};

std::string decimal(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.4g", value);
  return text;
}

int tell(Desk& desk, const TuneOptions& options) {
  const auto title = desk.library.title(options.title);
  if (!title) return desk.refused(title.error());
  const auto done = tune(desk.library, **title, options.settings, [&](int round, const std::vector<Tuned>& tuned) {
    for (const Tuned& each : tuned) {
      const std::string seat = (*title)->seat_ids()[index(each.seat)];
      std::cout << JsonObject().number("round", round).word("seat", seat).word("numbers", each.numbers).str() << "\n";
      for (const Tried& tried : each.tried) {
        if (!options.all || round < options.settings.rounds) continue;
        std::cout << JsonObject()
                         .word("seat", seat)
                         .word("number", tried.number)
                         .member("value", decimal(tried.value))
                         .member("games", decimal(tried.games))
                         .member("rank", decimal(tried.mean))
                         .member("kept", tried.kept ? "true" : "false")
                         .member("best", tried.best ? "true" : "false")
                         .str()
                  << "\n";
      }
    }
    std::cout << std::flush;
  });
  return done ? kExitGood : desk.refused(done.error());
}

}  // namespace

void add_tune_command(CLI::App& app, Desk& desk) {
  const auto options = std::make_shared<TuneOptions>();
  TuneSettings& settings = options->settings;
  CLI::App* command = app.add_subcommand("tune", "Find the numbers of a bot's style that do best");
  command->add_option("--title", options->title)->required();
  command->add_option("--scenario", settings.scenarios, "one or more; all without it")->delimiter(',');
  command->add_option("--bot", settings.bot)->capture_default_str();
  command->add_option("--against", settings.against, "who sits opposite; without it both seats learn from each other");
  command->add_option("--seat", settings.seats, "who learns; both without it")->delimiter(',');
  command->add_option("--begin-first", settings.begin[0], "number=value+number=value, where the first seat begins");
  command->add_option("--begin-second", settings.begin[1], "and the second");
  command->add_option("--games", settings.games, "in a round")->capture_default_str();
  command->add_option("--rounds", settings.rounds)->capture_default_str();
  command->add_option("--seed", settings.seed, "the same seed plays the same matches")->capture_default_str();
  command->add_option("--threads", settings.threads)->capture_default_str()->check(CLI::Range(1, 256));
  command->add_flag("--all", options->all, "how every value did, after the last round");
  command->callback([&desk, options] { desk.run = [&desk, options] { return tell(desk, *options); }; });
}

}  // namespace wardroom::terminal
