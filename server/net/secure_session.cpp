#include "server/net/stream_session.h"

namespace wardroom::net {

std::shared_ptr<Session> make_secure_session(Caller caller, PlainStream stream, boost::asio::ssl::context& context) {
  return std::make_shared<StreamSession<SecureStream>>(std::move(caller), SecureStream(std::move(stream), context));
}

}  // namespace wardroom::net
