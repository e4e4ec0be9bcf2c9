// What a server of this machine carries, as a table: durable actions a second, how long they take, and what they cost,
// on a file, on a PostgreSQL, and on three servers with one PostgreSQL, with few and many connections, beside a bare
// echo; then what rests. On three servers the players of a match are at the same one, or apart. tests/load runs it.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <iostream>
#include <stdexcept>

#include "client/terminal/client.h"
#include "client/terminal/load_line.h"
#include "client/terminal/load_meter.h"
#include "tests/end_to_end/processes.h"
#include "tests/store/cluster.h"

namespace wardroom::testing {
namespace {

using namespace std::chrono_literals;
namespace fs = std::filesystem;
using Words = std::vector<std::string>;

struct Game {
  std::string name, server, scenarios, title, scenario;
};
const std::vector<Game> kGames{
    {"picket", "picket-server", WARDROOM_SOURCE_DIR "/tests/titles", "picket", "small"},
    {"pq17", "wardroom-server", WARDROOM_SOURCE_DIR "/scenarios", "pq17", "pq17"},
    {"pq18", "wardroom-server", WARDROOM_SOURCE_DIR "/scenarios", "pq17", "pq18"},
};

struct Settings {
  double seconds = 4;  // of each measurement
  std::size_t matches = 100;
  double part = 0.5;  // of what a server can do, when it is asked how long it takes
  Words games{"picket", "pq17", "pq18"};
  Words stores{"sqlite", "postgres", "three"};
  std::vector<std::size_t> connections{100, 1000, 10000};
  bool rest = true;
  bool json = false;
};

// What rests.
constexpr std::size_t kResting = 6;  // matches
constexpr int kNearTheEnd = 4000;    // actions: people need half as many, and those who play at random some more
constexpr auto kLeftAlone = 5s;      // until a match has left memory

// A figure of a line of JSON; 0: it is not there.
double figure(const std::string& json, const std::string& name) {
  const std::size_t at = json.find('"' + name + "\":");
  return at == json.npos ? 0 : std::strtod(json.c_str() + at + name.size() + 3, nullptr);
}

std::string with(const char* format, double value) {
  char text[32];
  std::snprintf(text, sizeof text, format, value);
  return text;
}

std::string last_line(const std::string& text) {
  const std::size_t end = text.find_last_not_of('\n');
  if (end == text.npos) return {};
  const std::size_t begin = text.rfind('\n', end);
  return text.substr(begin == text.npos ? 0 : begin + 1, end - (begin == text.npos ? 0 : begin + 1) + 1);
}

// Servers of one store, each a process.
class Site {
 public:
  Site(const Game& game, const std::string& store) : game_(game), together_(store != "apart") {
    if (store != "sqlite") database_ = store::Cluster::get().make();
    const std::size_t count = store == "three" || store == "apart" ? 3 : 1;
    ports_.resize(count);
    for (std::uint16_t& port : ports_) port = free_port();
    start();
  }

  void start() {
    for (std::size_t i = 0; i < ports_.size(); ++i) {
      const std::string name = std::to_string(i);
      Words words{WARDROOM_BIN_DIR "/" + game_.server,
                  "--port",
                  std::to_string(ports_[i]),
                  "--data",
                  (folder_.path() / name).string(),
                  "--scenarios",
                  game_.scenarios,
                  "--idle-match-seconds",
                  "2",
                  "--idle-seconds",
                  "600",
                  "--drain-seconds",
                  "1"};
      if (!database_.empty()) words.insert(words.end(), {"--store", store::Cluster::get().url(database_)});
      for (const char* bound : {"--max-connections", "--max-connections-per-address"})
        words.insert(words.end(), {bound, "20000"});
      for (const char* bound : {"--new-matches", "--new-matches-address", "--looks", "--looks-address",
                                "--new-accounts-address", "--running-matches-address", "--open-matches-address"})
        words.insert(words.end(), {bound, "1000000"});
      servers_.push_back(std::make_unique<Process>(words, log(name)));
    }
    for (auto& server : servers_) server->wait_for("wardroom listening on");
  }
  void stop() {
    for (auto& server : servers_) server->signal(SIGTERM);
    for (auto& server : servers_) server->wait();
    servers_.clear();
  }

  // Runs a load and returns what it printed.
  std::string load(double seconds, std::size_t matches, Words more) {
    return load(game_.scenario, seconds, matches, more);
  }
  std::string load(const std::string& scenario, double seconds, std::size_t matches, const Words& more) {
    Words words{WARDROOM_BIN_DIR "/wardroom-load", "--json", "--title", game_.title, "--scenario", scenario};
    words.insert(words.end(), {"--seconds", with("%.1f", seconds), "--matches", std::to_string(matches)});
    for (std::size_t i = 0; i < ports_.size(); ++i)
      words.insert(words.end(), {"--url", "http://127.0.0.1:" + std::to_string(ports_[i]), "--server-pid",
                                 std::to_string(servers_[i]->pid())});
    if (!database_.empty())
      words.insert(words.end(), {"--database-pid", std::to_string(store::Cluster::get().process())});
    if (together_) words.push_back("--together");
    words.insert(words.end(), more.begin(), more.end());
    const fs::path output = folder_.path() / ("load" + std::to_string(++loads_));
    Process load(words, output);
    load.wait();
    const std::string all = load.output();
    if (figure(all, "errors") > 0 || all.empty()) std::cerr << game_.name << ": " << all << std::endl;
    return last_line(all);
  }

  std::uint64_t memory() const {
    std::uint64_t all = 0;
    for (const auto& server : servers_) all += terminal::memory_bytes(server->pid());
    return all;
  }
  std::uint16_t port() const { return ports_.front(); }

 private:
  fs::path log(const std::string& name) {
    return folder_.path() / ("server" + name + "-" + std::to_string(++logs_) + ".log");
  }

  const Game game_;
  const bool together_;
  Folder folder_;
  std::string database_;
  std::vector<std::uint16_t> ports_;
  std::vector<std::unique_ptr<Process>> servers_;
  int loads_ = 0;
  int logs_ = 0;
};

// Somebody who asks, and waits until all of the answer is there. What he is sent he does not unpack: that is his time
// and not the server's.
class Asker {
 public:
  explicit Asker(const terminal::Address& address) {
    const auto hear = [this](const terminal::ThinFrame& frame) {
      answered_ = std::max(answered_, frame.request);
      if (frame.body == v1::ServerFrame::kRefusal) trouble_ = terminal::refusal_of(frame);
    };
    const auto fail = [this](const std::string& why) { trouble_ = why; };
    line_ = std::make_shared<terminal::LoadLine>(io_, address, terminal::LoadLine::Ears{hear, [](auto) {}, fail});
    line_->begin();
    v1::ClientFrame ping;
    ping.mutable_ping();
    ms_of(ping);
  }

  double ms_of(v1::ClientFrame frame) {
    const auto from = std::chrono::steady_clock::now();
    const std::uint64_t request = line_->send(frame);
    while (answered_ < request && trouble_.empty()) io_.run_one();
    if (!trouble_.empty()) throw std::runtime_error("somebody who comes: " + trouble_);
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - from).count();
  }

 private:
  boost::asio::io_context io_;
  std::shared_ptr<terminal::LoadLine> line_;
  std::uint64_t answered_ = 0;
  std::string trouble_;
};

class Table {
 public:
  explicit Table(const Settings& settings) : settings_(settings) {}

  void print() {
    if (!settings_.json) {
      std::printf(
          "Each connection plays, up to %zu matches; the others are silent. Times at %.0f %% of the actions a "
          "second.\n\n",
          settings_.matches, 100 * settings_.part);
      row({"", "connections", "actions/s", "p50 ms", "p99 ms", "p99.9 ms", "server CPU s/1000", "database", "load",
           "server MB", "bytes", "median"});
      row(Words(12, "---"));
    }
    for (const std::size_t connections : settings_.connections) echo(connections);
    for (const std::string& name : settings_.games) {
      const auto game = std::ranges::find(kGames, name, &Game::name);
      for (const std::string& store : settings_.stores)
        for (const std::size_t connections : settings_.connections) cell(*game, store, connections);
    }
    if (settings_.rest) rest();
  }

 private:
  static void row(const Words& cells) {
    std::string line = "|";
    for (const std::string& cell : cells) line += ' ' + cell + " |";
    std::cout << line << std::endl;
  }

  // What as fast as can be, and what at a part of that.
  void tell(const std::string& name, std::size_t connections, const std::string& fast, const std::string& timed) {
    if (settings_.json) {
      std::cout << "{\"name\":\"" << name << "\",\"connections\":" << connections << ",\"fast\":" << fast
                << ",\"timed\":" << timed << "}" << std::endl;
      return;
    }
    const auto ms = [&](const char* which) { return with("%.2f", figure(timed, which)); };
    const auto cpu = [&](const char* whose) {
      return with("%.3f", figure(fast, std::string(whose) + "_cpu_s_per_1000"));
    };
    row({name, std::to_string(connections), with("%.0f", figure(fast, "actions_per_s")), ms("p50_ms"), ms("p99_ms"),
         ms("p999_ms"), cpu("server"), cpu("database"), cpu("load"),
         with("%.0f", figure(fast, "server_memory") / 1048576), with("%.0f", figure(fast, "bytes_per_action")),
         with("%.0f", figure(fast, "median_bytes"))});
  }

  Words at(double rate) const { return {"--rate", with("%.0f", std::max(1.0, settings_.part * rate))}; }

  void echo(std::size_t connections) {
    Folder folder;
    const std::string port = std::to_string(free_port());
    Process server({WARDROOM_BIN_DIR "/bench-echo", "serve", port}, folder.path() / "server");
    server.wait_for("listening");
    const auto ask = [&](const Words& more) {
      Words words{WARDROOM_BIN_DIR "/bench-echo",
                  "ask",
                  port,
                  "--connections",
                  std::to_string(connections),
                  "--server-pid",
                  std::to_string(server.pid()),
                  "--talking",
                  std::to_string(2 * settings_.matches),
                  "--seconds",
                  with("%.1f", settings_.seconds)};
      words.insert(words.end(), more.begin(), more.end());
      Process asking(words, folder.path() / ("asking" + std::to_string(more.size())));
      asking.wait();
      return last_line(asking.output());
    };
    const std::string fast = ask({});
    tell("echo of 512 bytes", connections, fast, ask(at(figure(fast, "actions_per_s"))));
  }

  void cell(const Game& game, const std::string& store, std::size_t connections) {
    Site site(game, store);
    const std::size_t matches = std::min(settings_.matches, connections / 2);
    Words beside;
    if (connections > 2 * matches) beside = {"--connections", std::to_string(connections - 2 * matches)};
    const std::string fast = site.load(settings_.seconds, matches, beside);
    Words more = at(figure(fast, "actions_per_s"));
    more.insert(more.end(), beside.begin(), beside.end());
    const std::string timed = site.load(settings_.seconds, matches, more);
    site.stop();
    tell(game.name + ", " + store, connections, fast, timed);
  }

  // -- what rests --

  void rest() {
    if (!settings_.json) std::cout << std::endl;
    for (const char* name : {"picket", "pq18"}) {
      const Game& game = *std::ranges::find(kGames, name, &Game::name);
      connections_at_rest(game);
    }
    matches_at_rest(kGames.back());
  }

  void say(const std::string& name, double value, const char* unit) {
    if (settings_.json)
      std::cout << "{\"name\":\"" << name << "\",\"value\":" << with("%.2f", value) << "}" << std::endl;
    else
      std::cout << name << ": " << with("%.2f", value) << ' ' << unit << std::endl;
  }

  void connections_at_rest(const Game& game) {
    Site site(game, "sqlite");
    const std::string told = site.load(1, 0, {"--connections", "5000"});
    say("a connection at rest, " + game.name, figure(told, "memory_per_connection") / 1024, "KB");
  }

  // Matches near their end that everybody has left; then a server that knows none of them, and somebody who comes to
  // each.
  void matches_at_rest(const Game& game) {
    for (const char* store : {"sqlite", "postgres"}) {
      const std::string which = game.name + ", " + store;
      Site site(game, store);
      site.load("learning", 2, kResting, {});  // what a server needs for its first matches
      std::this_thread::sleep_for(kLeftAlone);
      const Words near_the_end{"--actions", std::to_string(kNearTheEnd)};
      const std::uint64_t before = site.memory();
      site.load(50, kResting, near_the_end);
      say("a match in use, " + which, grown(site, before), "KB");
      std::this_thread::sleep_for(kLeftAlone);
      // Freed memory stays with the process: what rests takes none if as many more matches find room there.
      const std::uint64_t once = site.memory();
      site.load(50, kResting, near_the_end);
      say("a match at rest, " + which, grown(site, once), "KB");
      std::this_thread::sleep_for(kLeftAlone);
      site.stop();
      site.start();
      come_to_each(site, game.scenario, which);
      site.stop();
    }
  }

  static double grown(const Site& site, std::uint64_t before) {
    return (static_cast<double>(site.memory()) - static_cast<double>(before)) / 1024 / kResting;
  }

  void come_to_each(const Site& site, const std::string& scenario, const std::string& which) {
    terminal::Client::Settings settings;
    settings.address.host = "127.0.0.1";
    settings.address.port = std::to_string(site.port());
    terminal::Client client(settings);
    (void)client.connect();
    v1::ClientFrame frame;
    frame.mutable_list_matches()->set_running(true);
    frame.mutable_list_matches()->set_limit(100);
    const auto list = client.ask(frame);
    Asker asker(settings.address);
    std::vector<double> cold, warm;
    if (!list) throw std::runtime_error("no list of matches: " + list.error().reason().id());
    for (const v1::MatchInfo& match : list->matches().matches()) {
      if (match.scenario() != scenario) continue;
      v1::ClientFrame attach, detach;
      attach.mutable_attach()->set_match(match.id());
      attach.mutable_attach()->set_observe(true);
      detach.mutable_detach()->set_match(match.id());
      cold.push_back(asker.ms_of(attach));
      asker.ms_of(detach);
      warm.push_back(asker.ms_of(attach));
      asker.ms_of(detach);
    }
    for (auto* times : {&cold, &warm}) {
      if (times->empty()) continue;
      std::ranges::sort(*times);
      const std::string what =
          std::string(times == &cold ? "coming to a match at rest" : "coming to a match in use") + ", " + which;
      say(what + ", median", (*times)[times->size() / 2], "ms");
      say(what + ", slowest", times->back(), "ms");
    }
  }

  const Settings settings_;
};

}  // namespace
}  // namespace wardroom::testing

int main(int argc, char** argv) {
  using namespace wardroom::testing;
  Settings settings;
  CLI::App app("What a server of this machine carries, as a table", "tests/load");
  app.add_option("--seconds", settings.seconds, "of each measurement; a row has two")->capture_default_str();
  app.add_option("--matches", settings.matches, "at once, where there are that many connections")
      ->capture_default_str();
  app.add_option("--part", settings.part, "of the actions a second, when times are measured")->capture_default_str();
  app.add_option("--games", settings.games)->delimiter(',')->check(CLI::IsMember({"picket", "pq17", "pq18"}));
  app.add_option("--stores", settings.stores)
      ->delimiter(',')
      ->check(CLI::IsMember({"sqlite", "postgres", "three", "apart"}));
  app.add_option("--connections", settings.connections)->delimiter(',')->check(CLI::Range(2, 10000));
  app.add_flag("!--no-rest", settings.rest, "without what rests: connections, matches, and coming to them");
  app.add_flag("--json", settings.json, "a line of JSON a row");
  CLI11_PARSE(app, argc, argv);
  Table(settings).print();
}
