// Jobs: the outbox's rows. Every function works inside the transaction of its caller.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "server/match/store.h"
#include "server/store/outbox.h"
#include "server/store/request.h"

namespace wardroom::store {

void add_job(Bench& bench, const match::Job& job, const match::Stamp& stamp);
void add_jobs(Bench& bench, const std::vector<match::Job>& jobs);  // now
// Something that he asked for himself, wherever it goes; in place of what he asked for before.
void add_own_job(Bench& bench, std::string_view kind, const std::string& account, const std::string& address,
                 std::int64_t channel = 0);
void supersede_mails(Bench& bench, const std::string& account);  // those that are not done

Result<std::vector<WaitingJob>> take_jobs(Bench& bench, std::uint32_t limit);
Result<void> job_done(Bench& bench, std::int64_t id);
Result<void> retry_job(Bench& bench, std::int64_t id, std::int64_t later_ms);

Result<bool> any_due(Bench& bench, Road road);
Result<std::optional<Due>> take_due(Bench& bench, Road road);
Result<Waiting> waiting(Bench& bench, Road road);
Result<void> keep_mail(Bench& bench, const std::string& account, const std::vector<std::int64_t>& jobs,
                       const Mail& mail, const std::vector<Token>& tokens);
Result<void> settle(Bench& bench, const std::vector<std::int64_t>& jobs, v1::Delivery::State state,
                    const std::string& words);
Result<void> put_off(Bench& bench, const std::vector<std::int64_t>& jobs, std::int64_t until_ms,
                     v1::Delivery::State state, const std::string& words);
Result<Secret> secret(Bench& bench, const std::string& name);
// What was to be sent to him, the newest first.
Result<std::vector<v1::Delivery>> deliveries(Bench& bench, const std::string& account, std::uint32_t limit);

}  // namespace wardroom::store
