// The clocks of a match, as pure arithmetic. Banks change only at a barrier that everyone sees, so that a clock never
// tells whether the other seat has finished a part that is played side by side.
#pragma once

#include <array>
#include <cstdint>

#include "server/engine/seat.h"
#include "server/match/store.h"

namespace wardroom::match {

// Who has been thinking since the last barrier.
struct Thinking {
  std::int64_t since_ms = 0;
  std::array<bool, 2> asked{false, false};
  std::array<std::int64_t, 2> done_ms{0, 0};  // when he had nothing more to answer; 0: he thinks still
};

bool has_clock(const v1::Clock& rule);
ClockState full_banks(const v1::Clock& rule);

// What the seat has used since the last barrier.
std::int64_t used_ms(const Thinking& thinking, Seat seat, std::int64_t now_ms);

// When the bank of a seat that is asked now is empty.
std::int64_t deadline_ms(const ClockState& left, Seat seat, std::int64_t now_ms);

// The banks after a barrier: time used goes off; a seat that is no longer asked gets its increment, up to the cap.
ClockState charge(const v1::Clock& rule, const ClockState& left, const Thinking& thinking, std::array<bool, 2> to_move,
                  std::int64_t now_ms);

}  // namespace wardroom::match
