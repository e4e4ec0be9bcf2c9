// Sight: what this client has been shown of one match.
#pragma once

#include <google/protobuf/message.h>

#include <cstdint>
#include <map>
#include <string>

#include "wardroom/v1/wire.pb.h"

namespace wardroom::terminal {

using Sections = std::map<std::uint32_t, std::string>;  // the newest body of each section of the view

class Sight {
 public:
  void take(const v1::Attached& attached);
  // False when it has been seen already, or when an update before it is missing: then attach again.
  enum class Taken { kNew, kSeen, kGap };
  Taken take(const v1::Update& update);
  void take(const v1::Notice& notice) { notice_ = notice; }

  const v1::MatchInfo& match() const { return notice_.match(); }
  const v1::Notice& notice() const { return notice_; }
  const v1::Update& now() const { return now_; }  // the newest update, without sections and reports
  bool asked() const { return now_.has_menu() && !now_.menu().items().empty(); }
  bool over() const { return now_.state() == v1::MATCH_STATE_OVER; }
  const Sections& sections() const { return sections_; }

 private:
  v1::Notice notice_;
  v1::Update now_;
  Sections sections_;
};

// Puts the sections together as the title's View.
bool view_of(const Sections& sections, google::protobuf::Message& view);

}  // namespace wardroom::terminal
