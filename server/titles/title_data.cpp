#include "server/titles/title_data.h"

#include "server/titles/pq17/data.h"
#include "server/titles/pq17/data_odds.h"
#include "server/titles/pq17/data_schema.h"
#include "server/titles/pq17/data_show.h"

namespace wardroom {
namespace {

std::optional<std::string> pq17_odds(const Bundle& bundle) {
  const auto box = pq17::read(bundle, Texts::kNotYet);
  if (const auto* found = std::get_if<std::shared_ptr<const pq17::Box>>(&box)) return pq17::odds_page(**found);
  return std::nullopt;
}

Result<Sheet> pq17_show(const Bundle& bundle, std::string_view kind, std::string_view id) {
  const auto box = pq17::read(bundle, Texts::kNotYet);
  if (const auto* found = std::get_if<std::shared_ptr<const pq17::Box>>(&box)) return pq17::show(**found, kind, id);
  return refuse(RefusalCode::kUnreadable, Text("data.has_mistakes"));
}

v1::Sheets pq17_sheets(const Bundle& bundle) {
  const auto box = pq17::read(bundle, Texts::kNotYet);
  if (const auto* found = std::get_if<std::shared_ptr<const pq17::Box>>(&box)) return pq17::sheets(**found);
  return {};
}

}  // namespace

// One line a title.
std::vector<TitleData> title_data() {
  return {
      {"pq17", pq17::inspect, pq17_odds, pq17_show, pq17_sheets, pq17::data_schema().files},
  };
}

}  // namespace wardroom
