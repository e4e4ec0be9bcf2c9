#include "server/store/marks.h"

#include <optional>

#include "server/store/matches.h"
#include "server/store/place.h"

namespace wardroom::store {
namespace {

std::optional<std::int64_t> key_of(Bench& bench, const std::string& match) {
  Cursor found(bench.connection, "SELECT key FROM matches WHERE id = ?");
  if (!found.text(match).next()) return std::nullopt;
  return found.number_at(0);
}

}  // namespace

Result<std::vector<match::StoredMarks>> marks(Bench& bench, const std::string& match) {
  const std::optional<std::int64_t> key = key_of(bench, match);
  if (!key) return no_such_match(match);
  std::vector<match::StoredMarks> all;
  for (const Seat seat : kSeats) {
    Cursor row(bench.connection, "SELECT version, body FROM marks WHERE place = ?");
    if (row.number(seat_place(*key, seat)).next())
      all.push_back({seat, static_cast<std::uint64_t>(row.number_at(0)), row.bytes_at(1)});
  }
  return all;
}

Result<void> keep_marks(Bench& bench, const std::string& match, const match::StoredMarks& marks) {
  const std::optional<std::int64_t> key = key_of(bench, match);
  if (!key) return no_such_match(match);
  const std::int64_t place = seat_place(*key, marks.seat);
  const auto version = static_cast<std::int64_t>(marks.version);
  std::int64_t stored = 0;
  {
    Cursor row(bench.connection, "SELECT version FROM marks WHERE place = ?");
    if (row.number(place).next()) stored = row.number_at(0);
  }
  if (version != stored + 1)
    return refuse(RefusalCode::kConflict, Text("store.other_marks").word("match", match).number("found", stored));
  const int kept = Cursor(bench.connection,
                          "INSERT INTO marks (place, version, body) VALUES (?, ?, ?) ON CONFLICT (place) DO UPDATE "
                          "SET version = excluded.version, body = excluded.body "
                          "WHERE marks.version = excluded.version - 1")
                       .number(place)
                       .number(version)
                       .blob(marks.body)
                       .changed();
  if (kept == 0)
    return refuse(RefusalCode::kConflict, Text("store.other_marks").word("match", match).number("found", version));
  return {};
}

}  // namespace wardroom::store
