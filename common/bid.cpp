#include "common/bid.h"

#include "wardroom/v1/wire.pb.h"

namespace wardroom {

std::string part_of(std::string nonce, const v1::Bid& bid) {
  nonce.push_back(static_cast<char>(bid.seat()));
  for (int shift = 0; shift < 32; shift += 8) nonce.push_back(static_cast<char>(bid.points() >> shift & 0xff));
  return nonce;
}

std::size_t part_bytes(v1::Sides sides) { return sides == v1::SIDES_BID ? kNonceBytes + kBidBytes : kNonceBytes; }

std::optional<v1::Bid> bid_in(std::string_view part) {
  if (part.size() != part_bytes(v1::SIDES_BID)) return std::nullopt;
  const auto byte = [&](std::size_t i) { return static_cast<std::uint32_t>(static_cast<unsigned char>(part[i])); };
  v1::Bid bid;
  bid.set_seat(byte(kNonceBytes));
  for (std::size_t i = 0; i < 4; ++i) bid.set_points(bid.points() | byte(kNonceBytes + 1 + i) << (8 * i));
  if (bid.seat() > 1 || bid.points() > kMostBid) return std::nullopt;
  return bid;
}

std::string* nonce_hash_in(v1::ClientFrame& frame) {
  switch (frame.body_case()) {
    case v1::ClientFrame::kCreateMatch:
      return frame.mutable_create_match()->mutable_nonce_hash();
    case v1::ClientFrame::kQuickMatch:
      return frame.mutable_quick_match()->mutable_nonce_hash();
    case v1::ClientFrame::kRematch:
      return frame.mutable_rematch()->mutable_nonce_hash();
    default:
      return nullptr;
  }
}

}  // namespace wardroom
