#include "server/match/gallery.h"

#include <algorithm>
#include <utility>

namespace wardroom::match {

void apply(v1::Update update, v1::Update& full) {
  auto old_sections = std::move(*full.mutable_sections());
  const bool replaces_all = update.full();
  update.clear_reports();
  update.set_full(true);
  if (!replaces_all) {
    const auto replaced = [&, count = update.sections_size()](const v1::Section& old) {
      return std::any_of(update.sections().begin(), update.sections().begin() + count,
                         [&](const auto& section) { return section.number() == old.number(); });
    };
    for (auto& old : old_sections) {
      if (!replaced(old)) *update.add_sections() = std::move(old);
    }
    std::ranges::sort(*update.mutable_sections(), {}, &v1::Section::number);
  }
  full = std::move(update);
}

Gallery::Gallery(std::uint32_t delay, v1::Update full)
    : delay_(delay), shown_(std::make_shared<const v1::Update>(std::move(full))) {}

std::vector<v1::Update> Gallery::take_in(v1::Update update) {
  const std::uint32_t keep = update.state() == v1::MATCH_STATE_OVER ? 0 : delay_;
  held_.push_back(std::make_shared<const v1::Update>(std::move(update)));
  std::vector<v1::Update> now;
  while (held_.size() > keep) {
    auto next = std::make_shared<v1::Update>(*shown_);
    apply(*held_.front(), *next);
    shown_ = std::move(next);
    now.push_back(*held_.front());
    held_.pop_front();
  }
  return now;
}

v1::Update Gallery::after(const v1::Update& update) const {
  Gallery then = *this;
  then.take_in(update);
  return *then.shown_;
}

}  // namespace wardroom::match
