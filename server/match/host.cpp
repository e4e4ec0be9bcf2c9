#include "server/match/host.h"

#include <spdlog/spdlog.h>

#include <boost/asio/co_spawn.hpp>
#include <chrono>

#include "server/match/await.h"

namespace wardroom::match {
namespace asio = boost::asio;

std::int64_t system_now_ms() {
  using namespace std::chrono;
  return duration_cast<milliseconds>(system_clock::now().time_since_epoch()).count();
}

const std::string* match_of(const v1::ClientFrame& frame) {
  switch (frame.body_case()) {
    case v1::ClientFrame::kGiveNonce:
      return &frame.give_nonce().match();
    case v1::ClientFrame::kAttach:
      return &frame.attach().match();
    case v1::ClientFrame::kDetach:
      return &frame.detach().match();
    case v1::ClientFrame::kAct:
      return &frame.act().match();
    case v1::ClientFrame::kUndo:
      return &frame.undo().match();
    case v1::ClientFrame::kAskTakeBack:
      return &frame.ask_take_back().match();
    case v1::ClientFrame::kAnswerTakeBack:
      return &frame.answer_take_back().match();
    case v1::ClientFrame::kOfferDraw:
      return &frame.offer_draw().match();
    case v1::ClientFrame::kAnswerDraw:
      return &frame.answer_draw().match();
    case v1::ClientFrame::kResign:
      return &frame.resign().match();
    case v1::ClientFrame::kClaimFlag:
      return &frame.claim_flag().match();
    case v1::ClientFrame::kAgreeToRestart:
      return &frame.agree_to_restart().match();
    case v1::ClientFrame::kSay:
      return &frame.say().match();
    case v1::ClientFrame::kAskEndedView:
      return &frame.ask_ended_view().match();
    case v1::ClientFrame::kAskReplay:
      return &frame.ask_replay().match();
    case v1::ClientFrame::kHistory:
      return &frame.history().match();
    case v1::ClientFrame::kAskHint:
      return &frame.ask_hint().match();
    default:
      return nullptr;
  }
}

Host::Host(asio::any_io_executor executor, Store& store, std::vector<LoadedTitle> titles,
           std::vector<PlayerEntry> players, HostSettings settings)
    : services_(std::move(executor), store, std::move(titles), std::move(players), std::move(settings)) {
  services_.release = [this](Actor& actor) { release(actor); };
}

Host::~Host() {
  services_.bot_threads.stop();
  services_.bot_threads.join();
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
    std::optional<Answer> answer = co_await asio::co_spawn(actor->strand(), actor->run(request), asio::use_awaitable);
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
  auto write = [&](Then<Card> then) { services_.store.create(new_card(match, *title), std::move(then)); };
  Result<Card> card = co_await ask_store<Card>(write);
  if (!card) co_return card.error();
  spdlog::info("event=match_created match={} title={} scenario={}", card->id, card->title, card->scenario);
  co_return co_await look(std::move(caller), card->id);
}

asio::awaitable<Result<v1::MatchInfo>> Host::look(CallerPtr caller, std::string match) {
  Request request{std::move(caller), Look{}};
  Answer answer = co_await ask(std::move(match), std::move(request));
  if (!answer) co_return answer.error();
  co_return std::move(*answer->mutable_match());
}

asio::awaitable<Result<std::vector<v1::Chat>>> Host::said_by(std::string account) {
  auto read = [&](Then<std::vector<v1::Chat>> then) { services_.store.said_by(account, std::move(then)); };
  co_return co_await ask_store<std::vector<v1::Chat>>(read);
}

asio::awaitable<Result<v1::MatchInfo>> Host::join(CallerPtr caller, std::string match, std::string invitation) {
  if (draining_) co_return refuse(RefusalCode::kUnavailable, "refusal.going_down");
  Join join;
  if (!invitation.empty()) {
    auto read = [&](Then<Card> then) { services_.store.card_by_invitation(invitation, std::move(then)); };
    Result<Card> card = co_await ask_store<Card>(read);
    if (!card && card.error().code == RefusalCode::kNotFound)
      co_return refuse(RefusalCode::kNotFound, "refusal.no_such_invitation");
    if (!card) co_return card.error();
    match = card->id;
    join.way = Join::Way::kInvited;
  }
  Request request{std::move(caller), std::move(join)};
  Answer answer = co_await ask(std::move(match), std::move(request));
  if (!answer) co_return answer.error();
  co_return std::move(*answer->mutable_match());
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
  Request request{std::move(caller), std::move(join)};
  Answer joined = co_await ask(made->match().id(), std::move(request));
  if (!joined) co_return joined.error();
  co_return std::move(*joined->mutable_match());
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

asio::awaitable<Result<v1::Matches>> Host::list(std::string account, Store::Query query) {
  const std::uint32_t limit = query.limit;
  auto read = [&](Then<std::vector<Card>> then) { services_.store.list(query, std::move(then)); };
  Result<std::vector<Card>> cards = co_await ask_store<std::vector<Card>>(read);
  if (!cards) co_return cards.error();
  v1::Matches matches;
  for (const Card& card : *cards) {
    // Both seats are taken: no longer for others to join, not yet or never to be watched.
    const bool full = card.state == v1::MATCH_STATE_OPEN && !free_seat(card);
    if (query.account.empty() && (full || never_began(card))) continue;
    People people;
    for (Seat seat : kSeats) people.names[index(seat)] = co_await services_.names.of(card.accounts[index(seat)]);
    *matches.add_matches() = match_info(card, people, account);
  }
  if (limit > 0 && cards->size() == limit) matches.set_next(cards->back().id);
  co_return matches;
}

asio::awaitable<Result<std::string>> Host::export_match(std::string match) {
  auto read_card = [&](Then<Card> then) { services_.store.card(match, std::move(then)); };
  Result<Card> card = co_await ask_store<Card>(read_card);
  if (!card && card.error().code == RefusalCode::kNotFound)
    co_return refuse(RefusalCode::kNotFound, "refusal.no_such_match");
  if (!card) co_return card.error();
  if (card->state != v1::MATCH_STATE_OVER) {  // whoever asks is not known here: a private match does not exist yet
    if (card->is_private) co_return refuse(RefusalCode::kNotFound, "refusal.no_such_match");
    co_return refuse(RefusalCode::kNotYours, "refusal.not_over");
  }
  if (never_began(*card)) co_return refuse(RefusalCode::kConflict, "refusal.match_not_begun");
  auto read_journal = [&](Then<v1::record::Export> then) { services_.store.journal(match, std::move(then)); };
  Result<v1::record::Export> whole = co_await ask_store<v1::record::Export>(read_journal);
  if (!whole) co_return whole.error();
  auto read_data = [&](Then<Bundle> then) { services_.store.data(card->data_hash, std::move(then)); };
  Result<Bundle> bundle = co_await ask_store<Bundle>(read_data);
  if (!bundle) co_return bundle.error();
  whole->set_server_seed(card->server_seed);
  whole->clear_data();
  for (const DataText& file : bundle->files()) {
    auto& out = *whole->add_data();
    out.set_path(file.path);
    out.set_text(file.text);
  }
  if (card->ending) *whole->mutable_ending() = *card->ending;
  co_return whole->SerializeAsString();
}

// -- in a match --

asio::awaitable<Answer> Host::play(CallerPtr caller, const v1::ClientFrame& frame) {
  const std::string* match = match_of(frame);
  if (!match || match->empty()) co_return refuse(RefusalCode::kMalformed, "refusal.no_match_named");
  if (frame.has_attach() && draining_) co_return refuse(RefusalCode::kUnavailable, "refusal.going_down");
  if (frame.has_detach()) {
    detach(*match, caller->line);
    co_return done();
  }
  Request request{std::move(caller), Play{&frame}};
  std::string id = *match;
  co_return co_await ask(std::move(id), std::move(request));
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
