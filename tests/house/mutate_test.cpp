// What makes mutants of rules: a row that does not fit the rules is an error that says where.
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

namespace wardroom {
namespace {

namespace fs = std::filesystem;

class Mutate : public ::testing::Test {
 protected:
  void SetUp() override {
    root_ = fs::temp_directory_path() / ("wardroom-mutate-" + std::to_string(::getpid()));
    fs::remove_all(root_);
    write("rules/air/a.cpp", "int a() {\n  return 1;\n}\n");
    write("rules/sea/b.cpp", "int b() {\n  return 1;\n}\nint c() {\n  return 1;\n}\n");
  }
  void TearDown() override { fs::remove_all(root_); }

  void write(const fs::path& file, const std::string& text) const {
    fs::create_directories((root_ / file).parent_path());
    std::ofstream(root_ / file) << text;
  }
  std::string read(const fs::path& file) const {
    std::ifstream in(root_ / file);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  int run() const {
    const std::string at = root_.string();
    const std::string command = WARDROOM_BIN_DIR "/mutate " + at + "/tables " + at + "/rules " + at + "/out " + at +
                                "/rules/air/a.cpp " + at + "/rules/sea/b.cpp 2>" + at + "/said";
    return std::system(command.c_str());
  }
  void expect_refused(const std::string& why) const {
    EXPECT_NE(run(), 0);
    EXPECT_NE(read("said").find(why), std::string::npos) << read("said");
  }

  fs::path root_;
};

TEST_F(Mutate, PutsEachMutantBehindItsSwitch) {
  write("tables/air.txt", "# one\nnought Rule1.One\n-  return 1;\n+  return mutated(\"nought\") ? 0 : 1;\n");
  write("tables/sea.txt", "two Rule2.*\n int c() {\n+  if (mutated(\"two\")) return 2;\n");
  ASSERT_EQ(run(), 0) << read("said");
  EXPECT_TRUE(read("out/air/a.cpp").ends_with("int a() {\n  return mutated(\"nought\") ? 0 : 1;\n}\n"));
  EXPECT_TRUE(read("out/sea/b.cpp").ends_with("int c() {\n  if (mutated(\"two\")) return 2;\n  return 1;\n}\n"));
  EXPECT_NE(read("out/mutants.inc").find("{\"two\", \"Rule2.*\"}"), std::string::npos);
}

TEST_F(Mutate, ALineThatIsNotThereIsAnError) {
  write("tables/air.txt", "nought Rule1.One\n-  return 7;\n+  return mutated(\"nought\");\n");
  expect_refused("air.txt:2: error: does not stand in");
}

TEST_F(Mutate, ALineThatIsThereTwiceIsAnError) {
  write("tables/sea.txt", "nought Rule1.One\n-  return 1;\n+  return mutated(\"nought\");\n");
  expect_refused("sea.txt:2: error: stands more than once in");
}

TEST_F(Mutate, TwoRowsDoNotChangeOneLine) {
  const std::string place = "-  return 1;\n+  return mutated(\"nought\");\n";
  write("tables/air.txt", "nought Rule1.One\n" + place + "\n" + place);
  expect_refused("changes what another has changed");
}

TEST_F(Mutate, ASwitchHasAKillerAndAKillerASwitch) {
  write("tables/air.txt", "-  return 1;\n+  return mutated(\"nought\");\n");
  expect_refused("nought has no killer");
  write("tables/air.txt", "nought Rule1.One\n");
  expect_refused("nought is switched on nowhere");
  write("tables/air.txt", "nought\n");
  expect_refused("not the name of a mutant and its killer");
}

}  // namespace
}  // namespace wardroom
