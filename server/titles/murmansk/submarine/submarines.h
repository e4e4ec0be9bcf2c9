// Submarines: individual ones [Sub] and the Wolfpack [Pack].
#pragma once

#include "server/titles/murmansk/campaign/campaign.h"

namespace wardroom::murmansk {

// Whether enemy submarines threaten groups of this side there.
bool threatened(const Campaign& c, Side side, Place place);

// A group in a threatened position: the die is thrown whatever it is, and told to nobody but its owner when it fails
// [M-42].
Task<> individual(Campaign& c, Side side, Key key);

// At the end of a side's first pulse: every group that stands in a threatened position [M-25].
Task<> individuals(Campaign& c, Side side);

// At the end of every pulse: whatever is in the Wolfpack's position.
Task<> wolfpack(Campaign& c);

// What must be added to the die of a contact.
int contact_shift(const Campaign& c, Side side, const v1::Group& group);
// The Wolfpack's column against a target of a group, after all shifts.
int pack_column(const Campaign& c, const v1::Group& group, ShipNumber target);

}  // namespace wardroom::murmansk
