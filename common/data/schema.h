// What a title promises about its data beyond the message types: which things have ids, what may be named where, what
// may be left out. Checked by reflection over every file.
#pragma once

#include <google/protobuf/descriptor.h>

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "common/data/parse.h"

namespace wardroom {

enum class Scope {
  kBox,   // the id names one thing in the whole box
  kFile,  // unique in its file only; its texts begin with the id of the file's top message
};

// A message type whose messages have an id.
struct Thing {
  const google::protobuf::Descriptor* type;
  const google::protobuf::FieldDescriptor* id;
  std::string prefix;  // "port."
  Scope scope = Scope::kBox;
  std::vector<std::string> texts;                              // ".name"
  const google::protobuf::FieldDescriptor* text_if = nullptr;  // with this string field set, it has this text too
  std::string text_if_set;
};

// A field that holds the id of a thing.
struct Refers {
  const google::protobuf::FieldDescriptor* field;
  std::vector<const google::protobuf::Descriptor*> things;  // of one of these types
  std::string unknown;                                      // text of the mistake
};

// The values of an enum as texts: <prefix><value in lower case><suffix>.
struct ClosedSet {
  const google::protobuf::EnumDescriptor* values;
  std::string prefix;  // "shiptype."
  std::vector<std::string> suffixes;
};

struct Schema {
  std::vector<const google::protobuf::Descriptor*> files;
  std::vector<Thing> things;
  std::vector<Refers> references;
  std::set<const google::protobuf::FieldDescriptor*> may_be_absent;  // enums and strings; all others must be given
  std::set<const google::protobuf::Descriptor*> all_set;             // messages whose every field must be given
  std::vector<ClosedSet> closed_sets;
  std::vector<std::string> languages;
};

// Descriptors by full name; a name that does not exist is a mistake of ours and throws.
const google::protobuf::Descriptor* type_named(const std::string& full_name);
const google::protobuf::FieldDescriptor* field_named(const std::string& full_name);

// The things of a box by their ids.
class Ids {
 public:
  struct Entry {
    const Thing* thing;
    Spot at;
    std::string id;
    std::string text;  // what its texts begin with
  };

  Ids(const DataSet& data, const Schema& schema, Mistakes& mistakes);

  const Entry* find(std::string_view id) const;
  const std::vector<Entry>& all() const { return entries_; }  // those of a file's scope too

 private:
  void collect(const Spot& spot, const std::map<const google::protobuf::Descriptor*, const Thing*>& things,
               Mistakes& mistakes);

  std::vector<Entry> entries_;
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view id) const { return std::hash<std::string_view>()(id); }
  };

  std::unordered_map<std::string, std::size_t, Hash, std::equal_to<>> by_id_;
  std::map<std::string, std::size_t> local_;  // file path and id
};

// Enum values that do not exist, fields that must be given, numbers beyond reason, text that is not UTF-8.
void check_fields(const DataSet& data, const Schema& schema, Mistakes& mistakes);

// Ids that name nothing, or the wrong kind of thing.
void check_references(const DataSet& data, const Schema& schema, const Ids& ids, Mistakes& mistakes);

}  // namespace wardroom
