#include "server/store/host_acts.h"

#include <limits>
#include <utility>

#include "server/store/accounts.h"
#include "server/store/jobs.h"

namespace wardroom::store {
namespace {

using lobby::HostDeed;
using v1::Administer;

Result<void> lifted(int rows) {
  if (rows == 0) return refuse(RefusalCode::kConflict, "refusal.admin.nothing_to_lift");
  return {};
}

void end_sessions(Bench& bench, const std::string& account) {
  Cursor(bench.connection, "DELETE FROM sessions WHERE account = ?").text(account).run();
  Cursor(bench.connection, "DELETE FROM personal_tokens WHERE account = ?").text(account).run();
}

Result<void> ban(Bench& bench, const HostDeed& deed) {
  Cursor(bench.connection,
         "INSERT INTO bans (account, reason, since_ms) VALUES (?, ?, ?) ON CONFLICT (account) DO UPDATE SET reason = "
         "excluded.reason, since_ms = excluded.since_ms")
      .text(deed.account)
      .text(deed.reason)
      .number(deed.time_ms)
      .run();
  end_sessions(bench, deed.account);
  supersede_mails(bench, deed.account);
  return {};
}

Result<void> mute(Bench& bench, const HostDeed& deed) {
  Cursor(bench.connection,
         "INSERT INTO mutes (account, until_ms) VALUES (?, ?) ON CONFLICT (account) DO UPDATE SET until_ms = "
         "excluded.until_ms")
      .text(deed.account)
      .number(deed.until_ms)
      .run();
  return {};
}

Result<void> rename(Bench& bench, HostDeed& deed) {
  Result<lobby::Account> who = account(bench, deed.account);
  if (!who) return who.error();
  deed.before = std::exchange(who->name, deed.to);
  return update_account(bench, *who);
}

Result<void> grant(Bench& bench, const HostDeed& deed) {
  Cursor(bench.connection, "INSERT INTO admins (account) VALUES (?) ON CONFLICT DO NOTHING").text(deed.account).run();
  return {};
}

// What it says of the account.
Result<void> act(Bench& bench, HostDeed& deed) {
  const auto drop = [&](const char* sql) { return lifted(Cursor(bench.connection, sql).text(deed.account).changed()); };
  switch (deed.what) {
    case Administer::kBan:
      return ban(bench, deed);
    case Administer::kLiftBan:
      return drop("DELETE FROM bans WHERE account = ?");
    case Administer::kMute:
      return mute(bench, deed);
    case Administer::kUnmute:
      return drop("DELETE FROM mutes WHERE account = ?");
    case Administer::kRename:
      return rename(bench, deed);
    case Administer::kSignOut:
      end_sessions(bench, deed.account);
      return {};
    case Administer::kEndFactor:
      return drop("DELETE FROM factors WHERE account = ?");
    case Administer::kGrant:
      return grant(bench, deed);
    case Administer::kRevoke:
      return drop("DELETE FROM admins WHERE account = ?");
    case Administer::kDeleteAccount:
      return delete_account(bench, deed.account);
    default:
      return {};  // he is handed over what is kept of him
  }
}

HostDeed deed_at(const Cursor& row) {
  HostDeed deed;
  deed.id = static_cast<std::uint64_t>(row.number_at(0));
  deed.time_ms = row.number_at(1);
  deed.by = row.bytes_at(2);
  deed.what = static_cast<Administer::ActCase>(row.number_at(3));
  deed.account = row.bytes_at(4);
  deed.match = row.bytes_at(5);
  deed.before = row.bytes_at(6);
  deed.until_ms = row.number_at(7);
  deed.reason = row.bytes_at(8);
  return deed;
}

std::uint64_t read_upto(Bench& bench, const std::string& account) {
  Cursor row(bench.connection, "SELECT upto FROM host_acts_read WHERE account = ?");
  return row.text(account).next() ? static_cast<std::uint64_t>(row.number_at(0)) : 0;
}

}  // namespace

void keep_deed(Bench& bench, HostDeed& deed) {
  deed.time_ms = bench.now();
  Cursor insert(bench.connection,
                "INSERT INTO host_acts (time_ms, by_account, act, account, match, before, until_ms, reason) "
                "VALUES (?, ?, ?, ?, ?, ?, ?, ?) RETURNING id");
  insert.number(deed.time_ms)
      .text(deed.by)
      .number(deed.what)
      .text(deed.account)
      .text(deed.match)
      .text(deed.before)
      .number(deed.until_ms)
      .text(deed.reason);
  deed.id = static_cast<std::uint64_t>(insert.returned().value());
  deed.unread = true;
}

Result<HostDeed> carry_out(Bench& bench, HostDeed deed) {
  if (!account_exists(bench, deed.account)) return no_such_account();
  deed.time_ms = bench.now();
  if (Result<void> done = act(bench, deed); !done) return done.error();
  keep_deed(bench, deed);
  return deed;
}

Result<std::vector<HostDeed>> host_deeds(Bench& bench, const lobby::DeedQuery& query) {
  std::vector<HostDeed> deeds;
  const std::uint64_t upto = query.account.empty() ? 0 : read_upto(bench, query.account);
  Cursor rows(
      bench.connection,
      "SELECT id, time_ms, by_account, act, account, match, before, until_ms, reason FROM host_acts "
      "WHERE (?1 = '' OR account = ?1 OR match IN (SELECT id FROM matches WHERE account_0 = ?1 AND account_0 <> '' "
      "UNION SELECT id FROM matches WHERE account_1 = ?1 AND account_1 <> '')) AND id < ?2 ORDER BY id DESC LIMIT ?3");
  rows.text(query.account)
      .number(query.before == 0 ? std::numeric_limits<std::int64_t>::max() : static_cast<std::int64_t>(query.before))
      .number(query.limit);
  while (rows.next()) {
    deeds.push_back(deed_at(rows));
    deeds.back().unread = !query.account.empty() && deeds.back().id > upto;
  }
  return deeds;
}

Result<void> read_deeds(Bench& bench, const std::string& account) {
  if (!account_exists(bench, account)) return no_such_account();
  Cursor(bench.connection,
         "INSERT INTO host_acts_read (account, upto) SELECT ?, coalesce(max(id), 0) FROM host_acts WHERE true "
         "ON CONFLICT (account) DO UPDATE SET upto = excluded.upto")
      .text(account)
      .run();
  return {};
}

Result<lobby::Standing> standing(Bench& bench, const std::string& account) {
  lobby::Standing found;
  Cursor admin(bench.connection, "SELECT 1 FROM admins WHERE account = ?");
  found.admin = admin.text(account).next();
  Cursor muted(bench.connection, "SELECT until_ms FROM mutes WHERE account = ? AND until_ms > ?");
  if (muted.text(account).number(bench.now()).next()) found.muted_until_ms = muted.number_at(0);
  const auto upto = static_cast<std::int64_t>(read_upto(bench, account));
  Cursor unread(bench.connection,
                "SELECT count(*) FROM host_acts WHERE id > ?2 AND (account = ?1 OR match IN "
                "(SELECT id FROM matches WHERE account_0 = ?1 AND account_0 <> '' UNION SELECT id FROM matches WHERE "
                "account_1 = ?1 AND account_1 <> ''))");
  if (unread.text(account).number(upto).next()) found.unread = static_cast<std::uint32_t>(unread.number_at(0));
  return found;
}

}  // namespace wardroom::store
