// Channels: hooks and devices, as rows. Every function works inside the transaction of its caller.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "server/lobby/mailroom.h"
#include "server/store/outbox.h"
#include "server/store/request.h"

namespace wardroom::store {

Result<void> note_call(Bench& bench, std::int64_t channel, Called how);

Result<std::vector<v1::Channel>> channels(Bench& bench, const std::string& account);
Result<void> add_channel(Bench& bench, const std::string& account, const lobby::NewChannel& channel);
Result<void> remove_channel(Bench& bench, const std::string& account, std::int64_t channel, const std::string& address);
Result<void> test_channel(Bench& bench, const std::string& account, std::int64_t channel);

}  // namespace wardroom::store
