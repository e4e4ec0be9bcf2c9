#include "server/match/seen.h"

#include <algorithm>
#include <utility>

namespace wardroom::match {

Seen::Seen(const Seen* before, std::shared_ptr<const v1::Update> update) : newest_(std::move(update)) {
  if (before && !newest_->full()) sections_ = before->sections_;
  for (const v1::Section& section : newest_->sections()) {
    const auto number = [](const auto& each) { return each->number(); };
    const auto place = std::ranges::lower_bound(sections_, section.number(), {}, number);
    auto now = std::make_shared<const v1::Section>(section);
    if (place != sections_.end() && (*place)->number() == section.number()) {
      *place = std::move(now);
    } else {
      sections_.insert(place, std::move(now));
    }
  }
}

v1::Update Seen::full() const {
  v1::Update all = *newest_;
  all.clear_sections();
  all.clear_reports();
  all.set_full(true);
  for (const auto& section : sections_) *all.add_sections() = *section;
  return all;
}

}  // namespace wardroom::match
