#include "server/match/queue.h"

#include <algorithm>
#include <map>
#include <ranges>
#include <set>
#include <utility>

#include "server/engine/title.h"

namespace wardroom::match {
namespace {

constexpr int kMostNoticed = 30;  // changes that are listed; stops all are

Text reason_of(v1::HoldCode code) {
  switch (code) {
    case v1::HOLD_CODE_NOT_OFFERED:
      return Text("queue.held.not_offered");
    case v1::HOLD_CODE_STOP:
      return Text("queue.held.stop");
    case v1::HOLD_CODE_REST:
      return Text("queue.held.rest");
    case v1::HOLD_CODE_UNDONE:
      return Text("queue.held.undone");
    case v1::HOLD_CODE_NEW_EPOCH:
      return Text("queue.held.new_epoch");
    case v1::HOLD_CODE_CHANGED:
      return Text("queue.held.changed");
    default:
      return Text("queue.held.owner");
  }
}

v1::StopKind kind_of(const v1::Milestone& milestone) {
  switch (milestone.level()) {
    case v1::Milestone::TURN:
      return v1::STOP_KIND_TURN;
    case v1::Milestone::PHASE:
      return v1::STOP_KIND_PHASE;
    case v1::Milestone::SEGMENT:
      return v1::STOP_KIND_SEGMENT;
    case v1::Milestone::ENGAGEMENT:
      return v1::STOP_KIND_ENGAGEMENT;
    default:
      return v1::STOP_KIND_ROUND;
  }
}

v1::StopKind kind_of(const v1::Report& report, Seat owner) {
  switch (report.body_case()) {
    case v1::Report::kMilestone:
      return kind_of(report.milestone());
    case v1::Report::kSighting:
      return v1::STOP_KIND_SIGHTING;
    case v1::Report::kLoss: {
      const bool own = report.loss().has_seat() && report.loss().seat() == static_cast<std::uint32_t>(owner);
      return own ? v1::STOP_KIND_OWN_LOSS : v1::STOP_KIND_OTHER_LOSS;
    }
    case v1::Report::kScore:
      return v1::STOP_KIND_SCORE;
    case v1::Report::kRoll:
      return v1::STOP_KIND_ROLL;
    case v1::Report::kCard:
      return v1::STOP_KIND_CARD;
    case v1::Report::kMove:
      return v1::STOP_KIND_MOVE;
    default:
      return v1::STOP_KIND_UNSPECIFIED;
  }
}

// By what of these it is a stop; none: it is none.
std::optional<v1::StopKind> stopped_by(const v1::Stops& stops, const v1::Report& report, Seat owner) {
  const v1::StopKind kind = kind_of(report, owner);
  if (std::ranges::find(stops.kinds(), kind) != stops.kinds().end()) return kind;
  if (report.topic() != 0 && std::ranges::find(stops.topics(), report.topic()) != stops.topics().end())
    return v1::STOP_KIND_TOPIC;
  return std::nullopt;
}

// Time goes on whatever happens; everything else that is told is a change.
bool only_time(const v1::Report& report) {
  const v1::Milestone::Level level = report.milestone().level();
  return report.has_milestone() &&
         (level == v1::Milestone::TURN || level == v1::Milestone::PHASE || level == v1::Milestone::SEGMENT);
}

bool begins_phase(const v1::Report& report) {
  const v1::Milestone::Level level = report.milestone().level();
  return report.has_milestone() && (level == v1::Milestone::TURN || level == v1::Milestone::PHASE);
}

bool well_formed(const v1::Stops& stops) {
  return std::ranges::all_of(stops.kinds(), [](int kind) {
    return v1::StopKind_IsValid(kind) && kind != v1::STOP_KIND_UNSPECIFIED && kind != v1::STOP_KIND_TOPIC;
  });
}

bool well_formed(const v1::GiveOrders& given) {
  std::set<std::uint64_t> ids;
  const auto sound = [&](const v1::Order& order) {
    return order.id() != 0 && order.has_action() && v1::IfAbsent_IsValid(order.if_absent()) &&
           ids.insert(order.id()).second;
  };
  return std::ranges::all_of(given.orders(), sound) && well_formed(given.stops());
}

bool waits(const v1::QueuedOrder& each) { return each.state() == v1::ORDER_STATE_WAITING; }
bool optional(const v1::Order& order) { return order.if_absent() != v1::IF_ABSENT_HOLD; }
bool belongs_to(const Menu& menu, const v1::Order& order) {
  return order.menu_kind() == 0 || order.menu_kind() == static_cast<std::uint32_t>(menu.kind);
}

// The item of a menu that an order answers it with; none: it is not on it.
const Item* answer_to(const Menu& menu, const v1::Order& order) {
  if (!belongs_to(menu, order)) return nullptr;
  const Action wanted = from_wire(order.action());
  if (!order.any_further()) return menu.find(wanted);
  const auto found = std::ranges::find_if(menu.items, [&](const Item& item) {
    return item.action.verb == wanted.verb && item.action.arguments.size() >= wanted.arguments.size() &&
           std::ranges::equal(wanted.arguments, item.action.arguments | std::views::take(wanted.arguments.size()));
  });
  return found == menu.items.end() ? nullptr : &*found;
}

}  // namespace

std::string Queue::bytes() const { return save(state_); }

std::optional<int> Queue::first_waiting() const {
  const auto& orders = shown().orders();
  const auto first = std::ranges::find_if(orders, waits);
  return first == orders.end() ? std::nullopt : std::optional(static_cast<int>(first - orders.begin()));
}

// -- its owner --

Result<void> Queue::made_from_newest(std::uint64_t version) const {
  if (version < state_.firm() || version > this->version()) return refuse(RefusalCode::kStale, "refusal.stale_queue");
  return {};
}

Result<void> Queue::may(const v1::GiveOrders& given, const HostSettings& settings) const {
  if (static_cast<std::size_t>(given.orders_size()) > settings.max_orders ||
      given.ByteSizeLong() > settings.max_queue_bytes) {
    return refuse(RefusalCode::kTooMuch,
                  Text("refusal.too_many_orders").number("most", static_cast<std::int64_t>(settings.max_orders)));
  }
  if (!well_formed(given)) return refuse(RefusalCode::kMalformed, "refusal.orders_unreadable");
  return made_from_newest(given.version());
}

Result<void> Queue::may(const v1::GiveStanding& given, const HostSettings& settings) const {
  if (given.ByteSizeLong() <= settings.max_queue_bytes && well_formed(given.stops())) return {};
  return refuse(RefusalCode::kMalformed, "refusal.orders_unreadable");
}

Result<void> Queue::may(const v1::GoOn& asked) const {
  if (Result<void> newest = made_from_newest(asked.version()); !newest) return newest;
  if (!shown().has_hold()) return refuse(RefusalCode::kConflict, "refusal.queue_not_held");
  return {};
}

void Queue::give(const v1::GiveOrders& given) {
  std::set<std::uint64_t> named;
  for (const v1::Order& order : given.orders()) named.insert(order.id());
  std::map<std::uint64_t, std::uint64_t> sent;  // by order, of those that wait
  std::set<std::uint64_t> under_way;            // sendings of which some wait on
  for (const v1::QueuedOrder& old : shown().orders()) {
    if (!waits(old)) continue;
    sent[old.order().id()] = old.sending();
    if (named.contains(old.order().id())) under_way.insert(old.sending());
  }
  v1::record::Queue now;
  v1::Queue& list = *now.mutable_shown();
  std::set<std::uint64_t> played;
  for (int i = 0; i < shown().orders_size(); ++i) {
    const v1::QueuedOrder& old = shown().orders(i);
    if (old.state() != v1::ORDER_STATE_PLAYED) continue;
    const bool done_with = state_.rows(i) == 0 && !under_way.contains(old.sending());
    if (done_with && !named.contains(old.order().id())) continue;
    played.insert(old.order().id());
    *list.add_orders() = old;
    now.add_rows(state_.rows(i));
  }
  for (const v1::Order& order : given.orders()) {
    if (played.contains(order.id())) continue;
    v1::QueuedOrder& queued = *list.add_orders();
    *queued.mutable_order() = order;
    queued.set_sending(sent.contains(order.id()) ? sent[order.id()] : version() + 1);
    now.add_rows(0);
  }
  *list.mutable_stops() = given.stops();
  list.set_if_unchanged(given.if_unchanged() && !given.orders().empty());
  *list.mutable_standing() = shown().standing();
  list.set_match(given.match());
  list.set_version(version() + 1);
  now.set_firm(list.version());
  state_ = std::move(now);
  if (given.wait() && first_waiting()) hold(v1::HOLD_CODE_OWNER);
  rest_if_due();
}

void Queue::go_on(const v1::GoOn& asked) {
  v1::Queue& list = *state_.mutable_shown();
  const std::optional<int> first = first_waiting();
  const int unwanted = first ? first_to_leave_out() : 0;
  list.clear_hold();
  list.clear_if_unchanged();  // he has seen what there is
  state_.clear_noticed();
  list.set_version(version() + 1);
  state_.set_firm(version());
  if (!first) return;
  list.mutable_orders(*first)->mutable_order()->set_rest(false);
  if (!asked.without_first()) return;
  leave_out(unwanted);
  rest_if_due();
}

void Queue::give(const v1::GiveStanding& given) {
  v1::Queue& list = *state_.mutable_shown();
  *list.mutable_standing() = given.orders();
  if (given.has_stops()) *list.mutable_stops() = given.stops();
  list.set_match(given.match());
  list.set_version(version() + 1);
}

void Queue::begin_with(const std::string& match, const v1::UsualOrders& usual) {
  v1::Queue& list = *state_.mutable_shown();
  *list.mutable_standing() = usual.standing();
  if (usual.has_stops()) *list.mutable_stops() = usual.stops();
  list.set_match(match);
  list.set_version(1);
}

// Something of what it belongs to has been played.
bool Queue::begun(const v1::QueuedOrder& order) const {
  return order.order().group() != 0 && std::ranges::any_of(shown().orders(), [&](const v1::QueuedOrder& each) {
           return each.order().group() == order.order().group() && each.state() == v1::ORDER_STATE_PLAYED;
         });
}

bool Queue::is_next_of_its_group(int order) const {
  const std::uint64_t group = shown().orders(order).order().group();
  if (group == 0) return true;
  const auto of_it = [&](const v1::QueuedOrder& each) { return waits(each) && each.order().group() == group; };
  return std::ranges::find_if(shown().orders(), of_it) - shown().orders().begin() == order;
}

// The order that this menu, which none of them answers, should have been answered by: one that must be played before
// one that may be left out. 0: they are about other menus.
std::uint64_t Queue::due_at(const Menu& menu) const {
  std::uint64_t due = 0;
  for (int i = 0; i < shown().orders_size(); ++i) {
    const v1::QueuedOrder& each = shown().orders(i);
    const bool could = waits(each) && belongs_to(menu, each.order()) && (begun(each) || is_next_of_its_group(i));
    if (could && !optional(each.order())) return each.order().id();
    if (could && due == 0) due = each.order().id();
  }
  return due;
}

// Of those that wait: what the queue holds at, or goes on with; else the first that is more than the end of a part.
int Queue::first_to_leave_out() const {
  const auto& orders = shown().orders();
  const auto place = [&](auto found) { return static_cast<int>(found - orders.begin()); };
  const auto held = [&](const v1::QueuedOrder& each) {
    return waits(each) && each.order().id() == shown().hold().order();
  };
  if (const auto found = std::ranges::find_if(orders, held); found != orders.end()) return place(found);
  const int first = *first_waiting();
  const auto counts = [](const v1::QueuedOrder& each) {
    return waits(each) && each.order().if_absent() != v1::IF_ABSENT_SKIP;
  };
  const auto found = std::ranges::find_if(orders, counts);
  return begun(orders[first]) || found == orders.end() ? first : place(found);
}

// With the rest of its group. What has begun is still ended; and whatever of the same menu stands before it, goes too.
void Queue::leave_out(int order) {
  const v1::QueuedOrder unwanted = shown().orders(order);
  const std::uint64_t group = unwanted.order().group();
  const bool has_begun = begun(unwanted);
  bool ends = has_begun;
  for (int i = shown().orders_size() - 1; i >= 0; --i) {
    const v1::QueuedOrder& each = shown().orders(i);
    if (!waits(each)) continue;
    const bool same = i == order || (group != 0 && each.order().group() == group);
    const bool before = i < order && each.order().menu_kind() == unwanted.order().menu_kind();
    if (!same && !before) continue;
    const bool is_end = same && std::exchange(ends, false) && each.order().if_absent() == v1::IF_ABSENT_SKIP;
    if (!is_end) strike(i);
  }
}

void Queue::strike(int order) {
  state_.mutable_shown()->mutable_orders()->DeleteSubrange(order, 1);
  state_.mutable_rows()->erase(state_.rows().begin() + order);
}

// Its owner has answered what the queue had nothing for. Where that was a part of an order that had begun, he has taken
// that into his own hands.
void Queue::answered_by_hand() {
  v1::Queue& list = *state_.mutable_shown();
  const std::uint64_t at = list.hold().order();
  list.clear_hold();
  list.set_version(version() + 1);
  state_.set_firm(version());
  const auto held = std::ranges::find_if(
      list.orders(), [&](const v1::QueuedOrder& each) { return waits(each) && each.order().id() == at; });
  if (held == list.orders().end() || !begun(*held)) return;
  const std::uint64_t group = held->order().group();
  for (int i = list.orders_size() - 1; i >= 0; --i) {
    if (waits(list.orders(i)) && list.orders(i).order().group() == group) strike(i);
  }
}

std::optional<std::uint64_t> Queue::first_row(std::uint64_t sending, std::uint64_t group) const {
  std::optional<std::uint64_t> first;
  for (int i = 0; i < shown().orders_size(); ++i) {
    const v1::QueuedOrder& each = shown().orders(i);
    const bool meant = each.sending() == sending && (group == 0 || each.order().group() == group);
    if (meant && each.can_undo()) first = std::min(first.value_or(state_.rows(i)), state_.rows(i));
  }
  return first;
}

// -- its match --

bool Queue::plays(const Menu& menu) const {
  return plays() && menu.asking == Asking::kOwn && (answering(menu) || halts_at(menu));
}

std::optional<Action> Queue::next(const Menu& menu, std::uint64_t row, Sole sole) {
  std::optional<Action> pass;
  if (sole == Sole::kPass && menu.items.size() == 1) pass = menu.items.front().action;
  if (menu.asking != Asking::kOwn) return pass;
  if (const auto held = first_waiting(); pass && held && !plays() && answer_to(menu, shown().orders(*held).order()))
    set(*held, v1::ORDER_STATE_PLAYED, row);
  if (!plays()) return pass;
  const std::optional<int> found = answering(menu);
  if (!found) {
    if (pass || !halts_at(menu)) return pass;
    const std::uint64_t due = due_at(menu);
    hold(v1::HOLD_CODE_NOT_OFFERED);
    state_.mutable_shown()->mutable_hold()->set_rule(std::string(menu.rule));
    state_.mutable_shown()->mutable_hold()->set_order(due);
    return std::nullopt;
  }
  while (plays() && *first_waiting() != *found) {
    set(*first_waiting(), v1::ORDER_STATE_SKIPPED, 0);
    rest_if_due();
  }
  if (!plays()) return pass;
  const Action answer = answer_to(menu, shown().orders(*found).order())->action;
  state_.mutable_shown()->clear_if_unchanged();  // from here on his own orders change things
  set(*found, v1::ORDER_STATE_PLAYED, row);
  rest_if_due();
  return answer;
}

// The first waiting order that is on this menu, with none before it that must be played first.
std::optional<int> Queue::answering(const Menu& menu) const {
  for (int i = 0; i < shown().orders_size(); ++i) {
    if (!waits(shown().orders(i))) continue;
    const v1::Order& order = shown().orders(i).order();
    if (answer_to(menu, order)) return i;
    if (!optional(order)) return std::nullopt;
  }
  return std::nullopt;
}

// Whether a menu that no order answers is one that some order ought to answer.
bool Queue::halts_at(const Menu& menu) const {
  return std::ranges::any_of(shown().orders(), [&](const v1::QueuedOrder& each) {
    return waits(each) && (!optional(each.order()) || belongs_to(menu, each.order()));
  });
}

void Queue::set(int order, v1::OrderState state, std::uint64_t row) {
  v1::Queue& list = *state_.mutable_shown();
  list.mutable_orders(order)->set_state(state);
  list.mutable_orders(order)->set_can_undo(row != 0);
  list.set_version(version() + 1);
  state_.set_rows(order, row);
}

void Queue::hold(v1::HoldCode code) {
  v1::Queue& list = *state_.mutable_shown();
  v1::Hold& held = *list.mutable_hold();
  held.Clear();
  held.set_code(code);
  to_wire(reason_of(code), *held.mutable_reason());
  held.mutable_stopped()->Swap(state_.mutable_noticed());
  state_.clear_noticed();
  list.set_version(version() + 1);
  state_.set_firm(version());
}

// It waits here whatever has happened, so what only its owner noticed may be given as the reason.
void Queue::rest_if_due() {
  if (!plays() || !shown().orders(*first_waiting()).order().rest()) return;
  hold(state_.noticed().empty() ? v1::HOLD_CODE_REST : why_noticed());
}

// A stop of his goes before a mere change.
v1::HoldCode Queue::why_noticed() const {
  const auto is_stop = [](const v1::Stopped& each) { return each.kind() != v1::STOP_KIND_UNSPECIFIED; };
  return std::ranges::any_of(state_.noticed(), is_stop) ? v1::HOLD_CODE_STOP : v1::HOLD_CODE_CHANGED;
}

void Queue::take_in(const Step& step, Seat owner, Other other) {
  for (const v1::record::Row& row : step.rows) take_in_row(row, owner);
  // Nothing up to a barrier can be undone; one that showed the owner nothing must not be told by this.
  if (step.updates[index(owner)] && std::ranges::any_of(step.rows, &v1::record::Row::published)) make_final();
  if (plays()) heed(step, owner, other);
  if (step.updates[index(owner)] && std::ranges::any_of(step.updates[index(owner)]->reports(), begins_phase)) lapse();
}

// What may be left out, and waits after everything else, belongs to the phase it was begun in.
void Queue::lapse() {
  std::set<std::uint64_t> begun;  // sendings
  for (const v1::QueuedOrder& each : shown().orders()) {
    if (each.state() == v1::ORDER_STATE_PLAYED) begun.insert(each.sending());
  }
  for (int i = shown().orders_size() - 1; i >= 0; --i) {
    const v1::QueuedOrder& each = shown().orders(i);
    if (!waits(each)) continue;
    if (!optional(each.order()) || !begun.contains(each.sending())) return;
    set(i, v1::ORDER_STATE_SKIPPED, 0);
  }
  state_.mutable_shown()->clear_hold();  // nothing waits any more
}

void Queue::make_final() {
  v1::Queue& list = *state_.mutable_shown();
  std::ranges::fill(*state_.mutable_rows(), 0);
  if (std::ranges::none_of(list.orders(), &v1::QueuedOrder::can_undo)) return;
  for (v1::QueuedOrder& each : *list.mutable_orders()) each.set_can_undo(false);
  list.set_version(version() + 1);
}

void Queue::take_in_row(const v1::record::Row& row, Seat owner) {
  auto& rows = *state_.mutable_rows();
  const bool mine = row.has_seat() && row.seat() == static_cast<std::uint32_t>(owner);
  if (row.has_undo() && mine) {
    const auto cancelled = std::ranges::find(rows, row.undo().cancels());
    if (cancelled != rows.end()) set(static_cast<int>(cancelled - rows.begin()), v1::ORDER_STATE_WAITING, 0);
    if (first_waiting()) hold(v1::HOLD_CODE_UNDONE);
  }
  const bool played = std::ranges::find(rows, row.seq()) != rows.end();
  const bool chosen = row.has_action() && mine && (!played || row.sole());
  if (chosen && shown().hold().code() == v1::HOLD_CODE_NOT_OFFERED) answered_by_hand();
  if (row.has_rewind() && first_waiting()) hold(v1::HOLD_CODE_NEW_EPOCH);
}

void Queue::heed(const Step& step, Seat owner, Other other) {
  const OwnedUpdate& mine = step.updates[index(owner)];
  const bool no_stops = shown().stops().kinds().empty() && shown().stops().topics().empty();
  if (!mine || (no_stops && !shown().if_unchanged())) return;
  std::set<std::string> his;
  if (const auto& update = step.updates[index(wardroom::other(owner))]) {
    for (const v1::Report& report : update->reports()) his.insert(save(report));
  }
  bool at_once = false;
  for (const v1::Report& report : mine->reports()) {
    const std::optional<v1::StopKind> by = stopped_by(shown().stops(), report, owner);
    if (!by && (!shown().if_unchanged() || only_time(report))) continue;
    at_once = at_once || other == Other::kNobody || his.contains(save(report));
    if (!by && state_.noticed_size() >= kMostNoticed) continue;
    v1::Stopped& noticed = *state_.add_noticed();
    noticed.set_kind(by.value_or(v1::STOP_KIND_UNSPECIFIED));
    *noticed.mutable_told() = report.text();
  }
  if (at_once) hold(why_noticed());
}

void Queue::clear() {
  const std::uint64_t next = version() + 1;
  const std::string match = shown().match();
  state_.Clear();
  state_.mutable_shown()->set_match(match);
  state_.mutable_shown()->set_version(next);
  state_.set_firm(next);
}

}  // namespace wardroom::match
