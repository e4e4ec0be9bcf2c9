#include "server/titles/murmansk/data/schema.h"

#include "wardroom/murmansk/v1/data.pb.h"
#include "wardroom/v1/data.pb.h"
#include "wardroom/v1/tutorial.pb.h"

namespace wardroom::murmansk {
namespace {

using google::protobuf::Descriptor;
using google::protobuf::FieldDescriptor;

const FieldDescriptor* ours(const std::string& name) { return field_named("wardroom.murmansk.v1." + name); }
const FieldDescriptor* shared(const std::string& name) { return field_named("wardroom.v1." + name); }

Thing thing(const Descriptor* type, std::string prefix, std::vector<std::string> texts) {
  return {type, field_named(type->full_name() + ".id"), std::move(prefix), Scope::kBox, std::move(texts), nullptr, {}};
}

std::vector<Thing> things() {
  const std::vector<std::string> name = {".name"};
  const std::vector<std::string> name_help = {".name", ".help"};
  std::vector<Thing> out = {
      thing(v1::Map::Position::descriptor(), "position.", name),
      thing(v1::Ship::descriptor(), "ship.", name),
      thing(v1::AirUnit::descriptor(), "air.", name),
      thing(v1::AttackTable::descriptor(), "table.", name_help),
      thing(v1::ResultTable::descriptor(), "table.", name_help),
      thing(v1::WeatherTable::descriptor(), "table.", name_help),
      thing(wardroom::v1::Ruling::descriptor(), "ruling.", {".question", ".decision"}),
      thing(wardroom::v1::MatchOption::descriptor(), "option.", name_help),
      thing(wardroom::v1::OptionPreset::descriptor(), "preset.", name_help),
      thing(v1::Scenario::descriptor(), "scenario.",
            {".name", ".subtitle", ".note", ".aims.allied", ".aims.axis", ".forces.allied", ".forces.axis"}),
      thing(wardroom::v1::Tutorial::descriptor(), "lessons.", name),
      thing(wardroom::v1::TutorialLesson::descriptor(), "tutorial.", {".title", ".text"}),
  };
  for (Thing& each : out) {
    if (each.type != wardroom::v1::Ruling::descriptor()) continue;
    each.text_if = shared("Ruling.option");
    each.text_if_set = ".alternative";
  }
  return out;
}

std::vector<Refers> references() {
  std::vector<Refers> out;
  const auto add = [&](std::vector<std::string> fields, const Descriptor* kind, const std::string& unknown) {
    for (const std::string& field : fields) out.push_back({ours(field), {kind}, unknown});
  };
  add({"Map.Link.to", "Map.Position.turn", "Map.lane", "Map.lane_east", "AirUnit.base", "Scenario.Begins.base",
       "Scenario.under_way"},
      v1::Map::Position::descriptor(), "data.unknown_position");
  add({"Scenario.Begins.ship"}, v1::Ship::descriptor(), "data.unknown_ship");
  out.push_back({ours("Scenario.only"), {v1::Ship::descriptor(), v1::AirUnit::descriptor()}, "data.unknown_ship"});
  for (const char* field : {"Ruling.option", "MatchOption.needs", "MatchOption.excludes", "OptionPreset.on"})
    out.push_back({shared(field), {wardroom::v1::MatchOption::descriptor()}, "data.unknown_option"});
  out.push_back({shared("MatchOption.scenarios"), {v1::Scenario::descriptor()}, "data.unknown_scenario"});
  return out;
}

Schema make() {
  Schema out;
  out.files = single_files();
  out.files.push_back(v1::Scenario::descriptor());
  out.files.push_back(wardroom::v1::Tutorial::descriptor());
  out.files.push_back(wardroom::v1::Catalog::descriptor());
  out.things = things();
  out.references = references();
  for (const char* name : {"Ship.fire", "Ship.torpedoes", "Scenario.Begins.base", "Scenario.under_way"})
    out.may_be_absent.insert(ours(name));
  for (const char* name : {"Ruling.option", "TutorialReply.prompt", "TutorialAnswer.choice", "TutorialAnswer.argument",
                           "TutorialLesson.prompt", "TutorialLesson.panel"})
    out.may_be_absent.insert(shared(name));
  out.languages = {"en", "pl"};
  return out;
}

}  // namespace

const std::vector<const Descriptor*>& single_files() {
  static const std::vector<const Descriptor*> files = {v1::Map::descriptor(),
                                                       wardroom::v1::Outline::descriptor(),
                                                       v1::Ships::descriptor(),
                                                       v1::AirUnits::descriptor(),
                                                       v1::AttackTable::descriptor(),
                                                       v1::ResultTable::descriptor(),
                                                       v1::SeasonTrack::descriptor(),
                                                       v1::WeatherTable::descriptor(),
                                                       v1::Numbers::descriptor(),
                                                       wardroom::v1::Rulings::descriptor(),
                                                       wardroom::v1::MatchOptions::descriptor()};
  return files;
}

const Schema& data_schema() {
  static const Schema schema = make();
  return schema;
}

}  // namespace wardroom::murmansk
