// The part of Actor that plays queued and standing orders, and passes where there is one single answer.
#include <spdlog/spdlog.h>

#include <boost/asio/co_spawn.hpp>

#include "server/match/actor.h"
#include "server/match/await.h"

namespace wardroom::match {
namespace asio = boost::asio;

asio::awaitable<Answer> Actor::play(Seat seat, const v1::GiveOrders& given) {
  return change_queue(seat, &given, [&given](Queue& queue) { queue.give(given); });
}

asio::awaitable<Answer> Actor::play(Seat seat, const v1::GoOn& asked) {
  return change_queue(seat, &asked, [&asked](Queue& queue) { queue.go_on(asked); });
}

asio::awaitable<Answer> Actor::play(Seat seat, const v1::GiveStanding& given) {
  return change_queue(seat, &given, [&given](Queue& queue) { queue.give(given); });
}

asio::awaitable<Answer> Actor::change_queue(Seat seat, What asked, std::function<void(Queue&)> change) {
  for (int tries = 0; tries < kTries && match_.referee(); ++tries) {
    if (Result<void> may = shown_.may(seat, asked, services_.settings); !may) co_return may.error();
    Queue queue = shown_.queue(seat);
    change(queue);
    Result<bool> kept = co_await keep_queue(seat, std::move(queue));
    if (!kept) co_return kept.error();
    if (*kept) co_return shown_.queue_frame(seat);
  }
  co_return refuse(RefusalCode::kUnavailable, "refusal.not_stored");
}

asio::awaitable<Result<bool>> Actor::keep_queue(Seat seat, Queue queue) {
  auto write = [&](Then<void> then) {
    const StoredQueue next{seat, queue.bytes(), shown_.queue(seat).version()};
    services_.store.keep_queue(id_, match_.referee()->seq(), next, std::move(then));
  };
  Result<void> kept = co_await ask_store<void>(write);
  if (!kept && kept.error().code == RefusalCode::kConflict && services_.store.is_shared()) {
    co_await follow();
    co_return false;
  }
  if (!kept) {
    co_await recover();
    co_return refuse(RefusalCode::kUnavailable, "refusal.not_stored");
  }
  shown_.queues[index(seat)] = std::make_shared<const Queue>(std::move(queue));
  Speech speech;
  speech.add(viewer(seat), shown_.queue_frame(seat));
  speak(speech);
  wake_seats();
  co_return true;
}

void Actor::wake_seats() {
  for (Seat seat : kSeats) {
    if (wakes_[index(seat)] || !match_.plays_itself(seat)) continue;
    wakes_[index(seat)] = true;
    ++busy_;
    asio::co_spawn(strand_, play_itself(shared_from_this(), seat), [id = id_](std::exception_ptr error) {
      if (error) spdlog::error("event=queue_failed match={} {}", id, kNobodyAsks);
    });
  }
}

asio::awaitable<void> Actor::play_itself(std::shared_ptr<Actor> self, Seat seat) {
  bool& awake = self->wakes_[index(seat)];
  while (awake) {
    {
      Baton::Hold hold = co_await self->turn_.take();
      awake = false;
      const bool thinks = co_await self->play_orders(seat);
      if (!thinks) break;
      awake = true;
    }
    (void)co_await self->advise(seat);
  }
  --self->busy_;
  self->rest();
}

asio::awaitable<bool> Actor::play_orders(Seat seat) {
  if (!shown_.card || !match_.plays_itself(seat)) co_return false;
  std::optional<v1::Hint> by_staff;
  if (const auto& seen = shown_.updates[index(seat)];
      seen && seen->menu().serial() == advisers_[index(seat)].last.menu_serial())
    by_staff = advisers_[index(seat)].last;
  Outcome outcome = co_await decide([&] { return match_.play_itself(seat, by_staff); });
  if (!outcome || !*outcome || !(*outcome)->rows.empty()) {
    Result<bool> carried = co_await carry_out(outcome);
    if (carried && *carried) services_.stats.actions += (*outcome)->taken;
    if (carried && !*carried) wake_seats();
    co_return false;  // if more is to be done, it has been woken
  }
  Queue run = match_.take_run(seat);
  if (match_.asks_staff()) co_return shown_.updates[index(seat)] != nullptr;
  if (run.version() != shown_.queue(seat).version()) (void)co_await keep_queue(seat, std::move(run));
  co_return false;
}

}  // namespace wardroom::match
