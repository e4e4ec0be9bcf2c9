#include "server/store/accounts.h"

#include "common/name.h"
#include "wardroom/v1/play.pb.h"

namespace wardroom::store {
namespace {

using lobby::Account;
using lobby::SessionRecord;

Refusal name_taken() { return refuse(RefusalCode::kConflict, Text("store.name_taken")); }
Refusal no_such_session() { return refuse(RefusalCode::kNotFound, Text("store.no_such_session")); }

// Whether somebody with an account of his own has this name, or one that looks like it. Nobody takes one meanwhile.
bool is_anothers(Bench& bench, const Account& account) {
  bench.connection.alone("names");
  const std::string folded = folded_name(account.name), seen = seen_name(account.name);
  Cursor other(bench.connection,
               "SELECT 1 FROM accounts WHERE (folded_name = ? OR seen_name = ?) AND password_hash <> '' AND id <> ?");
  return other.text(folded).text(seen).text(account.id).next();
}

Result<Account> only_account(Cursor& row) {
  if (!row.next()) return no_such_account();
  return Account{row.bytes_at(0), row.bytes_at(1),       row.bytes_at(2),
                 row.bytes_at(3), row.number_at(4) != 0, row.number_at(5)};
}

SessionRecord session_at(const Cursor& row) {
  return {row.bytes_at(0),  row.bytes_at(1),  row.bytes_at(2), row.bytes_at(3),
          row.number_at(4), row.number_at(5), row.bytes_at(6), row.number_at(7)};
}

}  // namespace

Refusal no_such_account() { return refuse(RefusalCode::kNotFound, Text("store.no_such_account")); }

bool account_exists(Bench& bench, const std::string& id) {
  Cursor found(bench.connection, "SELECT 1 FROM accounts WHERE id = ? /*pg FOR NO KEY UPDATE */");
  return found.text(id).next();
}

Result<Account> create_account(Bench& bench, Account account) {
  account.created_ms = bench.now();
  if (is_anothers(bench, account)) return name_taken();
  const std::string folded = folded_name(account.name), seen = seen_name(account.name);
  const int inserted = Cursor(bench.connection,
                              "INSERT INTO accounts (id, name, folded_name, seen_name, password_hash, email, guest, "
                              "created_ms) VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING")
                           .text(account.id)
                           .text(account.name)
                           .text(folded)
                           .text(seen)
                           .text(account.password_hash)
                           .text(account.email)
                           .number(account.guest ? 1 : 0)
                           .number(account.created_ms)
                           .changed();
  if (inserted == 0) return name_taken();
  return account;
}

Result<Account> account(Bench& bench, const std::string& id) {
  Cursor row(bench.connection, "SELECT id, name, password_hash, email, guest, created_ms FROM accounts WHERE id = ?");
  return only_account(row.text(id));
}

Result<Account> account_by_name(Bench& bench, const std::string& name) {
  const std::string looked_for = folded_name(name);
  Cursor row(bench.connection,
             "SELECT id, name, password_hash, email, guest, created_ms FROM accounts "
             "WHERE folded_name = ? AND password_hash <> ''");
  return only_account(row.text(looked_for));
}

Result<void> update_account(Bench& bench, const Account& account) {
  const Result<Account> before = store::account(bench, account.id);
  if (!before) return before.error();
  const bool renamed = before->name != account.name || before->guest != account.guest;  // or keeps a guest's name
  if (renamed && is_anothers(bench, account)) return name_taken();
  const std::string folded = folded_name(account.name), seen = seen_name(account.name);
  const int updated = Cursor(bench.connection,
                             "UPDATE accounts SET name = ?1, folded_name = ?2, seen_name = ?3, password_hash = ?4, "
                             "email = ?5, guest = ?6 WHERE id = ?7 AND (?4 = '' OR NOT EXISTS (SELECT 1 FROM "
                             "accounts a WHERE a.folded_name = ?2 AND a.password_hash <> '' AND a.id <> ?7))")
                          .text(account.name)
                          .text(folded)
                          .text(seen)
                          .text(account.password_hash)
                          .text(account.email)
                          .number(account.guest ? 1 : 0)
                          .text(account.id)
                          .changed();
  if (updated == 0) return name_taken();
  return {};
}

Result<void> delete_account(Bench& bench, const std::string& id) {
  if (id.empty() || !account_exists(bench, id)) return no_such_account();
  Cursor(bench.connection,
         "DELETE FROM matches WHERE key IN (SELECT match FROM progress WHERE state = ?1) "
         "AND ((account_0 = ?2 AND account_1 IN ('', ?2)) OR (account_1 = ?2 AND account_0 = ''))")
      .number(v1::MATCH_STATE_OPEN)
      .text(id)
      .run();
  Cursor(bench.connection, "UPDATE chat SET name = '', account = '' WHERE account = ? AND account <> ''")
      .text(id)
      .run();
  Cursor(bench.connection,
         "UPDATE matches SET account_0 = '' /*pg , edition = edition + 1 */ WHERE account_0 = ? AND account_0 <> ''")
      .text(id)
      .run();
  Cursor(bench.connection,
         "UPDATE matches SET account_1 = '' /*pg , edition = edition + 1 */ WHERE account_1 = ? AND account_1 <> ''")
      .text(id)
      .run();
  Cursor(bench.connection,
         "UPDATE matches SET creator = '' /*pg , edition = edition + 1 */ WHERE creator = ? AND creator <> ''")
      .text(id)
      .run();
  Cursor(bench.connection,
         "UPDATE matches SET invited = '' /*pg , edition = edition + 1 */ WHERE invited = ? AND invited <> ''")
      .text(id)
      .run();
  Cursor(bench.connection, "DELETE FROM outbox WHERE account = ? AND account <> ''").text(id).run();
  Cursor(bench.connection, "UPDATE host_acts SET before = '', reason = '' WHERE account = ?").text(id).run();
  Cursor(bench.connection, "DELETE FROM accounts WHERE id = ?").text(id).run();
  return {};
}

Result<void> not_banned(Bench& bench, const std::string& account) {
  Cursor ban(bench.connection, "SELECT reason FROM bans WHERE account = ?");
  if (!ban.text(account).next()) return {};
  return refuse(RefusalCode::kNotYours, Text("refusal.banned").word("reason", ban.bytes_at(0)));
}

Result<void> add_session(Bench& bench, const SessionRecord& session) {
  if (!account_exists(bench, session.account)) return no_such_account();
  if (Result<void> welcome = not_banned(bench, session.account); !welcome) return welcome;
  const std::int64_t now = bench.now();
  const int added = Cursor(bench.connection,
                           "INSERT INTO sessions (id, token_hash, account, device, created_ms, seen_ms, only_match, "
                           "until_ms) VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING")
                        .text(session.id)
                        .blob(session.token_hash)
                        .text(session.account)
                        .text(session.device)
                        .number(now)
                        .number(now)
                        .text(session.only_match)
                        .number(session.until_ms)
                        .changed();
  if (added == 0) return refuse(RefusalCode::kConflict, Text("store.session_exists"));
  return {};
}

Result<SessionRecord> session_by_token(Bench& bench, const std::string& token_hash) {
  Cursor row(bench.connection,
             "SELECT id, token_hash, account, device, created_ms, seen_ms, only_match, until_ms FROM sessions "
             "WHERE token_hash = ?");
  if (!row.blob(token_hash).next()) return no_such_session();
  return session_at(row);
}

Result<void> touch_session(Bench& bench, const std::string& id, std::int64_t seen_ms) {
  Cursor(bench.connection, "UPDATE sessions SET seen_ms = ?1 WHERE id = ?2 AND seen_ms < ?1")
      .number(seen_ms)
      .text(id)
      .run();
  return {};
}

Result<std::vector<std::string>> ended(Bench& bench, const std::vector<std::string>& ids) {
  std::vector<std::string> found;
  for (const std::string& id : ids) {
    Cursor row(bench.connection,
               "SELECT 1 FROM sessions WHERE id = ?1 UNION ALL SELECT 1 FROM personal_tokens WHERE id = ?1");
    if (!row.text(id).next()) found.push_back(id);
  }
  return found;
}

Result<std::vector<SessionRecord>> sessions(Bench& bench, const std::string& account) {
  Cursor rows(bench.connection,
              "SELECT id, token_hash, account, device, created_ms, seen_ms, only_match, until_ms FROM sessions WHERE "
              "account = ? "
              "ORDER BY seen_ms DESC, rowid DESC");
  rows.text(account);
  std::vector<SessionRecord> found;
  while (rows.next()) found.push_back(session_at(rows));
  return found;
}

Result<void> end_session(Bench& bench, const std::string& account, const std::string& id) {
  const int ended =
      Cursor(bench.connection, "DELETE FROM sessions WHERE account = ? AND id = ?").text(account).text(id).changed();
  if (ended == 0) return no_such_session();
  return {};
}

Result<void> end_other_sessions(Bench& bench, const std::string& account, const std::string& keep) {
  Cursor(bench.connection, "DELETE FROM sessions WHERE account = ? AND id <> ?").text(account).text(keep).run();
  return {};
}

Result<lobby::Forgotten> forget_old(Bench& bench, std::int64_t sessions_before_ms, std::int64_t guests_before_ms) {
  lobby::Forgotten forgotten;
  forgotten.sessions = static_cast<std::uint32_t>(
      Cursor(bench.connection, "DELETE FROM sessions WHERE seen_ms < ?1 OR (until_ms <> 0 AND until_ms < ?2)")
          .number(sessions_before_ms)
          .number(bench.now())
          .changed());
  Cursor(bench.connection, "DELETE FROM devices WHERE seen_ms < ?").number(sessions_before_ms).run();
  Cursor(bench.connection, "DELETE FROM counts WHERE until_ms < ?").number(bench.now()).run();
  Cursor(bench.connection, "DELETE FROM made_from WHERE match IN (SELECT match FROM progress WHERE state = ?)")
      .number(v1::MATCH_STATE_OVER)
      .run();
  std::vector<std::string> guests;
  {
    Cursor rows(bench.connection,
                "SELECT id FROM accounts a WHERE guest = 1 AND created_ms < ?1 "
                "AND NOT EXISTS (SELECT 1 FROM sessions WHERE account = a.id AND seen_ms >= ?1) "
                "AND NOT EXISTS (SELECT 1 FROM matches m JOIN progress ON match = m.key "
                "WHERE account_0 = a.id AND account_0 <> '' AND state <> ?3) "
                "AND NOT EXISTS (SELECT 1 FROM matches m JOIN progress ON match = m.key "
                "WHERE account_1 = a.id AND account_1 <> '' AND state <> ?3) LIMIT ?2");
    rows.number(guests_before_ms).number(lobby::kForgottenAtOnce).number(v1::MATCH_STATE_OVER);
    while (rows.next()) guests.push_back(rows.bytes_at(0));
  }
  for (const std::string& id : guests)
    if (auto gone = delete_account(bench, id); !gone) return gone.error();
  forgotten.guests = static_cast<std::uint32_t>(guests.size());
  return forgotten;
}

}  // namespace wardroom::store
