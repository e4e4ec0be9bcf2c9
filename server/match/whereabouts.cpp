#include "server/match/whereabouts.h"

namespace wardroom::match {

std::array<bool, 2> Whereabouts::all(const std::vector<Said>& said) {
  std::array<bool, 2> seats{false, false};
  for (const Said& each : said) {
    for (Seat seat : kSeats) seats[index(seat)] |= each.seats[index(seat)];
  }
  return seats;
}

std::vector<std::string> Whereabouts::hear(std::int64_t server, const std::vector<Seated>& seated,
                                           Clock::time_point now) {
  const std::lock_guard lock(mutex_);
  std::vector<std::string> news;
  for (const Seated& each : seated) {
    std::vector<Said>& said = matches_[each.match];
    const std::array<bool, 2> before = all(said);
    std::erase_if(said, [server](const Said& older) { return older.server == server; });
    if (each.seats != std::array{false, false}) said.push_back({server, each.seats, now + kept_});
    if (all(said) != before) news.push_back(each.match);
    if (said.empty()) matches_.erase(each.match);
  }
  return news;
}

std::vector<std::string> Whereabouts::forget_old(Clock::time_point now) {
  const std::lock_guard lock(mutex_);
  std::vector<std::string> news;
  for (auto each = matches_.begin(); each != matches_.end();) {
    auto& [match, said] = *each;
    const std::array<bool, 2> before = all(said);
    std::erase_if(said, [now](const Said& old) { return old.until < now; });
    if (all(said) != before) news.push_back(match);
    each = said.empty() ? matches_.erase(each) : std::next(each);
  }
  return news;
}

std::array<bool, 2> Whereabouts::at(const std::string& match) const {
  const std::lock_guard lock(mutex_);
  const auto found = matches_.find(match);
  return found == matches_.end() ? std::array{false, false} : all(found->second);
}

}  // namespace wardroom::match
