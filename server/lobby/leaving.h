// What is kept of somebody, as he or the host is handed it.
#pragma once

#include <google/protobuf/message.h>

#include <string>

#include "server/lobby/registry.h"
#include "wardroom/v1/lobby.pb.h"
#include "wardroom/v1/token.pb.h"

namespace wardroom::lobby {

std::string as_json(const google::protobuf::Message& message);
v1::TokenInfo token_info(const PersonalToken& token);
v1::Session wire_session(const SessionRecord& record, const std::string& current);

}  // namespace wardroom::lobby
