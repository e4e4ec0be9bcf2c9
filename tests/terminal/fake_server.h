// A server that says what a test wants it to say.
#pragma once

#include <atomic>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <functional>
#include <memory>
#include <thread>
#include <vector>

#include "client/terminal/address.h"
#include "wardroom/v1/wire.pb.h"

namespace wardroom::terminal {

class FakeServer {
 public:
  // What is sent for a frame, on the server's own thread; the request's number is put in where it is missing.
  using Reply = std::vector<v1::ServerFrame>;
  using Handle = std::function<Reply(const v1::ClientFrame&)>;

  explicit FakeServer(Handle handle);
  ~FakeServer();

  Address address() const;
  void drop();                                      // every connection, without a farewell
  int connections() const { return connections_; }  // ever made

  // A welcome, signed in when a token is given.
  static v1::ServerFrame welcome(const v1::ClientFrame& hello);
  static v1::ServerFrame unasked();  // a frame that answers nothing

 private:
  struct Connection;
  boost::asio::awaitable<void> accept();
  boost::asio::awaitable<void> serve(std::shared_ptr<Connection> connection);

  Handle handle_;
  boost::asio::io_context io_{1};
  boost::asio::ip::tcp::acceptor acceptor_;
  std::vector<std::weak_ptr<Connection>> live_;
  std::atomic<int> connections_{0};
  std::thread thread_;
};

}  // namespace wardroom::terminal
