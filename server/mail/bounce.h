// Bounces: mail that comes back, and complaints. Each mail goes out with a way back of its own (VERP), so that what
// comes there names the account it was for, without anybody's address being believed.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "common/hash.h"

namespace wardroom::mail {

// Of an account and the address it has now; nobody else can make one.
std::string bounce_mark(const std::string& account, const std::string& address, const Secret& secret);
// bounces@example.org with a mark: bounces+MARK@example.org
std::string return_path(const std::string& bounces, const std::string& mark);

// What came back: a delivery report (RFC 3464) of something that failed for good, or a complaint (RFC 5965).
struct Returned {
  std::string account;
  std::string mark;
};
// None: it is neither, or says only that something will be tried again, or has no mark. `bounces`: as above.
std::optional<Returned> read_returned(std::string_view mail, const std::string& bounces);

}  // namespace wardroom::mail
