// Site: files to be served, held in memory, so that a request can name nothing else.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <string_view>

#include "common/result.h"

namespace wardroom::net {

struct SiteFile {
  std::string body;
  std::string_view type;
  std::string etag;      // with its quotes
  bool lasting = false;  // its name changes with its content: may be kept for ever
  std::string
      packed;  // gzip; empty where that is no smaller. Everybody may see these files, so their sizes tell nothing
};

class Site {
 public:
  Site() = default;
  // Every plain file below the folder; no links, nothing whose name starts with a dot.
  static Result<Site> read(const std::filesystem::path& folder);

  void add(const std::string& path, std::string body);
  const SiteFile* find(std::string_view path) const;  // "/", "/assets/app-1a2b3c4d.js"
  std::size_t size() const { return files_.size(); }

 private:
  std::map<std::string, SiteFile, std::less<>> files_;
};

std::string_view content_type(std::string_view path);
std::string etag_of(std::string_view bytes);

}  // namespace wardroom::net
