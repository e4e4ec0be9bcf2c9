// What the other side will be told of an action, for the leak test; and how a match ended.
#include "server/titles/pq17/pq17.h"

namespace wardroom::pq17 {

std::string Pq17::face(const Position&, const Action& action, Viewer) const { return "verb " + std::to_string(action.verb); }

Ending Pq17::ending(const Position& position) const {
  const auto& truth = static_cast<const Truth&>(position);
  int halves = 0;
  for (const auto& line : truth.standing().score()) halves += line.vp_halves();
  const v1::Scenario* scenario = reference_.box().scenario(truth.standing().scenario());
  Ending ending;
  ending.set_kind(wardroom::v1::ENDING_KIND_PLAYED);
  ending.set_score_halves(halves);
  ending.set_par_halves(scenario->par_vp_halves());
  return ending;
}

}  // namespace wardroom::pq17
