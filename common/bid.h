// A bid for a side. It stands behind the player's nonce, so that the hash which binds him to the one binds him to the
// other, and nobody can read it from the hash.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "common/nonce.h"
#include "wardroom/v1/play.pb.h"

namespace wardroom {

namespace v1 {
class ClientFrame;
}

inline constexpr std::size_t kBidBytes = 5;       // the seat, and the points in four bytes, the lowest first
inline constexpr std::uint32_t kMostBid = 1'000;  // points

// What a player gives to a match: his nonce and, where sides are bid for, his bid.
std::string part_of(std::string nonce, const v1::Bid& bid);
std::size_t part_bytes(v1::Sides sides);
// None: it is no nonce with a bid behind it.
std::optional<v1::Bid> bid_in(std::string_view part);

// Where a request that sits down first has the hash of its part; none: it does not sit down first.
std::string* nonce_hash_in(v1::ClientFrame& frame);

}  // namespace wardroom
