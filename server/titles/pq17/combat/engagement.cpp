#include "server/titles/pq17/combat/engagement.h"

#include <algorithm>
#include <numeric>

#include "server/titles/pq17/conditions/chits.h"
#include "server/titles/pq17/searching/identification.h"
#include "server/titles/pq17/searching/shadowing.h"

namespace wardroom::pq17 {

// -- dice and cards --

v1::Battle& begin_engagement(Operation& op, v1::Battle::Kind kind, Side attacker, Hex hex) {
  if (op.truth.has_battle()) throw Broken("pq17: an engagement is still going on");
  v1::Sea& sea = *op.truth.mutable_sea();
  sea.set_engagements(sea.engagements() + 1);
  v1::Battle& battle = *op.truth.mutable_battle();
  battle.set_kind(kind);
  battle.set_attacker(attacker);
  battle.set_hex(number(hex));
  battle.set_number(sea.engagements());
  if (kind == v1::Battle::OTHER) note_attack(op, enemy_of(attacker), hex);  // [12.11]
  op.table.barrier();                                                       // it is announced
  return battle;
}

void end_engagement(Operation& op) {
  for (Side side : kSides) {
    op.own(side).clear_display();
    op.own(side).clear_engaged();
    op.own(side).clear_party();
    op.own(side).clear_removed_before();
    op.own(side).clear_boats_with_torpedoes();
  }
  op.truth.clear_battle();
  end_impossible_shadowing(op);  // of carriers and cruisers that were hit [6.3.3, 7.8]
  op.table.barrier();
}

void close_engagement(Operation& op) {
  const v1::Battle& battle = op.truth.battle();
  const bool box = battle.hex() == 0;
  Text over = box ? Text("report.attack.over.box").text("place", op.name(op.reference.place(battle.place())))
                  : Text("report.attack.over").word("hex", op.word(as_hex(battle.hex())));
  const told::Milestone end{told::Milestone::kEndOfEngagement, static_cast<std::uint32_t>(battle.kind())};
  const std::optional<Hex> hex = box ? std::nullopt : std::optional(as_hex(battle.hex()));
  op.tell({std::move(over), end}, hex, "7");
  end_engagement(op);
}

std::uint32_t pick(Operation& op, std::uint32_t sides) {
  v1::Battle& battle = *op.truth.mutable_battle();
  const auto ordinal = static_cast<std::uint32_t>(battle.rolls());
  battle.set_rolls(battle.rolls() + 1);
  return op.draw(Draw::kEngagement, static_cast<std::uint64_t>(battle.number()), ordinal, sides);
}

int roll_die(Operation& op) { return static_cast<int>(pick(op, 10)); }

std::size_t pick_by_weight(Operation& op, const std::vector<int>& weights) {
  const int sum = std::accumulate(weights.begin(), weights.end(), 0);
  if (sum <= 0) throw Broken("pq17: nothing to pick from");
  int drawn = static_cast<int>(pick(op, static_cast<std::uint32_t>(sum)));
  std::size_t index = 0;
  while (drawn >= weights[index]) drawn -= weights[index++];
  return index;
}

const v1::Card& draw_card(Operation& op, Side side) {
  v1::Battle& battle = *op.truth.mutable_battle();
  const auto ordinal = static_cast<std::uint32_t>(battle.rolls());
  battle.set_rolls(battle.rolls() + 1);
  return op.card(side, Draw::kEngagementCard, static_cast<std::uint64_t>(battle.number()), ordinal);
}

// -- afterwards --

namespace {

// Submarines never lie on the display: of them remains what was said.
void keep_submarines(const v1::Statement& before, int counters_seen, v1::Statement& told) {
  if (!before.binding()) return;
  if (before.seen()) {
    if (before.has_unseen()) *told.mutable_unseen() = before.unseen();
  } else if (before.level() == 2) {
    told.mutable_unseen()->set_category(v1::ShipCategory::SUBMARINE);
    told.mutable_unseen()->set_counters(before.warship_counters() - counters_seen);
  } else if (before.level() == 3) {
    told.mutable_unseen()->set_category(v1::ShipCategory::SUBMARINE);
    for (const auto& each : before.category()) {
      if (each.category() == v1::ShipCategory::SUBMARINE) *told.mutable_unseen() = each;
    }
  }
}

}  // namespace

void note_seen(Operation& op, v1::Block& block) {
  v1::Force face_up;
  for (const v1::Counter& ship : op.force_behind(block).ship()) {
    if (!op.reference.unit(ship.unit()).submarine()) *face_up.add_ship() = ship;
  }
  v1::Statement told = statement(op.reference, {&face_up}, block.level(), op.turn());
  for (const v1::Counter& ship : face_up.ship()) {
    auto& named = *told.add_named();
    named.set_unit(ship.unit());
    named.set_cs(ship.cs());
    named.set_crippled(ship.crippled());
    named.set_dead_in_water(ship.dead_in_water());
  }
  told.set_seen(true);
  keep_submarines(block.told(), tally(op.reference, face_up).warship_counters, told);
  *block.mutable_told() = told;
  note_told(op, block);
}

namespace {

// Its owner says what the new level asks for, unless only reconnaissance brings statements.
void raise_by_combat(Operation& op, v1::Block& block, int level) {
  if (op.option("option.ruling.a_11")) return raise_id_silently(op, block, level);
  raise_id(op, block, level, {});
}

}  // namespace

void raise_id_after(Operation& op, v1::Block& block, v1::Battle::Kind kind) {
  const auto& numbers = op.numbers.recon();
  switch (kind) {
    case v1::Battle::SURFACE:
      raise_by_combat(op, block, op.night() ? numbers.id_after_surface_night() : numbers.id_after_surface_day());
      return;
    case v1::Battle::AIR_STRIKE: {
      const bool less = op.night() && !op.option("option.ruling.a_01");
      raise_by_combat(op, block, less ? numbers.id_after_air_night() : numbers.id_after_air_day());
      return;
    }
    default:
      raise_id_silently(op, block, numbers.id_after_submarine());
      return;  // [7.4.3]
  }
}

Text name_of_attacker(Operation& op, const v1::Force& force) {
  if (op.at_sea(force) && op.block_of(force).flat()) return op.name(op.block_of(force));
  return force.kind() == v1::BlockKind::WOLFPACK ? "attacker.wolfpack.name" : "attacker.task_force.name";
}

Named named(Operation& op, const v1::Block& block) { return {op.name(op.force_behind(block)), op.name(block)}; }

void announce_attack(Operation& op, Side attacker, Telling told, const Named& by, const Named& target, Hex hex) {
  const auto said = [&](const Text& who, const Text& whom) {
    Telling telling = told;
    telling.words.text("attacker", who).text("force", whom);
    return telling;
  };
  op.tell(attacker, said(by.own, target.face), hex, "7.1");
  op.reveal(Licence::kAttack, enemy_of(attacker), said(by.face, target.own), hex, "7.1");
  op.reveal_to_watchers(Licence::kAttack, said(by.face, target.face), hex, "7.1");
}

}  // namespace wardroom::pq17
