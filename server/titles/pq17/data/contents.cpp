#include "server/titles/pq17/data/contents.h"

#include <algorithm>

#include "common/data/walk.h"

namespace wardroom::pq17 {

Side::Kind side_of(v1::Nation::Kind nation) {
  if (nation == v1::Nation::UNSPECIFIED) return Side::UNSPECIFIED;
  return nation == v1::Nation::GERMAN ? Side::AXIS : Side::ALLIED;
}

bool is_merchant(v1::ShipType::Kind type) {
  return type == v1::ShipType::MC || type == v1::ShipType::MO || type == v1::ShipType::MV;
}

bool is_convoy_ship(v1::ShipType::Kind type) {
  return is_merchant(type) || type == v1::ShipType::AA || type == v1::ShipType::AO || type == v1::ShipType::AL ||
         type == v1::ShipType::AX;
}

bool is_light(v1::ShipType::Kind type) {
  return type == v1::ShipType::DD || type == v1::ShipType::TB || type == v1::ShipType::ES;
}

bool is_heavy(v1::ShipType::Kind type) { return type >= v1::ShipType::BB && type <= v1::ShipType::CM; }

const std::vector<v1::ShipType::Kind>& surface_types() {
  static const std::vector<v1::ShipType::Kind> types = [] {
    std::vector<v1::ShipType::Kind> out;
    for (int i = v1::ShipType::BB; i <= v1::ShipType::MV; ++i) {
      if (i != v1::ShipType::SS) out.push_back(static_cast<v1::ShipType::Kind>(i));
    }
    return out;
  }();
  return types;
}

std::optional<UnitInfo> unit_info(const Contents& contents, std::string_view id) {
  if (const auto* ship = contents.find<v1::Ship>(id)) {
    const int cs = ship->step().empty() ? 0 : ship->step(0).cs();
    return UnitInfo{UnitInfo::Sort::kShip,
                    side_of(ship->nation()),
                    ship->nation(),
                    ship->type(),
                    cs,
                    ship->ahistorical(),
                    false,
                    ship->has_service() ? &ship->service() : nullptr};
  }
  if (const auto* some = contents.find<v1::ShipClass>(id)) {
    std::int64_t cs = 0;
    for (const auto& counter : some->counter()) cs += std::int64_t{counter.cs()} * counter.count();
    return UnitInfo{UnitInfo::Sort::kClass,
                    side_of(some->nation()),
                    some->nation(),
                    some->type(),
                    cs,
                    some->ahistorical(),
                    false,
                    nullptr};
  }
  if (const auto* unit = contents.find<v1::AirUnit>(id)) {
    const auto* model = contents.find<v1::AirModel>(unit->model());
    const auto nation = model ? model->nation() : v1::Nation::UNSPECIFIED;
    return UnitInfo{UnitInfo::Sort::kAir,
                    side_of(nation),
                    nation,
                    v1::ShipType::UNSPECIFIED,
                    std::int64_t{unit->steps()} * unit->count(),
                    unit->ahistorical(),
                    unit->condition_only(),
                    unit->has_service_period() ? &unit->service_period() : nullptr};
  }
  return std::nullopt;
}

std::int64_t order_of(const v1::Fortnight& date) {
  return (std::int64_t{date.year()} * 12 + date.month() - 1) * 2 + date.half() - 1;
}

bool within(const v1::Period& period, const v1::Fortnight& date) {
  return (!period.has_from() || order_of(period.from()) <= order_of(date)) &&
         (!period.has_to() || order_of(date) <= order_of(period.to()));
}

bool adjacent(std::string_view one, std::string_view other) {
  const auto a = kHexes.parse(one);
  const auto b = kHexes.parse(other);
  return a && b && kHexes.adjacent(*a, *b);
}

void check_dates(const Contents& contents, Mistakes& mistakes) {
  const auto turn = [&](const v1::Turn& it, const Spot& at) {
    if (it.day() < 1 || it.day() > 15)
      mistakes.push_back(at.at("day").mistake(Text("data.turn_day").number("day", it.day())));
  };
  const auto fortnight = [&](const v1::Fortnight& it, const Spot& at) {
    if (it.year() < 1939 || it.year() > 1945 || it.month() < 1 || it.month() > 12 || it.half() < 1 || it.half() > 2)
      mistakes.push_back(at.mistake(Text("data.fortnight")));
  };
  const auto period = [&](const v1::Period& it, const Spot& at) {
    if (it.has_from() && it.has_to() && order_of(it.from()) > order_of(it.to()))
      mistakes.push_back(at.mistake(Text("data.period_backwards")));
  };
  const auto count = [&](const wardroom::v1::CountRange& it, const Spot& at) {
    if (it.has_from() && it.has_to() && it.from() > it.to())
      mistakes.push_back(at.mistake(Text("data.range_backwards").number("from", it.from()).number("to", it.to())));
  };
  for (const DataFile& file : contents.data().files) {
    if (file.message->GetDescriptor() == wardroom::v1::Catalog::descriptor()) continue;
    walk(Spot(file), [&](const Spot& spot) {
      const auto* type = spot.message()->GetDescriptor();
      if (type == v1::Turn::descriptor()) turn(dynamic_cast<const v1::Turn&>(*spot.message()), spot);
      if (type == v1::Fortnight::descriptor()) fortnight(dynamic_cast<const v1::Fortnight&>(*spot.message()), spot);
      if (type == v1::Period::descriptor()) period(dynamic_cast<const v1::Period&>(*spot.message()), spot);
      if (type == wardroom::v1::CountRange::descriptor())
        count(dynamic_cast<const wardroom::v1::CountRange&>(*spot.message()), spot);
    });
  }
}

}  // namespace wardroom::pq17
