// selfplay: matches between bots in this process.
#include <unistd.h>

#include <iostream>
#include <map>

#include "client/tools/selfplay.h"
#include "client/tools/tools.h"

namespace wardroom::terminal {
namespace {

struct SelfplayOptions {
  std::string title;
  std::vector<std::string> seats{"random", "random"};
  std::vector<std::string> options;
  std::vector<Leaves> orders;  // of both seats, or of each
  SelfplaySettings settings;
  bool explain = false;
};

// What a seat was asked, what it chose, and why.
void explain(const Words& words, Seat seat, const Menu& menu, const bot::Choice& choice) {
  const Item* item = menu.find(choice.action);
  std::cout << "  " << index(seat) << " | " << words(menu.prompt) << " | "
            << (item ? words(item->label) : std::string()) << " | "
            << (choice.reason.empty() ? std::string() : words(choice.reason)) << "\n";
}

int run(Desk& desk, SelfplayOptions& options) {
  const auto title = desk.library.title(options.title);
  if (!title) return desk.refused(title.error());
  if (options.seats.size() != 2) return desk.refused(refuse(RefusalCode::kMalformed, "terminal.two_seats"));
  options.settings.bots = {options.seats[0], options.seats[1]};
  if (!options.orders.empty()) options.settings.orders = {options.orders.front(), options.orders.back()};
  for (const std::string& option : options.options) {
    const auto equals = option.find('=');
    if (equals == std::string::npos)
      return desk.refused(refuse(RefusalCode::kMalformed, Text("terminal.bad_option").word("option", option)));
    options.settings.options.push_back({option.substr(0, equals), option.substr(equals + 1)});
  }
  const bool progress = ::isatty(STDERR_FILENO) != 0;
  const auto words = desk.library.words(options.title);
  if (!words) return desk.refused(words.error());
  if (options.explain) {
    options.settings.threads = 1;
    options.settings.explain = [&](Seat seat, const Menu& menu, const bot::Choice& choice) {
      explain(*words, seat, menu, choice);
    };
  }
  const auto summary = selfplay(desk.library, **title, options.settings, [&](const SelfplayGame& game) {
    if (desk.json) {
      std::cout << to_json(game, **title) << "\n";
    } else if (game.error.empty()) {
      std::cout << game.game << ": " << (*words)((game.ending.verdict())) << "\n";
    } else {
      std::cout << game.game << ": " << game.error << "\n";
    }
    if (progress) std::cerr << "\r" << game.game << "/" << options.settings.games << std::flush;
  });
  if (progress) std::cerr << "\r" << std::flush;
  if (!summary) return desk.refused(summary.error());
  std::cout << to_json(*summary, **title) << std::endl;
  return summary->errors == 0 ? kExitGood : kExitRefused;
}

}  // namespace

void add_selfplay_command(CLI::App& app, Desk& desk) {
  const auto options = std::make_shared<SelfplayOptions>();
  CLI::App* command = app.add_subcommand("selfplay", "Play matches between bots in this process");
  command->add_option("--title", options->title)->required();
  command->add_option("--scenario", options->settings.scenario)->required();
  command->add_option("--games", options->settings.games, "how many")->capture_default_str();
  command
      ->add_option("--first", options->settings.first_game,
                   "go on with this match: those before it were played already")
      ->capture_default_str();
  command->add_option("--seed", options->settings.seed, "the same seed plays the same matches")->capture_default_str();
  command->add_option("--seats", options->seats, "a bot for each seat, in the title's order")
      ->delimiter(',')
      ->expected(1, 2);
  command->add_flag("--explain", options->explain, "say what each seat was asked, what it chose and why");
  command->add_option("--threads", options->settings.threads)->capture_default_str()->check(CLI::Range(1, 256));
  const std::map<std::string, Leaves> orders{
      {"ask", Leaves::kNothing}, {"default", Leaves::kUsual}, {"doctrine", Leaves::kDoctrine}};
  command
      ->add_option(
          "--orders", options->orders,
          "standing orders, of both seats or of each: ask (none), default (the usual ones), doctrine (battles, "
          "too)")
      ->delimiter(',')
      ->expected(1, 2)
      ->transform(CLI::CheckedTransformer(orders));
  command->add_option("--option", options->options, "an optional rule, as id=value; may be given again")
      ->allow_extra_args(false);
  command->callback([&desk, options] { desk.run = [&desk, options] { return run(desk, *options); }; });
}

}  // namespace wardroom::terminal
