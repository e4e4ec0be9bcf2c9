#include "server/match/beside.h"

#include <algorithm>

namespace wardroom::match {
namespace {

std::uint32_t bit(Seat seat) { return 1U << index(seat); }

// What belongs to the moment: the next thing that everyone is shown overtakes it. The rest waits until whoever is to
// answer has played on instead.
bool lapses(const v1::Offer& offer, const Thinking& thinking) {
  if (is_hosts(offer.kind())) return false;
  if (offer.kind() == v1::OFFER_KIND_DRAW || offer.kind() == v1::OFFER_KIND_TAKE_BACK) return true;
  return thinking.asked[index(other(offer.seat() == 0 ? Seat::kFirst : Seat::kSecond))];
}

void count(const Barrier& barrier, const Thinking& thinking, const ClockState& left, std::int64_t now_ms,
           std::vector<Tally>& tallies) {
  if (barrier.people[0].empty() || barrier.people[1].empty()) return;
  for (Seat seat : kSeats) {
    Tally tally{barrier.people[index(seat)]};
    const bool late = barrier.late == seat;
    const bool gave = thinking.asked[index(seat)] && !barrier.to_move[index(seat)] && !barrier.over;
    if (has_clock(barrier.rule) && (late || gave)) {
      tally.hand_overs = 1;
      const std::int64_t used = used_ms(thinking, seat, now_ms);
      tally.in_time = !late && used <= left.left_ms[index(seat)] ? 1 : 0;
      if (!late) tally.thought_ms = used;
    }
    tally.matches = barrier.over ? 1 : 0;
    tally.left = late ? 1 : 0;
    if (tally.hand_overs > 0 || tally.matches > 0) tallies.push_back(std::move(tally));
  }
}

// Nights and free days count from the hand-over on: whoever goes on thinking keeps those that his deadline was told by.
void begin_thinking(const Barrier& barrier, v1::record::Aside& aside, std::int64_t now_ms) {
  const std::uint32_t before = aside.asked();
  aside.set_since_ms(now_ms);
  aside.set_asked(0);
  while (aside.rests_size() < 2) aside.add_rests();
  for (Seat seat : kSeats) {
    v1::record::Rests& rests = *aside.mutable_rests(static_cast<int>(index(seat)));
    if (!barrier.to_move[index(seat)]) {
      rests.Clear();
      continue;
    }
    if ((before & bit(seat)) == 0) rests = barrier.rests[index(seat)];
    aside.set_asked(aside.asked() | bit(seat));
  }
  auto& pauses = *aside.mutable_pauses();
  pauses.erase(std::ranges::remove_if(pauses, [&](const auto& span) { return span.to_ms() <= now_ms; }).begin(),
               pauses.end());
}

}  // namespace

// -- time --

Thinking thinking_of(const v1::record::Aside& aside, std::array<std::int64_t, 2> done_ms, const calendar::Spans& down) {
  Thinking thinking;
  thinking.since_ms = aside.since_ms();
  thinking.done_ms = done_ms;
  for (Seat seat : kSeats) {
    thinking.asked[index(seat)] = (aside.asked() & bit(seat)) != 0;
    calendar::Rest& rest = thinking.rests[index(seat)];
    if (aside.rests_size() == 2) {
      const v1::record::Rests& stored = aside.rests(static_cast<int>(index(seat)));
      rest.calendar = stored.calendar();
      rest.leaves.assign(stored.leaves().begin(), stored.leaves().end());
    }
    for (const v1::record::Span& span : aside.pauses()) rest.pauses.push_back({span.from_ms(), span.to_ms()});
    for (const calendar::Span& span : down) {
      if (span.to_ms > thinking.since_ms) rest.pauses.push_back(span);
    }
  }
  return thinking;
}

v1::record::Rests rests_of(const v1::Clock& rule, const v1::MyCalendar& calendar) {
  v1::record::Rests rests;
  if (rule.rests()) *rests.mutable_calendar() = calendar.calendar();
  rests.mutable_calendar()->set_zone(calendar.calendar().zone());
  if (rule.leave()) *rests.mutable_leaves() = calendar.leaves();
  return rests;
}

bool extended(const v1::record::Aside& aside, Seat seat) { return (aside.extended() & bit(seat)) != 0; }

std::int64_t paused_until(const v1::record::Aside& aside, std::int64_t now_ms) {
  std::int64_t until = 0;
  for (const v1::record::Span& span : aside.pauses()) {
    if (span.to_ms() > now_ms) until = std::max(until, span.to_ms());
  }
  return until;
}

std::int64_t meeting_to_come(const v1::record::Aside& aside, std::int64_t now_ms) {
  return aside.meeting_ms() > now_ms ? aside.meeting_ms() : 0;
}

// -- offers --

const v1::Offer* find_offer(const v1::record::Aside& aside, v1::OfferKind kind) {
  const auto found = std::ranges::find(aside.offers(), kind, &v1::Offer::kind);
  return found == aside.offers().end() ? nullptr : &*found;
}

void put_offer(v1::record::Aside& aside, const v1::Offer& offer) {
  const auto found = std::ranges::find(*aside.mutable_offers(), offer.kind(), &v1::Offer::kind);
  if (found == aside.mutable_offers()->end()) {
    *aside.add_offers() = offer;
  } else {
    *found = offer;
  }
}

bool take_offer(v1::record::Aside& aside, v1::OfferKind kind, std::uint32_t by) {
  auto& offers = *aside.mutable_offers();
  const auto found = std::ranges::find(offers, kind, &v1::Offer::kind);
  if (found == offers.end() || found->seat() != by) return false;
  offers.erase(found);
  return true;
}

std::vector<v1::Offer> gone(const v1::record::Aside& before, const v1::record::Aside& after) {
  std::vector<v1::Offer> list;
  for (const v1::Offer& offer : before.offers()) {
    if (!find_offer(after, offer.kind())) list.push_back(offer);
  }
  return list;
}

// -- a step that everyone was shown, or that was agreed --

Result<void> pass(const Barrier& barrier, Beside& stored, const Moment& moment) {
  v1::record::Aside& aside = stored.aside;
  // Stored without it: what the match worked out for itself.
  const Thinking thinking =
      aside.since_ms() > 0 ? thinking_of(aside, barrier.thinking.done_ms, moment.down) : barrier.thinking;
  if (barrier.agreed && !take_offer(aside, barrier.agreed->first, barrier.agreed->second))
    return refuse(RefusalCode::kStale, "refusal.no_offer");
  if (barrier.late) {
    const auto claim = claim_ms(barrier.rule, thinking, *barrier.late, stored.clocks.left_ms[index(*barrier.late)]);
    if (!claim || moment.now_ms < *claim) return refuse(RefusalCode::kNotOffered, "refusal.clock_runs_still");
  }
  if (!barrier.shown && !barrier.over) return {};
  count(barrier, thinking, stored.clocks, moment.now_ms, stored.tallies);
  auto& offers = *aside.mutable_offers();
  offers.erase(
      std::ranges::remove_if(offers, [&](const v1::Offer& offer) { return barrier.over || lapses(offer, thinking); })
          .begin(),
      offers.end());
  if (barrier.over) aside.clear_substitute();
  if (!has_clock(barrier.rule)) return {};
  stored.clocks = charge(barrier.rule, stored.clocks, thinking, barrier.to_move, moment.now_ms);
  begin_thinking(barrier, aside, moment.now_ms);
  return {};
}

}  // namespace wardroom::match
