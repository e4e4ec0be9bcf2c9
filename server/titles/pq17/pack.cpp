// PQ-17 as the list of titles has it.
#include "server/titles/pack.h"

#include "server/titles/pq17/data/data.h"
#include "server/titles/pq17/data/odds.h"
#include "server/titles/pq17/data/schema.h"
#include "server/titles/pq17/data/show.h"
#include "server/titles/pq17/pq17.h"

namespace wardroom::pq17 {
namespace {

std::shared_ptr<const GameBox> box_of(const Bundle& bundle) {
  const auto box = read(bundle, Texts::kNotYet);
  const auto* found = std::get_if<std::shared_ptr<const GameBox>>(&box);
  return found ? *found : nullptr;
}

std::optional<std::string> odds_of(const Bundle& bundle) {
  const auto box = box_of(bundle);
  return box ? std::optional(odds_page(*box)) : std::nullopt;
}

Result<Sheet> show_of(const Bundle& bundle, std::string_view kind, std::string_view id) {
  const auto box = box_of(bundle);
  if (!box) return refuse(RefusalCode::kUnreadable, Text("data.has_mistakes"));
  return show(*box, kind, id);
}

wardroom::v1::Sheets sheets_of(const Bundle& bundle) {
  const auto box = box_of(bundle);
  return box ? sheets(*box) : wardroom::v1::Sheets();
}

}  // namespace

TitlePack pack() { return {entry(), inspect, odds_of, show_of, sheets_of, data_schema().files}; }

}  // namespace wardroom::pq17
