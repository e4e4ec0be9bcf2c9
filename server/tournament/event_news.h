// What people are told of an event while they are away, worked out from a change of it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "server/tournament/event.h"

namespace wardroom::tournament {

enum class NewsKind {
  kPaired,    // a round has begun: whom he meets, or that he rests
  kDeadline,  // his match is not decided, and the time of its round is running out
  kRuled,     // somebody, or a rule, has decided his match
  kSaid,      // a director's message to all
  kWaiting,   // he has a place in the waiting list
  kAdmitted,  // and now one in the event
  kLooked,    // a director looks into his match
  kStopped,   // to its directors: the server plays by other rules or data, and it stands still
};

struct News {
  NewsKind kind = NewsKind::kPaired;
  std::string account;
  v1::record::EventNews about;
  std::int64_t due_ms = 0;  // 0: at once
};

std::vector<News> news_of(const Event& before, const Event& after, std::int64_t now_ms);

// Whether it is still to be told.
bool still_true(const Event& event, NewsKind kind, const std::string& account, const v1::record::EventNews& about);

}  // namespace wardroom::tournament
