// Ships in a force, counted and moved about: pure functions [1.2, 1.4, 6.2.1].
#pragma once

#include <algorithm>
#include <vector>

#include "server/titles/pq17/operation/reference.h"
#include "wardroom/pq17/v1/view.pb.h"

namespace wardroom::pq17 {

// Counts of a force, or of several together.
struct Tally {
  int warship_counters = 0;
  int heavy = 0;     // ships
  int capital = 0;   // ships
  int carriers = 0;  // ships
  int cruisers = 0;  // ships
  int convoy_ships = 0;
  int merchants = 0;  // MX, ships
  int dd_tb_cs = 0;
  int escort_cs = 0;  // ES
  int submarine_cs = 0;
  int soviet_cs = 0;  // of surface warships under Soviet command
  int cs = 0;
  struct Category {
    int counters = 0;
    int cs = 0;
  };
  std::array<Category, v1::ShipCategory::Kind_ARRAYSIZE> category;
};

void count(const Reference& reference, const v1::Force& force, Tally& into);
Tally tally(const Reference& reference, const v1::Force& force);

// Ships for the counts of a convoy: one per CS of MX, one per counter of AX [1.4].
int ships_of(const UnitFacts& unit, int cs);

// What the owner has to say at a level [6.2.1]. At ID1 the counters are exact here; the owner may shade them.
v1::Statement statement(const Reference& reference, const std::vector<const v1::Force*>& forces, int level, int turn);
// What he may say at ID1: from and to, both included.
struct Range {
  int from;
  int to;
};
Range shaded(const Reference& reference, int counters);

// -- changing what is in a force; entries of one unit in one state are one, in the order of the Unit Chart --
void add(const Reference& reference, v1::Force& to, v1::Counter ship);
v1::Counter take(v1::Force& from, int index, int cs);  // classes: part of the CS; named ships whole
// Takes out every counter that passes a test.
template <class Test>
std::vector<v1::Counter> take_all(const Reference& reference, v1::Force& from, const Test& test) {
  std::vector<v1::Counter> taken;
  for (int i = from.ship_size() - 1; i >= 0; --i) {
    if (test(reference.unit(from.ship(i).unit()))) taken.push_back(take(from, i, from.ship(i).cs()));
  }
  std::ranges::reverse(taken);
  return taken;
}

void move_all(const Reference& reference, v1::Force& from, v1::Force& to);
v1::Counter fresh(const Reference& reference, const v1::Units& units);  // as the data list it, unhit

// What block this force needs: any merchant makes a convoy, only submarines a Wolfpack [1.2].
v1::BlockKind::Kind kind_of(const Reference& reference, const v1::Force& force);
// Limits of a force [1.2.1, 1.2.2].
bool within_limits(const Reference& reference, const v1::Force& force);

bool has_warship(const Reference& reference, const v1::Force& force);
bool all_heavy(const Reference& reference, const v1::Force& force);  // and not empty
bool has_soviet(const Reference& reference,
                const v1::Force& force);  // surface ships or submarines under Soviet command
bool has_working_carrier(const Reference& reference, const v1::Force& force);  // neither Crippled nor DiW [6.4.1, 7.8]
bool has_carrier(const Reference& reference, const v1::Force& force);
bool has_unused_cam(const Reference& reference, const v1::Force& force);
bool has_dead_or_towing(const v1::Force& force);  // its force cannot search [7]
bool unhit(const UnitFacts& unit, const v1::Counter& ship);

// Best speed of its slowest unit by the counters alone; CRAWL when one is towed, NONE when one is dead in the water
// [5.1].
v1::Speed::Kind counter_speed(const Reference& reference, const v1::Force& force);

// -- its plotted route --
bool has_route(const v1::Force& force);  // followed or halted
void forget_route(v1::Force& force);

}  // namespace wardroom::pq17
