// ScriptedRelay: a mail server in the process that says to each command what it was told to say.
#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace wardroom::testing {

// By command; "greeting" and "dot" are not said by the other one. "" as an answer: none, until the other one leaves;
// "close": it hangs up.
using Answers = std::map<std::string, std::string>;

class ScriptedRelay {
 public:
  explicit ScriptedRelay(Answers answers = {});
  ~ScriptedRelay();
  ScriptedRelay(const ScriptedRelay&) = delete;
  ScriptedRelay& operator=(const ScriptedRelay&) = delete;

  struct Mail {
    std::string to;
    std::string bytes;  // as they came, with the dot at the end
    bool taken = false;
    std::string from{};  // of the envelope
  };
  std::string url() const { return "smtp://127.0.0.1:" + std::to_string(acceptor_.local_endpoint().port()); }
  void answer(Answers answers);  // from now on
  std::vector<Mail> mails();     // whose end has come, taken or not
  int callers();                 // how many connections there were

 private:
  std::string said_to(const std::string& command, const std::string& usual);
  void serve();
  void converse(boost::asio::ip::tcp::socket& socket);

  std::mutex mutex_;  // guards what follows
  Answers answers_;
  std::vector<Mail> mails_;
  int callers_ = 0;
  bool ending_ = false;
  boost::asio::io_context io_;
  boost::asio::ip::tcp::acceptor acceptor_;
  boost::asio::ip::tcp::socket talking_;
  std::thread thread_;
};

}  // namespace wardroom::testing
