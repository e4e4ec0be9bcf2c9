// Makes the session of a connection that was let in. Each kind of stream is compiled in a file of its own.
#pragma once

#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ssl/context.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <memory>
#include <vector>

#include "server/net/session.h"

namespace wardroom::net {

using PlainStream = boost::beast::basic_stream<boost::asio::ip::tcp, Strand>;

struct Caller {
  std::shared_ptr<Hub> hub;
  Strand strand;
  Address address;
  std::vector<Census::Place> places;
};

std::shared_ptr<Session> make_plain_session(Caller caller, PlainStream stream);
std::shared_ptr<Session> make_secure_session(Caller caller, PlainStream stream, boost::asio::ssl::context& context);

}  // namespace wardroom::net
