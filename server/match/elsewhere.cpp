// What other servers on the same database write of the matches that are in memory here.
#include <spdlog/spdlog.h>

#include <algorithm>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>

#include "server/match/actor.h"
#include "server/match/await.h"
#include "server/match/host.h"
#include "server/match/looking.h"

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
  if (writing_ || !same(stored.card, *shown.card)) return false;
  if (!referee_) return true;
  return stored.stored.last_hash == last_hash_ && std::ranges::all_of(kSeats, [&](Seat seat) {
           const auto kept = std::ranges::find(stored.queues, seat, &StoredQueue::seat);
           return shown.queue(seat).bytes() == (kept == stored.queues.end() ? std::string() : kept->body);
         });
}

void Match::go_on_as(Match&& next) {
  Shown before = std::exchange(shown, std::move(next.shown));
  shown.names = std::move(before.names);
  shown.invited = std::move(before.invited);
  shown.connected = before.connected;
  shown.advised = before.advised;
  shown.tables = std::move(before.tables);
  shown.reliability = std::move(before.reliability);
  if (shown.card->state == before.card->state) shown.restart = before.restart;
  referee_ = std::move(next.referee_);
  last_hash_ = std::move(next.last_hash_);
  points_ = std::move(next.points_);
  acted_before_ = next.acted_before_;
  unsure_ = next.unsure_;
  // What is looked up next is not unknown meanwhile.
  for (Seat seat : kSeats) shown.acted[index(seat)] |= unsure_ && before.acted[index(seat)];
  writing_.reset();
  run_.reset();
  late_.reset();
  agreed_.reset();
  by_hand_.reset();
}

asio::awaitable<void> Actor::look_elsewhere(std::shared_ptr<Actor> self, std::string trace) {
  if (self->gone_ || (!trace.empty() && trace == self->trace_)) co_return;
  {
    Busy busy(self->busy_);
    {
      Baton::Hold hold = co_await self->turn_.take();
      // A trace tells nobody's writing from this server's own, a notice comes from another alone.
      const bool known = !trace.empty() && self->ready_ && co_await self->stands();
      if (self->shown_.card && !known) co_await self->follow();
      if (self->shown_.card && self->heard_) {
        Baton::Hold hearing = co_await self->hearing_.take();
        co_await self->hear();
      }
      self->trace_ = std::move(trace);
      self->publish();
    }
    if (self->marks_read_) co_await self->follow_marks();
  }
  self->rest();
}

asio::awaitable<bool> Actor::stands() {
  auto read = [this](Then<Loaded> then) { services_.store.newest(id_, std::move(then)); };
  const Result<Loaded> stored = co_await ask_store<Loaded>(read);
  if (!stored) co_return false;
  co_return match_.stands_as(*stored);
}

// It is read beside the match, which stays as it is until everything is there: whoever looks meanwhile is answered from
// what he was shown before, and whoever was sent nothing by what others wrote hears and waits for nothing.
asio::awaitable<bool> Actor::follow() {
  if (!ready_) co_return co_await read_card_again();
  for (int tries = 0; tries < kTries; ++tries) {
    auto load = [this](Then<Loaded> then) { services_.store.load(id_, std::move(then)); };
    Result<Loaded> loaded = co_await ask_store<Loaded>(load);
    if (loaded ? match_.stands_as(*loaded) : !match_.is_writing()) co_return loaded.has_value();
    if (!loaded || loaded->card.state == v1::MATCH_STATE_PARKED) break;
    spdlog::debug("event=moved_elsewhere match={} {}", id_, kNobodyAsks);
    const MatchCard card = *shown_.card;
    Match next(id_, services_.settings, services_.outages);
    auto reading = read_into(next, std::move(*loaded));
    Result<bool> runs = co_await asio::co_spawn(services_.executor, std::move(reading), asio::use_awaitable);
    if (!runs || !*runs) break;
    std::array<std::vector<v1::Update>, 3> sent;
    for (Viewer viewer : kLiveViewers) sent[index(viewer)] = co_await missed(viewer, next.shown);
    if (!same(card, *shown_.card)) continue;  // what stands beside the board was changed here meanwhile
    const Shown before = shown_;
    if (!match_.referee() || next.referee()->seq() != match_.referee()->seq()) ours_ = false;
    match_.go_on_as(std::move(next));
    tell_what_was_missed(before, std::move(sent));
    co_await look_up_acted();
    if (before.card->accounts != shown_.card->accounts) {
      co_await read_names();
      notify();
    }
    wake_after(ours_ ? services_.settings.retry : services_.settings.take_over);
    co_return true;
  }
  co_return co_await begin_anew();
}

// No rules run here.
asio::awaitable<bool> Actor::read_card_again() {
  auto read = [this](Then<MatchCard> then) { services_.store.card(id_, std::move(then)); };
  Result<MatchCard> card = co_await ask_store<MatchCard>(read);
  const bool gone = !card && card.error().code == RefusalCode::kNotFound;
  if (!match_.referee() && !gone && (!card || same(*card, *shown_.card))) co_return card.has_value();
  co_return co_await begin_anew();
}

asio::awaitable<bool> Actor::begin_anew() {
  co_await recover();
  if (shown_.card) co_await read_names();
  if (shown_.card) notify();
  co_return shown_.card.has_value();
}

// He comes from another server, where he was shown more than there is here.
bool Actor::is_behind(const Caller& caller, const v1::Attach& attach) const {
  if (!services_.store.is_shared()) return false;
  const Result<Viewer> as = shown_.may_see(caller);
  return as && attach.last_serial() > shown_.told_upto(*as);
}

// What another server would have sent him since he was last sent something here.
asio::awaitable<std::vector<v1::Update>> Actor::missed(Viewer viewer, const Shown& now) {
  std::vector<v1::Update> missed;
  std::uint64_t last = shown_.told_upto(viewer);
  const std::uint64_t upto = now.told_upto(viewer);
  if (last == upto) co_return missed;
  const Caller nobody;
  Looking looking(services_, reels_, now, nobody);
  for (bool more = last > 0 && last < upto; more;) {
    Result<std::vector<v1::Update>> sent = co_await looking.sent_after(viewer, last);
    more = false;
    for (std::size_t i = 0; sent && i < sent->size() && last < upto && (*sent)[i].serial() == last + 1; ++i) {
      missed.push_back(std::move((*sent)[i]));
      more = ++last < upto;
    }
  }
  if (last != upto) missed.assign(1, now.full(viewer));
  co_return missed;
}

void Actor::tell_what_was_missed(const Shown& before, std::array<std::vector<v1::Update>, 3> missed) {
  for (Seat seat : kSeats)
    if (shown_.card->accounts[index(seat)] != before.card->accounts[index(seat)]) audience_.get_up(seat);
  Speech speech;
  for (Viewer viewer : kLiveViewers) {
    for (v1::Update& update : missed[index(viewer)]) {
      update.set_match(id_);
      speech.add(viewer, std::move(update));
    }
  }
  if (!same(*before.card, *shown_.card)) speech.add(match_.notices());
  for (Seat seat : kSeats) {
    if (shown_.queue(seat).version() != before.queue(seat).version())
      speech.add(viewer(seat), shown_.queue_frame(seat));
  }
  speak(speech);
}

// -- people --

std::array<bool, 2> Actor::who_sits() const {
  std::array<bool, 2> seats = audience_.seated();
  const std::array<bool, 2> there = services_.elsewhere.at(id_);
  for (Seat seat : kSeats) seats[index(seat)] |= there[index(seat)];
  return seats;
}

// Whoever has written the newest row plays on what plays by itself, bots too: so they think once. The others wait: it
// may have died. So it is where somebody sits elsewhere and nobody here.
void Actor::go_on_by_itself() {
  const std::array<bool, 2> elsewhere = services_.elsewhere.at(id_);
  ours_ = audience_.seated() != std::array{false, false} || elsewhere == std::array{false, false};
  if (!ours_) return wake_after(services_.settings.take_over);
  wake_bots();
  wake_seats();
}

void Actor::tell_elsewhere() {
  if (!services_.store.is_shared() || audience_.seated() == seated_here_.load()) return;
  seated_here_ = audience_.seated();
  services_.store.tell({Seated{id_, seated_here_}});
}

void Actor::tell_who_is_here(std::shared_ptr<Actor> self) {
  asio::post(self->strand_, [self] { self->speak(self->presence()); });
}

void Host::tell_who_is_here(const std::vector<std::string>& matches) {
  for (const std::string& match : matches)
    if (auto actor = find(match)) Actor::tell_who_is_here(std::move(actor));
}

void Host::tell_elsewhere() {
  std::vector<Seated> all;
  {
    const std::lock_guard lock(mutex_);
    for (const auto& [id, actor] : actors_)
      if (const auto seats = actor->seated_here(); seats != std::array{false, false}) all.push_back({id, seats});
  }
  if (!all.empty()) services_.store.tell(std::move(all));
}

// -- matches --

void Host::look_elsewhere(const std::vector<std::string>& matches) {
  if (matches.empty()) {
    asio::co_spawn(services_.executor, look_at_all({}), asio::detached);
    return;
  }
  for (const std::string& match : matches)
    if (auto actor = find(match)) asio::co_spawn(actor->strand(), Actor::look_elsewhere(actor, {}), asio::detached);
}

// One after another in that time: all at once they would hold up whoever acts.
asio::awaitable<void> Host::look_at_all(std::chrono::milliseconds within) {
  std::vector<std::string> matches;
  {
    std::lock_guard lock(mutex_);
    for (const auto& [id, actor] : actors_) matches.push_back(id);
  }
  if (matches.empty()) co_return;
  auto read = [&](Then<std::vector<std::string>> then) { services_.store.traces(matches, std::move(then)); };
  Result<std::vector<std::string>> traces = co_await ask_store<std::vector<std::string>>(read);
  if (!traces) co_return;
  asio::steady_timer pause(services_.executor);
  const auto begun = std::chrono::steady_clock::now();
  for (std::size_t i = 0; i < matches.size(); ++i) {
    pause.expires_at(begun + within * i / matches.size());
    if (within.count() > 0) co_await pause.async_wait(asio::use_awaitable);
    if (auto actor = find(matches[i]))
      asio::co_spawn(actor->strand(), Actor::look_elsewhere(actor, (*traces)[i]), asio::detached);
  }
}

asio::awaitable<void> Host::keep_looking() {
  asio::steady_timer timer(services_.executor);
  while (services_.store.is_shared()) {
    timer.expires_after(services_.settings.look / 2);
    co_await timer.async_wait(asio::use_awaitable);
    tell_elsewhere();
    tell_who_is_here(services_.elsewhere.forget_old(Whereabouts::Clock::now()));
    co_await look_at_all(services_.settings.look / 2);
  }
}

}  // namespace wardroom::match
