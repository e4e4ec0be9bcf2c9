// Postman: carries out what the outbox says is to be told to people: looks whether it still is to be told, writes one
// mail of it, keeps the mail, and hands it to the relay until that has taken it. A thread of its own: sending blocks.
#pragma once

#include <atomic>
#include <boost/asio/any_io_executor.hpp>
#include <condition_variable>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "server/mail/message.h"
#include "server/mail/relay.h"
#include "server/match/host.h"
#include "server/notices/hours.h"
#include "server/notices/letter.h"
#include "server/store/outbox.h"

namespace wardroom::notices {

// Where a test may end it.
enum class Point { kTaken, kKept, kSent };

struct PostmanSettings {
  mail::RelaySettings relay;
  std::string from;
  std::string url;              // where players reach this server: https://play.example.org
  std::filesystem::path words;  // the platform's text catalogs
  std::chrono::milliseconds poll{500};
  std::chrono::milliseconds probe = std::chrono::minutes(5);        // a relay that does not work is tried again
  std::chrono::milliseconds look_again = std::chrono::minutes(10);  // whether somebody still looks at his match
  std::chrono::milliseconds patience = std::chrono::seconds(5);     // for what is being sent when the server stops
  std::function<std::int64_t()> now_ms = match::system_now_ms;
  std::function<void(Point)> at = [](Point) {};
};

class Postman {
 public:
  // All of these outlive it; the executor's threads run until it has stopped.
  Postman(boost::asio::any_io_executor executor, match::Host& host, store::Outbox& outbox, PostmanSettings settings);
  ~Postman();
  Postman(const Postman&) = delete;
  Postman& operator=(const Postman&) = delete;

  void stop();  // from any thread but its own; what is not sent is sent when the server is back

 private:
  using Jobs = std::vector<store::WaitingJob>;
  using Ids = std::vector<std::int64_t>;
  struct Sorted {
    std::vector<Item> items;
    Jobs jobs;  // those that the items tell of
  };

  void run();
  bool work();  // whether there was anything to do
  void carry(store::Due& due);
  bool still_true(const store::WaitingJob& job, const store::Addressee& to) const;
  Sorted sort(const store::Due& due);
  std::optional<Item> look_at(const store::WaitingJob& job, const store::Addressee& to);
  std::optional<Item> look_at_event(const store::WaitingJob& job);
  std::int64_t not_yet(const store::WaitingJob& job, const store::Addressee& to, const Item& item) const;
  void add_news(const store::WaitingJob& job, const store::Addressee& to, Item& item);
  std::string picture_for(const store::Addressee& to, const Item& item);
  void write_of_matches(const store::Addressee& to, Sorted sorted);
  void write_of_account(const store::Addressee& to, const store::WaitingJob& job);
  void keep_and_send(const store::Addressee& to, const Jobs& jobs, mail::Message message,
                     std::vector<store::Token> tokens);
  void send(const std::string& account, const Ids& jobs, const store::Mail& mail);
  void settle(const Ids& jobs, v1::Delivery::State state, const std::string& words = {});
  void put_off(const Ids& jobs, std::int64_t until_ms, v1::Delivery::State state = v1::Delivery::WAITING,
               const std::string& words = {});
  std::string new_token(store::Purpose purpose, const std::string& match, std::vector<store::Token>& tokens) const;
  std::string name_of(const std::string& what) const;  // that tells nothing, and is always the same
  const Catalog& words_for(const std::string& title);

  template <class T, class Start>
  Result<T> ask(Start start) const;
  template <class T>
  T await(boost::asio::awaitable<T> coroutine) const;

  boost::asio::any_io_executor executor_;
  match::Host& host_;
  store::Outbox& outbox_;
  const PostmanSettings settings_;
  mail::Relay relay_;
  std::map<std::string, Catalog> words_;  // by title, over the platform's; with no name: the platform's
  Secret secret_{};
  std::int64_t relay_down_until_ms_ = 0;

  std::mutex mutex_;
  std::condition_variable stopped_;
  bool stopping_ = false;
  bool ended_ = false;
  std::thread thread_;
};

}  // namespace wardroom::notices
