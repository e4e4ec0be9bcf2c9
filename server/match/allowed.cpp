// The part of Actor that says no. It knows what the seat was last sent and nothing else: a refusal must not depend, nor
// take longer, because the other seat has acted in secret.
#include <algorithm>

#include "common/frame.h"
#include "server/match/actor.h"

namespace wardroom::match {

Result<Seat> Actor::playing_seat(const Caller& caller) const {
  const std::optional<Seat> seat = seat_of(*card_, caller.account);
  if (seat) return *seat;
  if (Result<Viewer> as = may_see(caller); !as) return as.error();
  return refuse(RefusalCode::kNotYours, "refusal.not_your_match");
}

Result<void> Actor::playing() const {
  switch (card_->state) {
    case v1::MATCH_STATE_PLAYING:
      return {};
    case v1::MATCH_STATE_OPEN:
      return refuse(RefusalCode::kConflict, "refusal.match_not_begun");
    case v1::MATCH_STATE_HELD:
      return refuse(RefusalCode::kUnavailable, "refusal.match_held");
    case v1::MATCH_STATE_OVER:
      return refuse(RefusalCode::kStale, "refusal.match_over");
    default:
      return refuse(RefusalCode::kUnavailable, "refusal.match_parked");
  }
}

Result<void> Actor::allowed(Seat seat, const v1::ClientFrame& frame) const {
  using Body = v1::ClientFrame::BodyCase;
  const Body body = frame.body_case();
  if (body == Body::kAgreeToRestart) {
    if (card_->state != v1::MATCH_STATE_HELD) return refuse(RefusalCode::kConflict, "refusal.not_held");
    return {};
  }
  if (body == Body::kResign) {
    if (card_->state == v1::MATCH_STATE_OPEN || card_->state == v1::MATCH_STATE_OVER) return playing();
    return {};
  }
  if (Result<void> may = playing(); !may) return may;
  switch (body) {
    case Body::kAct:
      return may_act(seat, frame.act());
    case Body::kUndo:
      if (!may_undo_[index(seat)]) return refuse(RefusalCode::kNotOffered, "refusal.no_undo");
      return {};
    case Body::kAskTakeBack:
      if (offers_.take_back == other(seat)) return refuse(RefusalCode::kConflict, "refusal.answer_the_offer_first");
      return {};
    case Body::kAnswerTakeBack:
      return may_answer(offers_.take_back, seat);
    case Body::kOfferDraw:
      if (is_bot(other(seat))) return refuse(RefusalCode::kNotOffered, "refusal.bot_plays_on");
      if (offers_.draw == other(seat)) return refuse(RefusalCode::kConflict, "refusal.answer_the_offer_first");
      return {};
    case Body::kAnswerDraw:
      return may_answer(offers_.draw, seat);
    case Body::kClaimFlag:
      return may_claim_flag(seat);
    case Body::kAskHint:
      if (!is_bot(other(seat))) return refuse(RefusalCode::kNotYours, "refusal.no_hints");
      if (!shown_[index(seat)]->has_menu()) return refuse(RefusalCode::kStale, "refusal.not_asked");
      return {};
    default:
      return {};
  }
}

Result<void> Actor::may_act(Seat seat, const v1::Act& act) const {
  if (static_cast<std::size_t>(act.actions_size()) > services_.settings.max_actions) {
    return refuse(RefusalCode::kTooMuch, "refusal.too_many_actions");
  }
  if (act.actions().empty()) return refuse(RefusalCode::kMalformed, "refusal.no_action");
  const v1::Update& shown = *shown_[index(seat)];
  if (!shown.has_menu()) return refuse(RefusalCode::kStale, "refusal.not_asked");
  if (act.menu_serial() != shown.menu().serial()) return refuse(RefusalCode::kStale, "refusal.stale_menu");
  const Action first = from_wire(act.actions(0));
  const bool offered = std::ranges::any_of(shown.menu().items(),
                                           [&](const v1::Item& item) { return from_wire(item.action()) == first; });
  if (!offered) return referee_->title().why_not(shown.menu().rule());
  return {};
}

Result<void> Actor::may_answer(const std::optional<Seat>& offered_by, Seat seat) const {
  if (offered_by != other(seat)) return refuse(RefusalCode::kStale, "refusal.no_offer");
  return {};
}

Result<void> Actor::may_claim_flag(Seat seat) const {
  if (!has_clock(card_->clock)) return refuse(RefusalCode::kConflict, "refusal.no_clock");
  // Whoever is asked himself must not learn from this whether the other has finished.
  if (shown_[index(seat)]->has_menu()) return refuse(RefusalCode::kConflict, "refusal.answer_first");
  const Seat late = other(seat);
  const std::int64_t left = card_->clocks.left_ms[index(late)] - used_ms(thinking_, late, services_.settings.now_ms());
  if (left <= 0) return {};
  return refuse(RefusalCode::kNotOffered, Text("refusal.clock_runs").number("seconds", (left + 999) / 1000));
}

}  // namespace wardroom::match
