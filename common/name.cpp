#include "common/name.h"

#include <unicode/normalizer2.h>
#include <unicode/unistr.h>
#include <unicode/uspoof.h>

#include <stdexcept>

namespace wardroom {

std::string folded_name(const std::string& name) {
  UErrorCode error = U_ZERO_ERROR;
  const icu::Normalizer2* fold = icu::Normalizer2::getNFKCCasefoldInstance(error);
  if (U_FAILURE(error)) throw std::runtime_error("ICU has no case folding");
  std::string out;
  fold->normalize(icu::UnicodeString::fromUTF8(name), error).toUTF8String(out);
  if (U_FAILURE(error)) throw std::runtime_error("ICU cannot fold a name");
  return out;
}

std::string seen_name(const std::string& name) {
  static const auto skeleton = [](const std::string& of) {
    UErrorCode error = U_ZERO_ERROR;
    static const icu::LocalUSpoofCheckerPointer checker(uspoof_open(&error));
    icu::UnicodeString seen;
    if (U_SUCCESS(error))
      uspoof_getSkeletonUnicodeString(checker.getAlias(), 0, icu::UnicodeString::fromUTF8(of), seen, &error);
    if (U_FAILURE(error)) throw std::runtime_error("ICU cannot tell look-alikes");
    std::string out;
    return seen.toUTF8String(out);
  };
  return skeleton(folded_name(skeleton(name)));  // before, for a capital I is seen as an l
}

}  // namespace wardroom
