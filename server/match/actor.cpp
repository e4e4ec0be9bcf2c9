#include "server/match/actor.h"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <boost/core/demangle.hpp>
#include <filesystem>
#include <typeinfo>

#include "common/build.h"
#include "server/match/await.h"
#include "server/match/past_views.h"

namespace wardroom::match {
namespace {

namespace asio = boost::asio;

template <class... Handlers>
struct Overloaded : Handlers... {
  using Handlers::operator()...;
};

// Counts what is under way, so that the match stays in memory.
class Busy {
 public:
  explicit Busy(std::size_t& count) : count_(count) { ++count_; }
  ~Busy() { --count_; }
  Busy(const Busy&) = delete;
  Busy& operator=(const Busy&) = delete;

 private:
  std::size_t& count_;
};

bool shown_to_all(const std::vector<v1::record::Row>& rows) {
  return std::ranges::any_of(rows, &v1::record::Row::published);
}

std::array<bool, 2> asked(const Referee& referee) {
  return {referee.menu(Seat::kFirst) != nullptr, referee.menu(Seat::kSecond) != nullptr};
}

// What may be logged of a failure: our own words and their place; of an exception that is not ours, its kind alone.
std::string cause_of(const std::exception& error) {
  const auto* broken = dynamic_cast<const Broken*>(&error);
  if (!broken) return boost::core::demangle(typeid(error).name());
  const std::source_location& where = broken->cause.where;
  const std::string file = std::filesystem::path(where.file_name()).filename().string();
  return fmt::format("{} ({}:{})", broken->cause.text, file, where.line());
}

v1::record::Head head_of(const Card& card) {
  v1::record::Head head;
  head.set_match(card.id);
  head.set_title(card.title);
  head.set_scenario(card.scenario);
  head.set_build(std::string(build_id()));
  head.set_data_hash(card.data_hash);
  head.set_overlay(card.overlay);
  for (const auto& option : card.options) {
    auto& out = *head.add_options();
    out.set_id(option.id());
    out.set_value(option.value());
  }
  head.set_seed_commitment(seed_commitment(card.server_seed));
  for (const std::string& nonce : card.nonces) head.add_nonces(nonce);
  head.set_exchange(exchange_of(card));
  if (first_of(card)) head.mutable_nonce_hashes()->Add(card.nonce_hashes.begin(), card.nonce_hashes.end());
  return head;
}

}  // namespace

v1::ServerFrame done() {
  v1::ServerFrame frame;
  frame.mutable_done();
  return frame;
}

Actor::Actor(Services& services, std::string id)
    : services_(services),
      id_(std::move(id)),
      strand_(asio::make_strand(services.executor)),
      idle_(strand_),
      retry_(strand_) {}

asio::awaitable<std::optional<Answer>> Actor::run(const Request& request) {
  if (gone_) co_return std::nullopt;
  auto self = shared_from_this();
  std::optional<Answer> answer;
  {
    Busy busy(busy_);
    answer = co_await answer_at_once(request);
    if (!answer) {
      Turn::Hold hold = co_await turn_.take();
      Result<void> ready = co_await be_ready();
      if (ready) {
        answer = co_await dispatch(request);
      } else {
        answer = Answer(ready.error());
      }
    }
  }
  rest();
  co_return answer;
}

asio::awaitable<void> Actor::settle() {
  auto self = shared_from_this();
  Busy busy(busy_);
  Turn::Hold hold = co_await turn_.take();
}

asio::awaitable<std::optional<Answer>> Actor::answer_at_once(const Request& request) {
  if (!ready_) co_return std::nullopt;
  const v1::MatchState state = card_->state;
  const Play* asked = std::get_if<Play>(&request.what);
  if (!asked) {
    const bool changes = std::holds_alternative<Leave>(request.what) ||
                         (std::holds_alternative<MakeRematch>(request.what) && state == v1::MATCH_STATE_OVER);
    if (changes) co_return std::nullopt;
    co_return co_await dispatch(request);
  }
  switch (asked->frame->body_case()) {
    case v1::ClientFrame::kAttach:
    case v1::ClientFrame::kSay:
    case v1::ClientFrame::kHistory:
    case v1::ClientFrame::kAskReplay:
    case v1::ClientFrame::kAskEndedView:
    case v1::ClientFrame::kGiveNonce:  // too late, or once more
      co_return co_await dispatch(request);
    default:
      break;
  }
  Result<Seat> seat = playing_seat(*request.caller);
  if (!seat) co_return Answer(seat.error());
  Result<void> may = allowed(*seat, *asked->frame);
  if (!may) co_return Answer(may.error());
  co_return std::nullopt;
}

asio::awaitable<Answer> Actor::dispatch(const Request& request) {
  const Caller& caller = *request.caller;
  return std::visit(Overloaded{
                        [&](const Play& play_request) { return play(request.caller, *play_request.frame); },
                        [&](const Join& join_request) { return join(caller, join_request); },
                        [&](const Cancel&) { return cancel(caller); },
                        [&](const MakeRematch& rematch) { return make_rematch(caller, rematch); },
                        [&](const Leave&) { return leave(caller); },
                        [&](const Look&) { return look(caller); },
                    },
                    request.what);
}

// -- into memory and out of it --

asio::awaitable<Result<void>> Actor::be_ready() {
  if (!card_) {
    auto read = [this](Then<Card> then) { services_.store.card(id_, std::move(then)); };
    Result<Card> card = co_await ask_store<Card>(read);
    if (!card) {
      if (card.error().code == RefusalCode::kNotFound)
        co_return refuse(RefusalCode::kNotFound, "refusal.no_such_match");
      co_return card.error();
    }
    card_ = std::move(*card);
    for (Seat seat : kSeats) {
      std::string account = card_->accounts[index(seat)];
      names_[index(seat)] = co_await services_.names.of(std::move(account));
    }
    if (card_->state == v1::MATCH_STATE_PARKED) co_return co_await load_play();  // once: it may not even load
  }
  if (card_->state == v1::MATCH_STATE_OPEN) {
    if (!can_begin(*card_)) co_return Result<void>();
    co_return co_await start();
  }
  if (referee_ || card_->state == v1::MATCH_STATE_PARKED || never_began(*card_)) co_return Result<void>();
  Result<void> loaded = co_await load_play();
  if (loaded) wake_bots();
  co_return loaded;
}

asio::awaitable<Result<void>> Actor::load_play() {
  auto read = [this](Then<Loaded> then) { services_.store.load(id_, std::move(then)); };
  Result<Loaded> loaded = co_await ask_store<Loaded>(read);
  if (!loaded) co_return loaded.error();
  card_ = std::move(loaded->card);
  Result<std::shared_ptr<const Title>> title = co_await services_.shelf.title(card_->title, card_->data_hash);
  if (!title) co_return title.error();

  loaded->stored.ending = card_->ending;
  const Stored& stored = loaded->stored;
  last_hash_ = stored.last_hash;
  time_ms_ = card_->moved_ms;
  std::optional<Result<std::unique_ptr<Referee>>> resumed;
  try {
    resumed = Referee::resume(*title, stored, secret(), services_.settings.referee);
  } catch (const std::exception& error) {
    broken_ = cause_of(error);
  }
  if (resumed && !*resumed) co_return resumed->error();
  if (resumed) {
    referee_ = std::move(**resumed);
    ++services_.stats.matches_loaded;
    read_time(stored.rows);
    go_on_showing(*title, *loaded);
    if (card_->observer_delay > 0 && card_->state != v1::MATCH_STATE_OVER) {
      co_await fill_gallery(*title, loaded->stored, secret());
    }
    const v1::MatchState state = referee_->state();
    if (state != card_->state && card_->state != v1::MATCH_STATE_PARKED) {
      spdlog::warn("event=match_state match={} was={} is={}", id_, static_cast<int>(card_->state),
                   static_cast<int>(state));
      Result<void> kept = co_await store_state(state);
      if (!kept) co_return kept;
    }
  } else if (card_->state != v1::MATCH_STATE_PARKED && card_->state != v1::MATCH_STATE_OVER) {
    spdlog::error("event=parked match={} doing=load cause=\"{}\"", id_, broken_);
    (void)co_await store_state(v1::MATCH_STATE_PARKED);
    card_->state = v1::MATCH_STATE_PARKED;
  }
  ready_ = referee_ != nullptr;
  if (behind_) {
    behind_ = false;
    resync();
    notify();
  }
  co_return Result<void>();
}

// Rows since something was last shown to both seats belong to the thinking that goes on.
void Actor::read_time(const std::vector<v1::record::Row>& rows) {
  thinking_ = {};
  const auto open = std::ranges::find_if(rows, [&](const auto& row) { return row.time_ms() > card_->shown_ms; });
  thinking_.since_ms = std::max(card_->shown_ms, services_.started_ms);
  thinking_.asked = asked(*referee_);
  for (auto row = open; row != rows.end(); ++row) {
    if (!row->has_seat() || thinking_.asked[row->seat()]) continue;
    thinking_.done_ms[row->seat()] = row->time_ms();
  }
  for (Seat seat : kSeats) {
    if (thinking_.done_ms[index(seat)] != 0) thinking_.asked[index(seat)] = true;
  }
}

asio::awaitable<void> Actor::fill_gallery(const std::shared_ptr<const Title>& title, Stored stored,
                                          const Secret& secret) {
  const std::size_t wanted = card_->observer_delay + std::size_t{1};
  const bool held = referee_->state() == v1::MATCH_STATE_HELD;
  std::vector<v1::Update> past;
  if (!held) past = whole_past(title, stored, secret, Viewer::kPublic);
  while (!held && past.size() < wanted && stored.checkpoint.seq() > 0) {
    const std::uint64_t before = stored.checkpoint.seq() - 1;
    auto read = [&](Then<Stored> then) { services_.store.stretch(id_, before, std::move(then)); };
    Result<Stored> earlier = co_await ask_store<Stored>(read);
    if (!earlier) break;
    stored = std::move(*earlier);
    past = whole_past(title, stored, secret, Viewer::kPublic);
  }
  if (past.empty()) {  // this build plays it differently: nothing is safe to show but the state
    v1::Update state;
    state.set_state(referee_->state());
    gallery_.emplace(card_->observer_delay, std::move(state));
    co_return;
  }
  renumber(past, referee_->all(Viewer::kPublic)->serial());
  const std::size_t first = past.size() > wanted ? past.size() - wanted : 0;
  v1::Update shown = past.front();
  shown.clear_reports();
  for (std::size_t i = 1; i <= first; ++i) match::apply(past[i], shown);
  gallery_.emplace(card_->observer_delay, std::move(shown));
  for (std::size_t i = first + 1; i < past.size(); ++i) {
    past[i].set_match(id_);
    gallery_->take_in(std::move(past[i]));
  }
}

void Actor::rest() {
  if (busy_ > 0 || watched() || gone_) return;
  if (!card_) {  // there is no such match
    gone_ = true;
    services_.release(*this);
    return;
  }
  idle_.expires_after(services_.settings.idle);
  idle_.async_wait([weak = weak_from_this()](const boost::system::error_code& error) {
    auto self = weak.lock();
    if (error || !self || self->busy_ > 0 || self->watched() || self->gone_) return;
    self->gone_ = true;
    self->services_.release(*self);
    spdlog::debug("event=unloaded match={}", self->id_);
  });
}

// -- commit, then speak --

asio::awaitable<Actor::Outcome> Actor::apply(std::function<Result<Step>()> rules) {
  auto run = [this, rules = std::move(rules)](std::function<void(Outcome)> then) {
    asio::post(services_.executor, [this, rules, then = std::move(then)] {
      Outcome outcome;
      try {
        outcome = rules();
      } catch (const std::exception& error) {
        broken_ = cause_of(error);
      }
      then(std::move(outcome));
    });
  };
  co_return co_await wait_for<Outcome>(std::move(run));
}

asio::awaitable<Result<void>> Actor::carry_out(Outcome& outcome) {
  if (!outcome) {
    co_await park("rules", broken_);
    co_return refuse(RefusalCode::kUnavailable, "refusal.match_parked");
  }
  if (!*outcome) co_return outcome->error();
  co_return co_await commit(**outcome, std::nullopt);
}

asio::awaitable<Result<void>> Actor::commit(Step& step, std::optional<v1::record::Head> head) {
  const bool opening = head.has_value();
  const bool barrier = shown_to_all(step.rows);
  // Both seats were sent something. A barrier need not show: somebody may draw a card that the other never hears of.
  const bool everyone = barrier && step.updates[index(Seat::kFirst)] && step.updates[index(Seat::kSecond)];
  const std::array<bool, 2> to_move = asked(*referee_);

  Commit commit;
  commit.match = id_;
  commit.after = step.rows.front().seq() - 1;
  commit.previous_hash = last_hash_;
  commit.head = std::move(head);
  commit.rows = std::move(step.rows);
  commit.checkpoint = std::move(step.checkpoint);
  commit.viewers = step.viewers;
  for (Viewer viewer : kLiveViewers) {
    const std::optional<v1::Update>& update = step.updates[index(viewer)];
    if (!update || update->reports().empty()) continue;
    commit.told.push_back({viewer, update->serial(), {update->reports().begin(), update->reports().end()}});
  }
  if (barrier) commit.pages = pages(step);
  commit.state = referee_->state();
  commit.ending = referee_->ending();
  commit.to_move = to_move;
  commit.shown = everyone;
  if (has_clock(card_->clock)) {
    commit.clocks = [rule = card_->clock, left = card_->clocks, thinking = thinking_, to_move,
                     everyone](std::int64_t now_ms) {
      return everyone ? charge(rule, left, thinking, to_move, now_ms) : left;
    };
  }

  auto write = [&](Then<Stamp> then) { services_.store.append(std::move(commit), std::move(then)); };
  Result<Stamp> stamp = co_await ask_store<Stamp>(write);
  if (!stamp) {
    ++services_.stats.commit_failures;
    spdlog::warn("event=commit_failed match={} reason={}", id_, stamp.error().reason.id.view());
    co_await recover();
    co_return refuse(RefusalCode::kUnavailable, "refusal.not_stored");
  }
  ++services_.stats.commits;

  const v1::MatchState was = card_->state;
  last_hash_ = std::move(stamp->last_hash);
  time_ms_ = stamp->time_ms;
  card_->state = referee_->state();
  card_->ending = referee_->ending();
  card_->to_move = to_move;
  card_->moved_ms = stamp->time_ms;
  if (everyone) card_->shown_ms = stamp->time_ms;
  const bool clock = has_clock(card_->clock);
  if (clock) card_->clocks = stamp->clocks;
  const Offers offered = offers_;
  if (everyone) {
    thinking_ = {time_ms_, to_move, {0, 0}};
    offers_ = {};
  } else {
    for (Seat seat : kSeats) {
      std::int64_t& done = thinking_.done_ms[index(seat)];
      if (to_move[index(seat)]) {
        done = 0;  // again
      } else if (thinking_.asked[index(seat)] && done == 0) {
        done = time_ms_;
      }
    }
  }

  std::array<bool, 3> sent{};
  for (Viewer viewer : kLiveViewers) sent[index(viewer)] = step.updates[index(viewer)].has_value();
  if (opening) {
    begin_showing(step, time_ms_);
    resync();
  } else {
    tell(step, time_ms_);
  }
  for (Seat seat : kSeats) may_undo_[index(seat)] = referee_->can_undo(seat);
  for (Viewer viewer : kLiveViewers) {
    if (barrier && sent[index(viewer)]) albums_[index(viewer)].stored(told_upto(viewer));
  }
  if (card_->state != was || offers_ != offered || (clock && everyone)) notify();
  wake_bots();
  co_return Result<void>();
}

asio::awaitable<void> Actor::recover() {
  ready_ = false;
  referee_.reset();
  gallery_.reset();
  offers_ = {};
  behind_ = true;
  auto read = [this](Then<Card> then) { services_.store.card(id_, std::move(then)); };
  Result<Card> card = co_await ask_store<Card>(read);
  if (!card) {
    card_.reset();
    co_return;
  }
  card_ = std::move(*card);
  if (card_->state == v1::MATCH_STATE_OPEN || never_began(*card_)) co_return;
  (void)co_await load_play();
  // A bot may be on the move now; not at once, in case the store still fails.
  retry_.expires_after(services_.settings.retry);
  retry_.async_wait([weak = weak_from_this()](const boost::system::error_code& error) {
    auto self = weak.lock();
    if (!error && self && self->card_) self->wake_bots();
  });
}

asio::awaitable<void> Actor::park(std::string_view doing, std::string cause) {
  spdlog::error("event=parked match={} doing={} cause=\"{}\"", id_, doing, cause);
  ready_ = false;
  referee_.reset();
  shown_ = {};
  gallery_.reset();
  offers_ = {};
  (void)co_await store_state(v1::MATCH_STATE_PARKED);
  (void)co_await load_play();
  if (!card_) co_return;
  card_->state = v1::MATCH_STATE_PARKED;
  resync();
  notify();
}

asio::awaitable<Result<void>> Actor::store_state(v1::MatchState state) {
  Card next = *card_;
  next.state = state;
  const v1::MatchState expected = card_->state;
  auto write = [&](Then<Card> then) { services_.store.update_card(std::move(next), expected, std::move(then)); };
  Result<Card> kept = co_await ask_store<Card>(write);
  if (!kept) co_return kept.error();
  card_ = std::move(*kept);
  co_return Result<void>();
}

asio::awaitable<Result<void>> Actor::start() {
  Result<std::shared_ptr<const Title>> title = co_await services_.shelf.title(card_->title, card_->data_hash);
  if (!title) co_return title.error();
  v1::record::Head head = head_of(*card_);
  head.set_rules_revision((*title)->revision());
  Step first;
  std::optional<Result<std::unique_ptr<Referee>>> opened;
  try {
    opened = Referee::open(*title, head, secret(), first, services_.settings.referee);
  } catch (const std::exception& error) {
    broken_ = cause_of(error);
  }
  if (!opened || !*opened) {
    if (opened) broken_ = opened->error().reason.id.str();
    co_await park("open", broken_);
    co_return refuse(RefusalCode::kUnavailable, "refusal.match_parked");
  }
  referee_ = std::move(**opened);
  last_hash_ = chain_start(head);
  thinking_ = {};
  if (card_->observer_delay > 0) gallery_.emplace(card_->observer_delay, v1::Update());
  Result<void> stored = co_await commit(first, std::move(head));
  if (!stored) co_return stored;
  ready_ = true;
  ++services_.stats.matches_loaded;
  spdlog::info("event=match_started match={} title={} scenario={}", id_, card_->title, card_->scenario);
  co_return Result<void>();
}

}  // namespace wardroom::match
