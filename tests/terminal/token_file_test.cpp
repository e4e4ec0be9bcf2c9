#include "client/terminal/token_file.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cstdlib>

namespace wardroom::terminal {
namespace {
namespace fs = std::filesystem;

class TokenFileTest : public testing::Test {
 protected:
  TokenFileTest() {
    std::string pattern = (fs::temp_directory_path() / "wardroom-token-XXXXXX").string();
    folder_ = ::mkdtemp(pattern.data());
    ::setenv("XDG_CONFIG_HOME", folder_.c_str(), 1);
  }
  ~TokenFileTest() override { fs::remove_all(folder_); }
  static Address address() { return *parse_address("http://example.org:8017"); }

  fs::path folder_;
};

TEST_F(TokenFileTest, OnlyItsOwnerCanReadIt) {
  const TokenFile file(address(), "default");
  EXPECT_EQ(file.read(), "");
  ASSERT_TRUE(file.write("secret"));
  EXPECT_EQ(file.read(), "secret");
  struct stat info {};
  ASSERT_EQ(::stat(file.path().c_str(), &info), 0);
  EXPECT_EQ(info.st_mode & 0777, 0600U);
  ASSERT_EQ(::stat(file.path().parent_path().c_str(), &info), 0);
  EXPECT_EQ(info.st_mode & 0777, 0700U);
}

TEST_F(TokenFileTest, ProfilesAndServersAreKeptApart) {
  ASSERT_TRUE(TokenFile(address(), "one").write("1"));
  ASSERT_TRUE(TokenFile(address(), "../two").write("2"));
  ASSERT_TRUE(TokenFile(*parse_address("http://example.org:1"), "one").write("3"));
  EXPECT_EQ(TokenFile(address(), "one").read(), "1");
  EXPECT_EQ(TokenFile(address(), "../two").path().lexically_normal().string().find(folder_.string()), 0U);
  TokenFile(address(), "one").remove();
  EXPECT_EQ(TokenFile(address(), "one").read(), "");
  EXPECT_EQ(TokenFile(*parse_address("http://example.org:1"), "one").read(), "3");
}

TEST_F(TokenFileTest, AFolderThatCannotBeMadeIsSaid) {
  ::setenv("XDG_CONFIG_HOME", "/proc/nowhere", 1);
  EXPECT_FALSE(TokenFile(address(), "default").write("x"));
}

}  // namespace
}  // namespace wardroom::terminal
