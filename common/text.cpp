#include "common/text.h"

#include "wardroom/v1/text.pb.h"

namespace wardroom {

Text& Text::number(std::string_view name, std::int64_t value) & {
  auto& argument = arguments.emplace_back();
  argument.name = name;
  argument.number = value;
  return *this;
}

Text& Text::word(std::string_view name, std::string value) & {
  auto& argument = arguments.emplace_back();
  argument.name = name;
  argument.kind = TextArgument::Kind::kWord;
  argument.word = std::move(value);
  return *this;
}

Text& Text::text(std::string_view name, Text value) & {
  auto& argument = arguments.emplace_back();
  argument.name = name;
  argument.kind = TextArgument::Kind::kText;
  argument.text.push_back(std::move(value));
  return *this;
}

void to_wire(const Text& from, v1::Text& to) {
  to.set_id(from.id);
  for (const TextArgument& argument : from.arguments) {
    auto& out = *to.add_arguments();
    out.set_name(std::string(argument.name));
    switch (argument.kind) {
      case TextArgument::Kind::kNumber: out.set_number(argument.number); break;
      case TextArgument::Kind::kWord: out.set_word(argument.word); break;
      case TextArgument::Kind::kText: to_wire(argument.text.front(), *out.mutable_text()); break;
    }
  }
}

}  // namespace wardroom
