// Scenarios: what the scenario book says about one Operation.
#include <algorithm>
#include <map>
#include <set>

#include "server/titles/pq17/data/contents.h"
#include "wardroom/pq17/v1/charts.pb.h"
#include "wardroom/pq17/v1/events.pb.h"
#include "wardroom/pq17/v1/map.pb.h"
#include "wardroom/pq17/v1/numbers.pb.h"
#include "wardroom/pq17/v1/scenario.pb.h"

namespace wardroom::pq17 {
namespace {

using Sort = UnitInfo::Sort;

class ScenarioCheck {
 public:
  ScenarioCheck(const Contents& contents, const Found<v1::Scenario>& scenario, Mistakes& mistakes)
      : contents_(contents), scenario_(scenario.it), at_(scenario.at), mistakes_(mistakes) {}

  void check() {
    frame();
    environment();
    commands();
    for (const auto& [convoy, at] : children<v1::Convoy>(at_, "convoy")) check_convoy(convoy, at);
    for (const auto& [pool, at] : children<v1::ForcePool>(at_, "force")) check_pool(pool, at);
    reinforcements();
    counter_mix();
    others();
    history();
  }

 private:
  void wrong(const Spot& at, Text what) { mistakes_.push_back(at.mistake(std::move(what))); }
  void missing(const Spot& at, const char* field) {
    wrong(at.at(field), Text("data.field_missing").word("field", field));
  }

  // Points 1 and 2: identity and time.
  void frame() {
    for (const char* field : {"date", "day_one", "starting_turn", "light", "history", "par_vp_halves"}) {
      const auto* descriptor = v1::Scenario::descriptor()->FindFieldByName(field);
      if (!scenario_.GetReflection()->HasField(scenario_, descriptor)) missing(at_, field);
    }
    const auto& day = scenario_.day_one();
    const auto& date = scenario_.date();
    if (scenario_.has_day_one() && scenario_.has_date()) {
      if (day.year() != date.year() || day.month() != date.month() || (day.day() <= 15 ? 1 : 2) != date.half())
        wrong(at_.at("day_one"), Text("data.day_one"));
    }
    if (scenario_.minutes() < 1 || scenario_.turns() < 1) missing(at_, scenario_.turns() < 1 ? "turns" : "minutes");
    if (scenario_.difficulty() < 1 || scenario_.difficulty() > 5) missing(at_, "difficulty");
    for (const auto& [change, at] : children<v1::DayNight::Change>(at_.at("light"), "change")) {
      if (!change.has_turn()) missing(at, "turn");
    }
  }

  // Points 3 and 9: ice and search.
  void environment() {
    std::set<std::pair<int, int>> areas;
    for (const auto& [ice, at] : children<v1::IcePrediction>(at_, "ice")) {
      if (!areas.emplace(ice.area().sector(), ice.area().zone()).second)
        wrong(at.at("area"), Text("data.listed_twice").word("field", "ice"));
    }
    if (areas.size() != 10)
      wrong(at_.at("ice"), Text("data.ice_predictions").number("areas", static_cast<std::int64_t>(areas.size())));
    std::set<int> sectors;
    for (const auto& [search, at] : children<v1::SectorSearch>(at_, "search")) {
      if (!sectors.insert(search.sector()).second)
        wrong(at.at("sector"), Text("data.listed_twice").word("field", "sector"));
      if (search.hexes() < 0) wrong(at.at("hexes"), Text("data.below_zero"));
    }
    if (sectors.size() != 5)
      wrong(at_.at("search"), Text("data.search_sectors").number("sectors", static_cast<std::int64_t>(sectors.size())));
  }

  // Points 4 and 5: command points and Dummies.
  void commands() {
    const auto track = contents_.one<v1::CommandTrack>();
    std::set<int> seen;
    for (const auto& [command, at] : children<v1::CommandPoints>(at_, "command")) {
      if (!seen.insert(command.command()).second)
        wrong(at.at("command"), Text("data.listed_twice").word("field", "command"));
      int boxes = -1;
      if (track) {
        for (const auto& each : track->it.track()) {
          if (each.command() == command.command()) boxes = each.cumulative_vp_halves_size();
        }
      }
      if (command.points() < 0 || (boxes >= 0 && command.points() > boxes)) {
        wrong(at.at("points"), Text("data.command_points").number("points", command.points()).number("boxes", boxes));
      }
    }
    if (seen.size() != 3)
      wrong(at_.at("command"), Text("data.commands").number("commands", static_cast<std::int64_t>(seen.size())));
    std::set<int> sides;
    for (const auto& [dummies, at] : children<v1::Dummies>(at_, "dummies")) {
      if (!sides.insert(dummies.side()).second) wrong(at.at("side"), Text("data.listed_twice").word("field", "side"));
      const std::int64_t blocks = blocks_of(dummies.side(), v1::BlockKind::DUMMY);
      if (dummies.limit() < 0 || (blocks >= 0 && dummies.limit() > blocks)) {
        wrong(at.at("limit"),
              Text("data.dummies_without_blocks").number("dummies", dummies.limit()).number("blocks", blocks));
      }
    }
    if (sides.size() != 2) wrong(at_.at("dummies"), Text("data.dummies_sides"));
  }

  // The number of blocks; -1 while the blocks are unknown.
  std::int64_t blocks_of(Side::Kind side, v1::BlockKind::Kind kind,
                         v1::Nation::Kind nation = v1::Nation::UNSPECIFIED) const {
    const auto blocks = contents_.one<v1::Blocks>();
    if (!blocks) return -1;
    std::int64_t out = 0;
    for (const auto& supply : blocks->it.supply()) {
      const bool fits =
          nation == v1::Nation::UNSPECIFIED || supply.nation() == v1::Nation::UNSPECIFIED || supply.nation() == nation;
      if (supply.side() == side && supply.kind() == kind && fits) out += supply.count();
    }
    return out;
  }

  // Whose submarines a Wolfpack holds; it needs a block of their colour [1.2.2].
  v1::Nation::Kind colour_of(const v1::HistoricalSetup::Force& force) const {
    if (force.kind() != v1::BlockKind::WOLFPACK || force.unit().empty()) return v1::Nation::UNSPECIFIED;
    const auto info = unit_info(contents_, force.unit(0).unit());
    return info ? info->nation : v1::Nation::UNSPECIFIED;
  }

  // One line of a list of units: exists, is on the right side, in service, with a strength its counters have.
  std::optional<UnitInfo> check_units(const v1::Units& units, const Spot& at, Side::Kind side) {
    const auto info = unit_info(contents_, units.unit());
    if (!info) return info;
    if (side && info->side && info->side != side)
      wrong(at.at("unit"), Text("data.wrong_side").word("id", units.unit()));
    if (info->service && scenario_.has_date() && !within(*info->service, scenario_.date()))
      wrong(at.at("unit"), Text("data.not_in_service").word("id", units.unit()));
    if (info->ahistorical) wrong(at.at("unit"), Text("data.ahistorical_unit").word("id", units.unit()));
    if (info->condition_only) wrong(at.at("unit"), Text("data.condition_only_unit").word("id", units.unit()));
    if (info->sort == Sort::kClass && !units.has_cs()) {
      missing(at, "cs");
    } else if (units.has_cs() && (units.cs() < 1 || (info->sort == Sort::kShip && !has_step(units)))) {
      wrong(at.at("cs"),
            Text("data.cs_out_of_range").number("cs", units.cs()).number("low", 1).number("high", info->most_cs));
    }
    const std::int64_t cs = info->sort == Sort::kShip ? 1 : units.has_cs() ? units.cs() : info->most_cs;
    const std::int64_t most = info->sort == Sort::kShip ? 1 : info->most_cs;
    Use& use = used_.try_emplace(units.unit(), Use{0, most, at}).first->second;
    use.cs += cs;
    use.at = at;
    return info;
  }

  bool has_step(const v1::Units& units) const {
    const auto* ship = contents_.find<v1::Ship>(units.unit());
    return !ship || std::ranges::any_of(ship->step(), [&](const v1::Step& step) { return step.cs() == units.cs(); });
  }

  // Points 6 and 7.
  void check_convoy(const v1::Convoy& convoy, const Spot& at) {
    for (const auto& [units, here] : children<v1::Units>(at, "ships")) {
      const auto info = check_units(units, here, convoy.side());
      if (info && !is_convoy_ship(info->type))
        wrong(here.at("unit"), Text("data.no_convoy_ship").word("id", units.unit()));
    }
    std::int64_t escorts = 0;
    std::int64_t submarines = 0;
    for (const auto& [units, here] : children<v1::Units>(at, "escort")) {
      const auto info = check_units(units, here, convoy.side());
      if (!info) continue;
      if (info->sort == Sort::kAir || is_convoy_ship(info->type))
        wrong(here.at("unit"), Text("data.no_escort").word("id", units.unit()));
      if (info->type == v1::ShipType::ES) escorts += units.cs();
      if (info->type == v1::ShipType::SS) submarines += units.cs();
    }
    if (const auto numbers = contents_.one<v1::Numbers>()) {
      const auto& force = numbers->it.force();
      if (force.has_convoy_es_cs() && escorts > force.convoy_es_cs())
        wrong(at.at("escort"), Text("data.convoy_escorts").number("cs", escorts).number("most", force.convoy_es_cs()));
      if (force.has_convoy_submarine_cs() && submarines > force.convoy_submarine_cs())
        wrong(at.at("escort"),
              Text("data.convoy_submarines").number("cs", submarines).number("most", force.convoy_submarine_cs()));
    }
    if (convoy.ships().empty()) wrong(at.at("ships"), Text("data.no_rows").word("rows", "ships"));
    if (convoy.departure().empty() && convoy.starts_at_sea().empty())
      wrong(at.at("departure"), Text("data.nowhere_to_start").word("id", convoy.id()));
    if (convoy.destination().empty()) wrong(at.at("destination"), Text("data.no_rows").word("rows", "destination"));
    check_open(at, "departure", convoy.departure());
    check_open(at, "destination", convoy.destination());
    check_water(at, "starts_at_sea", convoy.starts_at_sea());
  }

  void check_pool(const v1::ForcePool& pool, const Spot& at) {
    for (const auto& [units, here] : children<v1::Units>(at, "unit")) {
      const auto info = check_units(units, here, pool.side());
      if (info) check_basing(units.unit(), *info, at, pool.place());
    }
    if (pool.unit().empty()) wrong(at.at("unit"), Text("data.no_rows").word("rows", "unit"));
    if (pool.place().empty() && pool.at_sea().empty())
      wrong(at.at("place"), Text("data.nowhere_to_start").word("id", pool.id()));
    check_open(at, "place", pool.place());
    check_water(at, "at_sea", pool.at_sea());
  }

  // Ships lie in ports and boxes, aircraft stand on airbases and carriers, floatplanes in ports.
  void check_basing(const std::string& id, const UnitInfo& info, const Spot& at,
                    const google::protobuf::RepeatedPtrField<std::string>& places) {
    for (int i = 0; i < places.size(); ++i) {
      const bool airfield = contents_.find<v1::Airbase>(places[i]) || contents_.find<v1::Ship>(places[i]);
      const auto* port = contents_.find<v1::Port>(places[i]);
      if (info.sort == Sort::kAir) {
        const auto* unit = contents_.find<v1::AirUnit>(id);
        const auto* model = contents_.find<v1::AirModel>(unit->model());
        const bool box = contents_.find<v1::Box>(places[i]);
        if (!airfield && !box && !(port && port->floatplanes() && model && model->floatplane()))
          wrong(at.at("place", i), Text("data.wrong_base").word("id", id).word("place", places[i]));
      } else if (airfield) {
        wrong(at.at("place", i), Text("data.wrong_base").word("id", id).word("place", places[i]));
      }
    }
  }

  // A temporary port exists only where the scenario says so [1.1.1].
  void check_open(const Spot& at, const char* field, const google::protobuf::RepeatedPtrField<std::string>& places) {
    for (int i = 0; i < places.size(); ++i) {
      const auto* port = contents_.find<v1::Port>(places[i]);
      if (port && port->temporary() && !is_open(places[i]))
        wrong(at.at(field, i), Text("data.port_not_in_play").word("id", places[i]));
    }
  }

  bool is_open(const std::string& port) const {
    if (std::ranges::find(scenario_.temporary_port(), port) != scenario_.temporary_port().end()) return true;
    return std::ranges::any_of(scenario_.special_rule(), [&](const v1::SpecialRule& rule) {
      return rule.kind() == v1::SpecialRule::PORT_AS_TEMPORARY &&
             std::ranges::find(rule.place(), port) != rule.place().end();
    });
  }

  void check_water(const Spot& at, const char* field, const google::protobuf::RepeatedPtrField<std::string>& hexes) {
    for (int i = 0; i < hexes.size(); ++i) {
      const auto* hex = contents_.find<v1::Hex>(hexes[i]);
      if (hex && !is_water(*hex)) wrong(at.at(field, i), Text("data.not_at_sea").word("hex", hexes[i]));
    }
  }

  static bool is_water(const v1::Hex& hex) {
    return hex.terrain() != v1::Hex::LAND && std::ranges::none_of(hex.feature(), [](int feature) {
             return feature == v1::Hex::OUT_OF_PLAY || feature == v1::Hex::UNDER_BOX;
           });
  }

  // Points 10 and 11.
  void reinforcements() {
    std::map<int, std::set<int>> numbers;
    for (const auto& [group, at] : children<v1::ReinforcementGroup>(at_, "reinforcement")) {
      if (!numbers[group.side()].insert(group.number()).second)
        wrong(at.at("number"), Text("data.listed_twice").word("field", "number"));
      if (group.unit().empty()) wrong(at.at("unit"), Text("data.no_rows").word("rows", "unit"));
      if (group.place().empty()) wrong(at.at("place"), Text("data.no_rows").word("rows", "place"));
      for (const auto& [units, here] : children<v1::Units>(at, "unit")) check_units(units, here, group.side());
      check_open(at, "place", group.place());
    }
    for (const auto& [side, seen] : numbers) {
      if (*seen.begin() != 1 || *seen.rbegin() != static_cast<int>(seen.size()))
        wrong(at_.at("reinforcement"), Text("data.groups_not_numbered"));
    }
    for (const auto& [group, at] : children<v1::ConditionUnits>(at_, "condition_units")) {
      for (const auto& [units, here] : children<v1::Units>(at, "unit")) check_units(units, here, group.side());
      if (group.place().empty()) wrong(at.at("place"), Text("data.no_rows").word("rows", "place"));
    }
  }

  // No more of a unit than the box holds.
  void counter_mix() {
    for (const auto& [id, use] : used_) {
      if (use.cs > use.most)
        wrong(use.at, Text("data.counter_mix").word("id", id).number("cs", use.cs).number("most", use.most));
    }
  }

  // Points 8 and 12 to 15.
  void others() {
    if (scenario_.has_patrol_white()) {
      const Spot at = at_.at("patrol_white");
      for (int i = 0; i < scenario_.patrol_white().eligible_size(); ++i) {
        if (!used_.contains(scenario_.patrol_white().eligible(i)))
          wrong(at.at("eligible", i), Text("data.not_in_scenario").word("id", scenario_.patrol_white().eligible(i)));
      }
    }
    for (int i = 0; i < scenario_.temporary_port_size(); ++i) {
      const auto* port = contents_.find<v1::Port>(scenario_.temporary_port(i));
      if (port && !port->temporary())
        wrong(at_.at("temporary_port", i), Text("data.port_not_temporary").word("id", scenario_.temporary_port(i)));
    }
    for (const auto& [change, at] : children<v1::InterceptorChange>(at_, "interceptor")) {
      if (change.model().empty() != (change.cs() == 0) || change.cs() < 0)
        wrong(at.at("cs"), Text("data.interceptor_change"));
    }
    carriers();
    for (const auto& [offer, at] : children<v1::AhistoricalOffer>(at_, "ahistorical")) {
      const auto* choice = contents_.find<v1::AhistoricalForces::Choice>(offer.choice());
      if (choice && choice->has_available() && scenario_.has_date() && !within(choice->available(), scenario_.date())) {
        wrong(at.at("choice"), Text("data.not_in_service").word("id", offer.choice()));
      }
    }
    const auto column = [&](const char* field, const std::string& id, Side::Kind side) {
      const auto* found = contents_.find<v1::SpecialConditions::Column>(id);
      if (found && found->side() != side) wrong(at_.at(field), Text("data.wrong_side").word("id", id));
    };
    column("allied_column", scenario_.allied_column(), Side::ALLIED);
    column("axis_column", scenario_.axis_column(), Side::AXIS);
    for (const auto& [rule, at] : children<v1::SpecialRule>(at_, "special_rule")) check_rule(rule, at);
  }

  // All Allied CVs that start in play, and nothing else [5.1.8].
  void carriers() {
    std::set<std::string> in_play;
    for (const auto& [id, use] : used_) {
      const auto info = unit_info(contents_, id);
      if (info && info->sort == Sort::kShip && info->type == v1::ShipType::CV && info->side == Side::ALLIED)
        in_play.insert(id);
    }
    for (int i = 0; i < scenario_.carriers_to_find_size(); ++i) {
      const std::string& id = scenario_.carriers_to_find(i);
      const auto* ship = contents_.find<v1::Ship>(id);
      if (!ship) continue;
      if (ship->type() != v1::ShipType::CV || side_of(ship->nation()) != Side::ALLIED) {
        wrong(at_.at("carriers_to_find", i), Text("data.no_allied_carrier").word("id", id));
      } else if (!in_play.contains(id)) {
        wrong(at_.at("carriers_to_find", i), Text("data.not_in_scenario").word("id", id));
      }
    }
  }

  void check_rule(const v1::SpecialRule& rule, const Spot& at) {
    using Rule = v1::SpecialRule;
    const auto need = [&](const char* field) {
      const auto* descriptor = Rule::descriptor()->FindFieldByName(field);
      const auto& reflection = *rule.GetReflection();
      const bool given = descriptor->is_repeated() ? reflection.FieldSize(rule, descriptor) > 0
                                                   : reflection.HasField(rule, descriptor);
      if (!given) wrong(at.at(field), Text("data.rule_lacks").word("field", field));
    };
    switch (rule.kind()) {
      case Rule::UNITS_STAY_IN_PORT:
        need("unit");
        break;
      case Rule::UNITS_START_DAMAGED:
        need("unit"), need("amount");
        break;
      case Rule::AIR_MAY_TRANSFER:
        need("side");
        break;
      case Rule::WEATHER_AT_START:
        need("weather");
        break;
      case Rule::STAYS_WITH_CONVOY:
        need("unit"), need("place");
        break;
      case Rule::JOINS_AT:
        need("unit"), need("hex");
        break;
      case Rule::EXTRA_VP:
        need("unit"), need("place"), need("amount");
        break;
      case Rule::NO_ATTACKS_IN_PORT:
      case Rule::PORT_AS_TEMPORARY:
        need("place");
        break;
      case Rule::ESCORTS_CHANGE_CONVOY:
        need("unit"), need("place");
        break;
      default:
        break;
    }
    for (int i = 0; i < rule.unit_size(); ++i) {
      if (unit_info(contents_, rule.unit(i)) && !used_.contains(rule.unit(i)))
        wrong(at.at("unit", i), Text("data.not_in_scenario").word("id", rule.unit(i)));
    }
  }

  // Historical set-up: real forces, in blocks that exist, of units the scenario has, on routes ships can sail.
  void history() {
    std::map<std::array<int, 3>, std::int64_t> blocks;
    std::map<std::string, std::int64_t> placed;
    std::set<std::string> convoys;
    for (const auto& [force, at] : children<v1::HistoricalSetup::Force>(at_.at("history"), "force")) {
      const auto colour = colour_of(force);
      const std::int64_t supply = blocks_of(force.side(), force.kind(), colour);
      if (supply >= 0 && ++blocks[{force.side(), force.kind(), colour}] == supply + 1) {
        wrong(at.at("kind"), Text("data.force_without_block")
                                 .word("kind", v1::BlockKind::Kind_Name(force.kind()))
                                 .number("blocks", supply));
      }
      check_force(force, at, placed);
      if (!force.convoy().empty() && !convoys.insert(force.convoy()).second)
        wrong(at.at("convoy"), Text("data.listed_twice").word("field", "convoy"));
    }
    std::map<std::string, std::int64_t> based;
    for (const auto& [air, at] : children<v1::HistoricalSetup::Air>(at_.at("history"), "air")) {
      const std::int64_t cs = place(air.unit(), at.at("unit"), placed);
      const auto info = unit_info(contents_, air.unit().unit());
      if (info && info->sort != Sort::kAir)
        wrong(at.at("unit").at("unit"), Text("data.no_aircraft").word("id", air.unit().unit()));
      const std::int64_t capacity = capacity_of(air.place());
      based[air.place()] += cs;
      if (capacity >= 0 && based[air.place()] > capacity && based[air.place()] - cs <= capacity) {
        wrong(at.at("place"), Text("data.airbase_full")
                                  .word("id", air.place())
                                  .number("steps", based[air.place()])
                                  .number("capacity", capacity));
      }
    }
  }

  // Steps an airbase or carrier holds beside its Interceptors; -1: any number.
  std::int64_t capacity_of(const std::string& place) const {
    if (const auto* ship = contents_.find<v1::Ship>(place)) return ship->aircraft_capacity();
    const auto* base = contents_.find<v1::Airbase>(place);
    if (!base) return -1;
    std::int64_t interceptors = 0;
    for (const auto& each : base->interceptor()) {
      if (!each.has_from() || order_of(each.from()) <= order_of(scenario_.date())) interceptors = each.cs();
    }
    for (const auto& change : scenario_.interceptor()) {
      if (change.airbase() == place) interceptors = change.cs();
    }
    return base->capacity_steps() - interceptors;
  }

  // Takes units out of what the scenario has.
  std::int64_t place(const v1::Units& units, const Spot& at, std::map<std::string, std::int64_t>& placed) {
    const auto info = unit_info(contents_, units.unit());
    if (!info) return 0;
    const auto use = used_.find(units.unit());
    if (use == used_.end()) {
      wrong(at.at("unit"), Text("data.not_in_scenario").word("id", units.unit()));
      return 0;
    }
    if (info->sort == Sort::kClass && !units.has_cs()) missing(at, "cs");
    const std::int64_t cs = info->sort == Sort::kShip ? 1 : units.has_cs() ? units.cs() : info->most_cs;
    std::int64_t& total = placed[units.unit()];
    total += cs;
    if (total > use->second.cs && total - cs <= use->second.cs) {
      wrong(at,
            Text("data.placed_too_many").word("id", units.unit()).number("cs", total).number("most", use->second.cs));
    }
    return cs;
  }

  void check_force(const v1::HistoricalSetup::Force& force, const Spot& at,
                   std::map<std::string, std::int64_t>& placed) {
    using Force = v1::HistoricalSetup::Force;
    if (force.where_case() == Force::WHERE_NOT_SET) wrong(at, Text("data.nowhere_to_start").word("id", force.id()));
    std::int64_t submarines = 0;
    std::int64_t merchants = 0;
    std::int64_t warships = 0;
    const auto add = [&](const v1::Units& units) {
      const auto info = unit_info(contents_, units.unit());
      if (!info) return;
      if (info->type == v1::ShipType::SS) {
        submarines += units.cs();
      } else if (is_merchant(info->type)) {
        merchants += units.cs();
      } else {
        ++warships;
      }
    };
    for (const auto& [units, here] : children<v1::Units>(at, "unit")) {
      place(units, here, placed);
      add(units);
    }
    if (const auto* convoy = contents_.find<v1::Convoy>(force.convoy())) {
      const bool ours =
          std::ranges::any_of(scenario_.convoy(), [&](const v1::Convoy& each) { return each.id() == force.convoy(); });
      if (!ours) wrong(at.at("convoy"), Text("data.not_in_scenario").word("id", force.convoy()));
      if (force.kind() != v1::BlockKind::CONVOY) wrong(at.at("kind"), Text("data.block_kind").word("id", force.id()));
      if (ours) {
        for (const auto& units : convoy->ships()) place(units, at, placed), add(units);
        for (const auto& units : convoy->escort()) place(units, at, placed), add(units);
      }
    }
    const bool empty = submarines + merchants + warships == 0;
    switch (force.kind()) {
      case v1::BlockKind::DUMMY:
        if (!empty) wrong(at.at("kind"), Text("data.block_kind").word("id", force.id()));
        break;
      case v1::BlockKind::WOLFPACK: {
        if (submarines == 0 || merchants + warships > 0)
          wrong(at.at("kind"), Text("data.block_kind").word("id", force.id()));
        const auto numbers = contents_.one<v1::Numbers>();
        if (numbers && numbers->it.force().has_wolfpack_cs() && submarines > numbers->it.force().wolfpack_cs()) {
          wrong(at.at("unit"),
                Text("data.wolfpack_size").number("cs", submarines).number("most", numbers->it.force().wolfpack_cs()));
        }
        break;
      }
      case v1::BlockKind::TASK_FORCE:
        if (warships == 0 || merchants + submarines > 0)
          wrong(at.at("kind"), Text("data.block_kind").word("id", force.id()));
        break;
      case v1::BlockKind::CONVOY:
        if (merchants == 0 && force.convoy().empty())
          wrong(at.at("kind"), Text("data.block_kind").word("id", force.id()));
        break;
      default:
        break;
    }
    check_plan(force, at);
  }

  // From where the force stands, hex by hex over water.
  void check_plan(const v1::HistoricalSetup::Force& force, const Spot& at) {
    std::set<std::string> here;  // hexes it may step from; a port counts as its hex and lets it out there
    bool in_port = false;
    const auto arrive = [&](const std::string& id) {
      here.clear();
      in_port = true;
      if (const auto* port = contents_.find<v1::Port>(id)) here = {port->hex()};
      if (const auto* box = contents_.find<v1::Box>(id)) here = {box->gates().begin(), box->gates().end()};
    };
    if (force.where_case() == v1::HistoricalSetup::Force::kHex) {
      here = {force.hex()};
      const auto* hex = contents_.find<v1::Hex>(force.hex());
      if (hex && !is_water(*hex)) wrong(at.at("hex"), Text("data.not_at_sea").word("hex", force.hex()));
    } else {
      arrive(force.place());
    }
    if (here.empty()) return;  // unknown; said already
    std::int64_t before = 0;
    for (const auto& [move, spot] : children<v1::HistoricalSetup::Move>(at, "plan")) {
      const std::int64_t turn = std::int64_t{move.turn().day()} * 2 + (move.turn().half() == v1::Turn::PM ? 1 : 0);
      if (!move.has_turn()) missing(spot, "turn");
      if (turn < before) wrong(spot.at("turn"), Text("data.plan_turns"));
      before = turn;
      for (int i = 0; i < move.route_size(); ++i) {
        const std::string& next = move.route(i);
        const auto* hex = contents_.find<v1::Hex>(next);
        if (!hex) return;
        const bool leaves = in_port && here.contains(next);
        if (!leaves && std::ranges::none_of(here, [&](const std::string& from) { return can_sail(from, next); })) {
          wrong(spot.at("route", i), Text("data.route").word("from", *here.begin()).word("to", next));
          return;
        }
        here = {next};
        in_port = false;
      }
      if (move.into().empty()) continue;
      const std::set<std::string> from = here;
      arrive(move.into());
      const bool reaches = std::ranges::any_of(from, [&](const std::string& hex) {
        return here.contains(hex) ||
               (contents_.find<v1::Port>(move.into()) &&
                std::ranges::any_of(here, [&](const std::string& port) { return can_sail(hex, port); }));
      });
      if (!reaches) {
        wrong(spot.at("into"), Text("data.route").word("from", *from.begin()).word("to", move.into()));
        return;
      }
    }
  }

  bool can_sail(const std::string& from, const std::string& to) const {
    const auto* one = contents_.find<v1::Hex>(from);
    const auto* other = contents_.find<v1::Hex>(to);
    return one && other && is_water(*one) && is_water(*other) && adjacent(from, to) &&
           std::ranges::find(one->blocked(), to) == one->blocked().end();
  }

  struct Use {
    std::int64_t cs;
    std::int64_t most;
    Spot at;
  };

  const Contents& contents_;
  const v1::Scenario& scenario_;
  const Spot at_;
  Mistakes& mistakes_;
  std::map<std::string, Use> used_;
};

}  // namespace

void check_scenarios(const Contents& contents, Mistakes& mistakes) {
  std::set<int> orders;
  int first = 0;
  for (const auto& scenario : contents.all<v1::Scenario>()) {
    ScenarioCheck(contents, scenario, mistakes).check();
    if (scenario.it.first() && ++first > 1)
      mistakes.push_back(scenario.at.at("first").mistake(Text("data.listed_twice").word("field", "first")));
    if (!orders.insert(scenario.it.order()).second)
      mistakes.push_back(scenario.at.at("order").mistake(Text("data.listed_twice").word("field", "order")));
  }
  if (orders.empty()) mistakes.push_back({{}, 0, {}, Text("data.no_scenarios")});
}

}  // namespace wardroom::pq17
