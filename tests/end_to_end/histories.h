// Histories: what a client of a match saw and did, and whether the record of the match agrees. A client remembers what
// it sent and was shown, over as many lines as broke; the record is what the server says when the match is over.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace wardroom::testing {

enum class Outcome {
  kTaken,    // acknowledged
  kRefused,  // refused for good
  kUnknown,  // the line broke before an answer, or it could not be stored
};

struct Sent {
  std::uint64_t menu = 0;  // its serial: each menu is answered once
  std::string action;
  Outcome outcome = Outcome::kUnknown;
};

// Everything a viewer had before him at one of his serials.
struct Shown {
  std::uint64_t serial = 0;
  std::int64_t time_ms = 0;
  std::string content;
};

struct History {
  std::vector<Sent> sent;    // in order
  std::vector<Shown> shown;  // as it came, the same again after a line broke
  std::vector<Shown> anew;   // to somebody who comes for the first time, when it is over
};

using Complaints = std::vector<std::string>;

// The actions of one seat in the record, in order: every one that was taken is there once, in the order in which it was
// sent; none that was refused is; of those unknown each may be; there is no other, and none twice.
Complaints check_acts(const std::vector<Sent>& sent, const std::vector<std::string>& recorded);

// What a viewer was shown is what the record shows him: no serial went back, none was used for anything else, and the
// last is the end of the record.
Complaints check_shown(const std::vector<Shown>& shown, const std::vector<Shown>& recorded);

// Serials of a record follow one another, and its times never go back.
Complaints check_order(const std::vector<Shown>& recorded);
Complaints check_times(const std::vector<std::int64_t>& times_ms);

}  // namespace wardroom::testing
