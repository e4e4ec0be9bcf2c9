// Ships, classes, aircraft, blocks, prices [1.2-1.5, 14].
#include <algorithm>
#include <set>

#include "common/data/ranges.h"
#include "server/titles/pq17/data/contents.h"
#include "wardroom/pq17/v1/charts.pb.h"
#include "wardroom/pq17/v1/tables.pb.h"

namespace wardroom::pq17 {
namespace {

const v1::UnitChart::ShipRow* row_of(const Contents& contents, v1::ShipType::Kind type) {
  const auto chart = contents.one<v1::UnitChart>();
  if (!chart) return nullptr;
  const auto row = std::ranges::find(chart->it.ship(), type, &v1::UnitChart::ShipRow::type);
  return row == chart->it.ship().end() ? nullptr : &*row;
}

Text out_of_range(int cs, const wardroom::v1::CountRange& range) {
  return Text("data.cs_out_of_range").number("cs", cs).number("low", range.from()).number("high", range.to());
}

void check_torpedoes(const Spot& at, bool given, int number, Mistakes& mistakes) {
  if (!given) {
    mistakes.push_back(at.at("torpedoes").mistake(Text("data.field_missing").word("field", "torpedoes")));
  } else if (number < 0 || number > 2) {
    mistakes.push_back(at.at("torpedoes").mistake(Text("data.symbols").number("number", number)));
  }
}

// Steps run from unhit to last; figures never rise.
template <class Unit>
void check_steps(const Unit& unit, const Spot& at, Mistakes& mistakes) {
  if (unit.step().empty()) {
    mistakes.push_back(at.at("step").mistake(Text("data.no_rows").word("rows", "step")));
    return;
  }
  for (int i = 0; i < unit.step_size(); ++i) {
    const v1::Step& step = unit.step(i);
    const Spot here = at.at("step", i);
    if (step.cs() < 0) mistakes.push_back(here.at("cs").mistake(Text("data.below_zero")));
    if (step.aa() < 0) mistakes.push_back(here.at("aa").mistake(Text("data.below_zero")));
    if (step.aa_star() && step.aa() != 0) mistakes.push_back(here.at("aa").mistake(Text("data.star_with_number")));
    if (i == 0) continue;
    const v1::Step& before = unit.step(i - 1);
    if (step.cs() >= before.cs()) mistakes.push_back(here.at("cs").mistake(Text("data.steps_not_falling")));
    if (step.speed() && step.speed() < before.speed())
      mistakes.push_back(here.at("speed").mistake(Text("data.faster_when_hit")));
  }
}

void check_ship(const v1::Ship& ship, const Spot& at, const Contents& contents, Mistakes& mistakes) {
  check_steps(ship, at, mistakes);
  check_torpedoes(at, ship.has_torpedoes(), ship.torpedoes(), mistakes);
  if (ship.type() && !is_heavy(ship.type()) && !is_convoy_ship(ship.type())) {
    mistakes.push_back(at.at("type").mistake(Text("data.named_light_ship")));
  }
  const bool carrier = ship.type() == v1::ShipType::CV || ship.type() == v1::ShipType::CVE;
  if (carrier != ship.has_aircraft_capacity())
    mistakes.push_back(at.at("aircraft_capacity").mistake(Text("data.carrier_capacity")));
  if (ship.has_vp_halves() && ship.vp_halves() < 0)
    mistakes.push_back(at.at("vp_halves").mistake(Text("data.below_zero")));
  const auto* row = row_of(contents, ship.type());
  if (!row || ship.step().empty()) return;
  if (!wardroom::within(row->cs(), ship.step(0).cs()))
    mistakes.push_back(at.at("step", 0).at("cs").mistake(out_of_range(ship.step(0).cs(), row->cs())));
  const int last = ship.step_size() - 1;
  if (row->zero_step() && ship.step(last).cs() != 0) {
    mistakes.push_back(at.at("step", last).at("cs").mistake(Text("data.zero_step_missing")));
  } else if (!row->zero_step() && ship.step(last).cs() == 0) {
    mistakes.push_back(at.at("step", last).at("cs").mistake(Text("data.zero_step_unexpected")));
  }
  if (!ship.has_vp_halves() && !row->has_vp_halves_per_ship() && !row->has_vp_halves_per_cs()) {
    mistakes.push_back(at.at("vp_halves").mistake(Text("data.vp_missing").word("id", ship.id())));
  }
}

void check_class(const v1::ShipClass& some, const Spot& at, const Contents& contents, Mistakes& mistakes) {
  check_steps(some, at, mistakes);
  check_torpedoes(at, some.has_torpedoes(), some.torpedoes(), mistakes);
  if (is_heavy(some.type())) mistakes.push_back(at.at("type").mistake(Text("data.class_of_heavy_ships")));
  if (some.ships_per_cs() < 1)
    mistakes.push_back(at.at("ships_per_cs").mistake(Text("data.field_missing").word("field", "ships_per_cs")));
  if (some.counter().empty())
    mistakes.push_back(at.at("counter").mistake(Text("data.no_rows").word("rows", "counter")));
  const auto* row = row_of(contents, some.type());
  int largest = 0;
  std::set<int> sizes;
  for (const auto& [counter, here] : children<v1::ShipClass::Counter>(at, "counter")) {
    if (counter.cs() < 1 || (row && !wardroom::within(row->cs(), counter.cs()))) {
      mistakes.push_back(here.at("cs").mistake(row ? out_of_range(counter.cs(), row->cs()) : Text("data.below_zero")));
    }
    if (counter.count() < 1)
      mistakes.push_back(here.at("count").mistake(Text("data.field_missing").word("field", "count")));
    if (!sizes.insert(counter.cs()).second)
      mistakes.push_back(here.at("cs").mistake(Text("data.listed_twice").word("field", "counter")));
    largest = std::max(largest, counter.cs());
  }
  // A step for every CS from the largest counter's down to 1.
  const bool whole = some.step_size() == largest && !some.step().empty() && some.step(0).cs() == largest &&
                     some.step(some.step_size() - 1).cs() == 1;
  if (largest > 0 && !some.step().empty() && !whole) {
    mistakes.push_back(at.at("step").mistake(Text("data.steps_of_class").number("largest", largest)));
  }
  if (row && !some.has_vp_halves_per_cs() && !row->has_vp_halves_per_cs() && !row->has_vp_halves_per_ship()) {
    mistakes.push_back(at.at("vp_halves_per_cs").mistake(Text("data.vp_missing").word("id", some.id())));
  }
}

bool serves(v1::Nation::Kind nation, v1::AirService::Kind service) {
  switch (service) {
    case v1::AirService::RAF:
    case v1::AirService::FLEET_AIR_ARM:
      return nation == v1::Nation::BRITISH || nation == v1::Nation::US;
    case v1::AirService::US_ARMY:
    case v1::AirService::US_NAVY:
      return nation == v1::Nation::US;
    case v1::AirService::LUFTWAFFE:
      return nation == v1::Nation::GERMAN;
    case v1::AirService::SOVIET_AIR_FORCE:
    case v1::AirService::SOVIET_NAVAL_AIR:
      return nation == v1::Nation::SOVIET;
    default:
      return true;  // said already
  }
}

void check_model(const v1::AirModel& model, const Spot& at, const Contents& contents, Mistakes& mistakes) {
  if (!model.has_air_combat())
    mistakes.push_back(at.at("air_combat").mistake(Text("data.field_missing").word("field", "air_combat")));
  if (model.range() < 1) mistakes.push_back(at.at("range").mistake(Text("data.field_missing").word("field", "range")));
  if (model.torpedoes() < 0 || model.torpedoes() > 2)
    mistakes.push_back(at.at("torpedoes").mistake(Text("data.symbols").number("number", model.torpedoes())));
  const auto chart = contents.one<v1::UnitChart>();
  const auto bombing = contents.one<v1::BombingTable>();
  if (!chart || !bombing) return;
  const auto row = std::ranges::find(chart->it.air(), model.type(), &v1::UnitChart::AirRow::type);
  if (row == chart->it.air().end() || !row->bombs()) return;
  for (const auto& [name, type] :
       {std::pair("bombing_row", model.bombing_row() ? model.bombing_row() : model.type()),
        std::pair("night_port_bombing_row",
                  model.night_port_bombing_row() ? model.night_port_bombing_row() : model.type())}) {
    const bool found = std::ranges::any_of(bombing->it.row(), [&](const auto& each) {
      return std::ranges::find(each.bomber(), type) != each.bomber().end();
    });
    if (!found) mistakes.push_back(at.at(name).mistake(Text("data.no_bombing_row")));
  }
}

}  // namespace

void check_counters(const Contents& contents, Mistakes& mistakes) {
  for (const auto& ships : contents.all<v1::Ships>()) {
    for (const auto& [ship, at] : children<v1::Ship>(ships, "ship")) check_ship(ship, at, contents, mistakes);
    for (const auto& [some, at] : children<v1::ShipClass>(ships, "ship_class"))
      check_class(some, at, contents, mistakes);
  }
  for (const auto& aircraft : contents.all<v1::Aircraft>()) {
    for (const auto& [model, at] : children<v1::AirModel>(aircraft, "model"))
      check_model(model, at, contents, mistakes);
    for (const auto& [unit, at] : children<v1::AirUnit>(aircraft, "unit")) {
      if (unit.steps() < 1 || unit.steps() > 2)
        mistakes.push_back(at.at("steps").mistake(
            Text("data.cs_out_of_range").number("cs", unit.steps()).number("low", 1).number("high", 2)));
      if (unit.count() < 1)
        mistakes.push_back(at.at("count").mistake(Text("data.field_missing").word("field", "count")));
      if (!unit.id().starts_with(unit.model() + "."))
        mistakes.push_back(
            at.at("id").mistake(Text("data.id_form").word("id", unit.id()).word("prefix", unit.model() + ".")));
      const auto* model = contents.find<v1::AirModel>(unit.model());
      if (model && !serves(model->nation(), unit.service()))
        mistakes.push_back(at.at("service").mistake(Text("data.wrong_service").word("id", unit.id())));
    }
  }
  if (const auto blocks = contents.one<v1::Blocks>()) {
    std::set<std::array<int, 3>> seen;
    for (const auto& [supply, at] : children<v1::Blocks::Supply>(*blocks, "supply")) {
      if (!seen.insert({supply.side(), supply.kind(), supply.nation()}).second)
        mistakes.push_back(at.mistake(Text("data.listed_twice").word("field", "supply")));
      if (supply.count() < 0) mistakes.push_back(at.at("count").mistake(Text("data.below_zero")));
      const int labels = supply.kind() == v1::BlockKind::DUMMY ? 0 : supply.count();
      if (supply.label_size() != labels)
        mistakes.push_back(at.at("label").mistake(Text("data.block_labels").number("labels", labels)));
    }
  }
  if (const auto prices = contents.one<v1::AhistoricalForces>()) {
    for (const auto& [choice, at] : children<v1::AhistoricalForces::Choice>(*prices, "choice")) {
      if (choice.vp_halves() < 0) mistakes.push_back(at.at("vp_halves").mistake(Text("data.below_zero")));
      if (choice.unit().empty()) mistakes.push_back(at.at("unit").mistake(Text("data.no_rows").word("rows", "unit")));
      if (choice.place().empty())
        mistakes.push_back(at.at("place").mistake(Text("data.no_rows").word("rows", "place")));
    }
  }
}

}  // namespace wardroom::pq17
