#include "server/titles/pq17/victory.h"

namespace wardroom::pq17 {

void convoy_arrives(Operation&, Side, const v1::Force&, const PlaceFacts&) {}
void confirmation(Operation&) {}
void victory_points(Operation&) {}

}  // namespace wardroom::pq17
