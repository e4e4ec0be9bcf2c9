// Plotted routes: what one promises, the way to a port, and which are offered [5].
#pragma once

#include "server/titles/pq17/operation/operation.h"

namespace wardroom::pq17 {

// What a route promises its owner: when it ends, the fuel then, and how many of its hexes lie under enemy aircraft.
// Weather, ice and the enemy are not foreseen.
class Outlook {
 public:
  Outlook(const Operation& op, Side side, const v1::Force& force);  // at the end of its route
  void go_on(Hex to);
  void go_into_port();
  Text told() const;

 private:
  int pace() const;  // hexes in a turn; a route is never followed at High Speed
  void next_turn();

  const Operation& op_;
  Side enemy_;
  v1::Speed::Kind speed_;
  int turn_;
  int left_ = 0;
  v1::Force::FuelStatus fuel_;
  int fuel_turn_;
  bool burns_;
  int under_air_ = 0;
  bool into_port_ = false;
};

std::vector<Hex> way_to(Operation& op, Side side, const v1::Force& force, Hex from,
                        Hex goal);  // the shortest, as far as it is open
void offer_ports_to_plot(Operation& op, Side side, const v1::Force& force, Hex end, int most,
                         Menu& menu);  // within so many hexes
// Of those that are offered one by one; with the end of movement, if nobody would be left behind.
void offer_all_routes(Operation& op, Side side, Menu& menu);
void foresee_routes(Operation& op, Side side, ForceKey key, Menu& menu);  // of a force that is plotted

}  // namespace wardroom::pq17
