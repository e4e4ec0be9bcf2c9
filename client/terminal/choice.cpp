#include "client/terminal/choice.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <optional>
#include <vector>

#include "client/terminal/json.h"

namespace wardroom::terminal {
namespace {

template <class Number>
bool parse(std::string_view text, Number& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size();
}

bool is_other_form(const v1::Item& plain, const v1::Item& item) {
  const auto &before = plain.action().arguments(), &now = item.action().arguments();
  return plain.action().verb() == item.action().verb() && plain.places_size() == 1 && item.places_size() == 1 &&
         plain.places(0) == item.places(0) && now.size() == before.size() + 1 &&
         std::equal(before.begin(), before.end(), now.begin());
}

// The item at a place; none: nothing of the menu is there.
std::optional<Result<int>> at_place(std::uint32_t place, std::string_view written, const v1::Menu& menu) {
  std::vector<int> there;
  for (int i = 0; i < menu.items_size(); ++i) {
    const auto& places = menu.items(i).places();
    if (std::ranges::find(places, place) != places.end() && !plain_form(menu, i)) there.push_back(i);
  }
  if (there.empty()) return std::nullopt;
  if (there.size() == 1) return there[0];
  std::string numbers;
  for (int i : there) numbers += (numbers.empty() ? "" : ", ") + std::to_string(i + 1);
  return refuse(RefusalCode::kMalformed,
                Text("terminal.which_of_place").word("place", std::string(written)).word("numbers", numbers));
}

// The item that a number of the list or a place means.
Result<int> item_of(std::string_view text, const v1::Menu& menu, const Refusal& unclear) {
  int number = 0;
  if (!parse(text, number)) return unclear;
  if (text.starts_with('0') || number > menu.items_size()) {
    if (auto there = at_place(static_cast<std::uint32_t>(number), text, menu)) return std::move(*there);
  }
  if (number < 1 || number > menu.items_size()) {
    return refuse(RefusalCode::kNotOffered,
                  Text("terminal.no_such_number").number("number", number).number("last", menu.items_size()));
  }
  return number - 1;
}

}  // namespace

std::string_view trimmed(std::string_view text) {
  const auto from = text.find_first_not_of(" \t\r");
  if (from == std::string_view::npos) return {};
  return text.substr(from, text.find_last_not_of(" \t\r") - from + 1);
}

std::string lower(std::string text) {
  std::ranges::transform(text, text.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

Result<v1::Action> parse_choice(std::string_view written, const v1::Menu& menu) {
  const std::string_view text = trimmed(written);
  Refusal unclear = refuse(RefusalCode::kMalformed, Text("terminal.unclear_choice").word("choice", std::string(text)));
  v1::Action action;
  if (text.starts_with('{')) {
    if (auto read = from_json(text, action); !read) return read.error();
    return action;
  }
  if (const auto colon = text.find(':'); colon != std::string_view::npos) {
    std::uint32_t verb = 0;
    if (!parse(text.substr(0, colon), verb)) return unclear;
    action.set_verb(verb);
    std::string_view rest = text.substr(colon + 1);
    while (!rest.empty()) {
      const auto comma = rest.find(',');
      std::int64_t argument = 0;
      if (!parse(rest.substr(0, comma), argument)) return unclear;
      action.add_arguments(argument);
      rest = comma == std::string_view::npos ? std::string_view() : rest.substr(comma + 1);
    }
    return action;
  }
  const bool other = text.ends_with('!');
  const Result<int> item = item_of(other ? text.substr(0, text.size() - 1) : text, menu, unclear);
  if (!item) return item.error();
  if (!other) return menu.items(*item).action();
  const std::optional<int> form = other_form(menu, *item);
  if (!form) return refuse(RefusalCode::kNotOffered, Text("terminal.no_other_form").word("choice", std::string(text)));
  return menu.items(*form).action();
}

std::optional<int> other_form(const v1::Menu& menu, int item) {
  for (int i = item + 1; i < menu.items_size(); ++i) {
    if (is_other_form(menu.items(item), menu.items(i)) && plain_form(menu, i) == item) return i;
  }
  return std::nullopt;
}

std::optional<int> plain_form(const v1::Menu& menu, int item) {
  for (int plain = 0; plain < item; ++plain) {
    if (!is_other_form(menu.items(plain), menu.items(item)) || plain_form(menu, plain)) continue;
    int first = plain + 1;
    while (!is_other_form(menu.items(plain), menu.items(first))) ++first;
    if (first == item) return plain;
  }
  return std::nullopt;
}

std::string number_of(const v1::Menu& menu, int item) {
  const std::optional<int> plain = plain_form(menu, item);
  return plain ? std::to_string(*plain + 1) + "!" : std::to_string(item + 1);
}

std::string write_choice(const v1::Action& action) {
  std::string out = std::to_string(action.verb()) + ":";
  for (int i = 0; i < action.arguments_size(); ++i) out += (i ? "," : "") + std::to_string(action.arguments(i));
  return out;
}

}  // namespace wardroom::terminal
