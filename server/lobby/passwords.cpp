#include "server/lobby/passwords.h"

#include <sodium.h>

#include <boost/asio/post.hpp>
#include <stdexcept>

#include "common/hash.h"
#include "server/match/await.h"

namespace wardroom::lobby {
namespace asio = boost::asio;

namespace {

Refusal busy() { return refuse(RefusalCode::kTooMuch, "refusal.sign_in_busy"); }

}  // namespace

Passwords::Passwords(const DeskSettings& settings, std::atomic<std::int64_t>& waiting)
    : operations_(settings.password_operations),
      memory_(settings.password_memory),
      nobody_(hash_now(random_bytes(16))),
      waiting_(settings.password_queue, settings.password_queue_per_address, waiting),
      threads_(settings.password_threads) {}

Passwords::~Passwords() {
  threads_.stop();
  threads_.join();
}

bool Passwords::enter(const std::string& address, match::FairQueue::Job job) {
  if (!waiting_.push(address, std::move(job))) return false;
  asio::post(threads_, [this] { waiting_.pop()(); });
  return true;
}

std::string Passwords::hash_now(const std::string& password) const {
  if (sodium_init() < 0) throw std::runtime_error("libsodium could not start");
  char out[crypto_pwhash_STRBYTES];
  if (crypto_pwhash_str_alg(out, password.data(), password.size(), operations_, memory_,
                            crypto_pwhash_ALG_ARGON2ID13) != 0)
    return {};
  return out;
}

asio::awaitable<Result<std::string>> Passwords::hash(std::string address, std::string password) {
  auto start = [&](std::function<void(Result<std::string>)> then) {
    const bool entered = enter(address, [this, &password, then] {
      std::string hashed = hash_now(password);
      if (hashed.empty()) return then(busy());
      then(std::move(hashed));
    });
    if (!entered) then(busy());
  };
  co_return co_await match::wait_for<Result<std::string>>(start);
}

asio::awaitable<Result<Passwords::Verdict>> Passwords::verify(std::string address, std::string password_hash,
                                                              std::string password) {
  auto start = [&](std::function<void(Result<Verdict>)> then) {
    const bool entered = enter(address, [this, &password, &password_hash, then] {
      const std::string& against = password_hash.empty() ? nobody_ : password_hash;
      const bool same = crypto_pwhash_str_verify(against.c_str(), password.data(), password.size()) == 0;
      then(same && !password_hash.empty() ? Verdict::kRight : Verdict::kWrong);
    });
    if (!entered) then(busy());
  };
  co_return co_await match::wait_for<Result<Verdict>>(start);
}

}  // namespace wardroom::lobby
