#include "server/match/card_info.h"

#include <algorithm>

#include "server/engine/chance.h"
#include "server/match/clock.h"
#include "server/match/tutorial.h"

namespace wardroom::match {

std::optional<Seat> seat_of(const Card& card, std::string_view account) {
  if (account.empty()) return std::nullopt;
  for (Seat seat : kSeats) {
    if (card.accounts[index(seat)] == account) return seat;
  }
  return std::nullopt;
}

std::optional<Seat> free_seat(const Card& card) {
  if (card.state != v1::MATCH_STATE_OPEN) return std::nullopt;
  for (Seat seat : kSeats) {
    if (card.accounts[index(seat)].empty() && card.bots[index(seat)].empty()) return seat;
  }
  return std::nullopt;
}

std::optional<Seat> first_of(const Card& card) {
  for (Seat seat : kSeats) {
    if (!card.nonce_hashes[index(seat)].empty()) return seat;
  }
  return std::nullopt;
}

v1::Exchange exchange_of(const Card& card) {
  if (is_tutorial(card)) return v1::EXCHANGE_KNOWN;
  if (!std::ranges::all_of(card.bots, &std::string::empty)) return v1::EXCHANGE_ALONE;
  return first_of(card) ? v1::EXCHANGE_BY_HASH : v1::EXCHANGE_IN_CLEAR;
}

bool wants_nonce(const Card& card, Seat seat) {
  if (card.state != v1::MATCH_STATE_OPEN || free_seat(card) || !card.bots[index(seat)].empty()) return false;
  if (!card.nonces[index(seat)].empty()) return false;
  return first_of(card) != seat || !card.nonces[index(other(seat))].empty();
}

bool can_begin(const Card& card) {
  if (card.state != v1::MATCH_STATE_OPEN || free_seat(card)) return false;
  return std::ranges::all_of(
      kSeats, [&](Seat seat) { return !card.bots[index(seat)].empty() || !card.nonces[index(seat)].empty(); });
}

bool waits_for_opening(const Card& card) {
  const std::optional<Seat> first = first_of(card);
  return first && wants_nonce(card, *first);
}

bool never_began(const Card& card) {
  return card.state == v1::MATCH_STATE_OVER && card.ending && card.ending->kind() == v1::ENDING_KIND_ABANDONED;
}

v1::MatchInfo match_info(const Card& card, const People& people, std::string_view account) {
  const std::optional<Seat> mine = seat_of(card, account);
  const bool over = card.state == v1::MATCH_STATE_OVER;
  v1::MatchInfo info;
  info.set_id(card.id);
  info.set_title(card.title);
  info.set_scenario(card.scenario);
  for (const auto& option : card.options) *info.add_options() = option;
  // Clocks move at barriers: observers who are held back must not see when.
  const bool clocks = has_clock(card.clock) && (mine || over || card.observer_delay == 0);
  for (Seat seat : kSeats) {
    auto& out = *info.add_seats();
    const std::string& bot = card.bots[index(seat)];
    out.set_name(bot.empty() ? people.names[index(seat)] : bot);
    out.set_bot(!bot.empty());
    out.set_present(people.present[index(seat)]);
    out.set_nonce_given(!card.nonces[index(seat)].empty());
    out.set_nonce_hash(card.nonce_hashes[index(seat)]);
    if (first_of(card) == other(seat) && card.state == v1::MATCH_STATE_OPEN) out.set_nonce(card.nonces[index(seat)]);
    if (clocks) out.set_clock_ms(card.clocks.left_ms[index(seat)]);
  }
  info.set_state(card.state);
  if (has_clock(card.clock)) *info.mutable_clock() = card.clock;
  if (clocks) info.set_thinking_ms(people.thinking_ms);
  info.set_tutorial(is_tutorial(card));
  info.set_is_private(card.is_private);
  if (mine && free_seat(card)) info.set_invitation(card.invitation);
  info.set_data_hash(card.data_hash);
  info.set_overlay(card.overlay);
  info.set_seed_commitment(seed_commitment(card.server_seed));
  info.set_created_ms(card.created_ms);
  if (waits_for_opening(card)) info.set_open_by_ms(card.open_by_ms);
  if (mine) {
    info.set_my_seat(static_cast<std::uint32_t>(*mine));
    info.set_my_turn(card.state == v1::MATCH_STATE_PLAYING && card.to_move[index(*mine)]);
    info.set_rematch(card.rematch);
    info.set_nonce_wanted(wants_nonce(card, *mine));
  }
  if (card.ending) *info.mutable_ending() = *card.ending;
  return info;
}

}  // namespace wardroom::match
