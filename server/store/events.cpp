#include "server/store/events.h"

#include <algorithm>
#include <array>
#include <limits>
#include <set>

#include "server/match/jobs.h"
#include "server/store/jobs.h"
#include "server/store/matches.h"
#include "server/tournament/event_news.h"
#include "server/tournament/event_results.h"

namespace wardroom::store {
namespace {

Refusal no_such_event() { return refuse(RefusalCode::kNotFound, Text("store.no_such_event")); }

std::set<std::string> people_of(const tournament::Event& event) {
  std::set<std::string> people(event.directors().begin(), event.directors().end());
  for (const auto& entry : event.entries())
    if (!entry.account().empty()) people.insert(entry.account());
  return people;
}

void keep_people(Bench& bench, std::int64_t key, const tournament::Event& event) {
  Cursor(bench.connection, "DELETE FROM event_people WHERE event = ?").number(key).run();
  for (const std::string& account : people_of(event))
    Cursor(bench.connection, "INSERT INTO event_people (event, account) VALUES (?, ?)").number(key).text(account).run();
}

void keep_jobs(Bench& bench, std::int64_t key, const tournament::Event& event) {
  Cursor(bench.connection, "DELETE FROM event_jobs WHERE event = ?").number(key).run();
  for (const tournament::EventJob& job : tournament::jobs_of(event))
    Cursor(bench.connection, "INSERT INTO event_jobs (event, job, due_ms) VALUES (?, ?, ?)")
        .number(key)
        .text(job.key)
        .number(job.due_ms)
        .run();
}

void keep_rated(Bench& bench, std::int64_t key, const tournament::Event& event) {
  Cursor(bench.connection, "DELETE FROM rated_matches WHERE event = ?").number(key).run();
  for (const v1::record::RatedMatch& match : tournament::rated_matches(event)) {
    const std::string body = match.SerializeAsString();
    Cursor(bench.connection,
           "INSERT INTO rated_matches (match, event, title, live, finished_ms, body) VALUES (?, ?, ?, ?, ?, ?)")
        .text(match.match())
        .number(key)
        .text(match.title())
        .number(match.live() ? 1 : 0)
        .number(match.finished_ms())
        .blob(body)
        .run();
  }
}

// -- what people are told --

constexpr std::array kNews{match::news::kEventPaired, match::news::kEventDeadline, match::news::kEventRuled,
                           match::news::kEventSaid,   match::news::kEventWaiting,  match::news::kEventAdmitted,
                           match::news::kEventLooked, match::news::kEventStopped};

std::string payload_of(const v1::record::EventNews& about) { return about.event() + '\n' + about.SerializeAsString(); }

// What is not so any more is not told.
void drop_news(Bench& bench, const tournament::Event& event) {
  struct Waiting {
    std::int64_t id;
    std::string kind, account, payload;
  };
  std::vector<Waiting> all;
  const std::string start = event.id() + '\n';
  {
    Cursor rows(bench.connection,
                "SELECT id, kind, account, payload FROM outbox WHERE state IN (0, 2) AND account <> '' AND "
                "kind >= 'event_' AND kind < 'event`' AND substr(payload, 1, CAST(? AS INTEGER)) = ?");
    rows.number(static_cast<std::int64_t>(start.size())).blob(start);
    while (rows.next()) all.push_back({rows.number_at(0), rows.bytes_at(1), rows.bytes_at(2), rows.bytes_at(3)});
  }
  for (const Waiting& each : all) {
    const auto kind = std::ranges::find(kNews, each.kind);
    v1::record::EventNews about;
    if (kind == kNews.end() || !about.ParseFromString(each.payload.substr(start.size()))) continue;
    if (tournament::still_true(event, static_cast<tournament::NewsKind>(kind - kNews.begin()), each.account, about))
      continue;
    (void)settle(bench, {each.id}, v1::Delivery::SUPERSEDED, {});
  }
}

void add_news(Bench& bench, const tournament::Event& before, const tournament::Event& after) {
  match::Stamp stamp;
  stamp.time_ms = bench.now();
  for (tournament::News& news : tournament::news_of(before, after, stamp.time_ms)) {
    match::Job job;
    job.kind = kNews[static_cast<std::size_t>(news.kind)];
    job.payload = payload_of(news.about);
    job.account = std::move(news.account);
    if (news.due_ms > 0) job.due_ms = [due = news.due_ms](const match::Stamp&) { return due; };
    add_job(bench, job, stamp);
  }
}

Result<std::int64_t> keep_state(Bench& bench, const events::EventCommit& commit, const std::string& body) {
  const tournament::Event& event = commit.event;
  const auto version = static_cast<std::int64_t>(event.version());
  const int written =
      commit.after == 0
          ? Cursor(bench.connection,
                   "INSERT INTO events (id, version, title, state, body) VALUES (?, ?, ?, ?, ?) "
                   "ON CONFLICT DO NOTHING")
                .text(event.id())
                .number(version)
                .text(event.rules().title())
                .number(event.state())
                .blob(body)
                .changed()
          : Cursor(bench.connection,
                   "UPDATE events SET version = ?, title = ?, state = ?, body = ? WHERE id = ? AND version = ?")
                .number(version)
                .text(event.rules().title())
                .number(event.state())
                .blob(body)
                .text(event.id())
                .number(static_cast<std::int64_t>(commit.after))
                .changed();
  if (written == 0) return refuse(RefusalCode::kConflict, Text("store.other_event"));
  Cursor key(bench.connection, "SELECT key FROM events WHERE id = ?");
  if (!key.text(event.id()).next()) return no_such_event();
  return key.number_at(0);
}

Result<tournament::Event> event_at(const Cursor& row, int column) {
  tournament::Event event;
  if (!event.ParseFromString(row.bytes_at(column)))
    return refuse(RefusalCode::kUnreadable, Text("store.unreadable_event"));
  return event;
}

std::vector<std::string> ids_in(Cursor& rows) {
  std::vector<std::string> ids;
  while (rows.next()) ids.push_back(rows.bytes_at(0));
  return ids;
}

}  // namespace

Result<void> keep_event(Bench& bench, const events::EventCommit& commit) {
  const std::string body = commit.event.SerializeAsString();
  Result<tournament::Event> before = tournament::Event();
  if (commit.after != 0) before = store::event(bench, commit.event.id());
  if (!before) return before.error();
  const Result<std::int64_t> key = keep_state(bench, commit, body);
  if (!key) return key.error();
  bench.hooks.reach(Step::kRows);
  keep_people(bench, *key, commit.event);
  keep_jobs(bench, *key, commit.event);
  keep_rated(bench, *key, commit.event);
  for (const match::MatchCard& card : commit.matches)
    if (Result<match::MatchCard> made = store::create(bench, card); !made) return made.error();
  bench.hooks.reach(Step::kQueues);
  drop_news(bench, commit.event);
  add_news(bench, *before, commit.event);
  bench.hooks.reach(Step::kOutbox);
  return {};
}

Result<tournament::Event> event(Bench& bench, const std::string& id) {
  Cursor found(bench.connection, "SELECT body FROM events WHERE id = ?");
  if (!found.text(id).next()) return no_such_event();
  return event_at(found, 0);
}

Result<std::vector<tournament::Event>> events(Bench& bench, const events::EventQuery& query) {
  std::int64_t before = std::numeric_limits<std::int64_t>::max();
  if (!query.after.empty()) {
    Cursor last(bench.connection, "SELECT key FROM events WHERE id = ?");
    if (!last.text(query.after).next()) return std::vector<tournament::Event>();
    before = last.number_at(0);
  }
  Cursor rows(bench.connection,
              "SELECT body FROM events WHERE key < ?1 AND (state >= ?2) = (?3 <> 0) AND (?4 = '' OR title = ?4) AND "
              "CASE WHEN ?5 = '' THEN state > 0 ELSE key IN (SELECT event FROM event_people WHERE account = ?5) END "
              "ORDER BY key DESC LIMIT ?6");
  rows.number(before).number(v1::EVENT_STATE_FINISHED).number(query.over ? 1 : 0);
  rows.text(query.title).text(query.account).number(query.limit);
  std::vector<tournament::Event> all;
  while (rows.next()) {
    Result<tournament::Event> each = event_at(rows, 0);
    if (!each) return each.error();
    all.push_back(std::move(*each));
  }
  return all;
}

Result<std::vector<std::string>> running_events(Bench& bench) {
  Cursor rows(bench.connection, "SELECT id FROM events WHERE state = ?");
  return ids_in(rows.number(v1::EVENT_STATE_PLAYING));
}

Result<std::vector<std::string>> due_events(Bench& bench, std::int64_t now_ms) {
  Cursor rows(bench.connection,
              "SELECT id FROM events WHERE key IN (SELECT event FROM event_jobs WHERE due_ms <= ?) ORDER BY key");
  return ids_in(rows.number(now_ms));
}

Result<std::int64_t> next_due(Bench& bench) {
  Cursor row(bench.connection, "SELECT coalesce(min(due_ms), 0) FROM event_jobs");
  return row.next() ? row.number_at(0) : 0;
}

}  // namespace wardroom::store
