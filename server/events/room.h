// Room: where this server's events are held. It changes one after another, stores each change with the matches that it
// makes, and only then tells anybody. It hears of matches that begin and end, and keeps the time of what is due; both
// are looked after again when the server starts, so nothing is missed by a stop.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/strand.hpp>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "server/events/documents.h"
#include "server/events/page.h"
#include "server/events/store.h"
#include "server/match/baton.h"
#include "server/match/host.h"
#include "server/tournament/directing.h"
#include "server/tournament/rating_pool.h"

namespace wardroom::events {

struct RoomSettings {
  std::uint32_t drafts_per_account = 10;  // events that he directs and that are not over
  std::chrono::milliseconds longest_sleep{60'000};
  std::function<std::int64_t()> now_ms = match::system_now_ms;
};

class Room {
 public:
  // Host and store outlive the room; the executor's threads must have stopped before it goes.
  Room(boost::asio::any_io_executor executor, match::Host& host, Store& store, RoomSettings settings = {});
  ~Room();

  template <class T>
  using Await = boost::asio::awaitable<T>;

  // -- asked; an empty account is a visitor --
  Await<Result<v1::EventList>> list(std::string account, v1::ListEvents asked);
  Await<Result<v1::EventPage>> page(std::string account, std::string id);
  // Rules have been checked against the titles.
  // `like`: an event that it is made after, if any.
  Await<Result<v1::EventPage>> create(std::string account, v1::EventRules rules, std::string like = {});
  Await<Result<v1::EventRules>> rules_like(std::string account, std::string id);
  Await<Result<v1::EventPage>> take_part(std::string account, v1::TakePart asked);
  Await<Result<v1::EventPage>> direct(std::string account, v1::Direct asked, std::string named);
  Await<Result<v1::Update>> inside(std::string account, v1::AskInside asked);
  Await<Result<v1::EventSignals>> signals(std::string account, v1::AskSignals asked);
  Await<Result<void>> may_export(std::string event, std::string match);  // of a match that is over

  // -- reading.cpp: ratings, records, and documents for programs --
  Await<Result<v1::Ratings>> ratings(v1::AskRatings asked);
  Await<bool> is_program(std::string account);
  Await<Result<v1::PlayerRecord>> record(std::string asker, std::string account);
  Await<Result<v1::Balance>> balance(v1::AskBalance asked);
  // By its path; `reader`: an account, or empty for a visitor. Players are named: `named` finds their accounts.
  using Named = std::function<Await<Result<std::string>>(std::string name)>;
  Await<Result<Document>> document(std::string reader, std::string target, Named named);
  // The title, scenarios, options and clock that rules name.
  Result<void> check(const v1::EventRules& rules) const;

  // -- by itself: on the strand --
  const auto& strand() const { return strand_; }
  Await<void> keep_time();  // what was missed, now, and what is due, for ever
  Await<void> catch_up();   // every match of a running event is as the event knows it
  Await<void> pass_time();  // everything that is due by now

  // Told when an event has changed: whom it concerns.
  using Tell = std::function<void(const std::string& account, const v1::EventInfo& event)>;
  void on_change(Tell tell) { tell_ = std::move(tell); }

 private:
  using Event = tournament::Event;
  using Act = std::function<Result<void>(Event&)>;

  Await<Result<Event>> load(std::string id);
  Await<Result<Event>> change(std::string id, Act act);  // on the strand, one after another
  Await<Result<Event>> change_in_turn(std::string id, Act act);
  Await<Result<void>> keep(Event event, const Event& before);
  Await<Result<std::vector<match::MatchCard>>> new_matches(const Event& event, const Event& before);
  Await<void> follow(Event event, Event before);  // what comes after a change is stored
  Await<void> note(std::string event, std::string match);
  Await<tournament::Looks> look_at(Event event, std::vector<std::string> matches);
  Await<void> pass_time_in(std::string id);
  Await<void> rest_or_run(Event event, bool all);
  Await<void> open_pairs(Event event, Event before);
  Await<tournament::Desk> desk_to_begin(v1::EventRules rules);
  tournament::Played played_now(const std::string& title) const;
  Await<Result<v1::FinishedMatches>> finished(FinishedQuery query);
  Await<Result<std::vector<v1::record::FinishedMatch>>> finished_matches(FinishedQuery query);
  Await<Result<std::vector<std::int64_t>>> paces_of(std::string account, std::string match, std::string but);
  Await<Result<v1::EventPage>> page_for(std::string account, Event event);
  Await<Result<tournament::Person>> person(std::string account, const v1::EventRules& rules);
  Await<Result<std::vector<v1::record::RatedMatch>>> rated();
  Await<Result<std::shared_ptr<const tournament::RatingPools>>> pools();  // folded once for each version
  void wake();

  boost::asio::strand<boost::asio::any_io_executor> strand_;
  match::Host& host_;
  Store& store_;
  const RoomSettings settings_;
  match::Baton turn_;
  boost::asio::steady_timer timer_;
  Tell tell_;
  std::mutex folded_mutex_;  // guards both
  std::int64_t folded_version_ = 0;
  std::shared_ptr<const tournament::RatingPools> folded_;
};

}  // namespace wardroom::events
