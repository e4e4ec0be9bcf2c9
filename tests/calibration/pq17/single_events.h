// Single events: one card, one attack, one turn's weather, with the game's own rules and data.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "tests/calibration/measure.h"

namespace wardroom::calibration {

inline constexpr std::array<const char*, 4> kSearchWeather = {"Fair", "Reduced Visibility", "Storm", "Fog/Gale"};
inline constexpr std::array<const char*, 4> kSought = {"Unidentified", "ID1", "ID2", "ID3"};

// One line of the cards. Counted card by card over the forty: these are exact.
struct SearchLine {
  std::string name;  // "Day Air"
  bool has_target = true;
  std::array<std::array<double, 4>, 4> target{};                 // per cent; by weather, then by what is sought
  std::array<std::array<std::array<double, 4>, 4>, 2> actual{};  // of the Allied and of the Axis deck
};

struct Pack {
  int boats = 0;
  int asw_dice = 0;
  double attackers = 0, sunk = 0, boats_sunk = 0, boats_damaged = 0;  // an attack
};

// Chance in per cent that an Unidentified force is found in the first four turns of a scenario if a card is drawn for
// it in each, or in the first two of them.
struct FourTurns {
  std::string scenario;  // "pq12"
  std::string name;
  double air = 0, force = 0, both = 0;
  double air_in_two = 0;
};

struct SingleEvents {
  std::vector<SearchLine> search;
  std::vector<Measure> night_both;  // between the better of its two lines and their sum
  std::vector<Measure> shadowing, weather, attacks;
  std::vector<Pack> packs;
  std::vector<FourTurns> four_turns;
};

// `trials` of each event that is thrown for; the same seed gives the same.
SingleEvents single_events(std::uint64_t seed, int trials);

std::string search_text(const SingleEvents& events);
std::string packs_text(const SingleEvents& events);
std::string four_turns_text(const SingleEvents& events);

}  // namespace wardroom::calibration
