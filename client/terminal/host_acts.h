// What a host has done, in words.
#pragma once

#include "common/text.h"
#include "wardroom/v1/admin.pb.h"

namespace wardroom::terminal {

Text act_text(const v1::HostAct& act);

}  // namespace wardroom::terminal
