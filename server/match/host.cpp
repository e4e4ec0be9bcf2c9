#include "server/match/host.h"

#include <spdlog/spdlog.h>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <chrono>

#include "server/match/await.h"

namespace wardroom::match {
namespace asio = boost::asio;

std::int64_t system_now_ms() {
  using namespace std::chrono;
  return duration_cast<milliseconds>(system_clock::now().time_since_epoch()).count();
}

Host::Host(asio::any_io_executor executor, Store& store, std::vector<LoadedTitle> titles,
           std::vector<PlayerEntry> players, HostSettings settings)
    : services_(std::move(executor), store, std::move(titles), std::move(players), std::move(settings)) {
  services_.release = [this](Actor& actor) { release(actor); };
  store.listen({[this](const std::vector<std::string>& matches) { look_elsewhere(matches); },
                [this](std::int64_t server, const std::vector<Seated>& seated) {
                  tell_who_is_here(services_.elsewhere.hear(server, seated, Whereabouts::Clock::now()));
                }});
}

Host::~Host() {
  services_.store.listen({});
  services_.bots.stop();
}

// -- actors --

std::shared_ptr<Actor> Host::find(const std::string& match) {
  std::lock_guard lock(mutex_);
  auto it = actors_.find(match);
  return it == actors_.end() ? nullptr : it->second;
}

std::shared_ptr<Actor> Host::find_or_make(const std::string& match) {
  std::lock_guard lock(mutex_);
  std::shared_ptr<Actor>& actor = actors_[match];
  if (!actor) {
    actor = std::make_shared<Actor>(services_, match);
    ++services_.stats.matches_in_memory;
  }
  return actor;
}

void Host::release(Actor& actor) {
  std::lock_guard lock(mutex_);
  auto it = actors_.find(actor.id());
  if (it == actors_.end() || it->second.get() != &actor) return;
  actors_.erase(it);
  --services_.stats.matches_in_memory;
}

asio::awaitable<Answer> Host::ask(std::string match, Request request) {
  for (;;) {
    std::shared_ptr<Actor> actor = find_or_make(match);
    std::optional<Answer> answer = co_await actor->answer_at_once(request);
    if (answer) co_return std::move(*answer);
    answer = co_await asio::co_spawn(actor->strand(), actor->run(request), asio::use_awaitable);
    if (answer) co_return std::move(*answer);
  }
}

// -- matches --

asio::awaitable<Result<v1::MatchInfo>> Host::create(CallerPtr caller, NewMatch match) {
  if (draining_) co_return refuse(RefusalCode::kUnavailable, "refusal.going_down");
  const LoadedTitle* title = services_.shelf.find(match.title);
  if (!title) co_return refuse(RefusalCode::kNotFound, Text("refusal.no_such_title").word("title", match.title));
  Result<void> kept = co_await services_.shelf.keep(*title);
  if (!kept) co_return kept.error();
  auto write = [&](Then<MatchCard> then) { services_.store.create(new_card(match, *title), std::move(then)); };
  Result<MatchCard> card = co_await ask_store<MatchCard>(write);
  if (!card) co_return card.error();
  spdlog::debug("event=match_created match={} {} title={} scenario={}", card->id, asking(*caller), card->title,
                card->scenario);
  co_return co_await look(std::move(caller), card->id);
}

asio::awaitable<Result<v1::MatchInfo>> Host::look(CallerPtr caller, std::string match) {
  Request request{std::move(caller), Look{}};
  Answer answer = co_await ask(std::move(match), std::move(request));
  if (!answer) co_return answer.error();
  co_return std::move(*answer->mutable_match());
}

asio::awaitable<Result<v1::Attached>> Host::glance(CallerPtr caller, std::string match) {
  Request request{std::move(caller), Look{true}};
  Answer answer = co_await ask(std::move(match), std::move(request));
  if (!answer) co_return answer.error();
  co_return std::move(*answer->mutable_attached());
}

asio::awaitable<Result<std::vector<v1::Chat>>> Host::said_by(std::string account) {
  auto read = [&](Then<std::vector<v1::Chat>> then) { services_.store.said_by(account, std::move(then)); };
  co_return co_await ask_store<std::vector<v1::Chat>>(read);
}

asio::awaitable<Result<v1::Marks>> Host::marks_of(std::string match, Seat seat) {
  auto read = [&](Then<std::vector<StoredMarks>> then) { services_.store.marks(match, std::move(then)); };
  Result<std::vector<StoredMarks>> stored = co_await ask_store<std::vector<StoredMarks>>(read);
  if (!stored) co_return stored.error();
  v1::Marks marks;
  for (const StoredMarks& kept : *stored) {
    if (kept.seat == seat) (void)marks.ParseFromString(kept.body);
  }
  marks.set_match(match);
  co_return marks;
}

asio::awaitable<Result<MatchCard>> Host::card(std::string match) {
  auto read = [&](Then<MatchCard> then) { services_.store.card(match, std::move(then)); };
  Result<MatchCard> card = co_await ask_store<MatchCard>(read);
  if (!card && card.error().code == RefusalCode::kNotFound)
    co_return refuse(RefusalCode::kNotFound, "refusal.no_such_match");
  co_return card;
}

asio::awaitable<Result<MatchCard>> Host::card_for(std::string invitation) {
  auto read = [&](Then<MatchCard> then) { services_.store.card_by_invitation(invitation, std::move(then)); };
  Result<MatchCard> card = co_await ask_store<MatchCard>(read);
  if (!card && card.error().code == RefusalCode::kNotFound)
    co_return refuse(RefusalCode::kNotFound, "refusal.no_such_invitation");
  co_return card;
}

asio::awaitable<People> Host::people_of(MatchCard card) {
  People people;
  for (Seat seat : kSeats) people.names[index(seat)] = co_await services_.names.called(card.accounts[index(seat)]);
  if (!card.invited.empty()) people.invited = co_await services_.names.of(card.invited);
  if (card.state == v1::MATCH_STATE_OPEN) {
    for (Seat seat : kSeats) {
      if (card.accounts[index(seat)].empty()) continue;
      const Result<v1::Reliability> known = co_await reliability(card.accounts[index(seat)]);
      if (known) people.reliability[index(seat)] = *known;
    }
  }
  people.meeting_ms = meeting_to_come(card.aside, services_.settings.now_ms());
  if (card.state == v1::MATCH_STATE_PLAYING && has_clock(card.clock))
    people.tell_time(card, thinking_of(card.aside, {}, services_.outages.known()), services_.settings.now_ms());
  co_return people;
}

asio::awaitable<Result<v1::MatchInfo>> Host::look_at(CallerPtr caller, std::string invitation) {
  Result<MatchCard> found = co_await card_for(std::move(invitation));
  if (!found) co_return found.error();
  const People people = co_await people_of(*found);
  v1::MatchInfo info = match_info(*found, people, caller->account);
  if (found->is_private) info.set_watch(watch_code(*found));
  co_return info;
}

asio::awaitable<Result<v1::MatchInfo>> Host::join(CallerPtr caller, std::string match, std::string invitation) {
  if (draining_) co_return refuse(RefusalCode::kUnavailable, "refusal.going_down");
  Join join;
  Result<MatchCard> found = refuse(RefusalCode::kNotFound, "refusal.no_such_match");
  if (invitation.empty()) {
    found = co_await card(std::move(match));
  } else {
    found = co_await card_for(std::move(invitation));
    join.way = Join::Way::kInvited;
  }
  if (!found) co_return found.error();
  co_return co_await sit_down(std::move(caller), std::move(*found), join);
}

// Whoever takes the seat that a rematch keeps for him has agreed to it.
asio::awaitable<Result<v1::MatchInfo>> Host::sit_down(CallerPtr caller, MatchCard card, Join join) {
  Request request{caller, join};
  Answer answer = co_await ask(card.id, std::move(request));
  if (!answer) co_return answer.error();
  if (!card.follows.empty() && !seat_of(card, caller->account)) {
    Request agreed{std::move(caller), AnswerRematch{v1::OFFER_DEED_AGREED}};
    (void)co_await ask(card.follows, std::move(agreed));
  }
  co_return std::move(*answer->mutable_match());
}

asio::awaitable<Result<void>> Host::decline(CallerPtr caller, std::string match) {
  Result<MatchCard> found = co_await card(match);
  if (!found) co_return found.error();
  Request request{caller, Decline{}};
  Answer answer = co_await ask(std::move(match), std::move(request));
  if (!answer) co_return answer.error();
  if (!found->follows.empty()) {
    Request declined{std::move(caller), AnswerRematch{v1::OFFER_DEED_DECLINED}};
    (void)co_await ask(found->follows, std::move(declined));
  }
  co_return Result<void>();
}

asio::awaitable<Result<v1::MatchInfo>> Host::rematch(CallerPtr caller, std::string match, std::string nonce_hash) {
  if (draining_) co_return refuse(RefusalCode::kUnavailable, "refusal.going_down");
  Result<v1::MatchInfo> ended = co_await look(caller, match);
  if (!ended) co_return ended.error();
  Request make{caller, MakeRematch{std::move(nonce_hash)}};
  Answer made = co_await ask(std::move(match), std::move(make));
  if (!made) co_return made.error();
  Join join;
  join.way = Join::Way::kInvited;
  join.is_private = ended->is_private();
  Result<MatchCard> next = co_await card(made->match().id());
  if (!next) co_return next.error();
  co_return co_await sit_down(std::move(caller), std::move(*next), join);
}

asio::awaitable<Result<void>> Host::cancel(CallerPtr caller, std::string match) {
  Request request{std::move(caller), Cancel{}};
  Answer answer = co_await ask(std::move(match), std::move(request));
  if (!answer) co_return answer.error();
  co_return Result<void>();
}

asio::awaitable<Result<void>> Host::leave(CallerPtr caller, std::string match) {
  Request request{std::move(caller), Leave{}};
  Answer answer = co_await ask(std::move(match), std::move(request));
  if (!answer) co_return answer.error();
  co_return Result<void>();
}

asio::awaitable<Result<void>> Host::recount(CallerPtr caller, std::string match) {
  Request request{std::move(caller), Recount{}};
  Answer answer = co_await ask(std::move(match), std::move(request));
  if (!answer) co_return answer.error();
  co_return Result<void>();
}

asio::awaitable<Result<void>> Host::first_beat() {
  if (services_.settings.alone) {
    if (Result<void> begun = co_await beat_after(0); !begun) co_return begun;
  }
  co_return co_await beat();
}

asio::awaitable<Result<void>> Host::beat() { co_return co_await beat_after(2 * services_.settings.beat.count()); }

asio::awaitable<Result<void>> Host::beat_after(std::int64_t gap_ms) {
  auto write = [&](Then<calendar::Spans> then) { services_.store.beat(gap_ms, std::move(then)); };
  Result<calendar::Spans> down = co_await ask_store<calendar::Spans>(write);
  if (!down) co_return down.error();
  services_.outages.learn(std::move(*down));
  co_return Result<void>();
}

asio::awaitable<void> Host::keep_beating() {
  asio::steady_timer timer(services_.executor);
  while (true) {
    timer.expires_after(services_.settings.beat);
    co_await timer.async_wait(asio::use_awaitable);
    (void)co_await beat();  // a store that does not answer is noticed elsewhere
  }
}

asio::awaitable<Result<v1::Reliability>> Host::reliability(std::string account) {
  auto read = [&](Then<v1::Reliability> then) { services_.store.reliability(account, std::move(then)); };
  co_return co_await ask_store<v1::Reliability>(read);
}

asio::awaitable<Result<v1::Matches>> Host::list(std::string account, Store::Query query) {
  const std::uint32_t limit = query.limit;
  auto read = [&](Then<std::vector<MatchCard>> then) { services_.store.list(query, std::move(then)); };
  Result<std::vector<MatchCard>> cards = co_await ask_store<std::vector<MatchCard>>(read);
  if (!cards) co_return cards.error();
  v1::Matches matches;
  const std::int64_t abandoned = services_.settings.now_ms() - services_.settings.lies_after.count();
  for (const MatchCard& card : *cards) {
    // Both seats are taken: no longer for others to join, not yet or never to be watched.
    const bool full = card.state == v1::MATCH_STATE_OPEN && (!free_seat(card) || !card.invited.empty());
    const bool anyones = query.account.empty() && query.invited.empty();
    if (anyones && (full || never_began(card) || left_lying(card, abandoned))) continue;
    const People people = co_await people_of(card);
    *matches.add_matches() = match_info(card, people, account);
  }
  if (limit > 0 && cards->size() == limit) matches.set_next(cards->back().id);
  co_return matches;
}

asio::awaitable<Result<std::shared_ptr<Exporting>>> Host::export_match(std::string match, std::string watch) {
  Result<MatchCard> found = co_await card(std::move(match));
  if (!found) co_return found.error();
  // Whoever asks is not known here: to strangers a private match does not exist.
  if (is_hidden(*found) && watch != watch_code(*found))
    co_return refuse(RefusalCode::kNotFound, "refusal.no_such_match");
  if (found->state != v1::MATCH_STATE_OVER) co_return refuse(RefusalCode::kNotYours, "refusal.not_over");
  if (never_began(*found)) co_return refuse(RefusalCode::kConflict, "refusal.match_not_begun");
  Result<std::shared_ptr<const Bundle>> data = co_await services_.shelf.data(found->title, found->data_hash);
  if (!data) co_return data.error();
  co_return std::make_shared<Exporting>(services_, std::move(*found), std::move(*data));
}

asio::awaitable<bool> Host::only_guests(MatchCard card) {
  for (const std::string& account : card.accounts) {
    if (account.empty()) continue;
    const Called called = co_await services_.names.called(account);
    if (!called.guest) co_return false;
  }
  co_return true;
}

asio::awaitable<void> Host::archive_left(std::int64_t before_ms) {
  Store::Query query;
  query.hidden = true;
  query.states = {v1::MATCH_STATE_OPEN, v1::MATCH_STATE_PLAYING, v1::MATCH_STATE_HELD};
  std::size_t archived = 0;
  do {
    auto read = [&](Then<std::vector<MatchCard>> then) { services_.store.list(query, std::move(then)); };
    const Result<std::vector<MatchCard>> cards = co_await ask_store<std::vector<MatchCard>>(read);
    if (!cards) co_return;  // another time
    for (const MatchCard& card : *cards) {
      if (std::max(card.created_ms, card.shown_ms) >= before_ms || !card.event.empty()) continue;
      const bool guests = co_await only_guests(card);
      if (!guests) continue;
      CallOff how;
      how.how = CallOff::How::kLeft;
      const Result<void> ended = co_await call_off(card.id, how);
      if (ended) ++archived;
    }
    query.after = cards->size() == query.limit ? cards->back().id : std::string();
  } while (!query.after.empty());
  spdlog::info("event=archived matches={}", archived);
}

// -- matches of events --

asio::awaitable<Result<MatchCard>> Host::prepare(NewMatch match) {
  const LoadedTitle* title = services_.shelf.find(match.title);
  if (!title) co_return refuse(RefusalCode::kNotFound, Text("refusal.no_such_title").word("title", match.title));
  Result<void> kept = co_await services_.shelf.keep(*title);
  if (!kept) co_return kept.error();
  co_return new_card(std::move(match), *title);
}

namespace {
CallerPtr the_event() { return std::make_shared<const Caller>(Caller{{}, {}, nullptr}); }
CallerPtr the_host() { return the_event(); }
}  // namespace

asio::awaitable<Result<void>> Host::call_off(std::string match, CallOff how) {
  Request request{the_event(), how};
  Answer answer = co_await ask(std::move(match), std::move(request));
  if (!answer) co_return answer.error();
  co_return Result<void>();
}

asio::awaitable<Result<void>> Host::stand_still(std::string match, StandStill how) {
  Request request{the_event(), how};
  Answer answer = co_await ask(std::move(match), std::move(request));
  if (!answer) co_return answer.error();
  co_return Result<void>();
}

asio::awaitable<Result<void>> Host::open_up(std::string match) {
  Request request{the_event(), OpenUp{}};
  Answer answer = co_await ask(std::move(match), std::move(request));
  if (!answer) co_return answer.error();
  co_return Result<void>();
}

asio::awaitable<Result<v1::Update>> Host::inside(std::string match) {
  Request request{the_event(), Inside{}};
  Answer answer = co_await ask(std::move(match), std::move(request));
  if (!answer) co_return answer.error();
  co_return std::move(*answer->mutable_update());
}

// -- for the host of this server --

asio::awaitable<Result<v1::Text>> Host::trouble(std::string match) {
  Request request{the_host(), Examine{}};
  Answer answer = co_await ask(std::move(match), std::move(request));
  if (!answer) co_return answer.error();
  co_return std::move(*answer->mutable_administered()->mutable_matches(0)->mutable_why());
}

asio::awaitable<void> Host::go_on_with_left() {
  auto read = [this](Then<std::vector<std::string>> then) {
    services_.store.left_to_bots(services_.settings.take_over.count(), std::move(then));
  };
  const Result<std::vector<std::string>> left = co_await ask_store<std::vector<std::string>>(read);
  if (!left) co_return;  // they go on when somebody looks at them
  for (const std::string& match : *left) (void)co_await trouble(match);
}

asio::awaitable<Result<HostDeed>> Host::repair(HostDeed deed) {
  Request request{the_host(), Repair{&deed}};
  Answer answer = co_await ask(deed.match, std::move(request));
  if (!answer) co_return answer.error();
  co_return deed;
}

asio::awaitable<Result<HostDeed>> Host::propose(HostDeed deed, v1::OfferKind kind, v1::Terms terms) {
  Propose proposed;
  proposed.deed = &deed;
  proposed.offer.set_kind(kind);
  *proposed.offer.mutable_terms() = std::move(terms);
  Request request{the_host(), std::move(proposed)};
  Answer answer = co_await ask(deed.match, std::move(request));
  if (!answer) co_return answer.error();
  co_return deed;
}

void Host::rename(const std::string& account, Called called) {
  services_.names.set(account, called);
  std::lock_guard lock(mutex_);
  for (const auto& [id, actor] : actors_) actor->rename(account, called);
}

// -- in a match --

asio::awaitable<Answer> Host::play(CallerPtr caller, const v1::ClientFrame& frame) {
  const std::optional<What> what = what_of(frame);
  const std::string* match = frame.has_detach() ? &frame.detach().match() : what ? match_of(*what) : nullptr;
  if (!match || match->empty()) co_return refuse(RefusalCode::kMalformed, "refusal.no_match_named");
  if (frame.has_detach()) {
    detach(*match, caller->line);
    co_return done();
  }
  if (frame.has_attach() && draining_) co_return refuse(RefusalCode::kUnavailable, "refusal.going_down");
  Request request{std::move(caller), *what};
  co_return co_await ask(*match, std::move(request));
}

void Host::open(const std::string& match, std::shared_ptr<Line> line) {
  if (auto actor = find(match)) actor->open(std::move(line));
}

void Host::detach(const std::string& match, std::shared_ptr<Line> line) {
  if (auto actor = find(match)) actor->detach(std::move(line));
}

asio::awaitable<void> Host::drain() {
  draining_ = true;
  std::vector<std::shared_ptr<Actor>> actors;
  {
    std::lock_guard lock(mutex_);
    for (const auto& [id, actor] : actors_) actors.push_back(actor);
  }
  for (const auto& actor : actors) co_await asio::co_spawn(actor->strand(), actor->settle(), asio::use_awaitable);
}

}  // namespace wardroom::match
