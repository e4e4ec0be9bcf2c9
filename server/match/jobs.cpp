#include "server/match/jobs.h"

#include <array>
#include <set>

#include "server/match/beside.h"
#include "server/match/card_info.h"
#include "server/match/clock.h"

namespace wardroom::match {
namespace {

Job job(std::string_view kind, const MatchCard& card, Seat seat) {
  Job made;
  made.kind = kind;
  made.account = card.accounts[index(seat)];
  made.match = card.id;
  made.seat = static_cast<std::uint32_t>(seat);
  return made;
}

// When one's time is half, a quarter and a tenth, and half a day before its end; never in its last hour, which is for
// those who sit at the table.
constexpr std::int64_t kHourMs = 3'600'000;
std::set<std::int64_t> warnings_ms(const v1::Clock& clock) {
  const std::int64_t bank = std::int64_t{1000} * clock.bank_seconds();
  std::set<std::int64_t> leads;
  for (const std::int64_t lead : {bank / 2, bank / 4, bank / 10, 12 * kHourMs}) {
    if (lead >= kHourMs && lead < bank) leads.insert(lead);
  }
  return leads;
}

void warn(const MatchCard& card, Seat seat, std::uint64_t serial, std::vector<Job>& jobs) {
  if (!has_clock(card.clock)) return;
  for (const std::int64_t lead : warnings_ms(card.clock)) {
    Job warning = job(news::kWarning, card, seat);
    warning.payload = std::to_string(lead / 1000);
    warning.serial = serial;
    warning.due_ms = [seat, lead](const Stamp& stamp) {
      return std::max(stamp.time_ms, soonest_deadline_ms(stamp.beside.clocks, seat, stamp.time_ms) - lead);
    };
    jobs.push_back(std::move(warning));
  }
}

}  // namespace

std::vector<Job> told_by(const MatchCard& card) {
  if (card.invited.empty()) return {};
  Job invited = job(news::kInvited, card, Seat::kFirst);
  invited.account = card.invited;
  return {invited};
}

std::vector<Job> told_by(const MatchCard& before, const MatchCard& after) {
  const std::optional<Seat> first = first_of(after);
  if (!first || waits_for_opening(before) || !waits_for_opening(after)) return {};
  return {job(news::kJoined, after, *first)};
}

std::vector<Job> told_by(const MatchCard& card, const v1::Offer& offer) {
  if (is_hosts(offer.kind())) {
    std::vector<Job> jobs;
    for (Seat seat : kSeats) {
      if (card.accounts[index(seat)].empty()) continue;
      jobs.push_back(job(news::kProposed, card, seat));
      jobs.back().payload = std::to_string(offer.kind());
    }
    return jobs;
  }
  const Seat to = offer.seat() == 0 ? Seat::kSecond : Seat::kFirst;
  if (offer.kind() != v1::OFFER_KIND_MEETING || card.accounts[index(to)].empty()) return {};
  Job proposed = job(news::kOffered, card, to);
  proposed.payload = std::to_string(offer.terms().until_ms());
  return {proposed};
}

std::vector<Job> told_before(const MatchCard& card, const v1::Offer& agreed) {
  std::vector<Job> jobs;
  if (agreed.kind() != v1::OFFER_KIND_MEETING) return jobs;
  const std::int64_t when = agreed.terms().until_ms();
  for (Seat seat : kSeats) {
    if (card.accounts[index(seat)].empty()) continue;
    Job near = job(news::kMeeting, card, seat);
    near.payload = std::to_string(when);
    near.due_ms = [when](const Stamp& stamp) { return std::max(stamp.time_ms, when - kHourMs); };
    jobs.push_back(std::move(near));
  }
  return jobs;
}

std::vector<Job> told_by(const MatchCard& card, const HandOver& step, std::int64_t delay_ms) {
  std::vector<Job> jobs;
  const auto soon = [delay_ms](const Stamp& stamp) { return stamp.time_ms + delay_ms; };
  for (Seat seat : kSeats) {
    if (card.accounts[index(seat)].empty()) continue;
    if (step.over) {
      jobs.push_back(job(news::kOver, card, seat));
      jobs.back().due_ms = soon;
      continue;
    }
    const std::uint64_t menu = step.menus[index(seat)];
    if (menu == 0 || menu == step.menus_before[index(seat)] || step.by_hand == seat) continue;
    jobs.push_back(job(news::kYourMove, card, seat));
    jobs.back().serial = menu;
    jobs.back().due_ms = soon;
    warn(card, seat, menu, jobs);
  }
  return jobs;
}

}  // namespace wardroom::match
