// Record: what happened in a match between bots, counted as it is played, for statistics. It sees the truth: never a
// bot's.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>

#include "server/engine/title.h"

namespace wardroom::terminal {

class Record {
 public:
  virtual ~Record() = default;
  virtual void look(const Position& position, const Happened& happened) = 0;  // after every answer
  virtual std::string losses() const = 0;                                     // a JSON object
  virtual std::string facts() const = 0;                                      // a JSON object
};

// What was lost, by side, cause and category.
using Losses = std::map<std::string, std::map<std::string, std::map<std::string, std::int64_t>>>;
std::string to_json(const Losses& losses);

}  // namespace wardroom::terminal
