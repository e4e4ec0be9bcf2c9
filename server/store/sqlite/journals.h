// Journals: steps appended to a match, and how they are read back. Every function works inside the transaction of its caller.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "server/match/store.h"
#include "server/store/sqlite/request.h"

namespace wardroom::store {

// All of the commit or, refused, nothing of it (by the caller's savepoint). Stamps and seals its rows.
Result<match::Stamp> append(Bench& bench, match::Commit& commit);

Result<match::Loaded> load(Bench& bench, const std::string& match);
Result<Stored> stretch(Bench& bench, const std::string& match, std::uint64_t seq);
// The server's seed is in it only when the match is over.
Result<v1::record::Export> export_of(Bench& bench, const std::string& match);
Result<std::vector<v1::PastReports>> history(Bench& bench, const std::string& match, Viewer viewer,
                                             std::uint64_t after_serial, std::uint32_t limit);

}  // namespace wardroom::store
