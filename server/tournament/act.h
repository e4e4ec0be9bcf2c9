// Act: one act of a director at work; directing.cpp has the acts of rounds, directing_people.cpp those of people.
#pragma once

#include <functional>

#include "server/tournament/directing.h"
#include "server/tournament/event_parts.h"

namespace wardroom::tournament {

inline Refusal not_now() { return refuse(RefusalCode::kConflict, "refusal.event.not_now"); }
inline Refusal no_entry() { return refuse(RefusalCode::kNotFound, "refusal.event.no_such_entry"); }
Refusal no_such_game();

class Act {
 public:
  Act(Event& event, const Acting& by, const Desk& desk) : event_(event), by_(by), desk_(desk) {}

  Result<void> carry_out(const v1::Direct& asked);
  Result<void> go_on();  // by itself

 private:
  using Change = std::function<Result<void>(Event&)>;
  Result<void> deed(const char* what, Deed::Until until, const Change& change) {
    deed_.set_what(what);
    deed_.set_until(until);
    return do_deed(event_, by_, deed_, change);
  }
  Result<void> to_state(const char* what, v1::EventState state, Deed::Until until) {
    return deed(what, until, [state](Event& next) -> Result<void> {
      next.set_state(state);
      return {};
    });
  }
  template <class Body>
  Result<void> on_entry(const char* what, std::uint32_t number, Deed::Until until, Body body) {
    if (!find_entry(event_, number)) return no_entry();
    deed_.set_entry(number);
    return deed(what, until, [&](Event& next) -> Result<void> { return body(next, *find_entry(next, number)); });
  }

  Result<void> before(const v1::Direct& asked);
  Result<void> of_entries(const v1::Direct& asked);
  Result<void> of_rounds(const v1::Direct& asked);
  Result<void> change_rules(const v1::EventRules& rules);
  Result<void> announce();
  Result<void> call_in();
  Result<void> draw(const v1::Direct::Pairs* pairs);
  Result<void> publish();
  Result<void> begin_ladder();
  Result<void> unpublish();
  Result<void> set_deadline(const v1::Direct::SetDeadline& asked);
  Result<void> set_result(const v1::Direct::SetResult& asked);
  Result<void> withdraw(const v1::Direct::WithdrawEntry& asked);
  Result<void> reinstate(std::uint32_t entry);
  Result<void> substitute(std::uint32_t entry);
  Result<void> late_entry(const v1::Direct::LateEntry& asked);
  Result<void> resume();
  Result<void> close_round();
  Result<void> finish();
  Result<void> look_into(const v1::Direct::LookInto& asked);
  Result<void> ban(const v1::Direct::Ban& asked);
  Result<void> set_director(const v1::Direct::SetDirector& asked);
  Result<void> say(const std::string& text);
  Result<void> seed(const v1::Direct::Seed& asked);
  Result<void> bar(const v1::Direct::Bar& asked);

  Event& event_;
  const Acting& by_;
  const Desk& desk_;
  Deed deed_;
};

}  // namespace wardroom::tournament
