// What an attack does to whom it hits [Res], and how it is rolled [TabA, TabB].
#pragma once

#include "server/titles/murmansk/campaign/campaign.h"

namespace wardroom::murmansk {

inline constexpr ShipNumber kFreighters = 0;  // as a target

// One roll of table B. Its column must be one there is.
struct Attack {
  Text by;
  ShipNumber target = kFreighters;
  v1::Column::Kind column = v1::Column::ZERO;
  int shift = 0;  // of the die
  Place place = 0;
  std::string_view rule{};
};
v1::Harm::Kind roll(Campaign& c, const Attack& attack);

// The column of a number after all shifts; none: no attack is possible [M-36].
std::optional<v1::Column::Kind> column_at(const Campaign& c, int column);

void suffer(Campaign& c, ShipNumber target, v1::Harm::Kind harm, Place place);
void sink(Campaign& c, ShipNumber ship, Place place);  // and its point, if it was a capital ship [Victory]
void lose_freighters(Campaign& c, int count, Place place);
// A Damaged German ship in a base: when it can sail again [Res].
void berth(Campaign& c, ShipNumber ship, Place base);
// Groups without a ship leave the map.
void erase_if_empty(Campaign& c, Side side, Key key);
void sink_points(Campaign& c, ShipNumber ship);

}  // namespace wardroom::murmansk
