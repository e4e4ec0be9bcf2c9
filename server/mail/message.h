// A mail as bytes (RFC 5322, 2045, 2047). Made once and kept: every try sends the same.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace wardroom::mail {

struct Message {
  std::string id;  // without brackets; the same at every try
  std::string from_name;
  std::string from;
  std::string to;
  std::string subject;
  std::int64_t date_ms = 0;
  std::string thread;       // the id of what it belongs to; may be empty
  std::string list;         // what mails of this kind are sorted by; may be empty
  std::string unsubscribe;  // an https address that takes one POST; may be empty
  std::string text;         // whole without the rest
  std::string html;         // may be empty; shows the picture as cid:chart
  std::string picture;      // PNG; may be empty
};

// Pure ASCII, lines of at most 78 with CR LF unless an address is longer. No value can make a header of its own.
std::string compose(const Message& message);

// An address as it can be written to: the part before the sign in ASCII, the domain in A-labels (IDNA). None: it is not
// one.
std::optional<std::string> mailbox(std::string_view written);

}  // namespace wardroom::mail
