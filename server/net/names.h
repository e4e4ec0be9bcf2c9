// Names for metrics and logs: from our own schemas, never from what a client sent.
#pragma once

#include <string_view>

#include "wardroom/v1/wire.pb.h"

namespace wardroom::net {

std::string_view name(v1::RefusalCode code);          // "malformed"; "ok" for none
std::string_view kind(const v1::ClientFrame& frame);  // the field of the oneof; "none" when it is not set

}  // namespace wardroom::net
