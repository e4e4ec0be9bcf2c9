// The tables that dice are rolled on, and their modifiers [7-10].
#include <algorithm>
#include <map>
#include <set>

#include "common/data/ranges.h"
#include "server/titles/pq17/data/contents.h"
#include "wardroom/pq17/v1/environment.pb.h"
#include "wardroom/pq17/v1/modifiers.pb.h"
#include "wardroom/pq17/v1/tables.pb.h"

namespace wardroom::pq17 {
namespace {

using wardroom::v1::Dice;

// Which list or range a condition's kind reads.
const char* argument_of(v1::Condition::Kind kind) {
  switch (kind) {
    case v1::Condition::WEATHER:
    case v1::Condition::PREVAILING_WEATHER:
      return "weather";
    case v1::Condition::SEASON:
      return "months";
    case v1::Condition::TARGET_TYPE:
    case v1::Condition::FIRER_TYPE:
    case v1::Condition::UNIT_TYPE:
      return "ship_types";
    case v1::Condition::TARGET_AIR_TYPE:
    case v1::Condition::FIRER_AIR_TYPE:
      return "air_types";
    case v1::Condition::FIRER_NATION:
      return "nations";
    case v1::Condition::UNIT_SPEED:
      return "speeds";
    case v1::Condition::TARGET_ID:
    case v1::Condition::WOLFPACK_SIZE:
    case v1::Condition::WOLFPACK_ID:
      return "number";
    case v1::Condition::EVENT:
      return "event";
    case v1::Condition::SIDE:
      return "side";
    default:
      return "";
  }
}

void check_condition(const Spot& at, const v1::Condition& condition, Mistakes& mistakes) {
  const std::string argument = argument_of(condition.kind());
  const auto& reflection = *condition.GetReflection();
  for (const char* name :
       {"weather", "ship_types", "air_types", "nations", "speeds", "number", "months", "event", "side"}) {
    const auto* field = v1::Condition::descriptor()->FindFieldByName(name);
    const bool given =
        field->is_repeated() ? reflection.FieldSize(condition, field) > 0 : reflection.HasField(condition, field);
    if (given == (argument == name)) continue;
    mistakes.push_back(at.at(*field).mistake(given ? Text("data.condition_surplus").word("field", name)
                                                   : Text("data.condition_lacks").word("field", name)));
  }
  for (int i = 0; i < condition.months_size(); ++i) {
    if (condition.months(i) < 1 || condition.months(i) > 12)
      mistakes.push_back(at.at("months", i).mistake(Text("data.month")));
  }
}

// "drm.gunnery.x" belongs to "table.gunnery".
void check_modifiers(const Spot& table, const std::string& id, Mistakes& mistakes) {
  const std::string prefix = "drm." + id.substr(id.find('.') + 1) + ".";
  for (const auto& [modifier, at] : children<v1::Modifier>(table, "modifier")) {
    if (!modifier.id().empty() && !modifier.id().starts_with(prefix)) {
      mistakes.push_back(at.at("id").mistake(Text("data.id_form").word("id", modifier.id()).word("prefix", prefix)));
    }
    if (modifier.when().empty() && modifier.per() == v1::Count::UNSPECIFIED)
      mistakes.push_back(at.mistake(Text("data.modifier_always")));
    if (modifier.most() != 0 && (modifier.per() == v1::Count::UNSPECIFIED || modifier.most() < 0)) {
      mistakes.push_back(at.at("most").mistake(Text("data.modifier_most")));
    }
    for (const auto& [condition, here] : children<v1::Condition>(at, "when"))
      check_condition(here, condition, mistakes);
  }
}

// A table whose columns are modified is open at both ends.
Ends ends_of(const Spot& table) {
  const auto& message = *table.message();
  const auto* field = message.GetDescriptor()->FindFieldByName("modifier");
  return field && message.GetReflection()->FieldSize(message, field) > 0 ? Ends::kOpen : Ends::kDice;
}

// Each surface type in exactly one of the cells or columns.
class Targets {
 public:
  Targets(const Spot& whole, Mistakes& mistakes) : whole_(whole), mistakes_(mistakes) {}

  template <class Cell>
  void add(const Cell& cell, const Spot& at) {
    for (int i = 0; i < cell.target_size(); ++i) {
      const auto type = cell.target(i);
      if (type == v1::ShipType::SS) {
        mistakes_.push_back(at.at("target", i).mistake(Text("data.target_submarine")));
      } else if (type && !seen_.insert(type).second) {
        mistakes_.push_back(
            at.at("target", i).mistake(Text("data.target_twice").word("type", v1::ShipType::Kind_Name(type))));
      }
    }
  }
  void finish() {
    for (const auto type : surface_types()) {
      if (!seen_.contains(type))
        mistakes_.push_back(whole_.mistake(Text("data.target_missing").word("type", v1::ShipType::Kind_Name(type))));
    }
  }

 private:
  Spot whole_;
  Mistakes& mistakes_;
  std::set<int> seen_;
};

void check_hit(const Spot& at, bool given, int hit, Mistakes& mistakes) {
  if (given && (hit < 1 || hit > 14))
    mistakes.push_back(at.at("hit").mistake(Text("data.hit_number").number("hit", hit)));
}

void check_gunnery(const Found<v1::GunneryTable>& table, Mistakes& mistakes) {
  check_modifiers(table.at, table.it.id(), mistakes);
  std::set<int> firers;
  if (table.it.row().empty()) mistakes.push_back(table.at.at("row").mistake(Text("data.no_rows").word("rows", "row")));
  for (const auto& [row, at] : children<v1::GunneryTable::Row>(table, "row")) {
    if (row.firer().empty()) mistakes.push_back(at.at("firer").mistake(Text("data.no_rows").word("rows", "firer")));
    for (int i = 0; i < row.firer_size(); ++i) {
      if (row.firer(i) && !firers.insert(row.firer(i)).second)
        mistakes.push_back(at.at("firer", i).mistake(Text("data.listed_twice").word("field", "firer")));
    }
    Targets targets(at, mistakes);
    for (const auto& [cell, here] : children<v1::GunneryTable::Cell>(at, "cell")) {
      targets.add(cell, here);
      check_hit(here, cell.has_hit(), cell.hit(), mistakes);
    }
    targets.finish();
  }
}

void check_bombing(const Found<v1::BombingTable>& table, Mistakes& mistakes) {
  check_modifiers(table.at, table.it.id(), mistakes);
  std::set<int> bombers;
  if (table.it.row().empty()) mistakes.push_back(table.at.at("row").mistake(Text("data.no_rows").word("rows", "row")));
  for (const auto& [row, at] : children<v1::BombingTable::Row>(table, "row")) {
    if (row.bomber().empty()) mistakes.push_back(at.at("bomber").mistake(Text("data.no_rows").word("rows", "bomber")));
    for (int i = 0; i < row.bomber_size(); ++i) {
      if (row.bomber(i) && !bombers.insert(row.bomber(i)).second)
        mistakes.push_back(at.at("bomber", i).mistake(Text("data.listed_twice").word("field", "bomber")));
    }
    Targets targets(at, mistakes);
    int parked = 0;
    for (const auto& [cell, here] : children<v1::BombingTable::Cell>(at, "cell")) {
      targets.add(cell, here);
      check_hit(here, cell.has_hit(), cell.hit(), mistakes);
      if (cell.parked_aircraft()) ++parked;
    }
    targets.finish();
    if (parked != 1) mistakes.push_back(at.at("cell").mistake(Text("data.parked_aircraft")));
  }
}

void check_torpedo_damage(const Found<v1::TorpedoDamageTable>& table, Mistakes& mistakes) {
  check_modifiers(table.at, table.it.id(), mistakes);
  Targets targets(table.at.at("column"), mistakes);
  for (const auto& [column, at] : children<v1::TorpedoDamageTable::Column>(table, "column")) {
    targets.add(column, at);
    check_ranges(at, "row", Dice::ONE, ends_of(table.at), mistakes);
    for (const auto& [row, here] : children<v1::TorpedoDamageTable::Row>(at, "row")) {
      const bool counted = row.effect() == v1::TorpedoDamageTable::CS_LOST ||
                           row.effect() == v1::TorpedoDamageTable::CS_DIW ||
                           row.effect() == v1::TorpedoDamageTable::CS_SUNK;
      if (counted != (row.number() > 0)) mistakes.push_back(here.at("number").mistake(Text("data.torpedo_number")));
    }
  }
  targets.finish();
}

void check_submarine_combat(const Found<v1::SubmarineCombatTable>& table, Mistakes& mistakes) {
  check_modifiers(table.at, table.it.id(), mistakes);
  check_ranges(table.at, "row", Dice::ONE, Ends::kOpen, mistakes);
  for (const auto& [row, at] : children<v1::SubmarineCombatTable::Row>(table, "row")) {
    for (const auto& [name, number] :
         {std::pair("before_asw", row.before_asw()), std::pair("after_asw", row.after_asw())}) {
      if (number < 0 || number > 4)
        mistakes.push_back(
            at.at(name).mistake(Text("data.cs_out_of_range").number("cs", number).number("low", 0).number("high", 4)));
    }
  }
  if (table.it.least_modifier() > table.it.most_modifier())
    mistakes.push_back(table.at.at("least_modifier")
                           .mistake(Text("data.range_backwards")
                                        .number("from", table.it.least_modifier())
                                        .number("to", table.it.most_modifier())));
}

void check_asw(const Found<v1::AswTable>& table, Mistakes& mistakes) {
  check_modifiers(table.at, table.it.id(), mistakes);
  check_ranges(table.at, "row", Dice::ONE, Ends::kOpen, mistakes);
  check_ranges(table.at, "follow_up", Dice::ONE, Ends::kDice, mistakes);
  if (table.it.dice().empty())
    mistakes.push_back(table.at.at("dice").mistake(Text("data.no_rows").word("rows", "dice")));
  for (const auto& [rule, at] : children<v1::AswTable::DiceRule>(table, "dice")) {
    if (rule.cs_per_die() < 1)
      mistakes.push_back(at.at("cs_per_die").mistake(Text("data.field_missing").word("field", "cs_per_die")));
    if (rule.ships().empty() != rule.asw_aircraft()) mistakes.push_back(at.mistake(Text("data.dice_of_whom")));
  }
}

template <class Table>
void check_success(const Contents& contents, Mistakes& mistakes) {
  const auto table = contents.one<Table>();
  if (!table) return;
  check_modifiers(table->at, table->it.id(), mistakes);
  if (table->it.success_on() < 1 || table->it.success_on() > 14)
    mistakes.push_back(
        table->at.at("success_on").mistake(Text("data.hit_number").number("hit", table->it.success_on())));
}

template <class Table>
void check_rows(const Contents& contents, Mistakes& mistakes) {
  const auto table = contents.one<Table>();
  if (!table) return;
  if constexpr (requires { table->it.modifier(); }) check_modifiers(table->at, table->it.id(), mistakes);
  check_ranges(table->at, "row", Dice::ONE, ends_of(table->at), mistakes);
}

// Each value of an enum once, as `field` of the children `name`.
template <class Child, class Enum>
void check_each_once(const Spot& whole, std::string_view name, std::string_view field, const std::vector<Enum>& values,
                     const google::protobuf::EnumDescriptor& type, Enum (Child::*get)() const, Mistakes& mistakes) {
  std::set<int> seen;
  for (const auto& [child, at] : children<Child>(whole, name)) {
    const int value = (child.*get)();
    if (value != 0 && !seen.insert(value).second)
      mistakes.push_back(at.at(field).mistake(Text("data.listed_twice").word("field", std::string(field))));
  }
  for (const Enum value : values) {
    if (!seen.contains(value))
      mistakes.push_back(
          whole.at(name).mistake(Text("data.value_not_covered").word("value", type.FindValueByNumber(value)->name())));
  }
}

const std::vector<v1::Weather::Kind> kWeathers = {v1::Weather::FAIR, v1::Weather::REDUCED_VISIBILITY, v1::Weather::FOG,
                                                  v1::Weather::STORMS, v1::Weather::GALES};
const std::vector<v1::Ice::Condition> kIce = {v1::Ice::CLEAR, v1::Ice::LIGHT_DRIFT, v1::Ice::HEAVY_DRIFT,
                                              v1::Ice::THIN_PACK, v1::Ice::SOLID_PACK};

void check_weather(const Found<v1::WeatherTable>& table, Mistakes& mistakes) {
  check_modifiers(table.at, table.it.id(), mistakes);
  std::map<int, int> months;
  for (const auto& [season, at] : children<v1::WeatherTable::Season>(table, "season")) {
    for (int i = 0; i < season.months_size(); ++i) {
      const int month = season.months(i);
      if (month < 1 || month > 12) {
        mistakes.push_back(at.at("months", i).mistake(Text("data.month")));
      } else if (++months[month] > 1) {
        mistakes.push_back(at.at("months", i).mistake(Text("data.month_twice").number("month", month)));
      }
    }
    check_ranges(at, "row", table.it.dice(), ends_of(table.at), mistakes);
  }
  if (facts_of(table.it.dice()).sides != 10 || facts_of(table.it.dice()).lowest != 0) {
    mistakes.push_back(
        table.at.at("dice").mistake(Text("data.value_unknown").word("field", "dice").number("value", table.it.dice())));
  }
  for (int month = 1; month <= 12; ++month) {
    if (!months.contains(month))
      mistakes.push_back(table.at.at("season").mistake(Text("data.month_missing").number("month", month)));
  }
  check_each_once<v1::WeatherEffect>(table.at, "effect", "weather", kWeathers, *v1::Weather::Kind_descriptor(),
                                     &v1::WeatherEffect::weather, mistakes);
}

void check_ice(const Found<v1::IceTable>& table, Mistakes& mistakes) {
  check_each_once<v1::IceTable::Column>(table.at, "column", "predicted", kIce, *v1::Ice::Condition_descriptor(),
                                        &v1::IceTable::Column::predicted, mistakes);
  for (const auto& [column, at] : children<v1::IceTable::Column>(table, "column"))
    check_ranges(at, "row", Dice::ONE, Ends::kDice, mistakes);
  check_each_once<v1::IceEffect>(table.at, "effect", "condition", kIce, *v1::Ice::Condition_descriptor(),
                                 &v1::IceEffect::condition, mistakes);
  for (const auto& [effect, at] : children<v1::IceEffect>(table, "effect")) {
    const bool by_die = effect.allied_entry() == v1::IceEffect::BY_DIE || effect.axis_entry() == v1::IceEffect::BY_DIE;
    if (by_die != effect.has_enters_on()) mistakes.push_back(at.at("enters_on").mistake(Text("data.ice_entry")));
    if (effect.cards() < 0) mistakes.push_back(at.at("cards").mistake(Text("data.below_zero")));
  }
}

}  // namespace

void check_tables(const Contents& contents, Mistakes& mistakes) {
  if (const auto table = contents.one<v1::GunneryTable>()) check_gunnery(*table, mistakes);
  if (const auto table = contents.one<v1::BombingTable>()) check_bombing(*table, mistakes);
  if (const auto table = contents.one<v1::TorpedoDamageTable>()) check_torpedo_damage(*table, mistakes);
  if (const auto table = contents.one<v1::SubmarineCombatTable>()) check_submarine_combat(*table, mistakes);
  if (const auto table = contents.one<v1::AswTable>()) check_asw(*table, mistakes);
  if (const auto table = contents.one<v1::WeatherTable>()) check_weather(*table, mistakes);
  if (const auto table = contents.one<v1::IceTable>()) check_ice(*table, mistakes);
  check_success<v1::TorpedoAttackTable>(contents, mistakes);
  check_success<v1::SurpriseTable>(contents, mistakes);
  check_success<v1::WithdrawalTable>(contents, mistakes);
  check_rows<v1::AntiAircraftTable>(contents, mistakes);
  if (const auto guns = contents.one<v1::AntiAircraftTable>(); guns && !guns->it.torpedo_row().empty())
    check_ranges(guns->at, "torpedo_row", Dice::ONE, ends_of(guns->at), mistakes);
  check_rows<v1::AirCombatTable>(contents, mistakes);
  check_rows<v1::RejoiningTable>(contents, mistakes);
  check_rows<v1::VariableStartTable>(contents, mistakes);
  check_rows<v1::DestroyerFateTable>(contents, mistakes);
  if (const auto table = contents.one<v1::VariableStartTable>()) {
    for (const auto& [row, at] : children<v1::VariableStartTable::Row>(*table, "row")) {
      if (row.start_case() == v1::VariableStartTable::Row::START_NOT_SET)
        mistakes.push_back(at.mistake(Text("data.start_missing")));
    }
  }
}

}  // namespace wardroom::pq17
