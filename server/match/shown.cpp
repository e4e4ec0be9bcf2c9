#include "server/match/shown.h"

#include <algorithm>

#include "common/frame.h"
#include "server/engine/outlet.h"

namespace wardroom::match {

// -- who may --

Result<Viewer> Shown::may_see(const Caller& caller) const {
  if (auto seat = seat_of(*card, caller.account)) return viewer(*seat);
  if (is_hidden(*card) && !may_watch(caller)) return refuse(RefusalCode::kNotFound, "refusal.no_such_match");
  return Viewer::kPublic;
}

bool Shown::may_watch(const Caller& caller) const {
  if (!caller.account.empty() && card->invited == caller.account) return true;
  if (!card->event.empty()) return false;  // whether anybody watches is the event's to say
  const auto given = caller.watches.find(id);
  return given != caller.watches.end() && given->second == watch_code(*card);
}

Result<Seat> Shown::seat_for(const Caller& caller) const {
  const std::optional<Seat> seat = seat_of(*card, caller.account);
  if (seat) return *seat;
  if (Result<Viewer> as = may_see(caller); !as) return as.error();
  return refuse(RefusalCode::kNotYours, "refusal.not_your_match");
}

Result<void> Shown::playing() const {
  switch (card->state) {
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

Result<void> Shown::begun() const {
  if (card->state == v1::MATCH_STATE_OPEN || never_began(*card))
    return refuse(RefusalCode::kConflict, "refusal.match_not_begun");
  return {};
}

Result<void> Shown::may(Seat seat, const What& what, const HostSettings& settings) const {
  using May = Result<void>;
  if (std::holds_alternative<const v1::AgreeToRestart*>(what)) {
    if (card->state != v1::MATCH_STATE_HELD) return refuse(RefusalCode::kConflict, "refusal.not_held");
    return {};
  }
  if (std::holds_alternative<const v1::Resign*>(what)) {
    if (card->state == v1::MATCH_STATE_OPEN || card->state == v1::MATCH_STATE_OVER) return playing();
    return {};
  }
  if (auto* asked = std::get_if<const v1::ChangeMarks*>(&what)) {
    if (May has_begun = begun(); !has_begun) return has_begun;
    return may_mark(seat, **asked, settings);
  }
  if (auto* asked = std::get_if<const v1::AnswerOffer*>(&what); asked && is_hosts((*asked)->kind()))
    return may_answer_host((*asked)->kind(), seat);
  if (May plays = playing(); !plays) return plays;
  return std::visit(Overloaded{
                        [&](const v1::Act* act) { return may_act(seat, *act, settings); },
                        [&](const v1::UndoRequest* asked) -> May {
                          const bool sent =
                              asked->sending() == 0 || queue(seat).first_row(asked->sending(), asked->group());
                          if (!may_undo[index(seat)] || !sent)
                            return refuse(RefusalCode::kNotOffered, "refusal.no_undo");
                          return {};
                        },
                        [&](const v1::AskTakeBack*) -> May {
                          if (is_person(*card, other(seat)) && !acted[index(seat)])
                            return refuse(RefusalCode::kNotFound, "refusal.nothing_to_take_back");
                          if (!offered_by(v1::OFFER_KIND_TAKE_BACK, other(seat))) return {};
                          return refuse(RefusalCode::kConflict, "refusal.answer_the_offer_first");
                        },
                        [&](const v1::AnswerTakeBack*) { return may_answer(v1::OFFER_KIND_TAKE_BACK, seat); },
                        [&](const v1::OfferDraw*) { return may_offer(v1::OFFER_KIND_DRAW, seat); },
                        [&](const v1::AnswerDraw*) { return may_answer(v1::OFFER_KIND_DRAW, seat); },
                        [&](const v1::MakeOffer* asked) { return may_offer(*asked, seat, settings.now_ms()); },
                        [&](const v1::AnswerOffer* asked) { return may_answer(asked->kind(), seat); },
                        [&](const v1::TakeExtension*) { return may_extend(seat); },
                        [&](const v1::ClaimFlag*) { return may_claim_flag(seat, settings.now_ms()); },
                        [&](const v1::AskHint*) -> May {
                          if (is_person(*card, other(seat))) return refuse(RefusalCode::kNotYours, "refusal.no_hints");
                          if (!updates[index(seat)]->has_menu())
                            return refuse(RefusalCode::kStale, "refusal.not_asked");
                          return {};
                        },
                        [&](const v1::GiveOrders* given) { return queue(seat).may(*given, settings); },
                        [&](const v1::GoOn* asked) { return queue(seat).may(*asked); },
                        [&](const v1::GiveStanding* given) { return may_give_standing(seat, *given, settings); },
                        [](const auto&) -> May { return {}; },
                    },
                    what);
}

Result<void> Shown::may_give_standing(Seat seat, const v1::GiveStanding& given, const HostSettings& settings) const {
  if (Result<void> sound = queue(seat).may(given, settings); !sound) return sound;
  return well_given(given.orders(), *standing, seat, advised);
}

Result<void> Shown::may_act(Seat seat, const v1::Act& act, const HostSettings& settings) const {
  if (static_cast<std::size_t>(act.actions_size()) > settings.max_actions) {
    return refuse(RefusalCode::kTooMuch, "refusal.too_many_actions");
  }
  if (act.actions().empty()) return refuse(RefusalCode::kMalformed, "refusal.no_action");
  const Seen& seen = *updates[index(seat)];
  if (!seen.has_menu()) return refuse(RefusalCode::kStale, "refusal.not_asked");
  if (act.menu_serial() != seen.menu().serial()) return refuse(RefusalCode::kStale, "refusal.stale_menu");
  const Action first = from_wire(act.actions(0));
  const bool offered =
      std::ranges::any_of(seen.menu().items(), [&](const v1::Item& item) { return from_wire(item.action()) == first; });
  if (!offered) return title->why_not(seen.menu().rule());
  return {};
}

Result<void> Shown::may_mark(Seat seat, const v1::ChangeMarks& asked, const HostSettings& settings) const {
  std::unique_ptr<View> seen;
  const bool guesses = std::ranges::any_of(asked.put(), [](const v1::Mark& mark) { return mark.has_guess(); });
  if (guesses && title && updates[index(seat)]) seen = view_of(*title, updates[index(seat)]->full());
  return marks(seat).may(asked, {title.get(), seen.get()}, settings);
}

bool Shown::offered_by(v1::OfferKind kind, Seat seat) const {
  const v1::Offer* offer = find_offer(card->aside, kind);
  return offer && offer->seat() == static_cast<std::uint32_t>(seat);
}

Result<void> Shown::may_answer(v1::OfferKind kind, Seat seat) const {
  if (!offered_by(kind, other(seat))) return refuse(RefusalCode::kStale, "refusal.no_offer");
  return {};
}

// A verdict also where the rules do not run.
Result<void> Shown::may_answer_host(v1::OfferKind kind, Seat seat) const {
  const bool ends = kind == v1::OFFER_KIND_VERDICT && begun() && card->state != v1::MATCH_STATE_OVER;
  if (Result<void> plays = playing(); !plays && !ends) return plays;
  const v1::Offer* offer = find_offer(card->aside, kind);
  if (!offer || std::ranges::find(offer->agreed(), static_cast<std::uint32_t>(seat)) != offer->agreed().end())
    return refuse(RefusalCode::kStale, "refusal.no_offer");
  return {};
}

Result<void> Shown::may_offer(v1::OfferKind kind, Seat seat) const {
  if (is_bot(*card, other(seat))) return refuse(RefusalCode::kNotOffered, "refusal.bot_plays_on");
  if (!is_person(*card, other(seat))) return refuse(RefusalCode::kNotOffered, "refusal.played_by_rules");
  if (offered_by(kind, other(seat))) return refuse(RefusalCode::kConflict, "refusal.answer_the_offer_first");
  return {};
}

Result<void> Shown::may_offer(const v1::MakeOffer& asked, Seat seat, std::int64_t now_ms) const {
  const v1::Terms& terms = asked.terms();
  switch (asked.kind()) {
    case v1::OFFER_KIND_PAUSE:
      if (!has_clock(card->clock)) return refuse(RefusalCode::kConflict, "refusal.no_clock");
      if (terms.until_ms() <= now_ms || terms.until_ms() > now_ms + kLongestPauseMs)
        return refuse(RefusalCode::kMalformed,
                      Text("refusal.pause").number("days", kLongestPauseMs / (24 * calendar::kHourMs)));
      break;
    case v1::OFFER_KIND_MEETING:
      if (terms.until_ms() <= now_ms || terms.until_ms() > now_ms + kLongestPauseMs)
        return refuse(RefusalCode::kMalformed,
                      Text("refusal.meeting").number("days", kLongestPauseMs / (24 * calendar::kHourMs)));
      break;
    case v1::OFFER_KIND_TIME:
      if (!has_clock(card->clock)) return refuse(RefusalCode::kConflict, "refusal.no_clock");
      if (terms.seconds() == 0 || terms.seconds() > kMostGiven)
        return refuse(RefusalCode::kMalformed, Text("refusal.gift").number("days", kMostGiven / (24 * 3600)));
      break;
    case v1::OFFER_KIND_SUBSTITUTE:
      if (terms.name().empty() == terms.bot().empty())
        return refuse(RefusalCode::kMalformed, "refusal.substitute_unnamed");
      break;
    default:
      return refuse(RefusalCode::kMalformed, "refusal.no_such_offer");
  }
  return may_offer(asked.kind(), seat);
}

Result<void> Shown::may_extend(Seat seat) const {
  if (!has_clock(card->clock)) return refuse(RefusalCode::kConflict, "refusal.no_clock");
  if (!is_slow(card->clock)) return refuse(RefusalCode::kNotOffered, "refusal.quick_clock");
  if (extended(card->aside, seat)) return refuse(RefusalCode::kNotOffered, "refusal.extended_already");
  return {};
}

Result<void> Shown::may_claim_flag(Seat seat, std::int64_t now_ms) const {
  if (!has_clock(card->clock)) return refuse(RefusalCode::kConflict, "refusal.no_clock");
  // Whoever is asked himself must not learn from this whether the other has finished.
  if (updates[index(seat)]->has_menu()) return refuse(RefusalCode::kConflict, "refusal.answer_first");
  const Seat late = other(seat);
  const std::int64_t left = card->clocks.left_ms[index(late)];
  const std::optional<std::int64_t> over = deadline_ms(thinking, late, left);
  const std::optional<std::int64_t> claim = claim_ms(card->clock, thinking, late, left);
  if (!over || !claim) return refuse(RefusalCode::kNotOffered, "refusal.clock_runs_still");
  if (now_ms >= *claim) return {};
  const Text why(now_ms >= *over ? "refusal.grace_runs" : "refusal.clock_runs");
  return refuse(RefusalCode::kNotOffered, Text(why).number("seconds", (*claim - now_ms + 999) / 1000));
}

// -- what he is told --

std::uint64_t Shown::told_upto(Viewer viewer) const {
  if (viewer == Viewer::kEnded) return 0;
  if (held_back(viewer)) return gallery->serial();
  return updates[index(viewer)] ? updates[index(viewer)]->serial() : 0;
}

v1::Update Shown::full(Viewer viewer) const {
  v1::Update update;
  if (held_back(viewer)) {
    update = gallery->all();
  } else if (updates[index(viewer)]) {
    update = updates[index(viewer)]->full();
  }
  update.set_match(id);
  update.set_full(true);
  if (!updates[index(viewer)] || card->state == v1::MATCH_STATE_PARKED) {
    update.set_state(card->state);
    if (card->ending) *update.mutable_ending() = *card->ending;
    update.clear_menu();
    update.clear_waiting_for();
  }
  return update;
}

const Queue& Shown::queue(Seat seat) const {
  static const Queue none;
  return queues[index(seat)] ? *queues[index(seat)] : none;
}

v1::ServerFrame Shown::queue_frame(Seat seat) const {
  v1::ServerFrame frame;
  *frame.mutable_queue() = queue(seat).shown();
  return frame;
}

const Marks& Shown::marks(Seat seat) const {
  static const Marks none;
  return tables[index(seat)] ? *tables[index(seat)] : none;
}

v1::Marks Shown::marks_shown(Seat seat) const {
  v1::Marks all = marks(seat).shown();
  all.set_match(id);
  if (!title) return all;
  for (const Text& guess : title->guesses()) to_wire(guess, *all.add_guesses());
  return all;
}

v1::Moment Shown::now(Seat seat) const {
  v1::Moment moment;
  const std::shared_ptr<const Seen>& seen = updates[index(seat)];
  if (!seen) return moment;
  moment.set_serial(seen->serial());
  if (title) moment.set_turn(title->turn(*view_of(*title, seen->full())));
  return moment;
}

v1::MatchInfo Shown::info(std::string_view account, std::int64_t now_ms) const {
  People people;
  people.names = names;
  people.invited = invited;
  for (Seat seat : kSeats) people.present[index(seat)] = connected[index(seat)] || is_bot(*card, seat);
  people.reliability = reliability;
  people.meeting_ms = meeting_to_come(card->aside, now_ms);
  if (card->state == v1::MATCH_STATE_PLAYING && has_clock(card->clock) && thinking.since_ms > 0) {
    people.thinking_ms = calendar::running({{}, {}, thinking.rests[0].pauses}, thinking.since_ms, now_ms);
    if (card->aside.since_ms() > 0) people.tell_time(*card, thinking, now_ms);
  }
  return match_info(*card, people, account);
}

v1::ServerFrame Shown::notice_for(const std::string& account, std::int64_t now_ms) const {
  v1::ServerFrame frame;
  v1::Notice& notice = *frame.mutable_notice();
  *notice.mutable_match() = info(account, now_ms);
  if (!seat_of(*card, account)) return frame;  // offers are between the seats
  for (const v1::Offer& offer : card->aside.offers()) {
    switch (offer.kind()) {
      case v1::OFFER_KIND_TAKE_BACK:
        notice.set_take_back_asked_by(offer.seat());
        *notice.mutable_take_back_point() = offer.point();
        break;
      case v1::OFFER_KIND_DRAW:
        notice.set_draw_offered_by(offer.seat());
        break;
      default:
        *notice.add_offers() = offer;
    }
  }
  for (Seat seat : kSeats) {
    if (restart[index(seat)]) notice.add_restart_agreed_by(static_cast<std::uint32_t>(seat));
  }
  return frame;
}

const Chapter* Shown::chapter_at(Viewer viewer, std::uint64_t serial) const {
  if (viewer == Viewer::kEnded || serial == 0 || serial > told_upto(viewer)) return nullptr;
  const auto found =
      std::ranges::find_if(chapters, [&](const Chapter& each) { return each.serials[index(viewer)] == serial; });
  return found == chapters.end() ? nullptr : &*found;
}

}  // namespace wardroom::match
