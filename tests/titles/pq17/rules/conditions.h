// Games that begin in the middle with a chit in somebody's hand.
#pragma once

#include "server/titles/pq17/conditions/special_conditions.h"
#include "tests/titles/pq17/rules/opening.h"

namespace wardroom::pq17 {

inline Stage& chit(Stage& stage, Side side, const std::string& condition, const std::string& letter = "D",
                   int variant = 0) {
  v1::Own& own = side == kAllied ? *stage.truth().mutable_allied() : *stage.truth().mutable_axis();
  own.set_condition("condition." + condition);
  own.set_chit(letter);
  own.set_condition_variant(variant);
  return stage;
}

inline v1::SpecialOperation& plan_of(Stage& stage, Side side) {
  return *(side == kAllied ? stage.truth().mutable_allied() : stage.truth().mutable_axis())->mutable_operation();
}

// The stage as a running game: what is not given is drawn at random.
inline Opening play(Stage& stage, NamedChance chance = calm()) {
  return Opening(std::make_unique<Truth>(stage.truth()), std::move(chance));
}

// Half VPs by this condition.
inline int halves_by(const Truth& truth, const std::string& condition) {
  int halves = 0;
  for (const auto& line : truth.standing().score()) {
    if (line.reason() == "special_condition" && line.subject() == "condition." + condition) halves += line.vp_halves();
  }
  return halves;
}

inline int halves_of(const Truth& truth, const std::string& reason) {
  int halves = 0;
  for (const auto& line : truth.standing().score()) {
    if (line.reason() == reason) halves += line.vp_halves();
  }
  return halves;
}

inline bool shown(const Truth& truth, Side side) {
  return std::ranges::any_of(truth.standing().shown(), [&](const auto& chit) { return chit.side() == side; });
}

// The phase in which ports are raided [12.7], with a convoy at Murmansk.
inline Stage raided(const std::string& scenario) {
  Stage stage(scenario);
  chit(stage, kAxis, "harbor_raids", "E").at(30, kAxis, v1::Clock::COMBINE_FORCES).phase(v1::Clock::CONFIRMATION);
  stage.convoy(kAllied, "pq", {{"class.mv", 12}}, "port.murmansk", "port.murmansk");
  return stage;
}

}  // namespace wardroom::pq17
