// Sight: a view and a menu, quick to ask about. Everything a bot of PQ-17 knows, it knows from here.
#pragma once

#include <map>
#include <optional>
#include <string_view>
#include <vector>

#include "client/bot/bot.h"
#include "client/bot/pq17/watch.h"
#include "server/titles/pq17/operation/fleet.h"
#include "server/titles/pq17/operation/ids.h"
#include "server/titles/pq17/operation/reference.h"
#include "server/titles/pq17/operation/sides.h"
#include "wardroom/pq17/v1/view.pb.h"

namespace wardroom::pq17::bot {

using wardroom::bot::Choice;
using Force = v1::Force;
using Block = v1::Block;

// A convoy of the scenario that would be about here now, and how well it fits: from 0 to 1.
struct Likely {
  const v1::Convoy* convoy = nullptr;
  double fit = 0;
};

class Sight {
 public:
  Sight(const Reference& the_reference, const v1::View& the_view, const Menu& the_menu, const Watch& the_watch);

  const Reference& reference;
  const v1::View& view;
  const Menu& menu;
  const Watch& watch;
  const Side me;
  const Side foe;
  const v1::Scenario& scenario;

  int turn() const { return view.clock().turn(); }
  bool night() const { return night(turn()); }
  bool night(int turn) const;
  bool polar_night() const { return night() && night(turn() + 1); }  // no day between two nights
  v1::Weather::Kind weather(Hex hex) const;
  const v1::WeatherEffect& effect(Hex hex) const { return reference.box().effect_of(weather(hex)); }
  v1::Ice::Condition ice(Hex hex) const;  // as predicted; the worst where a border cuts the hex

  // -- own forces --
  const Force* force(ForceKey key) const;
  bool at_sea(const Force& force) const { return force.block() != 0; }
  Hex hex_of(const Force& force) const;  // at sea or of its port; none in a box
  Tally tally(const Force& force) const { return pq17::tally(reference, force); }
  bool moored(const Force& force) const { return force.block() == 0 && reference.find_place(force.place()) != nullptr; }
  int fuel_left(const Force& force) const;  // turns until it runs low; many when it burns none

  // -- blocks --
  const Block* block(BlockId id) const;
  const std::vector<const Block*>& blocks(Side side) const { return side == kAllied ? allied_ : axis_; }  // on the map
  std::vector<const Block*> blocks(Side side, Hex hex) const;
  const v1::Air::Unit* air(AirKey key) const;  // of mine, aboard too
  const PlaceFacts* port_in_play(Hex hex) const;
  bool in_play(const PlaceFacts& place) const;

  // -- the menu --
  const Item* find(v1::Verb::Kind verb) const;  // the first with this verb
  const Item* find(v1::Verb::Kind verb, std::int64_t first) const;
  std::vector<const Item*> all(v1::Verb::Kind verb) const;
  bool only(v1::Verb::Kind verb) const {
    return menu.items.size() == 1 && menu.items[0].action.verb == static_cast<std::uint32_t>(verb);
  }
  const Item& last_resort() const;  // to be done, to say no, to stop, or the first

  mutable std::map<Hex, Likely> likely;  // guessed once

 private:
  std::vector<const Block*> allied_;
  std::vector<const Block*> axis_;
};

inline Hex hex(std::uint32_t number) { return static_cast<Hex>(number); }
inline Hex hex(const Block& block) { return static_cast<Hex>(block.hex()); }
inline v1::Verb::Kind verb(const Item& item) { return static_cast<v1::Verb::Kind>(item.action.verb); }

// An answer with its reason.
inline Choice say(const Item& item, Text reason) { return {item.action, std::move(reason)}; }

// The item of the greatest worth, the first of equals; none when no worth is above `least`.
template <class Items, class Worth>
const Item* best(const Items& items, double least, const Worth& worth) {
  const Item* found = nullptr;
  for (const Item* item : items) {
    const double value = worth(*item);
    if (value <= least) continue;
    least = value;
    found = item;
  }
  return found;
}

}  // namespace wardroom::pq17::bot
