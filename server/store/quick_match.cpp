#include "server/store/quick_match.h"

#include <algorithm>

#include "server/store/accounts.h"

namespace wardroom::store {
namespace {

using lobby::QuickFound;
using lobby::QuickWait;
using lobby::SeenWaiting;

constexpr std::int64_t kKeptMs = 60'000;  // after his server has said nothing more of him

std::optional<QuickWait> longest(Bench& bench, const QuickWait& newcomer, const std::vector<std::string>& avoided) {
  Cursor rows(bench.connection,
              "SELECT account, id, nonce_hash FROM waiting WHERE title = ?1 AND scenario = ?2 AND match = '' "
              "AND until_ms > ?3 AND taken_ms <= ?3 ORDER BY place");
  rows.text(newcomer.title).text(newcomer.scenario).number(bench.now());
  while (rows.next()) {
    const std::string account = rows.bytes_at(0);
    if (std::ranges::find(avoided, account) != avoided.end()) continue;
    return QuickWait{rows.bytes_at(1), account, newcomer.title, newcomer.scenario, rows.bytes_at(2)};
  }
  return std::nullopt;
}

void enter(Bench& bench, const QuickWait& newcomer) {
  std::int64_t place = 0;
  {
    Cursor last(bench.connection, "SELECT COALESCE(max(place), 0) FROM waiting");
    if (last.next()) place = last.number_at(0) + 1;
  }
  Cursor(bench.connection,
         "INSERT INTO waiting (place, id, account, title, scenario, nonce_hash, until_ms, taken_ms, match) "
         "VALUES (?, ?, ?, ?, ?, ?, ?, 0, '')")
      .number(place)
      .text(newcomer.id)
      .text(newcomer.account)
      .text(newcomer.title)
      .text(newcomer.scenario)
      .blob(newcomer.nonce_hash)
      .number(bench.now() + lobby::kWaitingMs)
      .run();
}

}  // namespace

Result<std::optional<QuickWait>> meet(Bench& bench, const QuickWait& newcomer,
                                      const std::vector<std::string>& avoided) {
  if (!account_exists(bench, newcomer.account)) return no_such_account();
  bench.connection.alone("waiting");  // two who come at once do not both wait
  Cursor(bench.connection, "DELETE FROM waiting WHERE account = ? OR until_ms < ?")
      .text(newcomer.account)
      .number(bench.now() - kKeptMs)
      .run();
  std::optional<QuickWait> waiter = longest(bench, newcomer, avoided);
  if (!waiter) {
    enter(bench, newcomer);
  } else {
    Cursor(bench.connection, "UPDATE waiting SET taken_ms = ? WHERE id = ?")
        .number(bench.now() + lobby::kPairingMs)
        .text(waiter->id)
        .run();
  }
  return waiter;
}

Result<void> paired(Bench& bench, const std::string& wait, const std::string& match) {
  Cursor(bench.connection, "UPDATE waiting SET match = ?, taken_ms = 0 WHERE id = ?").text(match).text(wait).run();
  return {};
}

Result<std::vector<QuickFound>> still_waiting(Bench& bench, const std::vector<std::string>& waits) {
  std::vector<QuickFound> found;
  for (const std::string& wait : waits) {
    const int goes_on = Cursor(bench.connection, "UPDATE waiting SET until_ms = ? WHERE id = ? AND match = ''")
                            .number(bench.now() + lobby::kWaitingMs)
                            .text(wait)
                            .changed();
    if (goes_on != 0) continue;
    {
      Cursor row(bench.connection, "SELECT match FROM waiting WHERE id = ?");
      if (!row.text(wait).next()) continue;
      found.push_back({wait, row.bytes_at(0)});
    }
    Cursor(bench.connection, "DELETE FROM waiting WHERE id = ?").text(wait).run();
  }
  return found;
}

Result<bool> stop_waiting(Bench& bench, const std::string& wait) {
  const int gone = Cursor(bench.connection, "DELETE FROM waiting WHERE id = ? AND match = '' AND taken_ms <= ?")
                       .text(wait)
                       .number(bench.now())
                       .changed();
  return gone != 0;
}

Result<std::vector<SeenWaiting>> who_waits(Bench& bench) {
  Cursor rows(
      bench.connection,
      "SELECT w.account, w.title, w.scenario, a.name, a.guest FROM waiting w JOIN accounts a ON a.id = w.account "
      "WHERE w.match = '' AND w.until_ms > ? ORDER BY w.place");
  rows.number(bench.now());
  std::vector<SeenWaiting> all;
  while (rows.next()) {
    SeenWaiting& each = all.emplace_back();
    each.account = rows.bytes_at(0);
    each.shown.set_title(rows.bytes_at(1));
    each.shown.set_scenario(rows.bytes_at(2));
    each.shown.set_name(rows.bytes_at(3));
    each.shown.set_guest(rows.number_at(4) != 0);
  }
  return all;
}

}  // namespace wardroom::store
