// Backups: a copy of the database again and again while the server runs, and which of them are kept.
#pragma once

#include <condition_variable>
#include <filesystem>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "server/match/stats.h"
#include "server/settings.h"

namespace wardroom {

std::string stamp(std::chrono::system_clock::time_point moment);  // 20420304-050607, in UTC

std::optional<std::filesystem::path> newest_backup(const std::filesystem::path& folder);

// Which of these names of backups, the oldest first, are let go: neither among the newest nor the last one of a day
// that is kept.
std::vector<std::string> superseded(const std::vector<std::string>& names, const BackupSettings& settings);

class Backups {
 public:
  // The first is made when the newest that is there is old enough.
  Backups(std::filesystem::path database, BackupSettings settings, match::Stats& stats);
  ~Backups();  // waits for one that is being made
  Backups(const Backups&) = delete;
  Backups& operator=(const Backups&) = delete;

 private:
  void keep_making();
  void make();
  std::chrono::system_clock::time_point due() const;

  const std::filesystem::path database_;
  const BackupSettings settings_;
  match::Stats& stats_;
  std::mutex mutex_;
  std::condition_variable ended_;
  bool ends_ = false;  // guarded by mutex_
  std::thread thread_;
};

}  // namespace wardroom
