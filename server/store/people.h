// What is kept of people beside their accounts: calendars, whom they do not want to meet, what they always order, and
// how reliable they are. Every function works inside the transaction of its caller.
#pragma once

#include <string>
#include <vector>

#include "server/lobby/store.h"
#include "server/match/store.h"
#include "server/store/request.h"

namespace wardroom::store {

Result<v1::MyCalendar> calendar(Bench& bench, const std::string& account);
Result<v1::MyCalendar> change_calendar(Bench& bench, const std::string& account, const lobby::CalendarChange& what);

Result<v1::Usual> usual(Bench& bench, const std::string& account);
Result<v1::Usual> keep_usual(Bench& bench, const std::string& account, const v1::UsualOrders& orders);

void count(Bench& bench, const match::Tally& tally, std::int64_t now_ms);
Result<v1::Reliability> reliability(Bench& bench, const std::string& account);

Result<void> set_shunned(Bench& bench, const std::string& account, const lobby::Shunned& whom);
Result<std::vector<lobby::Shunned>> shunned(Bench& bench, const std::string& account);
Result<std::vector<std::string>> avoided(Bench& bench, const std::string& account);
Result<std::vector<std::string>> muted_by(Bench& bench, const std::string& account);

}  // namespace wardroom::store
