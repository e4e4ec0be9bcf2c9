// What can be read out of a view: pure functions of it and of the printed game, never of a position.
#pragma once

#include <optional>

#include "server/titles/pq17/operation/operation.h"

namespace wardroom::pq17 {

std::optional<Side> viewer_of(const v1::View& view);  // none: he has no seat
const v1::Scenario& scenario_of(const Reference& reference, const v1::View& view);

// Adds what the clients are told beside the facts themselves.
void add_sight(const Reference& reference, v1::View& view);
// What was said or seen of ships, without who or where [6.2.1].
Text words_of(const v1::Statement& told);

}  // namespace wardroom::pq17
