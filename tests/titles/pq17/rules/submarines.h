// What the tests of submarines share: a stage in Fog, where no carrier can help, and cards that find or miss.
#pragma once

#include "tests/titles/pq17/bench.h"
#include "tests/titles/pq17/rules/naval.h"

namespace wardroom::pq17 {

using Aim = v1::TargetCategory;

inline constexpr const char* kOpen = "0611";  // no radius, no shore
inline constexpr int kInFog = 3;              // column of the cards
inline constexpr int kInFair = 0;

inline Stage under_water(Side active, v1::Weather::Kind weather = v1::Weather::FOG) {
  Stage stage("pq12");
  stage.at(9, active, Clock::SUBMARINE_COMBAT).weather(weather);
  stage.dummy(active, "anchor", "0801")
      .dummy(active, "buoy", "0801");  // they can combine, so the phase does not end by itself
  return stage;
}

// By Day a card that finds whatever is Identified, and that nobody can answer; and one that finds nothing.
inline std::uint32_t finds_target(Side side, int column = kInFog) {
  return card(find_card(side, [&](const v1::Card& each) {
    return each.day().force(column) == v1::SearchResult::U && !each.day().submarine_watermark() &&
           !each.day().soviet_flag();
  }));
}
inline std::uint32_t misses_target(Side side, int column = kInFog) {
  return card(
      find_card(side, [&](const v1::Card& each) { return each.day().force(column) == v1::SearchResult::DASH; }));
}

inline int place_of(const std::vector<std::string>& told, const std::string& id) {
  const auto found = std::ranges::find(told, id);
  return found == told.end() ? -1 : static_cast<int>(found - told.begin());
}

inline int vp_halves(const Truth& truth) {
  int sum = 0;
  for (const auto& line : truth.standing().score()) sum += line.vp_halves();
  return sum;
}

// A Wolfpack of the Axis against a convoy at ID1.
inline Stage attack_on_convoy(int boats, const std::vector<Unit>& convoy) {
  Stage stage = under_water(kAxis);
  stage.convoy(kAllied, "pq", convoy, kOpen, "port.murmansk")
      .identified("pq", 1)
      .wolfpack(kAxis, "u", {{"class.type_viic", boats}}, kOpen);
  return stage;
}

inline Scene& attack(Scene& scene) {
  return scene.answer(kAxis, Verb::SUBMARINE_ATTACK, scene.key("u"), scene.id("pq"));
}
inline Scene& aim(Scene& scene, Aim::Kind at) { return scene.answer(kAxis, Verb::CHOOSE_CATEGORY, at); }

}  // namespace wardroom::pq17
