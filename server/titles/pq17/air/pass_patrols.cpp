#include "server/titles/pq17/air/pass_patrols.h"

#include "server/titles/pq17/air/patrols.h"
#include "server/titles/pq17/combat/engagement.h"
#include "server/titles/pq17/movement/legality.h"
#include "server/titles/pq17/submarine/asw.h"
#include "server/titles/pq17/submarine/hunted.h"

namespace wardroom::pq17 {
namespace {

//
bool exposed(Operation& op, const v1::Force& force, int declared) {
  if (force.kind() != v1::BlockKind::WOLFPACK) return false;
  return (op.block_of(force).flat() && !op.night()) || declared > 1;
}

// By what was seen of it so far: submarines go no farther.
bool might_be_wolfpack(Operation& op, const v1::Force& force) {
  const v1::Block& block = op.block_of(force);
  if (block.flat()) return block.kind() == v1::BlockKind::WOLFPACK;
  return force.hexes() < op.numbers.movement().moderate_hexes();
}

// The hex where a carrier was announced; none: he keeps silent.
Task<std::optional<Hex>> ask_for_carrier(Operation& op, Side side, Hex from, Hex to) {
  const Asking asking = side == op.active() ? Asking::kOwn : Asking::kReaction;  // a shadower that goes along is hunted
  Menu menu = op.menu(side, v1::MenuKind::AIR_PATROL, "prompt.air_patrol", asking);
  menu.prompt.word("from", op.word(from)).word("to", op.word(to));
  menu.rule = "7.4.5";
  for (Hex hex : {from, to}) {
    const v1::Force* carrier = carrier_on_patrol(op, side, hex);
    if (!carrier) continue;
    Item& item =
        menu.offer(v1::Verb::ANNOUNCE_PATROL, hex).place(number(hex)).by("5.3.1").would("would.reveal_carrier");
    item.says("choice.announce_patrol").text("force", op.name(*carrier)).word("hex", op.word(hex));
  }
  menu.offer(v1::Verb::NO).says("choice.asw_patrol.silent");
  const Action answer = co_await op.table.ask(std::move(menu));
  std::optional<Hex> announced;
  if (answer.verb == v1::Verb::ANNOUNCE_PATROL) announced = answer.at<Hex>(0);
  co_return announced;
}

// One roll for the hexside. True: nothing came of it.
Task<bool> patrol_hunts(Operation& op, Side side, ForceKey key, Hex hex) {
  const Side hunter = enemy_of(side);
  begin_engagement(op, v1::Battle::OTHER, hunter, hex);
  const Hunt hunt{.side = hunter, .hex = hex, .row = "roll.row.asw_patrol"};
  AswDice one;
  one.usual = 1;
  const AswResult result = throw_asw(op, hunt, one, submarine_cs(op, op.force(side, key)));
  const bool unhurt = result.all() == 0;
  if (!unhurt) {
    v1::Force& force = op.force(side, key);
    const Hex here = op.hex_of(force);
    force.set_hexes(force.hexes() + 1);  // lost
    op.reveal(Licence::kPatrol, Text("report.submarine.held_up").word("hex", op.word(here)), here, "7.4.5");
    raise_id_after(op, op.block_of(force), v1::Battle::SUBMARINE);
    op.block_of(force).set_struck(true);
    co_await lose_submarines(op, side, key, result);
  }
  end_engagement(op);
  co_return unhurt;
}

}  // namespace

Task<bool> pass_air_patrols(Operation& op, Side side, ForceKey key, Hex to, int declared) {
  const Side enemy = enemy_of(side);
  const Hex from = op.hex_of(op.force(side, key));
  for (Hex hex : {from, to}) {
    if (!patrolled(op, enemy, hex)) continue;
    if (!exposed(op, op.force(side, key), declared)) co_return true;
    const bool passed = co_await patrol_hunts(op, side, key, hex);
    co_return passed;
  }
  if (!might_be_wolfpack(op, op.force(side, key))) co_return true;
  if (!might_have_carrier(op, enemy, from) && !might_have_carrier(op, enemy, to)) co_return true;
  const std::optional<Hex> announced = co_await ask_for_carrier(op, enemy, from, to);
  if (!announced) co_return true;
  announce_carrier(op, enemy, *announced);
  if (!exposed(op, op.force(side, key), declared)) {
    op.reveal(Licence::kPatrol, Text("report.asw_patrol.none").word("hex", op.word(*announced)), *announced, "7.4.5");
    co_return true;
  }
  const bool passed = co_await patrol_hunts(op, side, key, *announced);
  co_return passed;
}

Task<bool> tries_again(Operation& op, Side side, ForceKey key) {
  const v1::Force* force = op.find(side, key);
  if (!force || force->kind() != v1::BlockKind::WOLFPACK || force->done() || next_hexes(op, side, *force, 1).empty())
    co_return false;
  Menu menu = op.menu(side, v1::MenuKind::WOLFPACK_RETRY, "prompt.held_up");
  menu.prompt.text("force", op.name(*force));
  menu.rule = "7.4.5";
  menu.offer(v1::Verb::TRY_AGAIN).place(number(op.hex_of(*force))).says("choice.held_up.again");
  menu.offer(v1::Verb::STOP).place(number(op.hex_of(*force))).says("choice.held_up.stop");
  const Action answer = co_await op.table.ask(std::move(menu));
  co_return answer.verb == v1::Verb::TRY_AGAIN;
}

}  // namespace wardroom::pq17
