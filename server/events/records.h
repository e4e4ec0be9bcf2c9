// What somebody has done, and how the sides of scenarios stand, worked out from matches that are over.
#pragma once

#include <map>
#include <span>
#include <string>

#include "server/events/page.h"
#include "server/tournament/rating_pool.h"

namespace wardroom::events {

using Pools = std::map<tournament::PoolKey, tournament::RatingPool>;

// Of matches between two accounts; the newest first. What is private is counted, and told to nobody but its own player.
enum class Told { kToHimself, kToOthers };
v1::PlayerRecord record_of(const std::string& account, std::span<const v1::record::FinishedMatch> matches,
                           const Pools& pools, const Names& names, Told told);

// Of matches between people.
v1::Balance balance_table(const std::string& title, std::span<const v1::record::FinishedMatch> matches,
                          std::span<const v1::record::RatedMatch> rated);

}  // namespace wardroom::events
