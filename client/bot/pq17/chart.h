// Chart: how dangerous each hex is to a convoy, and the way of least danger to a place. Made once a turn.
#pragma once

#include <map>
#include <vector>

#include "client/bot/pq17/sight.h"
#include "client/bot/pq17/style.h"

namespace wardroom::pq17::bot {

class Chart {
 public:
  Chart(const Sight& sight, const Style& style);

  // Both sides read the same open facts, so each can guess where the other thinks it safe.
  double danger(Hex hex) const { return danger_[static_cast<std::size_t>(hex)]; }
  double of_submarines(Hex hex) const {
    return submarines_[static_cast<std::size_t>(hex)];
  }  // of the danger, by blocks seen
  double of_aircraft(Hex hex) const { return aircraft_[static_cast<std::size_t>(hex)]; }  // without any fear of them
  // Danger and time from this hex to the goal, the goal's included; very much when there is no way.
  double to_go(Hex from, Hex goal);
  // The neighbour a convoy would go to next; none: it is there, or there is no way.
  std::optional<Hex> next(Hex from, Hex goal);
  // Where a convoy will be after so many turns.
  Hex ahead(Hex from, Hex goal, int turns);

  bool is_of(const Sight& sight) const;  // still that turn and phase

 private:
  const std::vector<double>& field(Hex goal);

  const Reference* reference_;
  int turn_;
  Side active_;
  std::vector<double> danger_ = std::vector<double>(10000);
  std::vector<double> aircraft_ = std::vector<double>(10000);
  std::vector<double> submarines_ = std::vector<double>(10000);
  std::map<Hex, std::vector<double>> fields_;
};

}  // namespace wardroom::pq17::bot
