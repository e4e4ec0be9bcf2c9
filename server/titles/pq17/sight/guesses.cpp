// What may be guessed of an enemy block, and which guesses what is known of it contradicts.
#include <algorithm>
#include <array>
#include <variant>

#include "server/titles/pq17/pq17.h"
#include "server/titles/pq17/sight/sight.h"

namespace wardroom::pq17 {
namespace {

// What stands behind a block, or a sort of ship that is in it.
using Guess = std::variant<v1::BlockKind::Kind, v1::ShipCategory::Kind>;

// Kept guesses name these by number: new ones come last.
constexpr std::array<Guess, 8> kGuesses{
    v1::BlockKind::DUMMY,      v1::BlockKind::CONVOY,     v1::BlockKind::TASK_FORCE, v1::BlockKind::WOLFPACK,
    v1::ShipCategory::CAPITAL, v1::ShipCategory::CARRIER, v1::ShipCategory::CRUISER, v1::ShipCategory::LIGHT,
};

Text name_of(v1::BlockKind::Kind kind) { return Text("blockkind." + lower(v1::BlockKind::Kind_Name(kind)) + ".name"); }
Text name_of(v1::ShipCategory::Kind category) {
  return Text("shipcategory." + lower(v1::ShipCategory::Kind_Name(category)) + ".name");
}

// Whether what was told says that there is no such ship. ID1 is as its owner liked to say [6.2.1].
bool rules_out(const Reference& reference, const v1::Statement& told, v1::ShipCategory::Kind category) {
  if (!told.binding()) return false;
  if (told.seen() || told.level() >= 4) {
    return std::ranges::none_of(told.named(),
                                [&](const auto& each) { return reference.unit(each.unit()).is(category); });
  }
  if (told.level() == 3) {
    return std::ranges::none_of(told.category(),
                                [&](const auto& each) { return each.category() == category && each.counters() > 0; });
  }
  if (told.level() < 2) return false;
  if (category == v1::ShipCategory::CARRIER) return !told.carrier();
  return category == v1::ShipCategory::CAPITAL && told.heavy_ships() == 0;
}

bool contradicts(const Reference&, const v1::Block& block, v1::BlockKind::Kind kind) {
  return block.flat() && block.kind() != v1::BlockKind::UNSPECIFIED && block.kind() != kind;
}

bool contradicts(const Reference& reference, const v1::Block& block, v1::ShipCategory::Kind category) {
  if (!block.flat()) return false;
  if (block.kind() == v1::BlockKind::DUMMY || block.kind() == v1::BlockKind::WOLFPACK) return true;
  return block.has_told() && rules_out(reference, block.told(), category);
}

}  // namespace

std::vector<Text> Pq17::guesses() const {
  std::vector<Text> names;
  for (const Guess& guess : kGuesses) names.push_back(std::visit([](auto what) { return name_of(what); }, guess));
  return names;
}

std::optional<Guessed> Pq17::guessed(const View& view, std::uint64_t subject, std::uint32_t says) const {
  const auto& mine = static_cast<const v1::View&>(view);
  const std::optional<Side> own = viewer_of(mine);
  for (const v1::Block& block : mine.sea().block()) {
    if (block.id() != subject || block.side() == own || says == 0 || says > kGuesses.size()) continue;
    const bool wrong = std::visit([&](auto what) { return contradicts(reference_, block, what); }, kGuesses[says - 1]);
    return Guessed{block.hex(), wrong};
  }
  return {};
}

std::uint32_t Pq17::turn(const View& view) const {
  return static_cast<std::uint32_t>(static_cast<const v1::View&>(view).clock().turn());
}

}  // namespace wardroom::pq17
