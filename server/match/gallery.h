// Gallery: what observers are shown: the public view, held back by a number of updates while the match runs.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <vector>

#include "wardroom/v1/play.pb.h"

namespace wardroom::match {

class Gallery {
 public:
  // Starts from a full public update, already as old as observers may see it.
  Gallery(std::uint32_t delay, v1::Update full);

  // Takes in the newest public update; gives what may be shown now, oldest first.
  std::vector<v1::Update> take_in(v1::Update update);

  // What observers will have been shown when this has been taken in.
  v1::Update after(const v1::Update& update) const;

  // What observers have been shown so far, for whoever joins them. No reports.
  const v1::Update& all() const { return *shown_; }
  std::uint64_t serial() const { return shown_->serial(); }

 private:
  // Shared, so that a copy costs nothing.
  std::uint32_t delay_;
  std::shared_ptr<const v1::Update> shown_;
  std::deque<std::shared_ptr<const v1::Update>> held_;
};

// Brings a full update up to date with a later one.
void apply(v1::Update update, v1::Update& full);

}  // namespace wardroom::match
