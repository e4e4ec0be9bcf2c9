#include "server/titles/pq17/submarine/hunted.h"

#include <algorithm>

#include "server/titles/pq17/combat/damage.h"
#include "server/titles/pq17/combat/engagement.h"
#include "server/titles/pq17/forces/components.h"
#include "server/titles/pq17/searching/statements.h"

namespace wardroom::pq17 {
namespace {

void add_removed(Operation& op, Side side, const std::string& unit) {
  auto& removed = *op.own(side).add_removed();
  removed.set_unit(unit);
  removed.set_cs(1);
  removed.set_reason("damaged");
}

// Those that sink are lost one by one afterwards, those driven home are not heard of again.
void tell_lost(Operation& op, Side side, const v1::Force& wolfpack, AswResult result) {
  const Hex hex = op.hex_of(wolfpack);
  const auto lost = [&](const Text& name) {
    return Text("report.submarine.lost").text("force", name).number("count", result.sunk);
  };
  const auto tell = [&](Telling own, Telling others) {
    op.tell(side, std::move(own), hex, "7.4.1");
    op.reveal_to_others(Licence::kAsw, side, std::move(others), hex, "7.4.1");
  };
  const Text own = op.name(wolfpack);
  const Text face = name_of_attacker(op, wolfpack);
  if (result.sunk > 0) tell(lost(own), lost(face));
  if (result.damaged > 0) tell(driven_home(side, own, result.damaged), driven_home(side, face, result.damaged));
}

// Asked whenever some are left, for nobody else knows how many kinds of boats he has.
Task<int> choose_boat(Operation& op, Side side, ForceKey wolfpack) {
  const v1::Force& force = op.force(side, wolfpack);
  const bool reacts = side != op.active();
  Menu menu =
      op.menu(side, v1::MenuKind::SUBMARINE_LOSS, "prompt.submarine_loss", reacts ? Asking::kReaction : Asking::kOwn);
  menu.prompt.text("force", op.name(force));
  menu.rule = "7.4.1";
  for (int i = 0; i < force.ship_size(); ++i) {
    const bool spent = force.ship(i).torpedoes_spent() > 0;
    menu.offer(v1::Verb::TAKE_LOSS, i)
        .says("choice.submarine_loss")
        .text("unit", op.name(op.reference.unit(force.ship(i).unit())))
        .number("cs", force.ship(i).cs())
        .word("spent", spent ? "yes" : "no");
  }
  const Action answer = co_await op.table.ask(std::move(menu));
  co_return answer.at<int>(0);
}

}  // namespace

Task<> lose_submarines(Operation& op, Side side, ForceKey wolfpack, AswResult result) {
  const int lost = result.sunk + result.damaged;
  if (lost == 0) co_return;
  tell_lost(op, side, op.force(side, wolfpack), result);
  const bool all = lost >= submarine_cs(op, op.force(side, wolfpack));
  for (int i = 0; i < lost; ++i) {
    int index = 0;
    if (!all) index = co_await choose_boat(op, side, wolfpack);
    v1::Force& force = op.force(side, wolfpack);
    const UnitFacts& unit = op.reference.unit(force.ship(index).unit());
    take(force, index, 1);
    if (i < result.sunk) {
      op.reveal(Licence::kLosses,
                {Text("report.sunk.class").text("name", op.name(unit)).number("count", 1),
                 told::Loss{told::Loss::kLost, op.name(unit), 1, seat_of(side), unit.id}},
                op.hex_of(force), "7.4.1");
      note_loss(op, side, force, unit, 1);
    } else {
      add_removed(op, side, unit.id);
    }
  }
  if (const v1::Force& force = op.force(side, wolfpack); op.at_sea(force)) may_have_changed(op.block_of(force));
  close_losses(op, side, wolfpack);
}

Task<> hunt_from_air(Operation& op, Side side, std::vector<AirKey> air_units, BlockId wolfpack) {
  const Hex hex = as_hex(op.block(wolfpack).hex());
  const v1::Force& force = op.force_behind(op.block(wolfpack));
  const ForceKey key = key_of(force);
  const int submarines = submarine_cs(op, force);
  AswDice dice = asw_dice(op, air_units);
  dice.usual = std::min(dice.usual, most_asw_dice(op, submarines));
  const Hunt hunt{.side = side, .hex = hex, .offensive = true, .air_radius = air_radius_over(op, side, hex)};
  const AswResult result = throw_asw(op, hunt, dice, submarines);
  co_await lose_submarines(op, enemy_of(side), key, result);
}

}  // namespace wardroom::pq17
