// Events, as rows: the newest state of each, with whom it concerns, what is due in it and what of it is rated. Every
// function works inside the transaction of its caller.
#pragma once

#include <string>
#include <vector>

#include "server/events/store.h"
#include "server/store/request.h"

namespace wardroom::store {

Result<void> keep_event(Bench& bench, const events::EventCommit& commit);
Result<tournament::Event> event(Bench& bench, const std::string& id);
Result<std::vector<tournament::Event>> events(Bench& bench, const events::EventQuery& query);
Result<std::vector<std::string>> running_events(Bench& bench);
Result<std::vector<std::string>> due_events(Bench& bench, std::int64_t now_ms);
Result<std::int64_t> next_due(Bench& bench);

}  // namespace wardroom::store
