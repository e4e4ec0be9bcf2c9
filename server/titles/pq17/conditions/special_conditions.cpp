#include "server/titles/pq17/conditions/special_conditions.h"

#include <algorithm>

#include "server/titles/pq17/conditions/breakout.h"
#include "server/titles/pq17/conditions/chits.h"
#include "server/titles/pq17/conditions/kara_sea.h"
#include "server/titles/pq17/conditions/special_operations.h"
#include "server/titles/pq17/conditions/spitsbergen.h"
#include "server/titles/pq17/sequence/score.h"

namespace wardroom::pq17 {
namespace {

using Kind = v1::SpecialCondition;

// -- showing the chit [DP-121] --

// What the side would score now by showing its chit; none: its condition is not met, or is no such matter.
std::optional<int> halves_now(Operation& op, Side side) {
  if (operation_of(op, side).done()) return std::nullopt;
  if (side == kAllied && holds(op, side, Kind::GEARBOX)) return gearbox_halves(op);
  if (side == kAxis && holds(op, side, Kind::SIZILIEN)) return sizilien_halves(op);
  return std::nullopt;
}

// The enemy cannot exclude it.
bool might_score_now(Operation& op, Side side) {
  if (side == kAllied) return might_hold(op, side, Kind::GEARBOX) && gearbox_might_be_there(op);
  return might_hold(op, side, Kind::SIZILIEN) && sizilien_might_be_there(op);
}

Task<> offer_to_show(Operation& op, Side side) {
  const auto halves = halves_now(op, side);
  if (!halves && !might_score_now(op, side)) co_return;
  Menu menu = op.menu(side, v1::MenuKind::SPECIAL_CONDITION, {});
  menu.rule = "12";
  if (halves) {
    menu.prompt = Text("prompt.show_chit").text("condition", Text(op.own(side).condition() + ".name"));
    menu.offer(v1::Verb::REVEAL_CHIT).by("12").says("choice.show_chit.reveal").text("points", points_text(*halves));
    menu.offer(v1::Verb::DONE).says("choice.show_chit.keep");
  } else {
    menu.prompt = Text("prompt.show_chit.nothing");
    menu.offer(v1::Verb::DONE).says("choice.done");
  }
  const Action answer = co_await op.table.ask(std::move(menu));
  if (answer.verb != v1::Verb::REVEAL_CHIT) co_return;
  show_chit(op, side);
  operation_of(op, side).set_done(true);
  score_condition(op, *op.reference.box().condition(op.own(side).condition()), *halves);
}

// -- at the end --

// [12.3, A-88]
void confirm_axis_convoy(Operation& op) {
  const v1::SpecialCondition& condition = data_of(op, Kind::AXIS_CONVOY);
  const v1::Own& own = op.own(kAxis);
  if (!own.operation().done()) score_condition(op, condition, condition.variant(own.condition_variant()).vp_halves());
  int halves = 0;
  for (const v1::Force* force : op.in_place(kAxis, condition.place(1))) halves += halves_for(op, condition, *force);
  if (halves != 0) score_condition(op, condition, halves);
}

// [12.5]
void confirm_carrier_strikes(Operation& op) {
  const v1::SpecialCondition& condition = data_of(op, Kind::FAA_STRIKE);
  const v1::SpecialOperation& operation = op.own(kAllied).operation();
  for (const v1::Units& carrier : operation.ship()) {
    if (std::ranges::find(operation.struck(), carrier.unit()) != operation.struck().end()) continue;
    score_condition(op, condition, halves_for(condition, op.reference.unit(carrier.unit()), 1), carrier.unit());
  }
}

}  // namespace

Task<> special_conditions_phase(Operation& op) {
  score_breakout(op);
  score_kara_sea(op);
  score_minelaying(op);
  carry_out_special_attack(op);
  declare_special_attack(op);
  for (Side side : kSides) co_await offer_to_show(op, side);
}

void confirm_conditions(Operation& op) {
  if (holds(op, kAxis, Kind::AXIS_CONVOY)) confirm_axis_convoy(op);
  if (holds(op, kAllied, Kind::FAA_STRIKE)) confirm_carrier_strikes(op);
  if (holds(op, kAllied, Kind::GEARBOX) && !op.own(kAllied).operation().done()) {  // [12.10, A-89]
    score_condition(op, data_of(op, Kind::GEARBOX), -gearbox_worth(op));
  }
}

}  // namespace wardroom::pq17
