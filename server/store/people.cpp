#include "server/store/people.h"

#include <algorithm>
#include <array>
#include <chrono>

#include "server/store/accounts.h"

namespace wardroom::store {
namespace {

constexpr std::uint32_t kSaysSomething = 20;  // hand-overs
constexpr std::int64_t kMonths = 12;
// Answers are counted by the least of these minutes that they took; longer ones by the last.
constexpr std::array<std::int64_t, 22> kMinutes{1,   2,   5,   10,  15,   30,   45,   60,   90,   120,   180,
                                                240, 360, 480, 720, 1080, 1440, 2160, 2880, 4320, 10080, 43200};

std::int64_t minutes_of(std::int64_t thought_ms) {
  const std::int64_t minutes = (thought_ms + 59'999) / 60'000;
  const auto found = std::ranges::lower_bound(kMinutes, minutes);
  return found == kMinutes.end() ? kMinutes.back() : *found;
}

// Counted from year 0: a year ago is twelve less.
std::int64_t month_at(std::int64_t ms) {
  using namespace std::chrono;
  const year_month_day day(floor<days>(sys_time<milliseconds>(milliseconds(ms))));
  return std::int64_t{static_cast<int>(day.year())} * 12 + static_cast<unsigned>(day.month()) - 1;
}

std::vector<std::string> accounts_in(Cursor& rows) {
  std::vector<std::string> accounts;
  while (rows.next()) accounts.push_back(rows.bytes_at(0));
  return accounts;
}

}  // namespace

// -- calendars --

Result<v1::MyCalendar> calendar(Bench& bench, const std::string& account) {
  v1::MyCalendar calendar;
  Cursor found(bench.connection, "SELECT body FROM calendars WHERE account = ?");
  if (found.text(account).next() && !calendar.ParseFromString(found.bytes_at(0)))
    return refuse(RefusalCode::kUnreadable, Text("store.unreadable_calendar"));
  return calendar;
}

Result<v1::MyCalendar> change_calendar(Bench& bench, const std::string& account, const lobby::CalendarChange& what) {
  if (!account_exists(bench, account)) return no_such_account();
  Result<v1::MyCalendar> now = calendar(bench, account);
  if (!now) return now;
  if (Result<void> done = what(*now, bench.now()); !done) return done.error();
  const std::string body = now->SerializeAsString();
  Cursor(bench.connection,
         "INSERT INTO calendars (account, body) VALUES (?, ?) ON CONFLICT (account) DO UPDATE SET body = excluded.body")
      .text(account)
      .blob(body)
      .run();
  return now;
}

// -- what they always order --

Result<v1::Usual> usual(Bench& bench, const std::string& account) {
  Cursor rows(bench.connection, "SELECT body FROM usual WHERE account = ? ORDER BY title, seat");
  rows.text(account);
  v1::Usual all;
  while (rows.next()) {
    if (!all.add_orders()->ParseFromString(rows.bytes_at(0)))
      return refuse(RefusalCode::kUnreadable, Text("store.unreadable_usual"));
  }
  return all;
}

Result<v1::Usual> keep_usual(Bench& bench, const std::string& account, const v1::UsualOrders& orders) {
  if (!account_exists(bench, account)) return no_such_account();
  if (orders.standing().empty() && !orders.has_stops()) {
    Cursor(bench.connection, "DELETE FROM usual WHERE account = ? AND title = ? AND seat = ?")
        .text(account)
        .text(orders.title())
        .number(orders.seat())
        .run();
    return usual(bench, account);
  }
  const std::string body = orders.SerializeAsString();
  Cursor(bench.connection,
         "INSERT INTO usual (account, title, seat, body) VALUES (?, ?, ?, ?) ON CONFLICT (account, title, seat) DO "
         "UPDATE SET body = excluded.body")
      .text(account)
      .text(orders.title())
      .number(orders.seat())
      .blob(body)
      .run();
  return usual(bench, account);
}

// -- how reliable they are --

void count(Bench& bench, const match::Tally& tally, std::int64_t now_ms) {
  if (!account_exists(bench, tally.account)) return;
  Cursor(bench.connection,
         "INSERT INTO reliability AS r (account, month, hand_overs, in_time, matches, \"left\") "
         "VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (account, month) DO UPDATE SET "
         "hand_overs = r.hand_overs + excluded.hand_overs, in_time = r.in_time + excluded.in_time, "
         "matches = r.matches + excluded.matches, \"left\" = r.\"left\" + excluded.\"left\"")
      .text(tally.account)
      .number(month_at(now_ms))
      .number(tally.hand_overs)
      .number(tally.in_time)
      .number(tally.matches)
      .number(tally.left)
      .run();
  if (tally.thought_ms < 0) return;
  Cursor(bench.connection,
         "INSERT INTO replies AS r (account, month, minutes, count) VALUES (?, ?, ?, 1) "
         "ON CONFLICT (account, month, minutes) DO UPDATE SET count = r.count + 1")
      .text(tally.account)
      .number(month_at(now_ms))
      .number(minutes_of(tally.thought_ms))
      .run();
}

namespace {

// Half of the answers took between these.
void tell_replies(Bench& bench, const std::string& account, std::int64_t since, v1::Reliability& reliability) {
  Cursor rows(bench.connection,
              "SELECT minutes, CAST(sum(count) AS BIGINT), CAST(sum(sum(count)) OVER () AS BIGINT) FROM replies "
              "WHERE account = ? AND month > ? "
              "GROUP BY minutes ORDER BY minutes");
  rows.text(account).number(since);
  std::int64_t before = 0;
  while (rows.next()) {
    const auto minutes = static_cast<std::uint32_t>(rows.number_at(0));
    const std::int64_t upto = before + rows.number_at(1), all = rows.number_at(2);
    if (all < kSaysSomething) return;
    if (before * 4 <= all && upto * 4 > all) reliability.set_quick_minutes(minutes);
    if (before * 4 < all * 3 && upto * 4 >= all * 3) reliability.set_slow_minutes(minutes);
    before = upto;
  }
}

}  // namespace

Result<v1::Reliability> reliability(Bench& bench, const std::string& account) {
  Cursor sums(bench.connection,
              "SELECT CAST(sum(hand_overs) FILTER (WHERE month > ?2) AS BIGINT), "
              "CAST(sum(in_time) FILTER (WHERE month > ?2) AS BIGINT), CAST(sum(matches) AS BIGINT), "
              "CAST(sum(\"left\") AS BIGINT) FROM reliability WHERE account = ?1");
  const std::int64_t since = month_at(bench.now()) - kMonths;
  sums.text(account).number(since);
  v1::Reliability reliability;
  if (!sums.next()) return reliability;
  reliability.set_hand_overs(static_cast<std::uint32_t>(sums.number_at(0)));
  reliability.set_in_time(static_cast<std::uint32_t>(sums.number_at(1)));
  reliability.set_matches(static_cast<std::uint32_t>(sums.number_at(2)));
  reliability.set_left(static_cast<std::uint32_t>(sums.number_at(3)));
  reliability.set_known(reliability.hand_overs() >= kSaysSomething);
  tell_replies(bench, account, since, reliability);
  return reliability;
}

// -- whom they do not want to meet --

Result<void> set_shunned(Bench& bench, const std::string& account, const lobby::Shunned& whom) {
  if (!account_exists(bench, account) || !account_exists(bench, whom.account)) return no_such_account();
  if (!whom.blocked && !whom.muted) {
    Cursor(bench.connection, "DELETE FROM shunned WHERE account = ? AND whom = ?")
        .text(account)
        .text(whom.account)
        .run();
    return {};
  }
  // Whoever is shunned in another way comes last.
  Cursor(bench.connection, "DELETE FROM shunned WHERE account = ? AND whom = ?").text(account).text(whom.account).run();
  Cursor(bench.connection, "INSERT INTO shunned (account, whom, blocked, muted) VALUES (?, ?, ?, ?)")
      .text(account)
      .text(whom.account)
      .number(whom.blocked ? 1 : 0)
      .number(whom.muted ? 1 : 0)
      .run();
  return {};
}

Result<std::vector<lobby::Shunned>> shunned(Bench& bench, const std::string& account) {
  Cursor rows(bench.connection, "SELECT whom, blocked, muted FROM shunned WHERE account = ? ORDER BY rowid");
  rows.text(account);
  std::vector<lobby::Shunned> all;
  while (rows.next()) all.push_back({rows.bytes_at(0), rows.number_at(1) != 0, rows.number_at(2) != 0});
  return all;
}

Result<std::vector<std::string>> avoided(Bench& bench, const std::string& account) {
  Cursor rows(bench.connection,
              "SELECT whom FROM shunned WHERE account = ?1 AND blocked = 1 "
              "UNION SELECT account FROM shunned WHERE whom = ?1 AND blocked = 1");
  return accounts_in(rows.text(account));
}

Result<std::vector<std::string>> muted_by(Bench& bench, const std::string& account) {
  Cursor rows(bench.connection, "SELECT account FROM shunned WHERE whom = ? AND muted = 1");
  return accounts_in(rows.text(account));
}

}  // namespace wardroom::store
