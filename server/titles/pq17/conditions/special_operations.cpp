#include "server/titles/pq17/conditions/special_operations.h"

#include <algorithm>

#include "server/titles/pq17/combat/damage.h"
#include "server/titles/pq17/combat/engagement.h"
#include "server/titles/pq17/conditions/chits.h"
#include "server/titles/pq17/operation/rolls.h"

namespace wardroom::pq17 {
namespace {

using Kind = v1::SpecialCondition;

bool special_attack_planned(const Operation& op) {
  const v1::SpecialOperation& plan = op.own(kAllied).operation();
  const bool attack = holds(op, kAllied, Kind::ARCHERY) || holds(op, kAllied, Kind::TITLE);
  return attack && plan.turn() != 0 && !plan.done();
}

const v1::SpecialCondition& attack_of(const Operation& op) {
  return data_of(op, holds(op, kAllied, Kind::ARCHERY) ? Kind::ARCHERY : Kind::TITLE);
}

Hex target_of(const Operation& op) {
  const v1::SpecialOperation& plan = op.own(kAllied).operation();
  return plan.hex() != 0 ? as_hex(plan.hex()) : op.reference.place(plan.place()).hex;
}

// Landing ships in the hex with no more than one hex moved [12.14.1].
bool raid_succeeds(Operation& op) {
  const v1::SpecialCondition& archery = data_of(op, Kind::ARCHERY);
  const v1::Force* force = op.find(kAllied, force_key(op.own(kAllied).operation()));
  if (!force || !op.at_sea(*force) || op.hex_of(*force) != target_of(op) || force->hexes() > archery.moves_at_most())
    return false;
  return std::ranges::any_of(force->ship(), [&](const v1::Counter& ship) {
    return op.reference.unit(ship.unit()).type == v1::ShipType::AL && ship.cs() > 0;
  });
}

void raid(Operation& op) {
  const v1::SpecialCondition& archery = data_of(op, Kind::ARCHERY);
  if (raid_succeeds(op)) {
    score_condition(op, archery, archery.vp_halves());
  } else {
    op.reveal(Licence::kCondition, Text("report.special_attack.failed").text("condition", name_of(archery)),
              target_of(op), "12.14.1");
  }
}

int hits_on(const v1::SpecialCondition& title, int die) {
  for (const v1::DieHits& row : title.hits()) {
    if (die >= row.on().from() && die <= row.on().to()) return row.hits();
  }
  return 0;
}

struct InPort {
  ForceKey force;
  int index;
};

std::optional<InPort> tirpitz_in(Operation& op, const std::string& port) {
  for (const v1::Force* force : op.in_place(kAxis, port)) {
    for (int i = 0; i < force->ship_size(); ++i) {
      if (force->ship(i).unit() == kTirpitzId) return InPort{key_of(*force), i};
    }
  }
  return std::nullopt;
}

// Human torpedoes [12.14.2]; what they do does not count for 2.4.
void attack_tirpitz(Operation& op) {
  const v1::SpecialCondition& title = data_of(op, Kind::TITLE);
  const PlaceFacts& port = op.reference.place(op.own(kAllied).operation().place());
  const auto target = tirpitz_in(op, port.id);
  if (!target) {
    op.reveal(Licence::kCondition,
              Text("report.special_attack.not_there").text("condition", name_of(title)).text("place", op.name(port)),
              port.hex, "12.14.2");
    return;
  }
  begin_engagement(op, v1::Battle::OTHER, kAllied, port.hex).set_place(port.id);
  const int die = roll_die(op);
  const int hits = hits_on(title, die);
  op.reveal(
      Licence::kCondition,
      {Text("report.special_attack.result").text("condition", name_of(title)).number("die", die).number("count", hits),
       plain_roll({}, {die})},
      port.hex, "12.14.2");
  const int before = op.force(kAxis, target->force).ship(target->index).cs();
  inflict_hits(op, hull_in(kAxis, target->force, target->index), hits);
  forget_odd_hits(op);
  if (const auto left = tirpitz_in(op, port.id)) {
    spare_damage(op, kAxis, std::string(kTirpitzId), before - op.force(kAxis, left->force).ship(left->index).cs());
  }
  end_engagement(op);
  close_losses(op, kAxis, target->force);
}

}  // namespace

void spare_damage(Operation& op, Side side, const std::string& unit, int cs) {
  if (cs <= 0) return;
  auto& spared = *op.truth.mutable_standing()->add_unscored_damage();
  spared.set_side(side);
  spared.set_unit(unit);
  spared.set_cs(cs);
}

bool may_let_lapse(const Operation& op, Side side) {
  const v1::SpecialOperation& plan = op.own(side).operation();
  if (plan.turn() == 0 || plan.done() || plan.declared()) return false;
  return side == kAllied ? special_attack_planned(op) : holds(op, kAxis, Kind::MINELAYING);
}

void let_lapse(Operation& op, Side side) { operation_of(op, side).set_done(true); }

void score_minelaying(Operation& op) {
  const v1::SpecialOperation& plan = op.own(kAxis).operation();
  if (!holds(op, kAxis, Kind::MINELAYING) || plan.done() || plan.turn() != op.turn()) return;
  operation_of(op, kAxis).set_done(true);
  const v1::SpecialCondition& mines = data_of(op, Kind::MINELAYING);
  const v1::Force* force = op.find(kAxis, force_key(plan));
  const Hex hex = as_hex(plan.hex());
  if (!force || !op.at_sea(*force) || op.hex_of(*force) != hex || force->hexes() > mines.moves_at_most() ||
      storms_or_gales(op, hex))
    return;
  int halves = halves_for(op, mines, *force);
  if (halves == 0) return;
  halves = std::max(halves, mines.least_vp_halves());
  show_chit(op, kAxis);
  score_condition(op, mines, halves);
}

void declare_special_attack(Operation& op) {
  v1::SpecialOperation& plan = operation_of(op, kAllied);
  if (!special_attack_planned(op) || plan.declared()) return;
  if (plan.turn() <= op.turn()) return plan.set_done(true);  // the time for it has passed
  if (plan.turn() != op.turn() + 1) return;
  plan.set_declared(true);
  show_chit(op, kAllied);
  const v1::SpecialCondition& attack = attack_of(op);
  const Hex hex = target_of(op);
  const Text where = plan.hex() != 0 ? Text("choice.hex").word("hex", Operation::word(hex))
                                     : op.name(op.reference.place(plan.place()));
  op.reveal(Licence::kCondition,
            {Text("report.special_attack.declared")
                 .text("condition", name_of(attack))
                 .text("turn", op.turn_name(plan.turn())),
             told::Milestone{told::Milestone::kEngagement, v1::Battle::OTHER}},
            hex, "12.14");
  op.reveal(Licence::kCondition,
            Text("report.special_attack.target").text("condition", name_of(attack)).text("place", where), hex, "12.14");
}

void carry_out_special_attack(Operation& op) {
  v1::SpecialOperation& plan = operation_of(op, kAllied);
  if (!special_attack_planned(op) || !plan.declared() || plan.turn() != op.turn()) return;
  plan.set_done(true);
  const v1::SpecialCondition& attack = attack_of(op);
  if (storms_or_gales(op, target_of(op))) {
    op.reveal(Licence::kCondition, Text("report.special_attack.weather").text("condition", name_of(attack)),
              target_of(op), "12.14");
  } else if (holds(op, kAllied, Kind::ARCHERY)) {
    raid(op);
  } else {
    attack_tirpitz(op);
  }
}

}  // namespace wardroom::pq17
