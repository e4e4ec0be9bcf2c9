#include "server/data_folder.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

namespace wardroom {
namespace fs = std::filesystem;
namespace {

constexpr fs::perms kOwnersAlone = fs::perms::owner_read | fs::perms::owner_write;

Refusal trouble(const char* id, const fs::path& folder, const std::error_code& error) {
  return refuse(RefusalCode::kUnavailable, Text(id).word("folder", folder.string()).word("error", error.message()));
}

}  // namespace

Result<std::unique_ptr<DataFolder>> DataFolder::take(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) return trouble("app.no_data_folder", folder, error);
  const int lock = ::open((folder / "wardroom.lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, S_IRUSR | S_IWUSR);
  if (lock < 0) return trouble("app.no_data_folder", folder, {errno, std::generic_category()});
  if (::flock(lock, LOCK_EX | LOCK_NB) != 0) {
    const std::error_code held(errno, std::generic_category());
    ::close(lock);
    return trouble("app.data_in_use", folder, held);
  }
  // Files that an earlier version left open to others.
  for (const fs::directory_entry& file : fs::directory_iterator(folder, error))
    if (file.path().filename().string().starts_with("wardroom.")) fs::permissions(file.path(), kOwnersAlone, error);
  return std::unique_ptr<DataFolder>(new DataFolder(lock));
}

DataFolder::~DataFolder() { ::close(lock_); }

}  // namespace wardroom
