// The net of positions as lines of text.
#include <algorithm>
#include <sstream>

#include "client/terminal/murmansk/pack.h"

namespace wardroom::murmansk::terminal {
namespace {

// In the order of the places' numbers; a line is a way that ships go.
constexpr const char* kNet = R"(                                 P07---P08---P09---P10
                                 / \   / \   / \   / \
                  Q05---Q06---Q07---Q08---Q09---Q10---Q11---Q12---Q13
                  / \   / \   / \   / \   / \   / \   / \   / \   / \
         R03---R04---R05---R06---R07---R08---R09---R10---R11---R12---R13
         / \   / \   / \   / \   / \   / \   / \   / \   / \   / \   / \
S02---S03---S04---S05---S06---S07---S08---S09---S10---S11---S12---S13---S14
  \   / \   / \   / \   / \   / \   / \   / \   / \   / \   / \   / \   /
   T02---T03---T04---T05---T06---T07---T08---T09   T10   T11   T12---T13
     \   / \   / \   / \   / \   / \   /                               \
      U03---U04---U05---U06---U07---U08                                 U14
      / \   / \   / \   / \   / \                                       /
   V02---V03---V04---V05---V06---V07                                 V13
                 \   / \   / \   /
                  W05---W06---W07
                         |    /
                           X06)";

bool stands(const v1::Board& board, v1::Side::Kind side, std::uint32_t place) {
  return std::ranges::any_of(
      board.marker(), [&](const v1::Marker& marker) { return marker.side() == side && marker.place() == place; });
}

}  // namespace

std::string net(const v1::Board& board) {
  constexpr std::size_t kName = 3;  // letters of a position's name, and room for a mark of each side behind it
  std::string drawn;
  std::uint32_t place = 0;
  std::istringstream lines(kNet);
  for (std::string line; std::getline(lines, line);) {
    const std::size_t width = line.size();
    for (std::size_t i = 0; i < width; ++i) {
      if (line[i] < 'A' || line[i] > 'Z' || i + kName > width) continue;
      ++place;
      i += kName;
      std::string marks;
      if (stands(board, v1::Side::ALLIED, place)) marks += 'A';
      if (stands(board, v1::Side::AXIS, place)) marks += 'G';
      line.replace(i, marks.size(), marks);
      i += marks.size();
    }
    drawn += line + "\n";
  }
  return drawn;
}

}  // namespace wardroom::murmansk::terminal
