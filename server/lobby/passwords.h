// Passwords: Argon2id on a few threads of its own, so that nothing else waits for it.
#pragma once

#include <atomic>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/thread_pool.hpp>
#include <functional>
#include <string>

#include "common/result.h"
#include "server/lobby/settings.h"

namespace wardroom::lobby {

class Passwords {
 public:
  enum class Verdict { kWrong, kRight };

  explicit Passwords(const DeskSettings& settings);
  ~Passwords();

  boost::asio::awaitable<Result<std::string>> hash(std::string password);
  // Takes as long for an account that does not exist (an empty hash) as for one that does.
  boost::asio::awaitable<Result<Verdict>> verify(std::string password_hash, std::string password);

 private:
  bool enter();
  std::string hash_now(const std::string& password) const;

  const unsigned long long operations_;
  const std::size_t memory_;
  const std::size_t most_;
  std::string nobody_;
  std::atomic<std::size_t> waiting_{0};
  boost::asio::thread_pool threads_;
};

}  // namespace wardroom::lobby
