// Names: what the people behind accounts are called; the lobby knows, matches remember.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <chrono>
#include <functional>
#include <mutex>
#include <string>
#include <unordered_map>

#include "server/match/store.h"

namespace wardroom::match {

struct Called {
  std::string name;  // empty: nobody
  bool guest = false;
  bool operator==(const Called&) const = default;
};

// As they were a minute ago at most: another server may have changed them.
class Names {
 public:
  using Clock = std::chrono::steady_clock;
  static constexpr std::chrono::minutes kTrusted{1};

  explicit Names(Clock::duration trusted = kTrusted) : trusted_(trusted) {}

  using Lookup = std::function<void(std::string account, Then<Called> then)>;

  void use(Lookup lookup) { lookup_ = std::move(lookup); }  // before the first match
  // The account of this name, if somebody may ask for it; the lobby knows whom he may meet.
  using Find = std::function<boost::asio::awaitable<Result<std::string>>(std::string by, std::string name)>;
  void find_by(Find find) { find_ = std::move(find); }
  boost::asio::awaitable<Result<std::string>> account(std::string by, std::string name);
  // Empty when there is no such account (any more), or it cannot be known now and never was.
  boost::asio::awaitable<Called> called(std::string account);
  boost::asio::awaitable<std::string> of(std::string account);
  void set(const std::string& account, Called called);
  void forget(const std::string& account);

 private:
  static constexpr std::size_t kRemembered = 20'000;

  struct Known {
    Called called;
    Clock::time_point until;
  };

  const Clock::duration trusted_;
  Lookup lookup_;
  Find find_;
  std::mutex mutex_;
  std::unordered_map<std::string, Known> known_;
};

}  // namespace wardroom::match
