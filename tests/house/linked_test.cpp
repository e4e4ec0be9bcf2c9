// A program has in it the titles of the lists it was linked with, and no others; what is served has no mutants in it.
#include <gtest/gtest.h>

#include <cctype>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace wardroom {
namespace {

std::string bytes_of(const std::string& program) {
  const std::filesystem::path file = std::filesystem::path(WARDROOM_BIN_DIR) / program;
  std::string bytes(std::filesystem::file_size(file), '\0');
  std::ifstream(file, std::ios::binary).read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  return bytes;
}

bool has(const std::string& bytes, const std::string& trace) {
  return ::memmem(bytes.data(), bytes.size(), trace.data(), trace.size()) != nullptr;
}

// Names of functions and of messages, texts, schemas: whatever of a title is in a program says its name somewhere.
bool names(const std::string& program, const std::string& title) {
  const std::string bytes = bytes_of(program);
  return has(bytes, "wardroom/" + title) || has(bytes, "wardroom." + title) ||
         has(bytes, "wardroom" + std::to_string(title.size()) + title);
}

// As the tables of all titles have them (tests/titles/mutate.cpp).
std::vector<std::string> mutants() {
  std::vector<std::string> found;
  for (const auto& title : std::filesystem::directory_iterator(WARDROOM_SOURCE_DIR "/tests/titles")) {
    if (!std::filesystem::is_directory(title.path() / "mutants")) continue;
    for (const auto& table : std::filesystem::directory_iterator(title.path() / "mutants")) {
      std::ifstream in(table.path());
      for (std::string line; std::getline(in, line);) {
        if (!line.empty() && std::islower(static_cast<unsigned char>(line[0])))
          found.push_back(line.substr(0, line.find(' ')));
      }
    }
  }
  return found;
}

TEST(Linked, ProgramsWithPicketHaveNoOtherTitleInThem) {
  for (const char* program : {"picket-server", "picket-terminal"}) {
    EXPECT_TRUE(names(program, "picket")) << program;
    EXPECT_FALSE(names(program, "pq17")) << program;
  }
}

TEST(Linked, WhatIsServedHasNoMutantsInIt) {
  ASSERT_GE(mutants().size(), 40u);
  for (const char* program : {"wardroom-server", "wardroom"}) {
    const std::string bytes = bytes_of(program);
    for (const char* trace : {"Mutant", "mutated", "WARDROOM_MUTANT"})
      EXPECT_FALSE(has(bytes, trace)) << program << trace;
    for (const std::string& name : mutants()) EXPECT_FALSE(has(bytes, name)) << program << " has " << name;
  }
}

TEST(Linked, TheLoadGeneratorNeedsNoTitle) { EXPECT_FALSE(names("wardroom-load", "pq17")); }

}  // namespace
}  // namespace wardroom
