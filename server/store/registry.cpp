#include "server/store/registry.h"

#include <algorithm>
#include <map>
#include <set>

#include "common/hash.h"
#include "server/store/accounts.h"
#include "server/store/jobs.h"

namespace wardroom::store {
namespace {

using lobby::PersonalToken;

constexpr std::int64_t kUsedEveryMs = 3'600'000;

Refusal no_such_personal_token() { return refuse(RefusalCode::kNotFound, Text("store.no_such_personal_token")); }

PersonalToken personal_token_at(const Cursor& row) {
  PersonalToken token;
  token.id = row.bytes_at(0);
  token.hash = row.bytes_at(1);
  token.account = row.bytes_at(2);
  token.name = row.bytes_at(3);
  token.scopes = static_cast<std::uint32_t>(row.number_at(4));
  token.created_ms = row.number_at(5);
  token.used_ms = row.number_at(6);
  token.until_ms = row.number_at(7);
  return token;
}

}  // namespace

Result<void> add_personal_token(Bench& bench, const PersonalToken& token) {
  if (!account_exists(bench, token.account)) return no_such_account();
  const std::int64_t now = bench.now();
  Cursor(bench.connection, "DELETE FROM personal_tokens WHERE account = ? AND until_ms <> 0 AND until_ms <= ?")
      .text(token.account)
      .number(now)
      .run();
  {
    Cursor count(bench.connection, "SELECT count(*) FROM personal_tokens WHERE account = ?");
    if (count.text(token.account).next() && count.number_at(0) >= lobby::Registry::kMostTokens)
      return refuse(RefusalCode::kTooMuch,
                    Text("refusal.too_many_tokens").number("most", lobby::Registry::kMostTokens));
  }
  Cursor(bench.connection,
         "INSERT INTO personal_tokens (id, hash, account, name, scopes, created_ms, until_ms) "
         "VALUES (?, ?, ?, ?, ?, ?, ?)")
      .text(token.id)
      .blob(token.hash)
      .text(token.account)
      .text(token.name)
      .number(token.scopes)
      .number(now)
      .number(token.until_ms)
      .run();
  return {};
}

Result<std::vector<PersonalToken>> personal_tokens(Bench& bench, const std::string& account) {
  std::vector<PersonalToken> all;
  Cursor rows(bench.connection,
              "SELECT id, hash, account, name, scopes, created_ms, used_ms, until_ms FROM personal_tokens "
              "WHERE account = ? ORDER BY created_ms, id");
  rows.text(account);
  while (rows.next()) all.push_back(personal_token_at(rows));
  return all;
}

Result<PersonalToken> personal_token(Bench& bench, const std::string& hash) {
  const std::int64_t now = bench.now();
  PersonalToken token;
  {
    Cursor row(bench.connection,
               "SELECT id, hash, account, name, scopes, created_ms, used_ms, until_ms FROM personal_tokens "
               "WHERE hash = ? AND (until_ms = 0 OR until_ms > ?)");
    if (!row.blob(hash).number(now).next()) return no_such_personal_token();
    token = personal_token_at(row);
  }
  if (now - token.used_ms >= kUsedEveryMs)
    Cursor(bench.connection, "UPDATE personal_tokens SET used_ms = ? WHERE id = ?")
        .number(now / kUsedEveryMs * kUsedEveryMs)
        .text(token.id)
        .run();
  return token;
}

Result<void> end_personal_token(Bench& bench, const std::string& account, const std::string& id) {
  const int ended = Cursor(bench.connection, "DELETE FROM personal_tokens WHERE account = ? AND id = ?")
                        .text(account)
                        .text(id)
                        .changed();
  if (ended == 0) return no_such_personal_token();
  return {};
}

Result<void> note_address(Bench& bench, const std::string& account, const std::string& address) {
  if (!account_exists(bench, account)) return {};
  const Result<Secret> key = secret(bench, "addresses");
  if (!key) return key.error();
  const std::int64_t now = bench.now();
  Cursor(bench.connection, "DELETE FROM addresses WHERE account = ? AND seen_ms < ?")
      .text(account)
      .number(now - lobby::Registry::kAddressesMs)
      .run();
  const std::string hashed = hash("address " + address, *key);
  Cursor(bench.connection,
         "INSERT INTO addresses (account, hash, seen_ms) VALUES (?, ?, ?) ON CONFLICT (account, hash) DO UPDATE SET "
         "seen_ms = excluded.seen_ms")
      .text(account)
      .blob(hashed)
      .number(now)
      .run();
  return {};
}

Result<bool> knows_address(Bench& bench, const std::string& account, const std::string& address) {
  const Result<Secret> key = secret(bench, "addresses");
  if (!key) return key.error();
  const std::string hashed = hash("address " + address, *key);
  Cursor row(bench.connection, "SELECT 1 FROM addresses WHERE account = ? AND hash = ? AND seen_ms >= ?");
  return row.text(account).blob(hashed).number(bench.now() - lobby::Registry::kAddressesMs).next();
}

Result<void> keep_device(Bench& bench, const std::string& account, const std::string& token_hash) {
  if (!account_exists(bench, account)) return {};
  Cursor(bench.connection,
         "INSERT INTO devices (account, hash, seen_ms) VALUES (?, ?, ?) ON CONFLICT (account, hash) DO UPDATE SET "
         "seen_ms = excluded.seen_ms")
      .text(account)
      .blob(token_hash)
      .number(bench.now())
      .run();
  Cursor(bench.connection,
         "DELETE FROM devices WHERE account = ?1 AND hash NOT IN "
         "(SELECT hash FROM devices WHERE account = ?1 ORDER BY seen_ms DESC LIMIT ?2)")
      .text(account)
      .number(lobby::Registry::kMostDevices)
      .run();
  return {};
}

Result<bool> knows_device(Bench& bench, const std::string& account, const std::string& token_hash) {
  Cursor row(bench.connection,
             "SELECT 1 FROM sessions WHERE account = ?1 AND token_hash = ?2 AND only_match = '' "
             "UNION ALL SELECT 1 FROM devices WHERE account = ?1 AND hash = ?2");
  return row.text(account).blob(token_hash).next();
}

Result<std::vector<std::pair<std::string, std::string>>> sharing(Bench& bench,
                                                                 const std::vector<std::string>& accounts) {
  std::map<std::string, std::set<std::string>> there;  // accounts, by address
  const std::int64_t since = bench.now() - lobby::Registry::kAddressesMs;
  for (const std::string& account : accounts) {
    Cursor rows(bench.connection, "SELECT hash FROM addresses WHERE account = ? AND seen_ms >= ?");
    rows.text(account).number(since);
    while (rows.next()) there[rows.bytes_at(0)].insert(account);
  }
  std::set<std::pair<std::string, std::string>> pairs;
  for (const auto& [address, people] : there)
    for (auto one = people.begin(); one != people.end(); ++one)
      for (auto two = std::next(one); two != people.end(); ++two) pairs.emplace(*one, *two);
  return std::vector(pairs.begin(), pairs.end());
}

// -- where matches are made --

Result<void> note_match(Bench& bench, const std::string& match, const std::string& address) {
  const Result<Secret> key = secret(bench, "addresses");
  if (!key) return key.error();
  const std::string hashed = hash("address " + address, *key);
  Cursor(bench.connection,
         "INSERT INTO made_from (match, hash) SELECT key, ? FROM matches WHERE id = ? ON CONFLICT (match) DO UPDATE "
         "SET hash = excluded.hash")
      .blob(hashed)
      .text(match)
      .run();
  return {};
}

Result<lobby::MadeThere> made_from(Bench& bench, const std::string& address) {
  const Result<Secret> key = secret(bench, "addresses");
  if (!key) return key.error();
  const std::string hashed = hash("address " + address, *key);
  Cursor rows(bench.connection,
              "SELECT p.state, count(*) FROM made_from m JOIN progress p ON p.match = m.match WHERE m.hash = ? "
              "GROUP BY p.state");
  rows.blob(hashed);
  lobby::MadeThere there;
  while (rows.next()) {
    const auto count = static_cast<std::uint32_t>(rows.number_at(1));
    if (rows.number_at(0) == v1::MATCH_STATE_OPEN) there.open += count;
    if (rows.number_at(0) == v1::MATCH_STATE_PLAYING || rows.number_at(0) == v1::MATCH_STATE_HELD)
      there.running += count;
  }
  return there;
}

// -- second factors --

Result<lobby::SecondFactor> factor(Bench& bench, const std::string& account) {
  lobby::SecondFactor found;
  Cursor row(bench.connection,
             "SELECT secret, confirmed, (SELECT count(*) FROM recovery_codes r WHERE r.account = f.account) "
             "FROM factors f WHERE account = ?");
  if (!row.text(account).next()) return found;
  found.secret = row.bytes_at(0);
  found.on = row.number_at(1) != 0;
  found.recovery_left = static_cast<std::uint32_t>(row.number_at(2));
  return found;
}

Result<void> begin_factor(Bench& bench, const std::string& account, const std::string& secret) {
  if (!account_exists(bench, account)) return no_such_account();
  const int begun = Cursor(bench.connection,
                           "INSERT INTO factors (account, secret) VALUES (?, ?) ON CONFLICT (account) DO UPDATE "
                           "SET secret = excluded.secret WHERE factors.confirmed = 0")
                        .text(account)
                        .blob(secret)
                        .changed();
  if (begun == 0) return refuse(RefusalCode::kConflict, Text("store.factor"));
  return {};
}

Result<void> confirm_factor(Bench& bench, const std::string& account, std::int64_t step,
                            const std::vector<std::string>& recovery) {
  const int confirmed =
      Cursor(bench.connection, "UPDATE factors SET confirmed = 1, last_step = ? WHERE account = ? AND confirmed = 0")
          .number(step)
          .text(account)
          .changed();
  if (confirmed == 0) return refuse(RefusalCode::kConflict, Text("store.factor"));
  for (const std::string& hash : recovery)
    Cursor(bench.connection, "INSERT INTO recovery_codes (account, hash) VALUES (?, ?)").text(account).blob(hash).run();
  return {};
}

Result<void> use_code(Bench& bench, const std::string& account, std::int64_t step) {
  const int used = Cursor(bench.connection,
                          "UPDATE factors SET last_step = ?1 WHERE account = ?2 AND confirmed = 1 AND last_step < ?1")
                       .number(step)
                       .text(account)
                       .changed();
  if (used == 0) return refuse(RefusalCode::kConflict, Text("store.factor"));
  return {};
}

Result<void> use_recovery(Bench& bench, const std::string& account, const std::string& hash) {
  const int used = Cursor(bench.connection, "DELETE FROM recovery_codes WHERE account = ? AND hash = ?")
                       .text(account)
                       .blob(hash)
                       .changed();
  if (used == 0) return refuse(RefusalCode::kNotFound, Text("store.factor"));
  return {};
}

Result<void> end_factor(Bench& bench, const std::string& account) {
  Cursor(bench.connection, "DELETE FROM factors WHERE account = ?").text(account).run();
  return {};
}

}  // namespace wardroom::store
