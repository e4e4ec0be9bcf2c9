// Jobs: the outbox's rows. Every function works inside the transaction of its caller.
#pragma once

#include <cstdint>
#include <vector>

#include "server/store/outbox.h"
#include "server/store/sqlite/request.h"

namespace wardroom::store {

Result<std::vector<WaitingJob>> take_jobs(Bench& bench, std::uint32_t limit);
Result<void> job_done(Bench& bench, std::int64_t id);
Result<void> retry_job(Bench& bench, std::int64_t id, std::int64_t later_ms);

}  // namespace wardroom::store
