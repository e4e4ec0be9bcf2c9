// Actor: one match on this server: a Match, and around it everything that waits: the store, its turn, timers, bots and
// connections. It happens on the match's own strand. What changes the match takes its turn, one request after another:
// decide, make durable, and only then speak. What only looks, and what is refused, is answered from what has been
// shown, on the asker's own thread: so nobody can time what another does in secret.
#pragma once

#include <atomic>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/strand.hpp>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "server/match/audience.h"
#include "server/match/baton.h"
#include "server/match/match.h"
#include "server/match/reels.h"
#include "server/match/request.h"
#include "server/match/services.h"

namespace wardroom::match {

// Counts what is under way, so that the match stays in memory.
class Busy {
 public:
  explicit Busy(std::size_t& count) : count_(count) { ++count_; }
  ~Busy() { --count_; }
  Busy(const Busy&) = delete;
  Busy& operator=(const Busy&) = delete;

 private:
  std::size_t& count_;
};

// Whose request it is, for the log, as long as he has the turn.
class ForWhom {
 public:
  ForWhom(const Line*& asks, const Line* line) : asks_(asks) { asks_ = line; }
  ~ForWhom() { asks_ = nullptr; }
  ForWhom(const ForWhom&) = delete;
  ForWhom& operator=(const ForWhom&) = delete;

 private:
  const Line*& asks_;
};

class Actor : public std::enable_shared_from_this<Actor> {
 public:
  using Strand = boost::asio::strand<boost::asio::any_io_executor>;

  Actor(Services& services, std::string id);

  const std::string& id() const { return id_; }
  const Strand& strand() const { return strand_; }

  // -- on the strand --
  // None when the match has just left memory: ask the host for it again.
  boost::asio::awaitable<std::optional<Answer>> run(const Request& request);
  boost::asio::awaitable<void> settle();  // waits until everything asked before has been answered
  // Another server may have written something of it (elsewhere.cpp). `trace`: the store's, if it is known.
  static boost::asio::awaitable<void> look_elsewhere(std::shared_ptr<Actor> self, std::string trace);

  // -- from any thread --
  std::array<bool, 2> seated_here() const { return seated_here_; }
  static void tell_who_is_here(
      std::shared_ptr<Actor> self);  // to those who are: on another server somebody came or went
  // None: it is for the strand.
  boost::asio::awaitable<std::optional<Answer>> answer_at_once(const Request& request);
  // A new viewer is sent nothing before his answer is on its way: the connection says when.
  void open(std::shared_ptr<Line> line);
  void detach(std::shared_ptr<Line> line);
  void rename(const std::string& account, Called called);  // whoever sits here is called otherwise now

 private:
  template <class T>
  using Await = boost::asio::awaitable<T>;
  using Outcome = std::optional<Result<Step>>;  // none: the rules broke

  // -- life (actor.cpp) --
  bool takes_turn(const Request& request) const;
  Await<Answer> dispatch(const Request& request);
  Answer failed(const Caller& caller, const std::exception& fault, bool exists) const;
  std::string asking() const;  // of whoever has the turn
  Await<Answer> look(const Request& request);
  template <class Body>
  Await<Answer> play(const Caller& caller, const Body& asked);  // if it is left to his seat
  Await<Result<void>> be_ready();                               // card, names and, when it is played, referee
  Await<void> read_names();
  Await<void> read_reliability();
  Await<Result<void>> read_marks();
  Await<Result<void>> load_play();
  Refusal not_loaded(const Refusal& why);
  Await<Result<void>> start();                                 // both seats are taken and have given their nonces
  Await<Result<bool>> read_into(Match& match, Loaded loaded);  // whether its rules run
  Await<void> fill_gallery(Match& match, const std::shared_ptr<const Title>& title, Stored stored);
  Await<Outcome> decide(std::function<Result<Step>()> rules);  // not on the strand: who only looks does not wait
  // False: another server was quicker. What it has written has been read, and this is to be decided anew.
  Await<Result<bool>> carry_out(Outcome& outcome, std::optional<v1::record::Head> head = std::nullopt);
  Await<Result<Step>> carry_out(std::function<Result<Step>()> rules);  // both of these, until it is done
  Await<Answer> do_it(std::function<Result<Step>()> rules);
  Await<Result<void>> write_card(MatchCard card);
  Await<Result<void>> store_card(MatchCard card);
  Await<void> recover();                             // after a commit that failed: what the store says is what is
  void wake_after(std::chrono::milliseconds pause);  // whatever goes on by itself
  static Await<void> wake_again(std::shared_ptr<Actor> self);
  Await<void> park(std::string_view doing, std::string cause);
  void log_parked(std::string_view doing, std::string_view cause);
  void rest();

  // -- what other servers write (elsewhere.cpp) --
  Await<bool> stands();  // the store says what is known here
  Await<bool> follow();  // false: the store cannot be read
  Await<bool> read_card_again();
  Await<bool> begin_anew();  // from what the store has
  bool is_behind(const Caller& caller, const v1::Attach& attach) const;
  Await<std::vector<v1::Update>> missed(Viewer viewer, const Shown& now);
  void tell_what_was_missed(const Shown& before, std::array<std::vector<v1::Update>, 3> missed);

  std::array<bool, 2> who_sits() const;  // here or there
  void tell_elsewhere();                 // who is here
  void go_on_by_itself();                // bots, queues and what passes; unless another server does it

  // -- seats (seats.cpp) --
  Await<Answer> join(const Caller& caller, const Join& join);
  Await<Answer> give_nonce(const Caller& caller, const v1::GiveNonce& given);
  Await<Answer> call_off(const CallOff& asked);
  void tell_event() const;   // that it has begun, or is over
  Await<void> take_seats();  // sides have been found: everyone has the seat that the card says
  Await<Answer> cancel(const Caller& caller);
  Await<Answer> give_seat_up(Seat seat);
  Await<Answer> lose_start(Seat asker);
  Await<Answer> make_rematch(const Caller& caller, const MakeRematch& asked);
  Await<Answer> decline(const Caller& caller);
  Await<Answer> never_begin(MatchCard card, const Text& verdict);
  Await<Answer> answer_rematch(const Caller& caller, const AnswerRematch& asked);
  Await<Answer> leave(const Caller& caller);
  v1::ServerFrame info(const Caller& caller) const;

  // -- what its event asks (of_event.cpp) --
  Await<Answer> stand_still(const StandStill& asked);
  Await<Answer> open_up();
  Await<Answer> inside();

  // -- what the host asks (of_host.cpp) --
  Await<Answer> examine();
  Await<Answer> repair(const Repair& asked);
  Await<Answer> propose(const Propose& asked);
  Await<Answer> answer_host(Seat seat, const v1::AnswerOffer& answer);
  Await<Answer> agreed_by_all(v1::Offer offer, std::uint64_t row);
  Await<Answer> rewind_to(std::uint64_t row);
  const Chapter* part_begun() const;  // where the part that is played began, as everyone has been shown it

  // -- play (play.cpp) --
  Await<Answer> act(Seat seat, const v1::Act& act, const v1::Text& reason);
  Await<Answer> play(Seat seat, const v1::Act& act);
  Await<Answer> play(Seat seat, const v1::UndoRequest& undo);
  Await<Answer> play(Seat seat, const v1::AskTakeBack& asked);
  Await<Answer> play(Seat seat, const v1::AnswerTakeBack& answer);
  Await<Answer> play(Seat seat, const v1::OfferDraw& offer);
  Await<Answer> play(Seat seat, const v1::AnswerDraw& answer);
  Await<Answer> play(Seat seat, const v1::Resign& resign);
  Await<Answer> play(Seat seat, const v1::ClaimFlag& claim);
  Await<Answer> play(Seat seat, const v1::AgreeToRestart& agreed);
  Await<Answer> play(Seat seat, const v1::AskHint& asked);        // bots.cpp
  Await<Answer> play(Seat seat, const v1::GiveOrders& given);     // orders.cpp
  Await<Answer> play(Seat seat, const v1::GoOn& asked);           // orders.cpp
  Await<Answer> play(Seat seat, const v1::GiveStanding& given);   // orders.cpp
  Await<Answer> play(Seat seat, const v1::MakeOffer& asked);      // offers.cpp
  Await<Answer> play(Seat seat, const v1::AnswerOffer& answer);   // offers.cpp
  Await<Answer> play(Seat seat, const v1::TakeExtension& asked);  // offers.cpp
  Await<Result<Point>> find_point(Seat asker);
  Await<void> look_up_acted();  // where the match does not know it
  Await<Answer> end(std::function<Result<Step>()> rules);

  // -- beside the board (offers.cpp) --
  Await<Result<void>> change(Change what, HostDeed* deed = nullptr);  // the deed as it is kept
  Await<Answer> make(v1::Offer offer);
  Await<Answer> decline(Seat seat, v1::OfferKind kind);
  Await<void> tell_lapsed();
  Await<void> read_calendars();
  Await<void> read_usual();
  Await<Answer> recount(const Caller& caller);
  Await<Result<std::string>> find_substitute(v1::Terms terms);
  Await<Result<void>> substitute(v1::Offer offer);
  Await<Result<void>> hand_seat_to(Seat seat, MatchCard card, std::string account, std::string bot);
  Await<Answer> take_over(const Caller& caller);     // the one who was asked comes
  Await<Answer> decline_seat(const Caller& caller);  // or does not

  // -- viewers (viewers.cpp) --
  Await<Answer> attach(const CallerPtr& caller, const v1::Attach& attach);
  Await<Answer> say(const Caller& caller, const v1::Say& say);
  Await<Result<void>> record(Speaker speaker, Said said);  // and tells those at the table
  Await<Result<std::vector<std::string>>> deaf_to(std::string speaker, bool offers);
  void tell(v1::Chat line, const std::vector<std::string>& deaf);
  Await<void> hear();
  Await<void> record(v1::Offer offer);
  Await<void> record(Seat seat, v1::OfferKind kind, v1::OfferDeed deed);
  Await<Answer> ended_view(const Caller& caller);
  void publish();  // what has been shown is there for whoever looks
  void speak(const Speech& speech);
  void notify();
  Speech presence();  // who is here; nothing yet, when that was told a moment ago

  // -- queued orders and quick passes (orders.cpp) --
  void wake_seats();  // those that play by themselves do, each in a turn of its own: nobody's answer waits for it
  static Await<void> play_itself(std::shared_ptr<Actor> self, Seat seat);
  Await<bool> play_orders(Seat seat);  // whether the staff is to decide first
  Await<Answer> change_queue(Seat seat, What asked, std::function<void(Queue&)> change);
  Await<Result<bool>> keep_queue(Seat seat, Queue queue);  // false: as of carry_out

  // -- plotting tables (plotting.cpp): no part of the match, so they never take its turn --
  Await<Answer> change_marks(const Caller& caller, const v1::ChangeMarks& asked);
  Await<Result<bool>> keep_marks(Seat seat, Marks marks);  // false: as of carry_out
  void show_marks(Seat seat, std::shared_ptr<const Marks> table);
  Await<void> follow_marks();
  Await<void> wipe_marks(Seat seat);
  void wake_guesses();  // those of seats that have been shown something
  static Await<void> look_at_guesses(std::shared_ptr<Actor> self, Seat seat);

  // -- bots (bots.cpp) --
  Waiting who_waits(Seat seat) const;  // when something is thought of for this seat
  void wake_bots();
  static Await<void> bot_answers(std::shared_ptr<Actor> self, Seat seat, v1::Act answer, v1::Text reason);
  std::shared_ptr<Player> seat_player(const PlayerEntry* entry, Seat seat) const;
  // What the computer would do at this seat, to whom it gives hints and who is its staff. Nobody's turn waits for it.
  Await<v1::Hint> advise(Seat seat);  // without an action: nobody knows
  // It remembers what it has advised, or it would send a force that cannot move again and again.
  struct Adviser {
    std::shared_ptr<Player> player;
    Baton turn;     // it thinks of one thing at a time
    v1::Hint last;  // to one question it says one thing
  };

  static constexpr int kTries = 20;  // when other servers are quicker

  Services& services_;
  const std::string id_;
  Strand strand_;
  Baton turn_;
  const Line* asks_ = nullptr;  // none: it plays by itself
  boost::asio::steady_timer idle_;
  boost::asio::steady_timer retry_;
  boost::asio::steady_timer presence_;  // until it has run out, who is here is not told again
  bool presence_waits_ = false;         // and then it is
  std::size_t busy_ = 0;                // requests and bots under way
  bool gone_ = false;
  std::string trace_;         // the store's, when it was last looked at
  bool ours_ = true;          // what goes on by itself does so here, not at another server
  bool behind_ = false;       // viewers have been shown what the store does not have
  bool told_ = false;         // whatever the turn has changed is published already
  bool ready_ = false;        // loaded and shown: who only looks may be answered at once
  bool load_failed_ = false;  // and that was logged
  std::string broken_;        // why the rules broke, when they did

  Match match_;
  Shown& shown_ = match_.shown;
  Audience audience_;
  std::atomic<std::array<bool, 2>> seated_here_{};  // as it was told elsewhere
  Reels reels_;
  std::mutex mutex_;                        // guards published_
  std::shared_ptr<const Shown> published_;  // none: not ready

  Baton hearing_;
  std::optional<std::int64_t> heard_;  // the line up to which those who are here have been told, where servers share
  std::int64_t chat_minute_ = 0;
  std::uint32_t chat_count_ = 0;  // in that minute

  std::array<std::string, 2> came_from_;  // the address of whoever sits there, once he has asked for something
  std::array<std::shared_ptr<Player>, 2> bots_;
  std::array<bool, 2> bot_thinks_{false, false};
  std::array<Adviser, 2> advisers_;
  std::array<bool, 2> wakes_{false, false};

  bool marks_read_ = false;           // of both seats, once: from then on they are what was written
  std::array<Baton, 2> marks_turns_;  // one change of a seat's after another
  std::array<bool, 2> guesses_wake_{false, false};
  std::array<std::uint64_t, 2> guesses_looked_at_{0, 0};  // up to this serial of the seat's
};

}  // namespace wardroom::match
