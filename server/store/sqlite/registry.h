// The registry, as rows. Every function works inside the transaction of its caller.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "server/lobby/registry.h"
#include "server/store/sqlite/request.h"

namespace wardroom::store {

Result<void> add_personal_token(Bench& bench, const lobby::PersonalToken& token);
Result<std::vector<lobby::PersonalToken>> personal_tokens(Bench& bench, const std::string& account);
Result<lobby::PersonalToken> personal_token(Bench& bench, const std::string& hash);
Result<void> end_personal_token(Bench& bench, const std::string& account, const std::string& id);

Result<void> note_address(Bench& bench, const std::string& account, const std::string& address);
// Those of these accounts that have come from one address, in pairs.
Result<std::vector<std::pair<std::string, std::string>>> sharing(Bench& bench,
                                                                 const std::vector<std::string>& accounts);

Result<void> ban(Bench& bench, const std::string& name, const std::string& reason);
Result<void> lift_ban(Bench& bench, const std::string& name);
Result<std::vector<std::string>> banned(Bench& bench);

}  // namespace wardroom::store
