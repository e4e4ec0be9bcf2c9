// Offer: what can be played here, as ListTitles tells it.
#pragma once

#include "server/match/host.h"

namespace wardroom::lobby {

v1::Titles offer(const match::Host& host);

}  // namespace wardroom::lobby
