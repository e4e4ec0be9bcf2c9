#include "server/titles/pq17/reconnaissance.h"

namespace wardroom::pq17 {

Task<> photo_reconnaissance(Operation&) { co_return; }
Task<> reconnaissance(Operation&) { co_return; }
Task<bool> transit(Operation&, Side, int) { co_return true; }
void lose_id(Operation&, v1::Block&, int) {}
void lose_id_of_idle_forces(Operation&) {}
void raise_id(Operation&, v1::Block&, int, std::optional<int>) {}
Task<> offer_to_cease_shadowing(Operation&, std::uint32_t) { co_return; }
void shadowers_follow(Operation&, v1::Block&) {}
void end_shadowing(Operation&, v1::Block&) {}
void end_impossible_shadowing(Operation&) {}
Task<> choose_shadowed_part(Operation&, std::vector<std::uint32_t>) { co_return; }

}  // namespace wardroom::pq17
