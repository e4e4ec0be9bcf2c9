// Phases, events, conditions and scenarios as sheets: mostly words.
#include <array>

#include "server/titles/pq17/data/show_parts.h"

namespace wardroom::pq17 {
namespace {

constexpr std::array kPhases{
    PhaseOfPlay{"phase.options", "3"},
    PhaseOfPlay{"phase.environment", "10"},
    PhaseOfPlay{"phase.planning", "4"},
    PhaseOfPlay{"segment.chits", "12"},
    PhaseOfPlay{"segment.setup", "4.1"},
    PhaseOfPlay{"segment.plans", "4.2"},
    PhaseOfPlay{"phase.weather", "9"},
    PhaseOfPlay{"phase.allied", "3"},
    PhaseOfPlay{"phase.axis", "3"},
    PhaseOfPlay{"segment.random_event", "13"},
    PhaseOfPlay{"segment.photo_reconnaissance", "6.5"},
    PhaseOfPlay{"segment.naval_movement", "5"},
    PhaseOfPlay{"segment.air_movement", "5.3"},
    PhaseOfPlay{"segment.reconnaissance", "6"},
    PhaseOfPlay{"segment.air_combat", "7.2"},
    PhaseOfPlay{"segment.submarine_combat", "7.4"},
    PhaseOfPlay{"segment.surface_combat", "7.5"},
    PhaseOfPlay{"segment.combine_forces", "1.2.4"},
    PhaseOfPlay{"phase.special_conditions", "12"},
    PhaseOfPlay{"phase.fuel", "11"},
    PhaseOfPlay{"phase.confirmation", "2"},
    PhaseOfPlay{"phase.victory_points", "2"},
    PhaseOfPlay{"phase.order_of_battle", "15"},
};

}  // namespace

std::span<const PhaseOfPlay> phases_of_play() { return kPhases; }

Sheet show_phase(const PhaseOfPlay& phase) {
  Sheet sheet = words_of(phase.id);
  sheet.rules.insert(phase.rule);
  return sheet;
}

Sheet show_event(const Spot& spot) {
  const auto& event = dynamic_cast<const v1::RandomEvent&>(*spot.message());
  Sheet sheet = words_of(event.id());
  sheet.rules.insert(event.rule().empty() ? "13" : event.rule());
  sheet.lines.push_back(origin_text(spot.at("kind")));
  return sheet;
}

Sheet show_condition(const Spot& spot) {
  const auto& condition = dynamic_cast<const v1::SpecialCondition&>(*spot.message());
  Sheet sheet = words_of(condition.id());
  sheet.rules.insert(condition.rule().empty() ? "12" : condition.rule());
  sea::FactTable facts(spot);
  if (condition.has_vp_halves()) facts.add("data.show.value", half_text(condition.vp_halves()), "vp_halves");
  SheetTable table = facts.take();
  if (!table.rows.empty()) sheet.tables.push_back(std::move(table));
  sheet.lines.push_back(origin_text(spot.at("kind")));
  return sheet;
}

Sheet show_scenario(const Spot& spot) {
  const auto& scenario = dynamic_cast<const v1::Scenario&>(*spot.message());
  Sheet sheet;
  sheet.title = Text(scenario.id() + ".name");
  for (const char* part : {".subtitle", ".note", ".aims.allied", ".aims.axis"})
    sheet.lines.push_back(Text(scenario.id() + part));
  sea::FactTable facts(spot);
  const auto turn = [](const v1::Turn& when) {
    return Text(when.half() == v1::Turn::PM ? "turn.pm" : "turn.am").number("day", when.day());
  };
  facts.add("data.show.last_turn", turn(scenario.last_turn()), "last_turn");
  std::vector<Text> convoys;
  for (const auto& convoy : scenario.convoy()) convoys.push_back(Text(convoy.id() + ".name"));
  if (!convoys.empty()) facts.add("blockkind.convoy.name", joined(std::move(convoys)), "convoy");
  sheet.tables.push_back(facts.take());
  return sheet;
}

}  // namespace wardroom::pq17
