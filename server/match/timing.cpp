// The part of Match that counts time, and what stands beside the board with it.
#include <algorithm>

#include "server/match/match.h"

namespace wardroom::match {

// Rows since something was last shown to both seats belong to the thinking that goes on.
void Match::read_time(const std::vector<v1::record::Row>& rows) {
  Thinking& thinking = shown.thinking;
  const auto open = std::ranges::find_if(rows, [&](const auto& row) { return row.time_ms() > shown.card->shown_ms; });
  const std::array<bool, 2> asked_now{referee_->menu(Seat::kFirst) != nullptr,
                                      referee_->menu(Seat::kSecond) != nullptr};
  std::array<std::int64_t, 2> done{};
  for (auto row = open; row != rows.end(); ++row) {
    if (row->has_seat() && !asked_now[row->seat()]) done[row->seat()] = row->time_ms();
  }
  thinking = thinking_of(shown.card->aside, done, outages_.known());
  if (thinking.since_ms > 0) return;
  // Stored without it; where it is not even known when everyone was last shown something, nobody thinks yet.
  if (shown.card->shown_ms == 0) return;
  thinking.since_ms = shown.card->shown_ms;
  for (Seat seat : kSeats) thinking.asked[index(seat)] = asked_now[index(seat)] || done[index(seat)] != 0;
}

void Match::take_in(const Beside& beside) {
  MatchCard& card = *shown.card;
  card.clocks = beside.clocks;
  card.aside = beside.aside;
  if (beside.mended) card.state = *beside.mended;
  if (card.aside.since_ms() > 0) shown.thinking = thinking_of(card.aside, shown.thinking.done_ms, outages_.known());
}

// What the step does to what stands beside the board: nothing, unless everyone is shown something.
Change Match::beside(const Writing& step) {
  const MatchCard& card = *shown.card;
  Barrier barrier{step.everyone, card.clock, shown.thinking, step.to_move};
  barrier.over = referee_->state() == v1::MATCH_STATE_OVER;
  barrier.late = std::exchange(late_, std::nullopt);
  barrier.agreed = std::exchange(agreed_, std::nullopt);
  if (barrier.agreed) writing_->agreed = barrier.agreed->first;
  if (!barrier.shown && !barrier.over && !barrier.agreed) return nullptr;
  for (Seat seat : kSeats) barrier.rests[index(seat)] = rests_of(card.clock, calendars[index(seat)]);
  const bool between_people = is_person(card, Seat::kFirst) && is_person(card, Seat::kSecond);
  // What is counted of a person anybody may ask: where observers are held back, no hand-over is, since they would see
  // it.
  if (between_people && (card.observer_delay == 0 || barrier.over)) barrier.people = card.accounts;
  return [barrier = std::move(barrier)](Beside& stored, const Moment& moment) { return pass(barrier, stored, moment); };
}

// As if their owners had given them before anything else happened.
void Match::begin_with_usual(Commit& commit) {
  const std::vector<StandingInfo> known = referee_->title().standing();
  for (Seat seat : kSeats) {
    Queue queue;
    const v1::UsualOrders orders = fitting(usual[index(seat)], known, seat, shown.advised);
    if (orders.standing().empty() && !orders.has_stops()) continue;
    queue.begin_with(shown.id, orders);
    commit.queues.push_back({seat, queue.bytes()});
    writing_->queues[index(seat)] = std::make_shared<const Queue>(std::move(queue));
  }
}

void Match::count_time(const Writing& step, std::int64_t time_ms) {
  Thinking& thinking = shown.thinking;
  if (step.everyone) {
    thinking = thinking_of(shown.card->aside, {0, 0}, {});
    thinking.since_ms = time_ms;
    thinking.asked = step.to_move;
    return;
  }
  for (Seat seat : kSeats) {
    std::int64_t& done = thinking.done_ms[index(seat)];
    if (step.to_move[index(seat)]) {
      done = 0;  // again
    } else if (thinking.asked[index(seat)] && done == 0) {
      done = time_ms;
    }
  }
}

}  // namespace wardroom::match
