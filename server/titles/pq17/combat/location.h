// Target location [7.1.1]: whoever attacks has to find his target first.
#pragma once

#include "server/titles/pq17/searching/search.h"

namespace wardroom::pq17 {

enum class Seeker { kAircraft, kWolfpack, kTaskForce };

struct Located {
  bool found = false;
  v1::SearchResult::Kind result = v1::SearchResult::DASH;  // of the card that found it, for 7.1.2
};

Searchers seeking(const Operation& op, const v1::Force& force);          // the Force line
Searchers seeking(Operation& op, const std::vector<AirKey>& air_units);  // the Air line
// Up to so many cards, until one succeeds and is not negated [6.2.2, A-07]. ID levels do not change.
Task<Located> draw_to_find(Operation& op, Side side, BlockId target, Searchers by, int cards);
// With as many cards as the target's shadowers and its state allow.
bool second_card(Operation& op, Side side, Seeker seeker,
                 const v1::Block& target);  // whoever seeks it draws two [7.1.1]
Task<Located> locate(Operation& op, Side side, Seeker seeker, BlockId target, Searchers by);

}  // namespace wardroom::pq17
