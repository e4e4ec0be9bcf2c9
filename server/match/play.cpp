// The part of Actor that plays: what a seat asks of its match, when it is its turn and it may.
#include <spdlog/spdlog.h>

#include "common/frame.h"
#include "server/match/actor.h"
#include "server/match/await.h"

namespace wardroom::match {
namespace asio = boost::asio;

asio::awaitable<Answer> Actor::act(Seat seat, const v1::Act& act, const v1::Text& reason) {
  Result<Step> step = co_await carry_out([&] { return match_.act(seat, act, reason); });
  if (!step) co_return step.error();
  told_ = true;
  services_.stats.actions += step->taken;
  v1::ServerFrame frame;
  v1::Acted& acted = *frame.mutable_acted();
  acted.set_taken(static_cast<std::uint32_t>(step->taken));
  if (step->stopped) *acted.mutable_stopped() = to_wire(*step->stopped);
  co_return frame;
}

asio::awaitable<Answer> Actor::play(Seat seat, const v1::Act& asked) {
  const v1::Text no_reason;
  co_return co_await act(seat, asked, no_reason);
}

asio::awaitable<Answer> Actor::play(Seat seat, const v1::UndoRequest& asked) {
  return do_it([this, seat, &asked] { return match_.undo(seat, asked); });
}

// -- take-back by consent --

asio::awaitable<Answer> Actor::play(Seat seat, const v1::AskTakeBack&) {
  if (shown_.offered_by(v1::OFFER_KIND_TAKE_BACK, seat)) co_return done();
  if (!is_person(*shown_.card, other(seat))) {
    Result<Point> point = co_await find_point(seat);
    if (!point) co_return point.error();
    co_return co_await do_it([&] { return match_.take_back(*point); });
  }
  v1::Offer offer;
  offer.set_kind(v1::OFFER_KIND_TAKE_BACK);
  offer.set_seat(static_cast<std::uint32_t>(seat));
  *offer.mutable_point() = match_.point_of(seat);
  co_return co_await make(std::move(offer));
}

asio::awaitable<Answer> Actor::play(Seat seat, const v1::AnswerTakeBack& answer) {
  if (!answer.agree()) co_return co_await decline(seat, v1::OFFER_KIND_TAKE_BACK);
  Result<Point> point = co_await find_point(other(seat));
  if (!point) co_return point.error();
  Answer taken = co_await do_it([&] { return match_.agree_take_back(seat, *point); });
  if (taken) co_await record(seat, v1::OFFER_KIND_TAKE_BACK, v1::OFFER_DEED_AGREED);
  co_return taken;
}

// Just before the asker's newest action that still counts, however many checkpoints ago.
asio::awaitable<Result<Point>> Actor::find_point(Seat asker) {
  std::uint64_t upto = match_.referee()->seq();
  for (;;) {
    auto read = [&](Then<Stored> then) { services_.store.stretch(id_, upto, std::move(then)); };
    Result<Stored> stretch = co_await ask_store<Stored>(read);
    if (!stretch) co_return stretch.error();
    if (const auto keep = point_in(*stretch, asker)) co_return Point{std::move(*stretch), *keep};
    if (stretch->checkpoint.seq() == 0) co_return refuse(RefusalCode::kNotFound, "refusal.nothing_to_take_back");
    upto = stretch->checkpoint.seq() - 1;
  }
}

// Whoever asks to take something back must not wait for this: how many rows there are is the other's secret.
asio::awaitable<void> Actor::look_up_acted() {
  if (!match_.take_unsure()) co_return;
  for (Seat seat : kSeats) {
    if (shown_.acted[index(seat)] || !is_person(*shown_.card, seat) || !is_person(*shown_.card, other(seat))) continue;
    if (co_await find_point(seat)) match_.note_acted(seat);
  }
  publish();
}

// -- endings the rules do not make --

asio::awaitable<Answer> Actor::play(Seat seat, const v1::OfferDraw&) {
  if (shown_.offered_by(v1::OFFER_KIND_DRAW, seat)) co_return done();
  v1::Offer offer;
  offer.set_kind(v1::OFFER_KIND_DRAW);
  offer.set_seat(static_cast<std::uint32_t>(seat));
  co_return co_await make(std::move(offer));
}

asio::awaitable<Answer> Actor::play(Seat seat, const v1::AnswerDraw& answer) {
  if (!answer.agree()) co_return co_await decline(seat, v1::OFFER_KIND_DRAW);
  Answer ended = co_await end([this, seat] { return match_.agree_draw(seat); });
  if (ended) co_await record(seat, v1::OFFER_KIND_DRAW, v1::OFFER_DEED_AGREED);
  co_return ended;
}

asio::awaitable<Answer> Actor::play(Seat seat, const v1::Resign&) {
  if (!match_.referee()) co_return refuse(RefusalCode::kUnavailable, "refusal.match_parked");
  co_return co_await end([this, seat] { return match_.resign(seat); });
}

asio::awaitable<Answer> Actor::play(Seat seat, const v1::ClaimFlag&) {
  return end([this, seat] { return match_.claim_flag(seat); });
}

asio::awaitable<Answer> Actor::end(std::function<Result<Step>()> rules) {
  Answer ended = co_await do_it(std::move(rules));
  if (ended)
    spdlog::debug("event=match_over match={} {} kind={}", id_, asking(), static_cast<int>(shown_.card->ending->kind()));
  co_return ended;
}

asio::awaitable<Answer> Actor::play(Seat seat, const v1::AgreeToRestart&) {
  shown_.restart[index(seat)] = true;
  if (!shown_.restart[index(other(seat))] && is_person(*shown_.card, other(seat))) {
    notify();
    co_return done();
  }
  Answer restarted = co_await do_it([this] { return match_.restart(); });
  if (!restarted) co_return restarted;
  spdlog::debug("event=match_restarted match={} {}", id_, asking());
  if (shown_.gallery) speak(match_.show_observers_all());
  co_return restarted;
}

}  // namespace wardroom::match
