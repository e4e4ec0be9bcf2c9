// Those who wait for anyone to play with, as rows. Every function works inside the transaction of its caller.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "server/lobby/store.h"
#include "server/store/request.h"

namespace wardroom::store {

Result<std::optional<lobby::QuickWait>> meet(Bench& bench, const lobby::QuickWait& newcomer,
                                             const std::vector<std::string>& avoided);
Result<void> paired(Bench& bench, const std::string& wait, const std::string& match);
Result<std::vector<lobby::QuickFound>> still_waiting(Bench& bench, const std::vector<std::string>& waits);
Result<bool> stop_waiting(Bench& bench, const std::string& wait);
Result<std::vector<lobby::SeenWaiting>> who_waits(Bench& bench);

}  // namespace wardroom::store
