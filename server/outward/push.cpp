#include "server/outward/push.h"

#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/ecdsa.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/obj_mac.h>
#include <openssl/param_build.h>

#include <algorithm>
#include <boost/json.hpp>
#include <memory>
#include <stdexcept>

#include "common/base64.h"

namespace wardroom::outward {
namespace {

constexpr std::size_t kPointBytes = 65;
constexpr std::size_t kScalarBytes = 32;
constexpr std::size_t kAuthBytes = 16;
constexpr std::size_t kSaltBytes = 16;
constexpr std::size_t kTagBytes = 16;
constexpr std::size_t kKeyBytes = 16;
constexpr std::size_t kNonceBytes = 12;
constexpr std::size_t kPaddedTo = 1024;
constexpr std::int64_t kTokenLivesS = 12 * 3600;

template <auto Free>
struct Freed {
  template <class T>
  void operator()(T* what) const {
    Free(what);
  }
};
using Number = std::unique_ptr<BIGNUM, Freed<BN_clear_free>>;
using Group = std::unique_ptr<EC_GROUP, Freed<EC_GROUP_free>>;
using Point = std::unique_ptr<EC_POINT, Freed<EC_POINT_free>>;
using Key = std::unique_ptr<EVP_PKEY, Freed<EVP_PKEY_free>>;
using KeyContext = std::unique_ptr<EVP_PKEY_CTX, Freed<EVP_PKEY_CTX_free>>;
using Digest = std::unique_ptr<EVP_MD_CTX, Freed<EVP_MD_CTX_free>>;
using Cipher = std::unique_ptr<EVP_CIPHER_CTX, Freed<EVP_CIPHER_CTX_free>>;
using Builder = std::unique_ptr<OSSL_PARAM_BLD, Freed<OSSL_PARAM_BLD_free>>;
using Parameters = std::unique_ptr<OSSL_PARAM, Freed<OSSL_PARAM_free>>;
using Signature = std::unique_ptr<ECDSA_SIG, Freed<ECDSA_SIG_free>>;

const unsigned char* bytes(std::string_view text) { return reinterpret_cast<const unsigned char*>(text.data()); }
unsigned char* bytes(std::string& text) { return reinterpret_cast<unsigned char*>(text.data()); }

std::string hmac(std::string_view key, std::string_view text) {
  std::string out(kHashBytes, '\0');
  unsigned size = 0;
  HMAC(EVP_sha256(), key.data(), static_cast<int>(key.size()), bytes(text), text.size(), bytes(out), &size);
  return out;
}

// The point that belongs to a private key; empty: it is none.
std::string public_of(std::string_view private_key) {
  const Group group(EC_GROUP_new_by_curve_name(NID_X9_62_prime256v1));
  const Number scalar(BN_bin2bn(bytes(private_key), static_cast<int>(private_key.size()), nullptr));
  if (BN_is_zero(scalar.get()) || BN_cmp(scalar.get(), EC_GROUP_get0_order(group.get())) >= 0) return {};
  const Point point(EC_POINT_new(group.get()));
  if (EC_POINT_mul(group.get(), point.get(), scalar.get(), nullptr, nullptr, nullptr) != 1) return {};
  std::string out(kPointBytes, '\0');
  EC_POINT_point2oct(group.get(), point.get(), POINT_CONVERSION_UNCOMPRESSED, bytes(out), out.size(), nullptr);
  return out;
}

// None: there is no such key. `private_key` may be empty.
Key key_of(std::string_view public_key, std::string_view private_key) {
  const Builder builder(OSSL_PARAM_BLD_new());
  OSSL_PARAM_BLD_push_utf8_string(builder.get(), OSSL_PKEY_PARAM_GROUP_NAME, "prime256v1", 0);
  OSSL_PARAM_BLD_push_octet_string(builder.get(), OSSL_PKEY_PARAM_PUB_KEY, public_key.data(), public_key.size());
  Number scalar;
  if (!private_key.empty()) {
    scalar.reset(BN_bin2bn(bytes(private_key), static_cast<int>(private_key.size()), nullptr));
    OSSL_PARAM_BLD_push_BN(builder.get(), OSSL_PKEY_PARAM_PRIV_KEY, scalar.get());
  }
  const Parameters parameters(OSSL_PARAM_BLD_to_param(builder.get()));
  const KeyContext context(EVP_PKEY_CTX_new_from_name(nullptr, "EC", nullptr));
  EVP_PKEY* made = nullptr;
  const int selection = private_key.empty() ? EVP_PKEY_PUBLIC_KEY : EVP_PKEY_KEYPAIR;
  if (EVP_PKEY_fromdata_init(context.get()) != 1 ||
      EVP_PKEY_fromdata(context.get(), &made, selection, parameters.get()) != 1)
    return nullptr;
  return Key(made);
}

// What the two of them share; empty: the other's key is none.
std::string shared(const KeyPair& mine, std::string_view his) {
  const Key own = key_of(mine.public_key(), mine.private_key());
  const Key peer = key_of(his, {});
  if (!own || !peer) return {};
  const KeyContext context(EVP_PKEY_CTX_new(own.get(), nullptr));
  if (EVP_PKEY_derive_init(context.get()) != 1 || EVP_PKEY_derive_set_peer_ex(context.get(), peer.get(), 1) != 1)
    return {};
  std::string out(kScalarBytes, '\0');
  std::size_t size = out.size();
  return EVP_PKEY_derive(context.get(), bytes(out), &size) == 1 ? out : std::string();
}

std::string encrypted(std::string_view text, const std::string& key, const std::string& nonce) {
  const Cipher cipher(EVP_CIPHER_CTX_new());
  EVP_EncryptInit_ex(cipher.get(), EVP_aes_128_gcm(), nullptr, bytes(key), bytes(nonce));
  std::string out(text.size() + kTagBytes, '\0');
  int size = 0, rest = 0;
  EVP_EncryptUpdate(cipher.get(), bytes(out), &size, bytes(text), static_cast<int>(text.size()));
  EVP_EncryptFinal_ex(cipher.get(), bytes(out) + size, &rest);
  EVP_CIPHER_CTX_ctrl(cipher.get(), EVP_CTRL_GCM_GET_TAG, static_cast<int>(kTagBytes), bytes(out) + text.size());
  return out;
}

// ES256: the two numbers of the signature, one after the other.
std::string signed_by(const KeyPair& pair, std::string_view text) {
  const Key key = key_of(pair.public_key(), pair.private_key());
  const Digest digest(EVP_MD_CTX_new());
  std::string der(128, '\0');
  std::size_t size = der.size();
  if (!key || EVP_DigestSignInit(digest.get(), nullptr, EVP_sha256(), nullptr, key.get()) != 1 ||
      EVP_DigestSign(digest.get(), bytes(der), &size, bytes(text), text.size()) != 1)
    throw std::runtime_error("a push token cannot be signed");
  const unsigned char* from = bytes(std::string_view(der));
  const Signature made(d2i_ECDSA_SIG(nullptr, &from, static_cast<long>(size)));
  std::string out(2 * kScalarBytes, '\0');
  BN_bn2binpad(ECDSA_SIG_get0_r(made.get()), bytes(out), static_cast<int>(kScalarBytes));
  BN_bn2binpad(ECDSA_SIG_get0_s(made.get()), bytes(out) + kScalarBytes, static_cast<int>(kScalarBytes));
  return out;
}

std::string with_zero(std::string_view text) { return std::string(text) + '\0'; }

}  // namespace

bool well_formed(const Subscription& subscription) {
  return subscription.auth.size() == kAuthBytes && subscription.p256dh.size() == kPointBytes &&
         !shared(KeyPair::fresh(), subscription.p256dh).empty();
}

KeyPair::KeyPair(std::string_view private_key) : private_(private_key), public_(public_of(private_key)) {
  while (public_.empty()) {
    private_ = hash(private_);
    public_ = public_of(private_);
  }
}

KeyPair KeyPair::fresh() { return KeyPair(random_bytes(kScalarBytes)); }

std::string vapid_token(const KeyPair& key, const std::string& origin, const std::string& contact,
                        std::int64_t until_s) {
  const boost::json::object head{{"typ", "JWT"}, {"alg", "ES256"}};
  const boost::json::object claims{{"aud", origin}, {"exp", until_s}, {"sub", contact}};
  const std::string text = base64_url(boost::json::serialize(head)) + '.' + base64_url(boost::json::serialize(claims));
  return text + '.' + base64_url(signed_by(key, text));
}

std::string sealed(std::string_view text, const Subscription& to, const Sealing& sealing) {
  const std::string& from = sealing.key.public_key();
  const std::string secret = shared(sealing.key, to.p256dh);
  if (secret.empty()) return {};
  const std::string info = with_zero("WebPush: info") + to.p256dh + from + '\1';
  const std::string input = hmac(hmac(to.auth, secret), info);
  const std::string extracted = hmac(sealing.salt, input);
  const std::string key = hmac(extracted, with_zero("Content-Encoding: aes128gcm") + '\1').substr(0, kKeyBytes);
  const std::string nonce = hmac(extracted, with_zero("Content-Encoding: nonce") + '\1').substr(0, kNonceBytes);
  std::string record = std::string(text) + '\2';
  record.resize(std::max(record.size(), sealing.padded_to), '\0');
  const std::string size{'\0', '\0', '\x10', '\0'};  // of a record, at most: 4096
  return sealing.salt + size + static_cast<char>(kPointBytes) + from + encrypted(record, key, nonce);
}

Call push_call(const Subscription& to, const Push& push, const KeyPair& key, const std::string& contact,
               std::int64_t now_s) {
  const auto target = target_of(to.endpoint);
  const std::string origin = target ? target->origin : std::string();
  const Sealing sealing{KeyPair::fresh(), random_bytes(kSaltBytes), kPaddedTo};
  Call call{to.endpoint, {}, sealed(push.text, to, sealing)};
  call.headers = {"Content-Type: application/octet-stream", "Content-Encoding: aes128gcm",
                  "TTL: " + std::to_string(push.lives_s), std::string("Urgency: ") + (push.urgent ? "high" : "normal"),
                  "Authorization: vapid t=" + vapid_token(key, origin, contact, now_s + kTokenLivesS) +
                      ", k=" + base64_url(key.public_key())};
  if (!push.topic.empty()) call.headers.push_back("Topic: " + push.topic);
  return call;
}

}  // namespace wardroom::outward
