// The part of Actor that its event asks for.
#include <algorithm>

#include "server/engine/outlet.h"
#include "server/match/actor.h"

namespace wardroom::match {
namespace asio = boost::asio;

namespace {

// Nobody knows when an event goes on; a pause that is forgotten ends after a year.
constexpr std::int64_t kUntilToldMs = 366LL * 24 * 60 * 60 * 1000;
constexpr std::int64_t kAgreedAtMostMs = kUntilToldMs / 2;  // what two players agree on is shorter

Result<void> let_rest(Beside& stored, const Moment& moment) {
  const auto rests = [&](const v1::record::Span& span) { return span.to_ms() - moment.now_ms > kAgreedAtMostMs; };
  if (std::ranges::any_of(stored.aside.pauses(), rests)) return {};
  v1::record::Span& pause = *stored.aside.add_pauses();
  pause.set_from_ms(moment.now_ms);
  pause.set_to_ms(moment.now_ms + kUntilToldMs);
  return {};
}

Result<void> let_run(Beside& stored, const Moment& moment) {
  for (v1::record::Span& span : *stored.aside.mutable_pauses())
    if (span.to_ms() - span.from_ms() > kAgreedAtMostMs) span.set_to_ms(std::min(span.to_ms(), moment.now_ms));
  return {};
}

}  // namespace

asio::awaitable<Answer> Actor::stand_still(const StandStill& asked) {
  if (shown_.card->event.empty()) co_return refuse(RefusalCode::kNotYours, "refusal.not_your_match");
  if (shown_.card->state == v1::MATCH_STATE_OVER) co_return done();
  Change what = let_run;
  if (asked.still) what = let_rest;
  Result<void> changed = co_await change(std::move(what));
  if (!changed) co_return changed.error();
  co_return done();
}

asio::awaitable<Answer> Actor::open_up() {
  if (shown_.card->event.empty()) co_return refuse(RefusalCode::kNotYours, "refusal.not_your_match");
  if (shown_.card->state != v1::MATCH_STATE_OVER) co_return refuse(RefusalCode::kNotYours, "refusal.not_over");
  if (shown_.card->open_afterwards) co_return done();
  MatchCard card = *shown_.card;
  card.open_afterwards = true;
  Result<void> written = co_await write_card(std::move(card));
  if (!written) co_return written.error();
  co_return done();
}

// The event has told both players before it asks.
asio::awaitable<Answer> Actor::inside() {
  const Referee* referee = match_.referee();
  if (shown_.card->event.empty() || !referee) co_return refuse(RefusalCode::kConflict, "refusal.match_not_begun");
  Result<v1::Update> known = referee->all(Viewer::kPublic);
  if (!known) co_return known.error();
  v1::ServerFrame frame;
  v1::Update& truth = *frame.mutable_update();
  truth = std::move(*known);
  truth.clear_sections();
  const auto whole = shown_view(referee->title(), referee->position(), Viewer::kEnded);
  for (v1::Section& section : sections_of(*whole)) *truth.add_sections() = std::move(section);
  truth.set_match(id_);
  truth.set_time_ms(shown_.card->moved_ms);
  co_return frame;
}

}  // namespace wardroom::match
