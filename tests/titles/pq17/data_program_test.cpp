// wardroom-data from the outside: what it prints and how it ends.
#include <gmock/gmock.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>

namespace wardroom {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

struct Ended {
  int code;
  std::string said;
};

Ended run(const std::string& arguments) {
  const std::string command =
      std::string(WARDROOM_BIN_DIR) + "/wardroom-data --home " + WARDROOM_SOURCE_DIR + " " + arguments + " 2>&1";
  std::FILE* pipe = ::popen(command.c_str(), "r");
  Ended out{-1, {}};
  std::array<char, 4096> buffer;
  while (const std::size_t got = std::fread(buffer.data(), 1, buffer.size(), pipe)) out.said.append(buffer.data(), got);
  const int status = ::pclose(pipe);
  out.code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  return out;
}

class DataProgram : public testing::Test {
 protected:
  void SetUp() override { fs::create_directories(folder_ / "tables"); }
  void TearDown() override { fs::remove_all(folder_); }

  void overlay_gunnery(const std::string& from, const std::string& to) {
    std::ifstream in(fs::path(WARDROOM_SOURCE_DIR) / "scenarios/pq17/tables/gunnery.textproto");
    std::string text((std::istreambuf_iterator<char>(in)), {});
    text.replace(text.find(from), from.size(), to);
    std::ofstream(folder_ / "tables/gunnery.textproto") << text;
  }

  const fs::path folder_ = fs::temp_directory_path() / ("wardroom-data-" + std::to_string(::getpid()));
};

std::string hash_line(const std::string& said) {
  const auto from = said.find("data hash");
  return said.substr(from, said.find('\n', from) - from);
}

TEST_F(DataProgram, CheckIsCleanAndCountsByProvenance) {
  const Ended ended = run("check");
  EXPECT_EQ(ended.code, 0) << ended.said;
  EXPECT_THAT(ended.said, HasSubstr("GunneryTable"));
  EXPECT_THAT(ended.said, HasSubstr("rule book"));
  EXPECT_THAT(ended.said, HasSubstr("no mistakes"));
}

TEST_F(DataProgram, CheckSaysHowMuchOfTheHistoryRestsOnMemory) {
  EXPECT_THAT(run("check").said, testing::ContainsRegex("[0-9,]+ of [0-9,]+ statements of history rest on memory"));
  EXPECT_THAT(run("--language pl check").said, HasSubstr("na pamięci"));
}

TEST_F(DataProgram, CheckSpeaksPolish) {
  const Ended ended = run("--language pl check");
  EXPECT_EQ(ended.code, 0);
  EXPECT_THAT(ended.said, HasSubstr("bez błędów"));
}

TEST_F(DataProgram, AnOverlayIsNamedAndChangesTheHash) {
  overlay_gunnery("hit: 8", "hit: 9");
  const Ended plain = run("check");
  const Ended laid = run("check --data-overlay " + folder_.string());
  EXPECT_EQ(laid.code, 0) << laid.said;
  EXPECT_THAT(laid.said, HasSubstr(folder_.string()));
  EXPECT_NE(hash_line(laid.said), hash_line(plain.said));
}

TEST_F(DataProgram, AMistakeHasFileLineAndFieldAndEndsWithOne) {
  overlay_gunnery("hit: 8", "hit: 0");
  const Ended ended = run("check --data-overlay " + folder_.string());
  EXPECT_EQ(ended.code, 1);
  EXPECT_THAT(ended.said, testing::ContainsRegex("tables/gunnery.textproto:[0-9]+: row.0..cell.0..hit: 0 cannot be"));
  EXPECT_THAT(ended.said, HasSubstr("1 mistake"));
}

TEST_F(DataProgram, AFolderWithoutFilesIsRefused) { EXPECT_EQ(run("check " + (folder_ / "tables").string()).code, 1); }

TEST_F(DataProgram, ShowPrintsATableAndRefusesWhatIsNotThere) {
  EXPECT_THAT(run("show table withdrawal").said, HasSubstr("7+"));
  EXPECT_EQ(run("show table nothing").code, 1);
  EXPECT_NE(run("show").code, 0);
}

TEST_F(DataProgram, OddsAreThePageInTheFolder) {
  std::ifstream in(fs::path(WARDROOM_SOURCE_DIR) / "scenarios/pq17/odds.md");
  EXPECT_EQ(run("odds").said, std::string((std::istreambuf_iterator<char>(in)), {}));
}

TEST_F(DataProgram, TemplatesAreWrittenIntoAFolder) {
  EXPECT_EQ(run("template --into " + (folder_ / "forms").string()).code, 0);
  EXPECT_TRUE(fs::exists(folder_ / "forms/tables/gunnery.textproto")) << "where it would replace ours";
  EXPECT_TRUE(fs::exists(folder_ / "forms/scenario.textproto"));
  EXPECT_THAT(run("template deck").said, HasSubstr("wardroom.pq17.v1.Deck"));
  EXPECT_EQ(run("template nothing").code, 1);
}

}  // namespace
}  // namespace wardroom
