#include "server/store/beside.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "server/store/host_acts.h"
#include "server/store/jobs.h"
#include "server/store/matches.h"
#include "server/store/people.h"

namespace wardroom::store {
namespace {

constexpr std::int64_t kYearMs = std::int64_t{366} * 24 * calendar::kHourMs;

calendar::Spans down_since(Bench& bench, std::int64_t ms) {
  Cursor rows(bench.connection, "SELECT from_ms, to_ms FROM outages WHERE to_ms > ? ORDER BY from_ms");
  rows.number(ms);
  calendar::Spans spans;
  while (rows.next()) spans.push_back({rows.number_at(0), rows.number_at(1)});
  return spans;
}

// Since the last beat, if no server has been up since then: a process that was stopped and goes on may judge a clock
// before it beats again.
std::optional<calendar::Span> down_until(Bench& bench, std::int64_t now_ms) {
  if (!bench.beat_gap_ms) return std::nullopt;
  Cursor last(bench.connection, "SELECT time_ms FROM service WHERE one = 1");
  if (!last.next() || now_ms - last.number_at(0) <= *bench.beat_gap_ms) return std::nullopt;
  return calendar::Span{last.number_at(0), now_ms};
}

}  // namespace

Result<StoredBeside> beside_at(const Cursor& row, int column, const std::string& match) {
  StoredBeside stored;
  for (std::int64_t& left : stored.beside.clocks.left_ms) left = row.number_at(column++);
  stored.bytes = row.bytes_at(column);
  if (!stored.beside.aside.ParseFromString(stored.bytes))
    return refuse(RefusalCode::kUnreadable, Text("store.unreadable_card").word("match", match));
  return stored;
}

Result<match::Beside> change(Bench& bench, std::int64_t key, StoredBeside stored, const match::Change& what,
                             std::int64_t now_ms) {
  match::Beside& beside = stored.beside;
  const match::ClockState before = beside.clocks;
  match::Moment moment{now_ms, down_since(bench, beside.aside.since_ms())};
  if (const auto down = down_until(bench, now_ms)) moment.down.push_back(*down);
  if (Result<void> done = what(beside, moment); !done) return done.error();
  const std::string bytes = beside.aside.SerializeAsString();
  if (bytes != stored.bytes || beside.clocks.left_ms != before.left_ms) {
    Cursor(bench.connection, "UPDATE progress SET left_0 = ?, left_1 = ?, aside = ? WHERE match = ?")
        .number(beside.clocks.left_ms[0])
        .number(beside.clocks.left_ms[1])
        .blob(bytes)
        .number(key)
        .run();
  }
  for (const match::Tally& tally : beside.tallies) count(bench, tally, now_ms);
  beside.tallies.clear();
  add_jobs(bench, std::exchange(beside.jobs, {}));
  if (beside.deed) keep_deed(bench, *beside.deed);
  return std::move(beside);
}

Result<match::Beside> change(Bench& bench, const std::string& match, const match::Change& what) {
  std::int64_t key = 0;
  std::int64_t moved_ms = 0;
  StoredBeside stored;
  {
    Cursor found(bench.connection,
                 "SELECT match, moved_ms, left_0, left_1, aside FROM progress "
                 "WHERE match = (SELECT key FROM matches WHERE id = ?) /*pg FOR NO KEY UPDATE */");
    if (!found.text(match).next()) return no_such_match(match);
    key = found.number_at(0);
    moved_ms = found.number_at(1);
    Result<StoredBeside> read = beside_at(found, 2, match);
    if (!read) return read.error();
    stored = std::move(*read);
  }
  Result<match::Beside> changed = change(bench, key, std::move(stored), what, std::max(bench.now(), moved_ms));
  if (!changed || !changed->mended) return changed;
  const int mended = Cursor(bench.connection, "UPDATE progress SET state = ? WHERE match = ? AND state = ?")
                         .number(*changed->mended)
                         .number(key)
                         .number(v1::MATCH_STATE_PARKED)
                         .changed();
  if (mended == 0) return refuse(RefusalCode::kConflict, Text("store.other_state").word("match", match));
  return changed;
}

Result<calendar::Spans> beat(Bench& bench, std::int64_t gap_ms) {
  const std::int64_t now = bench.now();
  bench.beat_gap_ms = gap_ms;
  // Two servers that come back do not both write down that none was there.
  Cursor(bench.connection, "SELECT 1 FROM service WHERE one = 1 /*pg FOR NO KEY UPDATE */").next();
  if (const auto down = down_until(bench, now)) {
    Cursor(bench.connection, "INSERT INTO outages (from_ms, to_ms) VALUES (?, ?)")
        .number(down->from_ms)
        .number(down->to_ms)
        .run();
  }
  Cursor(bench.connection,
         "INSERT INTO service (one, time_ms) VALUES (1, ?) ON CONFLICT (one) DO UPDATE "
         "SET time_ms = excluded.time_ms WHERE service.time_ms < excluded.time_ms")
      .number(now)
      .run();
  return down_since(bench, now - kYearMs);
}

}  // namespace wardroom::store
