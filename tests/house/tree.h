// The tree of sources, to be read by tests.
#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <vector>

namespace wardroom::tree {

extern const std::filesystem::path kRoot;

const std::set<std::string>& titles();
std::string read(const std::filesystem::path& file);

struct Source {
  std::string path;  // from the root
  std::string text;
};

std::vector<Source> sources(const std::vector<std::string>& folders);  // in the order of their paths
std::vector<std::string> includes_of(const std::string& text);

}  // namespace wardroom::tree
