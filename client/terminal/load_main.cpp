// wardroom-load: the load generator.
#include <CLI/CLI.hpp>
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
    "for hundreds of matches at once --running-matches-address, too.";

// The server's first title and its first scenario, where the command line does not say.
Answer<LoadSettings> complete(LoadSettings settings) {
  if (!settings.title.empty() && !settings.scenario.empty()) return settings;
  Client::Settings asking;
  asking.address = settings.address;
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
  std::string url(kDefaultUrl);
  bool json = false;
  LoadSettings settings;
  CLI::App app("Plays whole matches by random players over real sockets and measures the server", "wardroom-load");
  app.add_option("--url", url, "the server")->capture_default_str();
  app.add_option("--matches", settings.matches, "at once; a new one begins when one ends")->capture_default_str();
  app.add_option("--seconds", settings.seconds, "how long, all in all")->capture_default_str();
  app.add_option("--title", settings.title, "else the server's first");
  app.add_option("--scenario", settings.scenario, "else the title's first");
  app.add_option("--connections-idle", settings.idle_connections, "connections that say hello and stay silent");
  app.add_option("--threads", settings.threads)->capture_default_str()->check(CLI::Range(1, 64));
  app.add_option("--seed", settings.seed, "of the players' choices")->capture_default_str();
  app.add_flag("--json", json, "the figures as one JSON object, and nothing else");
  app.footer(kQuotas);
  CLI11_PARSE(app, argc, argv);

  const auto address = parse_address(url);
  if (!address) {
    std::cerr << "wardroom-load: " << url << " is not the address of a server" << std::endl;
    return 2;
  }
  settings.address = *address;
  const auto ready = complete(settings);
  if (!ready) {
    std::cerr << "wardroom-load: " << ready.error().reason().ShortDebugString() << std::endl;
    return 1;
  }
  if (!json)
    std::cerr << settings.matches << " x " << ready->title << " " << ready->scenario << ", " << settings.seconds << " s"
              << std::endl;
  const LoadFigures figures = run_load(*ready);
  std::cout << to_json(figures) << std::endl;
  if (figures.first_error.starts_with("refusal.too_many"))
    std::cerr << "wardroom-load: refused by a quota (" << figures.first_error << "). " << kQuotas << std::endl;
  return figures.errors == 0 && (figures.actions > 0 || settings.matches == 0) ? 0 : 1;
}
