#include "server/titles/pq17/random_events.h"

namespace wardroom::pq17 {

Task<> random_event(Operation&) { co_return; }

}  // namespace wardroom::pq17
