#include "server/mail/message.h"

#include <unicode/uidna.h>

#include <algorithm>
#include <array>
#include <ctime>
#include <vector>

#include "common/base64.h"
#include "common/hash.h"

namespace wardroom::mail {
namespace {

constexpr std::size_t kLine = 76;         // of a body
constexpr std::size_t kHeaderLine = 78;   // of a header
constexpr std::size_t kEncodedText = 42;  // bytes that give an encoded word of at most 75
constexpr std::size_t kLongestWord = 64;  // of a header, unless it is encoded
constexpr std::string_view kEnd = "\r\n";

bool is_ascii(std::string_view text) {
  return std::ranges::all_of(text, [](unsigned char c) { return c < 0x80; });
}

// The one place where a value loses whatever could end its line.
std::string clean(std::string_view text) {
  std::string out;
  for (const unsigned char c : text) out += c < 0x20 || c == 0x7f ? ' ' : static_cast<char>(c);
  return out;
}

// -- headers --

// Words that are not ASCII, in pieces cut between letters.
std::string encoded(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    std::size_t length = std::min(text.size(), kEncodedText);
    while (length < text.size() && length > 1 && (static_cast<unsigned char>(text[length]) & 0xc0) == 0x80) --length;
    if (!out.empty()) out += ' ';
    out += "=?utf-8?B?" + base64(text.substr(0, length)) + "?=";
    text.remove_prefix(length);
  }
  return out;
}

// Folded at its spaces; an address that is longer than a line stays whole.
std::string header(std::string_view name, std::string_view value) {
  std::string out(name);
  out += ':';
  std::size_t line = out.size();
  std::string words = clean(value);
  for (std::size_t from = 0; from < words.size();) {
    const std::size_t space = words.find(' ', from);
    const std::string word = words.substr(from, space - from);
    if (!word.empty()) {
      if (line + 1 + word.size() > kHeaderLine) {
        out += kEnd;
        line = 0;
      }
      out += ' ' + word;
      line += 1 + word.size();
    }
    from = space == words.npos ? words.size() : space + 1;
  }
  return out += kEnd;
}

// As it is, or encoded: what is not ASCII, and a word that no line holds.
bool stands_as_it_is(const std::string& text) {
  std::size_t word = 0, longest = 0;
  for (const char c : text) longest = std::max(longest, word = c == ' ' ? 0 : word + 1);
  return is_ascii(text) && longest <= kLongestWord;
}
std::string unstructured(std::string_view text) {
  const std::string safe = clean(text);
  return stands_as_it_is(safe) ? safe : encoded(safe);
}

// A name before an address: quoted, or encoded.
std::string person(std::string_view name, std::string_view address) {
  std::string out;
  const std::string safe = clean(name);
  if (!stands_as_it_is(safe)) {
    out = encoded(safe) + ' ';
  } else if (!safe.empty()) {
    out = '"';
    for (const char c : safe) out += c == '"' || c == '\\' ? '\'' : c;
    out += "\" ";
  }
  return out + '<' + clean(address) + '>';
}

std::string date(std::int64_t ms) {
  const std::time_t seconds = static_cast<std::time_t>(ms / 1000);
  std::tm utc{};
  gmtime_r(&seconds, &utc);
  static constexpr std::array kDays{"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
  static constexpr std::array kMonths{"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                      "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
  std::array<char, 48> out{};
  std::snprintf(out.data(), out.size(), "%s, %d %s %d %02d:%02d:%02d +0000",
                kDays[static_cast<std::size_t>(utc.tm_wday)], utc.tm_mday,
                kMonths[static_cast<std::size_t>(utc.tm_mon)], utc.tm_year + 1900, utc.tm_hour, utc.tm_min, utc.tm_sec);
  return out.data();
}

// -- bodies --

std::string quoted_printable(std::string_view text) {
  static constexpr std::string_view kSixteen = "0123456789ABCDEF";
  std::string out;
  std::size_t line = 0;
  const auto put = [&](std::string_view piece) {
    if (line + piece.size() >= kLine) {
      out += "=\r\n";
      line = 0;
    }
    out += piece;
    line += piece.size();
  };
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto c = static_cast<unsigned char>(text[i]);
    if (c == '\r') continue;
    if (c == '\n') {
      out += kEnd;
      line = 0;
      continue;
    }
    const bool ends_line = i + 1 == text.size() || text[i + 1] == '\n' || text[i + 1] == '\r';
    if ((c > 0x20 && c < 0x7f && c != '=') || (c == ' ' && !ends_line)) {
      put(text.substr(i, 1));
    } else {
      const std::array<char, 3> code{'=', kSixteen[c >> 4], kSixteen[c & 15]};
      put({code.data(), code.size()});
    }
  }
  return out;
}

std::string in_lines(std::string_view text) {
  std::string out;
  for (; !text.empty(); text.remove_prefix(std::min(text.size(), kLine)))
    out.append(text.substr(0, kLine)).append(kEnd);
  return out;
}

std::string words(std::string_view type, std::string_view text) {
  std::string part = header("Content-Type", std::string(type) + "; charset=utf-8");
  part += header("Content-Transfer-Encoding", "quoted-printable");
  part.append(kEnd).append(quoted_printable(text)).append(kEnd);
  return part;
}

std::string multipart(std::string_view kind, const std::string& boundary, const std::vector<std::string>& parts) {
  std::string out = header("Content-Type", "multipart/" + std::string(kind) + "; boundary=\"" + boundary + '"');
  out += kEnd;
  for (const std::string& part : parts) out += "--" + boundary + std::string(kEnd) + part;
  return out + "--" + boundary + "--" + std::string(kEnd);
}

std::string body(const Message& message) {
  const std::string text = words("text/plain", message.text);
  if (message.html.empty()) return text;
  const std::string mark = hex(checksum(message.id));
  std::string html = words("text/html", message.html);
  if (!message.picture.empty()) {
    std::string picture = header("Content-Type", "image/png") + header("Content-Transfer-Encoding", "base64") +
                          header("Content-ID", "<chart>") + header("Content-Disposition", "inline");
    picture.append(kEnd).append(in_lines(base64(message.picture)));
    html = multipart("related", "=_r" + mark, {std::move(html), std::move(picture)});
  }
  return multipart("alternative", "=_a" + mark, {text, std::move(html)});
}

}  // namespace

std::string compose(const Message& message) {
  std::string out = header("From", person(message.from_name, message.from));
  out += header("To", person("", message.to));
  out += header("Subject", unstructured(message.subject));
  out += header("Date", date(message.date_ms));
  out += header("Message-ID", '<' + message.id + '>');
  if (!message.thread.empty()) {
    out += header("In-Reply-To", '<' + message.thread + '>');
    out += header("References", '<' + message.thread + '>');
  }
  out += header("Auto-Submitted", "auto-generated");
  out += header("X-Auto-Response-Suppress", "All");
  if (!message.list.empty()) out += header("List-Id", '<' + message.list + '>');
  if (!message.unsubscribe.empty()) {
    out += header("List-Unsubscribe", '<' + message.unsubscribe + '>');
    out += header("List-Unsubscribe-Post", "List-Unsubscribe=One-Click");
  }
  out += header("MIME-Version", "1.0");
  return out + body(message);
}

std::optional<std::string> mailbox(std::string_view written) {
  const std::size_t sign = written.rfind('@');
  if (sign == written.npos || sign == 0 || sign > 64 || written.size() > 254) return std::nullopt;
  const std::string_view local = written.substr(0, sign);
  const auto plain = [](unsigned char c) {
    return std::isalnum(c) != 0 ||
           std::string_view("!#$%&'*+-/=?^_`{|}~.").find(static_cast<char>(c)) != std::string_view::npos;
  };
  if (!is_ascii(local) || !std::ranges::all_of(local, plain)) return std::nullopt;
  if (local.front() == '.' || local.back() == '.' || local.find("..") != local.npos) return std::nullopt;

  UErrorCode error = U_ZERO_ERROR;
  UIDNA* idna = uidna_openUTS46(UIDNA_USE_STD3_RULES | UIDNA_NONTRANSITIONAL_TO_ASCII | UIDNA_CHECK_BIDI, &error);
  if (U_FAILURE(error)) return std::nullopt;
  std::array<char, 254> domain{};
  UIDNAInfo info = UIDNA_INFO_INITIALIZER;
  const std::string_view name = written.substr(sign + 1);
  const std::int32_t length =
      uidna_nameToASCII_UTF8(idna, name.data(), static_cast<std::int32_t>(name.size()), domain.data(),
                             static_cast<std::int32_t>(domain.size()), &info, &error);
  uidna_close(idna);
  if (U_FAILURE(error) || info.errors != 0 || length <= 0) return std::nullopt;
  const std::string_view found(domain.data(), static_cast<std::size_t>(length));
  if (found.find('.') == found.npos || found.back() == '.') return std::nullopt;
  return std::string(local) + '@' + std::string(found);
}

}  // namespace wardroom::mail
