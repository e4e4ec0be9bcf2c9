#include "client/terminal/lessons.h"

#include <algorithm>
#include <utility>

#include "common/tutorial.h"

namespace wardroom::terminal {
namespace {

std::vector<int> wanted_by(const v1::TutorialLesson& lesson, const v1::Menu& menu) {
  std::vector<int> items;
  if (lesson.prompt().empty() || menu.prompt().id() != lesson.prompt()) return items;
  for (int i = 0; i < menu.items_size(); ++i) {
    if (!lesson.has_answer() || fits(lesson.answer(), menu.items(i))) items.push_back(i);
  }
  return items;
}

}  // namespace

bool Lessons::answered_by(const v1::Menu& menu, int number) const { return !wanted_by(lesson(number), menu).empty(); }

std::vector<int> Lessons::follow(const v1::Menu& menu) {
  if (menu.serial() == seen_) return {};
  seen_ = menu.serial();
  const int before = asked_ ? at_ : -1;
  count_answer();
  std::vector<int> told = readings();
  asked_ = false;
  if (at_ == count()) return told;
  if (!answered_by(menu, at_)) {
    int back = at_ - 1;
    while (back >= 0 && !answered_by(menu, back)) --back;
    if (back < 0) return told;
    at_ = back;
    taken_ = 0;
  }
  asked_ = true;
  if (at_ != before) told.push_back(at_);
  return told;
}

std::vector<int> Lessons::finish() {
  count_answer();
  return readings();
}

void Lessons::count_answer() {
  if (!std::exchange(answered_, false) || !asked_ || at_ == count()) return;
  asked_ = false;
  if (++taken_ < std::max(1U, lesson(at_).times())) return;
  ++at_;
  taken_ = 0;
}

std::vector<int> Lessons::readings() {
  std::vector<int> told;
  for (; at_ < count() && lesson(at_).prompt().empty(); ++at_) told.push_back(at_);
  return told;
}

std::vector<int> Lessons::wanted(const v1::Menu& menu) const {
  return asked_ && at_ < count() && lesson(at_).has_answer() ? wanted_by(lesson(at_), menu) : std::vector<int>();
}

bool Lessons::allows(const v1::Menu& menu, const v1::Action& action) const {
  const std::vector<int> items = wanted(menu);
  return items.empty() || std::ranges::any_of(items, [&](int item) {
           return menu.items(item).action().SerializeAsString() == action.SerializeAsString();
         });
}

}  // namespace wardroom::terminal
