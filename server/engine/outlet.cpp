#include "server/engine/outlet.h"

#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/io/zero_copy_stream_impl_lite.h>
#include <google/protobuf/wire_format_lite.h>

namespace wardroom {
namespace {

void add_section(const Pressed& section, v1::Update& update) {
  v1::Section& added = *update.add_sections();
  added.set_number(section.number);
  added.set_body(*section.body);
}

}  // namespace

std::vector<v1::Section> sections_of(const View& view) {
  std::vector<v1::Section> sections;
  const auto* descriptor = view.GetDescriptor();
  const auto* reflection = view.GetReflection();
  sections.reserve(static_cast<std::size_t>(descriptor->field_count()));
  for (int i = 0; i < descriptor->field_count(); ++i) {
    const auto* field = descriptor->field(i);
    auto& section = sections.emplace_back();
    section.set_number(static_cast<std::uint32_t>(field->number()));
    if (reflection->HasField(view, field)) section.set_body(save(reflection->GetMessage(view, field)));
  }
  return sections;
}

std::unique_ptr<View> view_of(const Title& title, const v1::Update& full) {
  namespace io = google::protobuf::io;
  using Wire = google::protobuf::internal::WireFormatLite;
  std::string bytes;
  {
    io::StringOutputStream stream(&bytes);
    io::CodedOutputStream out(&stream);
    for (const v1::Section& section : full.sections()) {
      out.WriteTag(Wire::MakeTag(static_cast<int>(section.number()), Wire::WIRETYPE_LENGTH_DELIMITED));
      out.WriteVarint32(static_cast<std::uint32_t>(section.body().size()));
      out.WriteString(section.body());
    }
  }
  std::unique_ptr<View> view = title.blank_view();
  if (!view->ParseFromString(bytes)) throw Broken("a view that cannot be read");
  return view;
}

void Outlet::renumber(std::uint64_t serial, std::uint64_t menu_serial) {
  serial_ = serial;
  if (menu_serial_ != 0) menu_serial_ = menu_serial;
}

OwnedUpdate make_update() {
  google::protobuf::ArenaOptions roomy;
  roomy.start_block_size = 4 * 1024;
  const auto arena = std::make_shared<google::protobuf::Arena>(roomy);
  return {arena, google::protobuf::Arena::CreateMessage<v1::Update>(arena.get())};
}

OwnedUpdate Outlet::show(const Sections& sections, const Question& question, const Common& common) {
  OwnedUpdate owned = make_update();
  v1::Update& update = *owned;
  for (std::size_t i = 0; i < sections.size(); ++i) {
    if (i < sections_.size() && (sections_[i].body == sections[i].body || *sections_[i].body == *sections[i].body))
      continue;
    add_section(sections[i], update);
  }

  bool new_menu = menu_serial_ != 0;
  if (question.menu) {
    v1::Menu& menu = *update.mutable_menu();
    to_wire(*question.menu, menu);
    menu.set_can_undo(question.can_undo);
    new_menu = question.anew || menu_serial_ == 0;
    if (!new_menu) {
      menu.set_serial(shown_->menu().serial());
      new_menu = save(menu) != save(shown_->menu());
    }
  }

  v1::Update frame;
  frame.set_epoch(common.epoch);
  frame.set_state(common.state);
  if (common.ending) *frame.mutable_ending() = *common.ending;
  for (std::uint32_t seat : question.waiting_for) frame.add_waiting_for(seat);

  if (update.sections().empty() && held_.empty() && !new_menu && save(frame) == save(last_)) return nullptr;

  ++serial_;
  if (!question.menu) {
    menu_serial_ = 0;
  } else if (new_menu) {
    menu_serial_ = serial_;
  }
  sections_ = sections;
  last_ = std::move(frame);
  update.MergeFrom(last_);
  update.set_serial(serial_);
  for (v1::Report& report : held_) *update.add_reports() = std::move(report);
  held_.clear();
  if (question.menu) update.mutable_menu()->set_serial(menu_serial_);
  shown_ = owned;
  return owned;
}

v1::Update Outlet::all() const {
  v1::Update update = last_;
  update.set_serial(serial_);
  update.set_full(true);
  for (const Pressed& section : sections_) add_section(section, update);
  if (menu_serial_ != 0) {
    *update.mutable_menu() = shown_->menu();
    update.mutable_menu()->set_serial(menu_serial_);
  }
  return update;
}

}  // namespace wardroom
