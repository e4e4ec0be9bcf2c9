// HTTP: what each path answers.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <boost/beast/http/message.hpp>
#include <boost/beast/http/span_body.hpp>
#include <boost/beast/http/string_body.hpp>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "server/net/hub.h"

namespace wardroom::net {

namespace http = boost::beast::http;

using Request = http::request<http::string_body>;
using Response = http::response<http::span_body<const char>>;

// A body and what is said about it. The bytes belong to `keep` or to the server's site.
struct Reply {
  http::status status = http::status::ok;
  std::string_view type = "text/plain; charset=utf-8";
  std::string_view body;
  std::string_view packed;  // the same, gzip; empty: not to be had
  std::shared_ptr<const void> keep;
  std::string etag;
  std::string_view cache = "no-store";
  std::string file_name;    // to be saved under
  std::string match;        // whose record it is, for the log
  bool embedded = false;    // other sites may show it in a frame
  std::int64_t wait_s = 0;  // when to try again; 0: not said
  // Of a body that is made while it is read: the piece behind `body` and those before; an empty one is the end.
  std::function<boost::asio::awaitable<Result<std::string>>()> more{};
};

// Who asks, as far as we believe it.
struct Asker {
  Address address;
  bool disguised = false;  // came through a proxy that we do not know
};
Asker asker(const Hub& hub, const Address& peer, const Request& request);

// The few bytes that a mail program sends with its one click; nothing else may have a body.
inline constexpr std::size_t kMostBody = 256;
bool may_have_body(std::string_view target);

// Answers anything but the WebSocket.
boost::asio::awaitable<Reply> respond(Hub& hub, const Request& request, const Asker& from);

Reply reply(http::status status);  // its own name as the body
// The reply as a message: headers of every response, 304 when the client has it already, no body for HEAD, nor where
// there is more.
Response message(const Hub& hub, const Request& request, const Reply& reply);

}  // namespace wardroom::net
