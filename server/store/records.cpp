#include "server/store/records.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <set>
#include <tuple>

#include "server/match/card_info.h"
#include "server/store/accounts.h"
#include "server/store/place.h"

namespace wardroom::store {
namespace {

using v1::record::FinishedMatch;
using v1::record::RatedMatch;

constexpr std::int64_t kRowsLookedAt = 2000;
constexpr int kLeastDecisions = 2;  // of each, before somebody can lose by his clock for ratings

// What the rules of ratings say of a card; the first reason that holds.
constexpr const char* kInsert =
    "INSERT INTO finished_matches (key, match, event, title, scenario, live, finished_ms, account_0, account_1, "
    "ending, "
    "unrated, is_private, bots) "
    "SELECT key, id, event, title, scenario, CASE WHEN clock_bank > 0 AND clock_bank < 86400 THEN 1 ELSE 0 END, "
    "moved_ms, account_0, account_1, ending, "
    "CASE WHEN by_rules <> 0 THEN 'rules' "
    "WHEN bot_0 <> '' OR bot_1 <> '' THEN 'bot' "
    "WHEN account_0 = '' OR account_1 = '' OR account_0 = account_1 THEN 'alone' "
    "WHEN overlay <> '' THEN 'overlay' "
    "WHEN length(origin) > 0 THEN 'played_on' "
    "WHEN EXISTS (SELECT 1 FROM restarted_matches r WHERE r.match = key) THEN 'restarted' "
    "WHEN EXISTS (SELECT 1 FROM accounts a WHERE a.id IN (account_0, account_1) AND a.guest <> 0) THEN 'guest' "
    "WHEN (SELECT count(*) FROM account_marks a WHERE a.account IN (account_0, account_1) AND a.program <> 0) = 1 "
    "THEN 'program' "
    "WHEN EXISTS (SELECT 1 FROM account_marks a WHERE a.account IN (account_0, account_1) AND a.unrated <> 0) "
    "THEN 'opted_out' "
    "ELSE '' END, "
    "CASE WHEN is_private <> 0 AND open_afterwards = 0 THEN 1 ELSE 0 END, "
    "CASE WHEN (SELECT count(*) FROM account_marks a WHERE a.account IN (account_0, account_1) AND a.program <> 0) = 2 "
    "THEN 1 ELSE 0 END "
    "FROM matches JOIN progress ON match = key "
    "WHERE key = ? AND state = 5 AND seq > 0 AND ending IS NOT NULL "
    "ON CONFLICT (key) DO UPDATE SET event = excluded.event, title = excluded.title, scenario = excluded.scenario, "
    "live = excluded.live, finished_ms = excluded.finished_ms, account_0 = excluded.account_0, "
    "account_1 = excluded.account_1, ending = excluded.ending, unrated = excluded.unrated, "
    "is_private = excluded.is_private, bots = excluded.bots";

void not_rated(Bench& bench, std::int64_t key, const std::string& why) {
  Cursor(bench.connection, "UPDATE finished_matches SET unrated = ? WHERE key = ? AND unrated = ''")
      .text(why)
      .number(key)
      .run();
}

bool marked_unrated(Bench& bench, std::int64_t key) {
  Cursor row(bench.connection, "SELECT options FROM matches WHERE key = ?");
  v1::record::Options options;
  return row.number(key).next() && options.ParseFromString(row.bytes_at(0)) && options.unrated();
}

// Rows as they were written, the first so many.
template <class Each>
void each_row(Bench& bench, std::int64_t key, Each each) {
  Cursor rows(bench.connection, "SELECT row FROM journal WHERE place BETWEEN ? AND ? ORDER BY place LIMIT ?");
  rows.number(place(key, 0)).number(place(key, kLastSeq)).number(kRowsLookedAt);
  v1::record::Row row;
  while (rows.next())
    if (row.ParseFromString(rows.bytes_at(0))) each(row);
}

bool over_too_soon(Bench& bench, std::int64_t key) {
  v1::Ending ending;
  {
    Cursor row(bench.connection, "SELECT ending FROM finished_matches WHERE key = ?");
    if (!row.number(key).next() || !ending.ParseFromString(row.bytes_at(0))) return false;
  }
  if (ending.kind() != v1::ENDING_KIND_FLAG) return false;
  std::array<int, 2> decisions{};
  each_row(bench, key, [&](const v1::record::Row& row) {
    if (row.has_seat() && row.has_action() && row.seat() < 2) ++decisions[row.seat()];
  });
  return std::ranges::min(decisions) < kLeastDecisions;
}

// Half points of the first, and by how much against par.
void put_result(const v1::Ending& ending, FinishedMatch& match) {
  std::optional<std::uint32_t> winner;
  if (ending.kind() == v1::ENDING_KIND_PLAYED) {
    if (ending.has_par_winner()) winner = ending.par_winner();
  } else if (ending.has_winner()) {
    winner = ending.winner();
  }
  match.set_first_halves(!winner ? 1 : *winner == 0 ? 2 : 0);
  match.set_margin(match::margin_halves(ending));
}

// None: it cannot be read, or was not played.
std::optional<FinishedMatch> finished_at(const Cursor& row) {
  FinishedMatch match;
  match.set_match(row.bytes_at(0));
  match.set_event(row.bytes_at(1));
  match.set_title(row.bytes_at(2));
  match.set_scenario(row.bytes_at(3));
  match.set_live(row.number_at(4) != 0);
  match.set_finished_ms(row.number_at(5));
  match.set_first(row.bytes_at(6));
  match.set_second(row.bytes_at(7));
  v1::Ending ending;
  if (!ending.ParseFromString(row.bytes_at(8)) || ending.kind() == v1::ENDING_KIND_ABANDONED) return std::nullopt;
  put_result(ending, match);
  match.set_unrated(row.bytes_at(9));
  match.set_is_private(row.number_at(10) != 0);
  match.set_bots(row.number_at(11) != 0);
  return match;
}

RatedMatch rated_of(const FinishedMatch& match) {
  RatedMatch rated;
  rated.set_match(match.match());
  rated.set_title(match.title());
  rated.set_scenario(match.scenario());
  rated.set_live(match.live());
  rated.set_finished_ms(match.finished_ms());
  rated.set_first(match.first());
  rated.set_second(match.second());
  rated.set_first_halves(match.first_halves());
  rated.set_margin(match.margin());
  rated.set_bots(match.bots());
  return rated;
}

std::set<std::string> programs(Bench& bench) {
  std::set<std::string> all;
  Cursor rows(bench.connection, "SELECT account FROM account_marks WHERE program <> 0");
  while (rows.next()) all.insert(rows.bytes_at(0));
  return all;
}

}  // namespace

void finish_match(Bench& bench, std::int64_t key) {
  Cursor(bench.connection, kInsert).number(key).run();
  if (marked_unrated(bench, key)) not_rated(bench, key, "marked");
  if (over_too_soon(bench, key)) not_rated(bench, key, "short");
}

void note_restart(Bench& bench, std::int64_t key) {
  Cursor(bench.connection, "INSERT INTO restarted_matches (match) VALUES (?) ON CONFLICT DO NOTHING").number(key).run();
}

Result<std::vector<FinishedMatch>> finished(Bench& bench, const events::FinishedQuery& query) {
  std::int64_t before_ms = std::numeric_limits<std::int64_t>::max();
  if (!query.after.empty()) {
    Cursor last(bench.connection, "SELECT finished_ms FROM finished_matches WHERE match = ?");
    if (!last.text(query.after).next()) return std::vector<FinishedMatch>();
    before_ms = last.number_at(0);
  }
  Cursor rows(bench.connection,
              "SELECT match, event, title, scenario, live, finished_ms, account_0, account_1, ending, unrated, "
              "is_private, bots FROM finished_matches "
              "WHERE (?1 = '' OR account_0 = ?1 OR account_1 = ?1) AND (?2 = '' OR title = ?2) AND "
              "(is_private = 0 OR ?3 = 0) AND (finished_ms < ?4 OR (finished_ms = ?4 AND match < ?5)) "
              "ORDER BY finished_ms DESC, match DESC LIMIT ?6");
  rows.text(query.account).text(query.title).number(query.open_only ? 1 : 0).number(before_ms).text(query.after);
  rows.number(query.limit == 0 ? std::numeric_limits<std::int64_t>::max() : static_cast<std::int64_t>(query.limit));
  std::vector<FinishedMatch> all;
  while (rows.next())
    if (std::optional<FinishedMatch> match = finished_at(rows)) all.push_back(std::move(*match));
  return all;
}

Result<std::vector<RatedMatch>> rated(Bench& bench) {
  std::vector<RatedMatch> all;
  const std::set<std::string> bots = programs(bench);
  {
    Cursor rows(bench.connection,
                "SELECT r.body FROM rated_matches r LEFT JOIN finished_matches f ON f.match = r.match "
                "WHERE coalesce(f.unrated, '') = ''");
    while (rows.next()) {
      RatedMatch match;
      if (!match.ParseFromString(rows.bytes_at(0)))
        return refuse(RefusalCode::kUnreadable, Text("store.unreadable_event"));
      const bool first = bots.contains(match.first()), second = bots.contains(match.second());
      match.set_bots(first && second);
      if (first == second) all.push_back(std::move(match));
    }
  }
  Cursor rows(bench.connection,
              "SELECT match, event, title, scenario, live, finished_ms, account_0, account_1, ending, unrated, "
              "is_private, bots FROM finished_matches WHERE event = '' AND unrated = ''");
  while (rows.next())
    if (const std::optional<FinishedMatch> match = finished_at(rows)) all.push_back(rated_of(*match));
  std::ranges::sort(all, {}, [](const RatedMatch& each) {
    return std::tuple(each.title(), each.live(), each.finished_ms(), each.match());
  });
  return all;
}

Result<std::int64_t> rated_version(Bench& bench) {
  Cursor row(bench.connection, "SELECT version FROM rated_version");
  return row.next() ? row.number_at(0) : 0;
}

Result<std::array<std::vector<std::int64_t>, 2>> paces(Bench& bench, const std::string& match) {
  std::array<std::vector<std::int64_t>, 2> times;
  std::int64_t key = 0;
  {
    Cursor row(bench.connection, "SELECT key FROM finished_matches WHERE match = ?");
    if (!row.text(match).next()) return times;
    key = row.number_at(0);
  }
  std::int64_t before_ms = 0;
  each_row(bench, key, [&](const v1::record::Row& row) {
    const bool by_hand = row.has_seat() && row.seat() < 2 && row.has_action() && !row.sole() && !row.has_by_order();
    if (by_hand && before_ms > 0) times[row.seat()].push_back(row.time_ms() - before_ms);
    before_ms = row.time_ms();
  });
  return times;
}

// -- what accounts have said of themselves --

Result<events::Marks> marks_of(Bench& bench, const std::string& account) {
  Cursor row(bench.connection, "SELECT program, unrated FROM account_marks WHERE account = ?");
  if (!row.text(account).next()) return events::Marks();
  return events::Marks{row.number_at(0) != 0, row.number_at(1) != 0};
}

Result<std::vector<std::string>> opted_out(Bench& bench) {
  std::vector<std::string> all;
  Cursor rows(bench.connection, "SELECT account FROM account_marks WHERE unrated <> 0");
  while (rows.next()) all.push_back(rows.bytes_at(0));
  return all;
}

Result<void> set_rated(Bench& bench, const std::string& account, bool rated) {
  if (!account_exists(bench, account)) return no_such_account();
  Cursor(
      bench.connection,
      "INSERT INTO account_marks (account, unrated) VALUES (?1, ?2) ON CONFLICT (account) DO UPDATE SET unrated = ?2")
      .text(account)
      .number(rated ? 0 : 1)
      .run();
  return {};
}

Result<void> be_program(Bench& bench, const std::string& account) {
  if (!account_exists(bench, account)) return no_such_account();
  const bool is = marks_of(bench, account)->program;
  if (is) return {};
  Cursor played(bench.connection, "SELECT 1 FROM finished_matches WHERE account_0 = ?1 OR account_1 = ?1 LIMIT 1");
  if (played.text(account).next()) return refuse(RefusalCode::kConflict, "refusal.program_has_played");
  Cursor(bench.connection,
         "INSERT INTO account_marks (account, program) VALUES (?, 1) ON CONFLICT (account) DO UPDATE SET program = 1")
      .text(account)
      .run();
  return {};
}

}  // namespace wardroom::store
