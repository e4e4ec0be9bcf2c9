// Sorter: of what is due for somebody, what is still to be told and may be told now; the rest is settled or put off.
// Used by whatever carries news, each with its own.
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <chrono>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "server/match/host.h"
#include "server/notices/hours.h"
#include "server/notices/ledger.h"
#include "server/notices/letter.h"

namespace wardroom::notices {

struct SorterSettings {
  std::filesystem::path words;                                      // the platform's text catalogs
  std::string url;                                                  // where players reach this server
  std::chrono::milliseconds look_again = std::chrono::minutes(10);  // whether somebody still looks at his match
  std::function<std::int64_t()> now_ms = match::system_now_ms;
};

bool of_account(const store::WaitingJob& job);  // and no match

struct Sorted {
  std::vector<Item> items;
  Jobs jobs;  // those that the items tell of
};

class Sorter {
 public:
  // The executor's threads run as long as it is used.
  Sorter(boost::asio::any_io_executor executor, match::Host& host, const Ledger& ledger, SorterSettings settings);

  // What is not true any more is settled.
  Jobs still_true(const store::Due& due) const;
  Sorted sort(const Jobs& jobs, const store::Addressee& to);
  void add_news(const store::Addressee& to, Item& item) const;
  v1::Picture picture_for(const store::Addressee& to, const Item& item) const;
  const Catalog& words_for(const std::string& title);  // over the platform's; with no name: the platform's

 private:
  bool still_true(const store::WaitingJob& job, const store::Due& due) const;
  std::optional<Item> look_at(const store::WaitingJob& job, const store::Addressee& to);
  std::optional<Item> look_at_event(const store::WaitingJob& job);
  std::int64_t not_yet_of_event(const store::WaitingJob& job, const store::Addressee& to, const Item& item) const;
  std::int64_t not_yet(const store::WaitingJob& job, const store::Addressee& to, const Item& item) const;
  template <class T>
  T await(boost::asio::awaitable<T> coroutine) const;

  boost::asio::any_io_executor executor_;
  match::Host& host_;
  const Ledger& ledger_;
  const SorterSettings settings_;
  std::map<std::string, Catalog> words_;
};

}  // namespace wardroom::notices
