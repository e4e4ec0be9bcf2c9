// Makes the session of a connection that was let in.
#pragma once

#include <memory>
#include <vector>

#include "common/net/byte_stream.h"
#include "server/net/session.h"

namespace wardroom::net {

struct Caller {
  std::shared_ptr<Hub> hub;
  Strand strand;
  Address address;
  std::vector<Census::Place> places;
};

std::shared_ptr<Session> make_session(Caller caller, ByteStream stream);

}  // namespace wardroom::net
