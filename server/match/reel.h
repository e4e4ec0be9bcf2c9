// Reel: the updates of one viewer of one match, worked out again as far as somebody asked for them, and kept for the
// next who asks.
#pragma once

#include <atomic>
#include <string>
#include <vector>

#include "server/match/past_views.h"

namespace wardroom::match {

class Reel {
 public:
  // `total` counts the bytes of all reels.
  Reel(std::string match, PastViews views, std::atomic<std::size_t>& total)
      : match_(std::move(match)), views_(std::move(views)), total_(total) {}
  // A past that begins after the match did, whole.
  Reel(std::string match, std::vector<v1::Update> past, PastViews used_up, std::atomic<std::size_t>& total);
  ~Reel() { total_ -= bytes_; }
  Reel(const Reel&) = delete;
  Reel& operator=(const Reel&) = delete;

  // Sees to it that the update after `serial` is there, if there is one in the rows it has; false: so many more were
  // not enough.
  bool wind(std::uint64_t serial, std::size_t most = ~std::size_t{0});

  std::uint64_t first_serial() const { return first_; }
  std::uint64_t last_serial() const {
    return first_ + updates_.size() - 1;
  }  // of those it has; before the first, when it has none
  const std::string& bytes(std::uint64_t serial) const { return updates_[serial - first_]; }  // of a v1::Update
  bool used_up() const { return used_up_; }
  bool diverged() const { return views_.diverged(); }

 private:
  void keep(v1::Update update);

  std::string match_;
  PastViews views_;
  std::atomic<std::size_t>& total_;
  std::uint64_t first_ = 1;
  std::vector<std::string> updates_;
  std::size_t bytes_ = 0;
  bool used_up_ = false;
};

}  // namespace wardroom::match
