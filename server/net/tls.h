// TLS: a context from a certificate and a key.
#pragma once

#include <boost/asio/ssl/context.hpp>
#include <filesystem>
#include <memory>

#include "common/result.h"

namespace wardroom::net {

struct TlsFiles {
  std::filesystem::path certificate;  // the chain, PEM, the server's own first
  std::filesystem::path key;          // PEM, without a password
};

// TLS 1.2 and newer.
Result<std::shared_ptr<boost::asio::ssl::context>> tls_context(const TlsFiles& files);

}  // namespace wardroom::net
