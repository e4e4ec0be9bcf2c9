// Postman: carries out what the outbox says is to be told to people: looks whether it still is to be told, writes one
// mail of it, keeps the mail, and hands it to the relay until that has taken it. A thread of its own: sending blocks.
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <optional>
#include <string>
#include <vector>

#include "server/mail/message.h"
#include "server/mail/relay.h"
#include "server/match/host.h"
#include "server/notices/counter.h"
#include "server/notices/round.h"
#include "server/notices/sorter.h"
#include "server/store/outbox.h"

namespace wardroom::notices {

// Where a test may end it.
enum class Point { kTaken, kKept, kSent };

struct PostmanSettings {
  mail::RelaySettings relay;
  std::string from;
  std::string bounces;          // where what cannot be delivered comes back to; empty: to `from`
  std::string url;              // where players reach this server: https://play.example.org
  std::filesystem::path words;  // the platform's text catalogs
  std::chrono::milliseconds poll{500};
  std::chrono::milliseconds probe = std::chrono::minutes(5);        // a relay that does not work is tried again
  std::chrono::milliseconds look_again = std::chrono::minutes(10);  // whether somebody still looks at his match
  std::chrono::milliseconds patience = std::chrono::seconds(5);     // for what is being sent when the server stops
  std::function<std::int64_t()> now_ms = match::system_now_ms;
  std::function<void(Point)> at = [](Point) {};
  std::function<void()> idle = [] {};  // nothing is due
};

class Postman {
 public:
  // All of these outlive it; the executor's threads run until it has gone. What is not sent is sent when the server is
  // back.
  Postman(boost::asio::any_io_executor executor, match::Host& host, store::Outbox& outbox, PostmanSettings settings);
  Postman(const Postman&) = delete;
  Postman& operator=(const Postman&) = delete;

 private:
  bool work();  // whether there was anything to do
  void carry(store::Due& due);
  void write_of_matches(const store::Addressee& to, Sorted sorted);
  void write_of_account(const store::Addressee& to, const store::WaitingJob& job);
  void keep_and_send(const store::Addressee& to, const Jobs& jobs, mail::Message message,
                     std::vector<store::Token> tokens);
  void send(const std::string& account, const Ids& jobs, const store::Mail& mail);
  std::string new_token(store::Purpose purpose, const std::string& match, std::vector<store::Token>& tokens) const;
  std::string envelope_for(const std::string& account, const std::string& address) const;
  std::string name_of(const std::string& what) const;  // that tells nothing, and is always the same

  match::Carried& stats_;
  const Ledger ledger_;
  Counter counter_;
  const PostmanSettings settings_;
  Sorter sorter_;
  mail::Relay relay_;
  std::optional<Secret> secret_;
  std::int64_t relay_down_until_ms_ = 0;
  Round round_;
};

}  // namespace wardroom::notices
