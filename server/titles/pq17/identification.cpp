// Identification Levels: how they rise and fall, and what owners have to say [6.1, 6.2.1, 6.6, 6.7].
#include "server/titles/pq17/identification.h"

#include <algorithm>

#include "server/titles/pq17/command.h"
#include "server/titles/pq17/components.h"
#include "server/titles/pq17/reconnaissance.h"

namespace wardroom::pq17 {
namespace {

const char* convoy_size(const v1::Statement& told) {
  if (told.large_convoy()) return "large";
  return told.small_convoy() ? "small" : "none";
}

Text categories_of(const v1::Statement& told) {
  std::vector<Text> parts;
  for (const auto& each : told.category()) {
    const auto kind = lower(v1::ShipCategory::Kind_Name(each.category()));
    parts.push_back(Text("report.identified.id3.category")
                        .text("category", Text("shipcategory." + kind + ".name"))
                        .number("count", each.counters())
                        .number("cs", each.cs()));
  }
  if (told.convoy_ships() > 0)
    parts.push_back(Text("report.identified.id3.merchants").number("count", told.convoy_ships()));
  if (parts.empty()) parts.push_back("report.identified.no_ships");
  return listed(std::move(parts));
}

Text names_of(const Operation& op, const v1::Statement& told) {
  std::vector<Text> parts;
  for (const auto& each : told.named()) {
    const UnitFacts& unit = op.reference.unit(each.unit());
    if (unit.heavy()) {
      parts.push_back(Text("report.identified.id4.ship").text("ship", op.name(unit)));
    } else {
      const auto type = lower(v1::ShipType::Kind_Name(unit.type));
      parts.push_back(Text("report.identified.id4.class")
                          .text("type", Text("shiptype." + type + ".short"))
                          .text("name", op.name(unit))
                          .number("cs", each.cs()));
    }
  }
  return listed(std::move(parts));
}

Text counted(Text text, const v1::Statement& told) {
  return std::move(text)
      .number("count", told.warship_counters())
      .number("heavy", told.heavy_ships())
      .word("carrier", told.carrier() ? "yes" : "no")
      .number("merchants", told.convoy_ships());
}

// A German threat excuses the cruisers of Patrol White [5.1.9]: a Task Force in the British Air Radius, or a Capital
// Ship that was told of, which ID2 does not do. It follows from what everybody knows.
void note_german_threat(Operation& op, const v1::Block& block) {
  v1::Standing& standing = *op.truth.mutable_standing();
  if (standing.german_threat_identified() || block.side() != kAxis || block.kind() != v1::BlockKind::TASK_FORCE) return;
  const bool near = op.reference.hex(as_hex(block.hex())).in(v1::AirRadius::BRITISH);
  const bool at_two = op.is(Mutant::kCapitalKnownAtTwo) && block.level() >= 2;
  const bool capital = at_two ? tally(op.reference, op.force_behind(block)).capital > 0
                              : block.has_told() && tells_of_capital(op.reference, block.told());
  if (!near && !capital) return;
  standing.set_german_threat_identified(true);
  op.reveal(Licence::kGermanThreat, "report.german_threat", as_hex(block.hex()), "5.1.9");
}

void note_identified(Operation& op, const v1::Block& block) {
  const bool surface = block.kind() == v1::BlockKind::TASK_FORCE || block.kind() == v1::BlockKind::CONVOY;
  if (block.side() == kAllied && surface) op.truth.mutable_standing()->set_allied_identified_at_sea(true);  // [11.4]
  note_german_threat(op, block);
}

}  // namespace

bool tells_of_capital(const Reference& reference, const v1::Statement& told) {
  const bool by_category = std::ranges::any_of(told.category(), [](const auto& each) {
    return each.category() == v1::ShipCategory::CAPITAL && each.counters() > 0;
  });
  return by_category ||
         std::ranges::any_of(told.named(), [&](const auto& each) { return reference.unit(each.unit()).capital(); });
}

void note_told(Operation& op, const v1::Block& block) {
  note_identified(op, block);
  note_carriers_told(op, block);
}

Text level_name(int level) { return Text("idlevel.id" + std::to_string(level) + ".name"); }

Text listed(std::vector<Text> parts) {
  Text all = std::move(parts.back());
  for (std::size_t i = parts.size() - 1; i-- > 0;) {
    const bool last_two = i + 2 == parts.size();
    all = last_two ? Text("list.last").text("first", std::move(parts[i])).text("second", std::move(all))
                   : Text("list.more").text("first", std::move(parts[i])).text("rest", std::move(all));
  }
  return all;
}

Text statement_about(Operation& op, const v1::Block& block, const v1::Statement& told) {
  const auto about = [&](const char* id) {
    return Text(id).text("force", op.name(block)).word("hex", op.word(as_hex(block.hex())));
  };
  switch (told.level()) {
    case 0:
      return about("report.identified.id0");
    case 1:
      return about("report.identified.id1").number("count", told.warship_counters()).word("size", convoy_size(told));
    case 2:
      return counted(about("report.identified.id2"), told);
    default:
      return about("report.identified.id3").text("list", categories_of(told));
  }
}

Text statement_about(Operation& op, const PlaceFacts& port, const v1::Statement& told) {
  const auto about = [&](const char* id) { return Text(id).text("place", op.name(port)); };
  switch (told.level()) {
    case 1:
      return about("report.photo.port.id1").number("count", told.warship_counters()).word("size", convoy_size(told));
    case 2:
      return counted(about("report.photo.port.id2"), told);
    case 3:
      return about("report.photo.port.id3").text("list", categories_of(told));
    default:
      if (told.named().empty()) return about("report.identified.nothing");
      return about("report.identified.id4").text("list", names_of(op, told));
  }
}

int drawn_figure(Operation& op, int counters, std::uint64_t subject) {
  const Range range = shaded(op.reference, counters);
  const auto sides = static_cast<std::uint32_t>(range.to - range.from + 1);
  return range.from + static_cast<int>(op.draw(Draw::kSayCounters, subject, 0, sides));
}

void lose_id(Operation& op, v1::Block& block, int levels) {
  if (!block.flat()) return;
  if (block.scattered() && !op.is(Mutant::kScatteredLosesId)) return;  // [6.8.1]
  const int level = std::max(0, block.level() - levels);
  if (level == block.level()) return;
  block.set_level(level);
  const Hex hex = as_hex(block.hex());
  op.tell(
      Text("report.id_fell").text("force", op.name(block)).word("hex", op.word(hex)).text("level", level_name(level)),
      hex, "6.6");
}

namespace {

// It began shadowed, or was found and followed on the way [5.4, 6.3, 6.6, A-106].
bool keeps_id_in_motion(const Operation& op, const v1::Block& block) {
  if (op.is(Mutant::kShadowedLosesId)) return false;
  if (block.began_shadowed()) return true;
  return op.shadowed(block) && !op.option("option.ruling.a_106") && !op.is(Mutant::kFoundInTransitLosesId);
}

}  // namespace

void lose_id_by_moving_or_idleness(Operation& op) {
  const bool idle_lose_it = Operation::is_pm(op.turn()) || op.is(Mutant::kIdleLosesIdInAm);
  for (v1::Block* block : op.blocks(op.active())) {
    if (block->moved()) {
      if (!keeps_id_in_motion(op, *block)) lose_id(op, *block, op.numbers.recon().id_lost_by_moving());
    } else if (block->struck()) {
      continue;  // a Wolfpack that aircraft kept from leaving its hex [7.4.5]
    } else if (block->followed() > 0) {
      continue;  // it has moved with the force it shadows, and lost its level then
    } else if (idle_lose_it && (!op.shadowed(*block) || op.is(Mutant::kShadowedIdleLosesId))) {
      lose_id(op, *block, op.numbers.recon().id_lost_by_pm());
    }
  }
  for (v1::Block* block : op.blocks(op.passive())) {  // shadowers that went along
    if (block->followed() > 0 && !keeps_id_in_motion(op, *block) && !op.is(Mutant::kFollowersKeepId))
      lose_id(op, *block, op.numbers.recon().id_lost_by_moving());
  }
}

void raise_id_silently(Operation& op, v1::Block& block, int level) {
  const int most =
      op.is(Mutant::kIdAboveThree) ? op.numbers.recon().most_id_in_port() : op.numbers.recon().most_id_at_sea();
  const int raised = std::min(level, most);
  if (block.flat() && block.level() >= raised) return;  // [6.7] never decreases
  op.lay_flat(block, raised);
  const Hex hex = as_hex(block.hex());
  op.reveal(
      Licence::kIdRises,
      Text("report.id_rose").text("force", op.name(block)).word("hex", op.word(hex)).text("level", level_name(raised)),
      hex, "6.7");
  note_identified(op, block);
}

void raise_id(Operation& op, v1::Block& block, int level, std::optional<int> counters) {
  const v1::Force& force = op.force_behind(block);
  if (force.kind() == v1::BlockKind::DUMMY) {  // [6.2]
    eliminate_dummy(op, block.side(), force.key());
    return;
  }
  const int most =
      op.is(Mutant::kIdAboveThree) ? op.numbers.recon().most_id_in_port() : op.numbers.recon().most_id_at_sea();
  const int raised = std::min(level, most);
  if (block.flat() && block.level() > raised) return;  // [6.7] never decreases
  op.lay_flat(block, raised);
  v1::Statement told = statement(op.reference, {&force}, raised, op.turn());
  if (raised == 1)
    told.set_warship_counters(counters ? *counters : drawn_figure(op, told.warship_counters(), block.id()));
  *block.mutable_told() = told;
  op.reveal(statement_licence(raised), statement_about(op, block, told), as_hex(block.hex()), "6.2.1");
  note_told(op, block);
}

void may_have_changed(v1::Block& block) {
  if (block.has_told()) block.mutable_told()->set_binding(false);
}

}  // namespace wardroom::pq17
