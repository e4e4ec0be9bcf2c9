// Values that may be refusals. Input errors are values with a reason a person can act on.
#pragma once

#include <boost/system/result.hpp>
#include <stdexcept>
#include <string>

#include "common/text.h"

namespace wardroom {

enum class RefusalCode {
  kMalformed = 1,   // the request could not be understood
  kNotOffered = 2,  // the action is not on the menu
  kStale = 3,       // the menu it answers has been answered or replaced
  kNotYours = 4,    // wrong seat, or not allowed to this account
  kNotFound = 5,
  kConflict = 6,     // taken name, full match, already done
  kTooMuch = 7,      // a limit
  kUnavailable = 8,  // the server cannot do it now; try again
  kSignedOut = 9,
  kUnreadable = 10,  // a stored record or a data file that this build cannot read
};

struct Refusal {
  RefusalCode code = RefusalCode::kMalformed;
  Text reason;
  std::string rule;  // "6.3.5", when a rule says no
};

// What boost::system::result calls when a refusal is read as a value: a mistake of ours.
[[noreturn]] inline void throw_exception_from_error(const Refusal& refusal, const boost::source_location&) {
  throw std::logic_error("refusal read as a value: " + refusal.reason.id);
}

template <class T>
using Result = boost::system::result<T, Refusal>;

inline Refusal refuse(RefusalCode code, Text reason) { return {code, std::move(reason), {}}; }

}  // namespace wardroom
