#include "server/match/gallery.h"

#include <algorithm>
#include <utility>

namespace wardroom::match {

void apply(const v1::Update& update, v1::Update& full) {
  auto old_sections = std::move(*full.mutable_sections());
  v1::Update now = update;
  now.clear_reports();
  now.set_full(true);
  if (!update.full()) {
    for (auto& old : old_sections) {
      const bool replaced =
          std::ranges::any_of(update.sections(), [&](const auto& section) { return section.number() == old.number(); });
      if (!replaced) *now.add_sections() = std::move(old);
    }
    std::ranges::sort(*now.mutable_sections(), {}, &v1::Section::number);
  }
  full = std::move(now);
}

Gallery::Gallery(std::uint32_t delay, v1::Update full) : delay_(delay), shown_(std::move(full)) {}

std::vector<v1::Update> Gallery::take_in(v1::Update update) {
  const std::uint32_t keep = update.state() == v1::MATCH_STATE_OVER ? 0 : delay_;
  held_.push_back(std::move(update));
  std::vector<v1::Update> now;
  while (held_.size() > keep) {
    show(held_.front());
    now.push_back(std::move(held_.front()));
    held_.pop_front();
  }
  return now;
}

void Gallery::show(const v1::Update& update) { apply(update, shown_); }

}  // namespace wardroom::match
