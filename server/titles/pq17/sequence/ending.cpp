// How a match ended.
#include <algorithm>
#include <cstdlib>

#include "server/titles/pq17/pq17.h"
#include "server/titles/pq17/sequence/score.h"

namespace wardroom::pq17 {
namespace {
constexpr int kWholePoint = 2;  // +1 or more, -1 or less: anything between is a draw [2]
}

Ending Pq17::ending_after_bid(const Position& position, std::int32_t added_to_par) const {
  const auto& standing = static_cast<const Truth&>(position).standing();
  const v1::Scenario& scenario = *reference_.box().scenario(standing.scenario());
  const int halves = total(standing);
  const int par = scenario.par_vp_halves() + added_to_par;
  const int beyond_par = halves - par;
  const auto winner = [](int score) { return static_cast<std::uint32_t>(seat_of(score > 0 ? kAllied : kAxis)); };
  const auto word = [](int score) { return score > 0 ? "allied" : score < 0 ? "axis" : "draw"; };
  const int by_the_book = std::abs(halves) < kWholePoint ? 0 : halves;
  const bool par_decides = std::ranges::find(standing.option(), "option.par_decides") != standing.option().end();

  Ending ending;
  ending.set_kind(wardroom::v1::ENDING_KIND_PLAYED);
  ending.set_score_halves(halves);
  ending.set_par_halves(par);
  if (const int decides = par_decides ? beyond_par : by_the_book; decides != 0) ending.set_winner(winner(decides));
  if (beyond_par != 0) ending.set_par_winner(winner(beyond_par));
  Text verdict("victory.verdict");
  verdict.text("book", Text(std::string("victory.") + word(by_the_book)).text("points", points_text(halves)));
  verdict.text("par", Text(std::string("victory.par.") + word(beyond_par)).text("par", points_text(par)));
  verdict.text("rule", par_decides ? "victory.rule.par" : "victory.rule.book");
  to_wire(verdict, *ending.mutable_verdict());
  return ending;
}

}  // namespace wardroom::pq17
