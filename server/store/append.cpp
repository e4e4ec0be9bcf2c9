#include <algorithm>
#include <array>
#include <optional>

#include "server/engine/journal.h"
#include "server/store/beside.h"
#include "server/store/jobs.h"
#include "server/store/journals.h"
#include "server/store/matches.h"
#include "server/store/place.h"
#include "server/store/records.h"

namespace wardroom::store {
namespace {

using match::Commit;

struct Progress {
  std::int64_t key = 0;
  v1::MatchState state = v1::MATCH_STATE_UNSPECIFIED;
  bool ended = false;
  StoredBeside beside;
  std::int64_t moved_ms = 0;
  std::uint64_t seq = 0;
  std::string hash;
  std::int64_t shown_ms = 0;
  struct Shown {  // what a viewer was last sent: its serial, when, and with which row
    std::int64_t serial = 0;
    std::int64_t time_ms = 0;
    std::int64_t row = 0;
  };
  std::array<Shown, 3> shown;
  std::array<bool, 2> to_move{};
};

Result<Progress> progress_of(Bench& bench, const std::string& match) {
  Cursor found(bench.connection,
               "SELECT match, state, ending IS NOT NULL, left_0, left_1, aside, moved_ms, seq, hash, shown_ms, "
               "serial_0, time_0, row_0, serial_1, time_1, row_1, serial_2, time_2, row_2, to_move FROM progress "
               "WHERE match = (SELECT key FROM matches WHERE id = ?) /*pg FOR NO KEY UPDATE */");
  if (!found.text(match).next()) return no_such_match(match);
  Progress progress;
  progress.key = found.number_at(0);
  progress.state = static_cast<v1::MatchState>(found.number_at(1));
  progress.ended = found.number_at(2) != 0;
  Result<StoredBeside> beside = beside_at(found, 3, match);
  if (!beside) return beside.error();
  progress.beside = std::move(*beside);
  progress.moved_ms = found.number_at(6);
  progress.seq = static_cast<std::uint64_t>(found.number_at(7));
  progress.hash = found.bytes_at(8);
  progress.shown_ms = found.number_at(9);
  int column = 10;
  for (Progress::Shown& shown : progress.shown) {
    shown.serial = found.number_at(column++);
    shown.time_ms = found.number_at(column++);
    shown.row = found.number_at(column++);
  }
  const std::int64_t to_move = found.number_at(column);
  progress.to_move = {(to_move & 1) != 0, (to_move & 2) != 0};
  return progress;
}

Refusal conflict(const std::string& match, std::uint64_t after) {
  return refuse(RefusalCode::kConflict,
                Text("store.row_taken").word("match", match).number("row", static_cast<std::int64_t>(after + 1)));
}

Refusal malformed(const Commit& commit) {
  return refuse(RefusalCode::kMalformed, Text("store.malformed_step").word("match", commit.match));
}

// What is told stands in the last row of its step, so a step that tells has a row and tells each viewer once.
bool well_formed(const Commit& commit) {
  std::uint64_t seq = commit.after;
  for (const auto& row : commit.rows) {
    if (row.seq() != ++seq) return false;
  }
  std::array<bool, 3> told{};
  for (const auto& one : commit.told) {
    const std::size_t who = index(one.viewer);
    if (who >= told.size() || std::exchange(told[who], true) || commit.rows.empty()) return false;
  }
  if (commit.checkpoint && (commit.rows.empty() || commit.checkpoint->seq() > seq)) return false;
  if (commit.chapter && (!commit.checkpoint || commit.checkpoint->seq() != commit.chapter->row)) return false;
  const bool first = commit.after == 0 && !commit.rows.empty();
  if (first != commit.head.has_value()) return false;
  return !first ||
         (commit.previous_hash == chain_start(*commit.head) && commit.checkpoint && commit.checkpoint->seq() == 0);
}

void insert_rows(Bench& bench, Prepared& prepared, const Progress& progress, match::Stamp& stamp) {
  Commit& commit = prepared.commit;
  std::string bytes;
  for (auto& row : commit.rows) {
    seal(row, stamp.last_hash, stamp.time_ms);
    row.SerializeToString(&bytes);
    Cursor insert(bench.connection,
                  "INSERT INTO journal (place, time_ms, serial_0, serial_1, serial_2, row, told_0, told_1, told_2) "
                  "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)");
    insert.number(place(progress.key, row.seq())).number(stamp.time_ms);
    for (const auto& viewer : commit.viewers) insert.number(static_cast<std::int64_t>(viewer.serial()));
    insert.blob(bytes);
    for (const std::string& reports : prepared.told) {
      if (&row == &commit.rows.back() && !reports.empty()) {
        insert.blob(reports);
      } else {
        insert.null();
      }
    }
    insert.run();
    stamp.last_hash = row.hash();
  }
  bench.hooks.reach(Step::kRows);
}

void insert_checkpoint(Bench& bench, const v1::record::Checkpoint& checkpoint, const Progress& progress) {
  Cursor(bench.connection,
         "INSERT INTO checkpoints (place, epoch, checksum, position, rules_revision, rounds, chapters) "
         "VALUES (?, ?, ?, ?, ?, ?, ?)")
      .number(place(progress.key, checkpoint.seq()))
      .number(checkpoint.epoch())
      .blob(checkpoint.checksum())
      .blob(checkpoint.position())
      .number(checkpoint.rules_revision())
      .number(checkpoint.rounds())
      .number(checkpoint.chapters())
      .run();
}

// See match::Store for which are kept.
void drop_checkpoints(Bench& bench, const Commit& commit, const Progress& progress) {
  for (const auto& row : commit.rows) {
    if (!row.has_rewind()) continue;
    Cursor(bench.connection, "DELETE FROM checkpoints WHERE place > ? AND place < ?")
        .number(place(progress.key, row.rewind().checkpoint()))
        .number(place(progress.key, row.seq()))
        .run();
  }
  const bool ends = commit.state == v1::MATCH_STATE_OVER && progress.state != v1::MATCH_STATE_OVER;
  if (!commit.checkpoint && !ends) return;
  Cursor(bench.connection,
         "DELETE FROM checkpoints WHERE place > ?1 AND place < "
         "(SELECT place FROM checkpoints WHERE place > ?1 AND place <= ?2 ORDER BY place DESC LIMIT 1 OFFSET ?3) "
         "AND place NOT IN (SELECT place FROM chapters WHERE place BETWEEN ?1 AND ?2)")
      .number(place(progress.key, 0))
      .number(place(progress.key, kLastSeq))
      .number(ends ? 0 : static_cast<std::int64_t>(match::kCheckpointsKept) - 1)
      .run();
}

void insert_pages(Bench& bench, const Commit& commit, const Progress& progress, const match::Stamp& stamp) {
  for (const match::Page& page : commit.pages) {
    Cursor(bench.connection,
           "INSERT INTO pages (place, last_serial, time_ms, body) VALUES (?, ?, ?, ?) ON CONFLICT (place) DO UPDATE "
           "SET last_serial = excluded.last_serial, time_ms = excluded.time_ms, body = excluded.body")
        .number(page_place(progress.key, page.viewer, page.number))
        .number(static_cast<std::int64_t>(page.last_serial))
        .number(stamp.time_ms)
        .blob(page.body)
        .run();
  }
}

void insert_chapter(Bench& bench, const match::Chapter& chapter, const Progress& progress, const match::Stamp& stamp) {
  const std::string name = chapter.name.SerializeAsString();
  Cursor insert(bench.connection,
                "INSERT INTO chapters (place, name, serial_0, serial_1, serial_2, time_ms, body_0, body_1, body_2) "
                "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)");
  insert.number(place(progress.key, chapter.row)).blob(name);
  for (const std::uint64_t serial : chapter.serials) insert.number(static_cast<std::int64_t>(serial));
  insert.number(stamp.time_ms);
  for (const std::string& body : chapter.bodies) insert.blob(body);
  insert.run();
}

// Whether what is stored is what it follows. Only servers that share a database can be wrong.
bool is_newest(Bench& bench, const match::StoredQueue& queue, std::int64_t key) {
  Cursor row(bench.connection, "SELECT body FROM queues WHERE place = ?");
  v1::record::Queue stored;
  if (row.number(seat_place(key, queue.seat)).next() && !stored.ParseFromString(row.bytes_at(0))) return true;
  return stored.shown().version() == queue.follows;
}

void write_queue(Bench& bench, const match::StoredQueue& queue, std::int64_t key) {
  if (queue.body.empty()) {
    Cursor(bench.connection, "DELETE FROM queues WHERE place = ?").number(seat_place(key, queue.seat)).run();
    return;
  }
  Cursor(bench.connection,
         "INSERT INTO queues (place, body) VALUES (?, ?) ON CONFLICT (place) DO UPDATE SET body = excluded.body")
      .number(seat_place(key, queue.seat))
      .blob(queue.body)
      .run();
}

// A link of a mail leads to its match until what was asked has been answered.
void end_links_of_answered(Bench& bench, const Commit& commit, const Progress& progress) {
  for (Seat seat : kSeats) {
    if (!progress.to_move[index(seat)] || commit.to_move[index(seat)]) continue;
    Cursor(bench.connection,
           "DELETE FROM tokens WHERE match = ?1 AND match <> '' AND account = "
           "(SELECT CASE ?2 WHEN 0 THEN account_0 ELSE account_1 END FROM matches WHERE key = ?3)")
        .text(commit.match)
        .number(static_cast<std::int64_t>(seat))
        .number(progress.key)
        .run();
  }
}

void update_progress(Bench& bench, const Commit& commit, const Progress& progress, const match::Stamp& stamp) {
  Cursor update(
      bench.connection,
      "UPDATE progress SET to_move = ?, moved_ms = ?, shown_ms = ?, seq = ?, serial_0 = ?, "
      "menu_0 = ?, time_0 = ?, row_0 = ?, serial_1 = ?, menu_1 = ?, time_1 = ?, row_1 = ?, serial_2 = ?, menu_2 = ?, "
      "time_2 = ?, row_2 = ?, hash = ?, answered_0 = CASE ? WHEN 0 THEN ? ELSE answered_0 END, "
      "answered_1 = CASE ? WHEN 1 THEN ? ELSE answered_1 END WHERE match = ?");
  update.number((commit.to_move[0] ? 1 : 0) | (commit.to_move[1] ? 2 : 0));
  update.number(commit.rows.empty() ? progress.moved_ms : stamp.time_ms);
  update.number(commit.shown ? stamp.time_ms : progress.shown_ms);
  const auto last = static_cast<std::int64_t>(commit.after + commit.rows.size());
  update.number(last);
  for (std::size_t i = 0; i < progress.shown.size(); ++i) {
    const auto serial = static_cast<std::int64_t>(commit.viewers[i].serial());
    const Progress::Shown& before = progress.shown[i];
    const bool told = serial != before.serial;
    update.number(serial).number(static_cast<std::int64_t>(commit.viewers[i].menu_serial()));
    update.number(told ? stamp.time_ms : before.time_ms).number(told ? last : before.row);
  }
  update.blob(stamp.last_hash);
  for (Seat seat : kSeats) {
    update.number(commit.by_hand ? static_cast<std::int64_t>(*commit.by_hand) : -1);
    update.number(static_cast<std::int64_t>(commit.viewers[index(seat)].serial()));
  }
  update.number(progress.key).run();
  if (commit.progress) {
    const std::string shown = commit.progress->shown.SerializeAsString();
    const std::string held_back = commit.progress->held_back.SerializeAsString();
    Cursor(bench.connection, "UPDATE progress SET progress = ?, held_back = ? WHERE match = ?")
        .blob(shown)
        .blob(held_back)
        .number(progress.key)
        .run();
  }

  // The state is indexed: written only when it changes.
  if (commit.state == progress.state && commit.ending.has_value() == progress.ended) return;
  Cursor state(bench.connection, "UPDATE progress SET state = ?, ending = ? WHERE match = ?");
  const std::string ending = commit.ending ? commit.ending->SerializeAsString() : std::string();
  state.number(commit.state);
  if (commit.ending) {
    state.blob(ending);
  } else {
    state.null();
  }
  state.number(progress.key).run();
}

}  // namespace

Prepared prepared(Commit commit) {
  Prepared prepared;
  prepared.well_formed = well_formed(commit);
  if (prepared.well_formed) {
    for (auto& told : commit.told) {
      if (told.reports.empty()) continue;
      v1::PastReports past;
      past.set_serial(told.serial);
      for (auto& report : told.reports) *past.add_reports() = std::move(report);
      past.SerializeToString(&prepared.told[index(told.viewer)]);
    }
  }
  commit.told.clear();
  prepared.commit = std::move(commit);
  return prepared;
}

Result<match::Stamp> append(Bench& bench, Prepared& prepared) {
  Commit& commit = prepared.commit;
  const Result<Progress> progress = progress_of(bench, commit.match);
  if (!progress) return progress.error();
  if (commit.after != progress->seq) return conflict(commit.match, commit.after);
  if (progress->seq > 0 && commit.previous_hash != progress->hash) return conflict(commit.match, commit.after);
  for (const match::StoredQueue& queue : commit.queues)
    if (!is_newest(bench, queue, progress->key)) return conflict(commit.match, commit.after);
  if (!prepared.well_formed) return malformed(commit);
  if (commit.after + commit.rows.size() > kLastSeq) {
    return refuse(RefusalCode::kTooMuch, Text("store.match_too_long").word("match", commit.match));
  }

  match::Stamp stamp;
  stamp.time_ms = std::max(bench.now(), progress->moved_ms);
  stamp.last_hash = progress->seq > 0 || commit.rows.empty() ? progress->hash : commit.previous_hash;
  stamp.beside = progress->beside.beside;
  if (commit.beside) {
    auto changed = change(bench, progress->key, progress->beside, commit.beside, stamp.time_ms);
    if (!changed) return changed.error();
    stamp.beside = std::move(*changed);
  }

  insert_rows(bench, prepared, *progress, stamp);
  if (commit.head) {
    const std::string head = commit.head->SerializeAsString();
    Cursor(bench.connection, "UPDATE matches SET head = ? WHERE key = ?").blob(head).number(progress->key).run();
  }
  if (commit.checkpoint) {
    insert_checkpoint(bench, *commit.checkpoint, *progress);
    bench.hooks.reach(Step::kCheckpoint);
  }
  insert_pages(bench, commit, *progress, stamp);
  if (commit.chapter) insert_chapter(bench, *commit.chapter, *progress, stamp);
  drop_checkpoints(bench, commit, *progress);
  for (const match::StoredQueue& queue : commit.queues) write_queue(bench, queue, progress->key);
  if (!commit.queues.empty()) bench.hooks.reach(Step::kQueues);
  update_progress(bench, commit, *progress, stamp);
  const auto upgraded = [](const v1::record::Row& row) { return row.has_rewind() && row.rewind().upgrade(); };
  if (std::ranges::any_of(commit.rows, upgraded)) note_restart(bench, progress->key);
  if (commit.state == v1::MATCH_STATE_OVER && progress->state != v1::MATCH_STATE_OVER)
    finish_match(bench, progress->key);
  bench.hooks.reach(Step::kProgress);
  end_links_of_answered(bench, commit, *progress);
  for (const auto& job : commit.outbox) add_job(bench, job, stamp);
  if (!commit.outbox.empty()) bench.hooks.reach(Step::kOutbox);
  return stamp;
}

Result<void> keep_queue(Bench& bench, const std::string& match, std::uint64_t after, const match::StoredQueue& queue) {
  const Result<Progress> progress = progress_of(bench, match);
  if (!progress) return progress.error();
  if (progress->seq != after || !is_newest(bench, queue, progress->key)) return conflict(match, after);
  write_queue(bench, queue, progress->key);
  bench.hooks.reach(Step::kQueues);
  return {};
}

}  // namespace wardroom::store
