// What the program does beside serving: copies, checks, and what a host asks for once.
#pragma once

#include <memory>
#include <string>

#include "common/result.h"
#include "server/settings.h"
#include "server/store/sql_store.h"

namespace wardroom {

inline constexpr int kFailed = 1;  // an exit code

// What a refusal says, in English, for whoever runs the server.
std::string words(const Refusal& refusal, const Settings& settings);

// Where the settings say that everything is kept.
Result<std::unique_ptr<store::SqlStore>> open_store(const Settings& settings);

// Does what the settings ask for, which is not to serve. The exit code: 0 done, 1 failed.
int run_job(const Settings& settings);

}  // namespace wardroom
