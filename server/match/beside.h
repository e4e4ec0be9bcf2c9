// What stands beside the board, as plain state: whose time runs, and what is offered. Every function here is one that
// the store calls with what it has.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "server/match/clock.h"

namespace wardroom::match {

inline constexpr std::int64_t kExtensionMs = 72 * calendar::kHourMs;
inline constexpr std::int64_t kLongestPauseMs = 30 * 24 * calendar::kHourMs;
inline constexpr std::uint32_t kMostGiven = 30 * 24 * 3600;  // seconds

// -- time --

// Who thinks, as everyone could see it at the last barrier. A match that was stored without this has nobody thinking.
Thinking thinking_of(const v1::record::Aside& aside, std::array<std::int64_t, 2> done_ms, const calendar::Spans& down);
// What a person's calendar means to a clock of this rule.
v1::record::Rests rests_of(const v1::Clock& rule, const v1::MyCalendar& calendar);
bool extended(const v1::record::Aside& aside, Seat seat);
std::int64_t paused_until(const v1::record::Aside& aside, std::int64_t now_ms);  // 0: no pause

std::int64_t meeting_to_come(const v1::record::Aside& aside, std::int64_t now_ms);  // 0: none

// -- offers --

inline constexpr std::uint32_t kHostsSeat = 2;  // at no table: what the host of this server proposes
constexpr bool is_hosts(v1::OfferKind kind) { return kind == v1::OFFER_KIND_VERDICT || kind == v1::OFFER_KIND_REWIND; }
const v1::Offer* find_offer(const v1::record::Aside& aside, v1::OfferKind kind);
void put_offer(v1::record::Aside& aside, const v1::Offer& offer);  // in place of one of its kind
bool take_offer(v1::record::Aside& aside, v1::OfferKind kind, std::uint32_t by);
inline bool take_offer(v1::record::Aside& aside, v1::OfferKind kind, Seat by) {
  return take_offer(aside, kind, static_cast<std::uint32_t>(by));
}
// Those of the first that are not in the second.
std::vector<v1::Offer> gone(const v1::record::Aside& before, const v1::record::Aside& after);

// -- a step that everyone was shown, or that was agreed --

struct Barrier {
  bool shown = true;  // to everyone
  v1::Clock rule;
  Thinking thinking;  // as the match has it: when each had finished
  std::array<bool, 2> to_move{false, false};
  std::array<v1::record::Rests, 2> rests{};                // of each seat, as they are now
  std::array<std::string, 2> people{};                     // between two people: their accounts
  bool over = false;                                       // the match has ended
  std::optional<Seat> late{};                              // by this seat's clock
  std::optional<std::pair<v1::OfferKind, Seat>> agreed{};  // by what this seat offered
};
// Refuses where what it stands on is not so any more: an offer that was withdrawn, a clock that runs still.
Result<void> pass(const Barrier& barrier, Beside& stored, const Moment& moment);

}  // namespace wardroom::match
