// What `verify` tells people about a match that an earlier build exported.
#include <gmock/gmock.h>
#include <unistd.h>

#include "client/terminal/app.h"
#include "client/tools/tools.h"
#include "server/titles/titles.h"
#include "tests/match/stored/stored.h"

namespace wardroom::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

class VerifyCommand : public ::testing::Test {
 protected:
  VerifyCommand() { write(file_, unpacked("revision_1/finished.match.gz")); }
  ~VerifyCommand() override { std::filesystem::remove(file_); }
  std::string run(std::vector<std::string> words) {
    words.insert(words.begin(), {"wardroom", "--home", WARDROOM_SOURCE_DIR});
    words.insert(words.end(), {"verify", file_.string()});
    std::vector<char*> arguments;
    for (std::string& word : words) arguments.push_back(word.data());
    ::testing::internal::CaptureStdout();
    code_ = terminal::run_terminal(static_cast<int>(arguments.size()), arguments.data(),
                                   {titles(), terminal::terminals()}, terminal::add_tools);
    return ::testing::internal::GetCapturedStdout();
  }

  const std::filesystem::path file_ =
      std::filesystem::path(::testing::TempDir()) / ("verify_test." + std::to_string(::getpid()) + ".match");
  int code_ = -1;
};

TEST_F(VerifyCommand, SaysUnderWhichRevisionItWasPlayedAndThatPlayWasNotReplayed) {
  const std::string english = run({"--language", "en"});
  EXPECT_EQ(code_, 0) << english;
  EXPECT_THAT(english, HasSubstr("Proved: match "));
  EXPECT_THAT(english, HasSubstr("played under revision 1, play not replayed"));
  EXPECT_THAT(run({"--language", "pl"}), HasSubstr("według rewizji 1, przebiegu nie odtworzono"));
  EXPECT_THAT(run({"--json"}), HasSubstr("\"not_replayed\":[{\"revision\":1,\"first\":1,\"last\":"));
}

TEST_F(VerifyCommand, StillRefusesAFileThatWasTamperedWith) {
  std::string bytes = unpacked("revision_1/finished.match.gz");
  bytes[bytes.size() / 2] ^= 1;
  write(file_, bytes);
  const std::string said = run({"--language", "en"});
  EXPECT_EQ(code_, 1);
  EXPECT_THAT(said, Not(HasSubstr("Proved")));
}

}  // namespace
}  // namespace wardroom::testing
