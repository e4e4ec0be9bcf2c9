// Sides that are found after both have sat down: drawn, or bid for. Everything is in the head, so that anyone can check
// it: the players' parts by the order of sitting, with the bids in them, and who got which seat.
#pragma once

#include <cstdint>
#include <span>

#include "common/hash.h"
#include "common/result.h"
#include "server/engine/seat.h"
#include "wardroom/v1/record.pb.h"

namespace wardroom {

// The seat of whoever sat down first. Who bids more has the side he wants; of equal bids, and without any, the match's
// secret decides, which nobody knew when the last of them was bound.
Seat seat_of_first(v1::Sides sides, std::span<const v1::Bid> bids, const Secret& secret);

// Puts into a head whose nonces are there how the sides were found; kMalformed when a part holds no bid.
Result<void> find_sides(v1::record::Head& head, const Secret& secret);

// What the bid adds to par, in the unit of the score: nothing where each wanted another side, for then nobody had to
// give anything for his.
std::int32_t par_change(const v1::record::Head& head);

}  // namespace wardroom
