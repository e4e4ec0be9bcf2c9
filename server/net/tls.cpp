#include "server/net/tls.h"

#include <openssl/ssl.h>

namespace wardroom::net {
namespace ssl = boost::asio::ssl;
namespace {

// Of TLS 1.2: whoever gets hold of the key later reads nothing of what was said before.
constexpr char kForwardSecret[] = "ECDHE+AESGCM:ECDHE+CHACHA20";

}  // namespace

Result<std::shared_ptr<ssl::context>> tls_context(const TlsFiles& files) {
  auto context = std::make_shared<ssl::context>(ssl::context::tls_server);
  boost::system::error_code error;
  SSL_CTX_set_min_proto_version(context->native_handle(), TLS1_2_VERSION);
  SSL_CTX_set_cipher_list(context->native_handle(), kForwardSecret);
  SSL_CTX_set_mode(context->native_handle(), SSL_MODE_RELEASE_BUFFERS);
  SSL_CTX_set_options(context->native_handle(), SSL_OP_NO_COMPRESSION | SSL_OP_NO_RENEGOTIATION);
  context->use_certificate_chain_file(files.certificate.string(), error);
  if (error)
    return refuse(RefusalCode::kUnreadable, Text("net.bad_certificate").word("file", files.certificate.string()));
  context->use_private_key_file(files.key.string(), ssl::context::pem, error);
  if (error) return refuse(RefusalCode::kUnreadable, Text("net.bad_key").word("file", files.key.string()));
  return context;
}

}  // namespace wardroom::net
