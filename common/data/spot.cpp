#include "common/data/spot.h"

#include <google/protobuf/io/tokenizer.h>

#include <stdexcept>

namespace wardroom {
namespace {

using google::protobuf::FieldDescriptor;
using google::protobuf::Message;
using google::protobuf::TextFormat;

// A list in brackets has one location for all its values, so an index may lie beyond what was recorded.
int line_in(const TextFormat::ParseInfoTree& tree, const FieldDescriptor& field, int index) {
  if (!field.is_repeated()) return tree.GetLocation(&field, -1).line;
  for (int i = index < 0 ? 0 : index; i >= 0; --i) {
    if (const int line = tree.GetLocation(&field, i).line; line >= 0) return line;
  }
  return -1;
}

class Silent final : public google::protobuf::io::ErrorCollector {
 public:
  void AddError(int, int, const std::string&) override {}
};

}  // namespace

const TextFormat::ParseInfoTree& DataLines::tree() {
  std::call_once(once_, [this] {
    const std::unique_ptr<Message> again(type_->New());
    Silent silent;
    TextFormat::Parser parser;
    parser.RecordErrorsTo(&silent);
    parser.SetRecursionLimit(nesting_);
    parser.WriteLocationsTo(&tree_);
    parser.ParseFromString(text_, again.get());
  });
  return tree_;
}

Spot Spot::at(std::string_view name, int index) const {
  const auto* field = message_ ? message_->GetDescriptor()->FindFieldByName(std::string(name)) : nullptr;
  if (!field) throw std::logic_error("no field " + std::string(name) + " at " + this->field());
  return at(*field, index);
}

Spot Spot::at(const FieldDescriptor& field, int index) const {
  Spot out = *this;
  out.path_.push_back({&field, index});
  out.message_ = nullptr;
  if (field.cpp_type() == FieldDescriptor::CPPTYPE_MESSAGE) {
    if (!field.is_repeated()) {
      out.message_ = &message_->GetReflection()->GetMessage(*message_, &field);
    } else if (index >= 0) {
      out.message_ = &message_->GetReflection()->GetRepeatedMessage(*message_, &field, index);
    }
  }
  return out;
}

int Spot::line() const {
  int line = path_.empty() ? -1 : 0;
  const TextFormat::ParseInfoTree* tree = path_.empty() || !file_->lines ? nullptr : &file_->lines->tree();
  for (const Step& step : path_) {
    if (!tree) break;
    if (const int here = line_in(*tree, *step.field, step.index); here >= 0) line = here;
    const bool inner =
        step.field->cpp_type() == FieldDescriptor::CPPTYPE_MESSAGE && (step.index >= 0 || !step.field->is_repeated());
    tree = inner ? tree->GetTreeForNested(step.field, step.index) : nullptr;
  }
  return line + 1;
}

std::string Spot::field() const {
  std::string out;
  for (const Step& step : path_) {
    if (!out.empty()) out += '.';
    out += step.field->name();
    if (step.index >= 0) out += '[' + std::to_string(step.index) + ']';
  }
  return out;
}

}  // namespace wardroom
