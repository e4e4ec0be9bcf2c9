#include "server/titles/sea/sheets.h"

#include <google/protobuf/descriptor.h>
#include <google/protobuf/text_format.h>

#include <algorithm>
#include <cctype>

namespace wardroom::sea {
namespace {

using google::protobuf::FieldDescriptor;

// A value as words; index -1: of a field that is not repeated.
std::string value_of(const google::protobuf::Message& message, const FieldDescriptor& field, int index) {
  std::string value;
  if (field.cpp_type() != FieldDescriptor::CPPTYPE_STRING) {
    google::protobuf::TextFormat::PrintFieldValueToString(message, &field, index, &value);
    return value;
  }
  const auto& reflection = *message.GetReflection();
  return index < 0 ? reflection.GetString(message, &field) : reflection.GetRepeatedString(message, &field, index);
}

// None where the data do not state any, but for numbers and enums that cannot be absent.
std::vector<std::string> values_of(const Spot& spot, std::string_view name) {
  const auto& message = *spot.message();
  const FieldDescriptor& field = *spot.at(name).path().back().field;
  const auto& reflection = *message.GetReflection();
  std::vector<std::string> values;
  if (field.is_repeated()) {
    for (int i = 0; i < reflection.FieldSize(message, &field); ++i) values.push_back(value_of(message, field, i));
    return values;
  }
  const bool can_be_absent = field.has_presence() || field.cpp_type() == FieldDescriptor::CPPTYPE_STRING;
  if (!can_be_absent || reflection.HasField(message, &field)) values.push_back(value_of(message, field, -1));
  return values;
}

template <class List>
std::string with_commas(const List& words) {
  std::string out;
  for (const std::string& word : words) out += (out.empty() ? "" : ", ") + word;
  return out;
}

}  // namespace

SheetCell cell(Text text) { return {std::move(text), Origin::kUnmarked}; }
SheetCell cell(Text text, const Spot& from, Sheet& sheet) { return {std::move(text), origin_of(from, sheet)}; }

Text joined(std::vector<Text> texts) {
  if (texts.empty()) return plain("-");
  Text out = std::move(texts.front());
  for (std::size_t i = 1; i < texts.size(); ++i)
    out = Text("data.show.and").text("first", std::move(out)).text("next", std::move(texts[i]));
  return out;
}

std::string range_text(const v1::DieRange& on) {
  if (!on.has_from()) return on.has_to() ? std::to_string(on.to()) + "-" : "";
  if (!on.has_to()) return std::to_string(on.from()) + "+";
  if (on.from() == on.to()) return std::to_string(on.from());
  return std::to_string(on.from()) + " - " + std::to_string(on.to());
}

std::string signed_text(int number) { return (number > 0 ? "+" : "") + std::to_string(number); }

Sheet words_of(const std::string& id) {
  Sheet sheet;
  sheet.title = Text(id + ".name");
  sheet.lines.push_back(Text(id + ".help"));
  return sheet;
}

void FactTable::show(const char* label, std::string_view field) {
  if (const auto values = values_of(spot_, field); !values.empty()) add(label, plain(with_commas(values)), field);
}

void FactTable::show_named(const char* label, std::string_view field, std::string_view prefix) {
  std::vector<Text> names;
  for (const std::string& value : values_of(spot_, field)) names.push_back(value_text(prefix, value));
  if (!names.empty()) add(label, joined(std::move(names)), field);
}

void FactTable::add(const char* label, Text value, std::string_view field) {
  table_.rows.push_back({cell(Text(label)), cell(std::move(value)), cell(origin_text(spot_.at(field)))});
}

Sheet option_sheet(const Spot& spot) {
  const auto& option = dynamic_cast<const v1::MatchOption&>(*spot.message());
  Sheet sheet = words_of(option.id());
  sheet.rules.insert(option.rules().begin(), option.rules().end());
  FactTable facts(spot);
  facts.show("data.show.rules", "rules");
  facts.add("data.show.default", Text(option.on_by_default() ? "data.show.on" : "data.show.off"), "on_by_default");
  facts.show_named("data.show.needs", "needs");
  facts.show_named("data.show.excludes", "excludes");
  facts.show_named("data.show.scenarios", "scenarios");
  sheet.tables.push_back(facts.take());
  return sheet;
}

// "ruling.a_01" is A-01, as people cite it.
static std::string cited(std::string_view id) {
  std::string out(id.substr(id.find('.') + 1));
  for (char& letter : out)
    letter = letter == '_' ? '-' : static_cast<char>(std::toupper(static_cast<unsigned char>(letter)));
  return out;
}

Sheet ruling_sheet(const Spot& spot) {
  const auto& ruling = dynamic_cast<const v1::Ruling&>(*spot.message());
  Sheet sheet;
  sheet.rules.insert(ruling.rules().begin(), ruling.rules().end());
  sheet.title = Text("data.show.ruling").word("id", cited(ruling.id())).text("rules", rules_text(sheet.rules));
  sheet.lines.push_back(Text(ruling.id() + ".question"));
  sheet.lines.push_back(Text(ruling.id() + ".decision"));
  if (!ruling.option().empty())
    sheet.lines.push_back(Text("data.show.alternative")
                              .text("text", Text(ruling.id() + ".alternative"))
                              .text("option", Text(ruling.option() + ".name")));
  sheet.lines.push_back(origin_text(spot.at("rules")));
  return sheet;
}

Refusal unknown_sheet(std::string_view id) {
  return refuse(RefusalCode::kNotFound, Text("data.show.unknown").word("id", std::string(id)));
}

Result<Sheet> SheetKind::show(std::string_view id) const {
  std::vector<std::string> whole{std::string(id)};
  for (const std::string& prefix : prefixes) whole.push_back(prefix + std::string(id));
  for (const std::string& each : whole) {
    if (std::ranges::find(ids, each) != ids.end()) return make(each);
  }
  if (!id.empty()) return unknown_sheet(id);
  Sheet sheet;
  sheet.title = title;
  SheetTable table;
  for (const std::string& each : ids) table.rows.push_back({cell(plain(each)), cell(Text(each + beside))});
  sheet.tables.push_back(std::move(table));
  return sheet;
}

void SheetKind::add_to(v1::Sheets& all) const {
  for (const std::string& id : ids) *all.add_sheet() = to_wire(make(id), id, name);
}

}  // namespace wardroom::sea
