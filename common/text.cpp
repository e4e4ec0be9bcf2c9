#include "common/text.h"

#include "wardroom/v1/text.pb.h"

namespace wardroom {

Text& Text::number(std::string_view name, std::int64_t value) & {
  arguments.emplace_back(name, value);
  return *this;
}

Text& Text::word(std::string_view name, std::string value) & {
  arguments.emplace_back(name, std::move(value));
  return *this;
}

Text& Text::text(std::string_view name, Text value) & {
  if (value.arguments.empty()) {
    arguments.emplace_back(name, std::move(value.id));
  } else {
    arguments.emplace_back(name, std::make_shared<const Text>(std::move(value)));
  }
  return *this;
}

Text& Text::text(std::string_view name, std::shared_ptr<const Text> value) & {
  if (value->arguments.empty()) return text(name, *value);
  arguments.emplace_back(name, std::move(value));
  return *this;
}

namespace {

struct ToWire {
  v1::Argument& out;
  void operator()(std::int64_t number) const { out.set_number(number); }
  void operator()(const std::string& word) const { out.set_word(word); }
  void operator()(const TextId& id) const { out.mutable_text()->set_id(id.str()); }
  void operator()(const std::shared_ptr<const Text>& text) const { to_wire(*text, *out.mutable_text()); }
};

}  // namespace

void to_wire(const Text& from, v1::Text& to) {
  to.set_id(from.id.str());
  for (const TextArgument& argument : from.arguments) {
    v1::Argument& out = *to.add_arguments();
    out.set_name(std::string(argument.name));
    std::visit(ToWire{out}, argument.value);
  }
}

}  // namespace wardroom
