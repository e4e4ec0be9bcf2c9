#include "server/titles/pq17/data/schema.h"

#include "wardroom/pq17/v1/cards.pb.h"
#include "wardroom/pq17/v1/charts.pb.h"
#include "wardroom/pq17/v1/counters.pb.h"
#include "wardroom/pq17/v1/environment.pb.h"
#include "wardroom/pq17/v1/events.pb.h"
#include "wardroom/pq17/v1/map.pb.h"
#include "wardroom/pq17/v1/numbers.pb.h"
#include "wardroom/pq17/v1/scenario.pb.h"
#include "wardroom/pq17/v1/tables.pb.h"
#include "wardroom/v1/data.pb.h"
#include "wardroom/v1/tutorial.pb.h"

namespace wardroom::pq17 {
namespace {

using google::protobuf::Descriptor;
using google::protobuf::FieldDescriptor;

const std::string kOurs = "wardroom.pq17.v1.";
const std::string kShared = "wardroom.v1.";

const FieldDescriptor* ours(const std::string& name) { return field_named(kOurs + name); }
const FieldDescriptor* shared(const std::string& name) { return field_named(kShared + name); }

Thing thing(const Descriptor* type, std::string prefix, std::vector<std::string> texts, Scope scope = Scope::kBox) {
  return {type, field_named(type->full_name() + ".id"), std::move(prefix), scope, std::move(texts), nullptr, {}};
}

std::vector<Thing> things() {
  const std::vector<std::string> name = {".name"};
  const std::vector<std::string> name_help = {".name", ".help"};
  std::vector<Thing> out = {
      thing(v1::Port::descriptor(), "port.", name),
      thing(v1::Airbase::descriptor(), "airbase.", name),
      thing(v1::Box::descriptor(), "box.", name_help),
      thing(v1::Label::descriptor(), "label.", name),
      thing(v1::Ship::descriptor(), "ship.", name),
      thing(v1::ShipClass::descriptor(), "class.", name),
      thing(v1::AirModel::descriptor(), "air.", name),
      thing(v1::AirUnit::descriptor(), "air.", name),
      thing(v1::AhistoricalForces::Choice::descriptor(), "ahistorical.", {".name", ".note"}),
      thing(v1::Modifier::descriptor(), "drm.", name),
      thing(v1::WeatherTable::Season::descriptor(), "season.", {}),
      thing(v1::SpecialConditions::Column::descriptor(), "column.", {}),
      thing(v1::SpecialConditions::descriptor(), "chart.", name_help),
      thing(v1::SpecialCondition::descriptor(), "condition.", name_help),
      thing(v1::RandomEvents::Table::descriptor(), "table.", name_help),
      thing(v1::RandomEvent::descriptor(), "event.", name_help),
      thing(wardroom::v1::Ruling::descriptor(), "ruling.", {".question", ".decision"}),
      thing(wardroom::v1::MatchOption::descriptor(), "option.", name_help),
      thing(wardroom::v1::OptionPreset::descriptor(), "preset.", name_help),
      thing(v1::Scenario::descriptor(), "scenario.", {".name", ".subtitle", ".note", ".aims.allied", ".aims.axis"}),
      thing(v1::Convoy::descriptor(), "convoy.", name),
      thing(wardroom::v1::Tutorial::descriptor(), "lessons.", name),
      thing(wardroom::v1::TutorialLesson::descriptor(), "tutorial.", {".title", ".text"}),
      thing(v1::ForcePool::descriptor(), "pool.", name, Scope::kFile),
      thing(v1::SpecialRule::descriptor(), "rule_", {""}, Scope::kFile),
      thing(v1::HistoricalSetup::Force::descriptor(), "force.", {}, Scope::kFile),
  };
  for (const Descriptor* table :
       {v1::GunneryTable::descriptor(), v1::BombingTable::descriptor(), v1::AntiAircraftTable::descriptor(),
        v1::AirCombatTable::descriptor(), v1::TorpedoAttackTable::descriptor(), v1::TorpedoDamageTable::descriptor(),
        v1::SubmarineCombatTable::descriptor(), v1::AswTable::descriptor(), v1::SurpriseTable::descriptor(),
        v1::WithdrawalTable::descriptor(), v1::RejoiningTable::descriptor(), v1::VariableStartTable::descriptor(),
        v1::DestroyerFateTable::descriptor(), v1::WeatherTable::descriptor(), v1::IceTable::descriptor()}) {
    out.push_back(thing(table, "table.", name_help));
  }
  for (const Descriptor* chart :
       {v1::UnitChart::descriptor(), v1::CommandTrack::descriptor(), v1::GermanFuelChart::descriptor()}) {
    out.push_back(thing(chart, "chart.", name_help));
  }
  for (Thing& each : out) {
    if (each.type != wardroom::v1::Ruling::descriptor()) continue;
    each.text_if = shared("Ruling.option");
    each.text_if_set = ".alternative";
  }
  out.push_back({v1::Hex::descriptor(), ours("Hex.hex"), "", Scope::kBox, {}, nullptr, {}});
  return out;
}

std::vector<Refers> references() {
  const auto* hex = v1::Hex::descriptor();
  const auto* port = v1::Port::descriptor();
  const auto* airbase = v1::Airbase::descriptor();
  const auto* box = v1::Box::descriptor();
  const auto* ship = v1::Ship::descriptor();
  const auto* ship_class = v1::ShipClass::descriptor();
  const auto* air_unit = v1::AirUnit::descriptor();
  const auto* convoy = v1::Convoy::descriptor();
  std::vector<Refers> out;
  const auto add = [&](std::vector<std::string> fields, std::vector<const Descriptor*> kinds,
                       const std::string& unknown) {
    for (const std::string& field : fields) out.push_back({ours(field), kinds, unknown});
  };
  add({"Hex.blocked", "Port.hex", "Airbase.hex", "Box.gates", "Convoy.starts_at_sea", "ForcePool.at_sea",
       "SpecialRule.hex", "HistoricalSetup.Force.hex", "HistoricalSetup.Move.route"},
      {hex}, "data.unknown_hex");
  add({"Units.unit", "SpecialRule.unit"}, {ship, ship_class, air_unit}, "data.unknown_counter");
  add({"PatrolWhite.eligible", "Scenario.carriers_to_find"}, {ship}, "data.unknown_counter");
  add({"Airbase.Interceptor.model", "AirUnit.model", "InterceptorChange.model"}, {v1::AirModel::descriptor()},
      "data.unknown_model");
  add({"Scenario.temporary_port", "PatrolWhite.base"}, {port}, "data.unknown_place");
  add({"InterceptorChange.airbase"}, {airbase}, "data.unknown_place");
  add({"Convoy.departure", "Convoy.destination", "HistoricalSetup.Move.into", "Dummies.extra_at"}, {port, box},
      "data.unknown_place");
  add({"AirUnit.base", "HistoricalSetup.Air.place"}, {airbase, port, ship}, "data.unknown_place");
  add({"ForcePool.place", "ReinforcementGroup.place", "ConditionUnits.place", "AhistoricalOffer.place",
       "AhistoricalForces.Choice.place", "HistoricalSetup.Force.place"},
      {port, airbase, box, ship}, "data.unknown_place");
  add({"SpecialCondition.place", "RandomEvent.place"}, {port, airbase, box, hex}, "data.unknown_place");
  add({"SpecialRule.place"}, {port, airbase, box, convoy, ship}, "data.unknown_place");
  add({"HistoricalSetup.Force.convoy"}, {convoy}, "data.unknown_convoy");
  add({"Condition.event", "RandomEvents.Row.event"}, {v1::RandomEvent::descriptor()}, "data.unknown_event");
  add({"Box.condition", "SpecialConditions.Row.condition", "HistoricalSetup.allied_condition",
       "HistoricalSetup.axis_condition"},
      {v1::SpecialCondition::descriptor()}, "data.unknown_condition");
  add({"Scenario.allied_column", "Scenario.axis_column"}, {v1::SpecialConditions::Column::descriptor()},
      "data.unknown_column");
  add({"AhistoricalForces.Choice.needs", "AhistoricalOffer.choice"}, {v1::AhistoricalForces::Choice::descriptor()},
      "data.unknown_choice");
  add({"Scenario.option_on"}, {wardroom::v1::MatchOption::descriptor()}, "data.unknown_option");
  for (const char* field : {"Ruling.option", "MatchOption.needs", "MatchOption.excludes", "OptionPreset.on"}) {
    out.push_back({shared(field), {wardroom::v1::MatchOption::descriptor()}, "data.unknown_option"});
  }
  out.push_back({shared("MatchOption.scenarios"), {v1::Scenario::descriptor()}, "data.unknown_scenario"});
  return out;
}

// Enums and strings whose absence means something, or that other checks ask for where they are needed.
std::set<const FieldDescriptor*> may_be_absent() {
  std::set<const FieldDescriptor*> out;
  for (const char* name : {"Modifier.per",
                           "Condition.event",
                           "Condition.side",
                           "Box.condition",
                           "Box.worst_ice",
                           "Ship.historical_class",
                           "AirModel.bombing_row",
                           "AirModel.night_port_bombing_row",
                           "SpecialCondition.worst_ice",
                           "SpecialCondition.rule",
                           "SpecialCondition.Score.category",
                           "SpecialCondition.Score.type",
                           "RandomEvent.rule",
                           "RandomEvent.affects",
                           "RandomEvent.area",
                           "RandomEvent.command",
                           "Scenario.number",
                           "Blocks.Supply.nation",
                           "Scenario.allied_column",
                           "Scenario.axis_column",
                           "InterceptorChange.model",
                           "SpecialRule.side",
                           "SpecialRule.weather",
                           "SpecialRule.rule",
                           "HistoricalSetup.Force.convoy",
                           "HistoricalSetup.Move.into",
                           "HistoricalSetup.allied_condition",
                           "HistoricalSetup.axis_condition",
                           "TorpedoDamageTable.Row.number",
                           "IceEffect.in_channel",
                           "ForceNumbers.entry_limit"}) {
    out.insert(ours(name));
  }
  out.insert(shared("Ruling.option"));
  out.insert(shared("Outline.attribution"));
  for (const char* name : {"TutorialReply.prompt", "TutorialAnswer.choice", "TutorialAnswer.argument",
                           "TutorialLesson.prompt", "TutorialLesson.panel"}) {
    out.insert(shared(name));
  }
  return out;
}

Schema make() {
  Schema out;
  out.files = single_files();
  for (const Descriptor* many :
       {v1::Ships::descriptor(), v1::Aircraft::descriptor(), v1::Deck::descriptor(), v1::Scenario::descriptor(),
        wardroom::v1::Tutorial::descriptor(), wardroom::v1::Catalog::descriptor()}) {
    out.files.push_back(many);
  }
  out.things = things();
  out.references = references();
  out.may_be_absent = may_be_absent();
  const Descriptor& numbers = *v1::Numbers::descriptor();
  out.all_set = {&numbers, v1::ForceNumbers::EntryLimit::descriptor()};
  for (int i = 0; i < numbers.field_count(); ++i) {
    if (numbers.field(i)->name() != "provenance") out.all_set.insert(numbers.field(i)->message_type());
  }
  out.closed_sets = {
      {v1::ShipType::Kind_descriptor(), "shiptype.", {".name", ".short"}},
      {v1::AirType::Kind_descriptor(), "airtype.", {".name", ".short"}},
      {v1::Weather::Kind_descriptor(), "weather.", {".name"}},
      {v1::Ice::Condition_descriptor(), "ice.", {".name"}},
      {v1::Nation::Kind_descriptor(), "nation.", {".name"}},
      {v1::SearchSector::Kind_descriptor(), "sector.", {".name"}},
      {v1::Command::Kind_descriptor(), "command.", {".name"}},
  };
  out.languages = {"en", "pl"};
  return out;
}

}  // namespace

const std::vector<const Descriptor*>& single_files() {
  static const std::vector<const Descriptor*> files = {v1::Map::descriptor(),
                                                       v1::Places::descriptor(),
                                                       wardroom::v1::Outline::descriptor(),
                                                       v1::Blocks::descriptor(),
                                                       v1::AhistoricalForces::descriptor(),
                                                       v1::GunneryTable::descriptor(),
                                                       v1::BombingTable::descriptor(),
                                                       v1::AntiAircraftTable::descriptor(),
                                                       v1::AirCombatTable::descriptor(),
                                                       v1::TorpedoAttackTable::descriptor(),
                                                       v1::TorpedoDamageTable::descriptor(),
                                                       v1::SubmarineCombatTable::descriptor(),
                                                       v1::AswTable::descriptor(),
                                                       v1::SurpriseTable::descriptor(),
                                                       v1::WithdrawalTable::descriptor(),
                                                       v1::RejoiningTable::descriptor(),
                                                       v1::VariableStartTable::descriptor(),
                                                       v1::DestroyerFateTable::descriptor(),
                                                       v1::WeatherTable::descriptor(),
                                                       v1::IceTable::descriptor(),
                                                       v1::UnitChart::descriptor(),
                                                       v1::CommandTrack::descriptor(),
                                                       v1::GermanFuelChart::descriptor(),
                                                       v1::Numbers::descriptor(),
                                                       v1::SpecialConditions::descriptor(),
                                                       v1::RandomEvents::descriptor(),
                                                       wardroom::v1::Rulings::descriptor(),
                                                       wardroom::v1::MatchOptions::descriptor()};
  return files;
}

const Schema& data_schema() {
  static const Schema schema = make();
  return schema;
}

}  // namespace wardroom::pq17
