// The part of the lobby for people who wait for anyone to play a scenario with, at whichever server of the store.
#include <algorithm>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/this_coro.hpp>

#include "common/hash.h"
#include "server/lobby/conversation.h"
#include "server/lobby/validate.h"
#include "server/match/await.h"
#include "server/match/card_info.h"

namespace wardroom::lobby {
namespace asio = boost::asio;

namespace {

constexpr std::size_t kWaitLetters = 16;

v1::ServerFrame found_frame(Result<v1::MatchInfo> match) {
  if (!match) return refusal_frame(0, match.error());
  v1::ServerFrame frame;
  *frame.mutable_match_found()->mutable_match() = std::move(*match);
  return frame;
}

}  // namespace

asio::awaitable<Answer> Conversation::quick_match(const v1::QuickMatch& asked) {
  Result<match::NewMatch> match = check_quick(desk_.host_, asked);
  if (!match) co_return match.error();
  Result<std::vector<std::string>> avoided = co_await desk_.avoided(caller_->account);
  if (!avoided) co_return avoided.error();
  const Result<Quotas::Held> places = co_await may_open_another();
  if (!places) co_return places.error();
  const QuickWait newcomer{match::random_code(kWaitLetters), caller_->account, asked.title(), asked.scenario(),
                           asked.nonce_hash()};
  using Met = std::optional<QuickWait>;
  auto meet = [&](Then<Met> then) { desk_.store_.meet(newcomer, *avoided, std::move(then)); };
  Result<Met> met = co_await match::ask_store<Met>(meet);
  if (!met) co_return met.error();
  // He is told of a match when his answer is on its way, so that MatchFound always follows it.
  const auto executor = co_await asio::this_coro::executor;
  asio::post(executor, [self = weak_from_this(), &desk = desk_, caller = caller_, id = newcomer.id, waiter = *met] {
    const auto conversation = self.lock();
    const bool here = conversation && conversation->caller_->account == caller->account;
    if (waiter && here) {
      asio::co_spawn(desk.executor_, desk.pair(*waiter, caller), asio::detached);
    } else if (waiter) {
      desk.store_.paired(waiter->id, {}, [](const Result<void>&) {});
    } else if (!here || !desk.note_waiting({id, caller})) {
      desk.store_.stop_waiting(id, [](const Result<bool>&) {});
    }
  });
  v1::ServerFrame frame;
  frame.mutable_waiting();
  co_return frame;
}

asio::awaitable<Answer> Conversation::cancel_quick_match() {
  const Result<bool> stopped = co_await desk_.stop_waiting(line_.get());
  if (!stopped) co_return stopped.error();
  if (!*stopped) co_return refuse(RefusalCode::kConflict, "refusal.not_waiting");
  co_return match::done();
}

bool Desk::note_waiting(Waiting newcomer) {
  const std::lock_guard lock(mutex_);
  const auto his = live_.find(newcomer.caller->line.get());
  if (his == live_.end()) return false;
  for (auto& [key, live] : live_)
    if (live.account == newcomer.caller->account) live.waiting = {};  // his newest counts
  his->second.waiting = std::move(newcomer);
  return true;
}

void Desk::forget_waiting(const match::Line* line, const std::string& wait) {
  const std::lock_guard lock(mutex_);
  const auto his = live_.find(line);
  if (his != live_.end() && his->second.waiting.id == wait) his->second.waiting = {};
}

asio::awaitable<Result<bool>> Desk::stop_waiting(const match::Line* line) {
  std::string wait;
  {
    const std::lock_guard lock(mutex_);
    if (const auto his = live_.find(line); his != live_.end()) wait = his->second.waiting.id;
  }
  if (wait.empty()) co_return false;
  auto stop = [&](Then<bool> then) { store_.stop_waiting(wait, std::move(then)); };
  Result<bool> stopped = co_await match::ask_store<bool>(stop);
  if (stopped && *stopped) forget_waiting(line, wait);
  co_return stopped;
}

// The one who waited may be at another server.
asio::awaitable<void> Desk::pair(QuickWait waiter, match::CallerPtr newcomer) {
  const Seat seat = (random_bytes(1)[0] & 1) != 0 ? Seat::kSecond : Seat::kFirst;
  match::NewMatch match;
  match.title = waiter.title;
  match.scenario = waiter.scenario;
  match.creator = waiter.account;
  match.seats[index(seat)] = {waiter.account, {}, waiter.nonce_hash};
  match.seats[index(other(seat))] = {newcomer->account, {}, {}};
  Result<v1::MatchInfo> made = co_await host_.create(newcomer, std::move(match));
  const std::string id = made ? made->id() : std::string();
  auto write = [&](Then<void> then) { store_.paired(waiter.id, id, std::move(then)); };
  (void)co_await match::ask_store<void>(write);  // if it fails, he finds the match among his own
  newcomer->line->send(found_frame(std::move(made)));
  co_await tell_found();
}

asio::awaitable<void> Desk::tell_found() {
  std::vector<Waiting> waiting;
  std::vector<std::string> waits;
  {
    const std::lock_guard lock(mutex_);
    for (const auto& [line, live] : live_) {
      if (live.waiting.id.empty()) continue;
      waiting.push_back(live.waiting);
      waits.push_back(live.waiting.id);
    }
  }
  if (waits.empty()) co_return;
  using Found = std::vector<QuickFound>;
  auto ask = [&](Then<Found> then) { store_.still_waiting(waits, std::move(then)); };
  const Result<Found> found = co_await match::ask_store<Found>(ask);
  if (!found) co_return;
  for (const auto& [wait, match] : *found) {
    const match::CallerPtr caller = std::ranges::find(waiting, wait, &Waiting::id)->caller;
    forget_waiting(caller->line.get(), wait);
    co_await note_made(match, caller->address);
    caller->line->send(found_frame(co_await host_.look(caller, match)));
  }
}

}  // namespace wardroom::lobby
