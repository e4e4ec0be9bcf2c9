#include "tests/calibration/pq17/facts.h"

#include <google/protobuf/struct.pb.h>

#include "client/terminal/json.h"
#include "server/engine/chance.h"

namespace wardroom::calibration {
namespace {

using google::protobuf::Struct;
using google::protobuf::Value;

void add(const std::string& path, const Value& value, Facts& facts) {
  switch (value.kind_case()) {
    case Value::kNumberValue:
      facts[path] = value.number_value();
      return;
    case Value::kBoolValue:
      facts[path] = value.bool_value() ? 1 : 0;
      return;
    case Value::kStringValue:
      facts[path + "=" + value.string_value()] = 1;
      return;
    case Value::kStructValue:
      for (const auto& [name, member] : value.struct_value().fields())
        add(path.empty() ? name : path + "." + name, member, facts);
      return;
    case Value::kListValue:
      for (int i = 0; i < value.list_value().values_size(); ++i)
        add(path + "." + std::to_string(i), value.list_value().values(i), facts);
      return;
    default:
      return;
  }
}

}  // namespace

Facts read_facts(std::string_view json) {
  Struct object;
  if (!terminal::from_json(json, object)) throw Broken("calibration: a result that is no JSON object");
  Value value;
  *value.mutable_struct_value() = std::move(object);
  Facts facts;
  add("", value, facts);
  return facts;
}

Facts facts_of(const terminal::Record& record) {
  return read_facts(R"({"losses":)" + record.losses() + R"(,"facts":)" + record.facts() + "}");
}

double at(const Facts& facts, const std::string& path) {
  const auto found = facts.find(path);
  return found == facts.end() ? 0 : found->second;
}

double sum_under(const Facts& facts, const std::string& path, const std::string& last) {
  double sum = 0;
  for (auto it = facts.lower_bound(path + "."); it != facts.end() && it->first.starts_with(path + "."); ++it) {
    if (it->first.ends_with("." + last)) sum += it->second;
  }
  return sum;
}

}  // namespace wardroom::calibration
