#include "server/titles/pq17/fuel/refuelling.h"

#include <algorithm>

#include "server/titles/pq17/fuel/fuel.h"

namespace wardroom::pq17 {
namespace {

// Where there are several, any may be the first to be emptied.
void offer_oilers(const Operation& op, const v1::Force& force, Menu& menu) {
  std::vector<int> oilers;
  for (int i = 0; i < force.ship_size(); ++i) {
    const bool known = std::ranges::any_of(oilers, [&](int j) { return force.ship(j).unit() == force.ship(i).unit(); });
    if (can_pump(op, force.ship(i)) && !known) oilers.push_back(i);
  }
  if (oilers.size() < 2) return;
  for (int i : oilers) {
    menu.offer(v1::Verb::PUMP_FIRST, key_of(force), i)
        .place(number(op.hex_of(force)))
        .by("11.3.2")
        .says("choice.refuel.forces.pump_first")
        .text("force", op.name(force))
        .text("ship", op.name(op.reference.unit(force.ship(i).unit())));
  }
}

}  // namespace

Task<> designate_refuelling(Operation& op) {
  const Side side = op.active();
  while (true) {
    Menu menu = op.menu(side, v1::MenuKind::REFUEL, "prompt.refuel.forces");
    menu.checkpoint = true;
    menu.rule = "11.3";
    for (const v1::Force* force : op.all(side)) {
      if (force->task() != v1::Force::NO_TASK) continue;
      const auto offer = [&](v1::Verb::Kind verb, const char* label, std::string_view rule) {
        Item& item = menu.offer(verb, key_of(*force));
        const Hex hex = op.hex_of(*force);
        if (hex != Hex{}) item.place(number(hex));
        item.by(rule).says(label).text("force", op.name(*force));
      };
      if (may_refuel_in_port(op, *force)) offer(v1::Verb::REFUEL, "choice.refuel.forces.refuel", "11.3.1");
      if (may_refuel_at_sea(op, *force)) {
        offer(v1::Verb::REFUEL, "choice.refuel.forces.refuel_at_sea", "11.3.2");
        offer_oilers(op, *force, menu);
      }
      if (may_rearm(op, *force)) offer(v1::Verb::REARM, "choice.refuel.forces.rearm", "7.3.2");
    }
    if (menu.items.empty()) co_return;
    menu.offer(v1::Verb::DONE).says("choice.refuel.forces.done");

    const Action answer = co_await op.table.ask(std::move(menu));
    if (answer.verb == v1::Verb::DONE) co_return;
    v1::Force& force = op.force(side, answer.at<ForceKey>(0));
    const bool refuels = answer.verb != v1::Verb::REARM;
    force.set_task(refuels ? v1::Force::REFUELLING : v1::Force::REARMING);
    force.clear_pumps_first();
    if (answer.verb == v1::Verb::PUMP_FIRST) force.set_pumps_first(force.ship(answer.at<int>(1)).unit());
    if (refuels) {
      op.tell(side, Text("report.refuelling.own").text("force", op.name(force)), {}, "11.3");
    } else {
      const Text place = op.name(op.reference.place(force.place()));
      op.tell(side, Text("report.rearming.own").text("force", op.name(force)).text("place", place), {}, "7.3.2");
    }
  }
}

}  // namespace wardroom::pq17
