#include "server/store/channels.h"

#include "server/match/jobs.h"
#include "server/store/jobs.h"
#include "server/store/mailboxes.h"

namespace wardroom::store {
namespace {

void drop(Bench& bench, std::int64_t channel) {
  Cursor(bench.connection, "DELETE FROM mails WHERE channel = ? AND channel <> 0").number(channel).run();
  Cursor(bench.connection, "DELETE FROM outbox WHERE channel = ? AND channel <> 0").number(channel).run();
  Cursor(bench.connection, "DELETE FROM channels WHERE id = ?").number(channel).run();
}

// Nothing more goes there; whose it is hears of it where he can.
void turn_off(Bench& bench, std::int64_t channel, const std::string& account) {
  Cursor(bench.connection, "UPDATE channels SET off = 1 WHERE id = ?").number(channel).run();
  Cursor(bench.connection,
         "UPDATE outbox SET state = ?1, time_ms = ?2 WHERE channel = ?3 AND channel <> 0 AND state IN (0, 2)")
      .number(v1::Delivery::SUPERSEDED)
      .number(bench.now())
      .number(channel)
      .run();
  Cursor(bench.connection, "DELETE FROM mails WHERE channel = ? AND channel <> 0").number(channel).run();
  const Addressee owner = addressee(bench, account);
  if (owner.state == v1::ADDRESS_STATE_CONFIRMED) add_own_job(bench, match::news::kChannelOff, account, owner.address);
}

std::uint32_t how_many(Bench& bench, const std::string& account, v1::Carrier carrier) {
  Cursor row(bench.connection, "SELECT count(*) FROM channels WHERE account = ? AND carrier = ?");
  row.text(account).number(carrier).next();
  return static_cast<std::uint32_t>(row.number_at(0));
}

Refusal no_such_channel() { return refuse(RefusalCode::kNotFound, Text("refusal.no_such_channel")); }

}  // namespace

Result<void> note_call(Bench& bench, std::int64_t id, Called how) {
  std::string account;
  v1::Carrier carrier = v1::CARRIER_HOOK;
  std::uint32_t failures = 0;
  {
    Cursor row(bench.connection,
               "SELECT account, carrier, failures FROM channels WHERE id = ? /*pg FOR NO KEY UPDATE */");
    if (!row.number(id).next()) return {};
    account = row.bytes_at(0);
    carrier = static_cast<v1::Carrier>(row.number_at(1));
    failures = static_cast<std::uint32_t>(row.number_at(2));
  }
  if (how == Called::kGone && carrier == v1::CARRIER_PUSH) {
    drop(bench, id);
    return {};
  }
  failures = how == Called::kTaken ? 0 : failures + 1;
  Cursor(bench.connection, "UPDATE channels SET failures = ? WHERE id = ?").number(failures).number(id).run();
  if (how == Called::kGone || failures >= Outbox::kMostFailures) turn_off(bench, id, account);
  return {};
}

Result<std::vector<v1::Channel>> channels(Bench& bench, const std::string& account) {
  std::vector<v1::Channel> found;
  Cursor rows(bench.connection,
              "SELECT id, carrier, name, format, off, created_ms FROM channels WHERE account = ? ORDER BY id");
  rows.text(account);
  while (rows.next()) {
    v1::Channel& each = found.emplace_back();
    each.set_id(static_cast<std::uint64_t>(rows.number_at(0)));
    each.set_carrier(static_cast<v1::Carrier>(rows.number_at(1)));
    each.set_name(rows.bytes_at(2));
    each.set_format(static_cast<v1::HookFormat>(rows.number_at(3)));
    each.set_off(rows.number_at(4) != 0);
    each.set_created_ms(rows.number_at(5));
  }
  return found;
}

Result<void> add_channel(Bench& bench, const std::string& account, const lobby::NewChannel& wanted) {
  if (wanted.carrier == v1::CARRIER_PUSH) {
    const int known = Cursor(bench.connection,
                             "UPDATE channels SET secret = ?1, name = ?2, off = 0, failures = 0 "
                             "WHERE carrier = ?3 AND address = ?4 AND account = ?5")
                          .blob(wanted.secret)
                          .text(wanted.name)
                          .number(wanted.carrier)
                          .text(wanted.address)
                          .text(account)
                          .changed();
    if (known > 0) return {};
    std::int64_t another = 0;  // whose device it was before
    {
      Cursor row(bench.connection, "SELECT id FROM channels WHERE carrier = ? AND address = ?");
      if (row.number(wanted.carrier).text(wanted.address).next()) another = row.number_at(0);
    }
    if (another != 0) drop(bench, another);
  }
  const std::uint32_t most = wanted.carrier == v1::CARRIER_PUSH ? lobby::Mailroom::kDevices : lobby::Mailroom::kHooks;
  if (how_many(bench, account, wanted.carrier) >= most)
    return refuse(RefusalCode::kTooMuch, Text("refusal.too_many_channels").number("most", most));
  Cursor(
      bench.connection,
      "INSERT INTO channels (account, carrier, address, name, format, secret, created_ms) VALUES (?, ?, ?, ?, ?, ?, ?)")
      .text(account)
      .number(wanted.carrier)
      .text(wanted.address)
      .text(wanted.name)
      .number(wanted.format)
      .blob(wanted.secret)
      .number(bench.now())
      .run();
  return {};
}

Result<void> remove_channel(Bench& bench, const std::string& account, std::int64_t wanted, const std::string& address) {
  std::vector<std::int64_t> found;
  {
    Cursor rows(bench.connection,
                "SELECT id FROM channels WHERE account = ?1 AND (id = ?2 OR (address = ?3 AND ?3 <> ''))");
    rows.text(account).number(wanted).text(address);
    while (rows.next()) found.push_back(rows.number_at(0));
  }
  for (const std::int64_t each : found) drop(bench, each);
  return {};
}

Result<void> test_channel(Bench& bench, const std::string& account, std::int64_t wanted) {
  bool off = false;
  {
    Cursor row(bench.connection, "SELECT off FROM channels WHERE account = ? AND id = ?");
    if (!row.text(account).number(wanted).next()) return no_such_channel();
    off = row.number_at(0) != 0;
  }
  if (off) return refuse(RefusalCode::kConflict, Text("refusal.channel_is_off"));
  add_own_job(bench, match::news::kTest, account, "channel " + std::to_string(wanted), wanted);
  return {};
}

}  // namespace wardroom::store
