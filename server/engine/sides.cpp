#include "server/engine/sides.h"

#include <vector>

#include "common/bid.h"

namespace wardroom {
namespace {

Seat to_seat(std::uint32_t number) { return number == 0 ? Seat::kFirst : Seat::kSecond; }

Refusal no_bid() { return refuse(RefusalCode::kMalformed, Text("refusal.no_bid").number("most", kMostBid)); }

bool same_side_wanted(std::span<const v1::Bid> bids) { return bids[0].seat() == bids[1].seat(); }

}  // namespace

Seat seat_of_first(v1::Sides sides, std::span<const v1::Bid> bids, const Secret& secret) {
  const Seat drawn = to_seat(static_cast<std::uint32_t>(keyed_number("wardroom sides", secret) & 1));
  if (sides != v1::SIDES_BID) return drawn;
  const Seat wanted = to_seat(bids[0].seat());
  if (!same_side_wanted(bids) || bids[0].points() > bids[1].points()) return wanted;
  return bids[0].points() == bids[1].points() ? drawn : other(wanted);
}

Result<void> find_sides(v1::record::Head& head, const Secret& secret) {
  if (head.sides() == v1::SIDES_CHOSEN) return {};
  std::vector<v1::Bid> bids;
  if (head.sides() == v1::SIDES_BID) {
    for (const std::string& part : head.nonces()) {
      const auto bid = bid_in(part);
      if (!bid) return no_bid();
      bids.push_back(*bid);
    }
    if (bids.size() != 2) return no_bid();
  }
  head.mutable_bids()->Assign(bids.begin(), bids.end());
  head.set_first_seat(static_cast<std::uint32_t>(seat_of_first(head.sides(), bids, secret)));
  return {};
}

std::int32_t par_change(const v1::record::Head& head) {
  if (head.bids_size() != 2 || head.bids(0).seat() != head.bids(1).seat()) return 0;
  const v1::Bid& paid = head.bids(head.first_seat() == head.bids(0).seat() ? 0 : 1);
  const auto points = static_cast<std::int32_t>(paid.points());
  return paid.seat() == 0 ? points : -points;
}

}  // namespace wardroom
