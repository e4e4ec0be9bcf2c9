// Enrolments: accounts with what begins with them. Every function works inside the transaction of its caller, so that
// all of it is written or nothing.
#pragma once

#include "server/lobby/store.h"
#include "server/store/request.h"

namespace wardroom::store {

Result<lobby::Account> enrol(Bench& bench, const lobby::Enrolment& enrolment);
Result<void> enrol_again(Bench& bench, const lobby::Enrolment& enrolment);  // the account is there

}  // namespace wardroom::store
