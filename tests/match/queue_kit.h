// A queue alone, and the menus that are put to it.
#pragma once

#include <gtest/gtest.h>

#include "server/match/queue.h"

namespace wardroom::testing {

using match::Queue;
using Person = Queue::Other;

inline Menu menu_of(std::initializer_list<std::uint32_t> verbs, Asking asking = Asking::kOwn, std::uint32_t kind = 0) {
  Menu menu;
  menu.asking = asking;
  menu.kind = static_cast<decltype(menu.kind)>(kind);
  menu.rule = "6.1";
  for (std::uint32_t verb : verbs) menu.offer(verb);
  return menu;
}

inline v1::Report report_of(const std::string& text) {
  v1::Report report;
  report.mutable_text()->set_id(text);
  return report;
}

class Queued : public ::testing::Test {
 protected:
  // An order for each verb; its number is its place.
  v1::GiveOrders orders(std::initializer_list<std::uint32_t> verbs) const {
    v1::GiveOrders given;
    given.set_match("m");
    given.set_version(queue.version());
    std::uint64_t id = 0;
    for (std::uint32_t verb : verbs) {
      v1::Order& order = *given.add_orders();
      order.set_id(++id);
      order.mutable_action()->set_verb(verb);
    }
    return given;
  }
  static v1::GiveOrders all_optional(v1::GiveOrders given) {
    for (v1::Order& order : *given.mutable_orders()) order.set_if_absent(v1::IF_ABSENT_SKIP);
    return given;
  }
  // Each for menus of the kind that is its verb.
  static v1::GiveOrders for_menus(v1::GiveOrders given) {
    for (v1::Order& order : *given.mutable_orders()) order.set_menu_kind(order.action().verb());
    return given;
  }
  std::string refusal(const v1::GiveOrders& given) {
    const Result<void> may = queue.may(given, settings);
    return may ? "" : may.error().reason.id.str();
  }
  void give(const v1::GiveOrders& given) {
    ASSERT_EQ(refusal(given), "");
    queue.give(given);
  }
  std::string go_on(bool without_first = false) {
    v1::GoOn asked;
    asked.set_version(queue.version());
    asked.set_without_first(without_first);
    const Result<void> may = queue.may(asked);
    if (may) queue.go_on(asked);
    return may ? "" : may.error().reason.id.str();
  }
  // What it answers to menus of one's own turn, one after another.
  std::uint32_t next(const Menu& menu) {
    const std::optional<Action> answer = queue.next(menu, ++row);
    return answer ? answer->verb : 0;
  }
  v1::HoldCode held() const { return queue.shown().hold().code(); }
  std::vector<int> states() const {
    std::vector<int> all;
    for (const auto& order : queue.shown().orders()) all.push_back(order.state());
    return all;
  }
  // A step that shows these reports to the owner, and those to the other.
  void told(std::vector<v1::Report> mine, const std::vector<v1::Report>& his, Person other = Person::kPerson) {
    Step step;
    step.rows.emplace_back().set_published(true);
    step.updates[0] = make_update();
    step.updates[1] = make_update();
    for (const v1::Report& each : mine) *step.updates[0]->add_reports() = each;
    for (const v1::Report& each : his) *step.updates[1]->add_reports() = each;
    queue.take_in(step, Seat::kFirst, other);
  }
  // Its owner answers a menu that was put to him.
  void answers_by_hand() {
    Step step;
    auto& answered = step.rows.emplace_back();
    answered.set_seat(0);
    answered.set_seq(++row);
    answered.mutable_action()->set_verb(1);
    queue.take_in(step, Seat::kFirst, Person::kPerson);
  }
  // Orders that belong together.
  static void group(v1::GiveOrders& given, int first, int last, std::uint64_t number) {
    for (int i = first; i <= last; ++i) given.mutable_orders(i)->set_group(number);
  }
  void undo(std::uint64_t cancels) {
    Step step;
    auto& undone = step.rows.emplace_back();
    undone.set_seat(0);
    undone.mutable_undo()->set_cancels(cancels);
    queue.take_in(step, Seat::kFirst, Person::kPerson);
  }

  match::HostSettings settings;
  Queue queue;
  std::uint64_t row = 0;
};

inline constexpr int kWaits = v1::ORDER_STATE_WAITING, kPlayed = v1::ORDER_STATE_PLAYED,
                     kSkipped = v1::ORDER_STATE_SKIPPED;

}  // namespace wardroom::testing
