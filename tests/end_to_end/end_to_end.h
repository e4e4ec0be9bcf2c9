// EndToEnd: a server program and terminal programs of players, each with a home of his own, in one temporary folder.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <regex>

#include "tests/end_to_end/processes.h"

namespace wardroom::testing {

inline const std::string kBin = WARDROOM_BIN_DIR;

// Which programs, and what they play.
struct Programs {
  std::string server = "picket-server";
  std::string terminal = "picket-terminal";
  std::string scenarios = WARDROOM_SOURCE_DIR "/tests/titles";
  std::string title = "picket";
  std::string first_side = "first";
};

class EndToEnd : public ::testing::Test {
 protected:
  EndToEnd() = default;
  explicit EndToEnd(Programs programs) : programs_(std::move(programs)) {}

  void start_server(const std::vector<std::string>& more = {}) {
    std::vector<std::string> command{kBin + "/" + programs_.server,
                                     "--port",
                                     std::to_string(port_),
                                     "--data",
                                     (folder_.path() / "data").string(),
                                     "--scenarios",
                                     programs_.scenarios,
                                     "--max-connections-per-address",
                                     "1000",
                                     "--new-accounts-address",
                                     "1000000",
                                     "--idle-match-seconds",
                                     "1"};
    command.insert(command.end(), more.begin(), more.end());
    server_ = std::make_unique<Process>(command, folder_.path() / ("server" + std::to_string(++starts_) + ".log"));
    server_->wait_for("wardroom listening on");
  }

  std::string url(std::uint16_t port) const { return "http://127.0.0.1:" + std::to_string(port); }

  // Each player has a home folder of his own: his token is kept there.
  std::vector<std::string> home(const std::string& name) const {
    return {"XDG_CONFIG_HOME=" + (folder_.path() / name).string(), "HOME=" + (folder_.path() / name).string(),
            "NO_COLOR=1"};
  }
  std::vector<std::string> terminal(std::uint16_t port, std::vector<std::string> words) const {
    std::vector<std::string> command{kBin + "/" + programs_.terminal};
    command.insert(command.end(), words.begin(), words.end());
    command.insert(command.begin() + 1, {"--url", url(port), "--scenarios", programs_.scenarios});
    return command;
  }

  std::unique_ptr<Process> player(const std::string& name, std::uint16_t port, std::vector<std::string> words) {
    std::vector<std::string> all{"--json", "play", "--autoplay"};
    all.insert(all.end(), words.begin(), words.end());
    return std::make_unique<Process>(terminal(port, all), folder_.path() / (name + ".log"), home(name));
  }

  // The first begins a match and waits in it.
  std::string open(std::uint16_t port, const std::string& scenario) {
    first_ =
        player("first", port,
               {"--title", programs_.title, "--scenario", scenario, "--side", programs_.first_side, "--seed", "1"});
    const std::string said = first_->wait_for("\"invitation\"");
    std::smatch id;
    if (!std::regex_search(said, id, std::regex("\"match\":\\{\"id\":\"([^\"]+)\""))) throw std::runtime_error(said);
    return id[1];
  }

  // And the second joins it.
  std::string begin(std::uint16_t first_port, std::uint16_t second_port, const std::string& scenario) {
    std::string match = open(first_port, scenario);
    second_ = player("second", second_port, {"--join", match, "--seed", "2"});
    return match;
  }

  void expect_proof(const std::string& match) {
    const auto file = folder_.path() / "match.export";
    Process fetched(terminal(port_, {"export", match, file.string()}), folder_.path() / "export.log", home("first"));
    ASSERT_EQ(fetched.wait(), 0) << fetched.output();
    Process proved({kBin + "/" + programs_.terminal, "--scenarios", programs_.scenarios, "verify", file.string()},
                   folder_.path() / "verify.log");
    EXPECT_EQ(proved.wait(), 0) << proved.output();
    EXPECT_NE(proved.output().find("Exchange by hash"), std::string::npos) << proved.output();
  }

  // Every serial once and in order: nothing lost, nothing repeated.
  static void expect_each_serial_once(const std::string& log) {
    std::vector<std::uint64_t> serials;
    const std::regex update("\\{\"event\":\"update\",\"data\":\\{\"match\":\"[^\"]+\",\"serial\":\"([0-9]+)\"");
    for (std::sregex_iterator it(log.begin(), log.end(), update), end; it != end; ++it)
      serials.push_back(std::stoull((*it)[1]));
    EXPECT_TRUE(std::ranges::is_sorted(serials));
    EXPECT_EQ(std::ranges::adjacent_find(serials), serials.end());
    EXPECT_GT(serials.size(), 0u);
  }

  const Programs programs_{};
  Folder folder_;
  std::uint16_t port_ = free_port();
  int starts_ = 0;
  std::unique_ptr<Process> server_;
  std::unique_ptr<Process> first_;
  std::unique_ptr<Process> second_;
};

}  // namespace wardroom::testing
