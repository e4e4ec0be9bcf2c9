#include "server/titles/pq17/submarine/boats.h"

namespace wardroom::pq17 {
bool submarines_fight_in(const Operation& op, Hex hex) { return op.effect(hex).asw_and_torpedoes(); }

bool has_torpedoes(const Operation& op, const v1::Force& wolfpack) { return torpedo_cs(op, wolfpack) > 0; }

int torpedo_cs(const Operation& op, const v1::Force& wolfpack) {
  int cs = 0;
  for (const v1::Counter& ship : wolfpack.ship()) {
    if (op.reference.unit(ship.unit()).submarine() && ship.torpedoes_spent() == 0) cs += ship.cs();
  }
  return cs;
}

void spend_torpedoes(Operation& op, Side side, v1::Force& wolfpack) {
  const auto boats = wolfpack.ship();
  wolfpack.clear_ship();
  for (v1::Counter boat : boats) {
    boat.set_torpedoes_spent(1);
    add(op.reference, wolfpack, std::move(boat));
  }
  op.tell(side, Text("report.submarine.torpedoes_spent.own").text("force", op.name(wolfpack)), {}, "7.3.2");
}

}  // namespace wardroom::pq17
