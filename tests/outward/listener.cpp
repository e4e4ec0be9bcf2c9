#include "tests/outward/listener.h"

#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/ecdsa.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/param_build.h>

#include <algorithm>
#include <boost/asio/read.hpp>
#include <boost/asio/read_until.hpp>
#include <boost/asio/streambuf.hpp>
#include <boost/asio/write.hpp>
#include <istream>

#include "common/base64.h"
#include "common/hash.h"

namespace wardroom::testing {
namespace asio = boost::asio;
using asio::ip::tcp;

Listener::Listener()
    : acceptor_(io_, tcp::endpoint(asio::ip::address_v4::loopback(), 0)), talking_(io_), thread_([this] { serve(); }) {}

Listener::~Listener() {
  {
    std::lock_guard lock(mutex_);
    ending_ = true;
    boost::system::error_code ignored;
    if (talking_.is_open()) talking_.shutdown(tcp::socket::shutdown_both, ignored);
  }
  boost::system::error_code ignored;
  tcp::socket knock(io_);  // accept() does not end by itself
  knock.connect(acceptor_.local_endpoint(), ignored);
  thread_.join();
}

void Listener::answer(std::string with) {
  std::lock_guard lock(mutex_);
  answer_ = std::move(with);
}
void Listener::add_body(std::size_t bytes) {
  std::lock_guard lock(mutex_);
  body_ = bytes;
}
std::vector<Listener::Heard> Listener::heard() {
  std::lock_guard lock(mutex_);
  return heard_;
}

void Listener::serve() {
  while (true) {
    tcp::socket socket(io_);
    boost::system::error_code error;
    acceptor_.accept(socket, error);
    {
      std::lock_guard lock(mutex_);
      if (ending_ || error) return;
      talking_ = std::move(socket);
    }
    try {
      converse(talking_);
    } catch (const std::exception&) {
      // it hung up
    }
    std::lock_guard lock(mutex_);
    boost::system::error_code ignored;
    talking_.close(ignored);
  }
}

void Listener::converse(tcp::socket& socket) {
  asio::streambuf buffer;
  asio::read_until(socket, buffer, "\r\n\r\n");
  std::istream in(&buffer);
  Heard heard;
  std::string line;
  std::getline(in, line);
  heard.path = line.substr(line.find(' ') + 1);
  heard.path = heard.path.substr(0, heard.path.find(' '));
  while (std::getline(in, line) && line != "\r") {
    const std::size_t colon = line.find(':');
    std::string name = line.substr(0, colon);
    std::ranges::transform(name, name.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    heard.headers[name] = line.substr(colon + 2, line.size() - colon - 3);
  }
  const std::size_t length = std::stoul(heard.headers.at("content-length"));
  if (buffer.size() < length) asio::read(socket, buffer, asio::transfer_exactly(length - buffer.size()));
  heard.body.resize(length);
  in.read(heard.body.data(), static_cast<std::streamsize>(length));
  std::string answer;
  std::size_t more = 0;
  {
    std::lock_guard lock(mutex_);
    heard_.push_back(std::move(heard));
    answer = answer_;
    more = body_;
  }
  if (answer.empty()) {  // until it leaves
    char nothing = 0;
    boost::system::error_code gone;
    asio::read(socket, asio::buffer(&nothing, 1), gone);
    return;
  }
  const std::string said = "HTTP/1.1 " + answer + "\r\nContent-Length: " + std::to_string(more) +
                           "\r\nConnection: close\r\n\r\n" + std::string(more, 'x');
  asio::write(socket, asio::buffer(said));
}

// -- the browser: by itself, from RFC 8291 and 8188 --

namespace {

const unsigned char* raw(const std::string& text) { return reinterpret_cast<const unsigned char*>(text.data()); }
unsigned char* raw(std::string& text) { return reinterpret_cast<unsigned char*>(text.data()); }

std::string expand(const std::string& key, const std::string& text, std::size_t size) {
  std::string out(32, '\0');
  unsigned length = 0;
  HMAC(EVP_sha256(), key.data(), static_cast<int>(key.size()), raw(text), text.size(), raw(out), &length);
  return out.substr(0, size);
}

// The x of a point multiplied by a number.
std::string multiplied(const std::string& point, const std::string& scalar) {
  EC_GROUP* group = EC_GROUP_new_by_curve_name(NID_X9_62_prime256v1);
  EC_POINT* from = EC_POINT_new(group);
  EC_POINT* to = EC_POINT_new(group);
  BIGNUM* number = BN_bin2bn(raw(scalar), static_cast<int>(scalar.size()), nullptr);
  std::string out(65, '\0');
  const bool good = EC_POINT_oct2point(group, from, raw(point), point.size(), nullptr) == 1 &&
                    EC_POINT_mul(group, to, nullptr, from, number, nullptr) == 1;
  if (good) EC_POINT_point2oct(group, to, POINT_CONVERSION_UNCOMPRESSED, raw(out), out.size(), nullptr);
  BN_free(number);
  EC_POINT_free(to);
  EC_POINT_free(from);
  EC_GROUP_free(group);
  return good ? out.substr(1, 32) : std::string();
}

}  // namespace

Browser::Browser() : key(outward::KeyPair::fresh()), auth(random_bytes(16)) {}

std::optional<std::string> Browser::read(const std::string& body) const {
  if (body.size() < 16 + 5 + 65 + 17 || body[20] != 65) return std::nullopt;
  const std::string salt = body.substr(0, 16), from = body.substr(21, 65), sealed = body.substr(86);
  const std::string shared = multiplied(from, key.private_key());
  using std::string_literals::operator""s;
  const std::string input = expand(expand(auth, shared, 32), "WebPush: info\0"s + key.public_key() + from + "\1", 32);
  const std::string extracted = expand(salt, input, 32);
  const std::string secret = expand(extracted, "Content-Encoding: aes128gcm\0\1"s, 16);
  const std::string nonce = expand(extracted, "Content-Encoding: nonce\0\1"s, 12);
  std::string text(sealed.size() - 16, '\0');
  std::string tag = sealed.substr(text.size());
  EVP_CIPHER_CTX* cipher = EVP_CIPHER_CTX_new();
  int size = 0, rest = 0;
  EVP_DecryptInit_ex(cipher, EVP_aes_128_gcm(), nullptr, raw(secret), raw(nonce));
  EVP_DecryptUpdate(cipher, raw(text), &size, raw(sealed), static_cast<int>(text.size()));
  EVP_CIPHER_CTX_ctrl(cipher, EVP_CTRL_GCM_SET_TAG, 16, raw(tag));
  const bool good = EVP_DecryptFinal_ex(cipher, raw(text) + size, &rest) == 1;
  EVP_CIPHER_CTX_free(cipher);
  const std::size_t end = text.find_last_not_of('\0');
  if (!good || end == text.npos || text[end] != '\2') return std::nullopt;
  return text.substr(0, end);
}

bool is_signed(const std::string& token, const std::string& public_key) {
  const std::size_t dot = token.rfind('.');
  const auto numbers = from_base64_url(token.substr(dot + 1));
  if (!numbers || numbers->size() != 64) return false;
  ECDSA_SIG* signature = ECDSA_SIG_new();
  ECDSA_SIG_set0(signature, BN_bin2bn(raw(*numbers), 32, nullptr), BN_bin2bn(raw(*numbers) + 32, 32, nullptr));
  unsigned char* der = nullptr;
  const int size = i2d_ECDSA_SIG(signature, &der);
  OSSL_PARAM_BLD* builder = OSSL_PARAM_BLD_new();
  OSSL_PARAM_BLD_push_utf8_string(builder, OSSL_PKEY_PARAM_GROUP_NAME, "prime256v1", 0);
  OSSL_PARAM_BLD_push_octet_string(builder, OSSL_PKEY_PARAM_PUB_KEY, public_key.data(), public_key.size());
  OSSL_PARAM* parameters = OSSL_PARAM_BLD_to_param(builder);
  EVP_PKEY_CTX* making = EVP_PKEY_CTX_new_from_name(nullptr, "EC", nullptr);
  EVP_PKEY* key = nullptr;
  EVP_PKEY_fromdata_init(making);
  EVP_PKEY_fromdata(making, &key, EVP_PKEY_PUBLIC_KEY, parameters);
  EVP_MD_CTX* digest = EVP_MD_CTX_new();
  EVP_DigestVerifyInit(digest, nullptr, EVP_sha256(), nullptr, key);
  const bool good = EVP_DigestVerify(digest, der, static_cast<std::size_t>(size), raw(token), dot) == 1;
  EVP_MD_CTX_free(digest);
  EVP_PKEY_free(key);
  EVP_PKEY_CTX_free(making);
  OSSL_PARAM_free(parameters);
  OSSL_PARAM_BLD_free(builder);
  OPENSSL_free(der);
  ECDSA_SIG_free(signature);
  return good;
}

}  // namespace wardroom::testing
