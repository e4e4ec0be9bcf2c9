// The part of Actor for what stands beside the board: offers, more time, leave, and somebody else who goes on.
#include <spdlog/spdlog.h>

#include <algorithm>

#include "server/match/actor.h"
#include "server/match/await.h"
#include "server/match/jobs.h"

namespace wardroom::match {
namespace asio = boost::asio;

namespace {

v1::Offer offer_of(Seat seat, v1::OfferKind kind, v1::OfferDeed deed, const v1::Terms& terms = {}) {
  v1::Offer offer;
  offer.set_kind(kind);
  offer.set_deed(deed);
  offer.set_seat(static_cast<std::uint32_t>(seat));
  *offer.mutable_terms() = terms;
  return offer;
}

Seat seat_in(const v1::Offer& offer) { return offer.seat() == 0 ? Seat::kFirst : Seat::kSecond; }

// What was agreed comes true.
Result<void> grant(const v1::Offer& offer, Beside& stored, const Moment& moment) {
  if (!take_offer(stored.aside, offer.kind(), seat_in(offer))) return refuse(RefusalCode::kStale, "refusal.no_offer");
  if (offer.kind() == v1::OFFER_KIND_TIME) {
    stored.clocks.left_ms[index(other(seat_in(offer)))] += std::int64_t{1000} * offer.terms().seconds();
    return {};
  }
  if (offer.terms().until_ms() <= moment.now_ms) return refuse(RefusalCode::kStale, "refusal.no_offer");
  if (offer.kind() == v1::OFFER_KIND_MEETING) stored.aside.set_meeting_ms(offer.terms().until_ms());
  v1::record::Span& pause = *stored.aside.add_pauses();
  pause.set_from_ms(moment.now_ms);
  pause.set_to_ms(offer.terms().until_ms());
  return {};
}

bool same_days(const v1::Leave& one, const v1::Leave& another) {
  return one.first_day() == another.first_day() && one.last_day() == another.last_day();
}

}  // namespace

// Stored first, and then told.
asio::awaitable<Result<void>> Actor::change(Change what, HostDeed* deed) {
  auto write = [&](Then<Beside> then) { services_.store.change(id_, std::move(what), std::move(then)); };
  Result<Beside> stored = co_await ask_store<Beside>(write);
  if (!stored) co_return stored.error();
  if (!shown_.card) co_return refuse(RefusalCode::kUnavailable, "refusal.not_stored");
  if (deed && stored->deed) *deed = *stored->deed;
  match_.take_in(*stored);
  notify();
  co_return Result<void>();
}

asio::awaitable<Answer> Actor::make(v1::Offer offer) {
  const std::vector<Job> jobs = told_by(*shown_.card, offer);
  Result<void> stored = co_await change([&offer, &jobs](Beside& beside, const Moment&) -> Result<void> {
    const v1::Offer* there = find_offer(beside.aside, offer.kind());
    if (there && there->seat() != offer.seat()) return refuse(RefusalCode::kConflict, "refusal.answer_the_offer_first");
    put_offer(beside.aside, offer);
    beside.jobs = jobs;
    return {};
  });
  if (!stored) co_return stored.error();
  co_await record(std::move(offer));
  co_return done();
}

asio::awaitable<Answer> Actor::decline(Seat seat, v1::OfferKind kind) {
  const v1::Offer* made = find_offer(shown_.card->aside, kind);
  const v1::Terms terms = made ? made->terms() : v1::Terms();
  Result<void> stored = co_await change([kind, seat](Beside& beside, const Moment&) -> Result<void> {
    if (take_offer(beside.aside, kind, other(seat))) return {};
    return refuse(RefusalCode::kStale, "refusal.no_offer");
  });
  if (!stored) co_return stored.error();
  co_await record(offer_of(seat, kind, v1::OFFER_DEED_DECLINED, terms));
  co_return done();
}

asio::awaitable<Answer> Actor::play(Seat seat, const v1::MakeOffer& asked) {
  if (asked.kind() == v1::OFFER_KIND_SUBSTITUTE) {
    Result<std::string> account = co_await find_substitute(asked.terms());
    if (!account) co_return account.error();
  }
  co_return co_await make(offer_of(seat, asked.kind(), v1::OFFER_DEED_MADE, asked.terms()));
}

asio::awaitable<Answer> Actor::play(Seat seat, const v1::AnswerOffer& answer) {
  if (is_hosts(answer.kind())) co_return co_await answer_host(seat, answer);
  if (!answer.agree()) co_return co_await decline(seat, answer.kind());
  const v1::Offer offer = *find_offer(shown_.card->aside, answer.kind());
  Result<void> agreed;
  if (answer.kind() == v1::OFFER_KIND_SUBSTITUTE) {
    agreed = co_await substitute(offer);
  } else {
    const std::vector<Job> jobs = told_before(*shown_.card, offer);
    agreed = co_await change([&offer, &jobs](Beside& beside, const Moment& moment) {
      beside.jobs = jobs;
      return grant(offer, beside, moment);
    });
  }
  if (!agreed) co_return agreed.error();
  co_await record(offer_of(seat, answer.kind(), v1::OFFER_DEED_AGREED, offer.terms()));
  co_return done();
}

asio::awaitable<void> Actor::tell_lapsed() {
  for (v1::Offer& offer : match_.take_lapsed()) {
    offer.set_deed(v1::OFFER_DEED_LAPSED);
    co_await record(std::move(offer));
  }
}

// -- time --

asio::awaitable<Answer> Actor::play(Seat seat, const v1::TakeExtension&) {
  Result<void> taken = co_await change([seat](Beside& beside, const Moment&) -> Result<void> {
    if (extended(beside.aside, seat)) return refuse(RefusalCode::kNotOffered, "refusal.extended_already");
    beside.aside.set_extended(beside.aside.extended() | 1U << index(seat));
    beside.clocks.left_ms[index(seat)] += kExtensionMs;
    return {};
  });
  if (!taken) co_return taken.error();
  co_return done();
}

asio::awaitable<void> Actor::read_calendars() {
  const v1::Clock& clock = shown_.card->clock;
  if (!clock.rests() && !clock.leave()) co_return;
  for (Seat seat : kSeats) {
    const std::string account = shown_.card->accounts[index(seat)];
    if (account.empty()) continue;
    auto read = [&](Then<v1::MyCalendar> then) { services_.store.calendar(account, std::move(then)); };
    Result<v1::MyCalendar> calendar = co_await ask_store<v1::MyCalendar>(read);
    if (calendar) match_.calendars[index(seat)] = std::move(*calendar);
  }
}

// Leave that was taken moves a deadline away, also one that was told before; leave that was given back moves none
// nearer.
asio::awaitable<Answer> Actor::recount(const Caller& caller) {
  const std::optional<Seat> seat = seat_of(*shown_.card, caller.account);
  if (!seat || !shown_.card->clock.leave() || !shown_.playing()) co_return done();
  auto read = [&](Then<v1::MyCalendar> then) { services_.store.calendar(caller.account, std::move(then)); };
  Result<v1::MyCalendar> calendar = co_await ask_store<v1::MyCalendar>(read);
  if (!calendar) co_return calendar.error();
  Result<void> counted = co_await change([&](Beside& beside, const Moment&) -> Result<void> {
    if (beside.aside.rests_size() < 2) return {};
    v1::record::Rests& rests = *beside.aside.mutable_rests(static_cast<int>(index(*seat)));
    for (const v1::Leave& leave : calendar->leaves()) {
      const bool known = std::ranges::any_of(rests.leaves(), [&](const auto& each) { return same_days(each, leave); });
      if (!known) *rests.add_leaves() = leave;
    }
    return {};
  });
  if (!counted) co_return counted.error();
  co_return done();
}

// -- its people --

// Before it begins, whoever may accept it sees how reliable the other is.
asio::awaitable<void> Actor::read_reliability() {
  for (Seat seat : kSeats) {
    const std::string account = shown_.card->accounts[index(seat)];
    if (account.empty()) continue;
    auto read = [&](Then<v1::Reliability> then) { services_.store.reliability(account, std::move(then)); };
    Result<v1::Reliability> known = co_await ask_store<v1::Reliability>(read);
    if (known && shown_.card) shown_.reliability[index(seat)] = std::move(*known);
  }
}

// What they always order.
asio::awaitable<void> Actor::read_usual() {
  for (Seat seat : kSeats) {
    const std::string account = shown_.card->accounts[index(seat)];
    if (account.empty()) continue;
    auto read = [&](Then<v1::Usual> then) { services_.store.usual(account, std::move(then)); };
    const Result<v1::Usual> usual = co_await ask_store<v1::Usual>(read);
    if (!usual) continue;
    for (const v1::UsualOrders& orders : usual->orders()) {
      const bool here = orders.title() == shown_.card->title && orders.seat() == static_cast<std::uint32_t>(seat);
      if (here) match_.usual[index(seat)] = orders;
    }
  }
}

// -- somebody else goes on --

// The account of the one who is named; empty: a bot is.
asio::awaitable<Result<std::string>> Actor::find_substitute(v1::Terms terms) {
  if (!terms.bot().empty()) {
    if (!find_player(services_.players, shown_.card->title, terms.bot()))
      co_return refuse(RefusalCode::kNotFound, Text("refusal.no_such_bot").word("bot", terms.bot()));
    co_return std::string();
  }
  std::string found;
  const std::array<std::string, 2> players = shown_.card->accounts;
  for (const std::string& by : players) {
    Result<std::string> account = co_await services_.names.account(by, terms.name());
    if (!account) co_return account;
    found = std::move(*account);
  }
  if (seat_of(*shown_.card, found)) co_return refuse(RefusalCode::kConflict, "refusal.substitute_plays");
  co_return found;
}

// A bot sits down at once; a person is asked, and until he comes whoever sits there plays on.
asio::awaitable<Result<void>> Actor::substitute(v1::Offer offer) {
  const Seat seat = seat_in(offer);
  Result<std::string> account = co_await find_substitute(offer.terms());
  if (!account) co_return account.error();
  Result<void> taken = co_await change([&](Beside& beside, const Moment&) -> Result<void> {
    if (!take_offer(beside.aside, offer.kind(), seat)) return refuse(RefusalCode::kStale, "refusal.no_offer");
    if (account->empty()) return {};
    beside.aside.mutable_substitute()->set_seat(offer.seat());
    beside.aside.mutable_substitute()->set_account(*account);
    return {};
  });
  if (!taken) co_return taken;
  MatchCard card = *shown_.card;
  card.invited = *account;
  if (account->empty()) co_return co_await hand_seat_to(seat, std::move(card), {}, offer.terms().bot());
  Result<void> written = co_await write_card(std::move(card));
  if (!written) co_return written;
  shown_.invited = co_await services_.names.of(*account);
  notify();
  co_return Result<void>();
}

// His seat's view, marks and bank become the newcomer's; what was ordered there is not, until he orders it.
asio::awaitable<Result<void>> Actor::hand_seat_to(Seat seat, MatchCard card, std::string account, std::string bot) {
  card.accounts[index(seat)] = account;
  card.bots[index(seat)] = std::move(bot);
  Result<void> written = co_await write_card(std::move(card));
  if (!written) co_return written;
  audience_.get_up(seat);
  shown_.names[index(seat)] = co_await services_.names.called(account);
  Result<void> changed =
      co_await change([seat, rule = shown_.card->clock](Beside& beside, const Moment&) -> Result<void> {
        beside.aside.clear_substitute();
        std::int64_t& bank = beside.clocks.left_ms[index(seat)];
        bank = std::max(bank, full_banks(rule).left_ms[index(seat)] / 2);
        return {};
      });
  if (!changed) co_return changed;
  for (bool done = !shown_.queues[index(seat)]; !done && match_.referee();) {
    Queue queue = shown_.queue(seat);
    queue.clear();
    Result<bool> kept = co_await keep_queue(seat, std::move(queue));
    done = !kept || *kept;
  }
  spdlog::debug("event=seat_handed_over match={} {} seat={}", id_, asking(), index(seat));
  wake_bots();
  co_return Result<void>();
}

asio::awaitable<Answer> Actor::take_over(const Caller& caller) {
  const Seat seat = shown_.card->aside.substitute().seat() == 0 ? Seat::kFirst : Seat::kSecond;
  if (Result<void> plays = shown_.playing(); !plays) co_return plays.error();
  Result<void> handed = co_await hand_seat_to(seat, *shown_.card, caller.account, {});
  if (!handed) co_return handed.error();
  co_return info(caller);
}

asio::awaitable<Answer> Actor::decline_seat(const Caller& caller) {
  const v1::record::Substitute asked = shown_.card->aside.substitute();
  MatchCard card = *shown_.card;
  card.invited.clear();
  Result<void> written = co_await write_card(std::move(card));
  if (!written) co_return written.error();
  Result<void> changed = co_await change([](Beside& beside, const Moment&) -> Result<void> {
    beside.aside.clear_substitute();
    return {};
  });
  if (!changed) co_return changed.error();
  v1::Terms terms;
  terms.set_name(caller.name);
  const Seat seat = asked.seat() == 0 ? Seat::kFirst : Seat::kSecond;
  Speaker speaker{static_cast<std::uint32_t>(Viewer::kPublic), caller.account, caller.name};
  (void)co_await record(std::move(speaker), offer_of(seat, v1::OFFER_KIND_SUBSTITUTE, v1::OFFER_DEED_DECLINED, terms));
  co_return done();
}

}  // namespace wardroom::match
