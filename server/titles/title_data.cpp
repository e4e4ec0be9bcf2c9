#include "server/titles/title_data.h"

#include "server/titles/pq17/data.h"
#include "server/titles/pq17/data_odds.h"

namespace wardroom {
namespace {

std::optional<std::string> pq17_odds(const Bundle& bundle) {
  const auto box = pq17::read(bundle, Texts::kNotYet);
  if (const auto* found = std::get_if<std::shared_ptr<const pq17::Box>>(&box)) return pq17::odds_page(**found);
  return std::nullopt;
}

}  // namespace

// One line a title.
std::vector<TitleData> title_data() {
  return {
      {"pq17", pq17::inspect, pq17_odds},
  };
}

}  // namespace wardroom
