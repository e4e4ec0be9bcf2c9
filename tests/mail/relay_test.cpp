#include "server/mail/relay.h"

#include <gmock/gmock.h>

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/read_until.hpp>
#include <boost/asio/streambuf.hpp>
#include <boost/asio/write.hpp>
#include <istream>
#include <map>
#include <thread>

namespace wardroom::mail {
namespace {

namespace asio = boost::asio;
using asio::ip::tcp;
using ::testing::HasSubstr;

using Answers = std::map<std::string, std::string>;

// A relay that says to each command what it was told to say. "" as an answer: none, until the other one leaves;
// "close": it hangs up.
class ScriptedRelay {
 public:
  explicit ScriptedRelay(Answers answers)
      : answers_(std::move(answers)), acceptor_(io_, tcp::endpoint(asio::ip::address_v4::loopback(), 0)) {
    thread_ = std::thread([this] { serve(); });
  }
  ~ScriptedRelay() {
    boost::system::error_code ignored;
    tcp::socket(io_).connect(acceptor_.local_endpoint(), ignored);  // ends an accept that waits
    thread_.join();
  }

  std::string url() const { return "smtp://127.0.0.1:" + std::to_string(acceptor_.local_endpoint().port()); }
  std::string mail;  // what came, when the relay's user is done

 private:
  std::string answer(const std::string& command, const std::string& usual) const {
    const auto own = answers_.find(command);
    return own == answers_.end() ? usual : own->second;
  }

  void serve() {
    tcp::socket socket(io_);
    boost::system::error_code error;
    acceptor_.accept(socket, error);
    asio::streambuf buffer;
    const auto say = [&](const std::string& words) {
      if (words == "close")
        socket.close(error);
      else if (!words.empty())
        asio::write(socket, asio::buffer(words + "\r\n"), error);
    };
    say(answer("greeting", "220 relay"));
    while (!error && socket.is_open()) {
      asio::read_until(socket, buffer, "\r\n", error);
      if (error) return;
      std::istream in(&buffer);
      std::string line;
      std::getline(in, line);
      const std::string command = line.substr(0, line.find_first_of(" \r"));
      if (command == "EHLO")
        say(answer("EHLO", "250 relay"));
      else if (command == "DATA") {
        say(answer("DATA", "354 go on"));
        if (answers_.contains("DATA")) continue;
        const std::size_t size = asio::read_until(socket, buffer, "\r\n.\r\n", error);
        if (error) return;
        mail.resize(size);
        in.read(mail.data(), static_cast<std::streamsize>(size));
        say(answer("dot", "250 taken"));
      } else if (command == "QUIT") {
        say("221 bye");
        return;
      } else {
        say(answer(command, "250 well"));
      }
    }
  }

  Answers answers_;
  asio::io_context io_;
  tcp::acceptor acceptor_;
  std::thread thread_;
};

Delivery sent_to(const std::string& url, const std::string& bytes = "Subject: x\r\n\r\nx\r\n", std::string user = "") {
  RelaySettings settings;
  settings.url = url;
  settings.needs_tls = false;
  settings.own_name = "wardroom.example.org";
  settings.password = user.empty() ? "" : "secret";
  settings.user = std::move(user);
  settings.whole = std::chrono::milliseconds(1500);
  return Relay(settings).send("wardroom@example.org", "anna@example.org", bytes);
}

TEST(RelayOf, TakesAMailByteForByte) {
  std::string came;
  {
    ScriptedRelay relay({});
    const Delivery delivery = sent_to(relay.url(), "Subject: x\r\n\r\n.a line with a dot\r\n");
    EXPECT_EQ(delivery.fate, Fate::kSent);
    EXPECT_EQ(delivery.reply, 250);
    came = relay.mail;
  }
  EXPECT_EQ(came, "Subject: x\r\n\r\n..a line with a dot\r\n.\r\n");
}

struct Case {
  const char* name;
  Answers answers;
  Fate fate;
  int reply;
};
class RelayThat : public ::testing::TestWithParam<Case> {};

TEST_P(RelayThat, IsUnderstood) {
  ScriptedRelay relay(GetParam().answers);
  const Delivery delivery = sent_to(relay.url());
  EXPECT_EQ(delivery.fate, GetParam().fate) << delivery.words;
  EXPECT_EQ(delivery.reply, GetParam().reply) << delivery.words;
  EXPECT_FALSE(delivery.words.empty());
}

INSTANTIATE_TEST_SUITE_P(
    All, RelayThat,
    ::testing::Values(Case{"RefusesTheAddress", {{"RCPT", "550 5.1.1 no such person"}}, Fate::kRefused, 550},
                      Case{"Greylists", {{"RCPT", "451 4.7.1 come back later"}}, Fate::kLater, 451},
                      Case{"RefusesTheMail", {{"dot", "554 5.7.1 not this"}}, Fate::kRefused, 554},
                      Case{"CannotStoreTheMailNow", {{"dot", "451 4.3.0 disk full"}}, Fate::kLater, 451},
                      Case{"StallsAtTheDot", {{"dot", ""}}, Fate::kLater, 354},
                      Case{"HangsUpAtTheDot", {{"dot", "close"}}, Fate::kLater, 354},
                      Case{"StallsAtTheGreeting", {{"greeting", ""}}, Fate::kLater, 0},
                      Case{"StallsAtTheAddress", {{"RCPT", ""}}, Fate::kLater, 250},
                      Case{"DoesNotServeUs", {{"greeting", "554 no"}}, Fate::kRelay, 554},
                      Case{"WantsANameFirst", {{"MAIL", "530 5.7.0 who are you"}}, Fate::kRelay, 530}),
    [](const auto& each) { return each.param.name; });

TEST(RelayOf, RefusingWordsAreTold) {
  ScriptedRelay relay(Answers{{"RCPT", "550 5.1.1 no such person"}});
  EXPECT_THAT(sent_to(relay.url()).words, HasSubstr("no such person"));
}

TEST(RelayOf, WithoutTlsIsNotUsedWhereTlsIsNeeded) {
  ScriptedRelay relay({});
  RelaySettings settings;
  settings.url = relay.url();
  settings.whole = std::chrono::milliseconds(1500);
  EXPECT_EQ(Relay(settings).send("a@b.example", "c@d.example", "x\r\n").fate, Fate::kRelay);
}

TEST(RelayOf, AWrongPasswordIsTheHostsBusiness) {
  ScriptedRelay relay(Answers{{"EHLO", "250-relay\r\n250 AUTH PLAIN"}, {"AUTH", "535 5.7.8 no"}});
  const Delivery delivery = sent_to(relay.url(), "x\r\n", "wardroom");
  EXPECT_EQ(delivery.fate, Fate::kRelay);
  EXPECT_EQ(delivery.reply, 535);
}

TEST(RelayOf, NobodyListensMayChange) { EXPECT_EQ(sent_to("smtp://127.0.0.1:1").fate, Fate::kLater); }

}  // namespace
}  // namespace wardroom::mail
