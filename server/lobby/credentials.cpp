#include "server/lobby/credentials.h"

#include <unicode/uchar.h>
#include <unicode/unistr.h>

#include <algorithm>
#include <iterator>
#include <string_view>

#include "common/name.h"
#include "server/mail/message.h"

namespace wardroom::lobby {
namespace {

constexpr int kShortestName = 2;
constexpr int kLongestName = 24;
constexpr std::size_t kShortestPassword = 8;
constexpr std::size_t kLongestPassword = 200;

// What guessers try first, of those that are long enough; folded.
constexpr std::string_view kCommonest[] = {
    "00000000",    "11111111",  "11223344",   "12121212",   "12341234",    "12345678",  "123456789",  "1234567890",
    "123123123",   "1q2w3e4r",  "1q2w3e4r5t", "1qaz2wsx",   "22222222",    "66666666",  "77777777",   "87654321",
    "88888888",    "987654321", "99999999",   "a1b2c3d4",   "aa123456",    "aaaaaaaa",  "abc12345",   "abcd1234",
    "abcdefgh",    "admin123",  "admiralty",  "asdfasdf",   "asdfghjk",    "asdfghjkl", "baseball",   "basketball",
    "battleship",  "changeme",  "computer",   "corvette",   "dragon123",   "football",  "football1",  "hello123",
    "iloveyou",    "iloveyou1", "internet",   "jennifer",   "kochanie",    "kocham123", "letmein1",   "liverpool",
    "master123",   "michelle",  "mojehaslo",  "monkey123",  "passw0rd",    "password",  "password1",  "password12",
    "password123", "polska123", "princess",   "princess1",  "q1w2e3r4",    "qazwsxedc", "qwer1234",   "qwertyui",
    "qwertyuiop",  "qwerty12",  "qwerty123",  "samantha",   "scharnhorst", "starwars",  "submarine",  "sunshine",
    "superman",    "tirpitz1",  "torpedo1",   "trustno1",   "wardroom",    "welcome1",  "welcome123", "whatever",
    "zaq12wsx",    "zaqwsxcde", "zxcvbnm1",   "zxcvbnm123",
};

bool allowed(UChar32 c) {
  constexpr std::u32string_view kSigns = U" -_.'";
  if (u_hasBinaryProperty(c, UCHAR_DEFAULT_IGNORABLE_CODE_POINT)) return false;  // letters that do not show
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
  const std::string folded = folded_name(password);
  if (std::ranges::find(kCommonest, folded) != std::end(kCommonest))
    return refuse(RefusalCode::kMalformed, "refusal.password_common");
  if (folded == folded_name(name)) return refuse(RefusalCode::kMalformed, "refusal.password_is_name");
  return {};
}

Result<std::string> check_email(const std::string& email) {
  if (email.empty()) return email;
  std::optional<std::string> address = mail::mailbox(email);
  if (!address) return refuse(RefusalCode::kMalformed, "refusal.email");
  return std::move(*address);
}

}  // namespace wardroom::lobby
