#include "common/bundle.h"

#include <algorithm>
#include <fstream>
#include <map>
#include <sstream>

#include "common/hash.h"

namespace wardroom {
namespace fs = std::filesystem;
namespace {

Result<void> read_into(const fs::path& folder, std::map<std::string, std::string>& files) {
  std::error_code error;
  for (fs::recursive_directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
    if (!it->is_regular_file(error) || it->path().extension() != ".textproto") continue;
    std::ifstream in(it->path(), std::ios::binary);
    std::ostringstream text;
    text << in.rdbuf();
    if (!in) return refuse(RefusalCode::kUnreadable, Text("data.unreadable_file").word("file", it->path().string()));
    files[fs::relative(it->path(), folder).generic_string()] = std::move(text).str();
  }
  if (error) return refuse(RefusalCode::kUnreadable, Text("data.unreadable_folder").word("folder", folder.string()));
  return {};
}

}  // namespace

Bundle::Bundle(std::vector<DataText> files) : files_(std::move(files)) {
  std::ranges::sort(files_, {}, &DataText::path);
  Hasher hasher;
  for (const DataText& file : files_) hasher.add(file.path).add(file.text);
  hash_ = hasher.finish();
}

Result<Bundle> Bundle::read(const fs::path& folder, const fs::path& overlay) {
  std::map<std::string, std::string> files;
  if (auto read = read_into(folder, files); !read) return read.error();
  if (!overlay.empty()) {
    if (auto read = read_into(overlay, files); !read) return read.error();
  }
  std::vector<DataText> list;
  for (auto& [path, text] : files) list.push_back({path, std::move(text)});
  return Bundle(std::move(list));
}

const DataText* Bundle::find(const std::string& path) const {
  auto it = std::ranges::lower_bound(files_, path, {}, &DataText::path);
  return it != files_.end() && it->path == path ? &*it : nullptr;
}

}  // namespace wardroom
