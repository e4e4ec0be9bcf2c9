// Air operations: reconnaissance [Recon], attacks [Range, AirAtt, AA] and transfers.
#pragma once

#include "server/titles/murmansk/campaign/campaign.h"

namespace wardroom::murmansk {

// What the aircraft of a side may do now; nothing in Storms and at Night.
void offer_air(Campaign& c, Side side, Menu& menu);
bool is_air(const Action& action);
Task<> do_air(Campaign& c, Side side, Action action);

// Whether a side could have something to do in the last window of a period, by what everybody knows.
bool window_opens(Campaign& c, Side side);

}  // namespace wardroom::murmansk
