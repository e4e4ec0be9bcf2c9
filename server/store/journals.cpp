#include "server/store/journals.h"

#include <algorithm>
#include <array>
#include <optional>

#include "common/hash.h"
#include "server/engine/journal.h"
#include "server/store/matches.h"
#include "server/store/place.h"

namespace wardroom::store {
namespace {

using v1::record::Checkpoint;
using v1::record::Row;

struct Found {
  std::int64_t key = 0;
  std::uint64_t seq = 0;
  std::array<std::uint64_t, 3> shown{};  // the row with which each viewer was last sent something
  Stored stored;                         // head, viewers and last_hash
};

Refusal unreadable_row(const std::string& match, std::uint64_t seq) {
  return refuse(RefusalCode::kUnreadable,
                Text("store.unreadable_row").word("match", match).number("row", static_cast<std::int64_t>(seq)));
}

Result<Found> find(Bench& bench, const std::string& match) {
  Cursor row(bench.connection,
             "SELECT key, seq, hash, head, serial_0, serial_1, serial_2, menu_0, menu_1, menu_2, "
             "time_0, time_1, time_2, row_0, row_1, row_2 "
             "FROM matches JOIN progress ON match = key WHERE id = ?");
  if (!row.text(match).next()) return no_such_match(match);
  if (row.null_at(3)) return refuse(RefusalCode::kNotFound, Text("store.not_begun").word("match", match));
  Found found;
  found.key = row.number_at(0);
  found.seq = static_cast<std::uint64_t>(row.number_at(1));
  found.stored.last_hash = row.bytes_at(2);
  if (!found.stored.head.ParseFromString(row.bytes_at(3))) return unreadable_row(match, 0);
  for (const Viewer viewer : kLiveViewers) {
    const int column = static_cast<int>(index(viewer));
    auto& state = found.stored.viewers.emplace_back();
    state.set_viewer(static_cast<std::uint32_t>(column));
    state.set_serial(static_cast<std::uint64_t>(row.number_at(4 + column)));
    state.set_menu_serial(static_cast<std::uint64_t>(row.number_at(7 + column)));
    state.set_time_ms(row.number_at(10 + column));
    found.shown[index(viewer)] = static_cast<std::uint64_t>(row.number_at(13 + column));
  }
  return found;
}

// The newest checkpoint at or before `seq`.
std::optional<Checkpoint> checkpoint_before(Bench& bench, std::int64_t key, std::uint64_t seq) {
  Cursor row(bench.connection,
             "SELECT place, epoch, checksum, position, rules_revision, rounds, chapters FROM checkpoints "
             "WHERE place BETWEEN ? AND ? "
             "ORDER BY place DESC LIMIT 1");
  if (!row.number(place(key, 0)).number(place(key, seq)).next()) return std::nullopt;
  Checkpoint checkpoint;
  checkpoint.set_seq(seq_of(row.number_at(0)));
  checkpoint.set_epoch(static_cast<std::uint32_t>(row.number_at(1)));
  checkpoint.set_checksum(row.bytes_at(2));
  checkpoint.set_position(row.bytes_at(3));
  checkpoint.set_rules_revision(static_cast<std::uint32_t>(row.number_at(4)));
  checkpoint.set_rounds(static_cast<std::uint32_t>(row.number_at(5)));
  checkpoint.set_chapters(static_cast<std::uint32_t>(row.number_at(6)));
  return checkpoint;
}

// Rows `first` to `last`, in front of those that are there already. Whether the chain holds is checked afterwards.
Result<void> read_rows(Bench& bench, const std::string& match, std::int64_t key, std::uint64_t first,
                       std::uint64_t last, std::vector<Row>& rows) {
  if (first > last) return {};
  std::vector<Row> read;
  read.reserve(last - first + 1 + rows.size());
  Cursor cursor(bench.connection, "SELECT place, row FROM journal WHERE place BETWEEN ? AND ? ORDER BY place");
  cursor.number(place(key, first)).number(place(key, last));
  while (cursor.next()) {
    const std::uint64_t seq = seq_of(cursor.number_at(0));
    Row& row = read.emplace_back();
    const bool readable = row.ParseFromString(cursor.bytes_at(1)) && row.seq() == seq;
    if (seq != first + read.size() - 1) return unreadable_row(match, first + read.size() - 1);
    if (!readable) return unreadable_row(match, seq);
  }
  if (read.size() != last - first + 1) return unreadable_row(match, first + read.size());
  std::ranges::move(rows, std::back_inserter(read));
  rows = std::move(read);
  return {};
}

// Every row follows from the one before. `hash` is of the row before them, and then of the last.
Result<void> check_chain(const std::string& match, const std::vector<Row>& rows, std::string& hash) {
  for (const Row& row : rows) {
    if (!sealed(row, hash)) return unreadable_row(match, row.seq());
    hash = row.hash();
  }
  return {};
}

// The same of all rows since the checkpoint; the last is the one the match was last known to have.
Result<void> check_chain(Bench& bench, const std::string& match, std::int64_t key, const Stored& stored) {
  std::string previous;
  if (const std::uint64_t base = stored.checkpoint.seq(); base == 0) {
    previous = chain_start(stored.head);
  } else {
    std::vector<Row> row;
    if (auto read = read_rows(bench, match, key, base, base, row); !read) return read.error();
    previous = row.front().hash();
  }
  if (auto holds = check_chain(match, stored.rows, previous); !holds) return holds;
  if (previous != stored.last_hash) {
    return unreadable_row(match, stored.rows.empty() ? stored.checkpoint.seq() : stored.rows.back().seq());
  }
  return {};
}

// The checkpoint at or before `seq` that no rewind up to `seq` leaves behind, and every row since.
Result<Stored> stored_at(Bench& bench, const std::string& match, Found found, std::uint64_t seq) {
  Stored& stored = found.stored;
  std::uint64_t base = seq;
  std::uint64_t unread = found.seq;  // rows up to this one have not been read
  while (true) {
    auto checkpoint = checkpoint_before(bench, found.key, base);
    if (!checkpoint) {
      return refuse(RefusalCode::kUnreadable, Text("store.no_checkpoint").word("match", match));
    }
    stored.checkpoint = std::move(*checkpoint);
    base = stored.checkpoint.seq();
    if (auto read = read_rows(bench, match, found.key, base + 1, unread, stored.rows); !read) return read.error();
    unread = std::min(unread, base);
    const auto leaves_it_behind = [&](const Row& row) {
      return row.seq() <= seq && row.has_rewind() && row.rewind().checkpoint() < stored.checkpoint.seq();
    };
    for (const Row& row : stored.rows) {
      if (leaves_it_behind(row)) base = std::min(base, row.rewind().checkpoint());
    }
    if (base == stored.checkpoint.seq()) break;
  }
  if (auto holds = check_chain(bench, match, found.key, stored); !holds) return holds.error();
  return std::move(stored);
}

// The first row after which the viewer's serial is beyond `serial`: serials only grow, so halving finds it.
std::uint64_t first_row_beyond(Bench& bench, std::int64_t key, std::uint64_t last, Viewer viewer,
                               std::uint64_t serial) {
  const int column = static_cast<int>(index(viewer));
  std::uint64_t low = 1;
  std::uint64_t high = last + 1;
  while (low < high) {
    const std::uint64_t middle = low + (high - low) / 2;
    Cursor row(bench.connection, "SELECT serial_0, serial_1, serial_2 FROM journal WHERE place = ?");
    if (row.number(place(key, middle)).next() && static_cast<std::uint64_t>(row.number_at(column)) <= serial) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

enum class From { kOldest, kNewest };

// A connection knows its statements by where they stand, so these stay.
const char* told_to(Viewer viewer, From from) {
  static const auto all = [] {
    std::array<std::array<std::string, 2>, 3> made;
    for (const Viewer each : kLiveViewers) {
      const std::string told = "told_" + std::to_string(index(each));
      const std::string rows = "SELECT place, time_ms, " + told + " FROM journal WHERE place BETWEEN ? AND ? AND " +
                               told + " IS NOT NULL ORDER BY place";
      made[index(each)] = {rows + " LIMIT ?", rows + " DESC LIMIT ?"};
    }
    return made;
  }();
  return all[index(viewer)][from == From::kNewest].c_str();
}

struct Stretch {
  std::uint64_t after_serial, upto_serial;
  std::uint32_t limit;
  From from = From::kOldest;
};

// Gives `take` when the viewer was told something and the bytes of it, row by row; false: it cannot be read.
template <class Take>
Result<void> read_told(Bench& bench, const std::string& match, Viewer viewer, const Stretch& stretch, Take take) {
  auto found = find(bench, match);
  if (!found) return found.error();
  if (viewer == Viewer::kEnded) return {};  // the whole truth is not told step by step
  std::uint64_t last = found->shown[index(viewer)];
  if (stretch.upto_serial != match::kAllSerials)
    last = first_row_beyond(bench, found->key, last, viewer, stretch.upto_serial) - 1;
  const std::uint64_t first = first_row_beyond(bench, found->key, last, viewer, stretch.after_serial);
  Cursor rows(bench.connection, told_to(viewer, stretch.from));
  rows.number(place(found->key, first)).number(place(found->key, last)).number(stretch.limit);
  while (rows.next())
    if (!take(rows.number_at(1), rows.bytes_at(2))) return unreadable_row(match, seq_of(rows.number_at(0)));
  return {};
}

// In order, without what was shown.
Result<std::vector<match::Chapter>> chapters_of(Bench& bench, const std::string& match, std::int64_t key) {
  std::vector<match::Chapter> chapters;
  Cursor rows(bench.connection,
              "SELECT place, name, serial_0, serial_1, serial_2 FROM chapters WHERE place BETWEEN ? AND ? "
              "ORDER BY place");
  rows.number(place(key, 0)).number(place(key, kLastSeq));
  while (rows.next()) {
    match::Chapter& chapter = chapters.emplace_back();
    chapter.row = seq_of(rows.number_at(0));
    if (!chapter.name.ParseFromString(rows.bytes_at(1))) return unreadable_row(match, chapter.row);
    for (Viewer viewer : kLiveViewers) {
      const int column = 2 + static_cast<int>(index(viewer));
      chapter.serials[index(viewer)] = static_cast<std::uint64_t>(rows.number_at(column));
    }
  }
  return chapters;
}

// Columns: place, last_serial, time_ms, body.
match::Page page_in(Cursor& row, Viewer viewer) {
  match::Page page;
  page.viewer = viewer;
  page.number = seq_of(row.number_at(0));
  page.last_serial = static_cast<std::uint64_t>(row.number_at(1));
  page.time_ms = row.number_at(2);
  page.body = row.bytes_at(3);
  return page;
}

std::vector<match::StoredQueue> queues_of(Bench& bench, std::int64_t key) {
  std::vector<match::StoredQueue> queues;
  for (const Seat seat : kSeats) {
    Cursor queue(bench.connection, "SELECT body FROM queues WHERE place = ?");
    if (queue.number(seat_place(key, seat)).next()) queues.push_back({seat, queue.bytes_at(0)});
  }
  return queues;
}

}  // namespace

Result<match::Loaded> load(Bench& bench, const std::string& match) {
  auto found = find(bench, match);
  if (!found) return found.error();
  auto card = store::card(bench, match);
  if (!card) return card.error();
  const std::uint64_t seq = found->seq;
  const std::int64_t key = found->key;
  auto stored = stored_at(bench, match, std::move(*found), seq);
  if (!stored) return stored.error();
  auto chapters = chapters_of(bench, match, key);
  if (!chapters) return chapters.error();
  match::Loaded loaded{std::move(*card), std::move(*stored), {}, std::move(*chapters)};
  for (const Viewer viewer : kLiveViewers) {
    Cursor newest(bench.connection,
                  "SELECT place, last_serial, time_ms, body FROM pages WHERE place BETWEEN ? AND ? "
                  "ORDER BY place DESC LIMIT 1");
    newest.number(page_place(key, viewer, 0)).number(page_place(key, viewer, kLastSeq));
    if (newest.next()) loaded.pages[index(viewer)] = page_in(newest, viewer);
  }
  loaded.queues = queues_of(bench, key);
  return loaded;
}

Result<match::Loaded> newest(Bench& bench, const std::string& match) {
  auto found = find(bench, match);
  if (!found) return found.error();
  auto card = store::card(bench, match);
  if (!card) return card.error();
  match::Loaded loaded{std::move(*card), std::move(found->stored)};
  loaded.queues = queues_of(bench, found->key);
  return loaded;
}

Result<Stored> stretch(Bench& bench, const std::string& match, std::uint64_t seq) {
  auto found = find(bench, match);
  if (!found) return found.error();
  if (seq > found->seq) {
    return refuse(RefusalCode::kNotFound,
                  Text("store.no_such_row").word("match", match).number("row", static_cast<std::int64_t>(seq)));
  }
  return stored_at(bench, match, std::move(*found), seq);
}

Result<match::JournalPart> journal(Bench& bench, const std::string& match, const match::Bookmark& after,
                                   std::uint32_t rows) {
  auto found = find(bench, match);
  if (!found) return found.error();
  match::JournalPart part;
  part.read = after;
  match::Bookmark& read = part.read;
  if (after.last == 0) {
    auto opening = checkpoint_before(bench, found->key, 0);
    if (!opening) return refuse(RefusalCode::kUnreadable, Text("store.no_checkpoint").word("match", match));
    part.head = std::move(found->stored.head);
    part.opening = std::move(*opening->mutable_position());
    read = {0, chain_start(part.head), found->seq, std::move(found->stored.last_hash)};
  }
  const std::uint64_t last = std::min(read.last, read.row + rows);
  if (auto there = read_rows(bench, match, found->key, read.row + 1, last, part.rows); !there) return there.error();
  if (auto holds = check_chain(match, part.rows, read.hash); !holds) return holds.error();
  read.row = last;
  if (part.ends() && read.hash != read.last_hash) return unreadable_row(match, last);
  return part;
}

Result<void> examine(Bench& bench, const std::string& match) {
  auto found = find(bench, match);
  if (!found) return found.error();
  if (auto card = store::card(bench, match); !card) return card.error();
  Stored& stored = found->stored;
  if (auto read = read_rows(bench, match, found->key, 1, found->seq, stored.rows); !read) return read.error();
  if (auto holds = check_chain(bench, match, found->key, stored); !holds) return holds.error();
  Cursor checkpoints(bench.connection,
                     "SELECT place, checksum, position FROM checkpoints WHERE place BETWEEN ? AND ? ORDER BY place");
  checkpoints.number(place(found->key, 0)).number(place(found->key, kLastSeq));
  bool opening = false;
  while (checkpoints.next()) {
    const std::uint64_t seq = seq_of(checkpoints.number_at(0));
    opening = opening || seq == 0;
    if (checksum(checkpoints.bytes_at(2)) != checkpoints.bytes_at(1))
      return refuse(
          RefusalCode::kUnreadable,
          Text("store.unreadable_checkpoint").word("match", match).number("row", static_cast<std::int64_t>(seq)));
  }
  if (!opening) return refuse(RefusalCode::kUnreadable, Text("store.no_checkpoint").word("match", match));
  if (auto chapters = chapters_of(bench, match, found->key); !chapters) return chapters.error();
  for (const Viewer viewer : kLiveViewers)
    if (auto told = history(bench, match, viewer, 0, match::kAllSerials, kLastSeq); !told) return told.error();
  return {};
}

// Each row knows the transaction that has written it last.
Result<std::vector<std::string>> traces(Bench& bench, const std::vector<std::string>& matches) {
  std::vector<std::string> found;
  for (const std::string& match : matches) {
    Cursor row(
        bench.connection,
        "SELECT CAST(m.xmin AS TEXT) || ' ' || CAST(p.xmin AS TEXT) || ' ' || coalesce((SELECT "
        "string_agg(CAST(q.xmin AS TEXT), ' ' ORDER BY place) FROM queues q WHERE place IN (m.key * 2, "
        "m.key * 2 + 1)), '') || ' ' || coalesce((SELECT string_agg(CAST(k.version AS TEXT), ' ' ORDER BY place) "
        "FROM marks k WHERE place IN (m.key * 2, m.key * 2 + 1)), '') || ' ' || coalesce((SELECT max(id) FROM chat "
        "WHERE chat.match = m.key), 0) "
        "FROM matches m JOIN progress p ON p.match = m.key WHERE m.id = ?");
    found.push_back(row.text(match).next() ? row.bytes_at(0) : std::string());
  }
  return found;
}

Result<std::vector<v1::PastReports>> history(Bench& bench, const std::string& match, Viewer viewer,
                                             std::uint64_t after_serial, std::uint64_t upto_serial,
                                             std::uint32_t limit) {
  std::vector<v1::PastReports> past;
  const auto take = [&](std::int64_t time_ms, const std::string& bytes) {
    past.emplace_back().set_time_ms(time_ms);
    return past.back().MergeFromString(bytes);
  };
  if (auto read = read_told(bench, match, viewer, {after_serial, upto_serial, limit}, take); !read) return read.error();
  return past;
}

Result<std::vector<std::string>> newest_history(Bench& bench, const std::string& match, Viewer viewer,
                                                std::uint64_t after_serial, std::uint64_t upto_serial,
                                                std::uint32_t limit) {
  std::vector<std::string> past;
  const auto take = [&](std::int64_t time_ms, std::string bytes) {
    v1::PastReports when;
    when.set_time_ms(time_ms);
    past.push_back(std::move(bytes));
    return when.AppendToString(&past.back());
  };
  const Stretch newest{after_serial, upto_serial, limit, From::kNewest};
  if (auto read = read_told(bench, match, viewer, newest, take); !read) return read.error();
  std::ranges::reverse(past);
  return past;
}

Result<match::Page> page(Bench& bench, const std::string& match, Viewer viewer, std::uint64_t number) {
  Cursor found(bench.connection, "SELECT key FROM matches WHERE id = ?");
  if (!found.text(match).next()) return no_such_match(match);
  Cursor row(bench.connection,
             "SELECT place, last_serial, time_ms, body FROM pages WHERE place BETWEEN ? AND ? ORDER BY place LIMIT 1");
  row.number(page_place(found.number_at(0), viewer, number)).number(page_place(found.number_at(0), viewer, kLastSeq));
  if (row.next()) return page_in(row, viewer);
  return refuse(RefusalCode::kNotFound, Text("store.no_such_page").word("match", match));
}

Result<match::Page> chapter(Bench& bench, const std::string& match, Viewer viewer, std::uint64_t row) {
  Cursor found(bench.connection, "SELECT key FROM matches WHERE id = ?");
  if (!found.text(match).next()) return no_such_match(match);
  Cursor chapter(bench.connection,
                 "SELECT serial_0, serial_1, serial_2, time_ms, body_0, body_1, body_2 FROM chapters WHERE place = ?");
  const int column = static_cast<int>(index(viewer));
  if (!chapter.number(place(found.number_at(0), row)).next() || column > 2 || chapter.number_at(column) == 0) {
    return refuse(RefusalCode::kNotFound, Text("store.no_such_page").word("match", match));
  }
  match::Page page;
  page.viewer = viewer;
  page.last_serial = static_cast<std::uint64_t>(chapter.number_at(column));
  page.time_ms = chapter.number_at(3);
  page.body = chapter.bytes_at(4 + column);
  return page;
}

}  // namespace wardroom::store
