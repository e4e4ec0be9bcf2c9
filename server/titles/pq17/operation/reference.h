// What the rules look up at every step, made once of the box: units, places by number, distances.
#pragma once

#include <boost/unordered/unordered_flat_map.hpp>
#include <cstring>
#include <deque>
#include <memory>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "server/engine/chance.h"
#include "server/titles/pq17/data/data.h"
#include "server/titles/pq17/operation/dates.h"
#include "server/titles/pq17/operation/sides.h"
#include "server/titles/sea/distances.h"

namespace wardroom::pq17 {

// A named ship or a class of ships.
struct UnitFacts {
  std::string id;
  v1::ShipType::Kind type;
  v1::Nation::Kind nation;
  const v1::Ship* ship = nullptr;             // named
  const v1::ShipClass* ship_class = nullptr;  // or of a class
  const v1::UnitChart::ShipRow* row = nullptr;
  Side side = kAllied;
  int order = 0;                 // in the Unit Chart, then in the data
  std::string name{};            // text id
  std::uint32_t categories = 0;  // a bit for each

  bool heavy() const { return row->heavy(); }
  bool warship() const { return row->warship(); }
  bool is(v1::ShipCategory::Kind category) const { return categories >> category & 1; }
  bool convoy_ship() const { return is(v1::ShipCategory::AUXILIARY) || is(v1::ShipCategory::MERCHANT); }
  bool merchant() const { return is(v1::ShipCategory::MERCHANT); }
  bool light() const { return is(v1::ShipCategory::LIGHT); }
  bool capital() const { return is(v1::ShipCategory::CAPITAL); }
  bool carrier() const { return is(v1::ShipCategory::CARRIER); }
  bool cruiser() const { return is(v1::ShipCategory::CRUISER); }
  bool submarine() const { return is(v1::ShipCategory::SUBMARINE); }
  bool oiler() const { return type == v1::ShipType::AO || type == v1::ShipType::MO; }
  // Ships that obey the Northern Fleet's command [1.4, 4.3.2].
  bool soviet() const { return nation == v1::Nation::SOVIET || nation == v1::Nation::SIXTH_MINESWEEPING; }
  // Ships whose fuel counts [11.2.1].
  bool needs_fuel() const {
    return !convoy_ship() && !submarine() && type != v1::ShipType::ES && type != v1::ShipType::CVE;
  }
  int full_cs() const;                 // of a named ship
  const v1::Step& step(int cs) const;  // what is printed at this strength; classes: of a counter with it
  // Fewest counters for this much CS [1.4].
  int counters(int cs) const;
};

struct AirFacts {
  std::string id;
  const v1::AirUnit* unit;
  const v1::AirModel* model;
  Side side;
  std::string name;  // text id
};

// A port, an airbase or a box. Actions name it by its number.
struct PlaceFacts {
  std::string id;
  int number;
  Hex hex{};  // none for a box
  const v1::Port* port = nullptr;
  const v1::Airbase* airbase = nullptr;
  const v1::Box* box = nullptr;
  Side side;           // a box: whoever may use it freely
  std::string name{};  // text id
};

using sea::kNoWay;

class Reference {
 public:
  explicit Reference(std::shared_ptr<const GameBox> box);

  const GameBox& box() const { return *box_; }
  const v1::Numbers& numbers() const { return box_->numbers(); }
  const UnitFacts& unit(std::string_view id) const {  // Broken when there is none
    const auto found = units_.find(fingerprint(id));
    if (found == units_.end()) throw Broken("pq17: no such unit");
    return *found->second;
  }
  const AirFacts& air(std::string_view id) const {
    const auto found = air_units_.find(fingerprint(id));
    if (found == air_units_.end()) throw Broken("pq17: no such air unit");
    return *found->second;
  }
  v1::Speed::Kind slowest_printed() const { return slowest_printed_; }  // of any ship that has CS left
  const PlaceFacts& place(std::string_view id) const;
  const PlaceFacts& place(int number) const;
  const std::vector<PlaceFacts>& places() const { return places_; }
  const PlaceFacts* find_place(std::string_view id) const {
    const auto found = place_numbers_.find(fingerprint(id));
    return found == place_numbers_.end() ? nullptr : &place(found->second);
  }
  const PlaceFacts* port_at(Hex hex) const;  // whether or not it is in play
  const std::vector<const PlaceFacts*>& airbases_at(Hex hex) const;

  const MapHex& hex(Hex hex) const { return hexes_[at(hex)]; }
  int air_distance(Hex from, Hex to) const { return air_(at(from), at(to)); }
  std::vector<Hex> within(Hex from, int distance) const;  // in the order of the map, the hex itself too
  // Hexes of the shortest way by sea for a side: around land and permanent enemy ports. kNoWay when there is none.
  int sea_distance(Side side, Hex from, Hex to) const { return sea_[side == kAllied ? 0 : 1](at(from), at(to)); }

 private:
  std::size_t at(Hex hex) const { return numbers_[static_cast<std::size_t>(hex)]; }
  void measure();

  // Ids are looked up at every step, by a hash of all their letters; the constructor sees to it that no two have the
  // same.
  static std::uint64_t fingerprint(std::string_view id) {
    std::uint64_t mixed = id.size();
    const auto mix = [&mixed](std::uint64_t word) {
      const auto product = static_cast<unsigned __int128>(mixed ^ word) * 0x9e3779b97f4a7c15ULL;
      mixed = static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
    };
    const auto word_at = [&id](std::size_t at) {
      std::uint64_t word;
      std::memcpy(&word, id.data() + at, sizeof word);
      return word;
    };
    if (id.size() < sizeof mixed) {
      for (char letter : id) mix(static_cast<unsigned char>(letter));
      return mixed;
    }
    for (std::size_t at = 0; at + sizeof mixed < id.size(); at += sizeof mixed) mix(word_at(at));
    mix(word_at(id.size() - sizeof mixed));
    return mixed;
  }
  template <class T>
  using ById = boost::unordered_flat_map<std::uint64_t, T>;

  std::shared_ptr<const GameBox> box_;
  std::deque<UnitFacts> unit_facts_;
  std::deque<AirFacts> air_facts_;
  ById<const UnitFacts*> units_;
  ById<const AirFacts*> air_units_;
  v1::Speed::Kind slowest_printed_ = v1::Speed::HIGH;
  std::vector<PlaceFacts> places_;
  ById<int> place_numbers_;
  std::vector<int> ports_ = std::vector<int>(10000);  // hex to place number
  std::unordered_map<int, std::vector<const PlaceFacts*>> airbases_;
  const MapHex* hexes_ = nullptr;
  std::vector<std::size_t> numbers_;  // hex to its number on the map
  std::size_t size_ = 0;
  sea::Distances air_;
  std::array<sea::Distances, 2> sea_;
};

// 1 is AM Day 1.
inline int number_of(const v1::Turn& turn) { return (turn.day() - 1) * 2 + (turn.half() == v1::Turn::PM ? 2 : 1); }

// Day or Night in a turn of the scenario [8.1, 8.2].
v1::Light::Kind light_of(const Reference& reference, const v1::Scenario& scenario, int turn);

}  // namespace wardroom::pq17
