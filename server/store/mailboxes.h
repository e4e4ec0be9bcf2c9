// Mailboxes: addresses, choices and the tokens of mails, as rows. Every function works inside the transaction of its
// caller.
#pragma once

#include <string>
#include <vector>

#include "server/lobby/mailroom.h"
#include "server/store/outbox.h"
#include "server/store/request.h"

namespace wardroom::store {

Addressee addressee(Bench& bench, const std::string& account);
void add_token(Bench& bench, const Addressee& addressee, const Token& token);
void forget_mail(Bench& bench);  // tokens that lead nowhere any more, and old news of what was sent
Result<void> refuse_address(Bench& bench, const std::string& account, const std::string& address);

Result<lobby::Mailbox> mailbox(Bench& bench, const std::string& account);
Result<void> set_address(Bench& bench, const std::string& account, const std::string& address);
Result<void> confirm_address(Bench& bench, const std::string& token);
Result<void> set_choice(Bench& bench, const std::string& account, const v1::NoticeChoice& choice);
Result<void> ask_test(Bench& bench, const std::string& account);
Result<void> stop(Bench& bench, const std::string& token);
Result<void> ask_reset(Bench& bench, const std::string& name);
Result<lobby::Account> reset_owner(Bench& bench, const std::string& token);
Result<std::string> reset_password(Bench& bench, const std::string& token, const std::string& password_hash);
Result<lobby::SessionRecord> look_at_link(Bench& bench, const std::string& token);
Result<lobby::SessionRecord> open_link(Bench& bench, const std::string& token, lobby::SessionRecord session);
Result<std::vector<std::string>> end_links(Bench& bench, const std::string& account, const std::string& match);

}  // namespace wardroom::store
