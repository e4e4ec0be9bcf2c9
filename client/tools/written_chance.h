// WrittenChance: dice and cards as a person writes them, for `wardroom position`.
#pragma once

#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "common/result.h"
#include "server/engine/chance.h"

namespace wardroom::terminal {

struct WrittenDraw {
  std::optional<std::uint32_t> sides;  // of a die; a card or a chit is not checked
  std::uint32_t result = 0;
  std::string written;
};

// "d6:3,5,0 card:DECK:12": dice by their sides, anything else by its last part; results count from 0.
Result<std::vector<WrittenDraw>> parse_chance(std::string_view script);

// What the script and the rules disagree about.
struct NotAsWritten : std::runtime_error {
  explicit NotAsWritten(Text text) : std::runtime_error(text.id.str()), reason(std::move(text)) {}
  Text reason;
};

class WrittenChance final : public Chance {
 public:
  explicit WrittenChance(std::vector<WrittenDraw> draws) : draws_(draws.begin(), draws.end()) {}
  std::uint32_t draw(const Occasion& occasion, std::uint32_t sides) override;
  std::size_t left() const { return draws_.size(); }

 private:
  std::deque<WrittenDraw> draws_;
  std::int64_t count_ = 0;
};

}  // namespace wardroom::terminal
