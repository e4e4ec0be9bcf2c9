#include "server/titles/pq17/data/later.h"

#include <google/protobuf/text_format.h>

#include <algorithm>
#include <memory>
#include <stdexcept>

#include "common/data/parse.h"
#include "common/data/schema.h"

namespace wardroom::pq17 {
namespace {

using google::protobuf::Descriptor;
using google::protobuf::FieldDescriptor;
using google::protobuf::Message;
using google::protobuf::Reflection;
using google::protobuf::TextFormat;

using Defaults = std::vector<std::unique_ptr<Message>>;

std::string header_of(const Descriptor& type) {
  return "# proto-file: " + type.file()->name() + "\n# proto-message: " + type.full_name() + "\n\n";
}

Defaults parsed(const std::vector<LaterData::Default>& fields) {
  Defaults out;
  for (const LaterData::Default& each : fields) {
    auto message = parse_by_header(header_of(*type_named(each.type)) + each.text);
    if (!message) throw std::logic_error("a default that cannot be read: " + each.type);
    out.push_back(std::move(message));
  }
  return out;
}

bool has(const Message& message, const FieldDescriptor* field) {
  const Reflection& reflection = *message.GetReflection();
  return field->is_repeated() ? reflection.FieldSize(message, field) > 0 : reflection.HasField(message, field);
}

// Whether there was something to give.
bool give(Message& message, const Message& defaults) {
  const std::unique_ptr<Message> lacking(defaults.New());
  lacking->CopyFrom(defaults);
  const Descriptor& type = *message.GetDescriptor();
  for (int i = 0; i < type.field_count(); ++i) {
    if (has(message, type.field(i))) lacking->GetReflection()->ClearField(lacking.get(), type.field(i));
  }
  message.MergeFrom(*lacking);
  return lacking->ByteSizeLong() > 0;
}

// The message itself first: what it is given may lack something in its turn.
bool complete(Message& message, const Defaults& defaults) {
  bool changed = false;
  for (const auto& each : defaults) {
    if (each->GetDescriptor() == message.GetDescriptor()) changed |= give(message, *each);
  }
  const Reflection& reflection = *message.GetReflection();
  std::vector<const FieldDescriptor*> fields;
  reflection.ListFields(message, &fields);
  for (const FieldDescriptor* field : fields) {
    if (field->cpp_type() != FieldDescriptor::CPPTYPE_MESSAGE) continue;
    if (!field->is_repeated()) {
      changed |= complete(*reflection.MutableMessage(&message, field), defaults);
      continue;
    }
    for (int i = 0; i < reflection.FieldSize(message, field); ++i) {
      changed |= complete(*reflection.MutableRepeatedMessage(&message, field, i), defaults);
    }
  }
  return changed;
}

}  // namespace

const LaterData& later_data() {
  static const LaterData later{
      .fields = {{"wardroom.pq17.v1.Scenario", "turns: 30 difficulty: 3"},
                 {"wardroom.v1.Tutorial", R"(id: "lessons.first")"}},
      .files = {},
  };
  return later;
}

Bundle completed(const Bundle& stored, const LaterData& later) {
  std::vector<DataText> files = stored.files();
  for (const LaterData::Default& file : later.files) {
    const std::string header = header_of(*type_named(file.type));
    const std::string line = "# proto-message: " + file.type + "\n";
    const auto is_it = [&](const DataText& each) { return each.text.find(line) != std::string::npos; };
    if (std::ranges::none_of(files, is_it)) files.push_back({"later/" + file.type + ".textproto", header + file.text});
  }
  if (later.fields.empty()) return Bundle(std::move(files));
  const Defaults defaults = parsed(later.fields);
  for (DataText& file : files) {
    const std::unique_ptr<Message> message = parse_by_header(file.text);
    if (!message || !complete(*message, defaults)) continue;  // what cannot be read is named by whoever reads it next
    std::string text;
    TextFormat::PrintToString(*message, &text);
    file.text = header_of(*message->GetDescriptor()) + text;
  }
  return Bundle(std::move(files));
}

}  // namespace wardroom::pq17
