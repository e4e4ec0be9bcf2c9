#include "server/store/postgres/postgres_herald.h"

#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <sstream>
#include <utility>

namespace wardroom::store {
namespace {

constexpr std::size_t kLongest = 7900;  // bytes that one notice may have
constexpr std::chrono::milliseconds kReconnect(500);

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

void PostgresHerald::tell(std::vector<std::string> matches) {
  {
    const std::lock_guard lock(mutex_);
    if (!heard_) return;
    for (std::string& match : matches) untold_.insert(std::move(match));
  }
  wake();
}

void PostgresHerald::listen(Heard heard) {
  {
    const std::lock_guard lock(mutex_);
    heard_ = std::move(heard);
  }
  wake();
}

void PostgresHerald::serve() {
  while (true) {
    bool needed = false;
    {
      const std::lock_guard lock(mutex_);
      if (ends_) return;
      needed = heard_ != nullptr;
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
  tell_all();
  hear_all();
}

void PostgresHerald::connect() {
  connection_.connect();
  connection_.script("SET synchronous_commit = off; LISTEN wardroom_moved");
  connected_ = true;
  const std::lock_guard lock(mutex_);
  if (heard_) heard_({});
}

void PostgresHerald::wait(bool needed) {
  const bool hears = needed && connected_;
  pollfd sources[2] = {{wake_, POLLIN, 0}, {hears ? PQsocket(connection_.raw()) : -1, POLLIN, 0}};
  ::poll(sources, 2, needed && !connected_ ? static_cast<int>(kReconnect.count()) : -1);
  std::uint64_t ignored = 0;
  (void)!::read(wake_, &ignored, sizeof ignored);
}

// Ids have no blanks.
void PostgresHerald::tell_all() {
  std::set<std::string> matches;
  {
    const std::lock_guard lock(mutex_);
    std::swap(matches, untold_);
  }
  try {
    while (!matches.empty()) {
      std::string notice;
      auto match = matches.begin();
      for (; match != matches.end() && notice.size() + match->size() < kLongest; ++match) notice += *match + ' ';
      if (notice.empty()) return;
      if (!loses_ || !loses_()) Cursor(connection_, "SELECT pg_notify('wardroom_moved', ?)").text(notice).run();
      matches.erase(matches.begin(), match);
    }
  } catch (const Trouble&) {
    const std::lock_guard lock(mutex_);
    untold_.merge(matches);  // when there is a connection again
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
    std::istringstream words(notice->extra);
    const bool own = notice->be_pid == PQbackendPID(connection_.raw());
    PQfreemem(notice);
    std::vector<std::string> matches;
    for (std::string match; words >> match;) matches.push_back(std::move(match));
    if (!own && heard_ && !matches.empty()) heard_(std::move(matches));
  }
}

}  // namespace wardroom::store
