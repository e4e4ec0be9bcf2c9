#include "server/store/mailboxes.h"

#include <optional>

#include "server/match/jobs.h"
#include "server/store/accounts.h"
#include "server/store/jobs.h"

namespace wardroom::store {
namespace {

constexpr std::int64_t kDayMs = 86'400'000;
constexpr std::int64_t kNewsKeptMs = 30 * kDayMs;

Refusal no_such_token() { return refuse(RefusalCode::kNotFound, Text("store.no_such_token")); }

struct FoundToken {
  std::string account;
  std::string address;
  std::string match;
  std::uint32_t opened = 0;
};
std::optional<FoundToken> find_token(Bench& bench, const std::string& token, Purpose purpose) {
  Cursor row(bench.connection,
             "SELECT account, address, match, opened FROM tokens WHERE hash = ? AND purpose = ? AND until_ms > ?");
  row.blob(token).number(static_cast<std::int64_t>(purpose)).number(bench.now());
  if (!row.next()) return std::nullopt;
  return FoundToken{row.bytes_at(0), row.bytes_at(1), row.bytes_at(2), static_cast<std::uint32_t>(row.number_at(3))};
}

// What leads to the account's address: none of them does after a change.
void drop_tokens(Bench& bench, const std::string& account) {
  Cursor(bench.connection, "DELETE FROM tokens WHERE account = ?").text(account).run();
}

void set_state(Bench& bench, const std::string& account, v1::AddressState state) {
  Cursor(bench.connection,
         "INSERT INTO mailboxes (account, state) VALUES (?, ?) ON CONFLICT (account) DO UPDATE "
         "SET state = excluded.state")
      .text(account)
      .number(state)
      .run();
}

}  // namespace

Addressee addressee(Bench& bench, const std::string& account) {
  Addressee found;
  Cursor row(bench.connection,
             "SELECT name, email, state, choice, mailed_ms, body FROM accounts LEFT JOIN mailboxes m ON m.account = id "
             "LEFT JOIN calendars c ON c.account = id WHERE id = ?");
  if (!row.text(account).next()) return found;
  found.account = account;
  found.name = row.bytes_at(0);
  found.address = row.bytes_at(1);
  if (!row.null_at(3)) (void)found.choice.ParseFromString(row.bytes_at(3));
  if (v1::MyCalendar own; !row.null_at(5) && own.ParseFromString(row.bytes_at(5))) found.zone = own.calendar().zone();
  if (found.address.empty()) return found;
  found.state = row.null_at(2) ? v1::ADDRESS_STATE_UNCONFIRMED : static_cast<v1::AddressState>(row.number_at(2));
  if (!row.null_at(4)) found.mailed_ms = row.number_at(4);
  return found;
}

void add_token(Bench& bench, const Addressee& addressee, const Token& token) {
  Cursor(bench.connection,
         "INSERT INTO tokens (hash, purpose, account, address, match, until_ms) VALUES (?, ?, ?, ?, ?, ?)")
      .blob(token.hash)
      .number(static_cast<std::int64_t>(token.purpose))
      .text(addressee.account)
      .text(addressee.address)
      .text(token.match)
      .number(bench.now() + token.valid_ms)
      .run();
}

void forget_mail(Bench& bench) {
  const std::int64_t now = bench.now();
  Cursor(bench.connection, "DELETE FROM tokens WHERE until_ms <= ?").number(now).run();
  Cursor(bench.connection, "DELETE FROM outbox WHERE account <> '' AND state NOT IN (0, 2) AND time_ms < ?")
      .number(now - kNewsKeptMs)
      .run();
}

Result<void> refuse_address(Bench& bench, const std::string& account, const std::string& address) {
  if (addressee(bench, account).address != address) return {};
  set_state(bench, account, v1::ADDRESS_STATE_REFUSED);
  supersede_mails(bench, account);
  return {};
}

Result<lobby::Mailbox> mailbox(Bench& bench, const std::string& account) {
  const Addressee found = addressee(bench, account);
  return lobby::Mailbox{found.address, found.state, found.choice};
}

Result<void> set_address(Bench& bench, const std::string& account, const std::string& address) {
  Cursor(bench.connection, "UPDATE accounts SET email = ? WHERE id = ?").text(address).text(account).run();
  set_state(bench, account, address.empty() ? v1::ADDRESS_STATE_NONE : v1::ADDRESS_STATE_UNCONFIRMED);
  supersede_mails(bench, account);
  drop_tokens(bench, account);
  if (!address.empty()) add_own_job(bench, match::news::kConfirm, account, address);
  return {};
}

Result<void> confirm_address(Bench& bench, const std::string& token) {
  const std::optional<FoundToken> found = find_token(bench, token, Purpose::kConfirm);
  if (!found) return no_such_token();
  // Somebody else may have used it, or the address been changed, since it was found.
  if (Cursor(bench.connection, "DELETE FROM tokens WHERE hash = ?").blob(token).changed() == 0) return no_such_token();
  if (addressee(bench, found->account).address != found->address) return no_such_token();
  set_state(bench, found->account, v1::ADDRESS_STATE_CONFIRMED);
  return {};
}

Result<void> set_choice(Bench& bench, const std::string& account, const v1::NoticeChoice& choice) {
  const std::string bytes = choice.SerializeAsString();
  const Addressee now = addressee(bench, account);
  Cursor(bench.connection,
         "INSERT INTO mailboxes (account, state, choice) VALUES (?, ?, ?) "
         "ON CONFLICT (account) DO UPDATE SET choice = excluded.choice")
      .text(account)
      .number(now.state)
      .blob(bytes)
      .run();
  return {};
}

Result<void> ask_test(Bench& bench, const std::string& account) {
  const Addressee to = addressee(bench, account);
  if (to.state != v1::ADDRESS_STATE_CONFIRMED)
    return refuse(RefusalCode::kConflict, Text("refusal.address_not_confirmed"));
  add_own_job(bench, match::news::kTest, account, to.address);
  return {};
}

Result<void> stop(Bench& bench, const std::string& token) {
  const std::optional<FoundToken> found = find_token(bench, token, Purpose::kStop);
  if (!found) return no_such_token();
  v1::NoticeChoice choice = addressee(bench, found->account).choice;
  choice.set_pace(v1::NoticeChoice::NEVER);
  return set_choice(bench, found->account, choice);
}

Result<void> ask_reset(Bench& bench, const std::string& name) {
  const Result<lobby::Account> account = account_by_name(bench, name);
  if (!account) return {};
  const Addressee to = addressee(bench, account->id);
  if (to.state == v1::ADDRESS_STATE_CONFIRMED) add_own_job(bench, match::news::kReset, account->id, to.address);
  return {};
}

Result<lobby::Account> reset_owner(Bench& bench, const std::string& token) {
  const std::optional<FoundToken> found = find_token(bench, token, Purpose::kReset);
  if (!found) return no_such_token();
  return account(bench, found->account);
}

Result<std::string> reset_password(Bench& bench, const std::string& token, const std::string& password_hash) {
  const std::optional<FoundToken> found = find_token(bench, token, Purpose::kReset);
  if (!found || Cursor(bench.connection, "DELETE FROM tokens WHERE hash = ?").blob(token).changed() == 0)
    return no_such_token();
  Cursor(bench.connection, "UPDATE accounts SET password_hash = ? WHERE id = ?")
      .text(password_hash)
      .text(found->account)
      .run();
  Cursor(bench.connection, "DELETE FROM sessions WHERE account = ?").text(found->account).run();
  Cursor(bench.connection, "DELETE FROM personal_tokens WHERE account = ?").text(found->account).run();
  drop_tokens(bench, found->account);
  return found->account;
}

Result<lobby::SessionRecord> look_at_link(Bench& bench, const std::string& token) {
  const std::optional<FoundToken> found = find_token(bench, token, Purpose::kLink);
  if (!found) return no_such_token();
  lobby::SessionRecord session;
  session.account = found->account;
  session.only_match = found->match;
  return session;
}

Result<lobby::SessionRecord> open_link(Bench& bench, const std::string& token, lobby::SessionRecord session) {
  const std::optional<FoundToken> found = find_token(bench, token, Purpose::kLink);
  if (!found) return no_such_token();
  const int opened = Cursor(bench.connection, "UPDATE tokens SET opened = opened + 1 WHERE hash = ? AND opened < ?")
                         .blob(token)
                         .number(lobby::Mailroom::kSessionsOfLink)
                         .changed();
  if (opened == 0) return refuse(RefusalCode::kTooMuch, Text("store.link_opened_often"));
  session.account = found->account;
  session.only_match = found->match;
  if (Result<void> added = add_session(bench, session); !added) return added.error();
  return session;
}

Result<std::vector<std::string>> end_links(Bench& bench, const std::string& account, const std::string& match) {
  Cursor(bench.connection, "DELETE FROM tokens WHERE account = ? AND match = ? AND match <> ''")
      .text(account)
      .text(match)
      .run();
  std::vector<std::string> ended;
  {
    Cursor rows(bench.connection, "SELECT id FROM sessions WHERE account = ? AND only_match = ? AND only_match <> ''");
    rows.text(account).text(match);
    while (rows.next()) ended.push_back(rows.bytes_at(0));
  }
  Cursor(bench.connection, "DELETE FROM sessions WHERE account = ? AND only_match = ? AND only_match <> ''")
      .text(account)
      .text(match)
      .run();
  return ended;
}

}  // namespace wardroom::store
