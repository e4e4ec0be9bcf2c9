#include "tests/end_to_end/histories.h"

#include <algorithm>
#include <map>
#include <set>

namespace wardroom::testing {
namespace {

// One way to read the record so far: how much of it was sent, and whether the newest menu has been answered.
struct Reading {
  std::size_t rows = 0;
  bool answered = false;
  auto operator<=>(const Reading&) const = default;
};

std::set<Reading> read_on(const std::set<Reading>& readings, const Sent& act,
                          const std::vector<std::string>& recorded) {
  std::set<Reading> next;
  for (const Reading& reading : readings) {
    const bool there = !reading.answered && reading.rows < recorded.size() && recorded[reading.rows] == act.action;
    if (act.outcome != Outcome::kTaken) next.insert(reading);
    if (act.outcome != Outcome::kRefused && there) next.insert({reading.rows + 1, true});
  }
  return next;
}

std::string number(std::uint64_t value) { return std::to_string(value); }

}  // namespace

Complaints check_acts(const std::vector<Sent>& sent, const std::vector<std::string>& recorded) {
  std::set<Reading> readings{{}};
  std::uint64_t menu = 0;
  for (std::size_t i = 0; i < sent.size(); ++i) {
    if (sent[i].menu < menu) return {"act " + number(i) + " answers a menu that had gone"};
    if (sent[i].menu > menu) {
      std::set<Reading> unanswered;
      for (const Reading& reading : readings) unanswered.insert({reading.rows, false});
      readings = std::move(unanswered);
      menu = sent[i].menu;
    }
    std::set<Reading> next = read_on(readings, sent[i], recorded);
    if (next.empty()) {
      return {"act " + number(i) + " of menu " + number(menu) + " was acknowledged and is not in its place, " +
              number(readings.rbegin()->rows) + " of " + number(recorded.size())};
    }
    readings = std::move(next);
  }
  const std::size_t read = readings.rbegin()->rows;
  if (read == recorded.size()) return {};
  return {"nobody sent what stands in place " + number(read) + " of " + number(recorded.size())};
}

Complaints check_shown(const std::vector<Shown>& shown, const std::vector<Shown>& recorded) {
  Complaints complaints;
  std::map<std::uint64_t, const Shown*> by_serial;
  for (const Shown& each : recorded) by_serial[each.serial] = &each;
  std::uint64_t last = 0;
  for (const Shown& each : shown) {
    if (each.serial < last) complaints.push_back("serial " + number(each.serial) + " after " + number(last));
    last = each.serial;
    const auto found = by_serial.find(each.serial);
    if (found == by_serial.end()) {
      complaints.push_back("serial " + number(each.serial) + " was shown and is not in the record");
    } else if (found->second->content != each.content) {
      complaints.push_back("serial " + number(each.serial) + " was shown with something else");
    } else if (found->second->time_ms != each.time_ms) {
      complaints.push_back("serial " + number(each.serial) + " was shown with another time");
    }
  }
  if (recorded.empty() || last != recorded.back().serial)
    complaints.push_back("the last serial shown was " + number(last) + ", which is not the end of the record");
  return complaints;
}

Complaints check_order(const std::vector<Shown>& recorded) {
  std::vector<std::int64_t> times;
  for (const Shown& each : recorded) times.push_back(each.time_ms);
  Complaints complaints = check_times(times);
  const auto follows = [](const Shown& one, const Shown& next) { return next.serial != one.serial + 1; };
  const auto wrong = std::ranges::adjacent_find(recorded, follows);
  if (wrong != recorded.end()) complaints.push_back("serial " + number(wrong->serial) + " is not followed by the next");
  return complaints;
}

Complaints check_times(const std::vector<std::int64_t>& times_ms) {
  const auto back = std::ranges::is_sorted_until(times_ms);
  if (back == times_ms.end()) return {};
  return {"time goes back in place " + number(static_cast<std::uint64_t>(back - times_ms.begin()))};
}

}  // namespace wardroom::testing
