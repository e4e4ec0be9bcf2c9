// The part of Conversation that knows how people are told what waits for them: addresses, choices, and links of mails.
#include <spdlog/spdlog.h>

#include "common/hash.h"
#include "common/name.h"
#include "server/lobby/conversation.h"
#include "server/lobby/credentials.h"
#include "server/match/await.h"

namespace wardroom::lobby {
namespace asio = boost::asio;
using match::ask_store;

namespace {

constexpr std::uint32_t kMinutesOfDay = 24 * 60;
constexpr std::uint32_t kDeliveries = 20;
constexpr std::size_t kLongestLanguage = 8;

Refusal no_mail() { return refuse(RefusalCode::kUnavailable, "refusal.no_mail"); }

// What nobody can use any more, and what never was, is the same to whoever asks.
Refusal of_token(const Refusal& why) {
  if (why.code == RefusalCode::kNotFound) return refuse(RefusalCode::kNotFound, "refusal.no_such_token");
  if (why.code == RefusalCode::kTooMuch) return refuse(RefusalCode::kTooMuch, "refusal.link_opened_often");
  return why;
}

bool well_chosen(const v1::NoticeChoice& choice) {
  return v1::NoticeChoice::Pace_IsValid(choice.pace()) && choice.daily_at() < kMinutesOfDay &&
         choice.quiet_from() < kMinutesOfDay && choice.quiet_to() < kMinutesOfDay &&
         choice.language().size() <= kLongestLanguage;
}

Quotas::Places letter_to(const std::string& account, const std::string& address) {
  return {{Quota::kMailsByAccount, account}, {Quota::kMailsByAddress, folded_name(address)}};
}

}  // namespace

// -- one's address --

asio::awaitable<Result<void>> Conversation::keep_address(std::string account, std::string address) {
  if (!desk_.sends_mail()) co_return Result<void>();
  if (!address.empty()) {
    if (Result<void> may = co_await may_write_to(account, address); !may) co_return may;
  }
  if (Result<void> spoken = co_await speak_his_language(account); !spoken) co_return spoken;
  auto write = [&](Then<void> then) { desk_.mailroom_->set_address(account, address, std::move(then)); };
  co_return co_await ask_store<void>(write);
}

asio::awaitable<Result<void>> Conversation::may_write_to(const std::string& account, const std::string& address) {
  const auto may = co_await desk_.quotas_.take(letter_to(account, address));
  if (!may) co_return may.error();
  co_return Result<void>();
}

// Where too many letters have been sent he may ask for one later.
asio::awaitable<Result<Enrolment>> Conversation::enrolment_of(Account account) {
  Enrolment enrolment(std::move(account));
  const Account& whose = enrolment.account;
  if (desk_.sends_mail() && !whose.email.empty()) {
    const Result<void> may = co_await may_write_to(whose.id, whose.email);
    if (!may && may.error().code != RefusalCode::kTooMuch) co_return may.error();
    enrolment.letter = may.has_value();
  }
  if (language_.size() <= kLongestLanguage) enrolment.language = language_;
  co_return enrolment;
}

void Conversation::did_not_write(const Enrolment& enrolment) {
  if (enrolment.letter) desk_.quotas_.give_back(letter_to(enrolment.account.id, enrolment.account.email));
}

// Where he has chosen none: that of his client.
asio::awaitable<Result<void>> Conversation::speak_his_language(const std::string& account) {
  auto read = [&](Then<Mailbox> then) { desk_.mailroom_->mailbox(account, std::move(then)); };
  Result<Mailbox> mailbox = co_await ask_store<Mailbox>(read);
  if (!mailbox) co_return mailbox.error();
  if (!mailbox->choice.language().empty() || language_.size() > kLongestLanguage) co_return Result<void>();
  mailbox->choice.set_language(language_);
  auto write = [&](Then<void> then) { desk_.mailroom_->set_choice(account, mailbox->choice, std::move(then)); };
  co_return co_await ask_store<void>(write);
}

asio::awaitable<Answer> Conversation::set_address(const v1::SetAddress& asked) {
  if (!desk_.sends_mail()) co_return no_mail();
  if (guest_) co_return refuse(RefusalCode::kConflict, "refusal.guest_has_no_address");
  Result<std::string> address = check_email(asked.address());
  if (!address) co_return address.error();
  Result<Account> account = co_await my_account();
  if (!account) co_return account.error();
  Result<void> proved = co_await prove(*account, account->name, asked.password());
  if (!proved) co_return proved.error();
  Result<void> kept = co_await keep_address(account->id, std::move(*address));
  if (!kept) co_return kept.error();
  co_return co_await ask_notices();
}

asio::awaitable<Answer> Conversation::confirm_address(const v1::ConfirmAddress& asked) {
  if (!desk_.mailroom_) co_return no_mail();
  auto write = [&](Then<void> then) { desk_.mailroom_->confirm_address(hash(asked.token()), std::move(then)); };
  Result<void> confirmed = co_await ask_store<void>(write);
  if (!confirmed) co_return of_token(confirmed.error());
  co_return match::done();
}

// -- a password that was forgotten --

asio::awaitable<Answer> Conversation::ask_password_reset(const v1::AskPasswordReset& asked) {
  if (!desk_.sends_mail()) co_return no_mail();
  const auto here = co_await desk_.quotas_.take({{Quota::kWrongByAddress, address_}});
  if (!here) co_return here.error();
  // Whether there is such a name is not told, so neither is that it was asked for often.
  const auto again = co_await desk_.quotas_.take({{Quota::kResetsByName, folded_name(asked.name())}});
  if (!again && again.error().code == RefusalCode::kTooMuch) co_return match::done();
  if (!again) co_return again.error();
  auto write = [&](Then<void> then) { desk_.mailroom_->ask_reset(asked.name(), std::move(then)); };
  Result<void> written = co_await ask_store<void>(write);
  if (!written) co_return written.error();
  co_return match::done();
}

asio::awaitable<Answer> Conversation::reset_password(const v1::ResetPassword& asked) {
  if (!desk_.mailroom_) co_return no_mail();
  const std::string token = hash(asked.token());
  auto read = [&](Then<Account> then) { desk_.mailroom_->reset_owner(token, std::move(then)); };
  Result<Account> owner = co_await ask_store<Account>(read);
  if (!owner) co_return of_token(owner.error());
  if (auto right = check_password(asked.new_password(), owner->name); !right) co_return right.error();
  Result<std::string> hashed = co_await desk_.passwords_.hash(address_, asked.new_password());
  if (!hashed) co_return hashed.error();
  auto write = [&](Then<std::string> then) { desk_.mailroom_->reset_password(token, *hashed, std::move(then)); };
  Result<std::string> account = co_await ask_store<std::string>(write);
  if (!account) co_return of_token(account.error());
  desk_.end_live(*account, {}, Desk::Whose::kOthers);
  spdlog::debug("event=password_reset {} account={}", line_->asking(), *account);
  co_return match::done();
}

// -- what is sent, and when --

asio::awaitable<Result<v1::Notices>> Desk::notices_of(std::string account) {
  v1::Notices notices;
  if (!mailroom_) co_return notices;
  notices.set_offered(sends_mail());
  auto read = [&](Then<Mailbox> then) { mailroom_->mailbox(account, std::move(then)); };
  Result<Mailbox> mailbox = co_await ask_store<Mailbox>(read);
  if (!mailbox) co_return mailbox.error();
  notices.set_address(mailbox->address);
  notices.set_state(mailbox->state);
  *notices.mutable_choice() = std::move(mailbox->choice);
  using Deliveries = std::vector<v1::Delivery>;
  auto list = [&](Then<Deliveries> then) { mailroom_->deliveries(account, kDeliveries, std::move(then)); };
  Result<Deliveries> deliveries = co_await ask_store<Deliveries>(list);
  if (!deliveries) co_return deliveries.error();
  for (v1::Delivery& each : *deliveries) *notices.add_deliveries() = std::move(each);
  using Channels = std::vector<v1::Channel>;
  auto told_by = [&](Then<Channels> then) { mailroom_->channels(account, std::move(then)); };
  Result<Channels> channels = co_await ask_store<Channels>(told_by);
  if (!channels) co_return channels.error();
  for (v1::Channel& each : *channels) *notices.add_channels() = std::move(each);
  notices.set_hooks(settings_.hooks);
  notices.set_push_key(settings_.push_key);
  co_return notices;
}

asio::awaitable<Answer> Conversation::ask_notices() {
  Result<v1::Notices> notices = co_await desk_.notices_of(caller_->account);
  if (!notices) co_return notices.error();
  v1::ServerFrame frame;
  *frame.mutable_notices() = std::move(*notices);
  co_return frame;
}

asio::awaitable<Answer> Conversation::set_notices(const v1::SetNotices& asked) {
  if (!desk_.mailroom_) co_return no_mail();
  if (!well_chosen(asked.choice())) co_return refuse(RefusalCode::kMalformed, "refusal.notice_choice");
  auto write = [&](Then<void> then) { desk_.mailroom_->set_choice(caller_->account, asked.choice(), std::move(then)); };
  Result<void> written = co_await ask_store<void>(write);
  if (!written) co_return written.error();
  co_return co_await ask_notices();
}

asio::awaitable<Answer> Conversation::send_test_notice(const v1::SendTestNotice& asked) {
  if (!desk_.mailroom_ || (asked.channel() == 0 && !desk_.sends_mail())) co_return no_mail();
  const auto may = co_await desk_.quotas_.take({{Quota::kMailsByAccount, caller_->account}});
  if (!may) co_return may.error();
  const auto channel = static_cast<std::int64_t>(asked.channel());
  auto write = [&](Then<void> then) {
    if (channel == 0) return desk_.mailroom_->ask_test(caller_->account, std::move(then));
    desk_.mailroom_->test_channel(caller_->account, channel, std::move(then));
  };
  Result<void> written = co_await ask_store<void>(write);
  if (!written) co_return written.error();
  co_return co_await ask_notices();
}

asio::awaitable<Result<void>> Desk::stop_mail(std::string token) {
  if (!mailroom_) co_return refuse(RefusalCode::kNotFound, "refusal.no_such_token");
  auto write = [&](Then<void> then) { mailroom_->stop(hash(token), std::move(then)); };
  co_return co_await ask_store<void>(write);
}

// -- links --

asio::awaitable<Answer> Conversation::open_link(const v1::OpenLink& asked) {
  if (!desk_.mailroom_) co_return no_mail();
  const std::string link = hash(asked.token());
  if (signed_in()) co_return co_await follow_link(link);
  const std::string token = hex(random_bytes(kTokenBytes));
  SessionRecord session = new_session(token, asked.device());
  session.until_ms = desk_.settings_.now_ms() + std::chrono::milliseconds(desk_.settings_.link_session_for).count();
  auto write = [&](Then<SessionRecord> then) { desk_.mailroom_->open_link(link, session, std::move(then)); };
  Result<SessionRecord> opened = co_await ask_store<SessionRecord>(write);
  if (!opened) co_return of_token(opened.error());
  auto read = [&](Then<Account> then) { desk_.store_.account(opened->account, std::move(then)); };
  Result<Account> account = co_await ask_store<Account>(read);
  if (!account) co_return account.error();
  be(*account, *opened);
  spdlog::debug("event=link_opened match={} {} account={}", opened->only_match, line_->asking(), account->id);
  co_return signed_in_frame(*account, token);
}

// Whoever is signed in needs no session: he is told which match it is.
asio::awaitable<Answer> Conversation::follow_link(std::string link) {
  auto read = [&](Then<SessionRecord> then) { desk_.mailroom_->look_at_link(link, std::move(then)); };
  Result<SessionRecord> found = co_await ask_store<SessionRecord>(read);
  if (!found) co_return of_token(found.error());
  if (found->account != caller_->account) co_return refuse(RefusalCode::kNotYours, "refusal.link_of_another");
  v1::ServerFrame frame;
  v1::SignedIn& signed_in = *frame.mutable_signed_in();
  signed_in.set_account(caller_->account);
  signed_in.set_name(caller_->name);
  signed_in.set_only_match(found->only_match);
  co_return frame;
}

asio::awaitable<Answer> Conversation::end_links(const v1::EndLinks& asked) {
  if (!desk_.mailroom_) co_return no_mail();
  using Ended = std::vector<std::string>;
  auto write = [&](Then<Ended> then) { desk_.mailroom_->end_links(caller_->account, asked.match(), std::move(then)); };
  Result<Ended> ended = co_await ask_store<Ended>(write);
  if (!ended) co_return ended.error();
  for (const std::string& session : *ended) desk_.end_live(caller_->account, session, Desk::Whose::kThis);
  co_return match::done();
}

// Whoever came by a link looks at its match, acts and speaks there; nothing else is his.
bool Conversation::leads_there(const v1::ClientFrame& frame) const {
  using Frame = v1::ClientFrame;
  switch (frame.body_case()) {
    case Frame::kPing:
    case Frame::kSignOut:
    case Frame::kListTitles:
    case Frame::kOpenLink:
      return true;
    case Frame::kResign:
    case Frame::kOfferDraw:
    case Frame::kAnswerDraw:
    case Frame::kGiveNonce:
      return false;
    case Frame::kDetach:
      return frame.detach().match() == only_match_;
    default:
      break;
  }
  if (handler_of(frame.body_case())) return false;
  const std::optional<match::What> what = match::what_of(frame);
  const std::string* match = what ? match::match_of(*what) : nullptr;
  return match && *match == only_match_;
}

}  // namespace wardroom::lobby
