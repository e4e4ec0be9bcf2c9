#include "server/mail/relay.h"

#include <curl/curl.h>

#include <algorithm>
#include <cstring>
#include <string_view>
#include <utility>

namespace wardroom::mail {
namespace {

constexpr int kGoAhead = 354;  // the relay waits for the mail: after that nobody knows what became of it
constexpr int kNoService = 554;

struct Upload {
  std::string_view left;
};
std::size_t read_on(char* out, std::size_t size, std::size_t count, void* from) {
  auto& upload = *static_cast<Upload*>(from);
  const std::size_t length = std::min(size * count, upload.left.size());
  std::memcpy(out, upload.left.data(), length);
  upload.left.remove_prefix(length);
  return length;
}

// What the relay said last, and whether it ever said anything good.
struct Heard {
  std::string last;
  bool greeted = false;
};
std::size_t listen(char* line, std::size_t size, std::size_t count, void* to) {
  auto& heard = *static_cast<Heard*>(to);
  if (std::string_view(line, size * count).starts_with("221")) return size * count;  // good-bye
  heard.last.assign(line, size * count);
  while (!heard.last.empty() && static_cast<unsigned char>(heard.last.back()) <= ' ') heard.last.pop_back();
  heard.greeted = heard.greeted || heard.last.starts_with('2');
  return size * count;
}

// By the reply first, then by what libcurl makes of it.
Fate fate_of(CURLcode code, long reply, bool greeted) {
  if (code == CURLE_OK) return Fate::kSent;
  if (reply == kGoAhead) return Fate::kLater;
  const bool wants_other_login = reply == 530 || reply == 534 || reply == 535 || reply == 538;
  if (wants_other_login || (reply == kNoService && !greeted)) return Fate::kRelay;
  if (reply >= 500) return Fate::kRefused;
  if (reply >= 400) return Fate::kLater;
  switch (code) {
    case CURLE_USE_SSL_FAILED:
    case CURLE_PEER_FAILED_VERIFICATION:
    case CURLE_SSL_CONNECT_ERROR:
    case CURLE_LOGIN_DENIED:
    case CURLE_UNSUPPORTED_PROTOCOL:
    case CURLE_URL_MALFORMAT:
      return Fate::kRelay;
    default:
      return Fate::kLater;
  }
}

}  // namespace

struct Relay::Handle {
  Handle() : curl(curl_easy_init()) {}
  ~Handle() { curl_easy_cleanup(curl); }
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;

  template <class Value>
  void set(CURLoption option, Value value) {
    curl_easy_setopt(curl, option, value);
  }
  CURL* const curl;
};

Relay::Relay(RelaySettings settings) : settings_(std::move(settings)), handle_(std::make_unique<Handle>()) {}
Relay::~Relay() = default;

Delivery Relay::send(const std::string& from, const std::string& to, const std::string& bytes) {
  Handle& handle = *handle_;
  curl_easy_reset(handle.curl);  // the line stays open
  Upload upload{bytes};
  Heard heard;
  std::string error(CURL_ERROR_SIZE, '\0');
  curl_slist* whom = curl_slist_append(nullptr, to.c_str());
  const std::string url = settings_.own_name.empty() ? settings_.url : settings_.url + '/' + settings_.own_name;
  handle.set(CURLOPT_URL, url.c_str());
  handle.set(CURLOPT_PROTOCOLS_STR, "smtp,smtps");
  handle.set(CURLOPT_PROXY, "");
  handle.set(CURLOPT_NOSIGNAL, 1L);
  handle.set(CURLOPT_USE_SSL, static_cast<long>(settings_.needs_tls ? CURLUSESSL_ALL : CURLUSESSL_TRY));
  if (!settings_.user.empty()) {
    handle.set(CURLOPT_USERNAME, settings_.user.c_str());
    handle.set(CURLOPT_PASSWORD, settings_.password.c_str());
  }
  handle.set(CURLOPT_MAIL_FROM, from.c_str());
  handle.set(CURLOPT_MAIL_RCPT, whom);
  handle.set(CURLOPT_UPLOAD, 1L);
  handle.set(CURLOPT_READFUNCTION, read_on);
  handle.set(CURLOPT_READDATA, &upload);
  handle.set(CURLOPT_INFILESIZE_LARGE, static_cast<curl_off_t>(bytes.size()));
  handle.set(CURLOPT_HEADERFUNCTION, listen);
  handle.set(CURLOPT_HEADERDATA, &heard);
  handle.set(CURLOPT_ERRORBUFFER, error.data());
  handle.set(CURLOPT_NOPROGRESS, 0L);
  handle.set(
      CURLOPT_XFERINFOFUNCTION, +[](void* up, curl_off_t, curl_off_t, curl_off_t, curl_off_t) {
        return static_cast<const std::atomic<bool>*>(up)->load() ? 1 : 0;
      });
  handle.set(CURLOPT_XFERINFODATA, &given_up_);
  handle.set(CURLOPT_CONNECTTIMEOUT_MS, static_cast<long>(settings_.connect.count()));
  handle.set(CURLOPT_TIMEOUT_MS, static_cast<long>(settings_.whole.count()));
  const CURLcode code = curl_easy_perform(handle.curl);
  curl_slist_free_all(whom);
  long reply = 0;
  curl_easy_getinfo(handle.curl, CURLINFO_RESPONSE_CODE, &reply);
  const Fate fate = fate_of(code, reply, heard.greeted);
  const std::string failed = error.front() != '\0' ? error.c_str() : curl_easy_strerror(code);
  return {fate, static_cast<int>(reply), reply >= 400 || fate == Fate::kSent ? heard.last : failed};
}

}  // namespace wardroom::mail
