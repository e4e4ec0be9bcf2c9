#include "server/engine/report.h"

#include "wardroom/v1/play.pb.h"

namespace wardroom {
namespace {

using namespace told;

void write(const Party& from, v1::Party& to) {
  to_wire(from.name, *to.mutable_name());
  to.set_unit(from.unit);
  if (from.seat) to.set_seat(static_cast<std::uint32_t>(index(*from.seat)));
}

void write(const Roll& from, v1::Report& report) {
  v1::Roll& to = *report.mutable_roll();
  if (!from.table.empty()) to_wire(from.table, *to.mutable_table());
  if (!from.row.empty()) to_wire(from.row, *to.mutable_row());
  if (!from.column.empty()) to_wire(from.column, *to.mutable_column());
  for (const Die& die : from.dice) {
    v1::Die& out = *to.add_dice();
    out.set_fell(die.fell);
    if (die.modified) out.set_modified(*die.modified);
    if (!die.result.empty()) to_wire(die.result, *out.mutable_result());
    out.set_sides(die.sides);
  }
  for (const Change& change : from.modifiers) {
    v1::Change& out = *to.add_modifiers();
    to_wire(change.name, *out.mutable_name());
    out.set_value(change.value);
    out.set_rule(std::string(change.rule));
  }
  if (from.needed) to.set_needed(*from.needed);
  if (!from.by.name.empty()) write(from.by, *to.mutable_by());
  if (!from.against.name.empty()) write(from.against, *to.mutable_against());
}

void write(const Card& from, v1::Report& report) {
  v1::Card& to = *report.mutable_card();
  if (!from.deck.empty()) to_wire(from.deck, *to.mutable_deck());
  to.set_index(from.index);
  for (const Text& each : from.where) to_wire(each, *to.add_where());
  if (!from.result.empty()) to_wire(from.result, *to.mutable_result());
  to.set_subject(from.subject);
  if (!from.what.empty()) to_wire(from.what, *to.mutable_what());
  to.set_fails(from.fails);
}

void write(const Move& from, v1::Report& report) {
  v1::Move& to = *report.mutable_move();
  to.set_subject(from.subject);
  to.set_from(from.from);
  to.set_to(from.to);
  if (from.seat) to.set_seat(static_cast<std::uint32_t>(index(*from.seat)));
}

void write(const Sighting& from, v1::Report& report) {
  v1::Sighting& to = *report.mutable_sighting();
  to.set_subject(from.subject);
  to.set_level(from.level);
  if (!from.what.empty()) to_wire(from.what, *to.mutable_what());
  if (!from.source.empty()) to_wire(from.source, *to.mutable_source());
}

void write(const Loss& from, v1::Report& report) {
  v1::Loss& to = *report.mutable_loss();
  to.set_harm(static_cast<v1::Loss::Harm>(from.harm));
  if (!from.what.empty()) to_wire(from.what, *to.mutable_what());
  to.set_count(from.count);
  if (from.seat) to.set_seat(static_cast<std::uint32_t>(index(*from.seat)));
  to.set_unit(from.unit);
}

void write(const Milestone& from, v1::Report& report) {
  v1::Milestone& to = *report.mutable_milestone();
  to.set_level(static_cast<v1::Milestone::Level>(from.level));
  to.set_number(from.number);
}

void write(const Score& from, v1::Report& report) {
  v1::Score& to = *report.mutable_score();
  to.set_change(from.change);
  to.set_total(from.total);
  if (!from.reason.empty()) to_wire(from.reason, *to.mutable_reason());
}

}  // namespace

void to_wire(const Facts& from, v1::Report& to) {
  std::visit([&](const auto& facts) { write(facts, to); }, from);
}

}  // namespace wardroom
