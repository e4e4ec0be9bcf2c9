// Deltas: what they are made of is read the same by all clients, from one list.
#include "common/delta.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <random>
#include <sstream>

namespace wardroom {
namespace {

std::string bytes_of(const std::string& hex) {
  std::string bytes;
  for (std::size_t i = 0; hex != "-" && i + 1 < hex.size(); i += 2)
    bytes += static_cast<char>(std::stoi(hex.substr(i, 2), nullptr, 16));
  return bytes;
}

std::string random_bytes_of(std::mt19937& random, std::size_t most, unsigned letters) {
  std::string bytes(random() % most, '\0');
  for (char& byte : bytes) byte = static_cast<char>(random() % letters);
  return bytes;
}

TEST(Delta, IsWrittenAndReadAsListed) {
  std::ifstream list(WARDROOM_SOURCE_DIR "/tests/common/deltas.txt");
  std::string line, base, told, made;
  std::getline(list, line);
  int lines = 0;
  for (; list >> base >> told >> made; ++lines) {
    const auto read = patched(bytes_of(base), bytes_of(told));
    ASSERT_EQ(read.has_value(), made != "unfit") << base << ' ' << told;
    if (!read) continue;
    EXPECT_EQ(*read, bytes_of(made));
    EXPECT_EQ(delta(bytes_of(base), *read), bytes_of(told)) << "every server writes the same";
  }
  EXPECT_GT(lines, 20);
}

TEST(Delta, ReadsTheSameInPython) {
  EXPECT_EQ(std::system("python3 " WARDROOM_SOURCE_DIR "/tests/common/deltas.py"), 0);
}

TEST(Delta, MakesWhatItWasMadeOf) {
  std::mt19937 random(1);
  for (int i = 0; i < 2000; ++i) {
    const std::string base = random_bytes_of(random, 400, 1 + random() % 20);
    std::string next = base;
    for (auto changes = random() % 6; changes > 0; --changes) {
      const std::size_t at = next.empty() ? 0 : random() % next.size();
      if (random() % 2 == 0) next.erase(at, random() % 10);
      if (random() % 2 == 0) next.insert(std::min(at, next.size()), random_bytes_of(random, 20, 256));
      if (random() % 4 == 0) next += next.substr(next.size() / 2);
    }
    EXPECT_EQ(patched(base, delta(base, next)), next);
  }
}

TEST(Delta, SaysLittleWhereLittleHasChanged) {
  std::mt19937 random(2);
  const std::string base = random_bytes_of(random, 2, 256) + std::string(5'000, 'a') + random_bytes_of(random, 2, 256);
  std::string next = base;
  next[2'000] = 'b';
  next.insert(4'000, "new");
  EXPECT_LT(delta(base, next).size(), 30u);
  EXPECT_LT(delta({}, base).size(), 30u) << "what is said again and again is said once";
}

TEST(Delta, WhateverComesInItsPlaceIsReadToItsEnd) {
  std::mt19937 random(3);
  for (int i = 0; i < 20'000; ++i) {
    const std::string base = random_bytes_of(random, 100, 256);
    std::string told = delta(base, random_bytes_of(random, 60, 3) + base);
    if (i % 2 == 0) told = random_bytes_of(random, 20, 40);
    if (!told.empty()) told[random() % told.size()] = static_cast<char>(random() % 256);
    (void)patched(base, told);
  }
}

}  // namespace
}  // namespace wardroom
