// TLS, with a certificate made here.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509.h>

#include <boost/asio/ssl.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/ssl.hpp>
#include <boost/beast/websocket.hpp>
#include <boost/beast/websocket/ssl.hpp>

#include "common/frame.h"
#include "tests/net/harness.h"

namespace wardroom::net {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace ssl = asio::ssl;
using asio::ip::tcp;

TlsFiles make_certificate(const TemporaryFolder& folder) {
  const std::unique_ptr<EVP_PKEY, decltype(&EVP_PKEY_free)> key(EVP_EC_gen("P-256"), EVP_PKEY_free);
  const std::unique_ptr<X509, decltype(&X509_free)> certificate(X509_new(), X509_free);
  ASN1_INTEGER_set(X509_get_serialNumber(certificate.get()), 1);
  X509_gmtime_adj(X509_getm_notBefore(certificate.get()), 0);
  X509_gmtime_adj(X509_getm_notAfter(certificate.get()), 3600);
  X509_set_pubkey(certificate.get(), key.get());
  X509_NAME* subject = X509_get_subject_name(certificate.get());
  X509_NAME_add_entry_by_txt(subject, "CN", MBSTRING_ASC, reinterpret_cast<const unsigned char*>("localhost"), -1, -1,
                             0);
  X509_set_issuer_name(certificate.get(), subject);
  X509_sign(certificate.get(), key.get(), EVP_sha256());

  const TlsFiles files{folder.path() / "certificate.pem", folder.path() / "key.pem"};
  std::unique_ptr<std::FILE, decltype(&std::fclose)> out(std::fopen(files.certificate.c_str(), "w"), std::fclose);
  PEM_write_X509(out.get(), certificate.get());
  out.reset(std::fopen(files.key.c_str(), "w"));
  PEM_write_PrivateKey(out.get(), key.get(), nullptr, nullptr, 0, nullptr, nullptr);
  return files;
}

class Tls : public testing::Test {
 protected:
  Tls() : files_(make_certificate(folder_)) {}
  void serve() {
    folder_.write("site/index.html", "secure");
    Settings settings;
    settings.tls = files_;
    settings.web = folder_.path() / "site";
    harness_ = std::make_unique<Harness>(settings);
    harness_->start();
    client_.load_verify_file(files_.certificate.string());
    client_.set_verify_mode(ssl::verify_peer);
  }
  ssl::stream<tcp::socket> connect() {
    ssl::stream<tcp::socket> stream(io_, client_);
    stream.next_layer().connect(tcp::endpoint(asio::ip::address_v4::loopback(), harness_->port()));
    return stream;
  }

  TemporaryFolder folder_;
  TlsFiles files_;
  std::unique_ptr<Harness> harness_;
  asio::io_context io_;
  ssl::context client_{ssl::context::tls_client};
};

TEST_F(Tls, AWebSocketOverTlsWorksLikeAnyOther) {
  serve();
  EXPECT_TRUE(harness_->server->url().starts_with("https://"));
  beast::websocket::stream<ssl::stream<tcp::socket>, false> ws(connect());
  ws.next_layer().handshake(ssl::stream_base::client);
  ws.handshake("localhost", "/ws");
  ws.binary(true);
  ws.write(asio::buffer(encode(hello())));
  beast::flat_buffer buffer;
  ws.read(buffer);
  const auto frame = decode_server({static_cast<const char*>(buffer.data().data()), buffer.size()});
  ASSERT_TRUE(frame);
  EXPECT_TRUE(frame->has_welcome());
  ws.close(beast::websocket::close_code::normal);
}

TEST_F(Tls, FilesComeWithStrictTransportSecurity) {
  serve();
  auto stream = connect();
  stream.handshake(ssl::stream_base::client);
  beast::http::request<beast::http::empty_body> request(beast::http::verb::get, "/", 11);
  request.set("Host", "localhost");
  request.keep_alive(false);
  beast::http::write(stream, request);
  beast::flat_buffer buffer;
  HttpResponse response;
  beast::http::read(stream, buffer, response);
  EXPECT_EQ(response.body(), "secure");
  EXPECT_EQ(response["Strict-Transport-Security"], "max-age=31536000");
}

TEST_F(Tls, OldVersionsAreNotSpoken) {
  serve();
  SSL_CTX_set_security_level(client_.native_handle(), 0);
  SSL_CTX_set_min_proto_version(client_.native_handle(), TLS1_VERSION);
  SSL_CTX_set_max_proto_version(client_.native_handle(), TLS1_1_VERSION);
  auto stream = connect();
  boost::system::error_code error;
  stream.handshake(ssl::stream_base::client, error);
  EXPECT_TRUE(error);
}

TEST_F(Tls, WhateverIsSpokenKeepsWhatWasSaidSecretFromALaterThiefOfTheKey) {
  const auto context = tls_context(files_);
  ASSERT_TRUE(context);
  const STACK_OF(SSL_CIPHER)* spoken = SSL_CTX_get_ciphers((*context)->native_handle());
  ASSERT_GT(sk_SSL_CIPHER_num(spoken), 0);
  for (int i = 0; i < sk_SSL_CIPHER_num(spoken); ++i) {
    const SSL_CIPHER* cipher = sk_SSL_CIPHER_value(spoken, i);
    const int exchange = SSL_CIPHER_get_kx_nid(cipher);
    EXPECT_TRUE(exchange == NID_kx_ecdhe || exchange == NID_kx_any) << SSL_CIPHER_get_name(cipher);
    EXPECT_TRUE(SSL_CIPHER_is_aead(cipher)) << SSL_CIPHER_get_name(cipher);
  }
}

TEST_F(Tls, PlainHttpOnATlsPortIsCut) {
  serve();
  EXPECT_EQ(raw_request(harness_->port(), "GET / HTTP/1.1\r\nHost: x\r\n\r\n").find("HTTP/1.1 200"), std::string::npos);
  auto stream = connect();
  stream.handshake(ssl::stream_base::client);
}

TEST_F(Tls, ABadCertificateOrKeyIsNamed) {
  const TlsFiles missing{folder_.path() / "nowhere.pem", files_.key};
  ASSERT_FALSE(tls_context(missing));
  EXPECT_EQ(tls_context(missing).error().reason.id, "net.bad_certificate");
  const TlsFiles wrong{files_.certificate, folder_.write("bad.pem", "no key")};
  ASSERT_FALSE(tls_context(wrong));
  EXPECT_EQ(tls_context(wrong).error().reason.id, "net.bad_key");
}

}  // namespace
}  // namespace wardroom::net
