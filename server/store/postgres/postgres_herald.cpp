#include "server/store/postgres/postgres_herald.h"

#include <poll.h>
#include <spdlog/fmt/fmt.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <memory>
#include <optional>
#include <sstream>
#include <utility>

#include "common/base64.h"

namespace wardroom::store {
namespace {

constexpr std::size_t kLongest = 7900;  // bytes that one notice may have
const std::string kMoved = "wardroom_moved";
const std::string kSeated = "wardroom_seated";  // "match:seats", the first seat being 1 and the second 2
const std::string kTold = "wardroom_told";      // "account:frame", in base64
constexpr std::size_t kMostTold = 1000;         // that wait
constexpr std::chrono::milliseconds kReconnect(500);
// What is written meanwhile goes with the next notice: each is a transaction, and wakes every server.
constexpr std::chrono::milliseconds kBetweenNotices(3);

}  // namespace

PostgresHerald::PostgresHerald(const std::string& url, std::chrono::milliseconds patience, const Hooks& hooks)
    : connection_(url, patience),
      loses_(hooks.loses),
      wake_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)),
      thread_([this] { serve(); }) {}

PostgresHerald::~PostgresHerald() {
  {
    const std::lock_guard lock(mutex_);
    ends_ = true;
  }
  wake();
  thread_.join();
  ::close(wake_);
}

void PostgresHerald::wake() const {
  const std::uint64_t one = 1;
  (void)!::write(wake_, &one, sizeof one);
}

void PostgresHerald::tell(std::vector<std::string> written) {
  {
    const std::lock_guard lock(mutex_);
    if (!ears_.moved) return;
    for (const std::string& match : written) written_[match] = match;
  }
  wake();
}

void PostgresHerald::tell(std::vector<match::Seated> seated) {
  {
    const std::lock_guard lock(mutex_);
    if (!ears_.moved) return;
    for (const match::Seated& each : seated)
      seated_[each.match] = each.match + ':' + std::to_string((each.seats[0] ? 1 : 0) + (each.seats[1] ? 2 : 0));
  }
  wake();
}

void PostgresHerald::tell(lobby::Told told) {
  std::string word = told.account + ':' + base64(told.frame);
  if (word.size() >= kLongest) return;
  {
    const std::lock_guard lock(mutex_);
    if (!ears_.moved || told_.size() >= kMostTold) return;
    told_[fmt::format("{:020}", ++telling_)] = std::move(word);
  }
  wake();
}

void PostgresHerald::hear(std::function<void(lobby::Told)> heard) {
  const std::lock_guard lock(mutex_);
  heard_ = std::move(heard);
}

void PostgresHerald::listen(match::Store::Ears ears) {
  {
    const std::lock_guard lock(mutex_);
    ears_ = std::move(ears);
  }
  wake();
}

void PostgresHerald::serve() {
  while (true) {
    bool needed = false;
    {
      const std::lock_guard lock(mutex_);
      if (ends_) return;
      needed = ears_.moved != nullptr;
    }
    try {
      if (needed) talk();
    } catch (const Trouble&) {
      connected_ = false;
    }
    wait(needed);
  }
}

void PostgresHerald::talk() {
  if (!connected_) connect();
  if (!is_holding_back()) {
    tell_all(kMoved, written_);
    tell_all(kSeated, seated_);
    tell_all(kTold, told_);
  }
  hear_all();
}

void PostgresHerald::connect() {
  connection_.connect();
  connection_.script("SET synchronous_commit = off; LISTEN " + kMoved + "; LISTEN " + kSeated + "; LISTEN " + kTold);
  connected_ = true;
  const std::lock_guard lock(mutex_);
  if (ears_.moved) ears_.moved({});
}

bool PostgresHerald::is_holding_back() const { return std::chrono::steady_clock::now() < tells_again_; }

void PostgresHerald::wait(bool needed) {
  const bool hears = needed && connected_;
  const bool holds_back = hears && is_holding_back();
  pollfd sources[2] = {{holds_back ? -1 : wake_, POLLIN, 0}, {hears ? PQsocket(connection_.raw()) : -1, POLLIN, 0}};
  const bool tries_again = needed && !connected_;
  ::poll(sources, 2, static_cast<int>(holds_back ? kBetweenNotices.count() : tries_again ? kReconnect.count() : -1));
  std::uint64_t ignored = 0;
  if (!holds_back) (void)!::read(wake_, &ignored, sizeof ignored);
}

// Ids have no blanks and no colons.
void PostgresHerald::tell_all(const std::string& channel, Untold& untold) {
  Untold told;
  {
    const std::lock_guard lock(mutex_);
    std::swap(told, untold);
  }
  try {
    while (!told.empty()) {
      std::string notice;
      auto word = told.begin();
      for (; word != told.end() && notice.size() + word->second.size() < kLongest; ++word) notice += word->second + ' ';
      if (notice.empty()) return;
      tells_again_ = std::chrono::steady_clock::now() + kBetweenNotices;
      if (!loses_ || !loses_()) Cursor(connection_, "SELECT pg_notify(?, ?)").text(channel).text(notice).next();
      told.erase(told.begin(), word);
    }
  } catch (const Trouble&) {
    const std::lock_guard lock(mutex_);
    untold.merge(told);  // when there is a connection again; what is newer stands
    throw;
  }
}

void PostgresHerald::hear_all() {
  if (PQconsumeInput(connection_.raw()) == 0) {
    connected_ = false;
    return;
  }
  const std::lock_guard lock(mutex_);
  while (PGnotify* notice = PQnotifies(connection_.raw())) {
    const std::unique_ptr<PGnotify, void (*)(void*)> freed(notice, PQfreemem);
    if (notice->be_pid != PQbackendPID(connection_.raw())) hear(notice->relname, notice->be_pid, notice->extra);
  }
}

void PostgresHerald::hear(std::string_view channel, std::int64_t server, const std::string& words) const {
  std::istringstream all(words);
  std::vector<std::string> matches;
  std::vector<match::Seated> seated;
  for (std::string word; all >> word;) {
    const std::size_t colon = word.find(':');
    if (channel == kMoved) {
      matches.push_back(std::move(word));
    } else if (colon == word.npos) {
      continue;
    } else if (channel == kSeated) {
      const int seats = word.back() - '0';
      seated.push_back({word.substr(0, colon), {(seats & 1) != 0, (seats & 2) != 0}});
    } else if (std::optional<std::string> frame = from_base64(std::string_view(word).substr(colon + 1));
               frame && heard_) {
      heard_({word.substr(0, colon), std::move(*frame)});
    }
  }
  if (ears_.moved && !matches.empty()) ears_.moved(std::move(matches));
  if (ears_.seated && !seated.empty()) ears_.seated(server, std::move(seated));
}

}  // namespace wardroom::store
