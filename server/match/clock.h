// The clocks of a match, as pure arithmetic. Banks change only at a barrier that everyone sees, so that a clock never
// tells whether the other seat has finished a part that is played side by side.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "server/engine/seat.h"
#include "server/match/store.h"

namespace wardroom::match {

// Who has been thinking since the last barrier.
struct Thinking {
  std::int64_t since_ms = 0;
  std::array<bool, 2> asked{false, false};
  std::array<std::int64_t, 2> done_ms{0, 0};  // when he had nothing more to answer; 0: he thinks still
  std::array<calendar::Rest, 2> rests{};      // when his time stands still
};

bool has_clock(const v1::Clock& rule);
bool is_slow(const v1::Clock& rule);  // days, not hours
ClockState full_banks(const v1::Clock& rule);

// What the seat has used since the last barrier.
std::int64_t used_ms(const Thinking& thinking, Seat seat, std::int64_t now_ms);

// When the seat's time is over if it goes on thinking; none: it does not think, as far as everyone can see.
std::optional<std::int64_t> deadline_ms(const Thinking& thinking, Seat seat, std::int64_t left_ms);
// When the other may claim it; none: it has finished in time.
std::optional<std::int64_t> claim_ms(const v1::Clock& rule, const Thinking& thinking, Seat seat, std::int64_t left_ms);
// Never after that, while the seat is asked: its bank without any rest.
std::int64_t soonest_deadline_ms(const ClockState& left, Seat seat, std::int64_t now_ms);

// The banks after a barrier: time used goes off; a seat that is no longer asked gets its increment, up to the cap.
ClockState charge(const v1::Clock& rule, const ClockState& left, const Thinking& thinking, std::array<bool, 2> to_move,
                  std::int64_t now_ms);

}  // namespace wardroom::match
