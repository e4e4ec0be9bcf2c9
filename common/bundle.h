// The data files of a title, whole: read from a folder, laid over by a host's own, named by their hash.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "common/result.h"

namespace wardroom {

struct DataText {
  std::string path;  // within the title's folder, with '/'
  std::string text;
};

class Bundle {
 public:
  Bundle() = default;
  explicit Bundle(std::vector<DataText> files);

  // Every *.textproto below `folder`; files of the same path below `overlay` take their place.
  static Result<Bundle> read(const std::filesystem::path& folder, const std::filesystem::path& overlay = {});

  const std::vector<DataText>& files() const { return files_; }  // ordered by path
  const DataText* find(const std::string& path) const;
  const std::string& hash() const { return hash_; }

 private:
  std::vector<DataText> files_;
  std::string hash_;
};

}  // namespace wardroom
