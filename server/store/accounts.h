// Accounts and their sessions, as rows. Every function works inside the transaction of its caller.
#pragma once

#include <string>
#include <vector>

#include "server/lobby/store.h"
#include "server/store/request.h"

namespace wardroom::store {

Refusal no_such_account();
Result<void> not_banned(Bench& bench, const std::string& account);
bool account_exists(Bench& bench, const std::string& id);
Result<lobby::Account> create_account(Bench& bench, lobby::Account account);
Result<lobby::Account> account(Bench& bench, const std::string& id);
Result<lobby::Account> account_by_name(Bench& bench, const std::string& name);  // of those that have a password
Result<void> update_account(Bench& bench, const lobby::Account& account);
// With its sessions, its name in chats and the open matches nobody else sits in; its seats stay, without an account,
// and so does what the host did to it, without words.
Result<void> delete_account(Bench& bench, const std::string& id);

Result<void> add_session(Bench& bench, const lobby::SessionRecord& session);
Result<lobby::SessionRecord> session_by_token(Bench& bench, const std::string& token_hash);
Result<void> touch_session(Bench& bench, const std::string& id, std::int64_t seen_ms);
Result<std::vector<lobby::SessionRecord>> sessions(Bench& bench, const std::string& account);  // last seen first
Result<std::vector<std::string>> ended(Bench& bench, const std::vector<std::string>& ids);
Result<void> end_session(Bench& bench, const std::string& account, const std::string& id);
Result<lobby::Forgotten> forget_old(Bench& bench, std::int64_t sessions_before_ms, std::int64_t guests_before_ms);
Result<void> end_other_sessions(Bench& bench, const std::string& account, const std::string& keep);

}  // namespace wardroom::store
