// The part of the lobby that finds people: matches that are meant for somebody, told to him wherever he is.
#include "common/frame.h"
#include "server/lobby/conversation.h"
#include "server/match/await.h"

namespace wardroom::lobby {
namespace asio = boost::asio;

void Desk::tell(const std::string& account, const v1::ServerFrame& frame) {
  tell_here(account, frame);
  if (registry_ && host_.is_shared()) registry_->tell({account, encode(frame)});
}

void Desk::tell_here(const std::string& account, const v1::ServerFrame& frame) {
  std::lock_guard lock(mutex_);
  for (const auto& [key, live] : live_) {
    if (live.account == account && live.only_match.empty()) live.line->send(frame);
  }
}

// An account has its name for itself; a guest is found while he is here and nobody else here has his.
asio::awaitable<Result<std::string>> Desk::account_named(std::string name) {
  auto read = [&](Then<Account> then) { store_.account_by_name(name, std::move(then)); };
  Result<Account> account = co_await match::ask_store<Account>(read);
  if (account) co_return account->id;
  if (account.error().code != RefusalCode::kNotFound) co_return account.error();
  std::string found;
  {
    std::lock_guard lock(mutex_);
    for (const auto& [key, live] : live_) {
      if (live.name != name || live.account == found) continue;
      if (!found.empty()) co_return refuse(RefusalCode::kConflict, Text("refusal.several_of_name").word("name", name));
      found = live.account;
    }
  }
  if (found.empty()) co_return refuse(RefusalCode::kNotFound, Text("refusal.nobody_of_name").word("name", name));
  co_return found;
}

asio::awaitable<Result<v1::Challenges>> Desk::challenges(std::string account) {
  match::Store::Query query;
  query.invited = account;
  query.states = {v1::MATCH_STATE_OPEN, v1::MATCH_STATE_PLAYING};  // where he may go on for somebody
  Result<v1::Matches> found = co_await host_.list(std::move(account), std::move(query));
  if (!found) co_return found.error();
  v1::Challenges challenges;
  *challenges.mutable_matches() = std::move(*found->mutable_matches());
  co_return challenges;
}

asio::awaitable<void> Desk::tell_challenged(std::string account) {
  if (account.empty()) co_return;
  Result<v1::Challenges> now = co_await challenges(account);
  if (!now) co_return;  // he sees them when he next asks
  v1::ServerFrame frame;
  *frame.mutable_challenges() = std::move(*now);
  tell(account, frame);
}

asio::awaitable<void> Desk::tell_maker(match::MatchCard card, v1::MatchNews::Kind kind) {
  const match::Caller maker{card.creator, {}, nullptr};
  Result<v1::MatchInfo> info = co_await host_.look(std::make_shared<const match::Caller>(maker), card.id);
  if (!info) co_return;
  v1::ServerFrame frame;
  *frame.mutable_match_news()->mutable_match() = std::move(*info);
  frame.mutable_match_news()->set_kind(kind);
  tell(card.creator, frame);
}

asio::awaitable<void> Desk::tell_substitute(std::string match) {
  Result<match::MatchCard> card = co_await host_.card(std::move(match));
  if (card) co_await tell_challenged(card->invited);
}

asio::awaitable<void> Desk::spread(std::string match, std::string by) {
  Result<match::MatchCard> card = co_await host_.card(std::move(match));
  if (!card) co_return;
  co_await tell_challenged(card->invited);
  if (card->state == v1::MATCH_STATE_PLAYING) co_return;  // somebody did not want to go on in it
  const bool declined = match::never_began(*card);
  if (card->creator == by || (!declined && match::free_seat(*card))) co_return;
  co_await tell_maker(std::move(*card), declined ? v1::MatchNews::DECLINED : v1::MatchNews::JOINED);
}

// -- one connection --

asio::awaitable<Answer> Conversation::look_at_invitation(const v1::LookAtInvitation& asked) {
  Result<v1::MatchInfo> info = co_await desk_.host_.look_at(caller_, asked.invitation());
  if (!info) co_return info.error();
  co_return match::info_frame(std::move(*info));
}

asio::awaitable<Answer> Conversation::list_challenges() {
  Result<v1::Challenges> now = co_await desk_.challenges(caller_->account);
  if (!now) co_return now.error();
  v1::ServerFrame frame;
  *frame.mutable_challenges() = std::move(*now);
  co_return frame;
}

asio::awaitable<Answer> Conversation::decline_challenge(const v1::DeclineChallenge& asked) {
  Result<void> declined = co_await desk_.host_.decline(caller_, asked.match());
  if (!declined) co_return declined.error();
  co_await desk_.spread(asked.match(), caller_->account);
  co_await desk_.tell_challenged(caller_->account);
  co_return match::done();
}

asio::awaitable<Result<void>> Conversation::may_challenge() {
  const auto counted = co_await desk_.quotas_.take({{Quota::kChallengesByAccount, caller_->account}});
  if (!counted) co_return counted.error();
  co_return Result<void>();
}

asio::awaitable<Result<void>> Conversation::challenge(const std::string& name, match::NewMatch& match) {
  const bool alone =
      match.by_rules[0] || match.by_rules[1] || !match.seats[0].bot.empty() || !match.seats[1].bot.empty();
  if (alone) co_return refuse(RefusalCode::kConflict, "refusal.challenge_needs_person");
  Result<std::string> account = co_await desk_.account_to_meet(caller_->account, name);
  if (!account) co_return account.error();
  if (*account == caller_->account) co_return refuse(RefusalCode::kConflict, "refusal.challenge_self");
  if (Result<void> may = co_await may_challenge(); !may) co_return may;
  match.invited = std::move(*account);
  co_return Result<void>();
}

}  // namespace wardroom::lobby
