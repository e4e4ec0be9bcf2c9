// Charts of units, command points and fuel; special conditions, events, options [1.4, 4.3, 12, 13, 15.1].
#include <algorithm>
#include <map>
#include <set>

#include "common/data/ranges.h"
#include "server/titles/pq17/data/contents.h"
#include "wardroom/pq17/v1/charts.pb.h"
#include "wardroom/pq17/v1/events.pb.h"

namespace wardroom::pq17 {
namespace {

// Chits are the letters A to Z; the rows `name` below `whole` give each once.
template <class Row>
void check_chits(const Spot& whole, std::string_view name, Mistakes& mistakes) {
  std::set<std::string> seen;
  for (const auto& [row, at] : children<Row>(whole, name)) {
    for (int i = 0; i < row.chit_size(); ++i) {
      const std::string& chit = row.chit(i);
      if (chit.size() != 1 || chit[0] < 'A' || chit[0] > 'Z') {
        mistakes.push_back(at.at("chit", i).mistake(Text("data.chit").word("chit", chit)));
      } else if (!seen.insert(chit).second) {
        mistakes.push_back(at.at("chit", i).mistake(Text("data.chit_twice").word("chit", chit)));
      }
    }
  }
  for (char letter = 'A'; letter <= 'Z'; ++letter) {
    if (!seen.contains(std::string(1, letter)))
      mistakes.push_back(whole.at(name).mistake(Text("data.chit_missing").word("chit", std::string(1, letter))));
  }
}

void check_unit_chart(const Found<v1::UnitChart>& chart, Mistakes& mistakes) {
  // In chart order, each type once.
  int before = 0;
  for (const auto& [row, at] : children<v1::UnitChart::ShipRow>(chart, "ship")) {
    if (row.type() && row.type() <= before)
      mistakes.push_back(
          at.at("type").mistake(Text("data.chart_order").word("type", v1::ShipType::Kind_Name(row.type()))));
    before = row.type();
    if (row.category().empty())
      mistakes.push_back(at.at("category").mistake(Text("data.no_rows").word("rows", "category")));
    if (!row.cs().has_from() || !row.cs().has_to())
      mistakes.push_back(at.at("cs").mistake(Text("data.field_missing").word("field", "cs")));
  }
  if (chart.it.ship_size() != v1::ShipType::MV)
    mistakes.push_back(chart.at.at("ship").mistake(Text("data.chart_rows").number("rows", v1::ShipType::MV)));
  before = 0;
  for (const auto& [row, at] : children<v1::UnitChart::AirRow>(chart, "air")) {
    if (row.type() && row.type() <= before)
      mistakes.push_back(
          at.at("type").mistake(Text("data.chart_order").word("type", v1::AirType::Kind_Name(row.type()))));
    before = row.type();
  }
  if (chart.it.air_size() != v1::AirType::HEAVY_BOMBER)
    mistakes.push_back(chart.at.at("air").mistake(Text("data.chart_rows").number("rows", v1::AirType::HEAVY_BOMBER)));
}

void check_command_track(const Found<v1::CommandTrack>& chart, Mistakes& mistakes) {
  std::set<int> commands;
  for (const auto& [track, at] : children<v1::CommandTrack::Track>(chart, "track")) {
    if (!commands.insert(track.command()).second)
      mistakes.push_back(at.at("command").mistake(Text("data.listed_twice").word("field", "command")));
    const auto side = track.command() == v1::Command::GRUPPE_NORD ? Side::AXIS : Side::ALLIED;
    if (track.side() && track.side() != side)
      mistakes.push_back(
          at.at("side").mistake(Text("data.wrong_side").word("id", v1::Command::Kind_Name(track.command()))));
    for (int i = 0; i < track.cumulative_vp_halves_size(); ++i) {
      const int least = i == 0 ? 0 : track.cumulative_vp_halves(i - 1);
      if (track.cumulative_vp_halves(i) < least)
        mistakes.push_back(at.at("cumulative_vp_halves", i).mistake(Text("data.track_falls")));
    }
    std::set<int> boxes;
    for (const auto& [box, here] : children<v1::CommandTrack::BoxProvenance>(at, "box")) {
      if (box.points() < 1 || box.points() > track.cumulative_vp_halves_size() || !boxes.insert(box.points()).second) {
        mistakes.push_back(here.at("points").mistake(Text("data.track_box").number("points", box.points())));
      }
    }
  }
  for (const auto command : {v1::Command::HOME_FLEET, v1::Command::SEVERNYY_FLOT, v1::Command::GRUPPE_NORD}) {
    if (!commands.contains(command))
      mistakes.push_back(
          chart.at.at("track").mistake(Text("data.value_not_covered").word("value", v1::Command::Kind_Name(command))));
  }
}

// What an event's kind reads and cannot do without.
std::vector<const char*> needs_of(v1::RandomEvent::Kind kind) {
  using Event = v1::RandomEvent;
  switch (kind) {
    case Event::ELUSIVE_TARGET:
    case Event::HIGH_COMMAND_CAUTION:
    case Event::ASW_FORTUNE:
    case Event::TORPEDO_FAILURES:
    case Event::STRAGGLERS:
    case Event::STRAGGLERS_REJOIN:
    case Event::SUBMARINE_RETURNS:
    case Event::FUEL_FORTUNE:
    case Event::AIR_REPLACEMENTS:
      return {"amount"};
    case Event::BREAKDOWN:
    case Event::COLLISION:
      return {"amount", "ship_types"};
    case Event::GROUNDING:
      return {"amount", "ship_types", "area"};
    case Event::MINEFIELDS:
    case Event::AIR_COVER:
    case Event::FALSE_REPORT:
      return {"amount", "area"};
    case Event::LOCAL_WEATHER:
      return {"area", "weather_shift"};
    case Event::B_DIENST:
    case Event::ENEMY_LOCATED:
      return {"id_level"};
    case Event::SEARCH_HEXES:
      return {"sectors", "amount"};
    case Event::PORT_REPORT:
      return {"area", "id_level"};
    case Event::AIRBASE_CLOSED:
      return {"area"};
    case Event::COMMAND_POINTS:
      return {"command", "amount"};
    case Event::ICE_SHIFTS:
      return {"ice_area", "amount"};
    default:
      return {};
  }
}

void check_event(const v1::RandomEvent& event, const Spot& at, Mistakes& mistakes) {
  const auto& reflection = *event.GetReflection();
  const auto given = [&](const char* name) {
    const auto* field = v1::RandomEvent::descriptor()->FindFieldByName(name);
    return field->is_repeated() ? reflection.FieldSize(event, field) > 0 : reflection.HasField(event, field);
  };
  for (const char* name : needs_of(event.kind())) {
    const std::string field = name;
    const bool instead = (field == "amount" && given("roll")) || (field == "weather_shift" && given("weather"));
    if (!given(name) && !instead) mistakes.push_back(at.at(name).mistake(Text("data.event_lacks").word("field", name)));
  }
  if ((event.area() == v1::RandomEvent::PLACES) != !event.place().empty())
    mistakes.push_back(at.at("place").mistake(Text("data.event_places")));
  if (!event.roll().empty()) check_ranges(at, "roll", wardroom::v1::Dice::ONE, Ends::kDice, mistakes);
  for (int i = 0; i < event.months_size(); ++i) {
    if (event.months(i) < 1 || event.months(i) > 12) mistakes.push_back(at.at("months", i).mistake(Text("data.month")));
  }
  if (event.has_id_level() && (event.id_level() < 0 || event.id_level() > 4))
    mistakes.push_back(at.at("id_level").mistake(Text("data.id_level")));
}

}  // namespace

void check_charts(const Contents& contents, Mistakes& mistakes) {
  if (const auto chart = contents.one<v1::UnitChart>()) check_unit_chart(*chart, mistakes);
  if (const auto chart = contents.one<v1::CommandTrack>()) check_command_track(*chart, mistakes);
  if (const auto chart = contents.one<v1::GermanFuelChart>())
    check_chits<v1::GermanFuelChart::Row>(chart->at, "row", mistakes);
}

void check_conditions(const Contents& contents, Mistakes& mistakes) {
  const auto chart = contents.one<v1::SpecialConditions>();
  if (!chart) return;
  for (const auto& [column, at] : children<v1::SpecialConditions::Column>(*chart, "column")) {
    check_chits<v1::SpecialConditions::Row>(at, "row", mistakes);
    for (const auto& [row, here] : children<v1::SpecialConditions::Row>(at, "row")) {
      const auto* condition = contents.find<v1::SpecialCondition>(row.condition());
      if (!condition) continue;
      const int variants = std::max(condition->variant_size(), 1);
      if (row.variant() < 0 || row.variant() >= variants)
        mistakes.push_back(here.at("variant").mistake(
            Text("data.variant").number("variant", row.variant()).number("variants", variants)));
    }
  }
  for (const auto& [condition, at] : children<v1::SpecialCondition>(*chart, "condition")) {
    if (!condition.hits().empty()) check_ranges(at, "hits", wardroom::v1::Dice::ONE, Ends::kDice, mistakes);
    if (!condition.breakout_return().empty()) check_chits<v1::BreakoutReturn>(at, "breakout_return", mistakes);
    for (const auto& [score, here] : children<v1::SpecialCondition::Score>(at, "score")) {
      if ((score.category() == 0) == (score.type() == 0)) mistakes.push_back(here.mistake(Text("data.score_of_whom")));
    }
    if (condition.ice_area().empty() != (condition.worst_ice() == v1::Ice::UNSPECIFIED))
      mistakes.push_back(at.at("worst_ice").mistake(Text("data.ice_without_area")));
    const auto in_box = [&](const Spot& where, const auto& units) {
      for (int i = 0; i < units.size(); ++i) {
        const auto info = unit_info(contents, units[i].unit());
        if (!info) continue;
        const std::int64_t cs = units[i].has_cs() ? units[i].cs() : info->most_cs;
        if (info->sort == UnitInfo::Sort::kClass && !units[i].has_cs()) {
          mistakes.push_back(where.at("unit", i).at("cs").mistake(Text("data.field_missing").word("field", "cs")));
        } else if (cs > info->most_cs || cs < 0) {
          mistakes.push_back(where.at("unit", i).mistake(
              Text("data.counter_mix").word("id", units[i].unit()).number("cs", cs).number("most", info->most_cs)));
        }
      }
    };
    in_box(at, condition.unit());
    for (const auto& [variant, here] : children<v1::SpecialCondition::Variant>(at, "variant"))
      in_box(here, variant.unit());
  }
}

void check_events(const Contents& contents, Mistakes& mistakes) {
  const auto events = contents.one<v1::RandomEvents>();
  if (!events) return;
  std::set<int> sides;
  for (const auto& [table, at] : children<v1::RandomEvents::Table>(*events, "table")) {
    if (!sides.insert(table.side()).second)
      mistakes.push_back(at.at("side").mistake(Text("data.listed_twice").word("field", "side")));
    check_ranges(at, "row", table.dice(), Ends::kDice, mistakes);
    if (facts_of(table.dice()).sides != 10 || facts_of(table.dice()).lowest != 0)
      mistakes.push_back(
          at.at("dice").mistake(Text("data.value_unknown").word("field", "dice").number("value", table.dice())));
  }
  for (const auto side : {Side::ALLIED, Side::AXIS}) {
    if (!sides.contains(side))
      mistakes.push_back(
          events->at.at("table").mistake(Text("data.value_not_covered").word("value", Side::Kind_Name(side))));
  }
  for (const auto& [event, at] : children<v1::RandomEvent>(*events, "event")) check_event(event, at, mistakes);
}

namespace {

using wardroom::v1::MatchOption;

bool lists(const google::protobuf::RepeatedPtrField<std::string>& list, const std::string& id) {
  return std::ranges::find(list, id) != list.end();
}

// Wherever the option is, the other is too.
bool goes_with(const MatchOption& option, const MatchOption& other) {
  if (other.in_no_scenario()) return option.in_no_scenario();
  if (other.scenarios().empty()) return true;
  return !option.scenarios().empty() &&
         std::ranges::all_of(option.scenarios(), [&](const std::string& id) { return lists(other.scenarios(), id); });
}

void check_option(const Contents& contents, const MatchOption& option, const Spot& at, Mistakes& mistakes) {
  const Text impossible = Text("data.option_impossible").word("id", option.id());
  if (option.origin() == MatchOption::RULING_ALTERNATIVE && option.on_by_default())
    mistakes.push_back(at.at("on_by_default").mistake(Text("data.alternative_by_default").word("id", option.id())));
  if (option.in_no_scenario() && (!option.scenarios().empty() || option.on_by_default()))
    mistakes.push_back(at.at("in_no_scenario").mistake(impossible));
  for (int i = 0; i < option.needs_size(); ++i) {
    const auto* other = contents.find<MatchOption>(option.needs(i));
    if (lists(option.excludes(), option.needs(i)) || option.needs(i) == option.id() ||
        (other && !goes_with(option, *other)))
      mistakes.push_back(at.at("needs", i).mistake(impossible));
  }
}

void check_preset(const Contents& contents, const wardroom::v1::OptionPreset& preset, const Spot& at,
                  Mistakes& mistakes) {
  for (int i = 0; i < preset.on_size(); ++i) {
    const auto* option = contents.find<MatchOption>(preset.on(i));
    if (!option) continue;
    const auto in_preset = [&](const std::string& id) { return lists(preset.on(), id); };
    const auto lacks = [&](const std::string& id) { return contents.find<MatchOption>(id) && !in_preset(id); };
    if (std::ranges::any_of(option->excludes(), in_preset) || std::ranges::any_of(option->needs(), lacks))
      mistakes.push_back(at.at("on", i).mistake(Text("data.option_impossible").word("id", option->id())));
  }
}

}  // namespace

void check_options(const Contents& contents, Mistakes& mistakes) {
  if (const auto rulings = contents.one<wardroom::v1::Rulings>()) {
    for (const auto& [ruling, at] : children<wardroom::v1::Ruling>(*rulings, "ruling")) {
      if (ruling.rules().empty())
        mistakes.push_back(at.at("rules").mistake(Text("data.no_rows").word("rows", "rules")));
      const auto* option = contents.find<wardroom::v1::MatchOption>(ruling.option());
      if (option && option->origin() != wardroom::v1::MatchOption::RULING_ALTERNATIVE) {
        mistakes.push_back(at.at("option").mistake(Text("data.option_of_ruling").word("id", ruling.option())));
      }
    }
  }
  if (const auto options = contents.one<wardroom::v1::MatchOptions>()) {
    for (const auto& [option, at] : children<wardroom::v1::MatchOption>(*options, "option"))
      check_option(contents, option, at, mistakes);
    for (const auto& [preset, at] : children<wardroom::v1::OptionPreset>(*options, "preset"))
      check_preset(contents, preset, at, mistakes);
  }
}

}  // namespace wardroom::pq17
