// Murmansk Run as the list of titles has it.
#include "server/titles/pack.h"

#include "server/titles/murmansk/data/odds.h"
#include "server/titles/murmansk/data/schema.h"
#include "server/titles/murmansk/data/show.h"
#include "server/titles/murmansk/murmansk.h"

namespace wardroom::murmansk {

TitlePack pack();  // for the list of all titles

namespace {

std::shared_ptr<const Box> box_of(const Bundle& bundle) {
  const auto box = read(bundle, Texts::kNotYet);
  const auto* found = std::get_if<std::shared_ptr<const Box>>(&box);
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

}  // namespace wardroom::murmansk
