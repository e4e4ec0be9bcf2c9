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

PostgresHerald::PostgresHerald(const std::string& url, std::chrono::milliseconds patience)
    : connection_(url, patience), wake_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)), thread_([this] { serve(); }) {}

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
    for (std::string& match : matches) untold_.insert(std::move(match));
  }
  wake();
}

void PostgresHerald::listen(Heard heard) {
  const std::lock_guard lock(mutex_);
  heard_ = std::move(heard);
}

void PostgresHerald::serve() {
  while (true) {
    {
      const std::lock_guard lock(mutex_);
      if (ends_) return;
    }
    try {
      if (!connected_) connect();
      tell_all();
      hear_all();
    } catch (const Trouble&) {
      connected_ = false;
    }
    wait();
  }
}

void PostgresHerald::connect() {
  connection_.connect();
  connection_.script("SET synchronous_commit = off; LISTEN wardroom_moved");
  connected_ = true;
  const std::lock_guard lock(mutex_);
  if (heard_) heard_({});
}

void PostgresHerald::wait() {
  pollfd sources[2] = {{wake_, POLLIN, 0}, {connected_ ? PQsocket(connection_.raw()) : -1, POLLIN, 0}};
  ::poll(sources, connected_ ? 2 : 1, connected_ ? -1 : static_cast<int>(kReconnect.count()));
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
  for (auto match = matches.begin(); match != matches.end();) {
    std::string notice;
    for (; match != matches.end() && notice.size() + match->size() < kLongest; ++match) notice += *match + ' ';
    if (notice.empty()) return;
    Cursor(connection_, "SELECT pg_notify('wardroom_moved', ?)").text(notice).run();
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
