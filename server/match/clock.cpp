#include "server/match/clock.h"

#include <algorithm>

namespace wardroom::match {

bool has_clock(const v1::Clock& rule) { return rule.bank_seconds() > 0; }

bool is_slow(const v1::Clock& rule) { return rule.bank_seconds() >= 24 * 3600; }

ClockState full_banks(const v1::Clock& rule) {
  const std::int64_t bank = std::int64_t{1000} * rule.bank_seconds();
  return {{bank, bank}};
}

std::int64_t used_ms(const Thinking& thinking, Seat seat, std::int64_t now_ms) {
  if (!thinking.asked[index(seat)]) return 0;
  const std::int64_t done = thinking.done_ms[index(seat)];
  return calendar::running(thinking.rests[index(seat)], thinking.since_ms, done != 0 ? done : now_ms);
}

std::optional<std::int64_t> deadline_ms(const Thinking& thinking, Seat seat, std::int64_t left_ms) {
  if (!thinking.asked[index(seat)]) return std::nullopt;
  return calendar::deadline(thinking.rests[index(seat)], thinking.since_ms, left_ms);
}

std::optional<std::int64_t> claim_ms(const v1::Clock& rule, const Thinking& thinking, Seat seat, std::int64_t left_ms) {
  const std::optional<std::int64_t> over = deadline_ms(thinking, seat, left_ms);
  const std::int64_t done = thinking.done_ms[index(seat)];
  if (!over || (done != 0 && done < *over)) return std::nullopt;
  return *over + std::int64_t{1000} * rule.grace_seconds();
}

std::int64_t soonest_deadline_ms(const ClockState& left, Seat seat, std::int64_t now_ms) {
  return now_ms + left.left_ms[index(seat)];
}

ClockState charge(const v1::Clock& rule, const ClockState& left, const Thinking& thinking, std::array<bool, 2> to_move,
                  std::int64_t now_ms) {
  ClockState after = left;
  for (Seat seat : kSeats) {
    if (!thinking.asked[index(seat)]) continue;
    std::int64_t& bank = after.left_ms[index(seat)];
    bank = std::max<std::int64_t>(0, bank - used_ms(thinking, seat, now_ms));
    if (to_move[index(seat)]) continue;
    const std::int64_t grown = bank + std::int64_t{1000} * rule.increment_seconds();
    const std::int64_t cap = std::int64_t{1000} * rule.cap_seconds();
    bank = cap == 0 ? grown : std::max(bank, std::min(grown, cap));
  }
  return after;
}

}  // namespace wardroom::match
