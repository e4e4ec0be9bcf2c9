// Place: the unique key (match, seq) of journal rows and checkpoints as one integer; see the schema in migrations.cpp.
#pragma once

#include <cstdint>

#include "server/engine/seat.h"

namespace wardroom::store {

inline constexpr int kSeqBits = 24;
inline constexpr std::uint64_t kLastSeq = (std::uint64_t{1} << kSeqBits) - 1;

constexpr std::int64_t place(std::int64_t match, std::uint64_t seq) {
  return (match << kSeqBits) | static_cast<std::int64_t>(seq);
}
// A page of what one viewer was sent.
constexpr std::int64_t page_place(std::int64_t match, Viewer viewer, std::uint64_t number) {
  return place(match * 4 + static_cast<std::int64_t>(viewer), number);
}
// What a seat has queued, and what is on its plotting table.
constexpr std::int64_t seat_place(std::int64_t match, Seat seat) { return match * 2 + static_cast<std::int64_t>(seat); }
constexpr std::uint64_t seq_of(std::int64_t place) { return static_cast<std::uint64_t>(place) & kLastSeq; }

}  // namespace wardroom::store
