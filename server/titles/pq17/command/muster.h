// What a side sets up with: the scenario's pools and convoys, made into forces that nobody sees until they are put on
// the map together [4.1.3].
#pragma once

#include "server/titles/pq17/operation/operation.h"

namespace wardroom::pq17 {

// A place or a hex of the map where a force may begin.
struct Spot {
  const PlaceFacts* place = nullptr;
  Hex hex{};

  std::string id() const { return place ? place->id : number_of(hex); }         // for Force.place
  int number() const { return place ? place->number : static_cast<int>(hex); }  // places have less than three digits
  std::uint32_t map() const { return static_cast<std::uint32_t>(place ? place->hex : hex); }
  Text name() const;
};
Spot spot_of(const Operation& op, std::string_view id);  // of a place or a hex, as data name it

// One unit of one pool; its number is its index in Own.pool.
struct Muster {
  const v1::ForcePool* pool;
  const v1::Units* units;
};
std::vector<Muster> muster(const Operation& op, Side side);  // ships
std::vector<Muster> muster_air(const Operation& op, Side side);
v1::Counter enlist(const Operation& op, const v1::Units& units);  // as it begins, damage included

v1::Force* form_at(Operation& op, Side side, const UnitFacts& first, const Spot& spot);  // null: no block left
v1::Force& form_convoy(Operation& op, const v1::Convoy& convoy, const Spot& spot);

int steps_of(const Operation& op, const v1::Units& aircraft);  // CS
// So many steps in counters of one or two [1.5], on land or aboard a carrier; their keys.
std::vector<AirKey> base_aircraft(Operation& op, const v1::Units& aircraft, const std::string& base);
// The next keys are those of another lot, so that the keys after `before` do not show how many aircraft were bought
// [14].
void close_lot(Operation& op, int before);

struct AirBase {
  const v1::Units* units;
  std::string place;
};
// For so many steps more, beside those on the map and those yet to be put there; any number of floatplanes fit a port
// [1.5.1].
bool has_room(const Operation& op, const PlaceFacts& base, int steps, const std::vector<AirBase>* planned = nullptr);
void set_up_as_in_history(Operation& op, Side side, std::vector<AirBase>& air);

// Ports with own ships, by number.
std::vector<const PlaceFacts*> occupied_ports(Operation& op, Side side);
// The forced Dummies and the block at Tromsø.
void add_forced_blocks(Operation& op, Side side);
void add_dummy(Operation& op, Side side, const PlaceFacts& port);
// Everything goes on the map at once, in an order that tells nothing.
void seal_set_up(Operation& op, Side side, const std::vector<AirBase>& air);
void tell_blocks_in_port(Operation& op, const v1::Sea::Stack& stack);  // the enemy sees how many, not what
// Blocks for forces that stand in hexes without one yet, by hex.
void put_on_the_map(Operation& op, Side side);

const v1::Convoy* convoy_of(const Operation& op, std::string_view id);  // of the scenario; null: it has none
const v1::Convoy* convoy_of(const Operation& op, const v1::Force& force);
bool is_air(const v1::ForcePool& pool);
bool on_patrol_white(const Operation& op, std::string_view unit);  // in history
bool of_patrol_white(const Operation& op, std::string_view unit);  // a cruiser that may patrol [5.1.9]

}  // namespace wardroom::pq17
