// Request: one piece of work for a thread of the store, and whom to call back. Inbox: where requests wait.
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "common/result.h"
#include "server/store/connection.h"
#include "server/store/hooks.h"

namespace wardroom::store {

// What work is done with.
struct Bench {
  Connection& connection;
  const Hooks& hooks;
  std::optional<std::int64_t> beat_gap_ms{};  // longer than this without a beat: no server was up; nobody beats: none

  std::int64_t now() const { return hooks.now ? hooks.now() : connection.now_ms(); }
};

template <class T>
using Then = std::function<void(Result<T>)>;

class Request {
 public:
  explicit Request(std::string match = {}) : match_(std::move(match)) {}
  virtual ~Request() = default;
  const std::string& match() const { return match_; }  // of which it writes something; empty: of none
  virtual bool run(Bench& bench) = 0;                  // whether it was done; its savepoint is rolled back when not
  virtual void fail(Refusal why) = 0;                  // whatever it did has been rolled back
  virtual void answer() = 0;

 private:
  const std::string match_;
};

template <class T, class Work>
class RequestOf final : public Request {
 public:
  RequestOf(Work work, Then<T> then, std::string match)
      : Request(std::move(match)), work_(std::move(work)), then_(std::move(then)) {}
  bool run(Bench& bench) override {
    result_.emplace(work_(bench));
    return result_->has_value();
  }
  void fail(Refusal why) override { result_.emplace(std::move(why)); }
  void answer() override { then_(std::move(*result_)); }

 private:
  Work work_;
  Then<T> then_;
  std::optional<Result<T>> result_;
};

template <class T, class Work>
std::unique_ptr<Request> request(Work work, Then<T> then, std::string match = {}) {
  return std::make_unique<RequestOf<T, Work>>(std::move(work), std::move(then), std::move(match));
}

using Requests = std::vector<std::unique_ptr<Request>>;

class Inbox {
 public:
  void put(std::unique_ptr<Request> request);
  void close();  // what is in it is still taken

  enum class Taken { kSome, kNone, kClosed };
  // Everything that waits. kNone after `patience` without a request; kClosed when there will be no more.
  Taken take(Requests& requests, std::optional<std::chrono::milliseconds> patience);

 private:
  std::mutex mutex_;
  std::condition_variable filled_;
  Requests waiting_;
  bool closed_ = false;
};

}  // namespace wardroom::store
