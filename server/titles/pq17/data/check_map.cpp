// The map, the places and the outline [1.1].
#include <set>

#include "server/titles/pq17/data/contents.h"
#include "wardroom/pq17/v1/map.pb.h"

namespace wardroom::pq17 {
namespace {

// A list of enum values, none of them twice.
void check_no_repeats(const Spot& spot, std::string_view name, Mistakes& mistakes) {
  const auto& message = *spot.message();
  const auto* field = message.GetDescriptor()->FindFieldByName(std::string(name));
  std::set<int> seen;
  for (int i = 0; i < message.GetReflection()->FieldSize(message, field); ++i) {
    if (!seen.insert(message.GetReflection()->GetRepeatedEnumValue(message, field, i)).second) {
      mistakes.push_back(spot.at(*field, i).mistake(Text("data.listed_twice").word("field", std::string(name))));
    }
  }
}

bool has(const v1::Hex& hex, v1::Hex::Feature feature) {
  return std::ranges::find(hex.feature(), feature) != hex.feature().end();
}

void check_hex(const v1::Hex& hex, const Spot& at, const Contents& contents, Mistakes& mistakes) {
  for (const char* list : {"coast", "friendly_shoreline", "air_radius", "search_sector", "feature"})
    check_no_repeats(at, list, mistakes);
  if (hex.terrain() == v1::Hex::SEA && !hex.coast().empty())
    mistakes.push_back(at.at("coast", 0).mistake(Text("data.coast_at_sea")));
  if (hex.terrain() == v1::Hex::COASTAL && hex.coast().empty())
    mistakes.push_back(at.at("coast").mistake(Text("data.coast_missing")));
  if (hex.terrain() != v1::Hex::COASTAL && !hex.friendly_shoreline().empty()) {
    mistakes.push_back(at.at("friendly_shoreline", 0).mistake(Text("data.shoreline_without_coast")));
  }
  if (hex.has_soviet_subs_from() && !has(hex, v1::Hex::SOVIET_SUB_PATROL)) {
    mistakes.push_back(at.at("soviet_subs_from").mistake(Text("data.not_in_patrol_area")));
  }
  std::set<std::pair<int, int>> areas;
  for (int i = 0; i < hex.ice_size(); ++i) {
    if (!areas.emplace(hex.ice(i).sector(), hex.ice(i).zone()).second) {
      mistakes.push_back(at.at("ice", i).mistake(Text("data.listed_twice").word("field", "ice")));
    }
  }
  std::set<std::string> blocked;
  for (int i = 0; i < hex.blocked_size(); ++i) {
    const std::string& other = hex.blocked(i);
    const Spot side = at.at("blocked", i);
    const auto* neighbour = contents.find<v1::Hex>(other);
    if (!blocked.insert(other).second) {
      mistakes.push_back(side.mistake(Text("data.listed_twice").word("field", "blocked")));
    } else if (!neighbour) {
      continue;  // an unknown hex; said already
    } else if (!adjacent(hex.hex(), other)) {
      mistakes.push_back(side.mistake(Text("data.not_neighbours").word("hex", hex.hex()).word("other", other)));
    } else if (std::ranges::find(neighbour->blocked(), hex.hex()) == neighbour->blocked().end()) {
      mistakes.push_back(side.mistake(Text("data.blocked_one_way").word("hex", hex.hex()).word("other", other)));
    }
  }
}

}  // namespace

void check_map(const Contents& contents, Mistakes& mistakes) {
  if (const auto map = contents.one<v1::Map>()) {
    const auto& grid = map->it.grid();
    if (grid.layout() != wardroom::v1::HexGrid::POINTY_EVEN_ROWS_RIGHT ||
        grid.numbering() != wardroom::v1::HexGrid::RRCC) {
      mistakes.push_back(map->at.at("grid").mistake(Text("data.grid_unknown")));
    }
    if (grid.rows() < 1 || grid.rows() > 99 || grid.columns() < 1 || grid.columns() > 99) {
      mistakes.push_back(map->at.at("grid").mistake(Text("data.grid_size")));
      return;
    }
    // In order, row by row; after the first that is out of place the rest would be too.
    const int size = grid.rows() * grid.columns();
    for (int i = 0; i < std::max(size, map->it.hex_size()); ++i) {
      const std::string expected =
          i < size ? kHexes.number({i / grid.columns() + 1, i % grid.columns() + 1}) : std::string();
      if (i >= map->it.hex_size()) {
        mistakes.push_back(map->at.at("hex").mistake(Text("data.hex_missing").word("hex", expected)));
        break;
      }
      if (map->it.hex(i).hex() != expected) {
        Text what =
            expected.empty() ? Text("data.hex_beyond_grid") : Text("data.hex_out_of_order").word("expected", expected);
        mistakes.push_back(map->at.at("hex", i).at("hex").mistake(std::move(what).word("hex", map->it.hex(i).hex())));
        break;
      }
    }
    for (const auto& [hex, at] : children<v1::Hex>(*map, "hex")) check_hex(hex, at, contents, mistakes);
  }
  if (const auto outline = contents.one<wardroom::v1::Outline>()) {
    for (const auto& [ring, at] : children<wardroom::v1::Outline::Ring>(*outline, "ring")) {
      if (ring.x_size() != ring.y_size() || ring.x_size() < 3) mistakes.push_back(at.mistake(Text("data.ring_uneven")));
    }
  }
}

void check_places(const Contents& contents, Mistakes& mistakes) {
  const auto places = contents.one<v1::Places>();
  if (!places) return;
  for (const auto& [port, at] : children<v1::Port>(*places, "port")) {
    const auto* hex = contents.find<v1::Hex>(port.hex());
    if (hex && hex->terrain() != v1::Hex::COASTAL)
      mistakes.push_back(at.at("hex").mistake(Text("data.port_without_water").word("hex", port.hex())));
    if (port.aa() < 0) mistakes.push_back(at.at("aa").mistake(Text("data.below_zero")));
    if (port.nation() && port.side() && side_of(port.nation()) != port.side()) {
      mistakes.push_back(at.at("nation").mistake(Text("data.wrong_side").word("id", port.id())));
    }
    if (port.has_unloads_per_fortnight() && port.unloads_per_fortnight() < 0) {
      mistakes.push_back(at.at("unloads_per_fortnight").mistake(Text("data.below_zero")));
    }
  }
  std::set<std::string> codes;
  for (const auto& [base, at] : children<v1::Airbase>(*places, "airbase")) {
    const auto* hex = contents.find<v1::Hex>(base.hex());
    if (hex && hex->terrain() == v1::Hex::SEA)
      mistakes.push_back(at.at("hex").mistake(Text("data.airbase_without_land").word("hex", base.hex())));
    if (base.aa() < 0) mistakes.push_back(at.at("aa").mistake(Text("data.below_zero")));
    if (base.capacity_steps() < 1) mistakes.push_back(at.at("capacity_steps").mistake(Text("data.capacity_missing")));
    if (!base.code().empty() && !codes.insert(base.code()).second) {
      mistakes.push_back(at.at("code").mistake(Text("data.listed_twice").word("field", "code")));
    }
    if (base.nation() && base.side() && side_of(base.nation()) != base.side()) {
      mistakes.push_back(at.at("nation").mistake(Text("data.wrong_side").word("id", base.id())));
    }
    std::int64_t before = -1;
    for (const auto& [interceptor, here] : children<v1::Airbase::Interceptor>(at, "interceptor")) {
      const auto* model = contents.find<v1::AirModel>(interceptor.model());
      if (model && model->type() != v1::AirType::FIGHTER)
        mistakes.push_back(
            here.at("model").mistake(Text("data.interceptor_no_fighter").word("id", interceptor.model())));
      if (model && side_of(model->nation()) != base.side())
        mistakes.push_back(here.at("model").mistake(Text("data.wrong_side").word("id", interceptor.model())));
      if (interceptor.cs() < 1 || interceptor.cs() > base.capacity_steps()) {
        mistakes.push_back(here.at("cs").mistake(Text("data.cs_out_of_range")
                                                     .number("cs", interceptor.cs())
                                                     .number("low", 1)
                                                     .number("high", base.capacity_steps())));
      }
      const std::int64_t from = interceptor.has_from() ? order_of(interceptor.from()) : 0;
      if (from <= before) mistakes.push_back(here.at("from").mistake(Text("data.dates_not_rising")));
      before = from;
    }
  }
  for (const auto& [box, at] : children<v1::Box>(*places, "box")) {
    if (box.gates().empty()) mistakes.push_back(at.at("gates").mistake(Text("data.box_without_gates")));
    const bool by_condition = box.allied_use() == v1::Box::BY_CONDITION || box.axis_use() == v1::Box::BY_CONDITION;
    if (by_condition != !box.condition().empty())
      mistakes.push_back(at.at("condition").mistake(Text("data.box_condition")));
    if (box.has_ice_area() != (box.worst_ice() != v1::Ice::UNSPECIFIED))
      mistakes.push_back(at.at("worst_ice").mistake(Text("data.ice_without_area")));
  }
}

}  // namespace wardroom::pq17
