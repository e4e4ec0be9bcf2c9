// Push: a notice on somebody's device, by the push service of his browser (RFC 8030), so that the service can neither
// read it (RFC 8291) nor be told one by anybody else (RFC 8292).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "common/hash.h"
#include "server/outward/messenger.h"

namespace wardroom::outward {

// As a browser's push manager gives it.
struct Subscription {
  std::string endpoint;
  std::string p256dh;  // a point of P-256, 65 bytes
  std::string auth;    // 16 bytes
};
bool well_formed(const Subscription& subscription);

// A key pair of P-256, made of 32 bytes.
class KeyPair {
 public:
  explicit KeyPair(std::string_view private_key);  // a fresh hash of them where they are no key: one case in 2^32
  static KeyPair fresh();
  const std::string& private_key() const { return private_; }
  const std::string& public_key() const { return public_; }  // 65 bytes

 private:
  std::string private_;
  std::string public_;
};

// What a push service is shown: that it is us, until then.
std::string vapid_token(const KeyPair& key, const std::string& origin, const std::string& contact,
                        std::int64_t until_s);

struct Sealing {
  KeyPair key;
  std::string salt;  // 16 bytes
  std::size_t padded_to = 0;
};
// The body that only that browser can read; empty: its keys are none.
std::string sealed(std::string_view text, const Subscription& to, const Sealing& sealing);

struct Push {
  std::string text;
  std::string topic;  // a newer one takes the place of an older; letters of base64url, at most 32
  std::int64_t lives_s = 0;
  bool urgent = false;
};
Call push_call(const Subscription& to, const Push& push, const KeyPair& key, const std::string& contact,
               std::int64_t now_s);

}  // namespace wardroom::outward
