#include "server/lobby/credentials.h"

#include <unicode/uchar.h>
#include <unicode/unistr.h>

#include <algorithm>
#include <string_view>

#include "common/name.h"

namespace wardroom::lobby {
namespace {

constexpr int kShortestName = 2;
constexpr int kLongestName = 24;
constexpr std::size_t kShortestPassword = 8;
constexpr std::size_t kLongestPassword = 200;
constexpr std::size_t kLongestEmail = 254;

bool allowed(UChar32 c) {
  constexpr std::u32string_view kSigns = U" -_.'";
  return u_isalnum(c) || kSigns.find(static_cast<char32_t>(c)) != kSigns.npos;
}

}  // namespace

Result<void> check_name(const std::string& name) {
  const icu::UnicodeString text = icu::UnicodeString::fromUTF8(name);
  const int length = text.countChar32();
  if (length < kShortestName || length > kLongestName) {
    return refuse(RefusalCode::kMalformed,
                  Text("refusal.name_length").number("least", kShortestName).number("most", kLongestName));
  }
  for (int i = 0; i < text.length(); i = text.moveIndex32(i, 1)) {
    if (!allowed(text.char32At(i))) return refuse(RefusalCode::kMalformed, "refusal.name_signs");
  }
  const bool loose = name.front() == ' ' || name.back() == ' ' || name.find("  ") != name.npos;
  if (loose) return refuse(RefusalCode::kMalformed, "refusal.name_signs");
  return {};
}

Result<void> check_password(const std::string& password, const std::string& name) {
  if (password.size() < kShortestPassword || password.size() > kLongestPassword) {
    return refuse(RefusalCode::kMalformed,
                  Text("refusal.password_length").number("least", kShortestPassword).number("most", kLongestPassword));
  }
  if (folded_name(password) == folded_name(name)) return refuse(RefusalCode::kMalformed, "refusal.password_is_name");
  return {};
}

Result<void> check_email(const std::string& email) {
  if (email.empty()) return {};
  const auto at = email.find('@');
  const bool plain =
      std::ranges::all_of(email, [](char c) { return static_cast<unsigned char>(c) > 0x20 && c != 0x7f; });
  if (!plain || at == 0 || at == email.npos || at + 1 == email.size() || email.find('@', at + 1) != email.npos ||
      email.size() > kLongestEmail) {
    return refuse(RefusalCode::kMalformed, "refusal.email");
  }
  return {};
}

}  // namespace wardroom::lobby
