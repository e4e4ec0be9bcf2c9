// Records, as rows: matches that are over as they count for people, sides and ratings, and what accounts have said of
// themselves. Every function works inside the transaction of its caller.
#pragma once

#include <array>
#include <string>
#include <utility>
#include <vector>

#include "server/events/store.h"
#include "server/store/request.h"

namespace wardroom::store {

// It is over now, and was played.
void finish_match(Bench& bench, std::int64_t key);
void note_restart(Bench& bench, std::int64_t key);  // it goes on under other rules

Result<std::vector<v1::record::FinishedMatch>> finished(Bench& bench, const events::FinishedQuery& query);
// Of events as they say it, and of all other matches that are rated; in the order in which they count.
Result<std::vector<v1::record::RatedMatch>> rated(Bench& bench);
Result<std::int64_t> rated_version(Bench& bench);
Result<std::array<std::vector<std::int64_t>, 2>> paces(Bench& bench, const std::string& match);

Result<events::Marks> marks_of(Bench& bench, const std::string& account);
Result<std::vector<std::string>> opted_out(Bench& bench);
Result<void> set_rated(Bench& bench, const std::string& account, bool rated);
Result<void> be_program(Bench& bench, const std::string& account);

}  // namespace wardroom::store
