// Hexes of a map: which lie beside each other, how far they are apart, and how their numbers are written.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "wardroom/sea/v1/hexes.pb.h"

namespace wardroom::sea {

struct RowColumn {  // from 1
  int row;
  int column;
  bool operator==(const RowColumn&) const = default;
};

class Hexes {
 public:
  constexpr Hexes(v1::HexGrid::Layout layout, v1::HexGrid::Numbering numbering)
      : layout_(layout), numbering_(numbering) {}

  // Whether or not they are on the map. Pointy tops: E, NE, NW, W, SW, SE; flat tops: S, SE, NE, N, NW, SW.
  std::array<RowColumn, 6> around(RowColumn hex) const;
  bool adjacent(RowColumn one, RowColumn other) const { return distance(one, other) == 1; }
  int distance(RowColumn from, RowColumn to) const;

  // Two digits or more each; letters: A to Z, then AA to ZZ. None when it is not a number of this kind.
  std::optional<RowColumn> parse(std::string_view number) const;
  std::string number(RowColumn hex) const;

 private:
  bool flat() const {
    return layout_ == v1::HexGrid::FLAT_EVEN_COLUMNS_DOWN || layout_ == v1::HexGrid::FLAT_ODD_COLUMNS_DOWN;
  }
  bool even_shifted() const {
    return layout_ == v1::HexGrid::POINTY_EVEN_ROWS_RIGHT || layout_ == v1::HexGrid::FLAT_EVEN_COLUMNS_DOWN;
  }

  v1::HexGrid::Layout layout_;
  v1::HexGrid::Numbering numbering_;
};

}  // namespace wardroom::sea
