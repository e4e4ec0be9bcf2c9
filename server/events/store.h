// Store, as events need it. Same threading as server/match/store.h.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "server/match/store.h"
#include "server/tournament/event_time.h"

namespace wardroom::events {

using match::Then;

// One change of an event, whole or not at all: its new state, the matches that it makes, when something is due in it,
// and what of it counts for ratings.
struct EventCommit {
  tournament::Event event;
  std::uint64_t after = 0;  // the version it follows; 0: it is new. Another there: kConflict
  std::vector<match::MatchCard> matches;
};

struct EventQuery {
  std::string account;  // whom it concerns; empty: everybody's, drafts left out
  std::string title;
  bool over = false;  // those that are over; else all others
  std::string after;  // page: made before this one
  std::uint32_t limit = 50;
};

struct FinishedQuery {
  std::string account;  // whose; empty: anybody's
  std::string title;
  std::string after;        // page: older than this one
  std::uint32_t limit = 0;  // 0: all
  bool open_only = false;   // that everybody may see
};

// What somebody has said of himself.
struct Marks {
  bool program = false;
  bool opted_out = false;  // of ratings
};

class Store {
 public:
  virtual ~Store() = default;
  virtual void keep_event(EventCommit commit, Then<void> then) = 0;
  virtual void event(std::string id, Then<tournament::Event> then) = 0;                   // kNotFound
  virtual void events(EventQuery query, Then<std::vector<tournament::Event>> then) = 0;   // newest first
  virtual void running_events(Then<std::vector<std::string>> then) = 0;                   // those being played
  virtual void due_events(std::int64_t now_ms, Then<std::vector<std::string>> then) = 0;  // something is due in them
  virtual void next_due(Then<std::int64_t> then) = 0;                                     // 0: nothing is
  // In the order in which they count: of events, and all others that are rated.
  virtual void rated(Then<std::vector<v1::record::RatedMatch>> then) = 0;
  virtual void rated_version(Then<std::int64_t> then) = 0;  // grows with whatever they are made of
  virtual void finished(FinishedQuery query, Then<std::vector<v1::record::FinishedMatch>> then) = 0;  // newest first
  virtual void marks_of(std::string account, Then<Marks> then) = 0;
  virtual void opted_out(Then<std::vector<std::string>> then) = 0;
  // Those of them that have come from one address lately, in pairs.
  virtual void sharing(std::vector<std::string> accounts,
                       Then<std::vector<std::pair<std::string, std::string>>> then) = 0;
  // How long each seat of a match that is over took for its answers.
  virtual void paces(std::string match, Then<std::array<std::vector<std::int64_t>, 2>> then) = 0;
};

}  // namespace wardroom::events
