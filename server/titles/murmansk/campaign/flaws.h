// Why a position that was read cannot be one of this game.
#pragma once

#include "server/titles/murmansk/campaign/campaign.h"

namespace wardroom::murmansk {

// What the rules rely on and never look at again: lists, places, groups with their markers, the clock.
std::optional<Text> flaw_of(const Box& box, const Truth& truth);

}  // namespace wardroom::murmansk
