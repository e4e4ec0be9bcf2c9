// What earlier builds stored, kept for good; see README.md beside this file.
#pragma once

#include <google/protobuf/io/gzip_stream.h>
#include <google/protobuf/io/zero_copy_stream_impl.h>

#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>

namespace wardroom::testing {

inline std::string unpacked(const std::string& name) {
  const std::filesystem::path path = std::filesystem::path(WARDROOM_SOURCE_DIR) / "tests/match/stored" / name;
  std::ifstream file(path, std::ios::binary);
  if (!file) throw std::runtime_error("cannot read " + path.string());
  google::protobuf::io::IstreamInputStream packed(&file);
  google::protobuf::io::GzipInputStream in(&packed);
  std::string bytes;
  const void* data = nullptr;
  int size = 0;
  while (in.Next(&data, &size)) bytes.append(static_cast<const char*>(data), static_cast<std::size_t>(size));
  return bytes;
}

inline void write(const std::filesystem::path& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
}

}  // namespace wardroom::testing
