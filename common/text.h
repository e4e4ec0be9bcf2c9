// Words for people as an id and its arguments, cheap enough to build for every menu item.
#pragma once

#include <boost/container/small_vector.hpp>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace wardroom::v1 {
class Text;
}

namespace wardroom {

struct Text;

// One argument: a number, a word a person typed, or another text.
struct TextArgument {
  enum class Kind { kNumber, kWord, kText };
  std::string_view name;  // a literal in the code
  Kind kind = Kind::kNumber;
  std::int64_t number = 0;
  std::string word;                // kWord
  std::vector<Text> text;          // kText: exactly one
};

struct Text {
  Text() = default;
  Text(std::string text_id) : id(std::move(text_id)) {}
  Text(std::string_view text_id) : id(text_id) {}
  Text(const char* text_id) : id(text_id) {}

  Text& number(std::string_view name, std::int64_t value) &;
  Text& word(std::string_view name, std::string value) &;
  Text& text(std::string_view name, Text value) &;
  Text&& number(std::string_view name, std::int64_t value) && { return std::move(number(name, value)); }
  Text&& word(std::string_view name, std::string value) && { return std::move(this->word(name, std::move(value))); }
  Text&& text(std::string_view name, Text value) && { return std::move(this->text(name, std::move(value))); }

  bool empty() const { return id.empty(); }

  std::string id;
  boost::container::small_vector<TextArgument, 2> arguments;
};

void to_wire(const Text& from, v1::Text& to);

}  // namespace wardroom
