#include "server/match/reel.h"

namespace wardroom::match {

Reel::Reel(std::string match, std::vector<v1::Update> past, PastViews used_up, std::atomic<std::size_t>& total)
    : match_(std::move(match)), views_(std::move(used_up)), total_(total), used_up_(true) {
  if (!past.empty()) first_ = past.front().serial();
  for (v1::Update& update : past) keep(std::move(update));
}

bool Reel::wind(std::uint64_t serial, std::size_t most) {
  for (; !used_up_ && last_serial() <= serial; --most) {
    if (most == 0) return false;
    if (std::optional<v1::Update> update = views_.next()) {
      if (updates_.empty()) first_ = update->serial();
      keep(std::move(*update));
    } else {
      used_up_ = true;
    }
  }
  return true;
}

void Reel::keep(v1::Update update) {
  update.set_match(match_);
  updates_.push_back(update.SerializeAsString());
  bytes_ += updates_.back().size();
  total_ += updates_.back().size();
}

}  // namespace wardroom::match
