#include "common/base64.h"

#include <sodium.h>

namespace wardroom {
namespace {

std::string written(std::string_view bytes, int variant) {
  std::string out(sodium_base64_encoded_len(bytes.size(), variant), '\0');
  sodium_bin2base64(out.data(), out.size(), reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size(),
                    variant);
  out.pop_back();  // the zero at its end
  return out;
}

std::optional<std::string> read(std::string_view text, int variant) {
  std::string out(text.size() / 4 * 3 + 3, '\0');
  std::size_t size = 0;
  const char* end = nullptr;
  const int failed = sodium_base642bin(reinterpret_cast<unsigned char*>(out.data()), out.size(), text.data(),
                                       text.size(), nullptr, &size, &end, variant);
  if (failed != 0 || end != text.data() + text.size()) return std::nullopt;
  out.resize(size);
  return out;
}

}  // namespace

std::string base64(std::string_view bytes) { return written(bytes, sodium_base64_VARIANT_ORIGINAL); }
std::string base64_url(std::string_view bytes) { return written(bytes, sodium_base64_VARIANT_URLSAFE_NO_PADDING); }
std::optional<std::string> from_base64(std::string_view text) { return read(text, sodium_base64_VARIANT_ORIGINAL); }
std::optional<std::string> from_base64_url(std::string_view text) {
  return read(text, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
}

}  // namespace wardroom
