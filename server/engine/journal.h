// Journal: the ordered rows of a match. With the seed it IS the match; a hash chain makes it its own proof.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "server/engine/chance.h"
#include "server/engine/menu.h"
#include "wardroom/v1/record.pb.h"

namespace wardroom {

// The hash before the first row.
std::string chain_start(const v1::record::Head& head);

// The revision of the rules that a match began under.
std::uint32_t revision_of(const v1::record::Head& head);
// The one that a checkpoint was written under.
std::uint32_t revision_of(const v1::record::Checkpoint& checkpoint, const v1::record::Head& head);
// The one a match goes on under after the row, if it went on under `before` until then.
std::uint32_t revision_after(const v1::record::Row& row, std::uint32_t before);

// Stamps the row with its time and closes it with the hash of the row before and its own bytes.
void seal(v1::record::Row& row, std::string_view previous_hash, std::int64_t time_ms);

// Whether the row's hash is what seal would have written.
bool sealed(const v1::record::Row& row, std::string_view previous_hash);

void to_record(const Drawn& from, v1::record::Draw& to);
Drawn from_record(const v1::record::Draw& from);
std::vector<Drawn> draws_of(const v1::record::Row& row);

// The actions that still count among rows in order: undone rows and what a rewind took back left out.
// A rewind's base must not lie before the first of the rows.
std::vector<const v1::record::Row*> standing_actions(std::span<const v1::record::Row> rows);

}  // namespace wardroom
