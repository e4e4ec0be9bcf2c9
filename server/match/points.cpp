// The part of Match that knows what may be taken back: choices that still count.
#include <algorithm>

#include "server/match/match.h"

namespace wardroom::match {
namespace {

// Nobody chose it: it would come again at once.
bool came_by_itself(const v1::record::Row& row) { return row.sole() || row.has_by_order(); }

}  // namespace

std::optional<std::uint64_t> point_in(const Stored& stretch, Seat asker) {
  const auto standing = standing_actions(stretch.rows);
  const auto last = std::ranges::find_if(standing.rbegin(), standing.rend(), [&](const v1::record::Row* row) {
    return row->has_seat() && row->seat() == static_cast<std::uint32_t>(asker) && !came_by_itself(*row);
  });
  return last == standing.rend() ? std::nullopt : std::optional((*last)->seq() - 1);
}

Match::Points Match::points_after(const std::vector<v1::record::Row>& rows) const {
  Points points = points_;
  for (const v1::record::Row& row : rows) {
    if (row.has_rewind()) std::erase_if(points, [&](const Chosen& each) { return each.row > row.rewind().keep(); });
    if (row.has_undo()) std::erase_if(points, [&](const Chosen& each) { return each.row == row.undo().cancels(); });
    if (row.has_action() && row.has_seat() && !came_by_itself(row))
      points.push_back({row.seq(), row.seat(), std::make_shared<const v1::Text>(shown.card->progress)});
  }
  if (points.size() > kPoints) points.erase(points.begin(), points.end() - kPoints);
  return points;
}

// A rewind, or an undo of what was done before the match was loaded.
bool Match::cancels_older(const std::vector<v1::record::Row>& rows) const {
  return std::ranges::any_of(rows, [&](const v1::record::Row& row) {
    return row.has_rewind() ||
           (row.has_undo() && std::ranges::find(points_, row.undo().cancels(), &Chosen::row) == points_.end());
  });
}

void Match::take_in(Points points, bool unsure) {
  if (unsure) {
    unsure_ = true;
    acted_before_ = {false, false};
  } else if (points.size() == kPoints) {
    for (const Chosen& each : points_) acted_before_[each.seat] |= each.row < points.front().row;
  }
  points_ = std::move(points);
  for (Seat seat : kSeats) {
    shown.acted[index(seat)] =
        acted_before_[index(seat)] ||
        std::ranges::find(points_, static_cast<std::uint32_t>(seat), &Chosen::seat) != points_.end();
  }
}

v1::Text Match::point_of(Seat seat) const {
  const auto newest =
      std::ranges::find(points_.rbegin(), points_.rend(), static_cast<std::uint32_t>(seat), &Chosen::seat);
  return newest == points_.rend() ? v1::Text() : *newest->progress;
}

}  // namespace wardroom::match
