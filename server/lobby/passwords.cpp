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

Passwords::Passwords(const DeskSettings& settings)
    : operations_(settings.password_operations),
      memory_(settings.password_memory),
      most_(settings.password_queue),
      nobody_(hash_now(random_bytes(16))),
      threads_(settings.password_threads) {}

Passwords::~Passwords() {
  threads_.stop();
  threads_.join();
}

bool Passwords::enter() {
  if (waiting_.fetch_add(1) < most_) return true;
  --waiting_;
  return false;
}

std::string Passwords::hash_now(const std::string& password) const {
  if (sodium_init() < 0) throw std::runtime_error("libsodium could not start");
  char out[crypto_pwhash_STRBYTES];
  if (crypto_pwhash_str_alg(out, password.data(), password.size(), operations_, memory_,
                            crypto_pwhash_ALG_ARGON2ID13) != 0)
    return {};
  return out;
}

asio::awaitable<Result<std::string>> Passwords::hash(std::string password) {
  if (!enter()) co_return busy();
  auto start = [&](std::function<void(Result<std::string>)> then) {
    asio::post(threads_, [this, &password, then = std::move(then)] {
      std::string hashed = hash_now(password);
      --waiting_;
      if (hashed.empty()) return then(busy());
      then(std::move(hashed));
    });
  };
  co_return co_await match::wait_for<Result<std::string>>(start);
}

asio::awaitable<Result<Passwords::Verdict>> Passwords::verify(std::string password_hash, std::string password) {
  if (!enter()) co_return busy();
  auto start = [&](std::function<void(Result<Verdict>)> then) {
    asio::post(threads_, [this, &password, &password_hash, then = std::move(then)] {
      const std::string& against = password_hash.empty() ? nobody_ : password_hash;
      const bool same = crypto_pwhash_str_verify(against.c_str(), password.data(), password.size()) == 0;
      --waiting_;
      then(same && !password_hash.empty() ? Verdict::kRight : Verdict::kWrong);
    });
  };
  co_return co_await match::wait_for<Result<Verdict>>(start);
}

}  // namespace wardroom::lobby
