// What the standard bot was before: to measure others against, in contests only.
#pragma once

#include "client/bot/bots.h"

namespace wardroom::pq17::old {

// None when the title is another.
std::unique_ptr<wardroom::bot::Bot> old_bot(const Title& title, std::uint64_t seed);

}  // namespace wardroom::pq17::old
