// Chances of counts, in whole numbers so that they are the same everywhere.
#pragma once

#include <cstdint>
#include <vector>

namespace wardroom::pq17 {

inline constexpr std::uint64_t kWhole = 1'000'000'000'000'000;
inline constexpr int kDieSides = 10;

using Distribution = std::vector<std::uint64_t>;  // of a count, by its number; the sum is kWhole but for rounding

// Of so many dice, each a success with so many of its ten sides; of two thrown after each other, of a hundred.
inline Distribution roll(Distribution of, int dice, int sides, int out_of = kDieSides) {
  const auto good = static_cast<std::uint64_t>(sides);
  const auto all = static_cast<std::uint64_t>(out_of);
  for (int i = 0; i < dice; ++i) {
    of.push_back(0);
    for (std::size_t n = of.size(); n-- > 0;) {
      const std::uint64_t fewer = n > 0 ? of[n - 1] : 0;
      of[n] = (of[n] * (all - good) + fewer * good) / all;
    }
  }
  return of;
}
inline Distribution no_more_than(Distribution of, std::size_t count) {
  while (of.size() > count + 1) {
    const std::uint64_t over = of.back();
    of.pop_back();
    of.back() += over;
  }
  return of;
}
inline void mix(Distribution& sum, const Distribution& one) {  // each side of the die adds a tenth
  if (sum.size() < one.size()) sum.resize(one.size());
  for (std::size_t n = 0; n < one.size(); ++n) sum[n] += one[n] / kDieSides;
}
inline std::uint64_t share(std::uint64_t part, std::uint64_t of) {
  return static_cast<std::uint64_t>(static_cast<unsigned __int128>(part) * of / kWhole);
}
inline Distribution both(const Distribution& a, const Distribution& b) {  // their sum
  Distribution sum(a.size() + b.size() - 1);
  for (std::size_t i = 0; i < a.size(); ++i) {
    for (std::size_t j = 0; j < b.size(); ++j) sum[i + j] += share(a[i], b[j]);
  }
  return sum;
}
// Of a unit of so much CS, what is left after so many dice, each of which takes one with so many of its sides.
inline Distribution shot_at(Distribution left, int dice, int sides) {
  const auto good = static_cast<std::uint64_t>(sides);
  for (int i = 0; i < dice; ++i) {
    for (std::size_t n = 0; n < left.size(); ++n) {
      const std::uint64_t more = n + 1 < left.size() ? left[n + 1] : 0;
      left[n] = (left[n] * (n == 0 ? kDieSides : kDieSides - good) + more * good) / kDieSides;
    }
  }
  return left;
}
inline Distribution all_of(int count) {
  Distribution of(static_cast<std::size_t>(count) + 1);
  of.back() = kWhole;
  return of;
}
inline std::uint32_t rounded(std::uint64_t part, std::uint64_t whole, std::uint64_t of) {
  return static_cast<std::uint32_t>((static_cast<unsigned __int128>(part) * of + whole / 2) / whole);
}
inline std::uint64_t at_least(const Distribution& of, std::size_t count) {
  std::uint64_t sum = 0;
  for (std::size_t n = count; n < of.size(); ++n) sum += of[n];
  return sum;
}
inline std::uint64_t mean(const Distribution& of) {
  std::uint64_t sum = 0;
  for (std::size_t n = 1; n < of.size(); ++n) sum += at_least(of, n);
  return sum;
}

}  // namespace wardroom::pq17
