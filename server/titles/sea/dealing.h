// Dealing hidden things: ids that tell nothing, and worlds that a seat imagines.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "server/engine/chance.h"

namespace wardroom::sea {

// Puts a list in an order that nobody knows. `draw(n)` is a number below n, asked for n from the size down to 2. Blocks
// that stand face down together get new ids so, one after another, whenever one joins them: no id leads back to what
// its block was before.
template <class T, class Draw>
void shuffle(std::vector<T>& list, const Draw& draw) {
  for (std::size_t i = list.size(); i > 1; --i) std::swap(list[i - 1], list[draw(static_cast<std::uint32_t>(i))]);
}

// Draws of an imagined world, one after another.
class Dealer {
 public:
  explicit Dealer(Chance& chance) : chance_(chance) {}

  std::size_t pick(std::size_t count) {
    return chance_.draw({0, 0, 0, 0, ordinal_++}, static_cast<std::uint32_t>(count));
  }
  template <class T>
  T take_one(std::vector<T>& from) {
    const std::size_t at = pick(from.size());
    T taken = std::move(from[at]);
    from.erase(from.begin() + static_cast<std::ptrdiff_t>(at));
    return taken;
  }
  template <class T>
  void shuffle(std::vector<T>& list) {
    sea::shuffle(list, [this](std::uint32_t count) { return pick(count); });
  }

 private:
  Chance& chance_;
  std::uint32_t ordinal_ = 0;
};

// What is left to deal: how much of each unit. Cheap enough to copy before an attempt and to put back after it.
class Pool {
 public:
  void add(const std::string& unit, int amount) {
    if (amount > 0) left_[unit] += amount;
  }
  int left(const std::string& unit) const {
    const auto found = left_.find(unit);
    return found == left_.end() ? 0 : found->second;
  }
  int take(const std::string& unit, int most) {
    const auto found = left_.find(unit);
    if (found == left_.end()) return 0;
    const int taken = std::min(most, found->second);
    found->second -= taken;
    if (found->second == 0) left_.erase(found);
    return taken;
  }
  const std::map<std::string, int>& all() const { return left_; }

 private:
  std::map<std::string, int> left_;
};

}  // namespace wardroom::sea
