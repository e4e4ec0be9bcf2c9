// A match as a list or a notice shows it to one account: made of its card, never of its journal.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "server/match/store.h"

namespace wardroom::match {

// What is known of the people beside the card.
struct People {
  std::array<std::string, 2> names;
  std::array<bool, 2> present{false, false};
  std::int64_t thinking_ms = 0;  // since everyone was last shown something, while a clock runs
};

// The seat this account holds; nobody's account holds none.
std::optional<Seat> seat_of(const Card& card, std::string_view account);
std::optional<Seat> free_seat(const Card& card);
// The person who sat down first: he gave the hash of his nonce. None where a bot sits, and in older matches.
std::optional<Seat> first_of(const Card& card);
v1::Exchange exchange_of(const Card& card);
// An open match whose seats are both taken asks each person for his nonce, the first after the second, and begins when
// it has them all.
bool wants_nonce(const Card& card, Seat seat);
bool can_begin(const Card& card);
// The second has given his nonce, and the first could open his.
bool waits_for_opening(const Card& card);
// It ended before it began: it has no journal.
bool never_began(const Card& card);

v1::MatchInfo match_info(const Card& card, const People& people, std::string_view account);

}  // namespace wardroom::match
