// What is known of the enemy, as one list: of each block that lies flat, and of each port that was photographed.
#include <algorithm>

#include "server/titles/pq17/pq17.h"
#include "server/titles/pq17/searching/statements.h"
#include "server/titles/pq17/sight/sight.h"

namespace wardroom::pq17 {
namespace {

Text named_ships(const v1::Statement& told) {
  std::vector<Text> parts;
  for (const auto& each : told.named()) {
    const char* state = each.dead_in_water() ? "dead" : each.crippled() ? "crippled" : "sound";
    parts.push_back(Text("screen.pq17.ship")
                        .text("ship", Text(each.unit() + ".name"))
                        .number("cs", each.cs())
                        .word("state", state));
  }
  return parts.empty() ? Text("known.no_ships") : listed(std::move(parts));
}

Text categories(const v1::Statement& told) {
  std::vector<Text> parts = categories_of(told);
  return parts.empty() ? Text("known.no_ships") : listed(std::move(parts));
}

void add_fact(wardroom::v1::Known& known, const v1::Statement& told, TextId source, int now) {
  wardroom::v1::Fact& fact = *known.add_facts();
  to_wire(words_of(told), *fact.mutable_statement());
  to_wire(source, *fact.mutable_source());
  to_wire(Operation::turn_name(told.turn()), *fact.mutable_time());
  to_wire(Text("known.age").number("turns", std::max(0, now - told.turn())), *fact.mutable_age());
  fact.set_level(static_cast<std::uint32_t>(told.level()));
  fact.set_may_have_changed(!told.binding());
}

void know_block(const v1::Block& block, int now, wardroom::v1::Known& known) {
  known.set_subject(block.id());
  Text printed = printed_name(block.side(), block.kind(), block.number());
  to_wire(printed.empty() ? Text("block.unidentified") : printed, *known.mutable_name());
  known.set_place(block.hex());
  known.set_seat(static_cast<std::uint32_t>(seat_of(block.side())));
  known.set_level(static_cast<std::uint32_t>(block.level()));
  if (block.has_told())
    add_fact(known, block.told(), block.told().seen() ? "known.source.battle" : "known.source.report", now);
  std::vector<std::string> shadowers;  // each kind once
  for (const v1::Shadow& shadow : block.shadow()) {
    std::string name = "shadower." + lower(v1::Shadow::Kind_Name(shadow.kind())) + ".name";
    if (std::ranges::find(shadowers, name) == shadowers.end()) shadowers.push_back(std::move(name));
  }
  for (const std::string& name : shadowers) known.add_followed_by()->set_id(name);
}

void know_port(const PlaceFacts& port, const v1::Standing::Photographed& photo, int now, wardroom::v1::Known& known) {
  to_wire(Text(port.name), *known.mutable_name());
  known.set_place(number(port.hex));
  known.set_seat(static_cast<std::uint32_t>(seat_of(port.side)));
  known.set_level(static_cast<std::uint32_t>(photo.told().level()));
  add_fact(known, photo.told(), "known.source.photograph", now);
  if (photo.sailed_since()) known.mutable_facts(0)->set_may_have_changed(true);
}

}  // namespace

std::optional<Side> viewer_of(const v1::View& view) {
  if (!view.has_own()) return {};
  for (const auto& pool : view.own().command()) return pool.command() == v1::Command::GRUPPE_NORD ? kAxis : kAllied;
  return {};
}

const v1::Scenario& scenario_of(const Reference& reference, const v1::View& view) {
  const v1::Scenario* scenario = reference.box().scenario(view.standing().scenario());
  if (!scenario) throw Broken("pq17: a view of no scenario");
  return *scenario;
}

Text words_of(const v1::Statement& told) {
  if (told.seen() || told.level() >= 4) return named_ships(told);
  switch (told.level()) {
    case 0:
      return "known.id0";
    case 1:
      return Text("known.id1")
          .number("count", told.warship_counters())
          .word("size", told.large_convoy()   ? "large"
                        : told.small_convoy() ? "small"
                                              : "none");
    case 2:
      return Text("known.id2")
          .number("count", told.warship_counters())
          .number("heavy", told.heavy_ships())
          .word("carrier", told.carrier() ? "yes" : "no")
          .number("merchants", told.convoy_ships());
    default:
      return categories(told);
  }
}

void add_sight(const Reference& reference, v1::View& view) {
  v1::Sight& sight = *view.mutable_sight();
  const int now = view.clock().turn();
  const std::optional<Side> own = viewer_of(view);
  for (const v1::Block& block : view.sea().block()) {
    if (block.flat() && block.side() != own) know_block(block, now, *sight.add_known());
  }
  for (const auto& photo : view.standing().photographed()) {
    const PlaceFacts& port = reference.place(photo.place());
    if (photo.has_told() && port.side != own) know_port(port, photo, now, *sight.add_known());
  }
  sight.set_light(light_of(reference, scenario_of(reference, view), now));
}

void Pq17::annotate(View& view) const { add_sight(reference_, static_cast<v1::View&>(view)); }

}  // namespace wardroom::pq17
