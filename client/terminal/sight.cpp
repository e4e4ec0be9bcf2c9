#include "client/terminal/sight.h"

#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/io/zero_copy_stream_impl_lite.h>

namespace wardroom::terminal {

void Sight::take(const v1::Attached& attached) {
  v1::Notice notice = notice_;
  *notice.mutable_match() = attached.match();
  notice_ = std::move(notice);
  sections_.clear();
  now_.Clear();
  take(attached.update());
}

Sight::Taken Sight::take(const v1::Update& update) {
  if (!update.full() && now_.serial() != 0) {
    if (update.serial() <= now_.serial()) return Taken::kSeen;
    if (update.serial() > now_.serial() + 1) return Taken::kGap;
  }
  if (update.full()) sections_.clear();
  for (const v1::Section& section : update.sections()) sections_[section.number()] = section.body();
  now_ = update;
  now_.clear_sections();
  now_.clear_reports();
  return Taken::kNew;
}

bool view_of(const Sections& sections, google::protobuf::Message& view) {
  std::string bytes;
  {
    google::protobuf::io::StringOutputStream stream(&bytes);
    google::protobuf::io::CodedOutputStream out(&stream);
    constexpr std::uint32_t kLengthDelimited = 2;
    for (const auto& [number, body] : sections) {
      if (body.empty()) continue;
      out.WriteVarint32(number << 3 | kLengthDelimited);
      out.WriteVarint32(static_cast<std::uint32_t>(body.size()));
      out.WriteString(body);
    }
  }
  return view.ParseFromString(bytes);
}

}  // namespace wardroom::terminal
