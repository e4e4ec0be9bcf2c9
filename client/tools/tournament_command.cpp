// tournament simulate: how an event would go, before anybody is asked to play it.
#include <iostream>

#include "client/tools/tools.h"
#include "client/tools/tournament.h"

namespace wardroom::terminal {

void add_tournament_command(CLI::App& app, Desk& desk) {
  const auto settings = std::make_shared<TournamentSettings>();
  CLI::App* command = app.add_subcommand("tournament", "What a tournament does")->require_subcommand(1);
  CLI::App* simulate =
      command->add_subcommand("simulate", "Hold a tournament of players of known strength, without a server");
  const std::map<std::string, Format> formats{{"swiss", Format::kSwiss},
                                              {"round-robin", Format::kRoundRobin},
                                              {"double-round-robin", Format::kDoubleRoundRobin},
                                              {"elimination", Format::kElimination},
                                              {"double-elimination", Format::kDoubleElimination}};
  simulate->add_option("--format", settings->format)->transform(CLI::CheckedTransformer(formats));
  simulate->add_option("--players", settings->players)
      ->capture_default_str()
      ->check(CLI::Range(2, static_cast<int>(tournament::kMostPaired)));
  simulate->add_option("--rounds", settings->rounds, "of a Swiss tournament")
      ->capture_default_str()
      ->check(CLI::Range(1, tournament::kMostRounds));
  simulate->add_option("--seed", settings->seed, "the same seed holds the same tournament")->capture_default_str();
  simulate->add_option("--first-wins", settings->first_wins, "how often the first side wins among equals")
      ->capture_default_str()
      ->check(CLI::Range(0.05, 0.95));
  simulate->add_option("--absent", settings->absent, "how often somebody misses a round")
      ->capture_default_str()
      ->check(CLI::Range(0.0, 0.9));
  simulate->add_flag("--scores-first", settings->pairing.scores_first, "score groups above the balance of sides");
  simulate->add_flag_callback(
      "--json", [] {}, "what it prints in any case");
  simulate->callback([&desk, settings] {
    desk.run = [settings] {
      const TournamentRun run = play_tournament(*settings);
      if (settings->format == Format::kSwiss && settings->players < tournament::players_needed(settings->rounds))
        std::cerr << "fewer than " << tournament::players_needed(settings->rounds) << " players for "
                  << settings->rounds << " rounds: some rule may have to be broken\n";
      std::cout << to_json(run) << std::endl;
      return kExitGood;
    };
  });
}

}  // namespace wardroom::terminal
