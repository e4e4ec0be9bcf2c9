// Server: listens on one port, and lets connections in as far as the limits go.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ssl/context.hpp>
#include <boost/asio/strand.hpp>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "common/result.h"
#include "server/lobby/front_desk.h"
#include "server/net/address.h"
#include "server/net/hub.h"
#include "server/net/limits.h"
#include "server/net/session.h"
#include "server/net/tls.h"

namespace wardroom::net {

struct Settings {
  std::string address = "127.0.0.1";
  std::uint16_t port = 8017;  // 0: any free one
  Limits limits;
  std::vector<std::string> origins;
  AddressList trusted_proxies;
  AddressList metrics_from;
  std::filesystem::path database;  // whose size metrics tell; empty: none
  std::optional<TlsFiles> tls;
  std::filesystem::path web;    // empty: no files
  std::filesystem::path pages;  // the host's own; empty: none
};

class Server {
 public:
  // Takes the port; nobody is let in before start(). The desk outlives every connection.
  static Result<std::unique_ptr<Server>> open(boost::asio::io_context& io, lobby::FrontDesk& desk,
                                              const Settings& settings);

  void start();
  std::uint16_t port() const { return port_; }
  std::string url() const;

  enum class Drained { kAll, kSomeLeft };
  // Lets nobody in any more, tells everyone, lets the desk finish, closes every connection and waits until they are
  // gone.
  boost::asio::awaitable<Drained> drain();

  const Hub& hub() const { return *hub_; }

 private:
  using Acceptor = boost::asio::basic_socket_acceptor<boost::asio::ip::tcp, Strand>;

  Server(boost::asio::io_context& io, std::shared_ptr<Hub> hub, std::string address);
  boost::asio::awaitable<void> listen();
  boost::asio::awaitable<void> watch_greetings();
  void let_in(boost::asio::basic_stream_socket<boost::asio::ip::tcp, Strand> socket, const Strand& strand);

  boost::asio::io_context& io_;
  std::shared_ptr<Hub> hub_;
  std::shared_ptr<boost::asio::ssl::context> tls_;
  std::string address_;
  std::uint16_t port_ = 0;
  std::shared_ptr<Acceptor> acceptor_;
};

}  // namespace wardroom::net
