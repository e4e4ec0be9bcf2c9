// What the standard bot sees: a view, with what follows from it and the printed game.
#pragma once

#include <optional>
#include <vector>

#include "client/bot/bot.h"
#include "server/titles/murmansk/murmansk.h"

namespace wardroom::murmansk::bot {

using wardroom::bot::Choice;

class Sight {
 public:
  Sight(const Box& the_box, const v1::View& the_view, Seat seat)
      : box(the_box), view(the_view), board(the_view.board()), side(side_of(seat)) {}

  const Box& box;
  const v1::View& view;
  const v1::Board& board;
  const Side side;

  bool ice() const { return box.weather(box.turn(static_cast<int>(board.clock().turn())).season()).ice(); }
  const v1::Group* group(Key key) const;
  const v1::Marker* marker(Number number) const;
  const v1::Group* convoy() const;  // one's own
  std::vector<ShipNumber> ships_in(Key key) const;
  std::vector<ShipNumber> ships_at(Number number) const;  // seen behind a marker
  int strength(const std::vector<ShipNumber>& ships) const;
  bool damaged(ShipNumber ship) const { return board.unit(static_cast<int>(ship) - 1).damaged(); }
  bool any_damaged(const std::vector<ShipNumber>& ships) const;
  bool capital(const std::vector<ShipNumber>& ships) const;

  bool carrier(ShipNumber ship) const;

  // Share of periods in which aircraft fly, this season; freighters sunk by an attack, on average; the chance that
  // one's own Convoy is found by a submarine.
  double flying() const;
  double freighters_hit(v1::Column::Kind column, int shift) const;
  double found_by_submarine(Place place) const;
  bool slow_marker_near(Place place) const;  // of the enemy, within one step: it may be the Wolfpack
  // Capital ships last known in a base within some steps.
  bool capital_ships_near(Place place, int within) const;

  // Where the enemy's Convoy is seen, or most likely is.
  const v1::Marker* enemy_convoy() const;
  const v1::Marker* likely_convoy() const;
  // The strongest enemy ships seen within some steps of a position.
  int threat(Place place, int within) const;
};

}  // namespace wardroom::murmansk::bot
