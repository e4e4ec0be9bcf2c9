// The part of Actor that seats people: join, nonces, cancel, rematch, leave.
#include <spdlog/spdlog.h>

#include <algorithm>

#include "common/nonce.h"
#include "server/match/actor.h"
#include "server/match/await.h"
#include "server/match/new_match.h"
#include "server/match/tutorial.h"

namespace wardroom::match {
namespace asio = boost::asio;

namespace {

v1::ServerFrame info_frame(v1::MatchInfo info) {
  v1::ServerFrame frame;
  *frame.mutable_match() = std::move(info);
  return frame;
}

}  // namespace

asio::awaitable<Answer> Actor::look(const Caller& caller) {
  Result<Viewer> as = may_see(caller);
  if (!as) co_return as.error();
  co_return info_frame(match_info(*card_, people(), caller.account));
}

// Seats, nonces, privacy and rematch; the state must still be what it was.
asio::awaitable<Result<void>> Actor::write_card(Card card) {
  const v1::MatchState expected = card_->state;
  auto write = [&](Then<Card> then) { services_.store.update_card(std::move(card), expected, std::move(then)); };
  Result<Card> kept = co_await ask_store<Card>(write);
  if (!kept) {
    co_await recover();
    co_return refuse(RefusalCode::kUnavailable, "refusal.not_stored");
  }
  card_ = std::move(*kept);
  co_return Result<void>();
}

asio::awaitable<Answer> Actor::join(const Caller& caller, const Join& join) {
  if (caller.account.empty()) co_return refuse(RefusalCode::kSignedOut, "refusal.sign_in_first");
  if (seat_of(*card_, caller.account)) co_return info_frame(match_info(*card_, people(), caller.account));
  if (card_->is_private && join.way != Join::Way::kInvited)
    co_return refuse(RefusalCode::kNotFound, "refusal.no_such_match");
  const std::optional<Seat> seat = free_seat(*card_);
  if (!seat) co_return refuse(RefusalCode::kConflict, "refusal.match_full");

  Card card = *card_;
  card.accounts[index(*seat)] = caller.account;
  if (join.is_private) card.is_private = *join.is_private;
  Result<void> written = co_await write_card(std::move(card));
  if (!written) co_return written.error();
  names_[index(*seat)] = caller.name;

  // He may have been watching: from now on he sees what his seat sees.
  auto watching = std::ranges::find(observers_, caller.account, &Viewing::account);
  if (watching != observers_.end()) {
    Viewing viewing = std::move(*watching);
    observers_.erase(watching);
    std::erase_if(observers_, [&](const Viewing& other_tab) { return other_tab.account == caller.account; });
    seats_[index(*seat)] = std::move(viewing);
  }
  notify();
  co_return info_frame(match_info(*card_, people(), caller.account));
}

// What the nonce was given for must be what the match has, and the first's must be the one he sat down with: by then
// everything else is known, so another would be one he has chosen.
Result<void> Actor::fits(Seat seat, const v1::GiveNonce& given) const {
  const std::optional<Seat> first = first_of(*card_);
  if (!first) return {};
  const bool opens = *first == seat;
  const std::string& shown = opens ? card_->nonces[index(other(seat))] : card_->nonce_hashes[index(*first)];
  if (given.other() != shown) return refuse(RefusalCode::kConflict, "refusal.other_part");
  if (opens && nonce_hash(given.nonce()) != card_->nonce_hashes[index(seat)])
    return refuse(RefusalCode::kConflict, "refusal.nonce_not_promised");
  return {};
}

// The seed was committed when the match was made; whoever quotes the commitment has been shown it.
asio::awaitable<Answer> Actor::give_nonce(const Caller& caller, Seat seat, const v1::GiveNonce& given) {
  if (given.nonce().size() != kNonceBytes) {
    co_return refuse(RefusalCode::kMalformed, Text("refusal.nonce_size").number("bytes", kNonceBytes));
  }
  if (given.seed_commitment() != seed_commitment(card_->server_seed)) {
    co_return refuse(RefusalCode::kConflict, "refusal.other_commitment");
  }
  const std::string& before = card_->nonces[index(seat)];
  if (before == given.nonce()) co_return info_frame(match_info(*card_, people(), caller.account));
  if (!before.empty() || card_->state != v1::MATCH_STATE_OPEN)
    co_return refuse(RefusalCode::kConflict, "refusal.nonce_given");
  if (!wants_nonce(*card_, seat)) co_return refuse(RefusalCode::kConflict, "refusal.nonce_too_early");
  if (Result<void> right = fits(seat, given); !right) co_return right.error();

  Card card = *card_;
  card.nonces[index(seat)] = given.nonce();
  if (waits_for_opening(card)) card.open_by_ms = services_.settings.now_ms() + services_.settings.open_within.count();
  Result<void> written = co_await write_card(std::move(card));
  if (!written) co_return written.error();
  if (can_begin(*card_)) {
    Result<void> started = co_await start();
    if (!started) co_return started.error();
  } else {
    notify();
  }
  co_return info_frame(match_info(*card_, people(), caller.account));
}

asio::awaitable<Answer> Actor::cancel(const Caller& caller) {
  const std::optional<Seat> seat = seat_of(*card_, caller.account);
  const bool creator = !caller.account.empty() && card_->creator == caller.account;
  if (!creator && !seat) {
    Result<Viewer> as = may_see(caller);  // to strangers a private match does not exist
    co_return as ? refuse(RefusalCode::kNotYours, "refusal.not_creator") : as.error();
  }
  if (card_->state != v1::MATCH_STATE_OPEN) co_return refuse(RefusalCode::kConflict, "refusal.match_began");
  if (waits_for_opening(*card_)) {
    const bool late = services_.settings.now_ms() >= card_->open_by_ms;
    if (seat && (late || first_of(*card_) == seat)) co_return co_await lose_start(*seat);
  }
  if (!creator) co_return co_await give_seat_up(*seat);
  auto write = [this](Then<void> then) { services_.store.remove(id_, std::move(then)); };
  Result<void> removed = co_await ask_store<void>(write);
  if (!removed) co_return removed.error();
  card_->state = v1::MATCH_STATE_OVER;
  card_->ending.emplace().set_kind(v1::ENDING_KIND_ABANDONED);
  notify();
  card_.reset();
  seats_ = {};
  observers_.clear();
  co_return done();
}

// The second has given his nonce and the first has not opened his: there will be no match, and both shall see why.
asio::awaitable<Answer> Actor::lose_start(Seat asker) {
  Result<std::shared_ptr<const Title>> title = co_await services_.shelf.title(card_->title, card_->data_hash);
  if (!title) co_return title.error();
  Card card = *card_;
  const Text verdict = Text("verdict.not_opened").text("seat", (*title)->seat_names()[index(*first_of(card))]);
  card.state = v1::MATCH_STATE_OVER;
  card.ending.emplace().set_kind(v1::ENDING_KIND_ABANDONED);
  to_wire(verdict, *card.ending->mutable_verdict());
  Result<void> written = co_await write_card(std::move(card));
  if (!written) co_return written.error();
  spdlog::info("event=match_not_opened match={}", id_);
  resync();
  notify();
  seats_[index(asker)].reset();
  co_return done();
}

// The match waits for a player again; nonces were for these two, and are asked for anew. The first keeps his hash: he
// has not opened it, and nobody knows what is in it.
asio::awaitable<Answer> Actor::give_seat_up(Seat seat) {
  Card card = *card_;
  card.accounts[index(seat)].clear();
  card.nonces = {};
  card.open_by_ms = 0;
  Result<void> written = co_await write_card(std::move(card));
  if (!written) co_return written.error();
  names_[index(seat)].clear();
  seats_[index(seat)].reset();
  notify();
  co_return done();
}

asio::awaitable<Answer> Actor::make_rematch(const Caller& caller, const MakeRematch& asked) {
  const std::optional<Seat> seat = seat_of(*card_, caller.account);
  if (!seat) co_return refuse(RefusalCode::kNotYours, "refusal.not_your_match");
  if (card_->state != v1::MATCH_STATE_OVER) co_return refuse(RefusalCode::kConflict, "refusal.match_not_over");
  if (is_tutorial(*card_)) co_return refuse(RefusalCode::kConflict, "refusal.no_rematch_of_tutorial");

  if (!card_->rematch.empty()) {
    auto read = [this](Then<Card> then) { services_.store.card(card_->rematch, std::move(then)); };
    Result<Card> follows = co_await ask_store<Card>(read);
    if (follows) co_return info_frame(match_info(*follows, {}, caller.account));
    if (follows.error().code != RefusalCode::kNotFound) co_return follows.error();
  }

  const LoadedTitle* title = services_.shelf.find(card_->title);
  if (!title) co_return refuse(RefusalCode::kUnavailable, Text("refusal.title_not_served").word("title", card_->title));
  Result<void> kept = co_await services_.shelf.keep(*title);
  if (!kept) co_return kept.error();
  NewMatch next;
  next.title = card_->title;
  next.scenario = card_->scenario;
  next.options = card_->options;
  next.creator = caller.account;
  next.clock = card_->clock;
  next.observer_delay = card_->observer_delay;
  next.seats[index(other(*seat))] = {caller.account, {}, asked.nonce_hash};
  next.seats[index(*seat)].bot = card_->bots[index(other(*seat))];
  if (next.seats[index(*seat)].bot.empty()) {
    if (Result<void> hashed = check_nonce_hash(asked.nonce_hash); !hashed) co_return hashed.error();
  }
  next.is_private =
      next.seats[index(*seat)].bot.empty() || card_->is_private;  // kept for the other seat until he comes
  auto write = [&](Then<Card> then) { services_.store.create(new_card(next, *title), std::move(then)); };
  Result<Card> made = co_await ask_store<Card>(write);
  if (!made) co_return made.error();

  Card card = *card_;
  card.rematch = made->id;
  Result<void> written = co_await write_card(std::move(card));
  if (!written) co_return written.error();
  notify();
  co_return info_frame(match_info(*made, {}, caller.account));
}

asio::awaitable<Answer> Actor::leave(const Caller& caller) {
  const std::optional<Seat> seat = seat_of(*card_, caller.account);
  if (!seat) co_return done();
  switch (card_->state) {
    case v1::MATCH_STATE_OPEN:
      co_return co_await cancel(caller);
    case v1::MATCH_STATE_PLAYING:
    case v1::MATCH_STATE_HELD:
    case v1::MATCH_STATE_PARKED: {
      if (!referee_) break;
      Answer resigned = co_await resign(*seat);
      if (!resigned) co_return resigned;
      break;
    }
    default:
      break;
  }
  card_->accounts[index(*seat)].clear();
  names_[index(*seat)].clear();
  seats_[index(*seat)].reset();
  notify();
  co_return done();
}

}  // namespace wardroom::match
