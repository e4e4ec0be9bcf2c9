#include "server/outward/hook.h"

#include <openssl/evp.h>
#include <openssl/hmac.h>

#include <array>
#include <boost/json.hpp>

#include "common/base64.h"
#include "common/hash.h"

namespace wardroom::outward {
namespace {

namespace json = boost::json;

constexpr std::string_view kSecret = "whsec_";
constexpr std::size_t kSecretBytes = 24;
constexpr std::size_t kMostText = 1900;  // what the strictest of the chat services takes

// Names are people's own: none of them may call everybody of a chat.
std::string calling_nobody(std::string_view text) {
  std::string out;
  for (const char c : text) {
    out += c;
    if (c == '@') out += "\u200b";
  }
  return out;
}

std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '&') {
      out += "&amp;";
    } else if (c == '<') {
      out += "&lt;";
    } else if (c == '>') {
      out += "&gt;";
    } else {
      out += c;
    }
  }
  return out;
}

std::string shortened(std::string text) {
  if (text.size() <= kMostText) return text;
  std::size_t end = kMostText;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80) --end;
  return text.substr(0, end) + "…";
}

}  // namespace

std::string new_hook_secret() { return std::string(kSecret) + base64(random_bytes(kSecretBytes)); }

std::string signature(const std::string& secret, std::string_view id, std::int64_t time_s, std::string_view body) {
  if (!secret.starts_with(kSecret)) return {};
  const auto key = from_base64(std::string_view(secret).substr(kSecret.size()));
  if (!key) return {};
  const std::string signed_text = std::string(id) + '.' + std::to_string(time_s) + '.' + std::string(body);
  std::array<unsigned char, EVP_MAX_MD_SIZE> made{};
  unsigned size = 0;
  HMAC(EVP_sha256(), key->data(), static_cast<int>(key->size()),
       reinterpret_cast<const unsigned char*>(signed_text.data()), signed_text.size(), made.data(), &size);
  return "v1," + base64({reinterpret_cast<const char*>(made.data()), size});
}

std::string hook_body(v1::HookFormat format, const News& news) {
  const std::string text = shortened(news.text) + (news.link.empty() ? "" : "\n" + news.link);
  switch (format) {
    case v1::HOOK_FORMAT_CONTENT:
      return json::serialize(json::object{{"content", calling_nobody(text)},
                                          {"allowed_mentions", json::object{{"parse", json::array{}}}}});
    case v1::HOOK_FORMAT_TEXT:
      return json::serialize(json::object{{"text", escaped(calling_nobody(text))}});
    case v1::HOOK_FORMAT_PLAIN:
      return text;
    default:
      return json::serialize(json::object{
          {"id", news.id}, {"kind", news.kind}, {"text", news.text}, {"link", news.link}, {"match", news.match}});
  }
}

Call hook_call(const std::string& url, v1::HookFormat format, const std::string& secret, const News& news,
               std::int64_t time_s) {
  Call call{url, {}, hook_body(format, news)};
  const bool plain = format == v1::HOOK_FORMAT_PLAIN;
  call.headers.emplace_back(plain ? "Content-Type: text/plain; charset=utf-8" : "Content-Type: application/json");
  if (plain) {
    call.headers.emplace_back("Title: Wardroom");
    if (!news.link.empty()) call.headers.push_back("Click: " + news.link);
  }
  call.headers.push_back("webhook-id: " + news.id);
  call.headers.push_back("webhook-timestamp: " + std::to_string(time_s));
  call.headers.push_back("webhook-signature: " + signature(secret, news.id, time_s, call.body));
  return call;
}

std::string saved(const News& news) { return hook_body(v1::HOOK_FORMAT_JSON, news); }

News loaded(const std::string& bytes) {
  boost::system::error_code error;
  const json::value read = json::parse(bytes, error);
  if (error || !read.is_object()) return {};
  const auto field = [&](const char* name) {
    const json::value* found = read.as_object().if_contains(name);
    return found && found->is_string() ? std::string(found->as_string()) : std::string();
  };
  return {field("id"), field("kind"), field("text"), field("link"), field("match")};
}

}  // namespace wardroom::outward
