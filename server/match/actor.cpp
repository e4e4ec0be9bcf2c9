#include "server/match/actor.h"

#include <spdlog/spdlog.h>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/post.hpp>
#include <typeinfo>

#include "common/catalog.h"
#include "server/match/await.h"
#include "server/match/looking.h"
#include "server/match/past_views.h"

namespace wardroom::match {
namespace asio = boost::asio;

Actor::Actor(Services& services, std::string id)
    : services_(services),
      id_(std::move(id)),
      strand_(asio::make_strand(services.executor)),
      idle_(strand_),
      retry_(strand_),
      presence_(strand_),
      match_(id_, services.settings, services.outages),
      reels_(services) {}

asio::awaitable<std::optional<Answer>> Actor::run(const Request& request) {
  if (gone_) co_return std::nullopt;
  auto self = shared_from_this();
  std::optional<Answer> answer;
  try {
    Busy busy(busy_);
    if (ready_ && !takes_turn(request)) {
      answer = co_await dispatch(request);
    } else {
      Baton::Hold hold = co_await turn_.take();
      ForWhom his_turn(asks_, request.caller->line.get());
      told_ = false;
      Result<void> ready = co_await be_ready();
      if (ready) {
        answer = co_await dispatch(request);
      } else {
        answer = Answer(ready.error());
      }
      if (!told_) publish();
    }
  } catch (const std::exception& fault) {
    answer = failed(*request.caller, fault, shown_.card.has_value());
  }
  rest();
  co_return answer;
}

asio::awaitable<void> Actor::settle() {
  auto self = shared_from_this();
  Busy busy(busy_);
  Baton::Hold hold = co_await turn_.take();
}

asio::awaitable<std::optional<Answer>> Actor::answer_at_once(const Request& request) {
  std::shared_ptr<const Shown> shown;
  {
    std::lock_guard lock(mutex_);
    shown = published_;
  }
  if (!shown) co_return std::nullopt;
  const Caller& caller = *request.caller;
  std::optional<Answer> answer;
  if (only_looks(request.what)) {
    try {
      answer = co_await Looking(services_, reels_, *shown, caller).answer(request.what);
    } catch (const std::exception& fault) {
      answer = failed(caller, fault, true);
    }
  } else if (asked_by_seat(request.what)) {
    Result<Seat> seat = shown->seat_for(caller);
    Result<void> may = seat ? shown->may(*seat, request.what, services_.settings) : seat.error();
    if (!may) answer = Answer(may.error());
  }
  // If this was the last to have it, because the other has acted meanwhile, it goes when the answer is on its way.
  if (answer) asio::post(strand_, [self = shared_from_this(), shown = std::move(shown)] { self->rest(); });
  co_return answer;
}

// Offers and hints change nothing that the other does in secret, so they do not wait for it either.
bool Actor::takes_turn(const Request& request) const {
  const std::optional<Seat> seat = seat_of(*shown_.card, request.caller->account);
  return std::visit(Overloaded{
                        [&](const v1::Attach* attach) { return is_behind(*request.caller, *attach); },
                        [](const v1::AskHint*) { return false; },
                        [](const v1::OfferDraw*) { return false; },
                        [](const v1::MakeOffer*) { return false; },
                        [](const v1::TakeExtension*) { return false; },
                        [](const v1::AnswerOffer* answer) {
                          return answer->agree() &&
                                 (answer->kind() == v1::OFFER_KIND_SUBSTITUTE || is_hosts(answer->kind()));
                        },
                        [](const Recount&) { return false; },
                        [](const v1::AnswerDraw* answer) { return answer->agree(); },
                        [](const v1::AnswerTakeBack* answer) { return answer->agree(); },
                        [&](const v1::AskTakeBack*) { return seat && !is_person(*shown_.card, other(*seat)); },
                        [&](const MakeRematch&) { return shown_.card->state == v1::MATCH_STATE_OVER; },
                        [](const Leave&) { return true; },
                        [](const CallOff&) { return true; },
                        [](const OpenUp&) { return true; },
                        [](const Repair&) { return true; },
                        []<Plays Body>(const Body*) { return true; },
                        [](const auto&) { return false; },
                    },
                    request.what);
}

asio::awaitable<Answer> Actor::dispatch(const Request& request) {
  const Caller& caller = *request.caller;
  const auto his = shown_.card ? seat_of(*shown_.card, caller.account) : std::nullopt;
  if (his && !caller.address.empty()) came_from_[index(*his)] = caller.address;
  return std::visit(Overloaded{
                        [&]<Plays Body>(const Body* asked) { return play(caller, *asked); },
                        [&](const v1::Attach* asked) { return attach(request.caller, *asked); },
                        [&](const v1::Say* asked) { return say(caller, *asked); },
                        [&](const v1::ChangeMarks* asked) { return change_marks(caller, *asked); },
                        [&](const v1::AskEndedView*) { return ended_view(caller); },
                        [&](const v1::GiveNonce* asked) { return give_nonce(caller, *asked); },
                        [&](const Join& asked) { return join(caller, asked); },
                        [&](const Cancel&) { return cancel(caller); },
                        [&](const Decline&) { return decline(caller); },
                        [&](const MakeRematch& asked) { return make_rematch(caller, asked); },
                        [&](const AnswerRematch& asked) { return answer_rematch(caller, asked); },
                        [&](const Leave&) { return leave(caller); },
                        [&](const CallOff& asked) { return call_off(asked); },
                        [&](const StandStill& asked) { return stand_still(asked); },
                        [&](const OpenUp&) { return open_up(); },
                        [&](const Inside&) { return inside(); },
                        [&](const Examine&) { return examine(); },
                        [&](const Repair& asked) { return repair(asked); },
                        [&](const Propose& asked) { return propose(asked); },
                        [&](const Recount&) { return recount(caller); },
                        [&](const auto&) { return look(request); },
                    },
                    request.what);
}

std::string Actor::asking() const { return asks_ ? asks_->asking() : std::string(kNobodyAsks); }

// A fault of ours: it is this request's alone. A match is named where it exists, so that nothing a client made up is
// written down.
Answer Actor::failed(const Caller& caller, const std::exception& fault, bool exists) const {
  spdlog::error("event=request_failed match={} {} type={}", exists ? id_ : "-", match::asking(caller),
                typeid(fault).name());
  return refuse(RefusalCode::kUnavailable, "refusal.server_error");
}

// Where nothing has been published yet.
asio::awaitable<Answer> Actor::look(const Request& request) {
  const Shown shown = shown_;
  co_return co_await Looking(services_, reels_, shown, *request.caller).answer(request.what);
}

template <class Body>
asio::awaitable<Answer> Actor::play(const Caller& caller, const Body& asked) {
  Result<Seat> seat = shown_.seat_for(caller);
  if (!seat) co_return seat.error();
  Result<void> may = shown_.may(*seat, &asked, services_.settings);
  if (!may) co_return may.error();
  co_return co_await play(*seat, asked);
}

// -- into memory and out of it --

asio::awaitable<Result<void>> Actor::be_ready() {
  std::optional<MatchCard>& card = shown_.card;
  if (!card) {
    auto read = [this](Then<MatchCard> then) { services_.store.card(id_, std::move(then)); };
    Result<MatchCard> stored = co_await ask_store<MatchCard>(read);
    if (!stored) {
      if (stored.error().code == RefusalCode::kNotFound)
        co_return refuse(RefusalCode::kNotFound, "refusal.no_such_match");
      co_return stored.error();
    }
    if (Result<void> read_marked = co_await read_marks(); !read_marked) co_return read_marked;
    card = std::move(*stored);
    shown_.advised = card->event.empty() && find_adviser(services_.players, card->title) != nullptr;
    co_await read_names();
    if (card->state == v1::MATCH_STATE_PARKED) co_return co_await load_play();  // once: it may not even load
  }
  if (card->state == v1::MATCH_STATE_OPEN) {
    if (!can_begin(*card)) co_return Result<void>();
    co_return co_await start();
  }
  if (match_.referee() || card->state == v1::MATCH_STATE_PARKED || never_began(*card)) co_return Result<void>();
  Result<void> loaded = co_await load_play();
  if (loaded) {
    go_on_by_itself();
    wake_guesses();
  }
  co_return loaded;
}

asio::awaitable<void> Actor::read_names() {
  for (Seat seat : kSeats) {
    std::string account = shown_.card->accounts[index(seat)];
    shown_.names[index(seat)] = co_await services_.names.called(std::move(account));
  }
  if (!shown_.card->invited.empty()) shown_.invited = co_await services_.names.of(shown_.card->invited);
  if (shown_.card->state == v1::MATCH_STATE_OPEN) co_await read_reliability();
}

// The host of this server hears of it once, however often it is asked for.
Refusal Actor::not_loaded(const Refusal& why) {
  if (std::exchange(load_failed_, true)) return why;
  ++services_.stats.matches_not_loaded;
  spdlog::error("event=not_loaded match={} {} reason=\"{}\"", id_, asking(), bare(why.reason));
  return why;
}

asio::awaitable<Result<void>> Actor::load_play() {
  auto read = [this](Then<Loaded> then) { services_.store.load(id_, std::move(then)); };
  Result<Loaded> loaded = co_await ask_store<Loaded>(read);
  if (!loaded) co_return not_loaded(loaded.error());
  std::optional<MatchCard>& card = shown_.card;
  card = loaded->card;
  Result<bool> runs = co_await read_into(match_, std::move(*loaded));
  if (!runs) co_return not_loaded(runs.error());
  load_failed_ = false;
  if (*runs) {
    ++services_.stats.matches_loaded;
    co_await look_up_acted();
    const v1::MatchState state = match_.referee()->state();
    if (state != card->state && card->state != v1::MATCH_STATE_PARKED) {
      spdlog::warn("event=match_state match={} {} was={} is={}", id_, asking(), static_cast<int>(card->state),
                   static_cast<int>(state));
      MatchCard next = *card;
      next.state = state;
      Result<void> kept = co_await store_card(std::move(next));
      if (!kept) co_return kept;
    }
  } else if (card->state != v1::MATCH_STATE_PARKED && card->state != v1::MATCH_STATE_OVER) {
    log_parked("load", broken_);
    MatchCard next = *card;
    next.state = v1::MATCH_STATE_PARKED;
    (void)co_await store_card(std::move(next));
    card->state = v1::MATCH_STATE_PARKED;
  }
  ready_ = match_.referee() != nullptr;
  if (behind_) {
    behind_ = false;
    speak(match_.everything());
    notify();
  }
  co_return Result<void>();
}

asio::awaitable<Result<bool>> Actor::read_into(Match& match, Loaded loaded) {
  const bool held_back = loaded.card.observer_delay > 0 && loaded.card.state != v1::MATCH_STATE_OVER;
  Result<std::shared_ptr<const Title>> title = co_await services_.shelf.title(loaded.card.title, loaded.card.data_hash);
  if (!title) co_return title.error();
  Stored stored = held_back ? loaded.stored : Stored();
  Result<bool> runs = match.load(*title, std::move(loaded), broken_);
  if (runs && *runs && held_back) co_await fill_gallery(match, *title, std::move(stored));
  co_return runs;
}

// What observers have been shown is worked out again from as many rows as it takes.
asio::awaitable<void> Actor::fill_gallery(Match& match, const std::shared_ptr<const Title>& title, Stored stored) {
  const std::size_t wanted = match.shown.card->observer_delay + std::size_t{1};
  const bool held = match.referee()->state() == v1::MATCH_STATE_HELD;
  const Secret secret = secret_of(*match.shown.card);
  const std::uint64_t newest = stored.rows.empty() ? stored.checkpoint.seq() : stored.rows.back().seq();
  std::vector<v1::Update> past;
  if (!held) past = whole_past(title, stored, secret, Viewer::kPublic);
  // One more than they see: a checkpoint bears no time, and how many rows it is ago is a secret.
  while (!held && past.size() <= wanted && stored.checkpoint.seq() > 0) {
    const std::uint64_t before = stored.checkpoint.seq() - 1;
    auto read = [&](Then<Stored> then) { services_.store.stretch(id_, before, std::move(then)); };
    Result<Stored> earlier = co_await ask_store<Stored>(read);
    if (!earlier) break;
    stored = std::move(*earlier);
    // Another server may have written more meanwhile.
    std::erase_if(stored.rows, [newest](const v1::record::Row& row) { return row.seq() > newest; });
    past = whole_past(title, stored, secret, Viewer::kPublic);
  }
  match.fill_gallery(std::move(past));
}

asio::awaitable<Result<void>> Actor::start() {
  Result<std::shared_ptr<const Title>> title =
      co_await services_.shelf.title(shown_.card->title, shown_.card->data_hash);
  if (!title) co_return title.error();
  co_await take_seats();
  co_await read_usual();
  Result<v1::record::Head> head = match_.head(**title);
  if (!head) co_return head.error();
  Outcome opened = unbroken([&] { return match_.open(*title, *head); }, broken_);
  if (opened && !*opened) {
    broken_ = opened->error().reason.id.str();
    opened.reset();
  }
  if (!opened) {
    co_await park("open", broken_);
    co_return refuse(RefusalCode::kUnavailable, "refusal.match_parked");
  }
  Result<bool> stored = co_await carry_out(opened, std::move(*head));
  if (!stored) co_return stored.error();
  if (!*stored && !ready_) co_return refuse(RefusalCode::kUnavailable, "refusal.not_stored");
  if (!*stored) co_return Result<void>();  // it was begun elsewhere
  ready_ = true;
  ++services_.stats.matches_loaded;
  spdlog::debug("event=match_started match={} {} title={} scenario={}", id_, asking(), shown_.card->title,
                shown_.card->scenario);
  tell_event();
  co_return Result<void>();
}

void Actor::rest() {
  if (busy_ > 0 || !audience_.empty() || gone_) return;
  if (!shown_.card) {  // there is no such match
    gone_ = true;
    services_.release(*this);
    return;
  }
  idle_.expires_after(services_.settings.idle);
  idle_.async_wait([weak = weak_from_this()](const boost::system::error_code& error) {
    auto self = weak.lock();
    if (error || !self || self->busy_ > 0 || !self->audience_.empty() || self->gone_) return;
    self->gone_ = true;
    self->services_.release(*self);
    spdlog::debug("event=unloaded match={} {}", self->id_, kNobodyAsks);
  });
}

// -- commit, then speak --

asio::awaitable<Actor::Outcome> Actor::decide(std::function<Result<Step>()> rules) {
  co_await go_to(services_.executor);
  Outcome outcome = unbroken(rules, broken_);
  co_await go_to(strand_);
  co_return outcome;
}

asio::awaitable<Result<bool>> Actor::carry_out(Outcome& outcome, std::optional<v1::record::Head> head) {
  if (!outcome) {
    co_await park("rules", broken_);
    co_return refuse(RefusalCode::kUnavailable, "refusal.match_parked");
  }
  if (!*outcome) co_return outcome->error();
  co_await read_calendars();
  Commit commit = match_.write(**outcome, std::move(head));
  auto write = [&](Then<Stamp> then) { services_.store.append(std::move(commit), std::move(then)); };
  Result<Stamp> stamp = co_await ask_store<Stamp>(write);
  if (!stamp && stamp.error().code == RefusalCode::kConflict && services_.store.is_shared()) {
    co_await follow();
    co_return false;
  }
  if (!stamp) {
    ++services_.stats.commit_failures;
    spdlog::warn("event=commit_failed match={} {} reason={}", id_, asking(), stamp.error().reason.id.view());
    co_await recover();
    // What the step stood on is not so: an offer is gone, or a clock runs still.
    const bool unfounded = stamp.error().code == RefusalCode::kStale || stamp.error().code == RefusalCode::kNotOffered;
    if (unfounded) co_return stamp.error();
    co_return refuse(RefusalCode::kUnavailable, "refusal.not_stored");
  }
  ++services_.stats.commits;
  const bool was_over = shown_.card->state == v1::MATCH_STATE_OVER;
  ours_ = true;
  speak(match_.tell(*stamp));
  co_await look_up_acted();
  if (!was_over && shown_.card->state == v1::MATCH_STATE_OVER) tell_event();
  wake_bots();
  wake_seats();
  wake_guesses();
  co_await tell_lapsed();
  co_return true;
}

asio::awaitable<Result<Step>> Actor::carry_out(std::function<Result<Step>()> rules) {
  for (int tries = 0; tries < kTries && match_.referee(); ++tries) {
    Outcome outcome = co_await decide(rules);
    Result<bool> carried = co_await carry_out(outcome);
    if (!carried) co_return carried.error();
    if (*carried) co_return std::move(**outcome);
  }
  co_return refuse(RefusalCode::kUnavailable, "refusal.not_stored");
}

asio::awaitable<Answer> Actor::do_it(std::function<Result<Step>()> rules) {
  Result<Step> step = co_await carry_out(std::move(rules));
  if (!step) co_return step.error();
  co_return done();
}

asio::awaitable<void> Actor::recover() {
  ready_ = false;
  match_.forget();
  publish();
  behind_ = true;
  auto read = [this](Then<MatchCard> then) { services_.store.card(id_, std::move(then)); };
  Result<MatchCard> card = co_await ask_store<MatchCard>(read);
  if (!card) {
    shown_.card.reset();
    co_return;
  }
  shown_.card = std::move(*card);
  if (shown_.card->state == v1::MATCH_STATE_OPEN || never_began(*shown_.card)) co_return;
  (void)co_await load_play();
  wake_after(services_.settings.retry);  // not at once, in case the store still fails
}

void Actor::wake_after(std::chrono::milliseconds pause) {
  retry_.expires_after(pause);
  retry_.async_wait([weak = weak_from_this()](const boost::system::error_code& error) {
    auto self = weak.lock();
    if (error || !self) return;
    auto strand = self->strand_;
    const std::string id = self->id_;
    asio::co_spawn(strand, wake_again(std::move(self)), [id](std::exception_ptr failed) {
      if (failed) spdlog::error("event=retry_failed match={} {}", id, kNobodyAsks);
    });
  });
}

asio::awaitable<void> Actor::wake_again(std::shared_ptr<Actor> self) {
  {
    Busy busy(self->busy_);
    Baton::Hold hold = co_await self->turn_.take();
    if (self->shown_.card) {
      self->wake_bots();
      self->wake_seats();
    }
  }
  self->rest();
}

// Never a value of the match.
void Actor::log_parked(std::string_view doing, std::string_view cause) {
  ++services_.stats.matches_parked;
  spdlog::error("event=parked match={} {} doing={} cause=\"{}\"", id_, asking(), doing, cause);
}

asio::awaitable<void> Actor::park(std::string_view doing, std::string cause) {
  log_parked(doing, cause);
  ready_ = false;
  match_.forget();
  publish();
  MatchCard parked = *shown_.card;
  parked.state = v1::MATCH_STATE_PARKED;
  (void)co_await store_card(std::move(parked));
  (void)co_await load_play();
  if (!shown_.card) co_return;
  shown_.card->state = v1::MATCH_STATE_PARKED;
  speak(match_.everything());
  notify();
}

// The state must still be what it was.
asio::awaitable<Result<void>> Actor::store_card(MatchCard card) {
  const v1::MatchState expected = shown_.card->state;
  auto write = [&](Then<MatchCard> then) { services_.store.update_card(std::move(card), expected, std::move(then)); };
  Result<MatchCard> kept = co_await ask_store<MatchCard>(write);
  if (!kept) co_return kept.error();
  shown_.card = std::move(*kept);
  co_return Result<void>();
}

// Seats, nonces, privacy and rematch.
asio::awaitable<Result<void>> Actor::write_card(MatchCard card) {
  if (Result<void> kept = co_await store_card(std::move(card)); kept) co_return kept;
  co_await recover();
  co_return refuse(RefusalCode::kUnavailable, "refusal.not_stored");
}

}  // namespace wardroom::match
