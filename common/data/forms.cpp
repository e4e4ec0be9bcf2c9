#include "common/data/forms.h"

#include <google/protobuf/descriptor.pb.h>

#include <vector>

namespace wardroom {
namespace {

using google::protobuf::Descriptor;
using google::protobuf::FieldDescriptor;
using google::protobuf::SourceLocation;

// Comments on one line, spaces as in a sentence.
std::string flat(const std::string& comment) {
  std::string out;
  for (const char c : comment) {
    const char plain = c == '\n' ? ' ' : c;
    if (plain != ' ' || (!out.empty() && out.back() != ' ')) out += plain;
  }
  while (!out.empty() && out.back() == ' ') out.pop_back();
  return out;
}

template <class Described>
std::string comment_of(const Described& described) {
  SourceLocation where;
  if (!described.GetSourceLocation(&where)) return {};
  std::string out = flat(where.leading_comments);
  const std::string trailing = flat(where.trailing_comments);
  if (!out.empty() && !trailing.empty()) out += "; ";
  return out + trailing;
}

// A long comment over several lines of '#'.
std::string wrapped(const std::string& text, const std::string& before) {
  std::string out;
  std::string line = before + "#";
  std::size_t at = 0;
  while (at < text.size()) {
    const std::size_t end = std::min(text.find(' ', at), text.size());
    const std::string word = text.substr(at, end - at);
    if (line.size() + 1 + word.size() > 118) {
      out += line + "\n";
      line = before + "#";
    }
    line += " " + word;
    at = end + 1;
  }
  return out + line + "\n";
}

std::string values_of(const google::protobuf::EnumDescriptor& type) {
  std::string out;
  for (int i = 0; i < type.value_count(); ++i) {
    if (type.value(i)->number() != 0) out += (out.empty() ? "" : ", ") + type.value(i)->name();
  }
  return out;
}

std::string value_of(const FieldDescriptor& field) {
  switch (field.cpp_type()) {
    case FieldDescriptor::CPPTYPE_STRING:
      return "\"\"";
    case FieldDescriptor::CPPTYPE_BOOL:
      return "false";
    case FieldDescriptor::CPPTYPE_ENUM:
      return field.enum_type()->value(field.enum_type()->value_count() > 1 ? 1 : 0)->name();
    default:
      return "0";
  }
}

bool is_provenance(const FieldDescriptor& field) {
  const auto* type = field.message_type();
  return type &&
         (type->full_name() == "wardroom.v1.Provenance" || type->full_name() == "wardroom.v1.ProvenanceException");
}

void write(const Descriptor& type, int depth, std::string& out) {
  const std::string before(static_cast<std::size_t>(depth) * 2, ' ');
  const google::protobuf::OneofDescriptor* chosen = nullptr;
  for (int i = 0; i < type.field_count(); ++i) {
    const FieldDescriptor& field = *type.field(i);
    // Below the top a provenance is given only where it differs.
    if (is_provenance(field) && depth > 0 && type.full_name() != "wardroom.v1.ProvenanceException") continue;
    std::string comment = comment_of(field);
    const auto add = [&](const std::string& more) { comment += (comment.empty() ? "" : "; ") + more; };
    if (field.enum_type()) add(values_of(*field.enum_type()));
    if (field.is_repeated()) add("may stand several times");
    // Of a choice only one may stand; the others are shown as comments.
    const bool other = field.real_containing_oneof() && field.real_containing_oneof() == chosen;
    if (field.real_containing_oneof()) chosen = field.real_containing_oneof();
    const std::string start = before + (other ? "# or " : "") + field.name();
    if (!comment.empty() && (field.message_type() || start.size() + comment.size() > 100)) {
      out += wrapped(comment, before);
      comment.clear();
    }
    if (!field.message_type()) {
      out += start + ": " + value_of(field) + (comment.empty() ? "" : "  # " + comment) + "\n";
    } else if (other) {
      out += start + " { ... }\n";
    } else {
      out += start + " {\n";
      write(*field.message_type(), depth + 1, out);
      out += before + "}\n";
    }
  }
}

}  // namespace

Forms::Forms(std::string_view described) {
  google::protobuf::FileDescriptorSet files;
  files.ParseFromArray(described.data(), static_cast<int>(described.size()));
  for (const auto& file : files.file()) pool_.BuildFile(file);
}

std::string Forms::form(const Descriptor& type) const {
  const Descriptor* found = pool_.FindMessageTypeByName(type.full_name());
  const Descriptor& described = found ? *found : type;
  std::string out = "# proto-file: " + described.file()->name() + "\n# proto-message: " + described.full_name() + "\n";
  if (const std::string comment = comment_of(described); !comment.empty()) out += "#\n" + wrapped(comment, "");
  out += "\n";
  write(described, 0, out);
  return out;
}

}  // namespace wardroom
