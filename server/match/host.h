// Host: all matches of this server.
#pragma once

#include <atomic>
#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

#include "server/match/actor.h"
#include "server/match/exporting.h"
#include "server/match/new_match.h"
#include "server/match/services.h"

namespace wardroom::match {

class Host {
 public:
  // The executor's threads must have stopped before the host goes.
  Host(boost::asio::any_io_executor executor, Store& store, std::vector<LoadedTitle> titles,
       std::vector<PlayerEntry> players, HostSettings settings = {});
  ~Host();
  Host(const Host&) = delete;
  Host& operator=(const Host&) = delete;

  const std::vector<LoadedTitle>& titles() const { return services_.shelf.titles(); }
  const LoadedTitle* title(std::string_view id) const { return services_.shelf.find(id); }
  // The bots that play a title, from easy to hard.
  bool advises(std::string_view title) const { return find_adviser(services_.players, title) != nullptr; }
  std::vector<std::string> opponents(std::string_view title) const {
    return match::opponents(services_.players, title);
  }
  Names& names() { return services_.names; }
  Stats& stats() { return services_.stats; }
  bool healthy() const { return services_.store.healthy(); }

  // -- matches --
  // What is asked must have been checked; the match starts when both seats are taken and have given their nonces.
  boost::asio::awaitable<Result<v1::MatchInfo>> create(CallerPtr caller, NewMatch match);
  boost::asio::awaitable<Result<v1::MatchInfo>> join(CallerPtr caller, std::string match, std::string invitation);
  boost::asio::awaitable<Result<v1::MatchInfo>> rematch(CallerPtr caller, std::string match, std::string nonce_hash);
  // What an invitation is for, as whoever holds it may see it.
  boost::asio::awaitable<Result<v1::MatchInfo>> look_at(CallerPtr caller, std::string invitation);
  boost::asio::awaitable<Result<void>> decline(CallerPtr caller, std::string match);
  // What a new match that goes on from a moment of this one begins with: its title, scenario and options, and the
  // origin.
  boost::asio::awaitable<Result<NewMatch>> played_from(CallerPtr caller, v1::PlayedFrom from);
  // For the lobby alone: a card holds secrets.
  boost::asio::awaitable<Result<MatchCard>> card(std::string match);
  boost::asio::awaitable<Result<MatchCard>> card_for(std::string invitation);
  boost::asio::awaitable<Result<void>> cancel(CallerPtr caller, std::string match);
  boost::asio::awaitable<Result<void>> leave(CallerPtr caller, std::string match);
  boost::asio::awaitable<Result<void>> recount(CallerPtr caller, std::string match);  // the caller has taken leave
  boost::asio::awaitable<Result<v1::MatchInfo>> look(CallerPtr caller, std::string match);
  // Everything he has been shown of it, without being there: nobody learns of it.
  boost::asio::awaitable<Result<v1::Attached>> glance(CallerPtr caller, std::string match);
  boost::asio::awaitable<Result<std::vector<v1::Chat>>> said_by(std::string account);  // for himself
  // For whoever sits there. Without what may be guessed, which is the title's.
  boost::asio::awaitable<Result<v1::Marks>> marks_of(std::string match, Seat seat);
  boost::asio::awaitable<Result<v1::Matches>> list(std::string account, Store::Query query);
  // Of a private match, for whoever knows what it is watched by.
  boost::asio::awaitable<Result<std::shared_ptr<Exporting>>> export_match(std::string match, std::string watch = {});

  // Ends the matches that nobody but guests plays and in which everyone was last shown something before this.
  boost::asio::awaitable<void> archive_left(std::int64_t before_ms);

  // -- matches of events, which the event stores with its own rows --
  boost::asio::awaitable<Result<MatchCard>> prepare(NewMatch match);
  boost::asio::awaitable<Result<void>> call_off(std::string match, CallOff how);
  boost::asio::awaitable<Result<void>> stand_still(std::string match, StandStill how);  // its clocks
  boost::asio::awaitable<Result<void>> open_up(std::string match);                      // it is over: for everybody
  boost::asio::awaitable<Result<v1::Update>> inside(std::string match);  // everything: its players have been told
  // Called when one has begun or is over, from any thread. Before the first match.
  void on_event_match(std::function<void(const std::string& event, const std::string& match)> call) {
    services_.event_match = std::move(call);
  }

  // -- for the host of this server, who sees nothing of a match that the public does not --
  boost::asio::awaitable<Result<v1::Text>> trouble(std::string match);  // why it is not played
  // To the deed's match; kept in his log together with what it does. As it is kept.
  boost::asio::awaitable<Result<HostDeed>> repair(HostDeed deed);  // a parked one goes on, if it can
  boost::asio::awaitable<Result<HostDeed>> propose(HostDeed deed, v1::OfferKind kind, v1::Terms terms);
  void rename(const std::string& account, Called called);

  // -- time --
  boost::asio::awaitable<Result<void>> first_beat();  // before it serves anybody
  boost::asio::awaitable<Result<void>> beat();        // this server is up: again and again, and when it stops
  boost::asio::awaitable<void> keep_beating();
  // Of a store that other servers share: what they have written is read again and again, whether or not it was heard
  // of.
  boost::asio::awaitable<void> keep_looking();

  // Once, when this server has begun: matches that a server which has died has left to the computer, unless somebody
  // looks at them at another.
  boost::asio::awaitable<void> go_on_with_left();

  // -- other servers --
  bool is_shared() const { return services_.store.is_shared(); }
  std::chrono::milliseconds look() const { return services_.settings.look; }  // so often they are looked for

  // -- people, for the lobby --
  boost::asio::awaitable<Result<v1::Reliability>> reliability(std::string account);

  // -- in a match: any frame that names one: nonce, attach to history --
  boost::asio::awaitable<Answer> play(CallerPtr caller, const v1::ClientFrame& frame);
  void open(const std::string& match, std::shared_ptr<Line> line);  // the answer to attach is on its way
  void detach(const std::string& match, std::shared_ptr<Line> line);

  // No new matches or attachments from now on; returns when what is being committed is done.
  boost::asio::awaitable<void> drain();

 private:
  void look_elsewhere(const std::vector<std::string>& matches);  // none: at all of them
  boost::asio::awaitable<void> look_at_all(std::chrono::milliseconds within);
  void tell_who_is_here(const std::vector<std::string>& matches);  // to those who are there
  void tell_elsewhere();                                           // who is here
  boost::asio::awaitable<Answer> ask(std::string match, Request request);
  boost::asio::awaitable<Result<void>> beat_after(std::int64_t gap_ms);
  boost::asio::awaitable<People> people_of(MatchCard card);
  boost::asio::awaitable<bool> only_guests(MatchCard card);
  boost::asio::awaitable<Result<v1::MatchInfo>> sit_down(CallerPtr caller, MatchCard card, Join join);
  std::shared_ptr<Actor> find(const std::string& match);
  std::shared_ptr<Actor> find_or_make(const std::string& match);
  void release(Actor& actor);

  Services services_;
  std::atomic<bool> draining_{false};
  std::mutex mutex_;  // guards actors_
  std::unordered_map<std::string, std::shared_ptr<Actor>> actors_;
};

}  // namespace wardroom::match
