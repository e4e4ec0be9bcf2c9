// Passwords: Argon2id on a few threads of its own, so that nothing else waits for it. Those who ask for it wait by
// address, and addresses take turns: nobody's sign-in waits behind a crowd of somebody else's.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <boost/asio/thread_pool.hpp>
#include <functional>
#include <string>

#include "common/result.h"
#include "server/lobby/settings.h"
#include "server/match/fair_queue.h"

namespace wardroom::lobby {

class Passwords {
 public:
  enum class Verdict { kWrong, kRight };

  Passwords(const DeskSettings& settings, std::atomic<std::int64_t>& waiting);
  ~Passwords();

  boost::asio::awaitable<Result<std::string>> hash(std::string address, std::string password);
  // Takes as long for an account that does not exist (an empty hash) as for one that does.
  boost::asio::awaitable<Result<Verdict>> verify(std::string address, std::string password_hash, std::string password);

 private:
  bool enter(const std::string& address, match::FairQueue::Job job);
  std::string hash_now(const std::string& password) const;

  const unsigned long long operations_;
  const std::size_t memory_;
  std::string nobody_;
  match::FairQueue waiting_;
  boost::asio::thread_pool threads_;
};

}  // namespace wardroom::lobby
