// Match: one match as plain state. It decides what a request does, says what is to be written of that, and, when that
// has been stored, who is told what. It waits for nothing and knows neither store nor connections: whoever hosts it
// stores between deciding and telling. One step at a time: decide, write, tell.
#pragma once

#include <array>
#include <deque>
#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "server/match/outages.h"
#include "server/match/shown.h"

namespace wardroom::match {

// What is said to whom, in order: to each seat, and to all observers.
struct Speech {
  // Of an update, Seen has a part in it: it never changes.
  using Frame = std::shared_ptr<const v1::ServerFrame>;
  std::array<std::vector<Frame>, 3> frames;  // by live viewer

  void add(Viewer viewer, v1::ServerFrame frame) {
    frames[index(viewer)].push_back(std::make_shared<const v1::ServerFrame>(std::move(frame)));
  }
  void add(Viewer viewer, v1::Update update);
  void add(Speech later);
};

// How far a take-back goes.
struct Point {
  Stored stretch;
  std::uint64_t keep = 0;
};
// Just before the asker's newest action in this stretch that still counts; none: he has none in it.
std::optional<std::uint64_t> point_in(const Stored& stretch, Seat asker);

// What may be logged of a failure: our own words and their place; of an exception that is not ours, its kind alone.
std::string cause_of(const std::exception& error);

// What the rules say; none: they broke, and `cause` says why.
template <class Rules>
auto unbroken(const Rules& rules, std::string& cause) -> std::optional<decltype(rules())> {
  try {
    return rules();
  } catch (const std::exception& error) {
    cause = cause_of(error);
    return std::nullopt;
  }
}

class Match {
 public:
  Match(std::string id, const HostSettings& settings, const Outages& outages) : settings_(settings), outages_(outages) {
    shown.id = std::move(id);
  }

  Shown shown;
  const Referee* referee() const { return referee_.get(); }  // none: no rules run
  bool stands_as(const Loaded& stored) const;                // nobody else has written anything of it
  bool is_writing() const { return writing_.has_value(); }   // what has been decided is not told yet
  // Everything as another server left it, which was read into `next`. Nobody has been told anything of it yet.
  void go_on_as(Match&& next);

  // -- from the store, and away --
  // Whether rules run now; if not, they broke, and `cause` says why.
  Result<bool> load(const std::shared_ptr<const Title>& title, Loaded loaded, std::string& cause);
  // Observers are held back, and this is what the public was sent lately; empty: it is not known.
  void fill_gallery(std::vector<v1::Update> past);
  void forget();  // what was decided was not stored, or the rules broke

  // -- deciding: what has been shown stays as it is; throws where the rules break --
  Result<v1::record::Head> head(const Title& title) const;
  Result<Step> open(const std::shared_ptr<const Title>& title, const v1::record::Head& head);
  Result<Step> act(Seat seat, const v1::Act& act, const v1::Text& reason);
  Result<Step> undo(Seat seat, const v1::UndoRequest& asked) {
    by_hand_ = seat;
    return referee_->undo(seat, shown.queue(seat).first_row(asked.sending(), asked.group()));
  }
  Result<Step> take_back(const Point& point);
  Result<Step> agree_take_back(Seat seat, const Point& point);
  Result<Step> restart();
  Result<Step> resign(Seat seat);
  Result<Step> claim_flag(Seat seat);
  Result<Step> agree_draw(Seat seat);
  Result<Step> call_off(const CallOff& asked);
  // What is answered for a seat without asking it: by its queue, its standing orders and quick passes. Up to the next
  // barrier, or to where a standing order leaves it to the staff; a step without rows when a queue only holds.
  // `by_staff`: what the staff says to the menu that waits.
  bool plays_itself(Seat seat) const;
  Result<Step> play_itself(Seat seat, const std::optional<v1::Hint>& by_staff = std::nullopt);
  bool asks_staff() const { return asks_staff_; }  // play_itself ended because of it

  // -- writing --
  std::array<v1::MyCalendar, 2>
      calendars;                         // of whoever sits there, where the clock rests: they count from a hand-over on
  std::array<v1::UsualOrders, 2> usual;  // what he always orders: a match begins with it
  Commit write(Step& step, std::optional<v1::record::Head> head = std::nullopt);  // with the first step, the head
  Queue take_run(Seat seat);  // the queue after play_itself, which nobody else writes: it led to no row

  // -- telling --
  Speech tell(const Stamp& stamp);     // what was written last is stored
  void take_in(const Beside& beside);  // what stands beside the board was changed without a step
  std::vector<v1::Offer> take_lapsed() { return std::exchange(lapsed_, {}); }  // by what was told last
  Speech everything() const;  // to everybody, all that he has been shown
  Speech notices();           // how the match stands
  v1::ServerFrame notice_for(Viewer newcomer, const std::string& account);
  // How far everyone had seen the match come when this seat made its newest choice that counts; may be empty.
  v1::Text point_of(Seat seat) const;
  // Whose actions still count is not known any more, and is to be looked up: once.
  bool take_unsure() { return std::exchange(unsure_, false); }
  void note_acted(Seat seat) { acted_before_[index(seat)] = shown.acted[index(seat)] = true; }
  Speech show_observers_all();  // a held match goes on, and its checkpoint is as old as they may see

 private:
  // A choice, and how far everyone had seen the match come.
  struct Chosen {
    std::uint64_t row = 0;
    std::uint32_t seat = 0;
    std::shared_ptr<const v1::Text> progress;
  };
  using Points = std::deque<Chosen>;  // the newest; none of before the match was loaded
  static constexpr std::size_t kPoints = 64;
  struct PointsChange {
    std::uint64_t kept = ~std::uint64_t{0};  // up to this row
    std::vector<std::uint64_t> cancelled{};
    std::vector<Chosen> chosen{};
  };
  PointsChange change_of_points(const std::vector<v1::record::Row>& rows) const;
  bool cancels_older(const std::vector<v1::record::Row>& rows) const;
  void take_in(PointsChange change, bool unsure);

  // A step that is being stored.
  struct Writing {
    bool opening = false;
    bool barrier = false;
    bool everyone = false;  // is shown something
    std::array<bool, 2> to_move{};
    bool unsure = false;  // something was cancelled that is not among the points
    std::optional<Chapter> chapter;
    std::optional<ProgressText> progress;
    PointsChange points;
    std::optional<v1::OfferKind> agreed;
    std::array<OwnedUpdate, 3> updates;
    std::array<std::shared_ptr<const Queue>, 2> queues;  // none: as before
  };
  struct Run {  // of a queue, in the step that is being decided
    Seat seat;
    Queue queue;
  };

  Referee::Answers by_itself(Seat seat, std::optional<v1::Hint> by_staff = std::nullopt);
  const v1::StandingOrder* standing_order(const Menu& menu) const;  // none: its owner is asked
  void use(const std::shared_ptr<const Title>& title);
  void read_time(const std::vector<v1::record::Row>& rows);
  void go_on_showing(const Loaded& loaded);
  void tell_absent(Commit& commit);
  std::vector<Page> pages(const Step& step) const;
  std::optional<Chapter> chapter(const Step& step) const;
  std::optional<ProgressText> progress(const Step& step, bool opening) const;  // none: as before
  std::vector<StoredQueue> queues(const Step& step);
  Change beside(const Writing& step);
  void begin_with_usual(Commit& commit);
  void count_time(const Writing& step, std::int64_t time_ms);
  void begin_showing(const Writing& first);
  Speech show(Writing& step);
  void take_in(Viewer viewer, std::shared_ptr<const v1::Update> update);  // it has been sent

  const HostSettings& settings_;
  const Outages& outages_;
  std::unique_ptr<Referee> referee_;
  std::string last_hash_;
  std::optional<Writing> writing_;
  std::optional<Seat> late_;                              // the step being decided ends the match by his clock
  std::optional<std::pair<v1::OfferKind, Seat>> agreed_;  // the step being decided was offered by him
  std::vector<v1::Offer> lapsed_;
  std::optional<Run> run_;
  bool asks_staff_ = false;
  std::optional<Seat> by_hand_;  // whose person makes the step that is being decided
  Points points_;
  std::array<bool, 2> acted_before_{false, false};  // has an action that still counts, older than the points
  bool unsure_ = false;
  std::string told_observers_;  // the newest notice
};

}  // namespace wardroom::match
