#include "server/lobby/validate.h"

#include <algorithm>

#include "common/hash.h"
#include "server/engine/options.h"

namespace wardroom::lobby {
namespace {

constexpr std::uint32_t kLongestBank = 366 * 24 * 3600;  // seconds
constexpr std::uint32_t kLongestGrace = 30 * 24 * 3600;
constexpr std::uint32_t kLongestDelay = 100;  // updates

bool is_solo(const match::NewMatch& match) { return match.by_rules[0] || match.by_rules[1]; }

v1::Sides sides_of(v1::SideChoice side) {
  switch (side) {
    case v1::SIDE_CHOICE_DRAW:
      return v1::SIDES_DRAWN;
    case v1::SIDE_CHOICE_BID:
      return v1::SIDES_BID;
    default:
      return v1::SIDES_CHOSEN;
  }
}

// Where the rules play a seat there is nobody to play against, to invite, or to share the sides with.
Result<void> check_solo(const match::NewMatch& match, const v1::CreateMatch& asked) {
  const bool shares = sides_of(asked.side()) != v1::SIDES_CHOSEN;
  if (shares && !asked.bot().empty()) return refuse(RefusalCode::kConflict, "refusal.sides_with_bot");
  if (!is_solo(match)) return {};
  if (!asked.bot().empty()) return refuse(RefusalCode::kConflict, "refusal.solo_bot");
  if (asked.is_private()) return refuse(RefusalCode::kConflict, "refusal.solo_private");
  if (shares) return refuse(RefusalCode::kConflict, "refusal.solo_sides");
  return {};
}

// The creator's: a seat or, where sides are drawn or bid for, the first place.
Result<Seat> place_of(const match::NewMatch& match, const v1::CreateMatch& asked) {
  const auto taken = [&](Seat seat) -> Result<Seat> {
    if (match.by_rules[index(seat)]) return refuse(RefusalCode::kConflict, "refusal.seat_by_rules");
    return seat;
  };
  switch (asked.side()) {
    case v1::SIDE_CHOICE_RANDOM:
      if (is_solo(match)) return taken(match.by_rules[0] ? Seat::kSecond : Seat::kFirst);
      return (random_bytes(1)[0] & 1) != 0 ? Seat::kSecond : Seat::kFirst;
    case v1::SIDE_CHOICE_FIRST:
    case v1::SIDE_CHOICE_DRAW:
    case v1::SIDE_CHOICE_BID:
      return taken(Seat::kFirst);
    case v1::SIDE_CHOICE_SECOND:
      return taken(Seat::kSecond);
    default:
      return refuse(RefusalCode::kMalformed, Text("refusal.no_such_side").number("side", asked.side()));
  }
}

// The title has the last word.
Result<match::NewMatch> check_opening(const match::Host& host, const std::string& title, const std::string& scenario,
                                      std::vector<v1::ChosenOption> options) {
  const match::LoadedTitle* loaded = host.title(title);
  if (!loaded) return refuse(RefusalCode::kNotFound, Text("refusal.no_such_title").word("title", title));
  const auto opened = open_new(*loaded->title, scenario, match::chosen(options));
  if (!opened) return opened.error();
  match::NewMatch match;
  match.title = title;
  match.scenario = scenario;
  const PlayedSeats played = find_scenario(*loaded->title, scenario)->played;
  for (Seat seat : kSeats) match.by_rules[index(seat)] = !played[index(seat)];
  match.options = std::move(options);
  return match;
}

}  // namespace

Result<void> check_clock(const v1::Clock& clock) {
  if (clock.ByteSizeLong() == 0) return {};
  const bool sound = clock.bank_seconds() > 0 && clock.bank_seconds() <= kLongestBank &&
                     clock.increment_seconds() <= kLongestBank && clock.cap_seconds() <= kLongestBank &&
                     clock.grace_seconds() <= kLongestGrace &&
                     (clock.cap_seconds() == 0 || clock.cap_seconds() >= clock.bank_seconds());
  if (!sound) return refuse(RefusalCode::kMalformed, "refusal.clock");
  return {};
}

Result<match::NewMatch> check_match(const match::Host& host, const v1::CreateMatch& asked, const std::string& account) {
  Result<match::NewMatch> match =
      check_opening(host, asked.title(), asked.scenario(), {asked.options().begin(), asked.options().end()});
  if (!match) return match;
  if (auto right = check_clock(asked.clock()); !right) return right.error();
  if (asked.observer_delay() > kLongestDelay) {
    return refuse(RefusalCode::kTooMuch, Text("refusal.delay_too_long").number("most", kLongestDelay));
  }
  const std::vector<std::string> bots = host.opponents(asked.title());
  if (!asked.bot().empty() && std::ranges::find(bots, asked.bot()) == bots.end()) {
    return refuse(RefusalCode::kNotFound, Text("refusal.no_such_bot").word("bot", asked.bot()));
  }
  if (auto right = check_solo(*match, asked); !right) return right.error();
  const Result<Seat> place = place_of(*match, asked);
  if (!place) return place.error();
  const Seat seat = *place;
  match->sides = sides_of(asked.side());
  match->creator = account;
  match->is_private = asked.is_private();
  match->clock = asked.clock();
  match->observer_delay = asked.observer_delay();
  match->unrated = asked.unrated();
  const bool two_people = asked.bot().empty() && !is_solo(*match);
  match->quick_passes = asked.has_quick_passes() ? asked.quick_passes() : !two_people;
  match->seats[index(seat)] = {account, {}, asked.nonce_hash()};
  match->seats[index(other(seat))].bot = asked.bot();
  if (two_people) {
    if (auto hashed = match::check_nonce_hash(asked.nonce_hash()); !hashed) return hashed.error();
  }
  return match;
}

Result<match::NewMatch> check_quick(const match::Host& host, const v1::QuickMatch& asked) {
  Result<match::NewMatch> match = check_opening(host, asked.title(), asked.scenario(), {});
  if (!match) return match;
  if (is_solo(*match)) return refuse(RefusalCode::kConflict, "refusal.solo_quick");
  if (auto hashed = match::check_nonce_hash(asked.nonce_hash()); !hashed) return hashed.error();
  return match;
}

}  // namespace wardroom::lobby
