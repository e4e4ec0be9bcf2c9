// Desk: the front desk of this server: who people are, what can be played, and the way to the matches.
#pragma once

#include <atomic>
#include <boost/asio/any_io_executor.hpp>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

#include "server/events/room.h"
#include "server/lobby/front_desk.h"
#include "server/lobby/limiter.h"
#include "server/lobby/mailroom.h"
#include "server/lobby/passwords.h"
#include "server/lobby/quotas.h"
#include "server/lobby/registry.h"
#include "server/lobby/settings.h"
#include "server/lobby/store.h"
#include "server/match/host.h"

namespace wardroom::lobby {

class Desk final : public FrontDesk {
 public:
  // The host and the stores outlive the desk; the executor's threads must have stopped before it goes. Without a
  // mailroom this server tells nobody who is away, without a room no events are held here, without a registry there are
  // no personal tokens.
  Desk(boost::asio::any_io_executor executor, match::Host& host, Store& store, DeskSettings settings = {},
       Mailroom* mailroom = nullptr, events::Room* events = nullptr, Registry* registry = nullptr);

  ~Desk() override;

  std::shared_ptr<Visitor> welcome(std::shared_ptr<match::Line> line, std::string address) override;
  boost::asio::awaitable<Result<Exported>> export_match(ExportAsked asked) override;
  boost::asio::awaitable<Result<events::Document>> document(Reading reading) override;
  std::vector<PublicData> public_data() const override;
  const Stats& stats() const override { return host_.stats(); }
  bool healthy() const override { return host_.healthy(); }
  boost::asio::awaitable<Result<void>> stop_mail(std::string token) override;
  std::string say(const Text& text, std::string_view language) const override;
  boost::asio::awaitable<void> drain() override;

  boost::asio::awaitable<void> tidy();  // lets go of sessions, guests and their matches that nobody has used for long
  boost::asio::awaitable<void> keep_tidy();  // now, and every day
  // Whether somebody has been signed out by another server, and whether somebody who waits has been met there.
  boost::asio::awaitable<void> keep_looking();

  // What the host asks, by his tool or by an account; see admin.h.
  boost::asio::awaitable<match::Answer> administer(std::string by, v1::Administer asked);

 private:
  friend class Conversation;
  friend class Admin;

  // Whoever waits here for anyone to play with.
  struct Waiting {
    std::string id;  // empty: he does not
    match::CallerPtr caller;
  };
  // A connection whose person is known.
  struct Live {
    std::shared_ptr<match::Line> line;
    std::string account;
    std::string name;
    std::string session;
    std::string only_match;  // a link opened it
    std::shared_ptr<std::atomic<bool>> ended;
    Waiting waiting;
  };

  bool sends_mail() const { return mailroom_ && settings_.mail; }
  // Nobody is called as the computer's players are, or as they are shown.
  Result<void> check_new_name(const std::string& name) const;
  void enter(const match::Line* line, Live live);
  void leave(const match::Line* line);
  enum class Whose { kThis, kOthers, kAll };
  boost::asio::awaitable<void> look_elsewhere();
  static std::string id_of(const Live& live);  // of the session, or of the personal token
  static void end(const Live& live);
  // Ends the live connections of a session, of all other sessions of the account, or of all.
  void end_live(const std::string& account, const std::string& session, Whose whose);
  void call_back(const std::string& account);  // his connections come again, and find what has changed

  // -- leaving.cpp: what is kept of somebody, and how he goes --
  boost::asio::awaitable<Result<void>> leave_matches(match::CallerPtr who);
  // For himself everything; for the host nothing of matches that are not over but that there are.
  enum class Reader { kHimself, kHost };
  boost::asio::awaitable<Result<v1::DataOfMine>> data_of(Account account, Reader reader);
  boost::asio::awaitable<Result<void>> add_matches(v1::DataOfMine& data, std::string account, Reader reader);
  boost::asio::awaitable<Result<void>> add_registered(v1::DataOfMine& data, std::string account);
  boost::asio::awaitable<Result<v1::Notices>> notices_of(std::string account);
  boost::asio::awaitable<Result<SecondFactor>> factor_of(std::string account);

  // -- admin.cpp --
  boost::asio::awaitable<Result<Standing>> standing_of(std::string account);
  boost::asio::awaitable<v1::HostAct> shown(HostDeed deed);
  boost::asio::awaitable<void> hear_of(std::string account, v1::HostActs acts);  // done by another server
  // -- challenges.cpp: those who are not at the table where something concerns them --
  // On all his connections but those that a link has opened; on other servers, too, if they hear of it.
  void tell(const std::string& account, const v1::ServerFrame& frame);
  void tell_here(const std::string& account, const v1::ServerFrame& frame);
  boost::asio::awaitable<Result<std::string>> account_named(std::string name);
  boost::asio::awaitable<Result<v1::Challenges>> challenges(std::string account);
  boost::asio::awaitable<void> tell_substitute(std::string match);
  boost::asio::awaitable<void> tell_challenged(std::string account);
  boost::asio::awaitable<void> tell_maker(match::MatchCard card, v1::MatchNews::Kind kind);
  // Somebody has made, joined or declined this match.
  boost::asio::awaitable<void> spread(std::string match, std::string by);

  // -- tokens.cpp --
  boost::asio::awaitable<Result<PersonalToken>> token_of(std::string token, v1::TokenScope scope);

  // -- acquaintances.cpp: whom one meets --
  boost::asio::awaitable<Result<std::vector<std::string>>> avoided(std::string account);
  boost::asio::awaitable<Result<void>> may_meet(std::string account, std::string another);
  boost::asio::awaitable<Result<void>> may_sit_down(std::string account, match::MatchCard card);
  boost::asio::awaitable<Result<std::string>> account_to_meet(std::string by, std::string name);

  // A match has been made from this address.
  boost::asio::awaitable<void> note_made(std::string match, std::string address);

  // -- quick_match.cpp --
  bool note_waiting(Waiting newcomer);  // false: he has left
  void forget_waiting(const match::Line* line, const std::string& wait);
  boost::asio::awaitable<Result<bool>> stop_waiting(const match::Line* line);  // false: he does not wait (any more)
  boost::asio::awaitable<void> pair(QuickWait waiter, match::CallerPtr newcomer);
  boost::asio::awaitable<void> tell_found();  // of those who wait here, whoever has been met

  boost::asio::any_io_executor executor_;
  match::Host& host_;
  Store& store_;
  Mailroom* const mailroom_;
  const DeskSettings settings_;
  const v1::Titles offered_;
  const std::vector<std::string> bot_names_;  // and what people read in place of them
  events::Room* const events_;
  Registry* const registry_;
  Passwords passwords_;
  Quotas quotas_;
  // What this server can do by itself: each for itself.
  Limiter reads_by_address_;
  Limiter reads_by_token_;
  Limiter exports_by_address_;
  Tally exporting_;  // at an address, and everywhere
  Limiter looks_by_account_;
  Limiter looks_by_address_;
  std::mutex mutex_;  // guards live_
  std::unordered_map<const match::Line*, Live> live_;
};

}  // namespace wardroom::lobby
