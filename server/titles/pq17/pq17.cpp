#include "server/titles/pq17/pq17.h"

#include "server/titles/pq17/data/later.h"
#include "server/titles/pq17/operation/strength.h"
#include "server/titles/pq17/sequence/sequence.h"
#include "server/titles/sea/options.h"

namespace wardroom::pq17 {
namespace {

// The interceptors of the date, as the scenario changes them [1.1.2].
void place_interceptors(const Reference& reference, const v1::Scenario& scenario, v1::Air& air) {
  for (const v1::Airbase* base : reference.box().airbases()) {
    std::string model;
    int cs = 0;
    for (const auto& each : base->interceptor()) {
      if (each.has_from() && order_of(each.from()) > order_of(scenario.date())) continue;
      model = each.model();
      cs = each.cs();
    }
    for (const auto& change : scenario.interceptor()) {
      if (change.airbase() != base->id()) continue;
      model = change.model();
      cs = change.cs();
    }
    if (model.empty()) continue;
    auto& interceptor = *air.add_interceptor();
    interceptor.set_airbase(base->id());
    interceptor.set_model(model);
    interceptor.set_cs(cs);
  }
}

}  // namespace

Pq17::Pq17(std::shared_ptr<const GameBox> box) : reference_(std::move(box)) {}

std::vector<ScenarioInfo> Pq17::scenarios() const {
  std::vector<ScenarioInfo> list;
  for (const v1::Scenario* scenario : reference_.box().scenarios()) {
    ScenarioInfo& info = list.emplace_back();
    info.id = sea::short_id(scenario->id());
    info.name = Text(scenario->id() + ".name");
    info.note = Text(scenario->id() + ".note");
    info.minutes = static_cast<std::uint32_t>(scenario->minutes());
    info.first = scenario->first();
    info.defaults = sea::all_on(scenario->option_on());
    info.date = Text(scenario->id() + ".subtitle");
    info.turns = static_cast<std::uint32_t>(scenario->turns());
    info.difficulty = static_cast<std::uint32_t>(scenario->difficulty());
    if (scenario->has_par_vp_halves()) info.par = scenario->par_vp_halves();
    for (Side side : kSides) {
      info.forces[index(seat_of(side))] = strength_text(reference_, *scenario, side);
      info.aims[index(seat_of(side))] = Text(scenario->id() + ".aims." + word_of(side));
    }
  }
  return list;
}

std::vector<OptionInfo> Pq17::options() const { return sea::options_of(reference_.box().options()); }
std::vector<PresetInfo> Pq17::presets() const { return sea::presets_of(reference_.box().options()); }

Result<std::unique_ptr<Position>> Pq17::open(std::string_view scenario_id,
                                             const std::vector<OptionValue>& options) const {
  const v1::Scenario* scenario = reference_.box().scenario(scenario_id);
  if (!scenario)
    return refuse(RefusalCode::kNotFound, Text("refusal.no_such_scenario").word("scenario", std::string(scenario_id)));

  const auto on = sea::switched_on(reference_.box().options(), scenario->option_on(), options);
  if (!on) return on.error();

  auto truth = std::make_unique<Truth>();
  v1::Standing& standing = *truth->mutable_standing();
  standing.set_scenario(scenario->id());
  for (const std::string& id : *on) standing.add_option(id);
  v1::Clock& clock = *truth->mutable_clock();
  clock.set_turn(1);
  clock.set_phase(v1::Clock::SPECIAL_CONDITION_DRAW);
  clock.set_initiative(scenario->initiative());  // [4.1.1]
  clock.set_starting_turn(number_of(scenario->starting_turn()));
  for (const auto& ice : scenario->ice()) {  // [10.1]
    auto& marker = *truth->mutable_environment()->add_ice();
    *marker.mutable_area() = ice.area();
    marker.set_condition(ice.condition());
    marker.set_certain(ice.underlined());
  }
  for (const auto& command : scenario->command()) {  // [4.3.1]
    v1::Own& side = command.command() == v1::Command::GRUPPE_NORD ? *truth->mutable_axis() : *truth->mutable_allied();
    auto& pool = *side.add_command();
    pool.set_command(command.command());
    pool.set_points(command.points());
  }
  v1::Air& air = *truth->mutable_air();
  place_interceptors(reference_, *scenario, air);
  for (const auto& search : scenario->search()) {  // [6.4.2]
    auto& sector = *air.add_search();
    sector.set_sector(search.sector());
    sector.set_hexes(search.hexes());
  }
  return std::unique_ptr<Position>(std::move(truth));
}

namespace {
// The coroutine owns the hands that work on the position.
Task<> run(const Reference& reference, Truth& truth, Table& table) {
  Operation op(reference, truth, table);
  co_await play_operation(op);
}
}  // namespace

Task<> Pq17::play(Position& position, Table& table) const {
  return run(reference_, static_cast<Truth&>(position), table);
}

namespace {
Result<std::shared_ptr<const Title>> title_of(std::variant<std::shared_ptr<const GameBox>, Mistakes> box) {
  if (const auto* mistakes = std::get_if<Mistakes>(&box)) {
    return refuse(RefusalCode::kUnreadable, Text("data.unreadable_file").word("file", mistakes->front().file));
  }
  return std::shared_ptr<const Title>(
      std::make_shared<const Pq17>(std::get<std::shared_ptr<const GameBox>>(std::move(box))));
}
}  // namespace

TitleEntry entry() {
  return {"pq17", [](const Bundle& bundle) { return title_of(read(bundle)); },
          [](const Bundle& bundle) { return title_of(read(completed(bundle), Texts::kNotYet)); }};
}

}  // namespace wardroom::pq17
