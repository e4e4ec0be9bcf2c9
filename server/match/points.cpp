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

// A step goes back, or cancels, or goes on.
Match::PointsChange Match::change_of_points(const std::vector<v1::record::Row>& rows) const {
  PointsChange change;
  for (const v1::record::Row& row : rows) {
    if (row.has_rewind()) change.kept = row.rewind().keep();
    if (row.has_undo()) change.cancelled.push_back(row.undo().cancels());
    if (row.has_action() && row.has_seat() && !came_by_itself(row))
      change.chosen.push_back({row.seq(), row.seat(), std::make_shared<const v1::Text>(shown.card->progress)});
  }
  return change;
}

// A rewind, or an undo of what was done before the match was loaded.
bool Match::cancels_older(const std::vector<v1::record::Row>& rows) const {
  return std::ranges::any_of(rows, [&](const v1::record::Row& row) {
    return row.has_rewind() ||
           (row.has_undo() && std::ranges::find(points_, row.undo().cancels(), &Chosen::row) == points_.end());
  });
}

void Match::take_in(PointsChange change, bool unsure) {
  std::erase_if(points_, [&](const Chosen& each) {
    return each.row > change.kept || std::ranges::find(change.cancelled, each.row) != change.cancelled.end();
  });
  std::ranges::move(change.chosen, std::back_inserter(points_));
  while (points_.size() > kPoints) {
    acted_before_[points_.front().seat] = true;
    points_.pop_front();
  }
  if (unsure) {
    unsure_ = true;
    acted_before_ = {false, false};
  }
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
