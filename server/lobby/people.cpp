// The part of Conversation that knows who one is: guests, accounts, sessions.
#include <spdlog/spdlog.h>

#include "common/hash.h"
#include "common/name.h"
#include "server/lobby/conversation.h"
#include "server/lobby/credentials.h"
#include "server/lobby/leaving.h"
#include "server/match/await.h"

namespace wardroom::lobby {
namespace asio = boost::asio;
using match::ask_store;

namespace {

constexpr std::size_t kIdLetters = 20;
constexpr std::size_t kLongestDevice = 100;

Refusal name_taken(const Refusal& why) {
  if (why.code != RefusalCode::kConflict) return why;
  return refuse(RefusalCode::kConflict, "refusal.name_taken");
}

Account new_account(const std::string& name, const std::string& email, std::int64_t now_ms) {
  Account account;
  account.id = match::random_code(kIdLetters);
  account.name = name;
  account.email = email;
  account.created_ms = now_ms;
  return account;
}

}  // namespace

// -- arriving --

asio::awaitable<Result<void>> Conversation::newcomer() {
  if (signed_in()) co_return refuse(RefusalCode::kConflict, "refusal.signed_in_already");
  co_return co_await one_more_account();
}

asio::awaitable<Result<void>> Conversation::one_more_account() {
  const auto counted = co_await desk_.quotas_.take({{Quota::kNewByAddress, address_}});
  if (!counted) co_return counted.error();
  co_return Result<void>();
}

SessionRecord Conversation::new_session(const std::string& token, const std::string& device) const {
  SessionRecord session;
  session.id = match::random_code(kIdLetters);
  session.token_hash = hash(token);
  session.device = device.substr(0, kLongestDevice);
  session.created_ms = session.seen_ms = desk_.settings_.now_ms();
  return session;
}

v1::ServerFrame Conversation::signed_in_frame(const Account& account, const std::string& token) const {
  v1::ServerFrame frame;
  v1::SignedIn& signed_in = *frame.mutable_signed_in();
  signed_in.set_account(account.id);
  signed_in.set_name(account.name);
  signed_in.set_token(token);
  signed_in.set_guest(account.guest);
  if (account.guest) {
    signed_in.set_guest_days(static_cast<std::uint32_t>(desk_.settings_.guest_for.count()));
    signed_in.set_guest_match_days(static_cast<std::uint32_t>(desk_.settings_.guest_match_for.count()));
  }
  signed_in.set_only_match(only_match_);
  return frame;
}

asio::awaitable<Answer> Conversation::begin_session(Account account, std::string device) {
  const std::string token = hex(random_bytes(kTokenBytes));
  SessionRecord session = new_session(token, device);
  session.account = account.id;
  auto write = [&](Then<void> then) { desk_.store_.add_session(session, std::move(then)); };
  Result<void> added = co_await ask_store<void>(write);
  if (!added) co_return added.error();
  co_return co_await settle_in(std::move(account), std::move(session), token);
}

asio::awaitable<Answer> Conversation::enrol(Account account) {
  const std::string token = hex(random_bytes(kTokenBytes));
  Result<Enrolment> enrolment = co_await enrolment_of(std::move(account));
  if (!enrolment) co_return enrolment.error();
  enrolment->session = new_session(token, {});
  enrolment->session->account = enrolment->account.id;
  auto write = [&](Then<Account> then) { desk_.store_.create_account(*enrolment, std::move(then)); };
  Result<Account> made = co_await ask_store<Account>(write);
  if (!made) {
    did_not_write(*enrolment);
    co_return name_taken(made.error());
  }
  co_return co_await settle_in(std::move(*made), std::move(*enrolment->session), token);
}

asio::awaitable<Answer> Conversation::settle_in(Account account, SessionRecord session, std::string token) {
  be(account, session);
  device_ = session.token_hash;
  spdlog::debug("event=signed_in {} account={} guest={}", line_->asking(), account.id, account.guest ? 1 : 0);
  v1::ServerFrame frame = signed_in_frame(account, token);
  co_await tell_standing(*frame.mutable_signed_in());
  co_return frame;
}

asio::awaitable<Answer> Conversation::sign_up(const v1::SignUp& asked) {
  if (auto right = desk_.check_new_name(asked.name()); !right) co_return right.error();
  if (auto right = check_password(asked.password(), asked.name()); !right) co_return right.error();
  const Result<std::string> email = check_email(asked.email());
  if (!email) co_return email.error();
  if (auto may = co_await newcomer(); !may) co_return may.error();
  Result<std::string> hashed = co_await desk_.passwords_.hash(address_, asked.password());
  if (!hashed) co_return hashed.error();
  Account account = new_account(asked.name(), *email, desk_.settings_.now_ms());
  account.password_hash = std::move(*hashed);
  co_return co_await enrol(std::move(account));
}

asio::awaitable<Answer> Conversation::play_as_guest(const v1::PlayAsGuest& asked) {
  std::string name = asked.name();
  if (name.empty()) {
    name = "Guest " + match::random_code(4);
  } else if (auto right = desk_.check_new_name(name); !right) {
    co_return right.error();
  }
  if (auto may = co_await newcomer(); !may) co_return may.error();
  Account account = new_account(name, {}, desk_.settings_.now_ms());
  account.guest = true;
  co_return co_await enrol(std::move(account));
}

asio::awaitable<Answer> Conversation::sign_in(const v1::SignIn& asked) {
  if (signed_in()) co_return refuse(RefusalCode::kConflict, "refusal.signed_in_already");
  auto read = [&](Then<Account> then) { desk_.store_.account_by_name(asked.name(), std::move(then)); };
  Result<Account> found = co_await ask_store<Account>(read);
  if (!found && found.error().code != RefusalCode::kNotFound) co_return found.error();
  const Account account = found ? *found : Account();
  Result<void> proved = co_await prove(account, asked.name(), asked.password());
  if (proved) proved = co_await prove_code(account, asked.code());
  if (!proved) co_return proved.error();
  co_return co_await begin_session(account, asked.device());
}

// Whose wrong guesses are counted together: all that are made at a name, but by themselves those of each device on
// which its owner was signed in, and those from where he has been before, so that nobody elsewhere can shut him out.
asio::awaitable<Quotas::Places> Conversation::counted_as(const Account& account, const std::string& name) {
  Quotas::Places guess{{Quota::kWrongByAddress, address_}, {Quota::kWrongByName, folded_name(name)}};
  if (!desk_.registry_) co_return guess;
  auto ask_device = [&](Then<bool> then) { desk_.registry_->knows_device(account.id, device_, std::move(then)); };
  const Result<bool> device = co_await ask_store<bool>(ask_device);
  auto ask_address = [&](Then<bool> then) { desk_.registry_->knows_address(account.id, address_, std::move(then)); };
  const Result<bool> address = co_await ask_store<bool>(ask_address);
  if (device && *device) {
    guess.back().key += '\n' + device_;
    guess.erase(guess.begin());
  } else if (address && *address) {
    guess.back().key += '\n' + address_;
  }
  co_return guess;
}

// The right password, asked not too often. Nothing tells whether the account exists.
asio::awaitable<Result<void>> Conversation::prove(const Account& account, const std::string& name,
                                                  const std::string& password) {
  const Quotas::Places guess = co_await counted_as(account, name);
  if (const Result<void> may = co_await may_guess(guess); !may) co_return may;
  Result<Passwords::Verdict> verdict = co_await desk_.passwords_.verify(address_, account.password_hash, password);
  if (!verdict) co_return verdict.error();
  if (*verdict == Passwords::Verdict::kWrong) {
    spdlog::debug("event=wrong_password {}", line_->asking());
    co_return refuse(RefusalCode::kNotYours, "refusal.wrong_password");
  }
  desk_.quotas_.give_back(guess);
  co_return Result<void>();
}

// One after the other: guessing at a name that is full counts where it comes from, too.
asio::awaitable<Result<void>> Conversation::may_guess(Quotas::Places guess) {
  for (const Quotas::Place& place : guess)
    if (const auto counted = co_await desk_.quotas_.take({place}); !counted) co_return counted.error();
  co_return Result<void>();
}

asio::awaitable<Result<Account>> Conversation::my_account() {
  auto read = [this](Then<Account> then) { desk_.store_.account(caller_->account, std::move(then)); };
  co_return co_await ask_store<Account>(read);
}

asio::awaitable<Answer> Conversation::keep_guest(const v1::KeepGuest& asked) {
  if (!guest_) co_return refuse(RefusalCode::kConflict, "refusal.not_a_guest");
  if (auto right = desk_.check_new_name(asked.name()); !right) co_return right.error();
  if (auto right = check_password(asked.password(), asked.name()); !right) co_return right.error();
  const Result<std::string> email = check_email(asked.email());
  if (!email) co_return email.error();
  if (auto may = co_await one_more_account(); !may) co_return may.error();
  Result<Account> account = co_await my_account();
  if (!account) co_return account.error();
  Result<std::string> hashed = co_await desk_.passwords_.hash(address_, asked.password());
  if (!hashed) co_return hashed.error();
  account->name = asked.name();
  account->email = *email;
  account->password_hash = std::move(*hashed);
  account->guest = false;
  const Result<Enrolment> enrolment = co_await enrolment_of(*account);
  if (!enrolment) co_return enrolment.error();
  auto write = [&](Then<void> then) { desk_.store_.update_account(*enrolment, std::move(then)); };
  Result<void> written = co_await ask_store<void>(write);
  if (!written) {
    did_not_write(*enrolment);
    co_return name_taken(written.error());
  }
  SessionRecord session;
  session.id = session_;
  be(*account, session);
  co_return signed_in_frame(*account, {});
}

// -- sessions --

// The device is still known to be his, if it says the token again.
asio::awaitable<Answer> Conversation::sign_out() {
  if (desk_.registry_ && !guest_ && only_match_.empty()) {
    auto keep = [this](Then<void> then) { desk_.registry_->keep_device(caller_->account, device_, std::move(then)); };
    if (Result<void> kept = co_await ask_store<void>(keep); !kept) co_return kept.error();
  }
  auto write = [this](Then<void> then) { desk_.store_.end_session(caller_->account, session_, std::move(then)); };
  Result<void> ended = co_await ask_store<void>(write);
  if (!ended && ended.error().code != RefusalCode::kNotFound) co_return ended.error();
  be_nobody();
  co_return match::done();
}

asio::awaitable<Answer> Conversation::list_sessions() {
  auto read = [this](Then<std::vector<SessionRecord>> then) {
    desk_.store_.sessions(caller_->account, std::move(then));
  };
  Result<std::vector<SessionRecord>> records = co_await ask_store<std::vector<SessionRecord>>(read);
  if (!records) co_return records.error();
  v1::ServerFrame frame;
  v1::Sessions& sessions = *frame.mutable_sessions();
  for (const SessionRecord& record : *records) *sessions.add_sessions() = wire_session(record, session_);
  co_return frame;
}

asio::awaitable<Answer> Conversation::end_session(const v1::EndSession& asked) {
  if (asked.session() == session_) co_return co_await sign_out();
  auto write = [&](Then<void> then) { desk_.store_.end_session(caller_->account, asked.session(), std::move(then)); };
  Result<void> ended = co_await ask_store<void>(write);
  if (!ended) {
    if (ended.error().code == RefusalCode::kNotFound)
      co_return refuse(RefusalCode::kNotFound, "refusal.no_such_session");
    co_return ended.error();
  }
  desk_.end_live(caller_->account, asked.session(), Desk::Whose::kThis);
  co_return match::done();
}

asio::awaitable<Answer> Conversation::change_password(const v1::ChangePassword& asked) {
  if (guest_) co_return refuse(RefusalCode::kConflict, "refusal.guest_has_no_password");
  if (auto right = check_password(asked.new_password(), caller_->name); !right) co_return right.error();
  Result<Account> account = co_await my_account();
  if (!account) co_return account.error();
  Result<void> proved = co_await prove(*account, account->name, asked.old_password());
  if (!proved) co_return proved.error();
  Result<std::string> hashed = co_await desk_.passwords_.hash(address_, asked.new_password());
  if (!hashed) co_return hashed.error();
  account->password_hash = std::move(*hashed);
  auto write = [&](Then<void> then) { desk_.store_.update_account(*account, std::move(then)); };
  Result<void> written = co_await ask_store<void>(write);
  if (!written) co_return written.error();
  auto end = [this](Then<void> then) { desk_.store_.end_other_sessions(caller_->account, session_, std::move(then)); };
  Result<void> ended = co_await ask_store<void>(end);
  if (!ended) co_return ended.error();
  desk_.end_live(caller_->account, session_, Desk::Whose::kOthers);
  spdlog::debug("event=password_changed {} account={}", line_->asking(), caller_->account);
  co_return match::done();
}

// -- leaving, and taking one's data along --

asio::awaitable<Answer> Conversation::delete_account(const v1::DeleteAccount& asked) {
  if (!guest_) {
    Result<Account> account = co_await my_account();
    if (!account) co_return account.error();
    Result<void> proved = co_await prove(*account, account->name, asked.password());
    if (!proved) co_return proved.error();
  }
  (void)co_await desk_.stop_waiting(line_.get());
  if (Result<void> left = co_await desk_.leave_matches(caller_); !left) co_return left.error();
  auto write = [this](Then<void> then) { desk_.store_.delete_account(caller_->account, std::move(then)); };
  Result<void> deleted = co_await ask_store<void>(write);
  if (!deleted) co_return deleted.error();
  desk_.host_.names().forget(caller_->account);
  desk_.end_live(caller_->account, session_, Desk::Whose::kOthers);
  spdlog::debug("event=account_deleted {} account={}", line_->asking(), caller_->account);
  be_nobody();
  co_return match::done();
}

asio::awaitable<Answer> Conversation::export_my_data() {
  const auto may = co_await desk_.quotas_.take({{Quota::kOwnDataByAccount, caller_->account}});
  if (!may) co_return may.error();
  Result<Account> account = co_await my_account();
  if (!account) co_return account.error();
  Result<v1::DataOfMine> mine = co_await desk_.data_of(std::move(*account), Desk::Reader::kHimself);
  if (!mine) co_return mine.error();
  for (v1::Session& session : *mine->mutable_sessions()) session.set_current(session.id() == session_);
  v1::ServerFrame frame;
  frame.mutable_my_data()->set_json(as_json(*mine));
  co_return frame;
}

}  // namespace wardroom::lobby
