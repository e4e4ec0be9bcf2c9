// What the public was shown, step by step, worked out again from stored rows.
#pragma once

#include <memory>
#include <vector>

#include "server/engine/referee.h"

namespace wardroom::match {

// A full public update for the stretch's checkpoint and for each later row that showed the public anything, oldest first;
// serials count back from that of the newest, `last_serial`. No reports. Empty when this build plays the rows differently.
std::vector<v1::Update> public_past(const std::shared_ptr<const Title>& title, const Stored& stretch, const Secret& secret,
                                    std::uint64_t last_serial);

}  // namespace wardroom::match
