// Queue: the orders a seat has given for the menus of its own turn, as plain state. It says what the seat answers next,
// or holds and says why, to its owner alone. What it does follows from its owner's orders and from what he has been
// told; when it halts at once, from what the other has been told, too: so a pause tells nothing new.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "common/result.h"
#include "server/engine/referee.h"
#include "server/match/settings.h"
#include "wardroom/v1/people.pb.h"
#include "wardroom/v1/queue.pb.h"
#include "wardroom/v1/record.pb.h"

namespace wardroom::match {

class Queue {
 public:
  Queue() = default;
  explicit Queue(v1::record::Queue stored) : state_(std::move(stored)) {}

  const v1::Queue& shown() const { return state_.shown(); }
  std::uint64_t version() const { return shown().version(); }
  std::string bytes() const;
  bool plays() const { return !shown().has_hold() && first_waiting(); }
  bool plays(const Menu& menu) const;  // it answers this one, or halts at it

  // -- its owner --
  Result<void> may(const v1::GiveOrders& given, const HostSettings& settings) const;
  Result<void> may(const v1::GiveStanding& given, const HostSettings& settings) const;
  Result<void> may(const v1::GoOn& asked) const;
  void give(const v1::GiveOrders& given);
  void go_on(const v1::GoOn& asked);
  void give(const v1::GiveStanding& given);
  void begin_with(const std::string& match, const v1::UsualOrders& usual);

  // The row that the first of what was sent together was played in, as far as it can be undone; group 0: any of it.
  std::optional<std::uint64_t> first_row(std::uint64_t sending, std::uint64_t group) const;

  // -- its match --
  // What the seat answers to this menu, which will be in this row; none: nothing more. An optional order is left out
  // only when one after it is played; where no order answers, nothing is lost: the queue holds, or, where all that wait
  // are optional and belong to other menus, they wait for theirs, until their phase is over. What its owner then
  // answers by hand takes the place of the order that was not offered, and the queue goes on. Where single answers pass
  // by themselves, the queue holds at none of them, and an order that wanted it is done with.
  enum class Sole { kAsk, kPass };
  std::optional<Action> next(const Menu& menu, std::uint64_t row, Sole sole = Sole::kAsk);
  // Whether a pause of this seat's can tell somebody something: not a bot, not the rules.
  enum class Other { kPerson, kNobody };
  void take_in(const Step& step, Seat owner, Other other);
  void clear();  // the match is over

 private:
  std::optional<int> first_waiting() const;
  std::optional<int> answering(const Menu& menu) const;
  bool halts_at(const Menu& menu) const;
  std::uint64_t due_at(const Menu& menu) const;
  bool begun(const v1::QueuedOrder& order) const;
  bool is_next_of_its_group(int order) const;
  int first_to_leave_out() const;
  void leave_out(int order);
  void strike(int order);
  void answered_by_hand();
  void set(int order, v1::OrderState state, std::uint64_t row);
  void hold(v1::HoldCode code);
  void rest_if_due();
  v1::HoldCode why_noticed() const;
  Result<void> made_from_newest(std::uint64_t version) const;
  void make_final();
  void lapse();
  void take_in_row(const v1::record::Row& row, Seat owner);
  void heed(const Step& step, Seat owner, Other other);

  v1::record::Queue state_;
};

}  // namespace wardroom::match
