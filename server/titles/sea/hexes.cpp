#include "server/titles/sea/hexes.h"

#include <algorithm>
#include <cstdlib>

namespace wardroom::sea {
namespace {

// A flat-topped map is a pointy-topped one, mirrored along its diagonal.
RowColumn mirrored(RowColumn hex) { return {hex.column, hex.row}; }

int half_of(int number) { return number >> 1; }  // rounded down, below zero too

std::optional<int> digits(std::string_view text) {
  if (text.size() != 2 || !std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; })) return std::nullopt;
  return (text[0] - '0') * 10 + text[1] - '0';
}

// Two digits each.
std::string digits(int first, int second) {
  const auto digit = [](int number) { return static_cast<char>('0' + number % 10); };
  return {digit(first / 10), digit(first), digit(second / 10), digit(second)};
}

// A to Z, AA, BB to ZZ.
std::string letters(int number) {
  const char letter = static_cast<char>('A' + (number - 1) % 26);
  return std::string(number > 26 ? 2 : 1, letter);
}

}  // namespace

std::array<RowColumn, 6> Hexes::around(RowColumn hex) const {
  const auto [r, c] = flat() ? mirrored(hex) : hex;
  const int right = (r % 2 == 0) == even_shifted() ? c + 1 : c;  // the right one of the two above or below
  std::array<RowColumn, 6> found{
      {{r, c + 1}, {r - 1, right}, {r - 1, right - 1}, {r, c - 1}, {r + 1, right - 1}, {r + 1, right}}};
  if (flat()) std::ranges::transform(found, found.begin(), mirrored);
  return found;
}

int Hexes::distance(RowColumn from, RowColumn to) const {
  const auto slanted = [this](RowColumn hex) {
    const auto [r, c] = flat() ? mirrored(hex) : hex;
    return RowColumn{r, c - half_of(even_shifted() ? r + 1 : r)};
  };
  const auto [r1, c1] = slanted(from);
  const auto [r2, c2] = slanted(to);
  return std::max({std::abs(c1 - c2), std::abs(r1 - r2), std::abs(c1 + r1 - c2 - r2)});
}

std::optional<RowColumn> Hexes::parse(std::string_view number) const {
  if (numbering_ == v1::HexGrid::LETTERS_THEN_COLUMN) {
    const std::size_t size = number.size() == 4 ? 2 : 1;
    if (number.size() != size + 2 || number[0] < 'A' || number[0] > 'Z' || number[size - 1] != number[0])
      return std::nullopt;
    const auto column = digits(number.substr(size));
    if (!column) return std::nullopt;
    return RowColumn{number[0] - 'A' + 1 + (size == 2 ? 26 : 0), *column};
  }
  if (number.size() != 4) return std::nullopt;
  const auto first = digits(number.substr(0, 2));
  const auto second = digits(number.substr(2));
  if (!first || !second) return std::nullopt;
  return numbering_ == v1::HexGrid::CCRR ? RowColumn{*second, *first} : RowColumn{*first, *second};
}

std::string Hexes::number(RowColumn hex) const {
  switch (numbering_) {
    case v1::HexGrid::LETTERS_THEN_COLUMN:
      return letters(hex.row) + digits(0, hex.column).substr(2);
    case v1::HexGrid::CCRR:
      return digits(hex.column, hex.row);
    default:
      return digits(hex.row, hex.column);
  }
}

}  // namespace wardroom::sea
