#include "server/titles/pq17/conditions/kara_sea.h"

#include <algorithm>

#include "server/titles/pq17/conditions/chits.h"
#include "server/titles/pq17/conditions/sailing.h"

namespace wardroom::pq17 {
namespace {

using Kind = v1::SpecialCondition;

const v1::SpecialCondition& wunderland(const Operation& op) { return data_of(op, Kind::WUNDERLAND); }

// Loaded, of one ES and four MV; it neither moves nor scatters.
void place_convoy(Operation& op) {
  if (op.own(kAllied).operation().convoy() != 0) return;
  v1::Force* convoy = op.form(kAllied, v1::BlockKind::CONVOY);
  if (!convoy) return;
  for (const v1::Units& units : wunderland(op).unit()) add(op.reference, *convoy, fresh(op.reference, units));
  convoy->set_loaded(true);
  convoy->set_destination(kara_sea(op).id);  // it has nowhere to go
  op.put_in(*convoy, kara_sea(op));
  operation_of(op, kAllied).set_convoy(convoy->key());
  op.reveal(Licence::kCondition, Text("report.kara_sea.convoy").text("place", op.name(kara_sea(op))), {}, "12.12");
}

}  // namespace

const PlaceFacts& kara_sea(const Operation& op) { return op.reference.place(wunderland(op).place(0)); }

bool may_enter_kara_sea(Operation& op, const v1::Force& force) {
  const auto there = op.in_place(kAxis, kara_sea(op).id);
  const auto another = [&](const v1::Force* other) { return other->kind() == force.kind(); };
  if (std::ranges::any_of(there, another)) return false;
  const ForceKey pack(op.own(kAxis).operation().wolfpack());
  if (force.kind() == v1::BlockKind::WOLFPACK) return !pack || pack == key_of(force);
  const std::string& raider = op.own(kAxis).operation().raider();
  return is_raider(op, force) && (raider.empty() || raider == force.ship(0).unit());
}

void raiders_arrive(Operation& op, ForceKey key) {
  show_chit(op, kAxis);
  const v1::Force& force = op.force(kAxis, key);
  if (force.kind() == v1::BlockKind::WOLFPACK) {
    operation_of(op, kAxis).set_wolfpack(key.value);
  } else {
    operation_of(op, kAxis).set_raider(force.ship(0).unit());
  }
  place_convoy(op);
}

void lose_sight_of_convoy(Operation& op, ForceKey key) {
  op.reveal(Licence::kCondition, Text("report.kara_sea.scattered").text("place", op.name(kara_sea(op))), {}, "7.5.8");
  op.erase(kAllied, key);
}

void score_kara_sea(Operation& op) {
  if (!holds(op, kAxis, Kind::WUNDERLAND) || operation_of(op, kAxis).done()) return;
  const auto there = op.in_place(kAxis, kara_sea(op).id);
  const auto raider = std::ranges::find_if(there, [&](const v1::Force* force) { return is_raider(op, *force); });
  if (raider == there.end()) return;
  operation_of(op, kAxis).set_done(true);
  score_condition(op, wunderland(op), wunderland(op).vp_halves(), (*raider)->ship(0).unit());
}

}  // namespace wardroom::pq17
