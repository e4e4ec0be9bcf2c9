// Steps from every place of a map to every other: hexes or areas, all of them or those open to somebody.
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

namespace wardroom::sea {

inline constexpr int kNoWay = 1000;

class Distances {
 public:
  Distances() = default;

  // `next(place, reach)` calls `reach(other)` for every place that is one step from it. Places are 0 to `places` - 1.
  template <class Next>
  Distances(std::size_t places, const Next& next) : places_(places), steps_(places * places, kNoWay) {
    std::deque<std::size_t> queue;
    for (std::size_t from = 0; from < places; ++from) {
      std::uint16_t* row = &steps_[from * places];
      row[from] = 0;
      queue.assign(1, from);
      while (!queue.empty()) {
        const std::size_t here = queue.front();
        queue.pop_front();
        next(here, [&](std::size_t there) {
          if (row[there] != kNoWay) return;
          row[there] = static_cast<std::uint16_t>(row[here] + 1);
          queue.push_back(there);
        });
      }
    }
  }

  int operator()(std::size_t from, std::size_t to) const { return steps_[from * places_ + to]; }

 private:
  std::size_t places_ = 0;
  std::vector<std::uint16_t> steps_;
};

}  // namespace wardroom::sea
