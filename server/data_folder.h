// The folder of the database: one server's at a time, and nobody else's to read.
#pragma once

#include <filesystem>
#include <memory>

#include "common/result.h"

namespace wardroom {

class DataFolder {
 public:
  // Made if it is not there. Held until this goes, or the process ends, however it ends.
  static Result<std::unique_ptr<DataFolder>> take(const std::filesystem::path& folder);
  ~DataFolder();
  DataFolder(const DataFolder&) = delete;
  DataFolder& operator=(const DataFolder&) = delete;

 private:
  explicit DataFolder(int lock) : lock_(lock) {}
  int lock_;
};

}  // namespace wardroom
