// A shadowed force has split: its shadower names the part he follows, and is answered truthfully [6.3.4].
#include <algorithm>

#include "server/titles/pq17/searching/following.h"
#include "server/titles/pq17/searching/identification.h"
#include "server/titles/pq17/searching/shadowing.h"

namespace wardroom::pq17 {
namespace {

using Part = v1::ShadowedPart;

// What may be named: by the face of the block, and by what was told of the force before it split.
std::vector<Part::Kind> parts_to_name(const v1::Block& target) {
  std::vector<Part::Kind> named;
  if (target.kind() == v1::BlockKind::CONVOY) named.push_back(Part::CONVOY);
  named.push_back(Part::LARGER);
  named.push_back(Part::SMALLER);
  const auto told_of = [&](v1::ShipCategory::Kind kind) {
    return std::ranges::any_of(target.told().category(), [&](const auto& each) { return each.category() == kind; });
  };
  if (told_of(v1::ShipCategory::CAPITAL)) named.push_back(Part::CAPITAL_SHIP);
  if (target.told().carrier() || told_of(v1::ShipCategory::CARRIER)) named.push_back(Part::CARRIER);
  if (told_of(v1::ShipCategory::CRUISER)) named.push_back(Part::CRUISERS);
  if (told_of(v1::ShipCategory::LIGHT)) named.push_back(Part::LIGHT_SHIPS);
  return named;
}

// How well a force fits the description; the part with the most is meant.
int fits(const Operation& op, const v1::Force& force, Part::Kind kind) {
  const Tally sum = tally(op.reference, force);
  switch (kind) {
    case Part::CONVOY:
      return force.kind() == v1::BlockKind::CONVOY ? 1 : 0;
    case Part::CAPITAL_SHIP:
      return sum.capital;
    case Part::CARRIER:
      return sum.carriers;
    case Part::CRUISERS:
      return sum.cruisers;
    case Part::LIGHT_SHIPS:
      return sum.category[v1::ShipCategory::LIGHT].cs;
    case Part::SMALLER:
      return -sum.cs;
    default:
      return sum.cs;
  }
}

BlockId part_meant(Operation& op, const std::vector<BlockId>& parts, Part::Kind kind) {
  // Parts that fit alike are told apart by lot.
  const auto count = static_cast<std::uint32_t>(parts.size());
  const std::uint32_t first = op.draw(Draw::kShadowedPart, parts.front().value, std::ranges::max_element(parts)->value,
                                      count);  // a new id at each split
  BlockId best = parts[first];
  for (std::uint32_t i = 1; i < count; ++i) {
    const BlockId id = parts[(first + i) % count];
    if (fits(op, op.force_behind(op.block(id)), kind) > fits(op, op.force_behind(op.block(best)), kind)) best = id;
  }
  return best;
}

void hand_over(Operation& op, v1::Block& from, v1::Block& to) {
  if (&from == &to) return;
  to.mutable_shadow()->Swap(from.mutable_shadow());
  for (const v1::Shadow& shadow : to.shadow()) {
    v1::Block* shadower = op.find_block(block_id(shadow));
    if (shadower && shadower->under() != 0) shadower->set_under(to.id());
  }
}

// Submarines alone follow the convoy and nothing else [6.3.2]: there is nothing to ask.
bool only_submarines(const v1::Block& target) {
  return std::ranges::all_of(target.shadow(),
                             [](const v1::Shadow& shadow) { return shadow.kind() == v1::Shadow::WOLFPACK; });
}

Task<Part::Kind> name_part(Operation& op, BlockId id) {
  const v1::Block& target = op.block(id);
  if (only_submarines(target)) co_return Part::CONVOY;
  Menu menu = op.menu(enemy_of(target.side()), v1::MenuKind::SHADOW_SPLIT, "prompt.shadow_part", Asking::kReaction);
  menu.prompt.text("force", op.name(target));
  menu.rule = "6.3.4";
  for (Part::Kind kind : parts_to_name(target)) {
    menu.offer(v1::Verb::FOLLOW_PART, kind)
        .place(target.hex())
        .says("choice.shadow_part." + lower(Part::Kind_Name(kind)));
  }
  const Action answer = co_await op.table.ask(std::move(menu));
  co_return answer.at<Part::Kind>(0);
}

}  // namespace

Task<> choose_shadowed_part(Operation& op, std::vector<BlockId> parts) {
  const auto shadowed = std::ranges::find_if(parts, [&](BlockId id) { return op.shadowed(op.block(id)); });
  if (shadowed == parts.end() || parts.size() < 2) co_return;
  const BlockId id = *shadowed;
  const Part::Kind named = co_await name_part(op, id);
  const BlockId meant = part_meant(op, parts, named);
  hand_over(op, op.block(id), op.block(meant));
  const Hex hex = as_hex(op.block(meant).hex());
  op.reveal(Licence::kShadowedPart,
            Text("report.shadowing.part").text("force", op.name(op.block(meant))).word("hex", op.word(hex)), hex,
            "6.3.4");
  for (BlockId part : parts) {  // the others are shadowed no longer [6.3.5, A-14]
    if (part != meant) lose_id(op, op.block(part), op.numbers.recon().id_lost_with_shadow());
  }
  end_impossible_shadowing(op);  // a Wolfpack follows convoys only [6.3.2]
}

}  // namespace wardroom::pq17
