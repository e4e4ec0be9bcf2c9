#include "common/data/schema.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <stdexcept>
#include <unordered_map>

#include "common/data/walk.h"
#include "wardroom/v1/data.pb.h"

namespace wardroom {
namespace {

using google::protobuf::Descriptor;
using google::protobuf::DescriptorPool;
using google::protobuf::FieldDescriptor;
using google::protobuf::Message;
using google::protobuf::Reflection;

// No figure of a board game is larger, and sums of them stay far from overflow.
constexpr std::int64_t kLargest = 1'000'000;

bool is_id(std::string_view id) {
  char before = '.';
  for (const char c : id) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
    if (!plain && (c != '.' || before == '.')) return false;
    before = c;
  }
  return before != '.';
}

class FieldCheck {
 public:
  FieldCheck(const Schema& schema, Mistakes& mistakes) : schema_(schema), mistakes_(mistakes) {}

  void check(const Spot& spot) {
    const Descriptor& type = *spot.message()->GetDescriptor();
    // Provenance has a check of its own.
    if (&type == v1::Provenance::descriptor() || &type == v1::ProvenanceException::descriptor()) return;
    for (int i = 0; i < type.field_count(); ++i) {
      const FieldDescriptor& field = *type.field(i);
      if (field.is_repeated()) {
        const int size = spot.message()->GetReflection()->FieldSize(*spot.message(), &field);
        for (int k = 0; k < size; ++k) value(spot, field, k);
      } else if (spot.message()->GetReflection()->HasField(*spot.message(), &field)) {
        value(spot, field, -1);
      } else {
        absent(spot, field);
      }
    }
  }

 private:
  void absent(const Spot& spot, const FieldDescriptor& field) {
    if (field.real_containing_oneof() || schema_.may_be_absent.contains(&field)) return;
    bool needed = schema_.all_set.contains(field.containing_type()) && field.name() != "provenance";
    if (field.cpp_type() == FieldDescriptor::CPPTYPE_ENUM || field.cpp_type() == FieldDescriptor::CPPTYPE_STRING) {
      needed = needed || !field.has_presence();
    }
    if (needed) mistakes_.push_back(spot.at(field).mistake(Text("data.field_missing").word("field", field.name())));
  }

  void value(const Spot& spot, const FieldDescriptor& field, int index) {
    const Message& message = *spot.message();
    const Reflection& reflection = *message.GetReflection();
    const bool one = index < 0;
    std::int64_t number = 0;
    switch (field.cpp_type()) {
      case FieldDescriptor::CPPTYPE_ENUM: {
        const int kind =
            one ? reflection.GetEnumValue(message, &field) : reflection.GetRepeatedEnumValue(message, &field, index);
        if (kind == 0) {
          mistakes_.push_back(
              spot.at(field, index).mistake(Text("data.value_unspecified").word("field", field.name())));
        } else if (!field.enum_type()->FindValueByNumber(kind)) {
          mistakes_.push_back(
              spot.at(field, index)
                  .mistake(Text("data.value_unknown").word("field", field.name()).number("value", kind)));
        }
        return;
      }
      case FieldDescriptor::CPPTYPE_STRING: {
        std::string scratch;
        const std::string& text = one ? reflection.GetStringReference(message, &field, &scratch)
                                      : reflection.GetRepeatedStringReference(message, &field, index, &scratch);
        if (text.empty()) {
          mistakes_.push_back(spot.at(field, index).mistake(Text("data.field_missing").word("field", field.name())));
        } else if (!well_formed(text)) {
          mistakes_.push_back(spot.at(field, index).mistake(Text("data.not_text")));
        }
        return;
      }
      case FieldDescriptor::CPPTYPE_INT32:
        number = one ? reflection.GetInt32(message, &field) : reflection.GetRepeatedInt32(message, &field, index);
        break;
      case FieldDescriptor::CPPTYPE_INT64:
        number = one ? reflection.GetInt64(message, &field) : reflection.GetRepeatedInt64(message, &field, index);
        break;
      default:
        return;
    }
    if (number > kLargest || number < -kLargest) {
      mistakes_.push_back(spot.at(field, index).mistake(Text("data.number_too_large").number("most", kLargest)));
    }
  }

  static bool well_formed(const std::string& text) {
    // Escapes in a data file can spell any byte.
    for (std::size_t i = 0; i < text.size();) {
      const auto byte = static_cast<unsigned char>(text[i]);
      const std::size_t more = byte < 0x80                   ? 0
                               : byte >= 0xC2 && byte < 0xE0 ? 1
                               : byte >= 0xE0 && byte < 0xF0 ? 2
                               : byte >= 0xF0 && byte < 0xF5 ? 3
                                                             : 9;
      if (more == 9 || i + more >= text.size() || (byte < ' ' && byte != '\n')) return false;
      for (std::size_t k = 1; k <= more; ++k) {
        if ((static_cast<unsigned char>(text[i + k]) & 0xC0) != 0x80) return false;
      }
      i += more + 1;
    }
    return true;
  }

  const Schema& schema_;
  Mistakes& mistakes_;
};

std::string string_in(const Message& message, const FieldDescriptor& field) {
  return message.GetReflection()->GetString(message, &field);
}

}  // namespace

const Descriptor* type_named(const std::string& full_name) {
  const auto* type = DescriptorPool::generated_pool()->FindMessageTypeByName(full_name);
  if (!type) throw std::logic_error("no message type " + full_name);
  return type;
}

const FieldDescriptor* field_named(const std::string& full_name) {
  const auto* field = DescriptorPool::generated_pool()->FindFieldByName(full_name);
  if (!field) throw std::logic_error("no field " + full_name);
  return field;
}

Ids::Ids(const DataSet& data, const Schema& schema, Mistakes& mistakes) {
  std::map<const Descriptor*, const Thing*> things;
  for (const Thing& thing : schema.things) things[thing.type] = &thing;
  for (const DataFile& file : data.files) collect(Spot(file), things, mistakes);
}

void Ids::collect(const Spot& root, const std::map<const Descriptor*, const Thing*>& things, Mistakes& mistakes) {
  const Message& top = *root.message();
  const auto top_thing = things.find(top.GetDescriptor());
  const std::string top_id = top_thing == things.end() ? std::string() : string_in(top, *top_thing->second->id);
  walk(root, [&](const Spot& spot) {
    const auto found = things.find(spot.message()->GetDescriptor());
    if (found == things.end()) return;
    const Thing& thing = *found->second;
    Entry entry{&thing, spot, string_in(*spot.message(), *thing.id), {}};
    if (entry.id.empty()) return;  // check_fields has said so
    const Spot at = spot.at(*thing.id);
    if (!is_id(entry.id) || !entry.id.starts_with(thing.prefix) || entry.id.size() == thing.prefix.size()) {
      mistakes.push_back(at.mistake(Text("data.id_form").word("id", entry.id).word("prefix", thing.prefix)));
      return;
    }
    const auto twice = [&](std::size_t first) {
      const Spot where = entries_[first].at.at(*entries_[first].thing->id);
      mistakes.push_back(at.mistake(
          Text("data.id_twice").word("id", entry.id).word("file", where.file().path).number("line", where.line())));
    };
    if (thing.scope == Scope::kFile) {
      entry.text = top_id + "." + entry.id;
      const auto [known, added] = local_.emplace(spot.file().path + ":" + entry.id, entries_.size());
      if (!added) return twice(known->second);
    } else {
      entry.text = entry.id;
      const auto [known, added] = by_id_.emplace(entry.id, entries_.size());
      if (!added) return twice(known->second);
    }
    entries_.push_back(std::move(entry));
  });
}

const Ids::Entry* Ids::find(std::string_view id) const {
  const auto it = by_id_.find(id);
  return it == by_id_.end() ? nullptr : &entries_[it->second];
}

void check_fields(const DataSet& data, const Schema& schema, Mistakes& mistakes) {
  FieldCheck check(schema, mistakes);
  for (const DataFile& file : data.files) {
    walk(Spot(file), [&](const Spot& spot) { check.check(spot); });
  }
}

void check_references(const DataSet& data, const Schema& schema, const Ids& ids, Mistakes& mistakes) {
  std::unordered_map<const Descriptor*, std::vector<const Refers*>> by_type;
  for (const Refers& reference : schema.references) by_type[reference.field->containing_type()].push_back(&reference);
  const auto check = [&](const Spot& at, const std::string& id, const Refers& reference) {
    if (id.empty()) return;
    const Ids::Entry* entry = ids.find(id);
    if (!entry) {
      mistakes.push_back(at.mistake(Text(reference.unknown).word("id", id)));
    } else if (std::ranges::find(reference.things, entry->thing->type) == reference.things.end()) {
      mistakes.push_back(at.mistake(Text("data.wrong_kind").word("id", id)));
    }
  };
  for (const DataFile& file : data.files) {
    walk(Spot(file), [&](const Spot& spot) {
      const Message& message = *spot.message();
      const auto found = by_type.find(message.GetDescriptor());
      if (found == by_type.end()) return;
      for (const Refers* reference : found->second) {
        const FieldDescriptor& field = *reference->field;
        if (!field.is_repeated()) {
          check(spot.at(field), string_in(message, field), *reference);
          continue;
        }
        for (int i = 0; i < message.GetReflection()->FieldSize(message, &field); ++i) {
          check(spot.at(field, i), message.GetReflection()->GetRepeatedString(message, &field, i), *reference);
        }
      }
    });
  }
}

}  // namespace wardroom
