#include "client/terminal/token_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>

namespace wardroom::terminal {
namespace fs = std::filesystem;
namespace {

fs::path config_folder() {
  if (const char* folder = std::getenv("XDG_CONFIG_HOME"); folder && *folder) return fs::path(folder) / "wardroom";
  const char* home = std::getenv("HOME");
  return fs::path(home ? home : ".") / ".config" / "wardroom";
}

std::string file_name(std::string name) {
  std::ranges::replace_if(
      name, [](char c) { return c == '/' || c == ':'; }, '_');
  return name;
}

}  // namespace

TokenFile::TokenFile(const Address& address, const std::string& profile)
    : path_(config_folder() / file_name(profile) / (file_name(address.name()) + ".token")) {}

std::string TokenFile::read() const {
  std::ifstream in(path_);
  std::string token;
  std::getline(in, token);
  return token;
}

Result<void> TokenFile::write(const std::string& token) const {
  const Refusal failed =
      refuse(RefusalCode::kUnavailable, Text("terminal.token_not_kept").word("file", path_.string()));
  std::error_code error;
  fs::create_directories(path_.parent_path(), error);
  if (error) return failed;
  fs::permissions(path_.parent_path(), fs::perms::owner_all, error);
  const fs::path fresh = path_.string() + ".new";
  ::unlink(fresh.c_str());
  const int file = ::open(fresh.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, S_IRUSR | S_IWUSR);
  if (file < 0) return failed;
  const std::string line = token + "\n";
  const bool written = ::write(file, line.data(), line.size()) == static_cast<ssize_t>(line.size());
  if (::close(file) != 0 || !written) return failed;
  fs::rename(fresh, path_, error);
  if (error) return failed;
  return {};
}

void TokenFile::remove() const {
  std::error_code error;
  fs::remove(path_, error);
}

}  // namespace wardroom::terminal
