// The registry, as rows. Every function works inside the transaction of its caller.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "server/lobby/registry.h"
#include "server/store/request.h"

namespace wardroom::store {

Result<void> add_personal_token(Bench& bench, const lobby::PersonalToken& token);
Result<std::vector<lobby::PersonalToken>> personal_tokens(Bench& bench, const std::string& account);
Result<lobby::PersonalToken> personal_token(Bench& bench, const std::string& hash);
Result<void> end_personal_token(Bench& bench, const std::string& account, const std::string& id);

Result<void> note_address(Bench& bench, const std::string& account, const std::string& address);
Result<bool> knows_address(Bench& bench, const std::string& account, const std::string& address);
Result<void> keep_device(Bench& bench, const std::string& account, const std::string& token_hash);
Result<bool> knows_device(Bench& bench, const std::string& account, const std::string& token_hash);
Result<void> note_match(Bench& bench, const std::string& match, const std::string& address);
Result<lobby::MadeThere> made_from(Bench& bench, const std::string& address);
Result<lobby::SecondFactor> factor(Bench& bench, const std::string& account);
Result<void> begin_factor(Bench& bench, const std::string& account, const std::string& secret);
Result<void> confirm_factor(Bench& bench, const std::string& account, std::int64_t step,
                            const std::vector<std::string>& recovery);
Result<void> use_code(Bench& bench, const std::string& account, std::int64_t step);
Result<void> use_recovery(Bench& bench, const std::string& account, const std::string& hash);
Result<void> end_factor(Bench& bench, const std::string& account);
// Those of these accounts that have come from one address, in pairs.
Result<std::vector<std::pair<std::string, std::string>>> sharing(Bench& bench,
                                                                 const std::vector<std::string>& accounts);

}  // namespace wardroom::store
