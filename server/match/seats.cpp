// The part of Actor that seats people: join, nonces, cancel, rematch, leave.
#include <spdlog/spdlog.h>

#include <algorithm>

#include "common/bid.h"
#include "server/engine/options.h"
#include "server/match/actor.h"
#include "server/match/await.h"
#include "server/match/new_match.h"
#include "server/match/tutorial.h"

namespace wardroom::match {
namespace asio = boost::asio;

namespace {

// What the nonce was given for must be what the match has, and the first's must be the one he sat down with: by then
// everything else is known, so another would be one he has chosen.
Result<void> fits(const MatchCard& card, Seat seat, const v1::GiveNonce& given) {
  const std::optional<Seat> first = first_of(card);
  if (!first) return {};
  const bool opens = *first == seat;
  const std::string& shown = opens ? card.nonces[index(other(seat))] : card.nonce_hashes[index(*first)];
  if (given.other() != shown) return refuse(RefusalCode::kConflict, "refusal.other_part");
  if (opens && nonce_hash(given.nonce()) != card.nonce_hashes[index(seat)])
    return refuse(RefusalCode::kConflict, "refusal.nonce_not_promised");
  return {};
}

}  // namespace

v1::ServerFrame Actor::info(const Caller& caller) const {
  return info_frame(shown_.info(caller.account, services_.settings.now_ms()));
}

asio::awaitable<Answer> Actor::join(const Caller& caller, const Join& join) {
  if (caller.account.empty()) co_return refuse(RefusalCode::kSignedOut, "refusal.sign_in_first");
  if (seat_of(*shown_.card, caller.account)) co_return info(caller);
  if (!shown_.card->event.empty()) co_return refuse(RefusalCode::kConflict, "refusal.event_match");
  const bool invited = shown_.card->invited == caller.account;
  if (invited && shown_.card->aside.substitute().account() == caller.account) co_return co_await take_over(caller);
  if (shown_.card->is_private && join.way != Join::Way::kInvited && !invited)
    co_return refuse(RefusalCode::kNotFound, "refusal.no_such_match");
  if (!shown_.card->invited.empty() && !invited) co_return refuse(RefusalCode::kNotYours, "refusal.for_another");
  const std::optional<Seat> seat = free_seat(*shown_.card);
  if (!seat) co_return refuse(RefusalCode::kConflict, "refusal.match_full");

  MatchCard card = *shown_.card;
  card.accounts[index(*seat)] = caller.account;
  if (join.is_private) card.is_private = *join.is_private;
  Result<void> written = co_await write_card(std::move(card));
  if (!written) co_return written.error();
  shown_.names[index(*seat)] = {caller.name, caller.guest};
  co_await read_reliability();

  audience_.sit_down(*seat, caller.account);  // from now on he sees what his seat sees
  notify();
  co_return info(caller);
}

// The seed was committed when the match was made; whoever quotes the commitment has been shown it.
asio::awaitable<Answer> Actor::give_nonce(const Caller& caller, const v1::GiveNonce& given) {
  Result<Seat> found = shown_.seat_for(caller);
  if (found && services_.store.is_shared() && !wants_nonce(*shown_.card, *found)) {
    // Whoever comes before him may have given his at another server, of which this one has not heard yet.
    if (!co_await follow()) co_return refuse(RefusalCode::kUnavailable, "refusal.not_stored");
    found = shown_.seat_for(caller);
  }
  if (!found) co_return found.error();
  const Seat seat = *found;
  const auto bytes = static_cast<std::int64_t>(part_bytes(shown_.card->sides));
  if (std::ssize(given.nonce()) != bytes) {
    co_return refuse(RefusalCode::kMalformed, Text("refusal.nonce_size").number("bytes", bytes));
  }
  if (shown_.card->sides == v1::SIDES_BID && !bid_in(given.nonce()))
    co_return refuse(RefusalCode::kMalformed, Text("refusal.no_bid").number("most", kMostBid));
  if (given.seed_commitment() != seed_commitment(shown_.card->server_seed)) {
    co_return refuse(RefusalCode::kConflict, "refusal.other_commitment");
  }
  const std::string& before = shown_.card->nonces[player_at(*shown_.card, seat)];
  if (before == given.nonce()) co_return info(caller);
  if (!before.empty() || shown_.card->state != v1::MATCH_STATE_OPEN)
    co_return refuse(RefusalCode::kConflict, "refusal.nonce_given");
  if (!wants_nonce(*shown_.card, seat)) co_return refuse(RefusalCode::kConflict, "refusal.nonce_too_early");
  if (Result<void> right = fits(*shown_.card, seat, given); !right) co_return right.error();

  MatchCard card = *shown_.card;
  card.nonces[player_at(card, seat)] = given.nonce();
  settle_sides(card);
  if (waits_for_opening(card)) card.open_by_ms = services_.settings.now_ms() + services_.settings.open_within.count();
  Result<void> written = co_await write_card(std::move(card));
  if (!written) co_return written.error();
  if (can_begin(*shown_.card)) {
    Result<void> started = co_await start();
    if (!started) co_return started.error();
  } else {
    notify();
  }
  co_return info(caller);
}

asio::awaitable<void> Actor::take_seats() {
  if (shown_.card->sides == v1::SIDES_CHOSEN) co_return;
  const bool crossed = std::ranges::any_of(kSeats, [&](Seat seat) {
    const std::string* account = audience_.account(seat);
    return account && *account == shown_.card->accounts[index(other(seat))];
  });
  if (crossed) audience_.swap_seats();
  shown_.connected = who_sits();
  co_await read_names();
}

asio::awaitable<Answer> Actor::cancel(const Caller& caller) {
  const std::optional<Seat> seat = seat_of(*shown_.card, caller.account);
  const bool creator = !caller.account.empty() && shown_.card->creator == caller.account;
  if (!creator && !seat) {
    Result<Viewer> as = shown_.may_see(caller);  // to strangers a private match does not exist
    co_return as ? refuse(RefusalCode::kNotYours, "refusal.not_creator") : as.error();
  }
  if (shown_.card->state != v1::MATCH_STATE_OPEN) co_return refuse(RefusalCode::kConflict, "refusal.match_began");
  if (!shown_.card->event.empty()) co_return refuse(RefusalCode::kConflict, "refusal.event_match");
  if (waits_for_opening(*shown_.card)) {
    const bool late = services_.settings.now_ms() >= shown_.card->open_by_ms;
    if (seat && (late || first_of(*shown_.card) == seat)) co_return co_await lose_start(*seat);
  }
  if (!creator) co_return co_await give_seat_up(*seat);
  auto write = [this](Then<void> then) { services_.store.remove(id_, std::move(then)); };
  Result<void> removed = co_await ask_store<void>(write);
  if (!removed) co_return removed.error();
  shown_.card->state = v1::MATCH_STATE_OVER;
  shown_.card->ending.emplace().set_kind(v1::ENDING_KIND_ABANDONED);
  notify();
  shown_.card.reset();
  audience_.clear();
  co_return done();
}

// The second has given his nonce and the first has not opened his: there will be no match, and both shall see why.
asio::awaitable<Answer> Actor::lose_start(Seat asker) {
  Result<std::shared_ptr<const Title>> title =
      co_await services_.shelf.title(shown_.card->title, shown_.card->data_hash);
  if (!title) co_return title.error();
  MatchCard card = *shown_.card;
  const Text verdict = sides_open(card)
                           ? Text("verdict.first_not_opened")
                           : Text("verdict.not_opened").text("seat", (*title)->seat_names()[index(*first_of(card))]);
  Answer ended = co_await never_begin(std::move(card), verdict);
  if (!ended) co_return ended;
  spdlog::debug("event=match_not_opened match={} {}", id_, asking());
  Tally unplayed{shown_.card->accounts[index(*first_of(*shown_.card))]};
  unplayed.matches = unplayed.left = 1;
  (void)co_await change([&](Beside& beside, const Moment&) -> Result<void> {
    beside.tallies.push_back(unplayed);
    return {};
  });
  audience_.get_up(asker);
  co_return ended;
}

asio::awaitable<Answer> Actor::never_begin(MatchCard card, const Text& verdict) {
  card.state = v1::MATCH_STATE_OVER;
  card.ending.emplace().set_kind(v1::ENDING_KIND_ABANDONED);
  to_wire(verdict, *card.ending->mutable_verdict());
  Result<void> written = co_await write_card(std::move(card));
  if (!written) co_return written.error();
  speak(match_.everything());
  notify();
  tell_event();
  co_return done();
}

void Actor::tell_event() const {
  if (!shown_.card->event.empty() && services_.event_match) services_.event_match(shown_.card->event, id_);
}

asio::awaitable<Answer> Actor::call_off(const CallOff& asked) {
  const bool left = asked.how == CallOff::How::kLeft;
  if (shown_.card->event.empty() != left) co_return refuse(RefusalCode::kNotYours, "refusal.not_your_match");
  switch (shown_.card->state) {
    case v1::MATCH_STATE_OVER:
      co_return done();
    case v1::MATCH_STATE_OPEN:
      co_return co_await never_begin(*shown_.card, Text(left ? "verdict.left" : "verdict.called_off"));
    default:
      break;
  }
  if (!match_.referee()) co_return refuse(RefusalCode::kUnavailable, "refusal.match_parked");
  co_return co_await end([this, asked] { return match_.call_off(asked); });
}

asio::awaitable<Answer> Actor::decline(const Caller& caller) {
  const bool invited = !caller.account.empty() && shown_.card->invited == caller.account;
  if (!invited) {
    Result<Viewer> as = shown_.may_see(caller);  // to strangers a private match does not exist
    co_return as ? refuse(RefusalCode::kNotYours, "refusal.for_another") : as.error();
  }
  if (shown_.card->aside.substitute().account() == caller.account) co_return co_await decline_seat(caller);
  if (shown_.card->state != v1::MATCH_STATE_OPEN || seat_of(*shown_.card, caller.account))
    co_return refuse(RefusalCode::kConflict, "refusal.already_answered");
  co_return co_await never_begin(*shown_.card, Text("verdict.declined"));
}

asio::awaitable<Answer> Actor::answer_rematch(const Caller& caller, const AnswerRematch& asked) {
  const std::optional<Seat> seat = seat_of(*shown_.card, caller.account);
  if (seat) co_await record(*seat, v1::OFFER_KIND_REMATCH, asked.deed);
  co_return done();
}

// The match waits for a player again; nonces were for these two, and are asked for anew. The first keeps his hash: he
// has not opened it, and nobody knows what is in it.
asio::awaitable<Answer> Actor::give_seat_up(Seat seat) {
  MatchCard card = *shown_.card;
  card.accounts[index(seat)].clear();
  card.nonces = {};
  card.open_by_ms = 0;
  Result<void> written = co_await write_card(std::move(card));
  if (!written) co_return written.error();
  shown_.names[index(seat)] = {};
  audience_.get_up(seat);
  notify();
  co_return done();
}

asio::awaitable<Answer> Actor::make_rematch(const Caller& caller, const MakeRematch& asked) {
  const std::optional<Seat> seat = seat_of(*shown_.card, caller.account);
  if (!seat) co_return refuse(RefusalCode::kNotYours, "refusal.not_your_match");
  if (shown_.card->state != v1::MATCH_STATE_OVER) co_return refuse(RefusalCode::kConflict, "refusal.match_not_over");
  if (is_tutorial(*shown_.card)) co_return refuse(RefusalCode::kConflict, "refusal.no_rematch_of_tutorial");

  if (!shown_.card->rematch.empty()) {
    auto read = [this](Then<MatchCard> then) { services_.store.card(shown_.card->rematch, std::move(then)); };
    Result<MatchCard> follows = co_await ask_store<MatchCard>(read);
    if (follows && !never_began(*follows)) co_return info_frame(match_info(*follows, {}, caller.account));
    if (!follows && follows.error().code != RefusalCode::kNotFound) co_return follows.error();
  }

  const LoadedTitle* title = services_.shelf.find(shown_.card->title);
  if (!title)
    co_return refuse(RefusalCode::kUnavailable, Text("refusal.title_not_served").word("title", shown_.card->title));
  if (auto right = check_options(*title->title, shown_.card->scenario, chosen(shown_.card->options)); !right)
    co_return right.error();
  Result<void> kept = co_await services_.shelf.keep(*title);
  if (!kept) co_return kept.error();
  NewMatch next;
  next.title = shown_.card->title;
  next.scenario = shown_.card->scenario;
  next.options = shown_.card->options;
  next.creator = caller.account;
  next.clock = shown_.card->clock;
  next.observer_delay = shown_.card->observer_delay;
  next.quick_passes = shown_.card->quick_passes;
  next.unrated = shown_.card->unrated;
  next.seats[index(other(*seat))] = {caller.account, {}, asked.nonce_hash};
  next.seats[index(*seat)].bot = shown_.card->bots[index(other(*seat))];
  next.by_rules = shown_.card->by_rules;
  if (next.by_rules[index(other(*seat))]) std::swap(next.seats[0], next.seats[1]);  // there is one seat to play
  const bool persons = is_person(*shown_.card, Seat::kFirst) && is_person(*shown_.card, Seat::kSecond);
  if (persons) {
    if (Result<void> hashed = check_nonce_hash(asked.nonce_hash); !hashed) co_return hashed.error();
  }
  if (persons) next.invited = shown_.card->accounts[index(other(*seat))];
  next.follows = id_;
  next.is_private = persons || shown_.card->is_private;  // kept for the other seat until he comes
  auto write = [&](Then<MatchCard> then) { services_.store.create(new_card(next, *title), std::move(then)); };
  Result<MatchCard> made = co_await ask_store<MatchCard>(write);
  if (!made) co_return made.error();

  MatchCard card = *shown_.card;
  card.rematch = made->id;
  Result<void> written = co_await write_card(std::move(card));
  if (!written) co_return written.error();
  notify();
  if (persons) co_await record(*seat, v1::OFFER_KIND_REMATCH, v1::OFFER_DEED_MADE);
  co_return info_frame(match_info(*made, {}, caller.account));
}

asio::awaitable<Answer> Actor::leave(const Caller& caller) {
  const std::optional<Seat> seat = seat_of(*shown_.card, caller.account);
  if (!seat) co_return done();
  switch (shown_.card->state) {
    case v1::MATCH_STATE_OPEN:
      if (!shown_.card->event.empty()) break;  // the event sees who is not there
      co_return co_await cancel(caller);
    case v1::MATCH_STATE_PLAYING:
    case v1::MATCH_STATE_HELD:
    case v1::MATCH_STATE_PARKED: {
      if (!match_.referee()) break;
      Answer resigned = co_await play(*seat, v1::Resign());
      if (!resigned) co_return resigned;
      break;
    }
    default:
      break;
  }
  co_await wipe_marks(*seat);
  shown_.card->accounts[index(*seat)].clear();
  shown_.names[index(*seat)] = {};
  audience_.get_up(*seat);
  notify();
  co_return done();
}

}  // namespace wardroom::match
