#include "server/store/postgres/dialect.h"

#include <algorithm>
#include <cctype>
#include <charconv>

namespace wardroom::store {
namespace {

constexpr std::string_view kOurs = "/*pg ";
constexpr std::string_view kEnd = "*/";

std::string_view digits_of(std::string_view text) {
  const auto end = std::ranges::find_if_not(text, [](unsigned char each) { return std::isdigit(each) != 0; });
  return text.substr(0, static_cast<std::size_t>(end - text.begin()));
}

int number_in(std::string_view digits) {
  int number = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), number);
  return number;
}

}  // namespace

std::string postgres_sql(std::string_view sql) {
  std::string said;
  int last = 0;
  bool quoted = false, ours = false;
  for (std::size_t at = 0; at < sql.size(); ++at) {
    const std::string_view rest = sql.substr(at);
    if (!quoted && rest.starts_with(kOurs)) {
      ours = true;
      at += kOurs.size() - 1;
    } else if (!quoted && ours && rest.starts_with(kEnd)) {
      ours = false;
      at += kEnd.size() - 1;
    } else if (!quoted && sql[at] == '?') {
      const std::string_view digits = digits_of(rest.substr(1));
      last = digits.empty() ? last + 1 : std::max(last, number_in(digits));
      said += '$' + (digits.empty() ? std::to_string(last) : std::string(digits));
      at += digits.size();
    } else {
      if (sql[at] == '\'') quoted = !quoted;
      said += sql[at];
    }
  }
  return said;
}

int parameters_of(std::string_view postgres_sql) {
  int most = 0;
  for (std::size_t at = postgres_sql.find('$'); at != postgres_sql.npos; at = postgres_sql.find('$', at + 1))
    most = std::max(most, number_in(digits_of(postgres_sql.substr(at + 1))));
  return most;
}

}  // namespace wardroom::store
