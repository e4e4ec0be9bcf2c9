// Table: what rules may do. They ask seats, draw from chance, report and reveal; nothing else leaves a title.
#pragma once

#include <array>
#include <boost/container/small_vector.hpp>
#include <coroutine>
#include <optional>
#include <utility>
#include <vector>

#include "server/engine/chance.h"
#include "server/engine/menu.h"
#include "server/engine/task.h"

namespace wardroom {

// What the rules did since the last answer, for whoever hosts the game.
struct Happened {
  struct Told {
    Viewers viewers;
    Report report;
    std::uint32_t licence;  // of a reveal, by which two worlds may differ here, as the title numbers them; 0: told
    bool revealed() const { return licence != 0; }
  };
  struct Asked {
    Seat seat;
    std::uint32_t kind;
    Asking asking;
  };
  std::vector<Told> told;
  boost::container::small_vector<Asked, 2> asked;
  bool published = false;                    // a barrier for everyone: show it to all viewers
  std::array<bool, 2> barred{false, false};  // this seat cannot undo what led here
  std::optional<Text> chapter;               // the newest one marked
  std::uint32_t chapters = 0;                // marked
  std::uint32_t rounds = 0;                  // marked
};

class Table {
 public:
  explicit Table(Chance& chance, PlayedSeats played = kBothPlayed) : chance_(&chance), played_(played) {}
  Table(const Table&) = delete;
  Table& operator=(const Table&) = delete;

  // -- asking --
  template <class Kind>
  Menu menu(Seat seat, Kind kind, Asking asking = Asking::kOwn) {
    Menu menu;
    menu.items.swap(spare_);
    menu.seat = seat;
    menu.kind = static_cast<std::uint32_t>(kind);
    menu.asking = asking;
    return menu;
  }

  // Suspends the rules until the seat has answered with one of the menu's actions.
  class Ask {
   public:
    Ask(Table& table, Menu&& menu) : table_(table), menu_(std::move(menu)) {}
    bool await_ready() const noexcept { return false; }
    void await_suspend(std::coroutine_handle<> rules) { table_.wait(std::move(menu_), rules, &answer_); }
    Action await_resume() { return std::move(answer_); }

   private:
    Table& table_;
    Menu menu_;
    Action answer_;
  };
  Ask ask(Menu&& menu) { return Ask(*this, std::move(menu)); }

  // Runs one task per seat side by side; neither sees the other's part, and nothing is shown until both have finished.
  // With Head::kCheckpoint the first questions are a checkpoint until one of them is answered: play(position) would
  // come here and ask them again. A seat played by the rules has a task too, which asks nothing.
  enum class Head { kPlain, kCheckpoint };
  class Together {
   public:
    Together(Table& table, Task<> first, Task<> second, Head head)
        : table_(table), tasks_{std::move(first), std::move(second)}, head_(head) {}
    bool await_ready() const noexcept { return false; }
    std::coroutine_handle<> await_suspend(std::coroutine_handle<> parent);
    void await_resume();

   private:
    Table& table_;
    std::array<Task<>, 2> tasks_;
    Head head_;
    detail::Join join_;
  };
  Together together(Task<> first, Task<> second, Head head = Head::kPlain) {
    return Together(*this, std::move(first), std::move(second), head);
  }

  // -- chance: every draw is a barrier --
  std::uint32_t draw(const Occasion& occasion, std::uint32_t sides);

  // -- telling --
  void tell(Viewers viewers, Report report);
  // A fact they could not have known, with the licence it stands on (rule, and the facts that rule lets be told: the
  // title has one table of them); a barrier.
  template <class Licence>
  void reveal(Viewers viewers, Licence licence, Report fact) {
    barrier();
    note(viewers, std::move(fact), static_cast<std::uint32_t>(licence));
  }
  void barrier();  // what was done so far is now shown and cannot be undone

  // -- public marks: barriers, and never inside together --
  void chapter(Text name);  // a milestone: play can be looked at again from the checkpoint at or after it
  void round();             // one full exchange is over, or a turn: what delays and the leak test count

  // -- for the host --
  const Menu* pending(Seat seat) const { return waiting_[index(seat)] ? &waiting_[index(seat)]->menu : nullptr; }
  void answer(Seat seat, const Action& action);  // must be on the pending menu
  Happened take();
  bool in_together() const { return together_; }
  bool at_checkpoint() const;
  const PlayedSeats& played() const { return played_; }

 private:
  struct Waiting {
    Menu menu;
    std::coroutine_handle<> rules;
    Action* answer;
  };
  void wait(Menu&& menu, std::coroutine_handle<> rules, Action* answer);
  void note(Viewers viewers, Report&& report, std::uint32_t licence);

  Chance* chance_;
  PlayedSeats played_;
  std::array<std::optional<Waiting>, 2> waiting_;
  std::vector<Item> spare_;  // the room of the last menu answered, for the next
  Happened happened_;
  Seat acting_ = Seat::kFirst;
  bool together_ = false;
  bool head_ = false;  // of a together that is a checkpoint, and nobody has answered
};

}  // namespace wardroom
