#include "server/titles/sea/words.h"

namespace wardroom::sea {

std::string lower(std::string_view name) {
  std::string out(name);
  for (char& c : out) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return out;
}

Text value_text(std::string_view prefix, std::string_view value, std::string_view suffix) {
  return Text(std::string(prefix) + lower(value) + std::string(suffix));
}

Text listed(std::vector<Text> parts) {
  Text all = std::move(parts.back());
  for (std::size_t i = parts.size() - 1; i-- > 0;) {
    const bool last_two = i + 2 == parts.size();
    all = last_two ? Text("list.last").text("first", std::move(parts[i])).text("second", std::move(all))
                   : Text("list.more").text("first", std::move(parts[i])).text("rest", std::move(all));
  }
  return all;
}

}  // namespace wardroom::sea
