// Listener: a web server in the process that says to each request what it was told to say, and keeps what it was sent;
// and what only the browser behind a push service can do: read what it was sent.
#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "server/outward/push.h"

namespace wardroom::testing {

class Listener {
 public:
  Listener();
  ~Listener();
  Listener(const Listener&) = delete;
  Listener& operator=(const Listener&) = delete;

  struct Heard {
    std::string path;
    std::map<std::string, std::string> headers;  // by name in small letters
    std::string body;
  };
  std::uint16_t port() const { return acceptor_.local_endpoint().port(); }
  std::string url(const std::string& path = "/hook") const {
    return "http://127.0.0.1:" + std::to_string(port()) + path;
  }
  // From now on: a status with more headers, "302\r\nLocation: ..."; empty: nothing, until the other one leaves.
  void answer(std::string with);
  void add_body(std::size_t bytes);  // to every answer
  std::vector<Heard> heard();

 private:
  void serve();
  void converse(boost::asio::ip::tcp::socket& socket);

  std::mutex mutex_;  // guards what follows
  std::string answer_ = "204";
  std::size_t body_ = 0;
  std::vector<Heard> heard_;
  bool ending_ = false;
  boost::asio::io_context io_;
  boost::asio::ip::tcp::acceptor acceptor_;
  boost::asio::ip::tcp::socket talking_;
  std::thread thread_;
};

// A browser's side of a push subscription.
struct Browser {
  Browser();
  explicit Browser(outward::KeyPair its, std::string its_auth) : key(std::move(its)), auth(std::move(its_auth)) {}
  outward::Subscription subscription(const std::string& endpoint) const { return {endpoint, key.public_key(), auth}; }
  std::optional<std::string> read(const std::string& body) const;  // none: it is not for this one

  outward::KeyPair key;
  std::string auth;
};
// Whether a token "header.claims.signature" was signed with this key.
bool is_signed(const std::string& token, const std::string& public_key);

}  // namespace wardroom::testing
