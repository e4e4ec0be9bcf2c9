// What is told of forces, and in which words [6.1, 6.2.1].
#pragma once

#include "server/titles/pq17/operation/operation.h"

namespace wardroom::pq17 {

Text level_name(int level);
// What everybody knows of it now, and how it was learnt.
told::Sighting seen(const Operation& op, const v1::Block& block, Text source = {});
std::vector<Text> categories_of(const v1::Statement& told);  // ID3: counters and CS of each, and merchants
// The words of a statement about a force at sea, and about a port.
Text statement_about(Operation& op, const v1::Block& block, const v1::Statement& told);
Text statement_about(Operation& op, const PlaceFacts& port, const v1::Statement& told);
bool tells_of_capital(const Reference& reference, const v1::Statement& told);  // from ID3, or seen in battle
// What the owner says at ID1 when he does not choose: a legal number, drawn. Always one draw [6.2.1].
int drawn_figure(Operation& op, int counters, std::uint64_t subject);
void may_have_changed(v1::Block& block);  // a public event after which what was told may be untrue

}  // namespace wardroom::pq17
