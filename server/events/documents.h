// Events for programs and for other people's pages: read only, of what every visitor may see.
#pragma once

#include <string>

#include "common/result.h"
#include "server/events/store.h"
#include "wardroom/v1/event.pb.h"

namespace wardroom::events {

struct Document {
  std::string body{};
  std::string_view type = "application/json";
  std::string etag{};       // without quotes; empty: none
  std::string file_name{};  // to be saved under
  bool embedded = false;    // other sites may show it in a frame
  std::int64_t wait_s = 0;  // not now: he has asked too often, and may again after so many seconds
};

Document json_of(const google::protobuf::Message& message);  // any answer, by the names of its fields
Document json_of(const v1::EventPage& page);
Document csv_of(const v1::EventPage& page);  // standings, RFC 4180
Document results_csv_of(const v1::EventPage& page);
Document trf_of(const v1::EventPage& page);         // TRF16: the first side is w, the second b
Document calendar_of(const v1::EventPage& page);    // iCalendar: when rounds end
Document crosstable_of(const v1::EventPage& page);  // a page without scripts and cookies

// What a path with its query asks for.
struct Asked {
  enum class What {
    kNothing,
    kList,
    kRatings,
    kBalance,
    kRecord,
    kMatches,
    kJson,
    kCsv,
    kResults,
    kTrf,
    kCalendar,
    kCrosstable
  } what = What::kNothing;
  std::string event;
  v1::ListEvents list;
  v1::AskRatings ratings;
  v1::AskBalance balance;
  std::string player;  // by his name
  FinishedQuery finished;
};
Asked asked_by(std::string_view target);

}  // namespace wardroom::events
