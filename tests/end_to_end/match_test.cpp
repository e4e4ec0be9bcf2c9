// Whole matches between two terminal programs and a server program, with everything that goes wrong on the way.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <regex>
#include <set>

#include "tests/end_to_end/processes.h"

namespace wardroom::testing {
namespace {

using namespace std::chrono_literals;

const std::string kBin = WARDROOM_BIN_DIR;

class EndToEnd : public ::testing::Test {
 protected:
  void start_server() {
    server_ = std::make_unique<Process>(
        std::vector<std::string>{kBin + "/picket-server", "--port", std::to_string(port_), "--data", (folder_.path() / "data").string(),
                                 "--scenarios", WARDROOM_SOURCE_DIR "/tests/titles", "--max-connections-per-address", "1000", "--idle-match-seconds", "1"},
        folder_.path() / ("server" + std::to_string(++starts_) + ".log"));
    server_->wait_for("wardroom listening on");
  }

  std::string url(std::uint16_t port) const { return "http://127.0.0.1:" + std::to_string(port); }

  // Each player has a home folder of his own: his token is kept there.
  std::vector<std::string> home(const std::string& name) const {
    return {"XDG_CONFIG_HOME=" + (folder_.path() / name).string(), "HOME=" + (folder_.path() / name).string(), "NO_COLOR=1"};
  }
  std::vector<std::string> terminal(std::uint16_t port, std::vector<std::string> words) const {
    std::vector<std::string> command{kBin + "/picket-terminal"};
    command.insert(command.end(), words.begin(), words.end());
    command.insert(command.begin() + 1, {"--url", url(port), "--scenarios", WARDROOM_SOURCE_DIR "/tests/titles"});
    return command;
  }

  std::unique_ptr<Process> player(const std::string& name, std::uint16_t port, std::vector<std::string> words) {
    std::vector<std::string> all{"--json", "play", "--autoplay"};
    all.insert(all.end(), words.begin(), words.end());
    return std::make_unique<Process>(terminal(port, all), folder_.path() / (name + ".log"), home(name));
  }

  // The first begins a match, the second joins it.
  std::string begin(std::uint16_t first_port, std::uint16_t second_port, const std::string& scenario) {
    first_ = player("first", first_port, {"--title", "picket", "--scenario", scenario, "--side", "first", "--seed", "1"});
    const std::string said = first_->wait_for("\"invitation\"");
    std::smatch id;
    if (!std::regex_search(said, id, std::regex("\"match\":\\{\"id\":\"([^\"]+)\""))) throw std::runtime_error(said);
    second_ = player("second", second_port, {"--join", id[1], "--seed", "2"});
    return id[1];
  }

  void expect_proof(const std::string& match) {
    const auto file = folder_.path() / "match.export";
    Process fetched(terminal(port_, {"export", match, file.string()}), folder_.path() / "export.log", home("first"));
    ASSERT_EQ(fetched.wait(), 0) << fetched.output();
    Process proved({kBin + "/picket-terminal", "--scenarios", WARDROOM_SOURCE_DIR "/tests/titles", "verify", file.string()}, folder_.path() / "verify.log");
    EXPECT_EQ(proved.wait(), 0) << proved.output();
  }

  // Every serial once and in order: nothing lost, nothing repeated.
  static void expect_each_serial_once(const std::string& log) {
    std::vector<std::uint64_t> serials;
    const std::regex update("\\{\"event\":\"update\",\"data\":\\{\"match\":\"[^\"]+\",\"serial\":\"([0-9]+)\"");
    for (std::sregex_iterator it(log.begin(), log.end(), update), end; it != end; ++it) serials.push_back(std::stoull((*it)[1]));
    EXPECT_TRUE(std::ranges::is_sorted(serials));
    EXPECT_EQ(std::ranges::adjacent_find(serials), serials.end());
    EXPECT_GT(serials.size(), 0u);
  }

  Folder folder_;
  std::uint16_t port_ = free_port();
  int starts_ = 0;
  std::unique_ptr<Process> server_;
  std::unique_ptr<Process> first_;
  std::unique_ptr<Process> second_;
};

TEST_F(EndToEnd, TwoTerminalsPlayThroughARestartAndADroppedLineAndTheMatchIsProved) {
  start_server();
  Wire wire(port_);
  const std::string match = begin(port_, wire.port(), "long");
  second_->wait_for("\"event\":\"update\"");
  wire.cut();
  second_->wait_for("terminal.returned");
  server_->signal(SIGTERM);
  EXPECT_EQ(server_->wait(), 0);
  start_server();
  EXPECT_EQ(first_->wait(), 0) << first_->output().substr(0, 4000);
  EXPECT_EQ(second_->wait(), 0) << second_->output().substr(0, 4000);
  expect_each_serial_once(first_->output());
  expect_each_serial_once(second_->output());
  expect_proof(match);
}

TEST_F(EndToEnd, AServerKilledAgainAndAgainLosesAndRepeatsNothing) {
  start_server();
  Wire wire(port_);
  const std::string match = begin(port_, wire.port(), "long");
  second_->wait_for("\"event\":\"update\"");
  std::mt19937 random(7);
  int kills = 0;
  while ((first_->running() || second_->running()) && kills < 12) {
    std::this_thread::sleep_for(std::chrono::milliseconds(random() % 300));
    if (kills % 3 == 2) wire.cut();
    server_->signal(SIGKILL);
    server_->wait();
    ++kills;
    start_server();
  }
  EXPECT_EQ(first_->wait(), 0) << first_->output().substr(0, 4000);
  EXPECT_EQ(second_->wait(), 0) << second_->output().substr(0, 4000);
  EXPECT_GT(kills, 2);
  expect_each_serial_once(first_->output());
  expect_each_serial_once(second_->output());
  expect_proof(match);
}

TEST_F(EndToEnd, ADatabaseThatCannotGrowRefusesAndTheMatchGoesOnWhenItCan) {
  start_server();
  const std::string match = begin(port_, port_, "long");
  second_->wait_for("\"event\":\"update\"");
  server_->limit_files(std::filesystem::file_size(folder_.path() / "data/wardroom.sqlite-wal"));
  // Whoever is asked hears it and leaves; the other waits for him.
  while (first_->running() && second_->running()) std::this_thread::sleep_for(5ms);
  Process& refused = first_->running() ? *second_ : *first_;
  EXPECT_EQ(refused.wait(), 1);
  EXPECT_TRUE(refused.output().ends_with("\"words\":\"It could not be stored, so it did not happen. Try again.\"}\n"));
  EXPECT_EQ(http_status(port_, "/healthz"), 503u);
  first_.reset();
  second_.reset();

  server_->limit_files(std::nullopt);
  const auto healthy_by = std::chrono::steady_clock::now() + 15s;
  while (http_status(port_, "/healthz") != 200 && std::chrono::steady_clock::now() < healthy_by) std::this_thread::sleep_for(10ms);
  EXPECT_EQ(http_status(port_, "/healthz"), 200u);
  first_ = player("first", port_, {"--join", match, "--seed", "3"});
  second_ = player("second", port_, {"--join", match, "--seed", "4"});
  EXPECT_EQ(first_->wait(), 0) << first_->output().substr(0, 4000);
  EXPECT_EQ(second_->wait(), 0) << second_->output().substr(0, 4000);
  expect_proof(match);
}

// Hidden words of one side: the captains' names. They stand in the owner's own view and nowhere else.
TEST_F(EndToEnd, NoCanaryReachesTheOtherSeatAnObserverOrTheLog) {
  start_server();
  const std::string match = begin(port_, port_, "small");
  Process observer(terminal(port_, {"--json", "watch", match}), folder_.path() / "observer.log", home("observer"));
  EXPECT_EQ(first_->wait(), 0) << first_->output().substr(0, 4000);
  EXPECT_EQ(second_->wait(), 0) << second_->output().substr(0, 4000);
  observer.wait();
  const std::string first = first_->output();
  EXPECT_NE(first.find("CANARY-0-1"), std::string::npos);
  EXPECT_EQ(first.find("CANARY-1"), std::string::npos);
  EXPECT_EQ(second_->output().find("CANARY-0"), std::string::npos);
  EXPECT_EQ(observer.output().find("CANARY"), std::string::npos);
  EXPECT_EQ(server_->output().find("CANARY"), std::string::npos);
}

TEST_F(EndToEnd, APersonAgainstTheBotOfTheServer) {
  start_server();
  auto alone = player("alone", port_, {"--title", "picket", "--scenario", "small", "--bot", "random", "--seed", "3"});
  EXPECT_EQ(alone->wait(), 0) << alone->output().substr(0, 4000);
}

}  // namespace
}  // namespace wardroom::testing
