#include "client/terminal/orders.h"

#include <algorithm>
#include <charconv>
#include <fstream>

#include "client/terminal/choice.h"

namespace wardroom::terminal {
namespace {

v1::GiveOrders instead_of(const v1::Queue& queue) {
  v1::GiveOrders given;
  given.set_match(queue.match());
  given.set_version(queue.version());
  *given.mutable_stops() = queue.stops();
  return given;
}

}  // namespace

Result<v1::GiveOrders> read_orders(std::istream& in, const v1::Queue& queue) {
  v1::GiveOrders given = instead_of(queue);
  std::uint64_t id = 0;
  for (const v1::QueuedOrder& each : queue.orders()) id = std::max(id, each.order().id());
  bool rest = false;
  int number = 0;
  for (std::string line; std::getline(in, line);) {
    ++number;
    std::string_view written = trimmed(line);
    if (written.empty() || written.starts_with('#')) continue;
    if (written == "--") {
      rest = true;
      continue;
    }
    v1::Order order;
    if (written.starts_with('?')) {
      order.set_if_absent(v1::IF_ABSENT_SKIP);
      written = trimmed(written.substr(1));
    }
    // A number of a menu means nothing here: that menu has not been put yet.
    const bool action = written.starts_with('{') || written.find(':') != std::string_view::npos;
    const Text unclear = Text("terminal.unclear_order").word("order", std::string(written));
    Result<v1::Action> read =
        action ? parse_choice(written, {}) : Result<v1::Action>(refuse(RefusalCode::kMalformed, unclear));
    if (!read) {
      return refuse(RefusalCode::kMalformed,
                    Text("terminal.action_line").number("line", number).text("problem", read.error().reason));
    }
    order.set_id(++id);
    order.set_rest(std::exchange(rest, false));
    *order.mutable_action() = std::move(*read);
    *given.add_orders() = std::move(order);
  }
  return given;
}

Result<v1::GiveOrders> read_orders(const std::string& file, const v1::Queue& queue) {
  std::ifstream in(file);
  if (!in) return refuse(RefusalCode::kNotFound, Text("data.unreadable_file").word("file", file));
  return read_orders(in, queue);
}

Result<v1::Stops> parse_stops(const std::vector<std::string>& written) {
  v1::Stops stops;
  for (const std::string& stop : written) {
    std::uint32_t topic = 0;
    const auto [end, error] = std::from_chars(stop.data(), stop.data() + stop.size(), topic);
    if (error == std::errc() && end == stop.data() + stop.size()) {
      stops.add_topics(topic);
      continue;
    }
    std::string name = "STOP_KIND_" + stop;
    std::ranges::transform(name, name.begin(), [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
    std::ranges::replace(name, '-', '_');
    v1::StopKind kind{};
    if (!v1::StopKind_Parse(name, &kind))
      return refuse(RefusalCode::kMalformed, Text("terminal.no_such_stop").word("stop", stop));
    stops.add_kinds(kind);
  }
  return stops;
}

std::vector<v1::Order> waiting(const v1::Queue& queue) {
  std::vector<v1::Order> orders;
  for (const v1::QueuedOrder& each : queue.orders()) {
    if (each.state() == v1::ORDER_STATE_WAITING) orders.push_back(each.order());
  }
  return orders;
}

std::uint64_t newest_sending(const v1::Queue& queue) {
  std::uint64_t newest = 0;
  for (const v1::QueuedOrder& each : queue.orders()) {
    if (each.can_undo()) newest = std::max(newest, each.sending());
  }
  return newest;
}

v1::GiveOrders struck(const v1::Queue& queue, int number) {
  v1::GiveOrders given = instead_of(queue);
  given.set_wait(true);
  int place = 0;
  for (v1::Order& order : waiting(queue)) {
    if (number != 0 && ++place != number) *given.add_orders() = std::move(order);
  }
  return given;
}

// -- standing orders --

namespace {

using Standing = google::protobuf::RepeatedPtrField<v1::StandingOrder>;

void leave(Standing& orders, v1::StandingOrder order) {
  const auto before = std::ranges::find(orders, order.order(), &v1::StandingOrder::order);
  if (before != orders.end()) orders.erase(before);
  if (order.way() != 0) *orders.Add() = std::move(order);
}

// All at once: 0 asks, 1 is the staff's; none: as is usual.
void leave_all(Standing& orders, const std::vector<v1::StandingInfo>& known, std::optional<std::uint32_t> way) {
  for (const v1::StandingInfo& info : known) {
    v1::StandingOrder order;
    order.set_order(info.order());
    order.set_way(way.value_or(info.usual()));
    leave(orders, std::move(order));
  }
}

// "9=21" or "9=21:2=3:22".
std::optional<v1::StandingOrder> one_standing(const std::string& written) {
  unsigned order = 0, way = 0, fact = 0, other = 0;
  int at_least = 0, read = 0;
  const int found =
      std::sscanf(written.c_str(), "%u=%u%n:%u=%d:%u%n", &order, &way, &read, &fact, &at_least, &other, &read);
  if ((found != 2 && found != 5) || static_cast<std::size_t>(read) != written.size()) return std::nullopt;
  v1::StandingOrder made;
  made.set_order(order);
  made.set_way(way);
  if (found == 2) return made;
  v1::StandingRule& rule = *made.add_rules();
  rule.set_fact(fact);
  rule.set_at_least(at_least);
  rule.set_way(other);
  return made;
}

}  // namespace

std::vector<v1::StandingInfo> standing_for(const v1::TitleInfo& title, std::uint32_t seat) {
  std::vector<v1::StandingInfo> known;
  for (const v1::StandingInfo& info : title.standing()) {
    if (std::ranges::find(info.seats(), seat) != info.seats().end()) known.push_back(info);
  }
  return known;
}

Result<v1::GiveStanding> parse_standing(const std::vector<std::string>& written,
                                        const std::vector<v1::StandingInfo>& known, const v1::Queue& queue) {
  v1::GiveStanding given;
  Standing& orders = *given.mutable_orders();
  orders = queue.standing();
  for (const std::string& each : written) {
    if (each == "usual") {
      leave_all(orders, known, std::nullopt);
    } else if (each == "staff" || each == "ask") {
      leave_all(orders, known, each == "staff" ? 1 : 0);
    } else if (const auto order = one_standing(each)) {
      leave(orders, *order);
    } else {
      return refuse(RefusalCode::kMalformed, Text("terminal.unclear_standing").word("order", each));
    }
  }
  return given;
}

}  // namespace wardroom::terminal
