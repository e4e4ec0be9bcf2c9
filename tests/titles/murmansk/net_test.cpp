// The net that a terminal draws is the map's: every position in its order, every way between two, and nothing else.
#include <gtest/gtest.h>

#include "client/terminal/murmansk/pack.h"
#include "tests/titles/murmansk/the_box.h"

namespace wardroom::murmansk {
namespace {

// "position.r09" is R09: rows from P on, a column of six letters, every other row half a column to the right.
struct Spot {
  std::string name;
  std::size_t line, column;
};
Spot spot_of(Place place) {
  std::string name = the_box().position(place).id().substr(std::string("position.").size());
  name[0] = static_cast<char>(name[0] - 'a' + 'A');
  const auto row = static_cast<std::size_t>(name[0] - 'P');
  return {name, 2 * row, 6 * (std::stoul(name.substr(1)) - 2) + (row % 2 == 0 ? 3 : 0)};
}

std::string drawn_from_links() {
  std::vector<std::string> lines;
  const auto put = [&](std::size_t line, std::size_t column, const std::string& what) {
    if (lines.size() <= line) lines.resize(line + 1);
    if (lines[line].size() < column + what.size()) lines[line].resize(column + what.size(), ' ');
    lines[line].replace(column, what.size(), what);
  };
  for (Place place = 1; place <= the_box().places(); ++place) {
    const Spot spot = spot_of(place);
    put(spot.line, spot.column, spot.name);
    for (const auto& link : the_box().position(place).link()) {
      if (link.way() == v1::Direction::E) put(spot.line, spot.column + 3, "---");
      if (link.way() == v1::Direction::SW) put(spot.line + 1, spot.column, "/");
      if (link.way() == v1::Direction::S) put(spot.line + 1, spot.column + 1, "|");
      if (link.way() == v1::Direction::SE) put(spot.line + 1, spot.column + 2, "\\");
    }
  }
  std::string all;
  for (const std::string& line : lines) all += line + "\n";
  return all;
}

TEST(MurmanskNet, IsTheMapWithItsWays) { EXPECT_EQ(terminal::net({}), drawn_from_links()); }

TEST(MurmanskNet, MarksWhereMarkersOfEachSideStand) {
  v1::Board board;
  const auto stands = [&](v1::Side::Kind side, const char* position) {
    v1::Marker& marker = *board.add_marker();
    marker.set_side(side);
    marker.set_place(the_box().place(position));
  };
  stands(v1::Side::ALLIED, "position.r09");
  stands(v1::Side::ALLIED, "position.r09");
  stands(v1::Side::AXIS, "position.r09");
  stands(v1::Side::AXIS, "position.s14");
  const std::string drawn = terminal::net(board);
  EXPECT_NE(drawn.find("---R09AG-R10---"), std::string::npos) << drawn;
  EXPECT_NE(drawn.find("S13---S14G\n"), std::string::npos) << drawn;
}

}  // namespace
}  // namespace wardroom::murmansk
