#include "tests/house/tree.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <sstream>

namespace wardroom::tree {

namespace fs = std::filesystem;

const fs::path kRoot = WARDROOM_SOURCE_DIR;

namespace {

std::set<std::string> words_of(const std::string& text) {
  std::istringstream in(text);
  return {std::istream_iterator<std::string>(in), {}};
}

}  // namespace

const std::set<std::string>& titles() {
  static const std::set<std::string> list = words_of(WARDROOM_TITLES);
  return list;
}

std::string read(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::vector<Source> sources(const std::vector<std::string>& folders) {
  static const std::set<std::string> kinds{".h", ".cpp", ".in", ".proto", ".cmake", ".txt"};
  std::vector<Source> found;
  for (const std::string& folder : folders) {
    for (const auto& entry : fs::recursive_directory_iterator(kRoot / folder)) {
      if (!entry.is_regular_file() || !kinds.contains(entry.path().extension().string())) continue;
      found.push_back({fs::relative(entry.path(), kRoot).string(), read(entry.path())});
    }
  }
  std::ranges::sort(found, {}, &Source::path);
  return found;
}

std::vector<std::string> includes_of(const std::string& text) {
  std::vector<std::string> found;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with("#include \"") && !line.starts_with("import \"") && !line.starts_with("import public \""))
      continue;
    const std::size_t from = line.find('"') + 1;
    found.push_back(line.substr(from, line.find('"', from) - from));
  }
  return found;
}

}  // namespace wardroom::tree
