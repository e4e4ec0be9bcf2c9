// What the host does, as rows. Every function works inside the transaction of its caller.
#pragma once

#include <string>
#include <vector>

#include "server/lobby/registry.h"
#include "server/store/request.h"

namespace wardroom::store {

void keep_deed(Bench& bench, match::HostDeed& deed);  // in the log; then as it is kept
Result<lobby::HostDeed> carry_out(Bench& bench, lobby::HostDeed deed);
Result<std::vector<lobby::HostDeed>> host_deeds(Bench& bench, const lobby::DeedQuery& query);
Result<void> read_deeds(Bench& bench, const std::string& account);
Result<lobby::Standing> standing(Bench& bench, const std::string& account);

}  // namespace wardroom::store
