// Words for people as an id and its arguments, cheap enough to build for every menu item.
#pragma once

#include <boost/container/small_vector.hpp>
#include <cstdint>
#include <memory>
#include <ostream>
#include <string>
#include <string_view>
#include <variant>

namespace wardroom::v1 {
class Text;
}

namespace wardroom {

struct Text;

// The id of a text: a literal of the code, which costs nothing, or a string made at run time, which is shared.
class TextId {
 public:
  TextId() = default;
  TextId(const char* literal) : view_(literal) {}
  TextId(std::string made) : owner_(std::make_shared<const std::string>(std::move(made))), view_(*owner_) {}

  bool empty() const { return view_.empty(); }
  std::string_view view() const { return view_; }
  std::string str() const { return std::string(view_); }
  friend bool operator==(const TextId& a, std::string_view b) { return a.view_ == b; }
  friend std::string operator+(const char* a, const TextId& b) { return a + b.str(); }
  friend std::ostream& operator<<(std::ostream& out, const TextId& id) { return out << id.view_; }

 private:
  std::shared_ptr<const std::string> owner_;
  std::string_view view_;
};

struct TextArgument {
  std::string_view name;  // a literal of the code
  // A number, a word a person typed, the id of a text without arguments, or a text.
  std::variant<std::int64_t, std::string, TextId, std::shared_ptr<const Text>> value;
};

struct Text {
  Text() = default;
  Text(TextId text_id) : id(std::move(text_id)) {}
  Text(std::string text_id) : id(std::move(text_id)) {}
  Text(const char* literal) : id(literal) {}

  Text& number(std::string_view name, std::int64_t value) &;
  Text& word(std::string_view name, std::string value) &;
  Text& text(std::string_view name, Text value) &;
  Text& text(std::string_view name, std::shared_ptr<const Text> value) &;  // one text in several others
  Text&& number(std::string_view name, std::int64_t value) && { return std::move(number(name, value)); }
  Text&& word(std::string_view name, std::string value) && { return std::move(this->word(name, std::move(value))); }
  Text&& text(std::string_view name, Text value) && { return std::move(this->text(name, std::move(value))); }

  bool empty() const { return id.empty(); }

  TextId id;
  boost::container::small_vector<TextArgument, 2> arguments;
};

void to_wire(const Text& from, v1::Text& to);

}  // namespace wardroom
