// What the cards and the weather table add up to, beside what they are meant to.
#pragma once

#include <array>
#include <string>

#include "server/titles/pq17/data/data.h"

namespace wardroom::pq17 {

// In the order of the cards' columns and lines.
enum class SearchLine { kForce, kAir, kBoth };
inline constexpr std::array<SearchLine, 3> kSearchLines = {SearchLine::kForce, SearchLine::kAir, SearchLine::kBoth};
inline constexpr int kCardColumns = 4;  // Fair, Reduced Visibility, Storm, Fog/Gale

// Who is looked for. An Identified force at `id`, or an Unidentified one.
struct Sought {
  int id = -1;            // -1: Unidentified
  bool shadowed = false;  // by the searcher's side, or in a hex with his shoreline: S succeeds
};

// Cards of forty that find the force, if no carrier, CAM, Interceptor, watermark or flag forbids it [6.2].
int cards_that_find(const v1::Deck& deck, v1::Light::Kind light, SearchLine line, int column, const Sought& sought);

// What the weather before does to the weather roll, in this month [9.1].
int weather_modifier(const v1::WeatherTable& table, v1::Weather::Kind before, int month);

// Share of turns in each weather in the long run, by v1::Weather::Kind, and of turns in which it stays as it was.
struct Climate {
  std::array<double, 6> share{};
  double stays = 0;
};
Climate climate_of(const GameBox& box, int month);

// scenarios/pq17/odds.md.
std::string odds_page(const GameBox& box);

// The targets, in per cent. None for Night Both: better than either, below their sum.
struct SearchTarget {
  v1::Light::Kind light;
  SearchLine line;
  std::array<std::array<int, 4>, kCardColumns> percent;  // by column: Unidentified, ID1, ID2, ID3
};
const std::vector<SearchTarget>& search_targets();
struct WeatherTarget {
  std::vector<int> months;
  std::array<int, 5> percent;  // Fair, Reduced Visibility, Fog, Storms, Gales
};
const std::vector<WeatherTarget>& weather_targets();

}  // namespace wardroom::pq17
