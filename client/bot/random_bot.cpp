#include "client/bot/random_bot.h"

namespace wardroom::bot {

std::uint64_t Whim::next() {
  std::uint64_t z = (state_ += 0x9e3779b97f4a7c15ULL);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
  return z ^ (z >> 31);
}

std::size_t Whim::below(std::size_t bound) {
  const std::uint64_t limit = UINT64_MAX - UINT64_MAX % bound;
  std::uint64_t number = next();
  while (number >= limit) number = next();
  return static_cast<std::size_t>(number % bound);
}

}  // namespace wardroom::bot
