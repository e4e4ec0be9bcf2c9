// Journals: steps appended to a match, and how they are read back. Every function works inside the transaction of its
// caller.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "server/match/store.h"
#include "server/store/request.h"

namespace wardroom::store {

// A commit made ready on the thread that asks, so that the one writer has less to do.
struct Prepared {
  match::Commit commit;             // what is told taken out of it
  std::array<std::string, 3> told;  // each viewer's reports as bytes of PastReports, time left out; empty: none
  bool well_formed = false;
};
Prepared prepared(match::Commit commit);

// All of the commit or, refused, nothing of it (by the caller's savepoint). Stamps and seals its rows.
Result<match::Stamp> append(Bench& bench, Prepared& prepared);

Result<void> keep_queue(Bench& bench, const std::string& match, std::uint64_t after, const match::StoredQueue& queue);
Result<match::Loaded> load(Bench& bench, const std::string& match);
Result<match::Loaded> newest(Bench& bench, const std::string& match);
Result<Stored> stretch(Bench& bench, const std::string& match, std::uint64_t seq);
Result<match::JournalPart> journal(Bench& bench, const std::string& match, const match::Bookmark& after,
                                   std::uint32_t rows);
// Whether every row, checkpoint and chapter of it is as it was written.
Result<void> examine(Bench& bench, const std::string& match);
// See match::Store; of a PostgreSQL alone.
Result<std::vector<std::string>> traces(Bench& bench, const std::vector<std::string>& matches);
Result<std::vector<v1::PastReports>> history(Bench& bench, const std::string& match, Viewer viewer,
                                             std::uint64_t after_serial, std::uint64_t upto_serial,
                                             std::uint32_t limit);
Result<std::vector<std::string>> newest_history(Bench& bench, const std::string& match, Viewer viewer,
                                                std::uint64_t after_serial, std::uint64_t upto_serial,
                                                std::uint32_t limit);
Result<match::Page> page(Bench& bench, const std::string& match, Viewer viewer, std::uint64_t number);
Result<match::Page> chapter(Bench& bench, const std::string& match, Viewer viewer, std::uint64_t row);

}  // namespace wardroom::store
