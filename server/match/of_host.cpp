// The part of Actor that the host of this server asks for. He proposes and repairs; what goes on in the match he is not
// told, and a match is changed only when everybody who plays it agrees.
#include <spdlog/spdlog.h>

#include <algorithm>
#include <boost/asio/post.hpp>

#include "server/match/actor.h"
#include "server/match/await.h"
#include "server/match/jobs.h"

namespace wardroom::match {
namespace asio = boost::asio;

namespace {

v1::Offer said_by_seat(Seat seat, const v1::Offer& offer, v1::OfferDeed deed) {
  v1::Offer said;
  said.set_kind(offer.kind());
  said.set_deed(deed);
  said.set_seat(static_cast<std::uint32_t>(seat));
  *said.mutable_terms() = offer.terms();
  return said;
}

bool agreed(const v1::Offer& offer, Seat seat) {
  return std::ranges::find(offer.agreed(), static_cast<std::uint32_t>(seat)) != offer.agreed().end();
}

bool asked_for_consent(const MatchCard& card, Seat seat) {
  return is_person(card, seat) && !card.accounts[index(seat)].empty();
}

}  // namespace

void Actor::rename(const std::string& account, Called called) {
  asio::post(strand_, [self = shared_from_this(), account, called = std::move(called)] {
    if (!self->shown_.card) return;
    const std::optional<Seat> seat = seat_of(*self->shown_.card, account);
    if (!seat || self->shown_.names[index(*seat)] == called) return;
    self->shown_.names[index(*seat)] = called;
    self->notify();
  });
}

asio::awaitable<Answer> Actor::examine() {
  Text why("admin.why.plays");
  if (shown_.card->state == v1::MATCH_STATE_HELD) {
    why = Text("admin.why.held").number("agreed", shown_.restart[0] + shown_.restart[1]);
  } else if (shown_.card->state == v1::MATCH_STATE_PARKED) {
    why = match_.referee() ? Text("admin.why.parked") : Text("admin.why.does_not_load").word("cause", broken_);
  }
  v1::ServerFrame frame;
  to_wire(why, *frame.mutable_administered()->add_matches()->mutable_why());
  co_return frame;
}

asio::awaitable<Answer> Actor::repair(const Repair& asked) {
  if (shown_.card->state == v1::MATCH_STATE_HELD) co_return refuse(RefusalCode::kConflict, "refusal.admin.held");
  if (shown_.card->state != v1::MATCH_STATE_PARKED)
    co_return refuse(RefusalCode::kConflict, "refusal.admin.not_parked");
  ready_ = false;
  match_.forget();
  publish();
  if (Result<void> loaded = co_await load_play(); !loaded) co_return loaded.error();
  if (!match_.referee())
    co_return refuse(RefusalCode::kUnavailable, Text("refusal.admin.does_not_load").word("cause", broken_));
  const v1::MatchState state = match_.referee()->state();
  HandOver waits;  // those who were told before it was parked may have come in vain
  for (Seat seat : kSeats)
    if (match_.referee()->menu(seat)) waits.menus[index(seat)] = match_.referee()->menu_serial(seat);
  const std::vector<Job> jobs = told_by(*shown_.card, waits, services_.settings.notice_after.count());
  // Nobody is charged for the time in which it could not be played.
  auto mend = [&, deed = *asked.deed](Beside& beside, const Moment& moment) -> Result<void> {
    beside.mended = state;
    beside.deed = deed;
    beside.jobs = jobs;
    if (beside.aside.since_ms() > 0) beside.aside.set_since_ms(moment.now_ms);
    return {};
  };
  if (Result<void> stored = co_await change(mend, asked.deed); !stored) {
    co_await recover();
    co_return refuse(RefusalCode::kUnavailable, "refusal.not_stored");
  }
  spdlog::info("event=repaired match={} {}", id_, asking());
  speak(match_.everything());
  notify();
  v1::Offer told;
  told.set_kind(v1::OFFER_KIND_REPAIR);
  told.set_deed(v1::OFFER_DEED_AGREED);
  told.set_seat(kHostsSeat);
  co_await record(std::move(told));
  wake_bots();
  wake_seats();
  co_return done();
}

// By what the public has been shown: whether somebody has acted in secret since then makes no difference.
const Chapter* Actor::part_begun() const {
  const std::shared_ptr<const Seen>& seen = shown_.updates[index(Viewer::kPublic)];
  if (!seen) return nullptr;
  const auto found = std::ranges::find_if(shown_.chapters.rbegin(), shown_.chapters.rend(), [&](const Chapter& each) {
    const bool all = std::ranges::all_of(kLiveViewers, [&](Viewer viewer) {
      return each.serials[index(viewer)] > 0 || !looks(match_.referee()->played(), viewer);
    });
    return all && each.serials[index(Viewer::kPublic)] < seen->serial();
  });
  return found == shown_.chapters.rend() ? nullptr : &*found;
}

asio::awaitable<Answer> Actor::propose(const Propose& asked) {
  const MatchCard& card = *shown_.card;
  if (!card.event.empty()) co_return refuse(RefusalCode::kConflict, "refusal.admin.event_match");
  if (Result<void> begun = shown_.begun(); !begun) co_return begun.error();
  const bool rewinds = asked.offer.kind() == v1::OFFER_KIND_REWIND;
  if (rewinds || card.state == v1::MATCH_STATE_OVER)
    if (Result<void> plays = shown_.playing(); !plays) co_return plays.error();
  if (!match_.referee()) co_return refuse(RefusalCode::kUnavailable, "refusal.admin.match_lost");
  if (std::ranges::none_of(kSeats, [&](Seat seat) { return asked_for_consent(card, seat); }))
    co_return refuse(RefusalCode::kConflict, "refusal.admin.nobody_to_ask");
  v1::Offer offer = asked.offer;
  offer.set_deed(v1::OFFER_DEED_MADE);
  offer.set_seat(kHostsSeat);
  std::uint64_t row = 0;
  if (rewinds) {
    const Chapter* part = part_begun();
    if (!part) co_return refuse(RefusalCode::kNotFound, "refusal.admin.no_part");
    *offer.mutable_point() = part->name;
    row = part->row;
  }
  const std::vector<Job> jobs = told_by(card, offer);
  auto put = [&, deed = *asked.deed](Beside& beside, const Moment&) -> Result<void> {
    put_offer(beside.aside, offer);
    if (rewinds) beside.aside.set_rewind_row(row);
    beside.deed = deed;
    beside.jobs = jobs;
    return {};
  };
  Result<void> stored = co_await change(put, asked.deed);
  if (!stored) co_return stored.error();
  co_await record(std::move(offer));
  co_return done();
}

asio::awaitable<Answer> Actor::answer_host(Seat seat, const v1::AnswerOffer& answer) {
  v1::Offer offer = *find_offer(shown_.card->aside, answer.kind());
  const std::uint64_t row = shown_.card->aside.rewind_row();
  offer.add_agreed(static_cast<std::uint32_t>(seat));
  const bool all = std::ranges::all_of(
      kSeats, [&](Seat each) { return agreed(offer, each) || !asked_for_consent(*shown_.card, each); });
  const bool settled = all || !answer.agree();
  Result<void> stored = co_await change([&offer, settled](Beside& beside, const Moment&) -> Result<void> {
    if (!take_offer(beside.aside, offer.kind(), kHostsSeat)) return refuse(RefusalCode::kStale, "refusal.no_offer");
    if (!settled) put_offer(beside.aside, offer);
    return {};
  });
  if (!stored) co_return stored.error();
  const v1::OfferDeed deed = answer.agree() ? v1::OFFER_DEED_AGREED : v1::OFFER_DEED_DECLINED;
  co_await record(said_by_seat(seat, offer, deed));
  if (!answer.agree() || !all) co_return done();
  co_return co_await agreed_by_all(std::move(offer), row);
}

asio::awaitable<Answer> Actor::agreed_by_all(v1::Offer offer, std::uint64_t row) {
  if (!match_.referee()) co_return refuse(RefusalCode::kUnavailable, "refusal.match_parked");
  if (offer.kind() == v1::OFFER_KIND_REWIND) co_return co_await rewind_to(row);
  CallOff how;
  if (offer.terms().by_score()) how.how = CallOff::How::kByScore;
  if (offer.terms().has_winner()) how.winner = offer.terms().winner() == 0 ? Seat::kFirst : Seat::kSecond;
  co_return co_await end([this, how] { return match_.call_off(how); });
}

asio::awaitable<Answer> Actor::rewind_to(std::uint64_t row) {
  const bool there = std::ranges::any_of(shown_.chapters, [row](const Chapter& each) { return each.row == row; });
  if (!there) co_return refuse(RefusalCode::kStale, "refusal.admin.no_part");
  auto read = [&](Then<Stored> then) { services_.store.stretch(id_, row, std::move(then)); };
  Result<Stored> stretch = co_await ask_store<Stored>(read);
  if (!stretch) co_return stretch.error();
  const Point point{std::move(*stretch), row};
  co_return co_await do_it([&] { return match_.take_back(point); });
}

}  // namespace wardroom::match
