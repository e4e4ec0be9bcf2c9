#include "server/net/pages.h"

#include <algorithm>
#include <array>
#include <fstream>

namespace wardroom::net {
namespace {

constexpr std::array<std::string_view, 3> kPages{"terms", "privacy", "contact"};

std::string read(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::string text(Pages::kMostBytes, '\0');
  in.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(std::max<std::streamsize>(0, in.gcount())));
  return text;
}

}  // namespace

bool is_page(std::string_view name) { return std::ranges::find(kPages, name) != kPages.end(); }

std::string Pages::text(std::string_view name, std::string_view language) const {
  if (folder_.empty()) return {};
  const std::string own = read(folder_ / (std::string(name) + '.' + std::string(language) + ".txt"));
  return own.empty() ? read(folder_ / (std::string(name) + ".txt")) : own;
}

std::vector<std::string_view> Pages::there(std::string_view language) const {
  std::vector<std::string_view> names;
  for (const std::string_view name : kPages) {
    if (!text(name, language).empty()) names.push_back(name);
  }
  return names;
}

}  // namespace wardroom::net
