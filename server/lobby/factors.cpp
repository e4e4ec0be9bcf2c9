// The part of Conversation that knows a second factor: a code beside the password.
#include <spdlog/spdlog.h>

#include <algorithm>
#include <cctype>

#include "common/hash.h"
#include "server/lobby/conversation.h"
#include "server/lobby/totp.h"
#include "server/match/await.h"
#include "server/match/new_match.h"

namespace wardroom::lobby {
namespace asio = boost::asio;
using match::ask_store;

namespace {

constexpr std::size_t kRecoveryCodes = 10, kRecoveryLetters = 16, kRecoveryGroup = 4;

Refusal no_factors() { return refuse(RefusalCode::kUnavailable, "refusal.no_factor_here"); }
Refusal wrong_code() { return refuse(RefusalCode::kNotYours, "refusal.wrong_code"); }
Refusal has_factor() { return refuse(RefusalCode::kConflict, "refusal.factor_on"); }

// As it is stored: people type spaces, hyphens and capitals.
std::string bare_code(const std::string& typed) {
  std::string code;
  for (const char c : typed)
    if (std::isalnum(static_cast<unsigned char>(c)) != 0)
      code += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return code;
}

// A new recovery code as it is shown, in groups.
std::string new_recovery_code() {
  std::string shown;
  for (const char letter : match::random_code(kRecoveryLetters)) {
    if (shown.size() % (kRecoveryGroup + 1) == kRecoveryGroup) shown += '-';
    shown += letter;
  }
  return shown;
}

v1::ServerFrame factor_answer(const SecondFactor& factor) {
  v1::ServerFrame frame;
  frame.mutable_factor()->set_on(factor.on);
  frame.mutable_factor()->set_recovery_left(factor.on ? factor.recovery_left : 0);
  return frame;
}

}  // namespace

asio::awaitable<Result<SecondFactor>> Desk::factor_of(std::string account) {
  if (!registry_) co_return SecondFactor();
  auto read = [&](Then<SecondFactor> then) { registry_->factor(account, std::move(then)); };
  co_return co_await ask_store<SecondFactor>(read);
}

// Each is good once: whoever has looked over a shoulder cannot use it again.
asio::awaitable<Result<bool>> Conversation::uses_up(std::string account, SecondFactor factor, std::string typed) {
  const std::string code = bare_code(typed);
  const std::optional<std::int64_t> step = step_of_code(factor.secret, code, desk_.settings_.now_ms());
  auto write = [&](Then<void> then) {
    if (step) return desk_.registry_->use_code(account, *step, std::move(then));
    desk_.registry_->use_recovery(account, hash(code), std::move(then));
  };
  Result<void> used = co_await ask_store<void>(write);
  if (used) co_return true;
  const RefusalCode why = used.error().code;
  if (why == RefusalCode::kConflict || why == RefusalCode::kNotFound) co_return false;
  co_return used.error();
}

// The right code of whoever has a second factor; wrong ones are guesses like wrong passwords.
asio::awaitable<Result<void>> Conversation::prove_code(const Account& account, const std::string& code) {
  Result<SecondFactor> factor = co_await desk_.factor_of(account.id);
  if (!factor) co_return factor.error();
  if (!factor->on) co_return Result<void>();
  if (code.empty()) co_return refuse(RefusalCode::kNotYours, "refusal.code_wanted");
  const Quotas::Places guess = co_await counted_as(account, account.name);
  if (const Result<void> may = co_await may_guess(guess); !may) co_return may;
  Result<bool> right = co_await uses_up(account.id, std::move(*factor), code);
  if (!right) co_return right.error();
  if (!*right) {
    spdlog::debug("event=wrong_code {}", line_->asking());
    co_return wrong_code();
  }
  desk_.quotas_.give_back(guess);
  co_return Result<void>();
}

asio::awaitable<Answer> Conversation::ask_factor() {
  if (!desk_.registry_) co_return no_factors();
  Result<SecondFactor> factor = co_await desk_.factor_of(caller_->account);
  if (!factor) co_return factor.error();
  v1::ServerFrame frame = factor_answer(*factor);
  frame.mutable_factor()->set_directors_need(desk_.settings_.directors_need_factor);
  co_return frame;
}

asio::awaitable<Answer> Conversation::begin_factor(const v1::BeginFactor& asked) {
  if (!desk_.registry_) co_return no_factors();
  if (guest_) co_return refuse(RefusalCode::kConflict, "refusal.guest_has_no_password");
  Result<Account> account = co_await my_account();
  if (!account) co_return account.error();
  Result<void> proved = co_await prove(*account, account->name, asked.password());
  if (!proved) co_return proved.error();
  const std::string secret = random_bytes(kTotpSecretBytes);
  auto write = [&](Then<void> then) { desk_.registry_->begin_factor(account->id, secret, std::move(then)); };
  Result<void> begun = co_await ask_store<void>(write);
  if (!begun && begun.error().code == RefusalCode::kConflict) co_return has_factor();
  if (!begun) co_return begun.error();
  v1::ServerFrame frame;
  frame.mutable_factor()->set_secret(base32(secret));
  frame.mutable_factor()->set_uri(otpauth_uri(account->name, secret));
  co_return frame;
}

asio::awaitable<Answer> Conversation::confirm_factor(const v1::ConfirmFactor& asked) {
  if (!desk_.registry_) co_return no_factors();
  Result<SecondFactor> factor = co_await desk_.factor_of(caller_->account);
  if (!factor) co_return factor.error();
  if (factor->on) co_return has_factor();
  if (factor->secret.empty()) co_return refuse(RefusalCode::kConflict, "refusal.factor_not_begun");
  const auto step = step_of_code(factor->secret, bare_code(asked.code()), desk_.settings_.now_ms());
  if (!step) co_return wrong_code();
  std::vector<std::string> codes(kRecoveryCodes), hashes(kRecoveryCodes);
  std::ranges::generate(codes, new_recovery_code);
  std::ranges::transform(codes, hashes.begin(), [](const std::string& code) { return hash(bare_code(code)); });
  auto write = [&](Then<void> then) {
    desk_.registry_->confirm_factor(caller_->account, *step, hashes, std::move(then));
  };
  Result<void> confirmed = co_await ask_store<void>(write);
  if (!confirmed) co_return confirmed.error();
  spdlog::debug("event=second_factor {} account={} on=1", line_->asking(), caller_->account);
  v1::ServerFrame frame;
  frame.mutable_factor()->set_on(true);
  frame.mutable_factor()->set_recovery_left(kRecoveryCodes);
  frame.mutable_factor()->mutable_recovery()->Assign(codes.begin(), codes.end());
  co_return frame;
}

asio::awaitable<Answer> Conversation::end_factor(const v1::EndFactor& asked) {
  if (!desk_.registry_) co_return no_factors();
  Result<Account> account = co_await my_account();
  if (!account) co_return account.error();
  Result<void> proved = co_await prove_code(*account, asked.code());
  if (!proved) co_return proved.error();
  auto write = [&](Then<void> then) { desk_.registry_->end_factor(caller_->account, std::move(then)); };
  Result<void> ended = co_await ask_store<void>(write);
  if (!ended) co_return ended.error();
  spdlog::debug("event=second_factor {} account={} on=0", line_->asking(), caller_->account);
  co_return factor_answer(SecondFactor());
}

asio::awaitable<Result<void>> Conversation::may_direct() {
  if (!desk_.settings_.directors_need_factor) co_return Result<void>();
  Result<SecondFactor> factor = co_await desk_.factor_of(caller_->account);
  if (!factor) co_return factor.error();
  if (!factor->on) co_return refuse(RefusalCode::kNotYours, "refusal.factor_first");
  co_return Result<void>();
}

}  // namespace wardroom::lobby
