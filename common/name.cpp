#include "common/name.h"

#include <unicode/normalizer2.h>
#include <unicode/unistr.h>

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

}  // namespace wardroom
