#include "server/match/written.h"

#include <unicode/uchar.h>
#include <unicode/utf8.h>

#include <algorithm>
#include <cstdint>

namespace wardroom::match {
namespace {

constexpr int kMostMarks = 4;  // over one letter; what people write in has at most three

}  // namespace

std::size_t characters(const std::string& utf8) {
  return static_cast<std::size_t>(
      std::ranges::count_if(utf8, [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }));
}

bool printable(const std::string& utf8) {
  const auto length = static_cast<std::int32_t>(utf8.size());
  int marks = 0;
  for (std::int32_t i = 0; i < length;) {
    UChar32 sign = 0;
    U8_NEXT(utf8.data(), i, length, sign);
    if (sign < 0 || u_hasBinaryProperty(sign, UCHAR_BIDI_CONTROL)) return false;
    const auto kind = u_charType(sign);
    if (kind == U_CONTROL_CHAR || kind == U_LINE_SEPARATOR || kind == U_PARAGRAPH_SEPARATOR) return false;
    if (kind == U_NON_SPACING_MARK || kind == U_ENCLOSING_MARK) {
      if (++marks > kMostMarks) return false;
    } else if (!u_hasBinaryProperty(sign, UCHAR_DEFAULT_IGNORABLE_CODE_POINT)) {
      marks = 0;  // a letter of its own; what does not show leaves the tower where it is
    }
  }
  return true;
}

}  // namespace wardroom::match
