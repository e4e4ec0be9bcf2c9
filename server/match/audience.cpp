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

void Audience::attach(Viewer viewer, const Caller& caller, const std::string& match) {
  forget(caller.line.get());
  Viewing viewing{caller.line, caller.account, false, {}};
  if (viewer == Viewer::kPublic) {
    observers_.push_back(std::move(viewing));
    return;
  }
  std::optional<Viewing>& place = seats_[index(viewer)];
  if (place) {
    v1::ServerFrame over;
    over.mutable_taken_over()->set_match(match);
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
}

void Audience::sit_down(Seat seat, const std::string& account) {
  auto watching = std::ranges::find(observers_, account, &Viewing::account);
  if (watching == observers_.end()) return;
  seats_[index(seat)] = std::move(*watching);
  observers_.erase(watching);
  std::erase_if(observers_, [&](const Viewing& other_tab) { return other_tab.account == account; });
}

void Audience::clear() {
  seats_ = {};
  observers_.clear();
}

void Audience::send(const Speech& speech, const std::vector<std::string>& but_not_to) {
  const auto hears = [&](const Viewing& viewing) {
    return viewing.account.empty() || std::ranges::find(but_not_to, viewing.account) == but_not_to.end();
  };
  for (Seat seat : kSeats) {
    auto& viewing = seats_[index(seat)];
    if (!viewing || !hears(*viewing)) continue;
    for (const v1::ServerFrame& frame : speech.frames[index(seat)]) viewing->send(frame);
  }
  for (Viewing& observer : observers_) {
    if (!hears(observer)) continue;
    for (const v1::ServerFrame& frame : speech.frames[index(Viewer::kPublic)]) observer.send(frame);
  }
}

void Audience::send(const Line* line, const v1::ServerFrame& frame) {
  if (Viewing* viewing = find(line)) viewing->send(frame);
}

}  // namespace wardroom::match
