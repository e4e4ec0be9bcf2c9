// What other servers on the same database write of the matches that are in memory here.
#include <spdlog/spdlog.h>

#include <algorithm>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>

#include "server/match/actor.h"
#include "server/match/await.h"
#include "server/match/host.h"

namespace wardroom::match {
namespace asio = boost::asio;
namespace {

// What of a card others change; the rest follows from the journal.
bool same(const MatchCard& a, const MatchCard& b) {
  return a.state == b.state && a.accounts == b.accounts && a.bots == b.bots && a.nonces == b.nonces &&
         a.nonce_hashes == b.nonce_hashes && a.invited == b.invited && a.rematch == b.rematch &&
         a.is_private == b.is_private && a.open_afterwards == b.open_afterwards &&
         a.clocks.left_ms == b.clocks.left_ms && a.aside.SerializeAsString() == b.aside.SerializeAsString();
}

}  // namespace

bool Match::stands_as(const Loaded& stored) const {
  if (!same(stored.card, *shown.card)) return false;
  if (!referee_) return true;
  return stored.stored.last_hash == last_hash_ && std::ranges::all_of(kSeats, [&](Seat seat) {
           const auto kept = std::ranges::find(stored.queues, seat, &StoredQueue::seat);
           return shown.queue(seat).bytes() == (kept == stored.queues.end() ? std::string() : kept->body);
         });
}

asio::awaitable<void> Actor::look_elsewhere(std::shared_ptr<Actor> self, std::string trace) {
  if (self->gone_ || (!trace.empty() && trace == self->trace_)) co_return;
  {
    Busy busy(self->busy_);
    Baton::Hold hold = co_await self->turn_.take();
    if (self->shown_.card && !co_await self->is_newest()) {
      spdlog::debug("event=moved_elsewhere match={}", self->id_);
      co_await self->recover();
      if (self->shown_.card) co_await self->read_names();
      if (self->shown_.card) self->notify();
    }
    self->trace_ = std::move(trace);
    self->publish();
  }
  self->rest();
}

asio::awaitable<bool> Actor::is_newest() {
  auto read = [this](Then<MatchCard> then) { services_.store.card(id_, std::move(then)); };
  Result<MatchCard> card = co_await ask_store<MatchCard>(read);
  if (!card) co_return card.error().code != RefusalCode::kNotFound;
  Loaded stored;
  if (match_.referee()) {
    auto load = [this](Then<Loaded> then) { services_.store.load(id_, std::move(then)); };
    Result<Loaded> loaded = co_await ask_store<Loaded>(load);
    if (!loaded) co_return true;
    stored = std::move(*loaded);
  } else {
    stored.card = std::move(*card);
  }
  co_return match_.stands_as(stored);
}

void Host::look_elsewhere(const std::vector<std::string>& matches) {
  if (matches.empty()) {
    asio::co_spawn(services_.executor, look_at_all(), asio::detached);
    return;
  }
  for (const std::string& match : matches)
    if (auto actor = find(match)) asio::co_spawn(actor->strand(), Actor::look_elsewhere(actor, {}), asio::detached);
}

asio::awaitable<void> Host::look_at_all() {
  std::vector<std::string> matches;
  {
    std::lock_guard lock(mutex_);
    for (const auto& [id, actor] : actors_) matches.push_back(id);
  }
  if (matches.empty()) co_return;
  auto read = [&](Then<std::vector<std::string>> then) { services_.store.traces(matches, std::move(then)); };
  Result<std::vector<std::string>> traces = co_await ask_store<std::vector<std::string>>(read);
  if (!traces) co_return;
  for (std::size_t i = 0; i < matches.size(); ++i)
    if (auto actor = find(matches[i]))
      asio::co_spawn(actor->strand(), Actor::look_elsewhere(actor, (*traces)[i]), asio::detached);
}

asio::awaitable<void> Host::keep_looking() {
  asio::steady_timer timer(services_.executor);
  while (services_.store.is_shared()) {
    timer.expires_after(services_.settings.look);
    co_await timer.async_wait(asio::use_awaitable);
    co_await look_at_all();
  }
}

}  // namespace wardroom::match
