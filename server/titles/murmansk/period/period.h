// A period of twelve hours [Seq]: weather and contacts, scatter, four pulses, the last air operations, arrival.
#pragma once

#include "server/titles/murmansk/campaign/campaign.h"

namespace wardroom::murmansk {

void begin_period(Campaign& c);        // [Weather, Note]
Task<> scatter_or_go_on(Campaign& c);  // [Scatter, Dummy]
Task<> pulse(Campaign& c);             // [Move]
Task<> window(Campaign& c);            // [AirAtt, M-43], the Allies first [M-01]
void end_period(Campaign& c);          // [Seq]

// British groups next to German bases [Move].
void detect_near_bases(Campaign& c);

// -- parts of a pulse --
bool may_move(Campaign& c, Side side, const v1::Group& group);
std::vector<Place> moves_of(Campaign& c, Side side, const v1::Group& group);
void offer_moves(Campaign& c, Side side, Menu& menu);
Task<> move_group(Campaign& c, Side side, Key key, Place to);
void enter_map(Campaign& c, Key key, Place at);
void leave_map(Campaign& c, Key key);
void offer_sorties(Campaign& c, Menu& menu);
Task<> sortie(Campaign& c, Place port);
void offer_changes(Campaign& c, Side side, Menu& menu);
Task<> change_group_at_sea(Campaign& c, ShipNumber ship);
void scuttle(Campaign& c, ShipNumber ship);
void offer_dummies(Campaign& c, Side side, Menu& menu);
void lift_dummy(Campaign& c, Side side, Key key);
Task<> place_dummy(Campaign& c, Side side, Key key);

}  // namespace wardroom::murmansk
