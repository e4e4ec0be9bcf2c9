#include "server/outward/messenger.h"

#include <curl/curl.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <algorithm>
#include <cstring>
#include <optional>
#include <utility>

namespace wardroom::outward {
namespace {

constexpr std::size_t kMostRead = 4096;
constexpr std::int64_t kLongestWaitS = 86'400;

struct Doorman {
  const Allowed& allowed;
  bool secure = false;
  bool refused = false;
};

std::optional<Door> door_of(const curl_sockaddr& to, bool secure) {
  namespace ip = boost::asio::ip;
  if (to.family == AF_INET) {
    sockaddr_in found{};
    std::memcpy(&found, &to.addr, sizeof found);
    return Door{ip::address_v4(ntohl(found.sin_addr.s_addr)), ntohs(found.sin_port), secure};
  }
  if (to.family == AF_INET6 && to.addrlen >= sizeof(sockaddr_in6)) {
    sockaddr_in6 found{};
    std::memcpy(&found, reinterpret_cast<const unsigned char*>(&to.addr), sizeof found);
    ip::address_v6::bytes_type bytes{};
    std::memcpy(bytes.data(), &found.sin6_addr, bytes.size());
    return Door{ip::address_v6(bytes), ntohs(found.sin6_port), secure};
  }
  return std::nullopt;
}

// The very address that is about to be called: no name can lead elsewhere afterwards.
curl_socket_t open_checked(void* with, curlsocktype, curl_sockaddr* to) {
  auto& doorman = *static_cast<Doorman*>(with);
  const std::optional<Door> door = door_of(*to, doorman.secure);
  if (!door || !may_call(*door, doorman.allowed)) {
    doorman.refused = true;
    return CURL_SOCKET_BAD;
  }
  return socket(to->family, to->socktype | SOCK_CLOEXEC, to->protocol);
}

std::size_t skim(char*, std::size_t size, std::size_t count, void* read) {
  auto& so_far = *static_cast<std::size_t*>(read);
  so_far += size * count;
  return so_far > kMostRead ? 0 : size * count;
}

Fate fate_of(long status) {
  if (status >= 200 && status < 300) return Fate::kTaken;
  if (status == 410) return Fate::kGone;
  const bool not_now = status == 408 || status == 425 || status == 429 || status >= 500;
  return not_now ? Fate::kLater : Fate::kRefused;
}

std::string failed(CURLcode code) {
  switch (code) {
    case CURLE_OPERATION_TIMEDOUT:
      return "time";
    case CURLE_PEER_FAILED_VERIFICATION:
    case CURLE_SSL_CONNECT_ERROR:
      return "certificate";
    default:
      return "connection";
  }
}

}  // namespace

struct Messenger::Handle {
  Handle() : curl(curl_easy_init()) {}
  ~Handle() { curl_easy_cleanup(curl); }
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;

  template <class Value>
  void set(CURLoption option, Value value) {
    curl_easy_setopt(curl, option, value);
  }
  void keep_short(std::chrono::milliseconds whole, const std::atomic<bool>& given_up) {
    set(CURLOPT_NOSIGNAL, 1L);
    set(CURLOPT_TIMEOUT_MS, static_cast<long>(whole.count()));
    set(CURLOPT_NOPROGRESS, 0L);
    set(
        CURLOPT_XFERINFOFUNCTION, +[](void* up, curl_off_t, curl_off_t, curl_off_t, curl_off_t) {
          return static_cast<const std::atomic<bool>*>(up)->load() ? 1 : 0;
        });
    set(CURLOPT_XFERINFODATA, const_cast<std::atomic<bool>*>(&given_up));
  }
  void keep_near(Doorman& doorman) {
    set(CURLOPT_PROTOCOLS_STR, "http,https");
    set(CURLOPT_PROXY, "");
    set(CURLOPT_FOLLOWLOCATION, 0L);
    set(CURLOPT_FORBID_REUSE, 1L);
    set(CURLOPT_OPENSOCKETFUNCTION, open_checked);
    set(CURLOPT_OPENSOCKETDATA, &doorman);
  }
  CURL* const curl;
};

Messenger::Messenger(MessengerSettings settings)
    : settings_(std::move(settings)), handle_(std::make_unique<Handle>()) {}
Messenger::~Messenger() = default;

Outcome Messenger::bring(const Call& call) {
  const std::optional<Target> target = target_of(call.url);
  if (!target) return {Fate::kRefused, "address"};
  Handle& handle = *handle_;
  curl_easy_reset(handle.curl);
  Doorman doorman{settings_.allowed, target->secure};
  std::size_t read = 0;
  curl_slist* headers = curl_slist_append(nullptr, "Expect:");
  for (const std::string& each : call.headers) headers = curl_slist_append(headers, each.c_str());
  handle.keep_short(settings_.whole, given_up_);
  handle.keep_near(doorman);
  handle.set(CURLOPT_URL, call.url.c_str());
  handle.set(CURLOPT_USERAGENT, "Wardroom");
  handle.set(CURLOPT_HTTPHEADER, headers);
  handle.set(CURLOPT_POST, 1L);
  handle.set(CURLOPT_POSTFIELDS, call.body.data());
  handle.set(CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(call.body.size()));
  handle.set(CURLOPT_WRITEFUNCTION, skim);
  handle.set(CURLOPT_WRITEDATA, &read);
  const CURLcode code = curl_easy_perform(handle.curl);
  curl_slist_free_all(headers);
  long status = 0;
  curl_off_t after = 0;
  curl_easy_getinfo(handle.curl, CURLINFO_RESPONSE_CODE, &status);
  curl_easy_getinfo(handle.curl, CURLINFO_RETRY_AFTER, &after);
  if (status == 0 && doorman.refused) return {Fate::kRefused, "address"};
  // Whoever says more than we read has answered nevertheless.
  if (status == 0 || (code != CURLE_OK && code != CURLE_WRITE_ERROR)) return {Fate::kLater, failed(code)};
  const auto wait = std::chrono::seconds(std::clamp<std::int64_t>(after, 0, kLongestWaitS));
  return {fate_of(status), "HTTP " + std::to_string(status), wait};
}

}  // namespace wardroom::outward
