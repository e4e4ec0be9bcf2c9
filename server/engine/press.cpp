#include "server/engine/press.h"

#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/wire_format_lite.h>

#include <algorithm>

namespace wardroom {
namespace {

using google::protobuf::FieldDescriptor;
using google::protobuf::Message;

const std::shared_ptr<const std::string>& nothing() {
  static const auto empty = std::make_shared<const std::string>();
  return empty;
}

bool same(const Sections& a, const Sections& b) {
  return std::ranges::equal(a, b, [](const Pressed& x, const Pressed& y) { return x.body == y.body; });
}

// As it stands in the message that it is a field of.
void append_field(int field, const std::string& body, std::string& out) {
  using Wire = google::protobuf::internal::WireFormatLite;
  using Out = google::protobuf::io::CodedOutputStream;
  std::uint8_t head[10];
  std::uint8_t* end = Out::WriteVarint32ToArray(Wire::MakeTag(field, Wire::WIRETYPE_LENGTH_DELIMITED), head);
  end = Out::WriteVarint32ToArray(static_cast<std::uint32_t>(body.size()), end);
  out.append(reinterpret_cast<const char*>(head), static_cast<std::size_t>(end - head));
  out.append(body);
}

std::uint32_t number(const FieldDescriptor* field) { return static_cast<std::uint32_t>(field->number()); }

}  // namespace

Sections pressed(const View& view) {
  Sections sections;
  const auto* type = view.GetDescriptor();
  sections.reserve(static_cast<std::size_t>(type->field_count()));
  for (int i = 0; i < type->field_count(); ++i) {
    Pressed& section = sections.emplace_back(Pressed{number(type->field(i)), nothing()});
    if (!view.GetReflection()->HasField(view, type->field(i))) continue;
    const Message& body = view.GetReflection()->GetMessage(view, type->field(i));
    section.body = std::make_shared<const std::string>(save(body));
  }
  return sections;
}

void copy_parts(std::span<const ShowsParts::Part> parts, const Position& position, View& view) {
  for (const ShowsParts::Part& part : parts) {
    const FieldDescriptor* section = view.GetDescriptor()->FindFieldByNumber(part.section);
    const FieldDescriptor* field = position.GetDescriptor()->FindFieldByNumber(part.field);
    const Message& body = position.GetReflection()->GetMessage(position, field);
    view.GetReflection()->MutableMessage(&view, section)->CopyFrom(body);
  }
}

Press::Press(const Title& title) : title_(title), blank_(title.blank_view()) {
  const auto* type = blank_->GetDescriptor();
  for (int i = 0; i < type->field_count(); ++i) fields_.push_back(type->field(i));
  const auto* shows = dynamic_cast<const ShowsParts*>(&title);
  in_parts_ = shows != nullptr;
  if (!in_parts_) return;
  const std::unique_ptr<Position> position = title.blank();
  const auto* truth = position->GetDescriptor();
  for (Viewer viewer : kLiveViewers) {
    Sight& sight = sights_[index(viewer)];
    sight.from.resize(fields_.size());
    for (const ShowsParts::Part& part : shows->parts(viewer)) {
      const auto at = std::ranges::find(fields_, part.section, &FieldDescriptor::number) - fields_.begin();
      sight.from.at(static_cast<std::size_t>(at)) = truth->FindFieldByNumber(part.field);
    }
  }
  bool wholly = true;
  for (int i = 0; i < truth->field_count(); ++i) {
    const Field field = truth->field(i);
    kept_.resize(std::max(kept_.size(), static_cast<std::size_t>(field->number()) + 1));
    wholly_.push_back(field);
    wholly &= !field->is_repeated() && field->message_type();
  }
  if (!wholly) wholly_.clear();
  std::ranges::sort(wholly_, {}, &FieldDescriptor::number);
}

const Sections& Press::show(const Position& position, Viewer viewer) {
  Sight& sight = sights_[index(viewer)];
  if (in_parts_) {
    show_parts(position, viewer, sight);
  } else {
    const OwnedView view = shown_view(title_, position, viewer);
    if (viewer == Viewer::kPublic) progress_ = title_.progress(*view);
    sight.whole = pressed(*view);
  }
  return sight.whole;
}

void Press::show_parts(const Position& position, Viewer viewer, Sight& sight) {
  Sections parts = parts_of(position, sight);
  if (same(parts, sight.parts)) return;
  // A view of the parts where they lie, which is gone before they change. They stay as they are: `annotate` adds fields
  // of its own.
  google::protobuf::Arena arena;
  View* const view = blank_->New(&arena);
  for (std::size_t i = 0; i < fields_.size(); ++i) {
    const Field from = sight.from[i];
    if (!from || !position.GetReflection()->HasField(position, from)) continue;
    const Message& part = position.GetReflection()->GetMessage(position, from);
    view->GetReflection()->UnsafeArenaSetAllocatedMessage(view, const_cast<Message*>(&part), fields_[i]);
  }
  title_.annotate(*view);
  if (viewer == Viewer::kPublic) progress_ = title_.progress(*view);
  Sections whole = parts;
  for (std::size_t i = 0; i < fields_.size(); ++i) {
    if (sight.from[i] || !view->GetReflection()->HasField(*view, fields_[i])) continue;
    view->GetReflection()->GetMessage(*view, fields_[i]).SerializeToString(&scratch_);
    const bool as_before = !sight.whole.empty() && *sight.whole[i].body == scratch_;
    whole[i].body = as_before ? sight.whole[i].body : std::make_shared<const std::string>(scratch_);
  }
  sight.parts = std::move(parts);
  sight.whole = std::move(whole);
}

Sections Press::parts_of(const Position& position, const Sight& sight) {
  Sections sections;
  sections.reserve(fields_.size());
  for (std::size_t i = 0; i < fields_.size(); ++i) {
    sections.push_back({number(fields_[i]), sight.from[i] ? bytes_of(position, sight.from[i]) : nothing()});
  }
  return sections;
}

const std::shared_ptr<const std::string>& Press::bytes_of(const Position& position, Field field) {
  Kept& kept = kept_[static_cast<std::size_t>(field->number())];
  if (std::exchange(kept.moment, moment_) == moment_) return kept.bytes;
  position.GetReflection()->GetMessage(position, field).SerializeToString(&scratch_);
  if (!kept.bytes || *kept.bytes != scratch_) kept.bytes = std::make_shared<const std::string>(scratch_);
  return kept.bytes;
}

std::string Press::save(const Position& position) {
  const auto* reflection = position.GetReflection();
  if (wholly_.empty() || !reflection->GetUnknownFields(position).empty()) return wardroom::save(position);
  std::string bytes;
  for (const Field field : wholly_) {
    if (reflection->HasField(position, field)) append_field(field->number(), *bytes_of(position, field), bytes);
  }
  return bytes;
}

}  // namespace wardroom
