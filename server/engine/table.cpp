#include "server/engine/table.h"

namespace wardroom {

std::coroutine_handle<> Table::Together::await_suspend(std::coroutine_handle<> parent) {
  if (table_.together_) throw Broken("together inside together");
  table_.barrier();
  table_.together_ = true;
  table_.head_ = head_ == Head::kCheckpoint;
  join_.running = 2;
  join_.parent = parent;
  for (Seat seat : kSeats) {
    table_.acting_ = seat;
    auto child = tasks_[index(seat)].handle();
    child.promise().join = &join_;
    child.resume();
  }
  join_.starting = false;
  if (join_.running == 0 || join_.failed) return parent;
  return std::noop_coroutine();
}

void Table::Together::await_resume() {
  table_.together_ = false;
  table_.head_ = false;
  table_.barrier();
  for (Task<>& task : tasks_) task.take();
}

std::uint32_t Table::draw(const Occasion& occasion, std::uint32_t sides) {
  barrier();
  return chance_->draw(occasion, sides);
}

void Table::note(Viewers viewers, Report&& report, std::uint32_t licence) {
  if (happened_.told.empty()) happened_.told.reserve(4);
  happened_.told.emplace_back(viewers, std::move(report), licence);
}

void Table::tell(Viewers viewers, Report report) { note(viewers, std::move(report), 0); }

void Table::barrier() {
  if (together_) {
    happened_.barred[index(acting_)] = true;
  } else {
    happened_.published = true;
    happened_.barred = {true, true};
  }
}

void Table::chapter(Text name) {
  if (together_) throw Broken("a chapter inside together");
  barrier();
  happened_.chapter = std::move(name);
  ++happened_.chapters;
}

void Table::round() {
  if (together_) throw Broken("a round inside together");
  barrier();
  ++happened_.rounds;
}

bool Table::at_checkpoint() const {
  if (together_) return head_;
  for (const auto& waiting : waiting_) {
    if (waiting) return waiting->menu.checkpoint;
  }
  return false;
}

void Table::wait(Menu&& menu, std::coroutine_handle<> rules, Action* answer) {
  if (menu.items.empty()) throw Broken("a menu without items");
  const Seat seat = menu.seat;
  if (!played_[index(seat)]) throw Broken("a seat that is played by the rules is asked");
  if (waiting_[index(seat)]) throw Broken("a seat is asked twice at once");
  if (together_) {
    if (seat != acting_) throw Broken("a task of together asks the other seat");
    menu.checkpoint = head_;
  } else if (menu.checkpoint || seat != acting_ || menu.asking == Asking::kReaction) {
    barrier();  // a question to the other seat shows what led to it
  }
  acting_ = seat;
  happened_.asked.emplace_back(seat, menu.kind, menu.asking);
  waiting_[index(seat)].emplace(std::move(menu), rules, answer);
}

Happened Table::take() {
  Happened happened;
  happened.told.swap(happened_.told);
  happened.asked.assign(happened_.asked.begin(), happened_.asked.end());  // a moved small_vector loses its inner room
  happened.published = happened_.published;
  happened.barred = happened_.barred;
  happened.chapter.swap(happened_.chapter);
  happened.chapters = std::exchange(happened_.chapters, 0);
  happened.rounds = std::exchange(happened_.rounds, 0);
  happened_.asked.clear();
  happened_.published = false;
  happened_.barred = {false, false};
  return happened;
}

void Table::answer(Seat seat, const Action& action) {
  auto& slot = waiting_[index(seat)];
  if (!slot) throw Broken("an answer without a question");
  const std::coroutine_handle<> rules = slot->rules;
  head_ = false;
  acting_ = seat;
  *slot->answer = action;  // before the menu goes, of which it may be a part
  spare_.swap(slot->menu.items);
  spare_.clear();
  slot.reset();
  rules.resume();
}

}  // namespace wardroom
