#include "server/titles/pq17/sequence/sequence.h"

#include <algorithm>

#include "server/titles/pq17/air/combat.h"
#include "server/titles/pq17/air/movement.h"
#include "server/titles/pq17/command/command.h"
#include "server/titles/pq17/command/planning.h"
#include "server/titles/pq17/conditions/chits.h"
#include "server/titles/pq17/conditions/in_the_air.h"
#include "server/titles/pq17/conditions/special_conditions.h"
#include "server/titles/pq17/conditions/wunderland.h"
#include "server/titles/pq17/events/random_events.h"
#include "server/titles/pq17/forces/regrouping.h"
#include "server/titles/pq17/fuel/fuel.h"
#include "server/titles/pq17/movement/movement.h"
#include "server/titles/pq17/searching/reconnaissance.h"
#include "server/titles/pq17/sequence/victory.h"
#include "server/titles/pq17/submarine/combat.h"
#include "server/titles/pq17/surface/combat.h"
#include "server/titles/pq17/weather/time.h"
#include "server/titles/pq17/weather/weather.h"

namespace wardroom::pq17 {
namespace {

using v1::Clock;

void begin_phase(Operation& op, Clock::Phase phase, Side active = wardroom::v1::Side::UNSPECIFIED) {
  op.clock().set_phase(phase);
  op.clock().set_active(active);
  op.clock().set_segment(Clock::SEGMENT_UNSPECIFIED);
  for (Side side : kSides) op.own(side).set_step(Clock::STEP_UNSPECIFIED);
}

void begin_player_phase(Operation& op, Side side) {
  begin_phase(op, Clock::PLAYER, side);
  op.clock().set_segment(Clock::RANDOM_EVENT);
  op.tell({Text("report.phase").text("phase", side == kAllied ? "phase.allied.name" : "phase.axis.name"),
           told::Milestone{told::Milestone::kPhase, static_cast<std::uint32_t>(side)}});
}

// Who has attacked, and been attacked, counts within a segment [7.1, 7.5].
void forget_attacks(Operation& op) {
  for (v1::Block& block : *op.truth.mutable_sea()->mutable_block()) {
    block.clear_struck();
    block.clear_fought();
    block.clear_attacked();
  }
  for (v1::Sea::Stack& stack : *op.truth.mutable_sea()->mutable_stack()) stack.clear_struck();
}

// [3.2 B] Nine segments in strict order.
Task<> player_phase(Operation& op) {
  while (true) {
    switch (op.clock().segment()) {
      case Clock::RANDOM_EVENT:
        co_await call_bombers(op);  // [12.4]
        co_await random_event(op);
        break;
      case Clock::PHOTO_RECONNAISSANCE:
        if (!op.night()) co_await photo_reconnaissance(op);  // [6.9]
        break;
      case Clock::NAVAL_MOVEMENT: {
        const bool omitted = op.active() == kAllied && op.turn() == 1 && op.clock().initiative() == kAxis;  // [4.1]
        if (omitted) break;
        co_await naval_movement(op);
        break;
      }
      case Clock::AIR_MOVEMENT:
        co_await air_movement(op);
        break;
      case Clock::RECONNAISSANCE:
        co_await reconnaissance(op);
        break;
      case Clock::AIR_COMBAT:
        if (!op.truth.has_battle()) co_await bomb_tirpitz(op);  // [12.4]; else play begins again in a strike
        co_await air_combat(op);
        break;
      case Clock::SUBMARINE_COMBAT:
        if (!fights_in_kara_sea(op)) co_await submarine_combat(op);
        co_await attack_in_kara_sea(op, v1::BlockKind::WOLFPACK);  // [12.12]
        break;
      case Clock::SURFACE_COMBAT:
        if (!fights_in_kara_sea(op)) co_await surface_combat(op);
        co_await attack_in_kara_sea(op, v1::BlockKind::TASK_FORCE);  // [12.12]
        break;
      case Clock::COMBINE_FORCES:
        co_await combine_forces(op);
        send_bombers_home(op);  // [12.4]
        end_local_weather(op);
        end_events(op);
        note_found_carriers(op);
        co_return;
      default:
        throw Broken("pq17: no such segment");
    }
    op.clock().set_segment(static_cast<Clock::Segment>(op.clock().segment() + 1));
    op.set_step(Clock::STEP_UNSPECIFIED);
    forget_attacks(op);
  }
}

// The weather a scenario begins with.
void place_weather(Operation& op) {
  for (const v1::SpecialRule& rule : op.scenario.special_rule()) {
    if (rule.kind() == v1::SpecialRule::WEATHER_AT_START) op.truth.mutable_environment()->set_weather(rule.weather());
  }
}

bool axis_phase_is_skipped(const Operation& op) {
  return op.special_rule(v1::SpecialRule::FIRST_PLAYER_PHASE_AXIS_SKIPPED) && op.turn() == op.clock().starting_turn();
}

// [3.2 A] Weather; before the Starting Turn nothing else happens in a turn [8.3].
void weather_and_what_follows(Operation& op) {
  op.tell({Text("report.turn").text("turn", op.turn_name(op.turn())).word("light", op.night() ? "night" : "day"),
           told::Milestone{told::Milestone::kTurn, static_cast<std::uint32_t>(op.turn())}});
  weather_phase(op);
  op.table.round();
  if (op.clock().began()) {
    begin_player_phase(op, kAllied);
  } else if (play_begins_now(op)) {
    op.clock().set_began(true);
    end_initial_transit(op);
    begin_phase(op, Clock::DUMMIES_APPEAR, kAllied);
  } else {
    begin_phase(op, Clock::FUEL);
  }
}

// [3.2 E] The turn markers advance first; then fuel, then the test of 3.4.
void fuel_and_what_follows(Operation& op) {
  const Text over = operation_over(op);
  op.clock().set_turn(op.turn() + 1);
  fuel_phase(op);
  if (!over.empty()) {
    op.reveal(Licence::kOperationOver, over, {}, "3.4");  // it tells of convoys and ports
    begin_phase(op, Clock::CONFIRMATION);
    return;
  }
  if (op.turn() == op.numbers.weather().turns_per_operation() + 1)
    op.reveal(Licence::kOperationOver, "report.operation_goes_on", {}, "8.1");
  begin_phase(op, Clock::WEATHER);
}

void has_set_up(Operation& op, Side side) {
  note_set_up(op, side);
  op.tell(Text("report.set_up").word("side", word_of(side)));
  if (side != op.clock().initiative()) {
    begin_phase(op, Clock::SET_UP, op.clock().initiative());
  } else {
    begin_phase(op, Clock::PLANNING);
  }
}

}  // namespace

Task<> play_operation(Operation& op) {
  if (op.truth.has_battle() && !op.truth.battle().resumes())
    throw Broken("pq17: nobody can go on with this engagement");
  while (op.clock().phase() != Clock::OVER) {
    switch (op.clock().phase()) {
      case Clock::SPECIAL_CONDITION_DRAW:  // [3.1 B 1]
        op.tell(Text("report.initiative").word("side", word_of(op.clock().initiative())), {}, "4.1");
        place_weather(op);
        roll_variable_start(op);
        draw_chits(op);
        begin_phase(op, Clock::SET_UP, enemy_of(op.clock().initiative()));
        break;
      case Clock::SET_UP:  // [3.1 B 2] the player with the initiative sets up last [4.1.3]
        co_await set_up(op, op.active());
        has_set_up(op, op.active());
        break;
      case Clock::PLANNING:  // [3.1 B 3]
        co_await op.table.together(plan(op, kAllied), plan(op, kAxis), Table::Head::kCheckpoint);
        for (Side side : kSides) op.tell(Text("report.plans_sealed").word("side", word_of(side)), {}, "4.2");
        begin_phase(op, Clock::WEATHER);
        break;
      case Clock::WEATHER:
        weather_and_what_follows(op);
        break;
      case Clock::DUMMIES_APPEAR:
        co_await dummies_appear(op);
        draw_gale_cards(op);  // [9.2.5] for those who have only now come to sea
        begin_player_phase(op, kAllied);
        break;
      case Clock::PLAYER:  // [3.2 B, C]
        co_await player_phase(op);
        if (op.active() == kAllied && !axis_phase_is_skipped(op)) {
          begin_player_phase(op, kAxis);
        } else {
          begin_phase(op, Clock::SPECIAL_CONDITIONS);
        }
        break;
      case Clock::SPECIAL_CONDITIONS:  // [3.2 D]
        co_await special_conditions_phase(op);
        begin_phase(op, Clock::FUEL);
        break;
      case Clock::FUEL:
        fuel_and_what_follows(op);
        break;
      case Clock::CONFIRMATION:                        // [3.3 A]
        if (!op.truth.has_battle()) confirmation(op);  // else play begins again in a raid
        co_await harbour_raids(op);                    // [12.7]
        begin_phase(op, Clock::VICTORY_POINTS);
        break;
      case Clock::VICTORY_POINTS:  // [3.3 B]
        victory_points(op);
        begin_phase(op, Clock::OVER);
        break;
      default:
        throw Broken("pq17: no such phase");
    }
  }
}

Text end_foreseen(const Operation& op, Side side) {
  const int length = op.numbers.weather().turns_per_operation();
  const bool last_turn = op.scenario.has_last_turn() && op.turn() >= number_of(op.scenario.last_turn());
  if (last_turn || op.turn() >= 2 * length) return "would.operation_ends";
  const auto& arrived = op.truth.standing().arrival();
  const bool all_told = std::ranges::all_of(op.scenario.convoy(), [&](const v1::Convoy& convoy) {
    return std::ranges::find(arrived, convoy.id(), &v1::Standing::Arrival::convoy) != arrived.end();
  });
  const bool own_out = std::ranges::any_of(op.own(side).force(), [&](const v1::Force& force) {
    return force.kind() == v1::BlockKind::CONVOY && (op.at_sea(force) || force.place() != force.destination());
  });
  return (side == kAllied || all_told) && !own_out ? Text("would.operation_may_end") : Text();
}

Text operation_over(Operation& op) {
  if (!op.clock().began()) return {};
  const int length = op.numbers.weather().turns_per_operation();
  const bool day_15_over = op.turn() >= length;
  if (op.turn() >= 2 * length) return "report.operation_ended.day_30";
  if (op.scenario.has_last_turn() && op.turn() >= number_of(op.scenario.last_turn()))
    return "report.operation_ended.last_turn";

  const auto still_out = [&](const v1::Force& force, Side side) {
    if (force.kind() != v1::BlockKind::CONVOY) return false;
    if (op.at_sea(force)) return true;
    if (side == kAxis) return false;                              // only while at sea
    return force.place() != force.destination() && !day_15_over;
  };
  for (Side side : kSides) {
    for (const v1::Force& force : op.own(side).force()) {
      if (still_out(force, side)) return {};
    }
  }
  if (day_15_over) return "report.operation_ended.day_15";
  for (Side side : kSides) {
    const bool in_port = std::ranges::none_of(op.own(side).force(), [&](const v1::Force& force) {
      return force.kind() == v1::BlockKind::TASK_FORCE && not_in_port(op, force);
    });
    if (in_port) return Text("report.operation_ended.forces_in_port").word("side", word_of(side));
  }
  return {};
}

}  // namespace wardroom::pq17
