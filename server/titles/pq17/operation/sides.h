// The two sides of PQ-17 and the seats they have at the table.
#pragma once

#include "server/engine/seat.h"
#include "wardroom/pq17/v1/board.pb.h"

namespace wardroom::pq17 {

using Side = wardroom::v1::Side::Kind;
inline constexpr Side kAllied = wardroom::v1::Side::ALLIED;
inline constexpr Side kAxis = wardroom::v1::Side::AXIS;
inline constexpr std::array<Side, 2> kSides{kAllied, kAxis};

constexpr Side enemy_of(Side side) { return side == kAllied ? kAxis : kAllied; }
constexpr Seat seat_of(Side side) { return side == kAllied ? Seat::kFirst : Seat::kSecond; }
constexpr Side side_of(Seat seat) { return seat == Seat::kFirst ? kAllied : kAxis; }
constexpr const char* word_of(Side side) { return side == kAllied ? "allied" : "axis"; }  // for texts

}  // namespace wardroom::pq17
