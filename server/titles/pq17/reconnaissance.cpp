#include "server/titles/pq17/reconnaissance.h"

namespace wardroom::pq17 {

Task<> photo_reconnaissance(Operation&) { co_return; }
Task<> reconnaissance(Operation&) { co_return; }
Task<bool> transit(Operation&, Side, int) { co_return true; }

}  // namespace wardroom::pq17
