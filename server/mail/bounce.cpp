#include "server/mail/bounce.h"

#include <algorithm>
#include <cctype>
#include <vector>

namespace wardroom::mail {
namespace {

constexpr std::size_t kMarkBytes = 8;
constexpr std::size_t kMostRead = 256 * 1024;

std::string lower(std::string_view text) {
  std::string out;
  for (const unsigned char c : text) out += static_cast<char>(std::tolower(c));
  return out;
}

std::vector<std::string> lines_of(std::string_view mail) {
  std::vector<std::string> lines;
  mail = mail.substr(0, kMostRead);
  while (!mail.empty()) {
    const std::size_t end = mail.find('\n');
    std::string_view line = mail.substr(0, end);
    if (line.ends_with('\r')) line.remove_suffix(1);
    lines.push_back(lower(line));
    mail = end == mail.npos ? std::string_view() : mail.substr(end + 1);
  }
  return lines;
}

std::string_view value_of(std::string_view line, std::string_view name) {
  if (!line.starts_with(name)) return {};
  line.remove_prefix(name.size());
  return line.substr(std::min(line.size(), line.find_first_not_of(' ')));
}

// The mark in an address of ours that stands in this line; empty: none.
std::string mark_in(std::string_view line, const std::string& bounces) {
  const std::size_t sign = bounces.find('@');
  const std::string before = lower(bounces.substr(0, sign)) + '+';
  const std::string after = lower(bounces.substr(sign));
  const std::size_t start = line.find(before);
  if (start == line.npos) return {};
  const std::size_t from = start + before.size();
  const std::size_t end = line.find('@', from);
  if (end == line.npos || !line.substr(end).starts_with(after)) return {};
  return std::string(line.substr(from, end - from));
}

}  // namespace

std::string bounce_mark(const std::string& account, const std::string& address, const Secret& secret) {
  const std::string seal = Hasher(secret).add("bounce").add(account).add(address).finish();
  return lower(account) + '-' + hex(seal.substr(0, kMarkBytes));
}

std::string return_path(const std::string& bounces, const std::string& mark) {
  const std::size_t sign = bounces.find('@');
  return bounces.substr(0, sign) + '+' + mark + bounces.substr(sign);
}

std::optional<Returned> read_returned(std::string_view mail, const std::string& bounces) {
  bool failed = false, for_good = false, complaint = false;
  std::string mark;
  for (const std::string& line : lines_of(mail)) {
    failed = failed || value_of(line, "action:") == "failed";
    for_good = for_good || value_of(line, "status:").starts_with("5.");
    complaint = complaint || value_of(line, "feedback-type:").starts_with("abuse");
    if (mark.empty()) mark = mark_in(line, bounces);
  }
  const std::size_t dash = mark.rfind('-');
  if (!(complaint || (failed && for_good)) || dash == mark.npos || dash == 0) return std::nullopt;
  return Returned{mark.substr(0, dash), mark};
}

}  // namespace wardroom::mail
