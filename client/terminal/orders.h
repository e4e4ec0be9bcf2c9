// Orders: a queue as a person or a script writes it, one order a line.
#pragma once

#include <istream>
#include <string>
#include <vector>

#include "common/result.h"
#include "wardroom/v1/lobby.pb.h"
#include "wardroom/v1/queue.pb.h"

namespace wardroom::terminal {

// Orders in place of those that wait in `queue`. A line is an action: "5:12,7" or JSON; with "?" in front it is left
// out when it is not offered. "--": the queue waits there for its owner. "#": a remark.
Result<v1::GiveOrders> read_orders(std::istream& in, const v1::Queue& queue);
Result<v1::GiveOrders> read_orders(const std::string& file, const v1::Queue& queue);

// What halts the queue: names of StopKind ("phase", "own_loss"), or numbers of the title's topics.
Result<v1::Stops> parse_stops(const std::vector<std::string>& written);

// What waits, without the order of this number in the list, from 1; 0: without any. The rest stays held.
// The newest sending of which something can be undone; 0: none.
std::uint64_t newest_sending(const v1::Queue& queue);

v1::GiveOrders struck(const v1::Queue& queue, int number);

std::vector<v1::Order> waiting(const v1::Queue& queue);

// -- standing orders --

std::vector<v1::StandingInfo> standing_for(const v1::TitleInfo& title, std::uint32_t seat);
// Those of the queue, changed as it is written: "usual", "staff" or "ask" for all, "9=21" for one, "9=21:2=3:22" with a
// rule.
Result<v1::GiveStanding> parse_standing(const std::vector<std::string>& written,
                                        const std::vector<v1::StandingInfo>& known, const v1::Queue& queue);

}  // namespace wardroom::terminal
