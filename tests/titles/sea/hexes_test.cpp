#include "server/titles/sea/hexes.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "server/titles/sea/distances.h"

namespace wardroom::sea {
namespace {

constexpr std::array kLayouts{v1::HexGrid::POINTY_EVEN_ROWS_RIGHT, v1::HexGrid::POINTY_ODD_ROWS_RIGHT,
                              v1::HexGrid::FLAT_EVEN_COLUMNS_DOWN, v1::HexGrid::FLAT_ODD_COLUMNS_DOWN};
constexpr int kSide = 12;

std::size_t place(RowColumn hex) { return static_cast<std::size_t>((hex.row - 1) * kSide + hex.column - 1); }
RowColumn hex_at(std::size_t place) {
  return {static_cast<int>(place) / kSide + 1, static_cast<int>(place) % kSide + 1};
}
bool on_map(RowColumn hex) { return std::min(hex.row, hex.column) >= 1 && std::max(hex.row, hex.column) <= kSide; }

TEST(Hexes, DistancesAreTheStepsFromNeighbourToNeighbourInEveryLayout) {
  for (const auto layout : kLayouts) {
    const Hexes hexes(layout, v1::HexGrid::RRCC);
    const Distances steps(kSide * kSide, [&](std::size_t here, const auto& reach) {
      for (const RowColumn there : hexes.around(hex_at(here))) {
        if (on_map(there)) reach(place(there));
      }
    });
    for (std::size_t from = 0; from < kSide * kSide; ++from) {
      for (std::size_t to = 0; to < kSide * kSide; ++to)
        ASSERT_EQ(steps(from, to), hexes.distance(hex_at(from), hex_at(to))) << layout << ' ' << from << ' ' << to;
    }
  }
}

TEST(Hexes, AHexIsTheNeighbourOfItsNeighboursAndTheFirstLiesToTheRightOrBelow) {
  for (const auto layout : kLayouts) {
    const Hexes hexes(layout, v1::HexGrid::RRCC);
    for (const RowColumn hex : {RowColumn{4, 4}, RowColumn{5, 4}, RowColumn{4, 5}, RowColumn{5, 5}}) {
      const auto around = hexes.around(hex);
      for (std::size_t i = 0; i < 6; ++i) EXPECT_EQ(hexes.around(around[i])[(i + 3) % 6], hex) << layout;
      EXPECT_EQ(around[0].row + around[0].column, hex.row + hex.column + 1) << layout;
    }
  }
}

TEST(Hexes, NumbersAreReadAsTheyAreWritten) {
  const auto layout = v1::HexGrid::POINTY_EVEN_ROWS_RIGHT;
  const Hexes rows(layout, v1::HexGrid::RRCC), columns(layout, v1::HexGrid::CCRR),
      letters(layout, v1::HexGrid::LETTERS_THEN_COLUMN);
  EXPECT_EQ(rows.number({8, 16}), "0816");
  EXPECT_EQ(columns.number({8, 16}), "1608");
  EXPECT_EQ(letters.number({8, 16}), "H16");
  EXPECT_EQ(letters.number({28, 3}), "BB03");
  for (const Hexes& hexes : {rows, columns, letters}) {
    for (const RowColumn hex : {RowColumn{1, 1}, RowColumn{8, 16}, RowColumn{26, 40}, RowColumn{27, 1}})
      EXPECT_EQ(hexes.parse(hexes.number(hex)), hex);
    for (const char* wrong : {"", "1", "081", "08160", "08a6", "AB03", "a01", "H1"})
      EXPECT_FALSE(hexes.parse(wrong)) << wrong;
  }
}

TEST(Distances, ThereIsNoWayWhereNothingLeads) {
  const Distances one_way(3, [](std::size_t here, const auto& reach) {
    if (here == 0) reach(1);
  });
  EXPECT_EQ(one_way(0, 1), 1);
  EXPECT_EQ(one_way(1, 0), kNoWay);
  EXPECT_EQ(one_way(0, 2), kNoWay);
  EXPECT_EQ(one_way(2, 2), 0);
}

}  // namespace
}  // namespace wardroom::sea
