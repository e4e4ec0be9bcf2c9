// The scenario of a pairing where its players choose: each says in secret how he likes them, and the one with the least
// sum of places is played; of equals, a lot decides.
#pragma once

#include "server/tournament/event.h"

namespace wardroom::tournament {

void let_choose(const Event& event, Pairing& pairing, std::int64_t now_ms);  // if it is theirs to choose, it is not yet
Result<void> choose(Event& event, std::uint32_t entry, const v1::TakePart::Choose& asked);
// Time is over: who has said nothing has no liking.
void settle_choice(Event& event, EventRound& round, Pairing& pairing);

}  // namespace wardroom::tournament
