// What was parsed of a box, right or wrong, with the look-ups its checks need.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "common/data/schema.h"
#include "server/titles/pq17/operation/dates.h"
#include "server/titles/sea/hexes.h"
#include "wardroom/pq17/v1/counters.pb.h"
#include "wardroom/pq17/v1/types.pb.h"
#include "wardroom/v1/data.pb.h"

namespace wardroom::pq17 {

using Side = wardroom::v1::Side;

class Contents {
 public:
  Contents(const DataSet& data, const Ids& ids) : data_(&data), ids_(&ids) {}

  // Files of a type.
  template <class T>
  std::vector<Found<T>> all() const {
    return data_->all<T>();
  }
  // The first file of a type.
  template <class T>
  std::optional<Found<T>> one() const {
    const auto found = data_->all<T>();
    if (found.empty()) return std::nullopt;
    return found.front();
  }
  // A thing by its id; null when there is none, or it is of another type.
  template <class T>
  const T* find(std::string_view id) const {
    const Ids::Entry* entry = ids_->find(id);
    return entry ? dynamic_cast<const T*>(entry->at.message()) : nullptr;
  }
  const DataSet& data() const { return *data_; }

 private:
  const DataSet* data_;
  const Ids* ids_;
};

// A counter that a force can name, of whatever sort.
struct UnitInfo {
  enum class Sort { kShip, kClass, kAir };
  Sort sort;
  Side::Kind side;
  v1::Nation::Kind nation;
  v1::ShipType::Kind type;  // UNSPECIFIED for aircraft
  std::int64_t most_cs;     // in the box
  bool ahistorical;
  bool condition_only;
  const v1::Period* service;  // null: always
};
std::optional<UnitInfo> unit_info(const Contents& contents, std::string_view id);

Side::Kind side_of(v1::Nation::Kind nation);
bool is_convoy_ship(v1::ShipType::Kind type);  // AX and MX [1.4]
bool is_merchant(v1::ShipType::Kind type);     // MX
bool is_light(v1::ShipType::Kind type);        // DD, TB, ES
bool is_heavy(v1::ShipType::Kind type);
// Every type that can be a target on the surface, in the order of the chart: all but SS.
const std::vector<v1::ShipType::Kind>& surface_types();

inline constexpr sea::Hexes kHexes(wardroom::v1::HexGrid::POINTY_EVEN_ROWS_RIGHT, wardroom::v1::HexGrid::RRCC);
bool adjacent(std::string_view one, std::string_view other);

// One for each part of the box.
void check_dates(const Contents& contents, Mistakes& mistakes);
void check_map(const Contents& contents, Mistakes& mistakes);
void check_places(const Contents& contents, Mistakes& mistakes);
void check_counters(const Contents& contents, Mistakes& mistakes);
void check_cards(const Contents& contents, Mistakes& mistakes);
void check_tables(const Contents& contents, Mistakes& mistakes);
void check_charts(const Contents& contents, Mistakes& mistakes);
void check_conditions(const Contents& contents, Mistakes& mistakes);
void check_events(const Contents& contents, Mistakes& mistakes);
void check_options(const Contents& contents, Mistakes& mistakes);
void check_scenarios(const Contents& contents, Mistakes& mistakes);

}  // namespace wardroom::pq17
