// Whole matches as they read in the terminal, kept as files that people have read.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>

#include "tests/terminal/transcript.h"

namespace wardroom::terminal {
namespace {

constexpr const char* kRenew = "WARDROOM_RENEW_TRANSCRIPTS";

std::filesystem::path file_of(const Performance& of, const std::string& language) {
  return std::filesystem::path(WARDROOM_SOURCE_DIR) / "tests/terminal" / of.title / (of.name + "." + language + ".txt");
}

std::string read(const std::filesystem::path& file) {
  std::ostringstream text;
  text << std::ifstream(file, std::ios::binary).rdbuf();
  return std::move(text).str();
}

std::vector<std::string> lines_of(const std::string& page) {
  std::vector<std::string> lines;
  std::istringstream in(page);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

class KeptTranscript : public testing::TestWithParam<Performance> {};

TEST_P(KeptTranscript, ReadsAsItHasBeenRead) {
  for (const auto& [language, page] : perform(GetParam())) {
    const auto file = file_of(GetParam(), language);
    if (std::getenv(kRenew)) {
      std::ofstream(file, std::ios::binary) << page;
      continue;
    }
    const auto kept = lines_of(read(file)), now = lines_of(page);
    const auto [was, is] = std::mismatch(kept.begin(), kept.end(), now.begin(), now.end());
    if (was == kept.end() && is == now.end()) continue;
    ADD_FAILURE() << file.string() << " differs from line " << was - kept.begin() + 1
                  << " on.\n  kept: " << (was == kept.end() ? "(the end)" : *was)
                  << "\n  now:  " << (is == now.end() ? "(the end)" : *is)
                  << "\nIf that is meant, renew the files with\n  " << kRenew << "=1 build/bin/tests/transcripts_test\n"
                  << "and read what has changed.";
  }
}

TEST_P(KeptTranscript, HasNoLineThatIsNotWords) {
  const std::regex id("[a-z][a-z0-9_]*(\\.[a-z0-9_]+)+");
  for (const char* language : {"en", "pl"}) {
    int number = 0;
    for (const std::string& line : lines_of(read(file_of(GetParam(), language)))) {
      ++number;
      std::smatch found;
      EXPECT_FALSE(std::regex_search(line, found, id))
          << GetParam().name << '.' << language << ':' << number << ": " << line;
      EXPECT_EQ(line.find_first_of("{}"), std::string::npos)
          << GetParam().name << '.' << language << ':' << number << ": " << line;
    }
    EXPECT_GT(number, 100);
  }
}

INSTANTIATE_TEST_SUITE_P(Pq17, KeptTranscript,
                         testing::Values(Performance{"pq17", "allied", Viewer::kFirst, "learning", 1},
                                         Performance{"pq17", "axis", Viewer::kSecond, "learning", 2},
                                         Performance{"pq17", "observer", Viewer::kPublic, "learning", 3}),
                         [](const auto& each) { return each.param.name; });
INSTANTIATE_TEST_SUITE_P(
    Murmansk, KeptTranscript,
    testing::Values(Performance{"murmansk", "allied", Viewer::kFirst, "learning", 1, "standard"},
                    Performance{"murmansk", "axis", Viewer::kSecond, "learning", 2, "standard"},
                    Performance{"murmansk", "seasons", Viewer::kPublic, "year42", 1, "standard", 3},
                    Performance{"murmansk", "observer", Viewer::kPublic, "winter43", 3, "standard"}),
    [](const auto& each) { return each.param.name; });

}  // namespace
}  // namespace wardroom::terminal
