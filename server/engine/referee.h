// Referee: one match on this machine: game, journal and outlets together. It decides what an action does and who is
// told what, and returns it as a Step; whoever hosts it makes the step durable first and speaks afterwards.
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "server/engine/game.h"
#include "server/engine/journal.h"
#include "server/engine/outlet.h"

namespace wardroom {

// One client action and everything it set off until a person must be asked: one transaction.
// A public milestone. The step's checkpoint is where it begins: to be kept for good, with the viewers' serials in it.
struct ChapterMark {
  std::uint32_t number = 0;  // from 1
  Text name;
};

struct Step {
  std::vector<v1::record::Row> rows;  // not yet sealed
  std::optional<v1::record::Checkpoint> checkpoint;
  std::optional<ChapterMark> chapter;
  // By live viewer; time and match are set by the host. A seat that the rules play is sent nothing.
  std::array<OwnedUpdate, 3> updates;
  std::array<v1::record::ViewerState, 3> viewers;
  std::size_t taken = 0;           // how many of a list of actions
  std::optional<Refusal> stopped;  // why a list was not taken whole, when an action was not offered
  std::vector<Happened> happened;  // for tests: what the rules licensed
};

// What a match with this head begins with: its scenario or, where it goes on from another match, the position there.
Result<std::unique_ptr<Position>> opening_of(const Title& title, const v1::record::Head& head);

// How a match is loaded: the newest checkpoint and all rows since, or the base a later rewind names.
struct Stored {
  v1::record::Head head;
  v1::record::Checkpoint checkpoint;  // seq 0 is the opening
  std::vector<v1::record::Row> rows;  // after the checkpoint, in order
  std::vector<v1::record::ViewerState> viewers;
  std::string last_hash;                            // of the last row, or the chain's start
  std::optional<v1::Ending> ending = std::nullopt;  // when the match is known to be over
};

class Referee {
 public:
  struct Settings {
    std::uint32_t checkpoint_every = 32;  // rows between stored checkpoints, at least
    bool checksums = true;
    std::optional<Seat> unseen{};  // a seat from which nobody looks: no updates are made for it
  };

  // A new match. The first step holds the Begin row, the opening as checkpoint 0 and the first updates.
  static Result<std::unique_ptr<Referee>> open(std::shared_ptr<const Title> title, v1::record::Head head,
                                               const Secret& secret, Step& first, Settings settings);
  // A match from the store. It is held when it is of another revision of the rules, which are not asked then, or when
  // this build plays the rows differently. One that is over stays so; its last position is the checkpoint's then.
  static Result<std::unique_ptr<Referee>> resume(std::shared_ptr<const Title> title, Stored stored,
                                                 const Secret& secret, Settings settings);

  const Title& title() const { return *title_; }
  const std::shared_ptr<const Title>& shared_title() const { return title_; }
  const v1::record::Head& head() const { return head_; }
  const Position& position() const {
    return game_->position();
  }  // the truth: for tests, exports of ended matches and admins
  std::uint64_t seq() const { return seq_; }
  std::uint32_t epoch() const { return epoch_; }
  v1::MatchState state() const { return state_; }
  const std::optional<v1::Ending>& ending() const { return ending_; }
  const Menu* menu(Seat seat) const { return state_ == v1::MATCH_STATE_PLAYING ? game_->menu(seat) : nullptr; }
  // Where quick passes were agreed on, a menu with one single answer is put to nobody: whoever hosts it answers it.
  bool passes(Seat seat) const { return menu(seat) && passes(*menu(seat)); }
  bool passes(const Menu& menu) const { return head_.quick_passes() && menu.items.size() == 1; }
  std::uint64_t menu_serial(Seat seat) const { return outlets_[index(seat)].menu_serial(); }  // 0: asked nothing
  bool can_undo(Seat seat) const;
  const PlayedSeats& played() const { return game_->played(); }
  std::uint32_t rounds() const { return rounds_; }      // public marks so far
  std::uint32_t chapters() const { return chapters_; }  // the same
  const Text& progress() const { return progress_; }    // as the public was last shown it; may be empty
  bool in_together() const { return game_->in_together(); }
  bool at_checkpoint() const { return game_->at_checkpoint(); }

  // Takes actions in order, stopping at the first that is not offered and after every barrier. A refusal changes
  // nothing. A bot's reason stays in the journal. What is not answered from the list is answered by `otherwise`.
  struct Given {
    Given(Action the_action, v1::Text the_order = {}) : action(std::move(the_action)), by_order(std::move(the_order)) {}
    Action action;
    v1::Text by_order;  // what its owner is told of the standing order that gave it; empty: he gave it himself
  };
  using Answers = std::function<std::optional<Given>(const Menu&)>;
  Result<Step> act(Seat seat, std::uint64_t serial, std::span<const Action> actions, const v1::Text& reason = {},
                   const Answers& otherwise = {});
  // The same, with whatever is answered to each menu as it is put; none: nothing more. A step without rows when
  // nothing was answered at all.
  Result<Step> act(Seat seat, const Answers& answers, const v1::Text& reason = {});
  // Cancels the seat's newest row that was a choice and what came by itself since, if no barrier came after it; or
  // every row of the seat's from `back_to` on that no barrier came after.
  Result<Step> undo(Seat seat, std::optional<std::uint64_t> back_to = std::nullopt);
  // Goes back to just after row `keep` in a new epoch: what was seen must not come again. `stretch` is Stored as it was
  // then: the checkpoint at or before `keep` and every row since it.
  Result<Step> take_back(const Stored& stretch, std::uint64_t keep);
  // After an upgrade played differently: on from the checkpoint, in a new epoch, when both agree or an admin decides.
  Result<Step> restart();
  v1::Ending as_it_stands() const;  // if it ended now
  // An ending the rules did not make.
  Result<Step> end(std::optional<Seat> by, v1::Ending ending);

  // Everything the viewer has been shown; Viewer::kEnded only when the match is over, a seat only if it is played.
  Result<v1::Update> all(Viewer viewer) const;

 private:
  struct Counted {  // an action that still counts
    std::uint64_t seq;
    Seat seat;
    Action action;
    std::vector<Drawn> draws;
    bool published;
    std::string checksum;  // empty: not comparable
    bool sole;             // nobody chose it
    v1::Text by_order;     // the same, and its owner is told so; empty: none
    bool chosen() const { return !sole && by_order.id().empty(); }
  };

  Referee(std::shared_ptr<const Title> title, v1::record::Head head, const Secret& secret, Settings settings);
  enum class Replay { kSilent, kShowing };
  void replay(Replay how);  // the base position and all counted rows, with recorded draws; throws Diverged
  enum class Rules { kSame, kOther };
  void replay_or_hold(Rules rules, bool over);
  void start_from_base(Chance& chance);
  void begin_from_base(std::uint64_t seq);
  void take_in(const Happened& happened, std::uint64_t seq);
  void end_if_over();
  void hold();
  void count(std::span<const v1::record::Row> rows);
  void forget_checksums(std::uint64_t cancelled, std::uint64_t undo);
  Result<void> may_play(Seat seat) const;
  std::optional<std::uint64_t> newest_choice(Seat seat) const;                     // that may be undone
  bool answer(Step& step, Seat seat, const Given& given, const v1::Text& reason);  // whether everyone is shown it
  void tell_of_order(Seat seat, const v1::Text& by_order);
  v1::record::Row& add_row(Step& step, std::optional<Seat> seat);
  void close_row(v1::record::Row& row, bool published);
  void finish(Step& step, std::optional<Seat> acting, bool everyone);
  void keep_chapter(Step& step);
  bool has_looker(Viewer viewer) const;
  OwnedUpdate show(Outlet& outlet);
  Press& press();

  std::shared_ptr<const Title> title_;
  v1::record::Head head_;
  Settings settings_;
  SeededChance seeded_;
  RecordedChance recorded_;
  RecordingChance chance_;
  std::unique_ptr<Game> game_;
  Press press_;
  std::string base_;  // position bytes to replay from
  std::uint64_t base_seq_ = 0;
  std::uint32_t base_revision_;  // of the rules that made it
  std::uint32_t base_rounds_ = 0;
  std::uint32_t base_chapters_ = 0;
  std::vector<Drawn> base_draws_;  // between the base and its first question: none at a checkpoint
  std::vector<Counted> counted_;   // since the base
  std::uint64_t seq_ = 0;
  std::uint32_t epoch_ = 0;
  v1::MatchState state_ = v1::MATCH_STATE_PLAYING;
  std::optional<v1::Ending> ending_;
  std::uint32_t rounds_ = 0;
  std::uint32_t chapters_ = 0;
  std::optional<Text> chapter_;  // marked, and no checkpoint since
  Text progress_;
  std::array<std::uint64_t, 2> undo_floor_{0, 0};  // rows up to this one stay
  std::uint64_t rewound_ = 0;                      // the newest rewind: it showed everyone what it kept
  std::array<bool, 2> asked_anew_{false, false};
  std::array<Outlet, 3> outlets_{Outlet(Viewer::kFirst), Outlet(Viewer::kSecond), Outlet(Viewer::kPublic)};
};

}  // namespace wardroom
