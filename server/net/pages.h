// Pages: what the host himself says to whoever comes: terms, privacy, contact, and a banner. Read from his files each
// time they are asked for, so that he need not restart anything.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace wardroom::net {

class Pages {
 public:
  static constexpr std::size_t kMostBytes = 256 * 1024;  // of one file; the rest is left out

  Pages() = default;
  explicit Pages(std::filesystem::path folder) : folder_(std::move(folder)) {}

  // What stands in NAME.LANGUAGE.txt, or else in NAME.txt; empty when neither is there.
  std::string text(std::string_view name, std::string_view language) const;
  std::vector<std::string_view> there(std::string_view language) const;  // of terms, privacy and contact

 private:
  std::filesystem::path folder_;  // empty: the host says nothing
};

bool is_page(std::string_view name);

}  // namespace wardroom::net
