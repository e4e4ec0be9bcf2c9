// wardroom-load: the load generator.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <iostream>

#include "client/terminal/client.h"
#include "client/terminal/load.h"

namespace {

using namespace wardroom;
using namespace wardroom::terminal;

// The players all come from one address, and a server has quotas by address.
constexpr char kQuotas[] =
    "Everybody comes from this machine's address: measure a server whose quotas are raised,\n"
    "wardroom-server --new-matches 1000000 --new-matches-address 1000000 --looks 1000000 --looks-address 1000000\n"
    "--new-accounts-address 1000000,\n"
    "for hundreds of matches at once --running-matches-address, too, and for that many\n"
    "connections --max-connections and --max-connections-per-address.";

// The server's first title and its first scenario, where the command line does not say.
Answer<LoadSettings> complete(LoadSettings settings) {
  if (!settings.title.empty() && !settings.scenario.empty()) return settings;
  Client::Settings asking;
  asking.address = settings.addresses.front();
  asking.program = "wardroom-load";
  Client client(asking);
  if (const auto welcome = client.connect(); !welcome) return welcome.error();
  v1::ClientFrame frame;
  frame.mutable_list_titles();
  const auto answer = client.ask(std::move(frame));
  if (!answer) return answer.error();
  for (const v1::TitleInfo& title : answer->titles().titles()) {
    if (!settings.title.empty() && settings.title != title.id()) continue;
    settings.title = title.id();
    if (settings.scenario.empty() && !title.scenarios().empty()) settings.scenario = title.scenarios(0).id();
    return settings;
  }
  return refusal(v1::REFUSAL_CODE_NOT_FOUND, Text("terminal.no_such_title").word("title", settings.title));
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<std::string> urls{std::string(kDefaultUrl)};
  bool json = false, even = false;
  LoadSettings settings;
  CLI::App app("Plays whole matches by random players over real sockets and measures the server", "wardroom-load");
  app.add_option("--url", urls, "the server; several that share a store: connections go to each in turn")
      ->capture_default_str();
  app.add_flag("--together", settings.together, "both players of a match go to the same of these");
  app.add_option("--matches", settings.matches, "at once; a new one begins when one ends")->capture_default_str();
  app.add_option("--seconds", settings.seconds, "how long, all in all")->capture_default_str();
  app.add_option("--title", settings.title, "else the server's first");
  app.add_option("--scenario", settings.scenario, "else the title's first");
  app.add_option("--actions", settings.actions,
                 "of each match, which is left as it is then; else it is played to its end");
  app.add_option("--rate", settings.rate,
                 "actions a second over all matches, whenever they are due; else each match goes on when it can")
      ->check(CLI::PositiveNumber);
  app.add_flag("--even", even, "they are due at even distances, not by chance");
  app.add_option("--connections,--connections-idle", settings.connections, "connections that say hello and stay silent")
      ->check(CLI::Range(0, 60000));
  app.add_option("--watching", settings.watching, "so many of them each watch a match");
  app.add_option("--server-pid", settings.servers, "of a server on this machine: its time and memory are told, too");
  app.add_option("--database-pid", settings.databases, "of the database behind it: its time is told, too");
  app.add_option("--threads", settings.threads)->capture_default_str()->check(CLI::Range(1, 64));
  app.add_option("--seed", settings.seed, "of the players' choices")->capture_default_str();
  app.add_flag("--json", json, "the figures as one JSON object, and nothing else");
  app.footer(kQuotas);
  CLI11_PARSE(app, argc, argv);

  for (const std::string& url : urls) {
    const auto address = parse_address(url);
    if (!address) {
      std::cerr << "wardroom-load: " << url << " is not the address of a server" << std::endl;
      return 2;
    }
    settings.addresses.push_back(*address);
  }
  if (even) settings.spacing = Spacing::kEven;
  settings.watching = std::min(settings.watching, settings.matches == 0 ? 0 : settings.connections);
  raise_file_limit();
  const auto ready = complete(settings);
  if (!ready) {
    std::cerr << "wardroom-load: " << ready.error().reason().ShortDebugString() << std::endl;
    return 1;
  }
  if (!json)
    std::cerr << settings.matches << " x " << ready->title << " " << ready->scenario << ", " << settings.seconds << " s"
              << std::endl;
  const LoadFigures figures = run_load(*ready);
  std::cout << to_json(figures, *ready) << std::endl;
  if (figures.first_error.starts_with("refusal.too_many"))
    std::cerr << "wardroom-load: refused by a quota (" << figures.first_error << "). " << kQuotas << std::endl;
  return figures.errors == 0 && (figures.actions > 0 || settings.matches == 0) ? 0 : 1;
}
