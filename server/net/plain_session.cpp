#include "server/net/stream_session.h"

namespace wardroom::net {

std::shared_ptr<Session> make_plain_session(Caller caller, PlainStream stream) {
  return std::make_shared<StreamSession<PlainStream>>(std::move(caller), std::move(stream));
}

}  // namespace wardroom::net
