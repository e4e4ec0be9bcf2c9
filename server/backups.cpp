#include "server/backups.h"

#include <spdlog/fmt/chrono.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <set>

#include "server/store/sqlite/backup.h"

namespace wardroom {
namespace fs = std::filesystem;
namespace {

using Clock = std::chrono::system_clock;
constexpr std::string_view kPrefix = "wardroom-";
constexpr std::string_view kSuffix = ".sqlite";
constexpr std::size_t kDay = 8;                   // characters of a stamp that say the day
constexpr std::size_t kStamp = 15;                // and all of them
constexpr auto kAgain = std::chrono::minutes(5);  // after one that failed

std::string name_of(Clock::time_point moment) { return fmt::format("{}{}{}", kPrefix, stamp(moment), kSuffix); }

std::string stamp_in(std::string_view name) { return std::string(name.substr(kPrefix.size(), kStamp)); }

// The names of the backups that are there, the oldest first; other files are nobody's business here.
std::vector<std::string> backups_in(const fs::path& folder) {
  std::vector<std::string> names;
  std::error_code error;
  for (const auto& file : fs::directory_iterator(folder, error)) {
    std::string name = file.path().filename().string();
    if (name.size() == kPrefix.size() + kStamp + kSuffix.size() && name.starts_with(kPrefix) && name.ends_with(kSuffix))
      names.push_back(std::move(name));
  }
  std::ranges::sort(names);
  return names;
}

}  // namespace

std::string stamp(Clock::time_point moment) {
  return fmt::format("{:%Y%m%d-%H%M%S}", fmt::gmtime(Clock::to_time_t(moment)));
}

std::optional<fs::path> newest_backup(const fs::path& folder) {
  const std::vector<std::string> names = backups_in(folder);
  if (names.empty()) return std::nullopt;
  return folder / names.back();
}

std::vector<std::string> superseded(const std::vector<std::string>& names, const BackupSettings& settings) {
  std::vector<std::string> let_go;
  std::set<std::string> days;
  std::size_t newer = 0;
  for (auto name = names.rbegin(); name != names.rend(); ++name, ++newer) {
    const bool last_of_day = days.insert(stamp_in(*name).substr(0, kDay)).second;
    if (newer >= settings.keep && !(last_of_day && days.size() <= settings.days)) let_go.push_back(*name);
  }
  return let_go;
}

Backups::Backups(fs::path database, BackupSettings settings, match::Stats& stats)
    : database_(std::move(database)), settings_(std::move(settings)), stats_(stats) {
  thread_ = std::thread([this] { keep_making(); });
}

Backups::~Backups() {
  {
    const std::lock_guard lock(mutex_);
    ends_ = true;
  }
  ended_.notify_all();
  thread_.join();
}

Clock::time_point Backups::due() const {
  const std::vector<std::string> names = backups_in(settings_.folder);
  const Clock::time_point now = Clock::now();
  // Names sort as times do: the newest is young enough when it would come after one made so long ago.
  if (names.empty() || names.back() < name_of(now - settings_.every)) return now;
  return now + std::min<Clock::duration>(settings_.every, std::chrono::minutes(1));
}

void Backups::keep_making() {
  std::unique_lock lock(mutex_);
  while (!ends_) {
    const Clock::time_point next = due();
    if (next > Clock::now()) {
      ended_.wait_until(lock, next, [this] { return ends_; });
      continue;
    }
    lock.unlock();
    make();
    lock.lock();
  }
}

void Backups::make() {
  std::error_code error;
  fs::create_directories(settings_.folder, error);
  const Clock::time_point now = Clock::now();
  const fs::path to = settings_.folder / name_of(now);
  const Result<void> done = store::backup(database_, to);
  if (!done) {
    ++stats_.backups_failed;
    spdlog::error("event=backup_failed file={} reason={}", to.string(), done.error().reason.id.view());
    std::unique_lock lock(mutex_);
    ended_.wait_for(lock, std::min<Clock::duration>(settings_.every, kAgain), [this] { return ends_; });
    return;
  }
  stats_.backup_at = Clock::to_time_t(now);
  spdlog::info("event=backup file={} bytes={}", to.string(), fs::file_size(to, error));
  for (const std::string& old : superseded(backups_in(settings_.folder), settings_)) {
    fs::remove(settings_.folder / old, error);
    spdlog::info("event=backup_let_go file={}", old);
  }
}

}  // namespace wardroom
