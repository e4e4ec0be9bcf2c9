// Actor: one match on this server. Everything about it happens on its own strand. What changes the match takes its
// turn, one request after another: apply, make durable, and only then speak. What only looks, and what is refused by
// what the caller was last sent, waits for nobody, so that nobody can time what another does in secret.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/strand.hpp>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "server/match/album.h"
#include "server/match/caller.h"
#include "server/match/card_info.h"
#include "server/match/clock.h"
#include "server/match/gallery.h"
#include "server/match/reel.h"
#include "server/match/services.h"
#include "server/match/turn.h"
#include "wardroom/v1/wire.pb.h"

namespace wardroom::match {

// -- what may be asked of a match --
struct Play {  // a frame that names this match: attach to history
  const v1::ClientFrame* frame;
};
struct Join {
  enum class Way { kById, kInvited };  // a private match is joined by invitation only
  Way way = Way::kById;
  std::optional<bool> is_private;  // what the match shall be from now on
};
struct Cancel {};
struct MakeRematch {  // answers with the match that follows; the caller joins it then
  std::string nonce_hash;
};
struct Leave {};  // the caller's account goes
struct Look {};   // just the match's info

struct Request {
  CallerPtr caller;
  std::variant<Play, Join, Cancel, MakeRematch, Leave, Look> what;
};

using Answer = Result<v1::ServerFrame>;

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

  // -- from any thread --
  // A new viewer is sent nothing before his answer is on its way: the connection says when.
  void open(std::shared_ptr<Line> line);
  void detach(std::shared_ptr<Line> line);

 private:
  template <class T>
  using Await = boost::asio::awaitable<T>;
  using Outcome = std::optional<Result<Step>>;  // none: the rules broke

  // A connection that gets this match's updates.
  struct Viewing {
    std::shared_ptr<Line> line;
    std::string account;
    bool ready = false;
    std::vector<v1::ServerFrame> waiting;  // until it is ready

    void send(const v1::ServerFrame& frame);
  };

  // Offers that wait for an answer; they lapse at the next barrier.
  struct Offers {
    std::optional<Seat> take_back;
    std::optional<Seat> draw;
    std::array<bool, 2> restart{false, false};
    bool operator==(const Offers&) const = default;
  };

  // How far a take-back goes.
  struct Point {
    Stored stretch;
    std::uint64_t keep = 0;
  };

  // -- life (actor.cpp) --
  Await<Answer> dispatch(const Request& request);
  Await<std::optional<Answer>> answer_at_once(const Request& request);  // none: it must take its turn
  Await<Result<void>> be_ready();                                       // card, names and, when it is played, referee
  Await<Result<void>> load_play();
  Await<Result<void>> start();  // both seats are taken and have given their nonces
  Await<Result<void>> commit(Step& step, std::optional<v1::record::Head> head);
  Await<Result<void>> carry_out(Outcome& outcome);
  Await<Result<void>> write_card(Card card);
  Await<void> recover();  // after a commit that failed: what the store says is what is
  Await<void> park(std::string_view doing, std::string cause);  // the cause is logged: never a value of the match
  Await<Result<void>> store_state(v1::MatchState state);
  Await<void> fill_gallery(const std::shared_ptr<const Title>& title, Stored stored, const Secret& secret);
  void read_time(const std::vector<v1::record::Row>& rows);
  void rest();
  Await<Outcome> apply(std::function<Result<Step>()> rules);  // not on the strand: who only looks does not wait
  Secret secret() const { return match_secret(card_->server_seed, card_->nonces); }

  // -- seats (seats.cpp) --
  Await<Answer> join(const Caller& caller, const Join& join);
  Await<Answer> give_nonce(const Caller& caller, Seat seat, const v1::GiveNonce& given);
  Await<Answer> cancel(const Caller& caller);
  Result<void> fits(Seat seat, const v1::GiveNonce& given) const;
  Await<Answer> give_seat_up(Seat seat);
  Await<Answer> lose_start(Seat asker);
  Await<Answer> make_rematch(const Caller& caller, const MakeRematch& asked);
  Await<Answer> leave(const Caller& caller);
  Await<Answer> look(const Caller& caller);

  // -- play (play.cpp) --
  Await<Answer> play(const CallerPtr& caller, const v1::ClientFrame& frame);
  Await<Answer> act(Seat seat, const v1::Act& act, const v1::Text& reason = {});
  Await<Answer> undo(Seat seat);
  Await<Answer> ask_take_back(Seat seat);
  Await<Answer> answer_take_back(Seat seat, const v1::AnswerTakeBack& answer);
  Await<Result<Point>> find_point(Seat asker);
  Await<Answer> take_back(Point point);
  Await<Answer> offer_draw(Seat seat);
  Await<Answer> answer_draw(const v1::AnswerDraw& answer);
  Await<Answer> resign(Seat seat);
  Await<Answer> claim_flag(Seat seat);
  Await<Answer> agree_to_restart(Seat seat);
  Await<Answer> end(std::optional<Seat> by, v1::Ending ending);
  Await<Answer> ended_view(const Caller& caller);
  Await<Answer> hint(Seat seat);
  // Whether what this seat was last sent leaves it this request. In its turn that is what the match leaves it.
  Result<void> allowed(Seat seat, const v1::ClientFrame& frame) const;
  Result<void> may_act(Seat seat, const v1::Act& act) const;
  Result<void> may_claim_flag(Seat seat) const;
  Result<void> may_answer(const std::optional<Seat>& offered_by, Seat seat) const;
  Result<Seat> playing_seat(const Caller& caller) const;
  Result<void> playing() const;

  // -- viewers (viewers.cpp, replay.cpp) --
  Await<Answer> attach(const CallerPtr& caller, const v1::Attach& attach);
  Await<Answer> say(const Caller& caller, const v1::Say& say);
  Await<Answer> history(const Caller& caller, const v1::History& history);
  Await<Result<std::vector<v1::PastReports>>> past(Viewer viewer, std::uint64_t after, std::uint32_t limit);
  Await<Answer> replay(const Caller& caller, const v1::AskReplay& asked);
  Await<Result<void>> look_back(Viewer viewer, std::uint64_t after, std::uint32_t limit, v1::Replay& page);
  Await<Result<void>> play_again(Viewer viewer, std::uint64_t after, std::uint32_t limit, v1::Replay& page);
  Await<Result<std::vector<v1::Update>>> sent_after(Viewer viewer, std::uint64_t serial);
  Await<Result<Reel*>> reel(Viewer viewer);
  Await<Result<Reel*>> newest_reel(Viewer viewer);
  Await<Result<Stored>> whole_journal();
  std::uint64_t told_upto(Viewer viewer) const;  // how far the viewer may look back now; 0: not known
  bool held_back(Viewer viewer) const {
    return viewer == Viewer::kPublic && gallery_ && card_->state != v1::MATCH_STATE_OVER;
  }
  Result<Viewer> may_see(const Caller& caller) const;
  v1::Update full(Viewer viewer) const;
  void begin_showing(const Step& first, std::int64_t time_ms);
  void go_on_showing(const std::shared_ptr<const Title>& title, const Loaded& loaded);
  std::vector<Page> pages(const Step& step) const;
  void tell(Step& step, std::int64_t time_ms);
  void take_in(Viewer viewer, v1::Update update);  // it has been sent
  void resync();
  void notify(const Line* newcomer = nullptr);
  v1::ServerFrame notice_for(const std::string& account) const;
  People people() const;
  Viewing* find(const Line* line);
  void forget(const Line* line);
  bool watched() const { return seats_[0] || seats_[1] || !observers_.empty(); }

  // -- bots (bots.cpp) --
  void wake_bots();
  static Await<void> bot_answers(std::shared_ptr<Actor> self, Seat seat, v1::Act answer, v1::Text reason);
  std::shared_ptr<Player> seat_player(const PlayerEntry* entry, Seat seat) const;
  // Who gives hints to a seat. It remembers what it has advised, or it would send a force that cannot move again and
  // again.
  struct Adviser {
    std::shared_ptr<Player> player;
    v1::Hint last;
  };
  bool is_bot(Seat seat) const { return !card_->bots[index(seat)].empty(); }

  Services& services_;
  const std::string id_;
  Strand strand_;
  Turn turn_;
  Turn again_;  // playing a match again for whoever looks back
  boost::asio::steady_timer idle_;
  boost::asio::steady_timer retry_;
  std::size_t busy_ = 0;  // requests and bots under way
  bool gone_ = false;
  bool behind_ = false;  // viewers have been shown what the store does not have
  bool ready_ = false;   // loaded and shown: who only looks may be answered at once

  std::string broken_;  // why the rules broke, when they did
  std::optional<Card> card_;
  std::array<std::string, 2> names_;
  std::unique_ptr<Referee> referee_;
  std::string last_hash_;
  std::int64_t time_ms_ = 0;                        // of the newest row: never shown before the match is over
  std::array<std::optional<v1::Update>, 3> shown_;  // everything each live viewer has been sent; none: not loaded
  std::array<bool, 2> may_undo_{false, false};      // as far as the seat has been shown
  std::array<Album, 3> albums_;
  std::array<std::uint64_t, 3> first_kept_{};  // the first serial that is kept; 0: not looked up yet
  std::string told_observers_;                 // the newest notice
  Thinking thinking_;
  Offers offers_;
  std::optional<Gallery> gallery_;              // when observers are held back
  std::array<std::unique_ptr<Reel>, 4> reels_;  // what has been asked for again, by viewer

  std::int64_t chat_minute_ = 0;
  std::uint32_t chat_count_ = 0;  // in that minute

  std::array<std::optional<Viewing>, 2> seats_;
  std::vector<Viewing> observers_;
  std::array<std::shared_ptr<Player>, 2> bots_;
  std::array<bool, 2> bot_thinks_{false, false};
  std::array<Adviser, 2> advisers_;
};

v1::ServerFrame done();

}  // namespace wardroom::match
