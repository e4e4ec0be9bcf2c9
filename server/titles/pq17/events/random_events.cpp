#include "server/titles/pq17/events/random_events.h"

#include <algorithm>

#include "common/data/ranges.h"
#include "server/titles/pq17/command/bring_reinforcements.h"
#include "server/titles/pq17/events/in_force.h"
#include "server/titles/pq17/events/parts.h"
#include "server/titles/pq17/weather/weather.h"

namespace wardroom::pq17 {
namespace {

using v1::RandomEvent;

// Beside the two dice of the table.
constexpr std::uint32_t kSubjectDraw = 2;

bool no_events(const Operation& op, Side side) {
  return std::ranges::any_of(op.scenario.special_rule(), [&](const v1::SpecialRule& rule) {
    return rule.kind() == v1::SpecialRule::NO_RANDOM_EVENTS &&
           (rule.side() == wardroom::v1::Side::UNSPECIFIED || rule.side() == side);
  });
}

// Months, light and, but for Local Weather, the weather in which it happens.
bool happens(const Operation& op, const RandomEvent& event) {
  const auto allows = [](const auto& list, int value) {
    return list.empty() || std::ranges::find(list, value) != list.end();
  };
  if (!allows(event.months(), op.scenario.date().month()) || !allows(event.light(), op.light(op.turn()))) return false;
  if (event.kind() == RandomEvent::WEATHER_DAMAGE && !weather_can_damage(op)) return false;
  return event.kind() == RandomEvent::LOCAL_WEATHER || allows(event.weather(), op.truth.environment().weather());
}

Side side_of(v1::SearchSector::Kind sector) {
  return sector == v1::SearchSector::BRITISH || sector == v1::SearchSector::SOVIET ? kAllied : kAxis;
}

Text name_of(v1::SearchSector::Kind sector) {
  return Text("sector." + lower(v1::SearchSector::Kind_Name(sector)) + ".name");
}

// -- events that act on chapters 9 to 11, on searching and on command --

void shift_ice(Operation& op, const RandomEvent& event) {
  for (auto& marker : *op.truth.mutable_environment()->mutable_ice()) {
    const v1::IceArea& area = marker.area();
    if (area.sector() != event.ice_area().sector() || area.zone() != event.ice_area().zone()) continue;
    const int shifted = std::clamp<int>(marker.condition() + event.amount(), v1::Ice::CLEAR, v1::Ice::SOLID_PACK);
    marker.set_condition(static_cast<v1::Ice::Condition>(shifted));
    op.tell(Text("report.event.ice")
                .word("sector", lower(v1::Ice::Sector_Name(area.sector())))
                .text("zone", Text("icezone." + lower(v1::Ice::Zone_Name(area.zone())) + ".name"))
                .text("ice", op.name(marker.condition())));
  }
}

// One Task Force at sea, at random; only its owner hears of it.
void shift_fuel(Operation& op, const RandomEvent& event) {
  for (Side side : kSides) {
    if (event.affects() != wardroom::v1::Side::UNSPECIFIED && event.affects() != side) continue;
    std::vector<ForceKey> keys;
    for (const v1::Force* force : op.all(side)) {
      if (force->kind() == v1::BlockKind::TASK_FORCE && op.at_sea(*force) && force->fuel_turn() != 0)
        keys.push_back(key_of(*force));
    }
    if (keys.empty()) {
      op.tell(side, Text("report.event.no_effect").text("event", Text(event.id() + ".name")));
      continue;
    }
    const auto drawn =
        op.draw(Draw::kEvent, static_cast<std::uint64_t>(side), kSubjectDraw, static_cast<std::uint32_t>(keys.size()));
    v1::Force& force = op.force(side, keys[drawn]);
    force.set_fuel_turn(std::max(1, force.fuel_turn() + event.amount()));
    op.tell(side, Text("report.event.fuel.own").text("force", op.name(force)).number("count", event.amount()));
  }
}

void change_command_points(Operation& op, const RandomEvent& event) {
  for (Side side : kSides) {
    for (auto& pool : *op.own(side).mutable_command()) {
      if (pool.command() != event.command()) continue;
      pool.set_points(std::max(pool.spent(), pool.points() + event.amount()));
      op.tell(side, Text("report.event.command_points.own")
                        .text("command", Text("command." + lower(v1::Command::Kind_Name(pool.command())) + ".name"))
                        .number("count", pool.points()));
    }
  }
}

bool lasts_a_phase(const RandomEvent& event) {
  return event.lasts() != RandomEvent::AT_ONCE && event.lasts() != RandomEvent::REST_OF_OPERATION;
}

v1::Air::Search* find_search(Operation& op, v1::SearchSector::Kind sector) {
  for (auto& search : *op.truth.mutable_air()->mutable_search()) {
    if (search.sector() == sector) return &search;
  }
  return nullptr;
}

// Sectors that can gain a hex, or lose one.
std::vector<v1::SearchSector::Kind> open_sectors(Operation& op, const RandomEvent& event) {
  std::vector<v1::SearchSector::Kind> open;
  for (int each : event.sectors()) {
    const auto sector = static_cast<v1::SearchSector::Kind>(each);
    const v1::Air::Search* search = find_search(op, sector);
    if (search && (event.amount() > 0 || search->hexes() > 0)) open.push_back(sector);
  }
  return open;
}

// Hex by hex, where the side whose sectors they are likes.
Task<> change_search(Operation& op, const RandomEvent& event) {
  const int step = event.amount() > 0 ? 1 : -1;
  for (int left = std::abs(event.amount()); left > 0; --left) {
    const auto open = open_sectors(op, event);
    if (open.empty()) co_return;
    v1::SearchSector::Kind chosen = open.front();
    if (open.size() > 1) {
      const Side side = side_of(open.front());
      Menu menu = op.menu(side, v1::MenuKind::EVENT_SECTOR, "prompt.event_search",
                          side == op.active() ? Asking::kOwn : Asking::kReaction);
      menu.rule = "13";
      for (v1::SearchSector::Kind sector : open) {
        menu.offer(v1::Verb::CHOOSE_SECTOR, sector).says("choice.event_search.sector").text("sector", name_of(sector));
      }
      const Action answer = co_await op.table.ask(std::move(menu));
      chosen = answer.at<v1::SearchSector::Kind>(0);
    }
    v1::Air::Search& search = *find_search(op, chosen);
    search.set_hexes(search.hexes() + step);
    if (lasts_a_phase(event)) search.set_extra(search.extra() + step);
    op.tell(Text("report.event.search").text("sector", name_of(chosen)).number("count", search.hexes()));
  }
}

// -- events in force --

bool is_used_up(const RandomEvent& event) {
  return event.kind() == RandomEvent::ELUSIVE_TARGET;
}  // in one attack [13.1]

// Its last phase is over, or was never played.
bool is_over(const Operation& op, const v1::Standing::Event& event) {
  if (op.turn() != event.until_turn()) return op.turn() > event.until_turn();
  return op.active() == event.until_phase() || op.active() == kAxis;
}

// The phase that would have ended it was left out.
void forget_stale_events(Operation& op) {
  for (int i = op.truth.standing().event_size() - 1; i >= 0; --i) {
    if (op.truth.standing().event(i).until_turn() < op.turn()) take_out(op, i, "report.event.ends");
  }
}

void come_into_force(Operation& op, const RandomEvent& event) {
  auto& events = *op.truth.mutable_standing()->mutable_event();
  for (int i = events.size() - 1; i >= 0; --i) {
    if (events.Get(i).event() == event.id()) events.DeleteSubrange(i, 1);  // once more, from now on
  }
  const Until until = lasts_until(op, event);
  v1::Standing::Event& made = *events.Add();
  made.set_event(event.id());
  made.set_side(op.active());
  made.set_until_turn(until.turn);
  made.set_until_phase(until.phase);
  if (is_used_up(event)) made.set_uses(1);
  const Text name = Text(event.id() + ".name");
  if (event.lasts() == RandomEvent::REST_OF_OPERATION || event.lasts() == RandomEvent::UNTIL_USED) {
    op.tell(Text("report.event.in_force.operation").text("event", name), {}, "13");
  } else {
    op.tell(Text("report.event.in_force")
                .text("event", name)
                .word("side", word_of(until.phase))
                .text("turn", op.turn_name(until.turn)),
            {}, "13");
  }
}

// What happens at once, and asks nobody; false: it is not among these.
bool happens_at_once(Operation& op, const RandomEvent& event) {
  switch (event.kind()) {
    case RandomEvent::NONE:
      break;
    case RandomEvent::ELUSIVE_TARGET:        // [13.1]
    case RandomEvent::HIGH_COMMAND_CAUTION:  // [13.3]
    case RandomEvent::STRIKE_PORTS_AND_BASES:
    case RandomEvent::NIGHT_FLYING:
    case RandomEvent::AIRBASE_CLOSED:
    case RandomEvent::AIR_COVER:
    case RandomEvent::ASW_FORTUNE:
    case RandomEvent::TORPEDO_FAILURES:
    case RandomEvent::HOLD_IN_PORT:
    case RandomEvent::MAY_SAIL:
      come_into_force(op, event);
      break;
    case RandomEvent::MINEFIELDS:
      minefields(op, event);
      break;  // [13.5]
    case RandomEvent::SURPRISE_ENCOUNTER:
      surprise_encounter(op, event);
      break;  // [13.7]
    case RandomEvent::B_DIENST:
      read_signals(op, event);
      break;  // [13.8]
    case RandomEvent::BREAKDOWN:
      break_down(op, event);
      break;
    case RandomEvent::COLLISION:
    case RandomEvent::GROUNDING:
      run_aground_or_collide(op, event);
      break;
    case RandomEvent::STRAGGLERS:
      fall_astern(op, event);
      break;
    case RandomEvent::STRAGGLERS_REJOIN:
      catch_up(op, event);
      break;
    case RandomEvent::SUBMARINE_RETURNS:
      send_boats_home(op, event);
      break;
    case RandomEvent::WEATHER_DAMAGE:
      check_weather_damage(op);
      break;  // [13.2]
    case RandomEvent::LOCAL_WEATHER:
      set_local_weather(op, event);
      break;  // [13.4]
    case RandomEvent::ICE_SHIFTS:
      shift_ice(op, event);
      break;
    case RandomEvent::FUEL_FORTUNE:
      shift_fuel(op, event);
      break;
    case RandomEvent::COMMAND_POINTS:
      change_command_points(op, event);
      break;
    default:
      return false;
  }
  return true;
}

}  // namespace

Task<> play_event(Operation& op, const RandomEvent& event) {
  if (happens_at_once(op, event)) co_return;
  switch (event.kind()) {
    case RandomEvent::REINFORCEMENTS:
      co_await bring_reinforcements(op, event.affects());
      break;  // [13.6]
    case RandomEvent::ENEMY_LOCATED:
      co_await locate_enemy(op, event);
      break;
    case RandomEvent::CONTACT_LOST:
      co_await lose_contact(op, event);
      break;
    case RandomEvent::PORT_REPORT:
      co_await report_on_port(op, event);
      break;
    case RandomEvent::FALSE_REPORT:
      co_await place_decoys(op, event);
      break;
    case RandomEvent::AIR_REPLACEMENTS:
      co_await repair_aircraft(op, event);
      break;
    case RandomEvent::SEARCH_HEXES:
      co_await change_search(op, event);
      break;
    default:
      throw Broken("pq17: no such event");
  }
}

Task<> random_event(Operation& op) {
  const Side side = op.active();
  forget_stale_events(op);
  if (no_events(op, side)) co_return;
  const auto& tables = op.reference.box().events().table();
  const auto table = std::ranges::find(tables, side, &v1::RandomEvents::Table::side);
  if (table == tables.end()) throw Broken("pq17: no table of events");
  const int first = op.die(Draw::kEvent, 0, 0);
  const int second = op.die(Draw::kEvent, 0, 1);
  const bool percent = table->dice() == wardroom::v1::Dice::TWO_PERCENT;
  const int roll = read_dice(table->dice(), {first, second});
  const RandomEvent& event = op.reference.box().event(side, roll);
  op.tell(
      {Text("report.event").word("side", word_of(side)).number("roll", roll).text("event", Text(event.id() + ".name")),
       told::Roll{.table = Text("table.events." + std::string(word_of(side)) + ".name"),
                  .dice = {{.fell = roll, .result = Text(event.id() + ".name"), .sides = percent ? 100u : 0u}}}},
      {}, "13");
  if (!happens(op, event)) {
    tell_no_effect(op, event);
    co_return;
  }
  co_await play_event(op, event);
}

void end_events(Operation& op) {
  for (int i = op.truth.standing().event_size() - 1; i >= 0; --i) {
    if (is_over(op, op.truth.standing().event(i))) take_out(op, i, "report.event.ends");
  }
  for (auto& search : *op.truth.mutable_air()->mutable_search()) {
    if (side_of(search.sector()) != op.active()) continue;
    search.set_hexes(search.hexes() - search.extra());
    search.set_extra(0);
  }
}

}  // namespace wardroom::pq17
