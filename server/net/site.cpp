#include "server/net/site.h"

#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/io/gzip_stream.h>
#include <google/protobuf/io/zero_copy_stream_impl_lite.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <sstream>
#include <utility>

#include "common/hash.h"

namespace wardroom::net {
namespace fs = std::filesystem;

std::string_view content_type(std::string_view path) {
  using Pair = std::pair<std::string_view, std::string_view>;
  static constexpr auto kTypes = std::to_array<Pair>({
      {"avif", "image/avif"},
      {"css", "text/css; charset=utf-8"},
      {"gif", "image/gif"},
      {"html", "text/html; charset=utf-8"},
      {"ico", "image/x-icon"},
      {"jpeg", "image/jpeg"},
      {"jpg", "image/jpeg"},
      {"js", "text/javascript; charset=utf-8"},
      {"json", "application/json"},
      {"map", "application/json"},
      {"mjs", "text/javascript; charset=utf-8"},
      {"mp3", "audio/mpeg"},
      {"ogg", "audio/ogg"},
      {"pb", "application/x-protobuf"},
      {"png", "image/png"},
      {"svg", "image/svg+xml"},
      {"textproto", "text/plain; charset=utf-8"},
      {"txt", "text/plain; charset=utf-8"},
      {"wasm", "application/wasm"},
      {"webmanifest", "application/manifest+json"},
      {"webp", "image/webp"},
      {"woff", "font/woff"},
      {"woff2", "font/woff2"},
      {"xml", "application/xml"},
  });
  const auto dot = path.rfind('.');
  if (dot != path.npos) {
    const auto it = std::ranges::lower_bound(kTypes, path.substr(dot + 1), {}, &Pair::first);
    if (it != kTypes.end() && it->first == path.substr(dot + 1)) return it->second;
  }
  return "application/octet-stream";
}

namespace {

std::string pack(const std::string& body) {
  namespace io = google::protobuf::io;
  std::string packed;
  io::StringOutputStream bytes(&packed);
  io::GzipOutputStream::Options options;
  options.compression_level = 9;
  io::GzipOutputStream gzip(&bytes, options);
  {
    io::CodedOutputStream out(&gzip);
    out.WriteString(body);
  }
  return gzip.Close() && packed.size() < body.size() ? packed : std::string();
}

}  // namespace

std::string etag_of(std::string_view bytes) { return '"' + hex(checksum(bytes)) + '"'; }

Result<Site> Site::read(const fs::path& folder) {
  Site site;
  std::error_code error;
  for (fs::recursive_directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
    if (it->path().filename().native().starts_with('.')) {
      it.disable_recursion_pending();
      continue;
    }
    if (it->is_symlink(error) || !it->is_regular_file(error)) continue;
    std::ifstream in(it->path(), std::ios::binary);
    std::ostringstream bytes;
    if (it->file_size(error) > 0) bytes << in.rdbuf();
    if (!in) return refuse(RefusalCode::kUnreadable, Text("data.unreadable_file").word("file", it->path().string()));
    const std::string path = '/' + fs::relative(it->path(), folder).generic_string();
    site.add(path, std::move(bytes).str());
  }
  if (error) return refuse(RefusalCode::kUnreadable, Text("data.unreadable_folder").word("folder", folder.string()));
  return site;
}

void Site::add(const std::string& path, std::string body) {
  SiteFile file{std::move(body), content_type(path), {}, path.starts_with("/assets/"), {}};
  file.etag = etag_of(file.body);
  file.packed = pack(file.body);
  files_.insert_or_assign(path, std::move(file));
}

const SiteFile* Site::find(std::string_view path) const {
  const auto it = files_.find(path == "/" ? std::string_view("/index.html") : path);
  return it == files_.end() ? nullptr : &it->second;
}

}  // namespace wardroom::net
