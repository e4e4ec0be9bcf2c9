#include "server/titles/pq17/operation/operation.h"

#include <algorithm>
#include <bitset>
#include <charconv>

#include "server/engine/chance.h"
#include "server/titles/sea/dealing.h"

namespace wardroom::pq17 {
namespace {

int printed_number(const std::string& label) {
  const auto digits = label.find_first_of("0123456789");
  int number = 0;
  if (digits != std::string::npos) std::from_chars(label.data() + digits, label.data() + label.size(), number);
  return number;
}

const v1::Scenario& scenario_of(const Reference& reference, const Truth& truth) {
  const v1::Scenario* found = reference.box().scenario(truth.standing().scenario());
  if (!found) throw Broken("pq17: no such scenario");
  return *found;
}

}  // namespace

Operation::Operation(const Reference& the_reference, Truth& the_truth, Table& the_table)
    : Voice(the_table),
      reference(the_reference),
      scenario(scenario_of(the_reference, the_truth)),
      numbers(the_reference.numbers()),
      truth(the_truth),
      table(the_table) {}

bool Operation::option(std::string_view id) const {
  return std::ranges::find(truth.standing().option(), id) != truth.standing().option().end();
}

bool Operation::special_rule(v1::SpecialRule::Kind kind) const {
  return std::ranges::any_of(scenario.special_rule(), [&](const v1::SpecialRule& rule) { return rule.kind() == kind; });
}

// -- time --

v1::Light::Kind Operation::light(int turn) const { return light_of(reference, scenario, turn); }

Text Operation::turn_name(int turn) { return Text(is_pm(turn) ? "turn.pm" : "turn.am").number("day", (turn + 1) / 2); }

// -- forces --

v1::Force* Operation::find(Side side, ForceKey key) {
  for (v1::Force& force : *own(side).mutable_force()) {
    if (key_of(force) == key) return &force;
  }
  return nullptr;
}

v1::Force& Operation::force(Side side, ForceKey key) {
  v1::Force* found = find(side, key);
  if (!found) throw Broken("pq17: no such force");
  return *found;
}

v1::Force& Operation::force_behind(const v1::Block& block) {
  for (v1::Force& force : *own(block.side()).mutable_force()) {
    if (force.block() == block.id()) return force;
  }
  throw Broken("pq17: a block with nothing behind it");
}

std::vector<v1::Force*> Operation::at_sea(Side side, Hex hex) {
  std::vector<v1::Force*> found;
  const auto here = blocks(side, hex);
  if (here.empty()) return found;
  for (v1::Force& force : *own(side).mutable_force()) {
    if (std::ranges::find(here, force.block(), &v1::Block::id) != here.end()) found.push_back(&force);
  }
  return found;
}

std::vector<v1::Force*> Operation::in_place(Side side, std::string_view place) {
  std::vector<v1::Force*> found;
  for (v1::Force& force : *own(side).mutable_force()) {
    if (force.block() == 0 && force.place() == place) found.push_back(&force);
  }
  return found;
}

std::vector<v1::Force*> Operation::all(Side side) {
  std::vector<v1::Force*> found;
  for (v1::Force& force : *own(side).mutable_force()) found.push_back(&force);
  return found;
}

// Blocks stand in the order of their ids; the one looked up last is often asked for again.
int Operation::index_of(BlockId id) const {
  const auto& blocks = truth.sea().block();
  if (last_found_ < blocks.size() && id_of(blocks.Get(last_found_)) == id) return last_found_;
  const auto found = std::lower_bound(blocks.begin(), blocks.end(), id,
                                      [](const v1::Block& block, BlockId wanted) { return id_of(block) < wanted; });
  if (found == blocks.end() || id_of(*found) != id) return -1;
  return last_found_ = static_cast<int>(found - blocks.begin());
}

Hex Operation::hex_of(const v1::Force& force) const {
  if (force.block() != 0) {
    const int index = index_of(block_id(force));
    if (index < 0) throw Broken("pq17: a force without its block");
    return as_hex(truth.sea().block(index).hex());
  }
  if (const PlaceFacts* place = reference.find_place(force.place())) return place->hex;
  return pq17::hex_of(force.place()).value_or(Hex{});  // at sea, before its block is on the map
}

bool Operation::in_port(const v1::Force& force) const {
  if (force.block() != 0) return false;
  const PlaceFacts* place = reference.find_place(force.place());
  return place && place->port;
}

std::optional<int> Operation::free_number(Side side, v1::BlockKind::Kind kind, v1::Nation::Kind nation) const {
  if (kind == v1::BlockKind::DUMMY) {
    return dummies(side) < reference.box().blocks(side, kind) ? std::optional(0) : std::nullopt;
  }
  std::bitset<64> used;
  for (const v1::Force& force : own(side).force()) {
    if (force.kind() == kind && force.number() >= 0 && force.number() < 64)
      used.set(static_cast<std::size_t>(force.number()));
  }
  for (const auto& each : reference.box().block_supply().supply()) {
    if (each.side() != side || each.kind() != kind) continue;
    if (kind == v1::BlockKind::WOLFPACK && each.nation() != v1::Nation::UNSPECIFIED && each.nation() != nation)
      continue;
    for (const std::string& label : each.label()) {
      const int number = printed_number(label);
      if (!used.test(static_cast<std::size_t>(number))) return number;
    }
  }
  return std::nullopt;
}

bool Operation::block_left(Side side, v1::BlockKind::Kind kind, v1::Nation::Kind nation) const {
  return free_number(side, kind, nation).has_value();
}

v1::Force* Operation::form(Side side, v1::BlockKind::Kind kind, v1::Nation::Kind nation) {
  const auto number = free_number(side, kind, nation);
  if (!number) return nullptr;
  v1::Own& mine = own(side);
  v1::Force& force = *mine.add_force();
  mine.set_next_key(mine.next_key() + 1);
  force.set_key(mine.next_key());
  force.set_kind(kind);
  force.set_number(*number);
  return &force;
}

void Operation::erase(Side side, ForceKey key) {
  auto& forces = *own(side).mutable_force();
  for (int i = 0; i < forces.size(); ++i) {
    if (key_of(forces.Get(i)) != key) continue;
    if (forces.Get(i).block() != 0) {
      remove_block(block_id(forces.Get(i)));
    } else if (!forces.Get(i).place().empty()) {
      v1::Sea::Stack& here = stack(forces.Get(i).place(), side);
      here.set_blocks(here.blocks() - 1);
    }
    forces.DeleteSubrange(i, 1);
    return;
  }
  throw Broken("pq17: no such force");
}

int Operation::dummies(Side side) const {
  return static_cast<int>(std::ranges::count(own(side).force(), v1::BlockKind::DUMMY, &v1::Force::kind));
}

int Operation::dummy_limit(Side side) const {
  for (const auto& each : scenario.dummies()) {
    if (each.side() == side) return each.limit();
  }
  return 0;
}

bool Operation::dummy_left(Side side) const {
  return dummies(side) < dummy_limit(side) && block_left(side, v1::BlockKind::DUMMY);
}

// -- blocks --

v1::Block* Operation::find_block(BlockId id) {
  const int index = index_of(id);
  return index < 0 ? nullptr : truth.mutable_sea()->mutable_block(index);
}

v1::Block& Operation::block(BlockId id) {
  v1::Block* found = find_block(id);
  if (!found) throw Broken("pq17: no such block");
  return *found;
}

std::vector<v1::Block*> Operation::blocks(Side side, Hex hex) {
  std::vector<v1::Block*> found;
  for (v1::Block& block : *truth.mutable_sea()->mutable_block()) {
    if (block.side() == side && block.hex() == number(hex)) found.push_back(&block);
  }
  return found;
}

std::vector<v1::Block*> Operation::blocks(Side side) {
  std::vector<v1::Block*> found;
  for (v1::Block& block : *truth.mutable_sea()->mutable_block()) {
    if (block.side() == side) found.push_back(&block);
  }
  return found;
}

v1::Sea::Stack& Operation::stack(std::string_view place, Side side) {
  for (v1::Sea::Stack& each : *truth.mutable_sea()->mutable_stack()) {
    if (each.place() == place && each.side() == side) return each;
  }
  v1::Sea::Stack& made = *truth.mutable_sea()->add_stack();
  made.set_place(std::string(place));
  made.set_side(side);
  return made;
}

v1::Block& Operation::add_block(Side side, Hex hex) {
  v1::Sea& sea = *truth.mutable_sea();
  sea.set_next_id(sea.next_id() + 1);
  v1::Block& block = *sea.add_block();
  block.set_id(sea.next_id());
  block.set_side(side);
  block.set_hex(number(hex));
  return block;
}

void Operation::remove_block(BlockId id) {
  auto& list = *truth.mutable_sea()->mutable_block();
  for (int i = 0; i < list.size(); ++i) {
    if (id_of(list.Get(i)) != id) continue;
    list.DeleteSubrange(i, 1);
    break;
  }
  for (v1::Block& block : list) {  // whoever followed it, or was followed by it
    if (BlockId(block.under()) == id) block.set_under(0);
    auto& shadows = *block.mutable_shadow();
    for (int i = shadows.size() - 1; i >= 0; --i) {
      if (block_id(shadows.Get(i)) == id) shadows.DeleteSubrange(i, 1);
    }
  }
}

void Operation::change_id(v1::Block& block, BlockId id) {
  const BlockId old = id_of(block);
  for (v1::Force& force : *own(block.side()).mutable_force()) {
    if (block_id(force) == old) force.set_block(id.value);
  }
  for (v1::Block& other : *truth.mutable_sea()->mutable_block()) {
    if (BlockId(other.under()) == old) other.set_under(id.value);
    for (v1::Shadow& shadow : *other.mutable_shadow()) {
      if (block_id(shadow) == old) shadow.set_block(id.value);
    }
  }
  for (v1::Contact& contact : *truth.mutable_sea()->mutable_contact()) {
    if (block_id(contact) == old) contact.set_block(id.value);
  }
  v1::Sea& sea = *truth.mutable_sea();
  if (truth.has_battle()) std::ranges::replace(*truth.mutable_battle()->mutable_block(), old.value, id.value);
  for (v1::Battle& battle : *sea.mutable_waiting()) std::ranges::replace(*battle.mutable_block(), old.value, id.value);
  for (v1::Sea::Encounter& encounter : *sea.mutable_pending()) {
    std::ranges::replace(*encounter.mutable_attacking(), old.value, id.value);
    std::ranges::replace(*encounter.mutable_defending(), old.value, id.value);
  }
  if (sea.in_transit() == old.value) sea.set_in_transit(id.value);
  block.set_id(id.value);
}

v1::Block& Operation::put_to_sea(v1::Force& force, Hex hex) {
  const Side side = find(kAllied, key_of(force)) == &force ? kAllied : kAxis;
  if (!force.place().empty()) {
    v1::Sea::Stack& from = stack(force.place(), side);
    from.set_blocks(from.blocks() - 1);
    from.set_left(from.left() + 1);
    force.clear_place();
  }
  v1::Block& made = add_block(side, hex);
  force.set_block(made.id());
  regroup(side, hex);
  return block_of(force);
}

void Operation::put_in(v1::Force& force, const PlaceFacts& place) {
  const Side side = find(kAllied, key_of(force)) == &force ? kAllied : kAxis;
  if (force.block() != 0) {
    const BlockId old = block_id(force);
    force.set_block(0);
    remove_block(old);
  } else if (!force.place().empty()) {
    v1::Sea::Stack& from = stack(force.place(), side);
    from.set_blocks(from.blocks() - 1);
  }
  force.set_place(place.id);
  v1::Sea::Stack& to = stack(place.id, side);
  to.set_blocks(to.blocks() + 1);
}

bool Operation::shadows_someone(const v1::Block& block) const {
  if (block.under() != 0) return true;
  if (block.side() == kAxis) return false;  // only cruisers shadow without lying under their target [6.3.2, 6.3.3]
  return std::ranges::any_of(truth.sea().block(), [&](const v1::Block& other) {
    if (other.side() == block.side()) return false;
    return std::ranges::any_of(other.shadow(), [&](const v1::Shadow& shadow) { return shadow.block() == block.id(); });
  });
}

void Operation::regroup(Side side, Hex hex) {
  std::vector<v1::Block*> here;
  for (v1::Block* block : blocks(side, hex)) {
    if (!block->flat() && !shadows_someone(*block)) here.push_back(block);
  }
  if (here.empty()) return;
  v1::Sea& sea = *truth.mutable_sea();
  const std::uint32_t subject = sea.next_id();
  sea::shuffle(here, [&](std::uint32_t left) { return draw(Draw::kRegroup, subject, left, left); });
  for (v1::Block* block : here) {
    sea.set_next_id(sea.next_id() + 1);
    change_id(*block, BlockId(sea.next_id()));
  }
  auto& list = *sea.mutable_block();
  std::sort(list.pointer_begin(), list.pointer_end(),
            [](const v1::Block* a, const v1::Block* b) { return a->id() < b->id(); });
}

void Operation::stand_up(v1::Block& block) {
  block.set_flat(false);
  block.set_level(0);
  block.set_kind(v1::BlockKind::UNSPECIFIED);
  block.set_number(0);
  block.clear_told();
  regroup(block.side(), as_hex(block.hex()));
}

void Operation::lay_flat(v1::Block& block, int level) {
  const v1::Force& force = force_behind(block);
  block.set_flat(true);
  block.set_level(level);
  block.set_kind(force.kind());
  block.set_number(force.number());
}

// -- environment --

v1::Weather::Kind Operation::weather(Hex hex) const {
  for (int i = truth.environment().local_size() - 1; i >= 0; --i) {  // the latest goes before
    const auto& local = truth.environment().local(i);
    if (std::ranges::find(local.hex(), number(hex)) != local.hex().end()) return local.weather();
  }
  return truth.environment().weather();
}

bool Operation::in_play(const PlaceFacts& port) const {
  if (!port.port || !port.port->temporary()) return true;
  if (std::ranges::find(scenario.temporary_port(), port.id) != scenario.temporary_port().end()) return true;
  return std::ranges::any_of(scenario.special_rule(), [&](const v1::SpecialRule& rule) {
    return rule.kind() == v1::SpecialRule::PORT_AS_TEMPORARY && turn() >= number_of(rule.from()) &&
           std::ranges::find(rule.place(), port.id) != rule.place().end();
  });
}

const PlaceFacts* Operation::port_in_play(Hex hex) const {
  const PlaceFacts* port = reference.port_at(hex);
  return port && in_play(*port) ? port : nullptr;
}

bool Operation::permanent_radius(Side side, Hex hex) const {
  const MapHex& at = reference.hex(hex);
  if (side == kAxis) return at.in(v1::AirRadius::GERMAN);
  return at.in(v1::AirRadius::BRITISH) || at.in(v1::AirRadius::SOVIET);
}

bool Operation::near_interceptors(Side owner, Hex hex) const {
  for (const auto& interceptor : truth.air().interceptor()) {
    const PlaceFacts& base = reference.place(interceptor.airbase());
    if (base.side == owner && interceptor.cs() > 0 && reference.air_distance(base.hex, hex) <= 1) return true;
  }
  return false;
}

// -- aircraft --

v1::Air::Unit* Operation::find_air(AirKey key) {
  for (auto* list : {truth.mutable_air()->mutable_unit(), truth.mutable_allied()->mutable_aboard(),
                     truth.mutable_axis()->mutable_aboard()}) {
    for (v1::Air::Unit& unit : *list) {
      if (key_of(unit) == key) return &unit;
    }
  }
  return nullptr;
}

std::vector<v1::Air::Unit*> Operation::aircraft(Side side) {
  std::vector<v1::Air::Unit*> found;
  for (v1::Air::Unit& unit : *truth.mutable_air()->mutable_unit()) {
    if (unit.side() == side) found.push_back(&unit);
  }
  for (v1::Air::Unit& unit : *own(side).mutable_aboard()) found.push_back(&unit);
  std::ranges::sort(found, {}, [](const v1::Air::Unit* unit) { return key_of(*unit); });
  return found;
}

namespace {

using Units = google::protobuf::RepeatedPtrField<v1::Air::Unit>;

// From one list to the other, which stays in the order of keys.
void move_unit(AirKey key, Units& from, Units& to) {
  for (int i = 0; i < from.size(); ++i) {
    if (key_of(from.Get(i)) != key) continue;
    *to.Add() = from.Get(i);
    from.DeleteSubrange(i, 1);
    std::sort(to.pointer_begin(), to.pointer_end(),
              [](const v1::Air::Unit* a, const v1::Air::Unit* b) { return key_of(*a) < key_of(*b); });
    return;
  }
}

}  // namespace

v1::Air::Unit& Operation::show_air(AirKey key) {
  move_unit(key, *own(air(key).side()).mutable_aboard(), *truth.mutable_air()->mutable_unit());
  return air(key);
}

void Operation::hide_air(AirKey key) {
  const v1::Air::Unit& unit = air(key);
  if (reference.find_place(unit.base())) return;
  move_unit(key, *truth.mutable_air()->mutable_unit(), *own(unit.side()).mutable_aboard());
}

v1::Air::Unit& Operation::air(AirKey key) {
  v1::Air::Unit* found = find_air(key);
  if (!found) throw Broken("pq17: no such air unit");
  return *found;
}

v1::Force* Operation::carrier_force(const v1::Air::Unit& unit) {
  for (const v1::Displayed& each : own(unit.side()).display()) {
    if (each.ship().unit() == unit.base()) return find(unit.side(), force_key(each.part(0)));
  }
  for (v1::Force& force : *own(unit.side()).mutable_force()) {
    if (std::ranges::find(force.ship(), unit.base(), &v1::Counter::unit) != force.ship().end()) return &force;
  }
  return nullptr;
}

std::optional<Hex> Operation::base_hex(const v1::Air::Unit& unit) {
  if (const PlaceFacts* place = reference.find_place(unit.base())) return place->hex;
  const v1::Force* carrier = carrier_force(unit);
  if (!carrier || hex_of(*carrier) == Hex{}) return std::nullopt;
  return hex_of(*carrier);
}

// -- chance --

std::uint32_t Operation::draw(Draw what, std::uint64_t subject, std::uint32_t ordinal, std::uint32_t sides) {
  Occasion occasion;
  occasion.turn = static_cast<std::uint32_t>(turn());
  occasion.phase = static_cast<std::uint32_t>(clock().phase()) * 100 + static_cast<std::uint32_t>(active()) * 10 +
                   static_cast<std::uint32_t>(clock().segment());
  occasion.step = static_cast<std::uint32_t>(what);
  occasion.subject = subject;
  occasion.ordinal = ordinal;
  return table.draw(occasion, sides);
}

const v1::Card& Operation::card(Side side, Draw what, std::uint64_t subject, std::uint32_t ordinal) {
  const auto cards = static_cast<std::uint32_t>(reference.box().deck(side).card_size());
  return reference.box().card(side, static_cast<int>(draw(what, subject, ordinal, cards)) + 1);
}

// -- asking and telling --

Menu Operation::menu(Side side, v1::MenuKind::Kind kind, TextId prompt) const {
  Menu made = table.menu(seat_of(side), kind, Asking::kOwn);
  made.prompt = std::move(prompt);
  return made;
}

Menu Operation::menu(Side side, ReactionKind kind, TextId prompt, Asking asking) const {
  Menu made = menu(side, kind.kind(), std::move(prompt));
  made.asking = asking;
  return made;
}

Report Operation::report(Telling&& telling, std::optional<Hex> hex, std::string_view rule) const {
  const About found = about(telling.words.id.view());
  Report made{std::move(telling.words),
              {},
              rule,
              static_cast<std::uint32_t>(found.topic),
              static_cast<std::uint32_t>(found.step),
              std::move(telling.facts)};
  if (const auto* roll = made.as<told::Roll>(); roll && !roll->row.empty() && truth.has_battle())
    made.step = static_cast<std::uint32_t>(step_of_roll(roll->table.id.view(), truth.battle().kind()));
  if (hex && *hex != Hex{}) made.places.push_back(number(*hex));  // boxes have none
  return made;
}

// -- points --

void Operation::score(std::string_view reason, int vp_halves, std::string_view subject, int count,
                      std::string_view ship) {
  auto& line = *truth.mutable_standing()->add_score();
  line.set_reason(std::string(reason));
  line.set_vp_halves(vp_halves);
  line.set_turn(turn());
  line.set_subject(std::string(subject));
  line.set_count(count);
  line.set_ship(std::string(ship));
}

void Operation::score_hidden(Side side, std::string_view reason, int vp_halves, std::string_view subject) {
  auto& line = *own(side).add_hidden_score();
  line.set_reason(std::string(reason));
  line.set_vp_halves(vp_halves);
  line.set_turn(turn());
  line.set_subject(std::string(subject));
}

}  // namespace wardroom::pq17
