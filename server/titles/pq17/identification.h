// What is told of forces [6.1, 6.2.1, 6.6, 6.7]: for the files of chapter 6.
#pragma once

#include "server/titles/pq17/operation.h"

namespace wardroom::pq17 {

Text level_name(int level);
Text listed(std::vector<Text> parts);  // "a, b and c"; not empty
// The words of a statement about a force at sea, and about a port.
Text statement_about(Operation& op, const v1::Block& block, const v1::Statement& told);
Text statement_about(Operation& op, const PlaceFacts& port, const v1::Statement& told);
bool tells_of_capital(const Reference& reference, const v1::Statement& told);  // from ID3, or seen in battle
// What the owner says at ID1 when he does not choose: a legal number, drawn. Always one draw [6.2.1].
int drawn_figure(Operation& op, int counters, std::uint64_t subject);

}  // namespace wardroom::pq17
