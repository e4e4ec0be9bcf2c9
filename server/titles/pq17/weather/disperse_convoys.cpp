#include "server/titles/pq17/weather/disperse_convoys.h"

#include <algorithm>

#include "server/titles/pq17/forces/components.h"
#include "server/titles/pq17/weather/dispersal.h"

namespace wardroom::pq17 {
namespace {

// Cargo ships before those that are of other use.
int order_of(v1::ShipType::Kind type) { return type == v1::ShipType::MV ? 0 : type == v1::ShipType::MO ? 1 : 2; }

// Counters with merchants, as they usually fall behind.
std::vector<int> merchants_in(const Operation& op, const v1::Force& convoy) {
  std::vector<int> found;
  for (int i = 0; i < convoy.ship_size(); ++i) {
    if (op.reference.unit(convoy.ship(i).unit()).merchant()) found.push_back(i);
  }
  std::ranges::stable_sort(found, {}, [&](int i) { return order_of(op.reference.unit(convoy.ship(i).unit()).type); });
  return found;
}

void tear_off(Operation& op, Side side, ForceKey key, int index) {
  v1::Force& convoy = op.force(side, key);
  const UnitFacts& unit = op.reference.unit(convoy.ship(index).unit());
  add(op.reference, *dispersed_part(op, side, key), take(convoy, index, unit.ship ? convoy.ship(index).cs() : 1));
}

// Their owner says which [9.3.2]. He is asked at least once: whether he has a choice is his secret.
Task<> choose_dispersed(Operation& op, Side side, ForceKey key, int count) {
  for (int left = count; left > 0; --left) {
    Menu menu = op.menu(side, v1::MenuKind::DISPERSED_SHIPS, "prompt.dispersed_ships");
    menu.prompt.number("count", left).text("force", op.name(op.force(side, key)));
    menu.rule = "9.3.2";
    menu.offer(v1::Verb::DONE).says("choice.dispersed_ships.usual");
    const std::vector<int> merchants = merchants_in(op, op.force(side, key));
    for (int index : merchants.size() > 1 ? merchants : std::vector<int>()) {
      const UnitFacts& unit = op.reference.unit(op.force(side, key).ship(index).unit());
      menu.offer(v1::Verb::CHOOSE_SHIP, index).says("choice.dispersed_ships.ship").text("ship", op.name(unit));
    }
    const bool asks = left == count || merchants.size() > 1;
    Action answer = menu.items.front().action;
    if (asks) answer = co_await op.table.ask(std::move(menu));
    if (answer.verb == v1::Verb::CHOOSE_SHIP) {
      tear_off(op, side, key, answer.at<int>(0));
      continue;
    }
    for (; left > 0; --left) tear_off(op, side, key, merchants_in(op, op.force(side, key)).front());
  }
}

// All of it, and nobody stays.
bool disperses_whole(const Operation& op, const v1::Force& convoy, int total) {
  return total == tally(op.reference, convoy).merchants &&
         std::ranges::all_of(convoy.ship(),
                             [&](const v1::Counter& ship) { return op.reference.unit(ship.unit()).merchant(); });
}

// Then it is Dispersed where it stands, together with those who were before, and needs no other block.
void disperse_whole(Operation& op, Side side, ForceKey key) {
  v1::Force& convoy = op.force(side, key);
  convoy.set_dispersed_from(key.value);
  v1::Force* part = dispersed_part(op, side, key);
  if (!part) return;
  const Hex hex = op.hex_of(convoy);
  move_all(op.reference, *part, convoy);
  no_longer_binding(op.block_of(convoy));
  op.reveal(Licence::kPartsTogether, Text("report.combined").word("hex", Operation::word(hex)), hex, "9.3.2");
  op.erase(side, key_of(*part));
  op.regroup(side, hex);
}

Task<> disperse(Operation& op, Side side, ForceKey key) {
  const v1::Force& convoy = op.force(side, key);
  const int merchants = tally(op.reference, convoy).merchants;
  const int dice = dispersal_dice(op, merchants);
  if (dice == 0) co_return;
  int total = 0;
  for (int i = 0; i < dice; ++i) {
    total += op.die(Draw::kDispersal, convoy.block(), static_cast<std::uint32_t>(i)) +
             op.truth.environment().dispersal_modifier();
  }
  total = std::clamp(total, 0, merchants);
  op.reveal(Licence::kDispersal, Text("report.dispersal").number("count", dice).number("total", total), {}, "9.3.2");

  int gone = total;
  if (total > 0 && disperses_whole(op, convoy, total)) {
    disperse_whole(op, side, key);
  } else if (total > 0 && part_of(op, side, key)) {
    co_await choose_dispersed(op, side, key, total);
  } else {
    gone = 0;
  }
  op.tell(side, Text("report.dispersal.own").number("count", gone).text("force", op.name(op.force(side, key))), {},
          "9.3.2");
}

}  // namespace

Task<> disperse_convoys(Operation& op) {
  const Side side = op.active();
  std::vector<ForceKey> keys;
  for (const v1::Force* force : op.all(side)) {
    if (force->may_disperse() && op.at_sea(*force)) keys.push_back(key_of(*force));
  }
  for (ForceKey key : keys) {
    op.force(side, key).set_may_disperse(false);
    co_await disperse(op, side, key);
  }
}

}  // namespace wardroom::pq17
