// Standing orders: how a seat answers what it is asked while its owner is away. What an order answers may follow from
// everything its owner sees; whether it answers, from the kind of menu alone, so that nobody is waited for by a secret.
#pragma once

#include <optional>
#include <vector>

#include "common/result.h"
#include "server/engine/referee.h"
#include "wardroom/v1/people.pb.h"
#include "wardroom/v1/queue.pb.h"
#include "wardroom/v1/wire.pb.h"

namespace wardroom::match {

using StandingOrders = google::protobuf::RepeatedPtrField<v1::StandingOrder>;

// Whether such orders can be left at this seat; `staff`: somebody answers where it shall decide.
Result<void> well_given(const StandingOrders& orders, const std::vector<StandingInfo>& known, Seat seat, bool staff);

// Of what somebody always orders, as much as can be left at this seat: rules may have changed since.
v1::UsualOrders fitting(const v1::UsualOrders& usual, const std::vector<StandingInfo>& known, Seat seat, bool staff);

// The order that answers this menu; none: its owner is asked.
const v1::StandingOrder* order_for(const StandingOrders& orders, const std::vector<StandingInfo>& known,
                                   const Menu& menu);

// What it answers, as the seat sees things now.
struct ByOrder {
  std::optional<Referee::Given> given;  // none: it is put to its owner after all; or
  bool asks_staff = false;              // the staff shall decide, and has not yet
};
// `by_staff`: what the staff says, where it has been asked; without an action it does not know.
ByOrder answer_by(const v1::StandingOrder& order, const std::vector<StandingInfo>& known, const Referee& referee,
                  const Menu& menu, const v1::Hint* by_staff);

}  // namespace wardroom::match
