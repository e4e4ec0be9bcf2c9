// A title that was made by server/titles/README.md when this was built, beside those there were: it is served, two
// terminals play it, its own bots sit down, and every tool finds it. Nothing of the platform was written for it.
#include <gmock/gmock.h>

#include <regex>

#include "tests/end_to_end/processes.h"

namespace wardroom::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

const std::string kBin = WARDROOM_BIN_DIR;
const std::string kScratch = WARDROOM_SCRATCH_DIR;

class Scratch : public ::testing::Test {
 protected:
  void serve() {
    server_ = std::make_unique<Process>(
        std::vector<std::string>{kBin + "/scratch-server", "--port", std::to_string(port_), "--data",
                                 (folder_.path() / "data").string(), "--scenarios", kScratch + "/scenarios"},
        folder_.path() / "server.log");
    server_->wait_for("wardroom listening on");
  }
  std::string url() const { return "http://127.0.0.1:" + std::to_string(port_); }

  std::unique_ptr<Process> start(const std::string& who, std::vector<std::string> command) {
    const std::string home = (folder_.path() / who).string();
    return std::make_unique<Process>(std::move(command), folder_.path() / (who + std::to_string(++runs_) + ".log"),
                                     std::vector<std::string>{"XDG_CONFIG_HOME=" + home, "HOME=" + home, "NO_COLOR=1",
                                                              "LC_ALL=C", "WARDROOM_ROOT=" + kScratch});
  }
  std::unique_ptr<Process> terminal(const std::string& who, const std::vector<std::string>& words) {
    std::vector<std::string> command{kBin + "/scratch-terminal", "--url", url(), "--scenarios",
                                     kScratch + "/scenarios"};
    command.insert(command.end(), words.begin(), words.end());
    return start(who, std::move(command));
  }
  // To its end; what it said.
  static std::string ended(const std::unique_ptr<Process>& process, int expected = 0) {
    EXPECT_EQ(process->wait(), expected) << process->output().substr(0, 4000);
    return process->output();
  }
  std::string tool(const std::vector<std::string>& words, int expected = 0) {
    return ended(terminal("tool", words), expected);
  }

  Folder folder_;
  std::uint16_t port_ = free_port();
  int runs_ = 0;
  std::unique_ptr<Process> server_;
};

TEST_F(Scratch, IsServedAndPlayedByTwoTerminalsAndProved) {
  serve();
  const std::string titles = tool({"titles"});
  EXPECT_THAT(titles, HasSubstr("Scratch")) << "in its own words";
  EXPECT_THAT(titles, HasSubstr("PQ-17")) << "beside the others";

  const std::vector<std::string> play{"--json", "play", "--autoplay"};
  auto words = play;
  words.insert(words.end(), {"--title", "scratch", "--scenario", "small", "--side", "first", "--seed", "1"});
  const auto first = terminal("first", words);
  std::smatch id;
  const std::string said = first->wait_for("\"invitation\"");
  ASSERT_TRUE(std::regex_search(said, id, std::regex("\"match\":\\{\"id\":\"([^\"]+)\""))) << said;
  const std::string match = id[1];
  words = play;
  words.insert(words.end(), {"--join", match, "--seed", "2"});
  const auto second = terminal("second", words);
  ended(first);
  ended(second);

  const std::string file = (folder_.path() / "match.export").string();
  ended(terminal("first", {"export", match, file}));
  EXPECT_THAT(tool({"verify", file}), HasSubstr("Exchange by hash"));
}

TEST_F(Scratch, HasAStandardOfItsOwn) {
  serve();
  const std::vector<std::string> play{"play", "--autoplay", "--seed", "3", "--title", "scratch", "--scenario", "small"};
  auto words = play;
  words.insert(words.end(), {"--bot", "standard"});
  EXPECT_THAT(ended(terminal("first", words)), HasSubstr("Question")) << "with its own screen and words";
  words.back() = "strong";
  ended(terminal("first", words), 1);  // another title's
}

TEST_F(Scratch, IsFoundByEveryToolInOneProcess) {
  const std::string played = tool({"--json", "selfplay", "--title", "scratch", "--scenario", "small", "--games", "3",
                                   "--seats", "standard,random"});
  EXPECT_THAT(played, HasSubstr("\"games\":3"));
  EXPECT_THAT(played, HasSubstr("\"errors\":0"));
  EXPECT_THAT(tool({"contest", "--title", "scratch", "--scenario", "small", "--games", "2", "--par-games", "4"}),
              HasSubstr("\"scenario\":\"all\""));
  EXPECT_THAT(tool({"position", "--title", "scratch", "--scenario", "small"}), HasSubstr("scenario: \"small\""));
  EXPECT_THAT(tool({"data", "--title", "scratch", "check"}), HasSubstr("3"));
  EXPECT_THAT(tool({"data", "--title", "scratch", "template", "data"}), HasSubstr("wardroom.scratch.v1.record.Data"));
  const std::string refused = tool({"data", "--title", "scratch", "odds"}, 1);
  EXPECT_THAT(refused, HasSubstr("scratch")) << "it has none, and that is said";

  const std::string pars = ended(start("tool", {kBin + "/scratch-calibrate", "--title", "scratch", "--games", "4",
                                                "--scenarios", kScratch + "/scenarios"}));
  EXPECT_THAT(pars, HasSubstr("{\"scenario\":\"long\",\"bot\":\"standard\",\"games\":4"));
  const std::string rules = WARDROOM_SOURCE_DIR "/tests/untested-rules";
  EXPECT_EQ(ended(start("tool", {rules, "scratch"}), 1), "1.2\n");
}

TEST_F(Scratch, IsPlayedByTheLoadGenerator) {
  serve();
  const std::string figures = ended(start("tool", {kBin + "/wardroom-load", "--url", url(), "--title", "scratch",
                                                   "--matches", "2", "--seconds", "1", "--json"}));
  EXPECT_THAT(figures, HasSubstr("\"errors\":0"));
}

TEST_F(Scratch, ATitleThatIsNotInTheListIsRefusedByEveryTool) {
  const std::vector<std::vector<std::string>> tools{
      {"selfplay", "--title", "nothing", "--scenario", "small"},
      {"contest", "--title", "nothing"},
      {"position", "--title", "nothing", "--scenario", "small"},
      {"data", "--title", "nothing", "template"},
  };
  for (const auto& words : tools) EXPECT_THAT(tool(words, 1), HasSubstr("nothing")) << words[0];
  ended(start("tool", {kBin + "/scratch-calibrate", "--title", "nothing"}), 1);
  ended(start("tool", {WARDROOM_SOURCE_DIR "/tests/untested-rules", "nothing"}), 2);
}

}  // namespace
}  // namespace wardroom::testing
