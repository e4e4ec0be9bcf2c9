// The part of Actor that plays: every request a seat can make of its match.
#include <spdlog/spdlog.h>

#include <algorithm>

#include "common/frame.h"
#include "server/match/actor.h"
#include "server/match/await.h"

namespace wardroom::match {
namespace asio = boost::asio;

namespace {

v1::Ending ending_of(v1::EndingKind kind, std::optional<Seat> winner, const Text& verdict) {
  v1::Ending ending;
  ending.set_kind(kind);
  if (winner) ending.set_winner(static_cast<std::uint32_t>(*winner));
  to_wire(verdict, *ending.mutable_verdict());
  return ending;
}

}  // namespace

asio::awaitable<Answer> Actor::play(const CallerPtr& caller, const v1::ClientFrame& frame) {
  // What anyone may ask who may see the match.
  switch (frame.body_case()) {
    case v1::ClientFrame::kAttach:
      co_return co_await attach(caller, frame.attach());
    case v1::ClientFrame::kSay:
      co_return co_await say(*caller, frame.say());
    case v1::ClientFrame::kHistory:
      co_return co_await history(*caller, frame.history());
    case v1::ClientFrame::kAskReplay:
      co_return co_await replay(*caller, frame.ask_replay());
    case v1::ClientFrame::kAskEndedView:
      co_return co_await ended_view(*caller);
    default:
      break;
  }
  Result<Seat> seat = playing_seat(*caller);
  if (!seat) co_return seat.error();
  if (frame.has_give_nonce()) co_return co_await give_nonce(*caller, *seat, frame.give_nonce());
  Result<void> may = allowed(*seat, frame);
  if (!may) co_return may.error();
  switch (frame.body_case()) {
    case v1::ClientFrame::kAct:
      co_return co_await act(*seat, frame.act());
    case v1::ClientFrame::kUndo:
      co_return co_await undo(*seat);
    case v1::ClientFrame::kAskTakeBack:
      co_return co_await ask_take_back(*seat);
    case v1::ClientFrame::kAnswerTakeBack:
      co_return co_await answer_take_back(*seat, frame.answer_take_back());
    case v1::ClientFrame::kOfferDraw:
      co_return co_await offer_draw(*seat);
    case v1::ClientFrame::kAnswerDraw:
      co_return co_await answer_draw(frame.answer_draw());
    case v1::ClientFrame::kResign:
      co_return co_await resign(*seat);
    case v1::ClientFrame::kClaimFlag:
      co_return co_await claim_flag(*seat);
    case v1::ClientFrame::kAgreeToRestart:
      co_return co_await agree_to_restart(*seat);
    case v1::ClientFrame::kAskHint:
      co_return co_await hint(*seat);
    default:
      co_return refuse(RefusalCode::kMalformed, "refusal.unknown_request");
  }
}

asio::awaitable<Answer> Actor::act(Seat seat, const v1::Act& act, const v1::Text& reason) {
  std::vector<Action> actions;
  actions.reserve(static_cast<std::size_t>(act.actions_size()));
  for (const v1::Action& action : act.actions()) actions.push_back(from_wire(action));
  Outcome outcome = co_await apply([&] { return referee_->act(seat, act.menu_serial(), actions, reason); });
  Result<void> carried = co_await carry_out(outcome);
  if (!carried) co_return carried.error();
  const Step& step = **outcome;
  services_.stats.actions += step.taken;
  v1::ServerFrame frame;
  v1::Acted& acted = *frame.mutable_acted();
  acted.set_taken(static_cast<std::uint32_t>(step.taken));
  if (step.stopped) *acted.mutable_stopped() = to_wire(*step.stopped);
  co_return frame;
}

asio::awaitable<Answer> Actor::undo(Seat seat) {
  Outcome outcome = co_await apply([&] { return referee_->undo(seat); });
  Result<void> carried = co_await carry_out(outcome);
  if (!carried) co_return carried.error();
  co_return done();
}

// -- take-back by consent --

asio::awaitable<Answer> Actor::ask_take_back(Seat seat) {
  if (offers_.take_back == seat) co_return done();
  Result<Point> point = co_await find_point(seat);
  if (!point) co_return point.error();
  if (is_bot(other(seat))) co_return co_await take_back(std::move(*point));
  offers_.take_back = seat;
  notify();
  co_return done();
}

asio::awaitable<Answer> Actor::answer_take_back(Seat seat, const v1::AnswerTakeBack& answer) {
  if (!answer.agree()) {
    offers_.take_back.reset();
    notify();
    co_return done();
  }
  Result<Point> point = co_await find_point(other(seat));
  if (!point) co_return point.error();
  co_return co_await take_back(std::move(*point));
}

// Just before the asker's newest action that still counts, however many checkpoints ago.
asio::awaitable<Result<Actor::Point>> Actor::find_point(Seat asker) {
  std::uint64_t upto = referee_->seq();
  for (;;) {
    auto read = [&](Then<Stored> then) { services_.store.stretch(id_, upto, std::move(then)); };
    Result<Stored> stretch = co_await ask_store<Stored>(read);
    if (!stretch) co_return stretch.error();
    const auto standing = standing_actions(stretch->rows);
    const auto last = std::ranges::find_if(standing.rbegin(), standing.rend(), [&](const v1::record::Row* row) {
      return row->has_seat() && row->seat() == static_cast<std::uint32_t>(asker);
    });
    if (last != standing.rend()) {
      const std::uint64_t keep = (*last)->seq() - 1;
      co_return Point{std::move(*stretch), keep};
    }
    if (stretch->checkpoint.seq() == 0) co_return refuse(RefusalCode::kNotFound, "refusal.nothing_to_take_back");
    upto = stretch->checkpoint.seq() - 1;
  }
}

asio::awaitable<Answer> Actor::take_back(Point point) {
  Outcome outcome = co_await apply([&] { return referee_->take_back(point.stretch, point.keep); });
  Result<void> carried = co_await carry_out(outcome);
  if (!carried) co_return carried.error();
  co_return done();
}

// -- endings the rules do not make --

asio::awaitable<Answer> Actor::offer_draw(Seat seat) {
  if (offers_.draw == seat) co_return done();
  offers_.draw = seat;
  notify();
  co_return done();
}

asio::awaitable<Answer> Actor::answer_draw(const v1::AnswerDraw& answer) {
  if (!answer.agree()) {
    offers_.draw.reset();
    notify();
    co_return done();
  }
  v1::Ending ending = ending_of(v1::ENDING_KIND_AGREED_DRAW, std::nullopt, Text("verdict.agreed_draw"));
  co_return co_await end(std::nullopt, std::move(ending));
}

asio::awaitable<Answer> Actor::resign(Seat seat) {
  if (!referee_) co_return refuse(RefusalCode::kUnavailable, "refusal.match_parked");
  Text verdict = Text("verdict.resigned").text("seat", referee_->title().seat_names()[index(seat)]);
  v1::Ending ending = ending_of(v1::ENDING_KIND_RESIGNED, other(seat), verdict);
  co_return co_await end(seat, std::move(ending));
}

asio::awaitable<Answer> Actor::claim_flag(Seat seat) {
  const Seat late = other(seat);
  Text verdict = Text("verdict.flag").text("seat", referee_->title().seat_names()[index(late)]);
  v1::Ending ending = ending_of(v1::ENDING_KIND_FLAG, seat, verdict);
  co_return co_await end(seat, std::move(ending));
}

asio::awaitable<Answer> Actor::end(std::optional<Seat> by, v1::Ending ending) {
  Outcome outcome = co_await apply([&] { return referee_->end(by, std::move(ending)); });
  Result<void> carried = co_await carry_out(outcome);
  if (!carried) co_return carried.error();
  spdlog::info("event=match_over match={} kind={}", id_, static_cast<int>(card_->ending->kind()));
  co_return done();
}

asio::awaitable<Answer> Actor::agree_to_restart(Seat seat) {
  offers_.restart[index(seat)] = true;
  if (!offers_.restart[index(other(seat))] && !is_bot(other(seat))) {
    notify();
    co_return done();
  }
  Outcome outcome = co_await apply([&] { return referee_->restart(); });
  Result<void> carried = co_await carry_out(outcome);
  if (!carried) co_return carried.error();
  spdlog::info("event=match_restarted match={}", id_);
  if (gallery_) {  // the checkpoint is as old as observers may see
    gallery_.emplace(card_->observer_delay, *referee_->all(Viewer::kPublic));
    resync();
  }
  co_return done();
}

asio::awaitable<Answer> Actor::ended_view(const Caller& caller) {
  Result<Viewer> as = may_see(caller);
  if (!as) co_return as.error();
  if (card_->state != v1::MATCH_STATE_OVER || !referee_) co_return refuse(RefusalCode::kNotYours, "refusal.not_over");
  Result<v1::Update> truth = referee_->all(Viewer::kEnded);
  if (!truth) co_return truth.error();
  v1::ServerFrame frame;
  *frame.mutable_update() = std::move(*truth);
  frame.mutable_update()->set_match(id_);
  frame.mutable_update()->set_time_ms(time_ms_);
  co_return frame;
}

}  // namespace wardroom::match
