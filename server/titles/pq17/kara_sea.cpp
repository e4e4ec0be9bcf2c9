#include "server/titles/pq17/kara_sea.h"

#include <algorithm>

#include "server/titles/pq17/engagement.h"
#include "server/titles/pq17/special_conditions.h"
#include "server/titles/pq17/submarine_combat.h"
#include "server/titles/pq17/submarine_fight.h"
#include "server/titles/pq17/surface_combat.h"

namespace wardroom::pq17 {
namespace {

using Kind = v1::SpecialCondition;

const v1::SpecialCondition& wunderland(const Operation& op) { return data_of(op, Kind::WUNDERLAND); }

const PlaceFacts& kara_sea(const Operation& op) { return op.reference.place(wunderland(op).place(0)); }

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

bool is_raider(const Operation& op, const v1::Force& force) {
  return force.kind() == v1::BlockKind::TASK_FORCE && force.ship_size() == 1 &&
         op.reference.unit(force.ship(0).unit()).type == v1::ShipType::CB;
}

bool may_enter_kara_sea(Operation& op, const v1::Force& force) {
  const auto there = op.in_place(kAxis, kara_sea(op).id);
  const auto another = [&](const v1::Force* other) { return other->kind() == force.kind(); };
  if (std::ranges::any_of(there, another)) return false;
  const int pack = op.own(kAxis).operation().wolfpack();
  if (force.kind() == v1::BlockKind::WOLFPACK) return pack == 0 || pack == force.key();
  const std::string& raider = op.own(kAxis).operation().raider();
  return is_raider(op, force) && (raider.empty() || raider == force.ship(0).unit());
}

void raiders_arrive(Operation& op, int key) {
  show_chit(op, kAxis);
  const v1::Force& force = op.force(kAxis, key);
  if (force.kind() == v1::BlockKind::WOLFPACK) {
    operation_of(op, kAxis).set_wolfpack(key);
  } else {
    operation_of(op, kAxis).set_raider(force.ship(0).unit());
  }
  place_convoy(op);
}

Task<> attack_in_kara_sea(Operation& op, v1::BlockKind::Kind by) {
  if (op.active() != kAxis || !holds(op, kAxis, Kind::WUNDERLAND)) co_return;
  const auto there = op.in_place(kAxis, kara_sea(op).id);
  const auto attacker = std::ranges::find(there, by, &v1::Force::kind);
  const int convoy = op.own(kAllied).operation().convoy();
  if (attacker == there.end() || !op.find(kAllied, convoy)) co_return;
  const v1::Force& force = **attacker;
  const int key = force.key();
  const bool wolfpack = by == v1::BlockKind::WOLFPACK;
  // Everybody saw it come [5.2], but not what it has left [7.3.2].
  if (wolfpack && (force.hexes() > 0 || !submarines_fight_in(op, Hex{}))) co_return;
  Menu menu = op.menu(kAxis, v1::MenuKind::SPECIAL_OPERATION, "prompt.kara_sea");
  menu.rule = "12.12";
  menu.prompt.text("force", op.name(force));
  if (!wolfpack || has_torpedoes(op, force)) menu.offer(v1::Verb::YES).by("12.12").says("choice.kara_sea.attack");
  menu.offer(v1::Verb::DONE).says("choice.kara_sea.wait");
  const Action answer = co_await op.table.ask(std::move(menu));
  if (answer.verb == v1::Verb::DONE) co_return;
  if (!wolfpack) {
    co_await fight_in_box(op, kAxis, key, convoy);
    co_return;
  }
  begin_engagement(op, v1::Battle::SUBMARINE, kAxis, Hex{}).set_place(kara_sea(op).id);
  op.reveal(Licence::kCondition, Text("report.kara_sea.wolfpack").text("place", op.name(kara_sea(op))), {}, "12.12");
  const SubmarineFight fight{.side = kAxis, .wolfpack = key, .target = convoy, .hex = Hex{}};
  co_await fight_submarines(op, fight);
  end_engagement(op);
}

void lose_sight_of_convoy(Operation& op, int key) {
  op.reveal(Licence::kCondition, Text("report.kara_sea.scattered").text("place", op.name(kara_sea(op))), {}, "7.5.8");
  op.erase(kAllied, key);
}

void score_kara_sea(Operation& op) {
  if (!holds(op, kAxis, Kind::WUNDERLAND) || operation_of(op, kAxis).done() || op.is(Mutant::kWunderlandFree)) return;
  const auto there = op.in_place(kAxis, kara_sea(op).id);
  const auto raider = std::ranges::find_if(there, [&](const v1::Force* force) { return is_raider(op, *force); });
  if (raider == there.end()) return;
  operation_of(op, kAxis).set_done(true);
  score_condition(op, wunderland(op), wunderland(op).vp_halves(), (*raider)->ship(0).unit());
}

}  // namespace wardroom::pq17
