#include "server/match/audience.h"

#include <algorithm>
#include <utility>

namespace wardroom::match {

void Audience::Viewing::send(const v1::ServerFrame& frame) {
  if (frame.has_queue() && !line->understands(v1::CAPABILITY_QUEUES)) return;
  if (frame.has_marks() && !line->understands(v1::CAPABILITY_MARKS)) return;
  if (ready) {
    line->send(frame);
  } else {
    waiting.push_back(frame);
  }
}

void Audience::Viewing::open() {
  if (std::exchange(ready, true)) return;
  for (const v1::ServerFrame& frame : waiting) line->send(frame);
  waiting = {};
}

Audience::Viewing* Audience::find(const Line* line) {
  for (auto& seat : seats_) {
    if (seat && seat->line.get() == line) return &*seat;
  }
  auto it = std::ranges::find(observers_, line, [](const Viewing& viewing) { return viewing.line.get(); });
  return it == observers_.end() ? nullptr : &*it;
}

std::vector<Audience::Viewing*> Audience::all(Viewer viewer) {
  std::vector<Viewing*> all;
  if (viewer != Viewer::kPublic) {
    if (auto& seat = seats_[index(viewer)]) all.push_back(&*seat);
  } else {
    for (Viewing& observer : observers_) all.push_back(&observer);
  }
  return all;
}

void Audience::attach(Viewer viewer, const Caller& caller, const v1::Update& full) {
  forget(caller.line.get());
  if (caller.line->understands(v1::CAPABILITY_DELTAS)) told_[index(viewer)].begin(full);
  Viewing viewing{caller.line, caller.account, false, {}};
  if (viewer == Viewer::kPublic) {
    observers_.push_back(std::move(viewing));
    return;
  }
  std::optional<Viewing>& place = seats_[index(viewer)];
  if (place) {
    v1::ServerFrame over;
    over.mutable_taken_over()->set_match(full.match());
    place->send(over);
    place->open();
  }
  place = std::move(viewing);
}

void Audience::open(const Line* line) {
  if (Viewing* viewing = find(line)) viewing->open();
}

void Audience::forget(const Line* line) {
  for (auto& seat : seats_) {
    if (seat && seat->line.get() == line) seat.reset();
  }
  std::erase_if(observers_, [&](const Viewing& viewing) { return viewing.line.get() == line; });
  for (Viewer viewer : kLiveViewers) {
    if (all(viewer).empty()) told_[index(viewer)] = {};
  }
}

void Audience::sit_down(Seat seat, const std::string& account) {
  auto watching = std::ranges::find(observers_, account, &Viewing::account);
  if (watching == observers_.end()) return;
  seats_[index(seat)] = std::move(*watching);
  observers_.erase(watching);
  std::erase_if(observers_, [&](const Viewing& other_tab) { return other_tab.account == account; });
}

void Audience::get_up(Seat seat) {
  seats_[index(seat)].reset();
  told_[index(seat)] = {};
}

void Audience::swap_seats() {
  seats_[0].swap(seats_[1]);
  std::swap(told_[0], told_[1]);
}

void Audience::clear() {
  seats_ = {};
  observers_.clear();
  told_ = {};
}

void Audience::send(const Speech& speech, const std::vector<std::string>& but_not_to) {
  const auto deaf = [&](const Viewing* viewing) {
    return !viewing->account.empty() && std::ranges::find(but_not_to, viewing->account) != but_not_to.end();
  };
  const auto takes_deltas = [](const Viewing* viewing) { return viewing->line->understands(v1::CAPABILITY_DELTAS); };
  for (Viewer viewer : kLiveViewers) {
    std::vector<Viewing*> hearers = all(viewer);
    std::erase_if(hearers, deaf);
    for (const Speech::Frame& frame : speech.frames[index(viewer)]) {
      std::optional<v1::ServerFrame> shortened;
      if (frame->has_update() && std::ranges::any_of(hearers, takes_deltas))
        *shortened.emplace().mutable_update() = told_[index(viewer)].shortened(frame->update());
      for (Viewing* hearer : hearers) hearer->send(shortened && takes_deltas(hearer) ? *shortened : *frame);
    }
  }
}

void Audience::send(const Line* line, const v1::ServerFrame& frame) {
  if (Viewing* viewing = find(line)) viewing->send(frame);
}

}  // namespace wardroom::match
