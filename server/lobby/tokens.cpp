// The part of the lobby for programs: personal tokens, what is read by HTTP, and what an account says of itself.
#include "common/hash.h"
#include "server/lobby/conversation.h"
#include "server/lobby/leaving.h"
#include "server/match/await.h"
#include "server/match/new_match.h"

namespace wardroom::lobby {
namespace asio = boost::asio;
using match::ask_store;

namespace {

constexpr std::size_t kTokenLetters = 12, kSecretBytes = 32, kLongestTokenName = 60;
constexpr std::uint32_t kMostDays = 3650;
constexpr std::int64_t kTokenDayMs = 24LL * 60 * 60 * 1000;

Refusal no_tokens() { return refuse(RefusalCode::kUnavailable, "refusal.no_tokens_here"); }
Refusal no_such_token() { return refuse(RefusalCode::kSignedOut, "refusal.no_such_personal_token"); }

std::uint32_t scope_bit(int scope) { return std::uint32_t{1} << scope; }

Result<PersonalToken> wanted_token(const v1::CreateToken& asked, std::int64_t now_ms) {
  PersonalToken token;
  if (asked.name().empty() || asked.name().size() > kLongestTokenName || asked.days() > kMostDays)
    return refuse(RefusalCode::kMalformed, Text("refusal.token_name").number("most", kLongestTokenName));
  for (const int scope : asked.scopes()) {
    if (!v1::TokenScope_IsValid(scope) || scope == v1::TOKEN_SCOPE_UNSPECIFIED)
      return refuse(RefusalCode::kMalformed, "refusal.token_scope");
    token.scopes |= scope_bit(scope);
  }
  if (token.scopes == 0) return refuse(RefusalCode::kMalformed, "refusal.token_scope");
  token.id = match::random_code(kTokenLetters);
  token.name = asked.name();
  if (asked.days() > 0) token.until_ms = now_ms + asked.days() * kTokenDayMs;
  return token;
}

}  // namespace

// -- tokens --

v1::TokenInfo token_info(const PersonalToken& token) {
  v1::TokenInfo info;
  info.set_id(token.id);
  info.set_name(token.name);
  for (const v1::TokenScope scope : {v1::TOKEN_SCOPE_READ, v1::TOKEN_SCOPE_PLAY})
    if ((token.scopes & scope_bit(scope)) != 0) info.add_scopes(scope);
  info.set_created_ms(token.created_ms);
  info.set_used_ms(token.used_ms);
  info.set_until_ms(token.until_ms);
  return info;
}

asio::awaitable<Result<PersonalToken>> Desk::token_of(std::string token, v1::TokenScope scope) {
  if (!registry_) co_return no_such_token();
  const std::string hashed = hash(token);
  auto read = [&](Then<PersonalToken> then) { registry_->personal_token(hashed, std::move(then)); };
  Result<PersonalToken> found = co_await ask_store<PersonalToken>(read);
  if (!found && found.error().code != RefusalCode::kNotFound) co_return found;
  if (!found || (found->scopes & scope_bit(scope)) == 0) co_return no_such_token();
  co_return found;
}

asio::awaitable<Answer> Conversation::tokens_answer(std::string secret) {
  auto read = [&](Then<std::vector<PersonalToken>> then) {
    desk_.registry_->personal_tokens(caller_->account, std::move(then));
  };
  Result<std::vector<PersonalToken>> all = co_await ask_store<std::vector<PersonalToken>>(read);
  if (!all) co_return all.error();
  v1::ServerFrame frame;
  for (const PersonalToken& each : *all) *frame.mutable_tokens()->add_tokens() = token_info(each);
  frame.mutable_tokens()->set_secret(std::move(secret));
  co_return frame;
}

asio::awaitable<Answer> Conversation::create_token(const v1::CreateToken& asked) {
  if (!desk_.registry_) co_return no_tokens();
  if (guest_) co_return refuse(RefusalCode::kNotYours, "refusal.guests_have_no_tokens");
  Result<PersonalToken> token = wanted_token(asked, desk_.settings_.now_ms());
  if (!token) co_return token.error();
  std::string secret = std::string(kTokenStart) + hex(random_bytes(kSecretBytes));
  token->account = caller_->account;
  token->hash = hash(secret);
  auto write = [&](Then<void> then) { desk_.registry_->add_personal_token(*token, std::move(then)); };
  Result<void> added = co_await ask_store<void>(write);
  if (!added) co_return added.error();
  co_return co_await tokens_answer(std::move(secret));
}

asio::awaitable<Answer> Conversation::list_tokens() {
  if (!desk_.registry_) co_return no_tokens();
  co_return co_await tokens_answer({});
}

asio::awaitable<Answer> Conversation::end_token(const v1::EndToken& asked) {
  if (!desk_.registry_) co_return no_tokens();
  auto write = [&](Then<void> then) {
    desk_.registry_->end_personal_token(caller_->account, asked.id(), std::move(then));
  };
  Result<void> ended = co_await ask_store<void>(write);
  if (!ended) co_return ended.error();
  desk_.end_live(caller_->account, std::string(kTokenStart) + asked.id(), Desk::Whose::kThis);
  co_return co_await tokens_answer({});
}

// As whoever made the token; what concerns his account itself is not for it.
asio::awaitable<Result<void>> Conversation::come_by_token(std::string token) {
  Result<PersonalToken> found = co_await desk_.token_of(std::move(token), v1::TOKEN_SCOPE_PLAY);
  if (!found) co_return found.error();
  auto read = [&](Then<Account> then) { desk_.store_.account(found->account, std::move(then)); };
  Result<Account> account = co_await ask_store<Account>(read);
  if (!account) co_return account.error();
  SessionRecord session;
  session.id = std::string(kTokenStart) + found->id;
  session.account = account->id;
  session.until_ms = found->until_ms;
  be(*account, session);
  by_token_ = true;
  co_return Result<void>();
}

bool Conversation::open_to_tokens(v1::ClientFrame::BodyCase body) {
  using Frame = v1::ClientFrame;
  switch (body) {
    case Frame::kPing:
    case Frame::kListTitles:
    case Frame::kCreateMatch:
    case Frame::kStartTutorial:
    case Frame::kQuickMatch:
    case Frame::kCancelQuickMatch:
    case Frame::kListMatches:
    case Frame::kJoinMatch:
    case Frame::kCancelMatch:
    case Frame::kRematch:
    case Frame::kLookAtInvitation:
    case Frame::kListChallenges:
    case Frame::kDeclineChallenge:
    case Frame::kAskPerson:
    case Frame::kListEvents:
    case Frame::kAskEvent:
    case Frame::kTakePart:
    case Frame::kAskRatings:
    case Frame::kAskRecord:
    case Frame::kAskBalance:
      return true;
    default:
      return handler_of(body) == nullptr;  // what is asked of a match
  }
}

// -- what one says of oneself, and what others read of it --

asio::awaitable<Answer> Conversation::record_answer(std::string account) {
  if (!desk_.events_) co_return refuse(RefusalCode::kUnavailable, "refusal.event.none_here");
  Result<v1::PlayerRecord> record = co_await desk_.events_->record(caller_->account, std::move(account));
  if (!record) co_return record.error();
  v1::ServerFrame frame;
  *frame.mutable_player_record() = std::move(*record);
  co_return frame;
}

asio::awaitable<Answer> Conversation::ask_record(const v1::AskRecord& asked) {
  Result<std::string> account = co_await desk_.account_named(asked.name());
  if (!account) co_return account.error();
  co_return co_await record_answer(std::move(*account));
}

asio::awaitable<Answer> Conversation::ask_balance(const v1::AskBalance& asked) {
  if (!desk_.events_) co_return refuse(RefusalCode::kUnavailable, "refusal.event.none_here");
  Result<v1::Balance> balance = co_await desk_.events_->balance(asked);
  if (!balance) co_return balance.error();
  v1::ServerFrame frame;
  *frame.mutable_balance() = std::move(*balance);
  co_return frame;
}

asio::awaitable<Answer> Conversation::set_rated(const v1::SetRated& asked) {
  if (!desk_.registry_) co_return no_tokens();
  auto write = [&](Then<void> then) { desk_.registry_->set_rated(caller_->account, asked.rated(), std::move(then)); };
  Result<void> set = co_await ask_store<void>(write);
  if (!set) co_return set.error();
  co_return co_await record_answer(caller_->account);
}

asio::awaitable<Answer> Conversation::be_program() {
  if (!desk_.registry_) co_return no_tokens();
  if (guest_) co_return refuse(RefusalCode::kNotYours, "refusal.guests_have_no_tokens");
  auto write = [&](Then<void> then) { desk_.registry_->be_program(caller_->account, std::move(then)); };
  Result<void> set = co_await ask_store<void>(write);
  if (!set) co_return set.error();
  co_return co_await record_answer(caller_->account);
}

// -- HTTP --

asio::awaitable<Result<events::Document>> Desk::document(Reading reading) {
  if (!events_) co_return refuse(RefusalCode::kUnavailable, "refusal.event.none_here");
  std::string reader;
  Limiter* limiter = &reads_by_address_;
  std::string key = reading.address;
  if (!reading.token.empty()) {
    const std::int64_t now = settings_.now_ms();
    if (reads_by_address_.wait_ms(key, now) == 0) {  // guessing is not free
      Result<PersonalToken> token = co_await token_of(reading.token, v1::TOKEN_SCOPE_READ);
      if (!token) (void)reads_by_address_.take(key, now);
      if (!token) co_return token.error();
      reader = token->account;
      key = token->id;
      limiter = &reads_by_token_;
    }
  }
  if (!limiter->take(key, settings_.now_ms())) {
    events::Document later;
    later.wait_s = (limiter->wait_ms(key, settings_.now_ms()) + 999) / 1000;
    co_return later;
  }
  const auto named = [this](std::string name) { return account_named(std::move(name)); };
  co_return co_await events_->document(std::move(reader), std::move(reading.target), named);
}

}  // namespace wardroom::lobby
