// A short turn of the fuzzing on every build: what every target begins from, with mutations, and what long runs have
// kept (corpus).
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>

#include "common/hash.h"
#include "tests/fuzz/target.h"

namespace wardroom::fuzz {
namespace {

constexpr int kMutations = 150;  // of each

std::vector<std::string> kept(std::string_view target) {
  std::vector<std::string> out;
  const std::filesystem::path folder = std::filesystem::path(WARDROOM_SOURCE_DIR "/tests/fuzz/corpus") / target;
  if (!std::filesystem::exists(folder)) return out;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    std::ifstream file(entry.path(), std::ios::binary);
    out.emplace_back(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
  }
  return out;
}

std::string mutated(std::string bytes, std::mt19937& random) {
  const auto below = [&](std::size_t n) { return n == 0 ? 0 : random() % n; };
  for (auto changes = 1 + below(8); changes > 0; --changes) {
    const auto at = below(bytes.size() + 1);
    switch (below(4)) {
      case 0:
        if (at < bytes.size()) bytes[at] = static_cast<char>(random());
        break;
      case 1:
        bytes.erase(at, below(16));
        break;
      case 2:
        bytes.insert(at, bytes.substr(below(bytes.size() + 1), below(64)));
        break;
      default:
        bytes.insert(at, 1 + below(4), static_cast<char>(random()));
    }
  }
  return bytes;
}

// What is begun from today, for later builds to try: each under a name made of its bytes.
void keep(const Target& target, const std::filesystem::path& corpus) {
  std::filesystem::create_directories(corpus / target.name);
  for (const std::string& bytes : target.beginnings())
    std::ofstream(corpus / target.name / hex(hash(bytes)).substr(0, 16), std::ios::binary) << bytes;
}

class Fuzz : public testing::TestWithParam<Target> {};

TEST_P(Fuzz, NothingFallsOver) {
  const Target& target = GetParam();
  if (const char* corpus = std::getenv("WARDROOM_CORPUS")) keep(target, corpus);
  for (const std::string& bytes : kept(target.name)) target.attempt(bytes);
  std::mt19937 random(17);
  for (const std::string& bytes : target.beginnings()) {
    target.attempt(bytes);
    for (int i = 0; i < kMutations; ++i) target.attempt(mutated(bytes, random));
  }
  target.attempt({});
}

INSTANTIATE_TEST_SUITE_P(Of, Fuzz, testing::ValuesIn(targets()),
                         [](const auto& of) { return std::string(of.param.name); });

}  // namespace
}  // namespace wardroom::fuzz
