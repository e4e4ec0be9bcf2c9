#include "server/match/card_info.h"

#include <algorithm>
#include <utility>

#include "common/bid.h"
#include "common/hash.h"
#include "server/engine/chance.h"
#include "server/engine/sides.h"
#include "server/match/beside.h"
#include "server/match/new_match.h"

namespace wardroom::match {

namespace {
constexpr char kBeforeId = ':';

const std::string* find_tutorial_bot(const MatchCard& card) {
  const auto found = std::ranges::find_if(card.bots, [](std::string_view bot) {
    return bot.starts_with(kTutorialBot) &&
           (bot.size() == kTutorialBot.size() || bot[kTutorialBot.size()] == kBeforeId);
  });
  return found == card.bots.end() ? nullptr : &*found;
}
}  // namespace

std::string tutorial_bot(std::string_view tutorial) {
  std::string bot(kTutorialBot);
  return tutorial.empty() ? bot : bot + kBeforeId + std::string(tutorial);
}
bool is_tutorial(const MatchCard& card) { return find_tutorial_bot(card) != nullptr; }
std::string tutorial_id(const MatchCard& card) {
  const std::string* bot = find_tutorial_bot(card);
  return bot && bot->size() > kTutorialBot.size() ? bot->substr(kTutorialBot.size() + 1) : std::string();
}

bool is_person(const MatchCard& card, Seat seat) {
  return card.bots[index(seat)].empty() && !card.by_rules[index(seat)];
}

std::size_t player_at(const MatchCard& card, Seat seat) { return index(card.crossed ? other(seat) : seat); }

bool sides_open(const MatchCard& card) {
  return card.sides != v1::SIDES_CHOSEN && std::ranges::any_of(card.nonces, &std::string::empty);
}

void settle_sides(MatchCard& card) {
  if (card.sides == v1::SIDES_CHOSEN || card.crossed || sides_open(card)) return;
  std::vector<v1::Bid> bids;
  for (const std::string& part : card.nonces) bids.push_back(bid_in(part).value_or(v1::Bid()));
  const Secret secret = match_secret(card.server_seed, card.nonces);
  card.crossed = seat_of_first(card.sides, bids, secret) == Seat::kSecond;
  if (card.crossed) std::swap(card.accounts[0], card.accounts[1]);
}

std::optional<Seat> seat_of(const MatchCard& card, std::string_view account) {
  if (account.empty()) return std::nullopt;
  for (Seat seat : kSeats) {
    if (card.accounts[index(seat)] == account) return seat;
  }
  return std::nullopt;
}

std::optional<Seat> free_seat(const MatchCard& card) {
  if (card.state != v1::MATCH_STATE_OPEN) return std::nullopt;
  for (Seat seat : kSeats) {
    if (card.accounts[index(seat)].empty() && is_person(card, seat)) return seat;
  }
  return std::nullopt;
}

std::optional<Seat> first_of(const MatchCard& card) {
  for (Seat seat : kSeats) {
    if (!card.nonce_hashes[player_at(card, seat)].empty()) return seat;
  }
  return std::nullopt;
}

v1::Exchange exchange_of(const MatchCard& card) {
  // By what was given, not by who sits there now: a bot may have gone on for somebody.
  if (is_tutorial(card)) return v1::EXCHANGE_KNOWN;
  if (first_of(card)) return v1::EXCHANGE_BY_HASH;
  const bool all_gave = std::ranges::none_of(card.nonces, &std::string::empty);
  return all_gave ? v1::EXCHANGE_IN_CLEAR : v1::EXCHANGE_ALONE;
}

bool wants_nonce(const MatchCard& card, Seat seat) {
  if (card.state != v1::MATCH_STATE_OPEN || free_seat(card) || !is_person(card, seat)) return false;
  if (!card.nonces[player_at(card, seat)].empty()) return false;
  return first_of(card) != seat || !card.nonces[player_at(card, other(seat))].empty();
}

bool can_begin(const MatchCard& card) {
  if (card.state != v1::MATCH_STATE_OPEN || free_seat(card)) return false;
  return std::ranges::all_of(
      kSeats, [&](Seat seat) { return !is_person(card, seat) || !card.nonces[player_at(card, seat)].empty(); });
}

bool waits_for_opening(const MatchCard& card) {
  const std::optional<Seat> first = first_of(card);
  return first && wants_nonce(card, *first);
}

std::string watch_code(const MatchCard& card) {
  constexpr std::size_t kWatchLetters = 16;
  return letters_of(hash("wardroom watch " + card.invitation).substr(0, kWatchLetters));
}

bool left_lying(const MatchCard& card, std::int64_t since_ms) {
  const bool between_people = std::ranges::all_of(kSeats, [&](Seat seat) { return is_person(card, seat); });
  return card.state == v1::MATCH_STATE_PLAYING && !between_people && card.shown_ms < since_ms;
}

bool is_hidden(const MatchCard& card) {
  return card.is_private && !(card.open_afterwards && card.state == v1::MATCH_STATE_OVER);
}

bool never_began(const MatchCard& card) {
  return card.state == v1::MATCH_STATE_OVER && card.ending && card.ending->kind() == v1::ENDING_KIND_ABANDONED;
}

namespace {

// Who made it, whom it is for, and where it comes from.
void tell_company(const MatchCard& card, const People& people, std::string_view account, v1::MatchInfo& info) {
  if (const std::optional<Seat> host = seat_of(card, card.creator)) info.set_host(static_cast<std::uint32_t>(*host));
  const bool for_me = !account.empty() && card.invited == account && !seat_of(card, account);
  info.set_invited(people.invited);
  const bool substitute = card.aside.substitute().account() == card.invited;
  info.set_for_me(for_me && (card.state == v1::MATCH_STATE_OPEN || substitute));
  // Whether anybody watches a match of an event is the event's to say; when it is over, its players fetch its export.
  const bool told = card.event.empty() || card.state == v1::MATCH_STATE_OVER;
  if (is_hidden(card) && told && (for_me || seat_of(card, account))) info.set_watch(watch_code(card));
  info.set_observer_delay(card.observer_delay);
  info.set_event(card.event);
  info.set_event_round(card.event_round);
  info.set_no_hints(!card.event.empty());
  info.set_unrated(card.unrated);
  if (card.origin.position().empty()) return;
  v1::PlayedFrom& from = *info.mutable_from();
  from.set_match(card.origin.match());
  from.set_viewpoint(card.origin.viewpoint());
  from.set_serial(card.origin.serial());
  *from.mutable_moment() = card.origin.moment();
}

void tell_clock(const MatchCard& card, const People& people, Seat seat, v1::SeatInfo& out) {
  out.set_clock_ms(card.clocks.left_ms[index(seat)]);
  out.set_deadline_ms(people.deadlines_ms[index(seat)]);
  const bool begun = card.state != v1::MATCH_STATE_OPEN && card.state != v1::MATCH_STATE_OVER;
  out.set_extension_left(begun && is_person(card, seat) && is_slow(card.clock) && !extended(card.aside, seat));
}

}  // namespace

void People::tell_time(const MatchCard& card, const Thinking& thinking, std::int64_t now_ms) {
  for (Seat seat : kSeats) {
    deadlines_ms[index(seat)] = deadline_ms(thinking, seat, card.clocks.left_ms[index(seat)]).value_or(0);
  }
  paused_until_ms = paused_until(card.aside, now_ms);
}

std::int32_t margin_halves(const v1::Ending& ending) {
  const std::int32_t margin = ending.score_halves() - ending.par_halves();
  return ending.has_unit() ? 2 * margin : margin;
}

v1::MatchInfo match_info(const MatchCard& card, const People& people, std::string_view account) {
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
    const Called& called = people.names[index(seat)];
    out.set_name(bot.empty() ? called.name : bot);
    out.set_guest(bot.empty() && called.guest);
    out.set_bot(!bot.empty());
    out.set_present(people.present[index(seat)]);
    out.set_by_rules(card.by_rules[index(seat)]);
    const std::string& nonce = card.nonces[player_at(card, seat)];
    out.set_nonce_given(!nonce.empty());
    out.set_nonce_hash(card.nonce_hashes[player_at(card, seat)]);
    if (first_of(card) == other(seat) && card.state == v1::MATCH_STATE_OPEN) out.set_nonce(nonce);
    if (card.sides == v1::SIDES_BID && !sides_open(card)) *out.mutable_bid() = bid_in(nonce).value_or(v1::Bid());
    if (clocks) tell_clock(card, people, seat, out);
    if (card.state == v1::MATCH_STATE_OPEN && is_person(card, seat) && !card.accounts[index(seat)].empty())
      *out.mutable_reliability() = people.reliability[index(seat)];
  }
  info.set_state(card.state);
  if (has_clock(card.clock)) *info.mutable_clock() = card.clock;
  if (clocks) info.set_thinking_ms(people.thinking_ms);
  if (clocks) info.set_paused_until_ms(people.paused_until_ms);
  if (mine && !over) info.set_meeting_ms(people.meeting_ms);
  info.set_tutorial(is_tutorial(card));
  info.set_tutorial_id(tutorial_id(card));
  const v1::Text& progress = mine || over || card.observer_delay == 0 ? card.progress : card.held_back;
  if (!progress.id().empty()) *info.mutable_progress() = progress;
  info.set_sides(card.sides);
  info.set_sides_open(sides_open(card));
  info.set_solo(std::ranges::find(card.by_rules, true) != card.by_rules.end());
  info.set_is_private(card.is_private);
  info.set_quick_passes(card.quick_passes);
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
  tell_company(card, people, account, info);
  return info;
}

}  // namespace wardroom::match
