// Compiled as C++17: LEMON's headers are not C++20.
#include "server/tournament/matching.h"

#include <lemon/full_graph.h>
#include <lemon/matching.h>

#include <limits>
#include <stdexcept>

namespace wardroom::tournament {

static_assert(std::numeric_limits<Cost>::is_integer, "LEMON would halve odd sums");

std::vector<int> cheapest_pairs(const std::vector<std::vector<Cost>>& costs) {
  const int size = static_cast<int>(costs.size());
  if (size == 0) return {};
  const lemon::FullGraph graph(size);
  lemon::FullGraph::EdgeMap<Cost> worth(graph);
  for (lemon::FullGraph::EdgeIt edge(graph); edge != lemon::INVALID; ++edge)
    worth[edge] = -costs[graph.index(graph.u(edge))][graph.index(graph.v(edge))];
  lemon::MaxWeightedPerfectMatching<lemon::FullGraph, lemon::FullGraph::EdgeMap<Cost>> matching(graph, worth);
  if (!matching.run()) throw std::logic_error("an odd number cannot be paired");
  std::vector<int> with(costs.size());
  for (int each = 0; each < size; ++each) with[each] = graph.index(matching.mate(graph(each)));
  return with;
}

}  // namespace wardroom::tournament
