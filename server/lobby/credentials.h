// What a name, a password and an address of mail must look like.
#pragma once

#include <string>

#include "common/result.h"

namespace wardroom::lobby {

Result<void> check_name(const std::string& name);
Result<void> check_password(const std::string& password, const std::string& name);
// As mail can be sent to it; empty is none.
Result<std::string> check_email(const std::string& email);

}  // namespace wardroom::lobby
