#include "tests/mail/scripted_relay.h"

#include <sys/socket.h>

#include <boost/asio/read_until.hpp>
#include <boost/asio/streambuf.hpp>
#include <boost/asio/write.hpp>
#include <istream>

namespace wardroom::testing {
namespace asio = boost::asio;
using asio::ip::tcp;

ScriptedRelay::ScriptedRelay(Answers answers)
    : answers_(std::move(answers)), acceptor_(io_, tcp::endpoint(asio::ip::address_v4::loopback(), 0)), talking_(io_) {
  thread_ = std::thread([this] { serve(); });
}

ScriptedRelay::~ScriptedRelay() {
  boost::system::error_code ignored;
  {
    std::lock_guard lock(mutex_);
    ending_ = true;
    if (talking_.is_open()) ::shutdown(talking_.native_handle(), SHUT_RDWR);
  }
  tcp::socket(io_).connect(acceptor_.local_endpoint(), ignored);  // ends an accept that waits
  thread_.join();
}

void ScriptedRelay::answer(Answers answers) {
  std::lock_guard lock(mutex_);
  answers_ = std::move(answers);
}

std::vector<ScriptedRelay::Mail> ScriptedRelay::mails() {
  std::lock_guard lock(mutex_);
  return mails_;
}

int ScriptedRelay::callers() {
  std::lock_guard lock(mutex_);
  return callers_;
}

std::string ScriptedRelay::said_to(const std::string& command, const std::string& usual) {
  std::lock_guard lock(mutex_);
  const auto own = answers_.find(command);
  return own == answers_.end() ? usual : own->second;
}

void ScriptedRelay::serve() {
  for (;;) {
    tcp::socket socket(io_);
    boost::system::error_code error;
    acceptor_.accept(socket, error);
    {
      std::lock_guard lock(mutex_);
      if (ending_) return;
      ++callers_;
      talking_ = std::move(socket);
    }
    converse(talking_);
    std::lock_guard lock(mutex_);
    talking_.close(error);
  }
}

void ScriptedRelay::converse(tcp::socket& socket) {
  boost::system::error_code error;
  asio::streambuf buffer;
  bool open = true;
  const auto say = [&](const std::string& words) {
    if (words == "close") {
      open = false;
    } else if (!words.empty()) {
      asio::write(socket, asio::buffer(words + "\r\n"), error);
    }
  };
  say(said_to("greeting", "220 relay"));
  std::string from, to;
  while (!error && open) {
    asio::read_until(socket, buffer, "\r\n", error);
    if (error) return;
    std::istream in(&buffer);
    std::string line;
    std::getline(in, line);
    const std::string command = line.substr(0, line.find_first_of(" \r"));
    if (command == "EHLO") {
      say(said_to("EHLO", "250 relay"));
    } else if (command == "DATA") {
      const std::string go_on = said_to("DATA", "354 go on");
      say(go_on);
      if (!go_on.starts_with("354")) continue;
      const std::size_t size = asio::read_until(socket, buffer, "\r\n.\r\n", error);
      if (error) return;
      Mail mail{to, std::string(size, '\0'), false, from};
      in.read(mail.bytes.data(), static_cast<std::streamsize>(size));
      const std::string answer = said_to("dot", "250 taken");
      mail.taken = answer.starts_with("2");
      {
        std::lock_guard lock(mutex_);
        mails_.push_back(std::move(mail));
      }
      say(answer);
    } else if (command == "QUIT") {
      say("221 bye");
      return;
    } else {
      if (command == "MAIL") from = line.substr(line.find('<') + 1, line.find('>') - line.find('<') - 1);
      if (command == "RCPT") to = line.substr(line.find('<') + 1, line.find('>') - line.find('<') - 1);
      say(said_to(command, "250 well"));
    }
  }
}

}  // namespace wardroom::testing
