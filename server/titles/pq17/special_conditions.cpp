#include "server/titles/pq17/special_conditions.h"

#include <algorithm>

namespace wardroom::pq17 {
namespace {

bool draws(const Operation& op, Side side) {
  if ((side == kAllied ? op.scenario.allied_column() : op.scenario.axis_column()).empty()) return false;
  return std::ranges::none_of(op.scenario.special_rule(), [&](const v1::SpecialRule& rule) {
    const bool concerns = rule.side() == wardroom::v1::Side::UNSPECIFIED || rule.side() == side;
    return rule.kind() == v1::SpecialRule::NO_SPECIAL_CONDITIONS && concerns;
  });
}

int number_of_variant(const DrawnCondition& drawn) {
  for (int i = 0; i < drawn.condition->variant_size(); ++i) {
    if (&drawn.condition->variant(i) == drawn.variant) return i;
  }
  return 0;
}

void show(Operation& op, Side side, char letter, const v1::SpecialCondition& condition) {
  auto& chit = *op.truth.mutable_standing()->add_shown();
  chit.set_side(side);
  chit.set_letter(std::string(1, letter));
  chit.set_condition(condition.id());
}

void draw_chit(Operation& op, Side side, std::string& cup) {
  for (std::uint32_t ordinal = 0;; ++ordinal) {
    const auto index = op.draw(Draw::kChit, static_cast<std::uint64_t>(side), ordinal, static_cast<std::uint32_t>(cup.size()));
    const char letter = cup[index];
    if (!op.is(Mutant::kChitsGoBack)) cup.erase(index, 1);
    const DrawnCondition drawn = op.reference.box().condition(side == kAllied ? op.scenario.allied_column() : op.scenario.axis_column(), letter);
    if (drawn.condition->shown_and_redrawn() && !op.is(Mutant::kGroundOffensiveKept)) {  // [12.6]
      show(op, side, letter, *drawn.condition);
      op.reveal(Text("report.chit.ground_offensive").word("side", word_of(side)), {}, "12.6");
      continue;
    }
    v1::Own& own = op.own(side);
    own.set_chit(std::string(1, letter));
    own.set_condition(drawn.condition->id());
    own.set_condition_variant(number_of_variant(drawn));
    Text mine = Text("report.chit.drawn.own").word("letter", own.chit()).text("condition", Text(own.condition() + ".name"));
    op.tell_apart(side, std::move(mine), Text("report.chit.drawn").word("side", word_of(side)), {}, "12");
    return;
  }
}

}  // namespace

void draw_chits(Operation& op) {
  std::string cup = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
  for (Side side : kSides) {  // Allied player first
    if (draws(op, side)) draw_chit(op, side, cup);
  }
}

bool holds(const Operation& op, Side side, v1::SpecialCondition::Kind kind) {
  const v1::SpecialCondition* condition = op.reference.box().condition(op.own(side).condition());
  return condition && condition->kind() == kind;
}

}  // namespace wardroom::pq17
