#include "server/net/http.h"

#include <algorithm>
#include <boost/json.hpp>
#include <cctype>

#include "common/build.h"
#include "common/hash.h"

namespace wardroom::net {
namespace {

constexpr std::string_view kPolicy =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; "
    "media-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action "
    "'self'; "
    "frame-ancestors 'none'";
// Of a page that stands in others: nothing but its own style.
constexpr std::string_view kEmbeddedPolicy =
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors *";
constexpr std::string_view kRevalidate = "no-cache";
constexpr std::string_view kForEver = "public, max-age=31536000, immutable";

Reply own(std::string body) {
  auto kept = std::make_shared<const std::string>(std::move(body));
  Reply reply;
  reply.body = *kept;
  reply.keep = std::move(kept);
  return reply;
}

http::status status_of(RefusalCode code) {
  switch (code) {
    case RefusalCode::kMalformed:
      return http::status::bad_request;
    case RefusalCode::kNotOffered:
    case RefusalCode::kStale:
    case RefusalCode::kConflict:
      return http::status::conflict;
    case RefusalCode::kNotYours:
    case RefusalCode::kSignedOut:
      return http::status::forbidden;
    case RefusalCode::kNotFound:
      return http::status::not_found;
    case RefusalCode::kTooMuch:
      return http::status::too_many_requests;
    case RefusalCode::kUnavailable:
      return http::status::service_unavailable;
    case RefusalCode::kUnreadable:
      return http::status::internal_server_error;
  }
  return http::status::internal_server_error;
}

// Nothing but a start anew helps a server that does not answer this; what is not well is waited for.
Reply alive() { return own("alive\n"); }

Reply health(const Hub& hub) {
  if (hub.draining.load() || !hub.desk.healthy()) return reply(http::status::service_unavailable);
  return own("ok " + std::string(build_id()) + "\n");
}

Reply metrics(const Hub& hub, const Asker& from) {
  if (from.disguised || !hub.metrics_from.contains(from.address)) return reply(http::status::forbidden);
  Reply reply = own(hub.metrics.text(hub.desk.stats(), hub.desk.healthy()));
  reply.type = "text/plain; version=0.0.4; charset=utf-8";
  return reply;
}

bool is_id(std::string_view text) {
  return !text.empty() && text.size() <= 64 &&
         std::ranges::all_of(text, [](unsigned char c) { return std::isalnum(c) || c == '-' || c == '_'; });
}

// What a private match is watched by, which its players know.
std::string watch_in(std::string_view target) {
  constexpr std::string_view kWatch = "?watch=";
  const std::size_t at = target.find('?');
  if (at == target.npos || !target.substr(at).starts_with(kWatch)) return {};
  const std::string_view code = target.substr(at + kWatch.size());
  return is_id(code) ? std::string(code) : std::string();
}

boost::asio::awaitable<Reply> export_match(Hub& hub, std::string match, std::string_view target, const Asker& from) {
  std::string name = match;
  const std::string file_name = "wardroom-" + match + ".match";
  lobby::ExportAsked asked{std::move(match), watch_in(target), household(from.address)};
  Result<lobby::Exported> pieces = co_await hub.desk.export_match(std::move(asked));
  if (!pieces && pieces.error().code == RefusalCode::kTooMuch) hub.metrics.over_quota(pieces.error().reason.id.view());
  if (!pieces) co_return reply(status_of(pieces.error().code));
  Result<std::string> first = co_await (*pieces)();
  if (!first) co_return reply(status_of(first.error().code));
  Reply answer = own(std::move(*first));
  answer.more = std::move(*pieces);
  answer.type = "application/octet-stream";
  answer.file_name = file_name;
  answer.match = std::move(name);
  co_return answer;
}

// A personal token, as programs say it (RFC 6750).
std::string bearer(const Request& request) {
  constexpr std::string_view kBearer = "Bearer ";
  const std::string_view said = request[http::field::authorization];
  return said.starts_with(kBearer) ? std::string(said.substr(kBearer.size())) : std::string();
}

boost::asio::awaitable<Reply> document(Hub& hub, const Request& request, const Asker& from) {
  lobby::Reading reading{std::string(request.target()), household(from.address), bearer(request)};
  Result<events::Document> found = co_await hub.desk.document(std::move(reading));
  if (!found && found.error().code == RefusalCode::kSignedOut) co_return reply(http::status::unauthorized);
  if (!found) co_return reply(status_of(found.error().code));
  if (found->wait_s > 0) {
    hub.metrics.over_quota("too_many_reads");
    Reply later = reply(http::status::too_many_requests);
    later.wait_s = found->wait_s;
    co_return later;
  }
  Reply answer = own(std::move(found->body));
  answer.type = found->type;
  answer.cache = kRevalidate;
  if (!found->etag.empty()) answer.etag = '"' + found->etag + '"';
  answer.file_name = std::move(found->file_name);
  answer.embedded = found->embedded;
  co_return answer;
}

Reply file(const Site& site, std::string_view path) {
  const SiteFile* found = site.find(path);
  if (!found) return reply(http::status::not_found);
  Reply reply;
  reply.type = found->type;
  reply.body = found->body;
  reply.packed = found->packed;
  reply.etag = found->etag;
  reply.cache = found->lasting ? kForEver : kRevalidate;
  return reply;
}

bool has_it(const Request& request, const std::string& etag) {
  if (etag.empty()) return false;
  const std::string_view known = request[http::field::if_none_match];
  return known == "*" || known.find(etag) != known.npos;
}

bool takes_gzip(const Request& request) {
  const std::string_view accepted = request[http::field::accept_encoding];
  const auto at = accepted.find("gzip");
  return at != accepted.npos && !accepted.substr(at).starts_with("gzip;q=0");
}

// -- mails that somebody wants no more of (RFC 8058): looking changes nothing, one POST does --

constexpr std::string_view kStop = "/u/";

// As it is read, lines and all.
std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '<' || c == '>' || c == '&' || c == '"') {
      out += "&#" + std::to_string(static_cast<int>(c)) + ';';
    } else if (c == '\n') {
      out += "<br>";
    } else {
      out += c;
    }
  }
  return out;
}

std::string plain_page(std::string_view title, std::string_view body) {
  return "<!doctype html><meta charset=\"utf-8\"><meta name=\"robots\" content=\"noindex\">"
         "<meta name=\"viewport\" content=\"width=device-width\"><link rel=\"icon\" href=\"data:,\"><title>" +
         std::string(title) + "</title>" + std::string(body);
}

Reply stop_page(const Hub& hub, const Request& request, const char* words, bool asks) {
  const std::string_view accepted = request[http::field::accept_language];
  const std::string language(accepted.substr(0, accepted.find_first_of(",;-")));
  const auto say = [&](const char* id) { return escaped(hub.desk.say(Text(id), language)); };
  std::string body = "<p>" + say(words) + "</p>";
  if (asks) body += "<form method=\"post\"><button>" + say("notices.stop_button") + "</button></form>";
  Reply answer = own(plain_page("Wardroom", body));
  answer.type = "text/html; charset=utf-8";
  return answer;
}

boost::asio::awaitable<Reply> stop_mail(Hub& hub, const Request& request, std::string token) {
  if (!is_id(token)) co_return reply(http::status::not_found);
  if (request.method() != http::verb::post) co_return stop_page(hub, request, "notices.stop_ask", true);
  Result<void> stopped = co_await hub.desk.stop_mail(std::move(token));
  if (stopped) co_return stop_page(hub, request, "notices.stopped", false);
  if (stopped.error().code != RefusalCode::kNotFound) co_return reply(status_of(stopped.error().code));
  Reply gone = stop_page(hub, request, "refusal.no_such_token", false);
  gone.status = http::status::not_found;
  co_return gone;
}

// -- what the host says: /host/LANGUAGE/notice.json, /host/LANGUAGE/terms --

constexpr std::string_view kHost = "/host/";

std::string notice(const Hub& hub, const std::string& language) {
  boost::json::array pages;
  for (const std::string_view name : hub.pages.there(language)) {
    pages.push_back({{"name", name}, {"title", hub.desk.say(Text("host." + std::string(name)), language)}});
  }
  return boost::json::serialize(
      boost::json::object{{"banner", hub.pages.text("banner", language)}, {"pages", std::move(pages)}});
}

Reply host_page(const Hub& hub, std::string_view path) {
  const auto slash = path.find('/');
  const std::string language(path.substr(0, slash));
  if (slash == path.npos || !is_id(language)) return reply(http::status::not_found);
  const std::string_view name = path.substr(slash + 1);
  if (name == "notice.json") {
    Reply answer = own(notice(hub, language));
    answer.type = "application/json";
    return answer;
  }
  const std::string text = is_page(name) ? hub.pages.text(name, language) : std::string();
  if (text.empty()) return reply(http::status::not_found);
  const std::string title = escaped(hub.desk.say(Text("host." + std::string(name)), language));
  Reply answer = own(plain_page(title, "<h1>" + title + "</h1><p>" + escaped(text) + "</p>"));
  answer.type = "text/html; charset=utf-8";
  return answer;
}

// Two forms of one file are two things to a cache.
std::string packed_etag(std::string etag) { return etag.empty() ? etag : etag.insert(etag.size() - 1, "-gzip"); }

}  // namespace

Asker asker(const Hub& hub, const Address& peer, const Request& request) {
  const auto [first, end] = request.equal_range("X-Forwarded-For");
  if (first == end) return {peer, request.count(http::field::forwarded) > 0};
  if (!hub.trusted_proxies.contains(peer)) return {peer, true};
  // Of several fields the last: the one our own proxy has added.
  auto last = first;
  for (auto it = first; it != end; ++it) last = it;
  const auto address = forwarded_for(last->value());
  if (!address) return {peer, true};
  return {*address, false};
}

Reply reply(http::status status) {
  const std::string_view reason = http::obsolete_reason(status);
  Reply reply = own(std::string(reason) + '\n');
  reply.status = status;
  return reply;
}

bool may_have_body(std::string_view target) { return target.starts_with(kStop); }

boost::asio::awaitable<Reply> respond(Hub& hub, const Request& request, const Asker& from) {
  std::string_view path = request.target();
  path = path.substr(0, path.find('?'));
  const bool stops = request.method() == http::verb::post && path.starts_with(kStop);
  if (!stops && request.method() != http::verb::get && request.method() != http::verb::head) {
    co_return reply(http::status::method_not_allowed);
  }
  if (path.starts_with(kStop)) co_return co_await stop_mail(hub, request, std::string(path.substr(kStop.size())));
  if (path == "/healthz") co_return health(hub);
  if (path == "/livez") co_return alive();
  if (path == "/metrics") co_return metrics(hub, from);
  if (path == "/ws") co_return reply(http::status::upgrade_required);
  if (path.starts_with(kHost)) co_return host_page(hub, path.substr(kHost.size()));
  if (path.starts_with("/data/")) co_return file(hub.data, path);
  if (path.starts_with("/match/") && path.ends_with("/export")) {
    const std::string_view match = path.size() > 14 ? path.substr(7, path.size() - 14) : std::string_view();
    if (!is_id(match)) co_return reply(http::status::not_found);
    Reply answer = co_await export_match(hub, std::string(match), request.target(), from);
    co_return answer;
  }
  if (path.starts_with("/api/v1/") || path.starts_with("/embed/")) {
    Reply answer = co_await document(hub, request, from);
    co_return answer;
  }
  co_return file(hub.site, path);
}

Response message(const Hub& hub, const Request& request, const Reply& reply) {
  const bool packed = !reply.packed.empty() && takes_gzip(request);
  const std::string etag = packed ? packed_etag(reply.etag) : reply.etag;
  const std::string_view body = packed ? reply.packed : reply.body;
  const bool not_modified = reply.status == http::status::ok && has_it(request, etag);
  Response response(not_modified ? http::status::not_modified : reply.status, request.version());
  response.keep_alive(request.keep_alive());
  response.set(http::field::cache_control, reply.cache);
  response.set("Content-Security-Policy", reply.embedded ? kEmbeddedPolicy : kPolicy);
  response.set("X-Content-Type-Options", "nosniff");
  response.set("Referrer-Policy", "no-referrer");
  response.set("Cross-Origin-Opener-Policy", "same-origin");
  response.set("Cross-Origin-Resource-Policy", reply.embedded ? "cross-origin" : "same-origin");
  response.set("Permissions-Policy", "camera=(), microphone=(), geolocation=()");
  if (hub.secure) response.set(http::field::strict_transport_security, "max-age=31536000");
  if (!etag.empty()) response.set(http::field::etag, etag);
  if (!reply.packed.empty()) response.set(http::field::vary, "Accept-Encoding");
  if (reply.status == http::status::method_not_allowed) response.set(http::field::allow, "GET, HEAD");
  if (reply.status == http::status::upgrade_required) response.set(http::field::upgrade, "websocket");
  if (reply.status == http::status::unauthorized) response.set(http::field::www_authenticate, "Bearer");
  if (reply.wait_s > 0) response.set(http::field::retry_after, std::to_string(reply.wait_s));
  if (not_modified) return response;
  response.set(http::field::content_type, reply.type);
  if (packed) response.set(http::field::content_encoding, "gzip");
  if (!reply.file_name.empty()) {
    response.set(http::field::content_disposition, "attachment; filename=\"" + reply.file_name + '"');
  }
  if (reply.more) {  // before HTTP/1.1 its end is that of the connection
    response.chunked(request.version() >= 11);
    if (request.version() < 11) response.keep_alive(false);
    return response;
  }
  response.content_length(body.size());
  if (request.method() != http::verb::head) response.body() = {body.data(), body.size()};
  return response;
}

}  // namespace wardroom::net
