// The part of MemoryStore for what stands beside the board, and for people.
#include <algorithm>

#include "tests/match/memory_store.h"

namespace wardroom::testing {

Result<match::Beside> MemoryStore::change_now(Record& record, const match::Change& what) {
  match::Beside beside{record.card.clocks, record.card.aside};
  calendar::Spans down = down_;
  if (stopped_ms_) down.push_back({*stopped_ms_, now_ms_});
  if (Result<void> done = what(beside, {now_ms_, down}); !done) return done.error();
  record.card.clocks = beside.clocks;
  record.card.aside = beside.aside;
  if (beside.mended) record.card.state = *beside.mended;
  for (const match::Tally& tally : std::exchange(beside.tallies, {})) {
    v1::Reliability& sum = reliability_[tally.account];
    sum.set_hand_overs(sum.hand_overs() + tally.hand_overs);
    sum.set_in_time(sum.in_time() + tally.in_time);
    sum.set_matches(sum.matches() + tally.matches);
    sum.set_left(sum.left() + tally.left);
  }
  return beside;
}

void MemoryStore::change(std::string match, match::Change what, Then<match::Beside> then) {
  write<match::Beside>(std::move(then), [=, this]() -> Result<match::Beside> {
    Record* record = find(match);
    if (!record) return refuse(RefusalCode::kNotFound, "store.test_not_found");
    return change_now(*record, what);
  });
}

void MemoryStore::beat(std::int64_t gap_ms, Then<calendar::Spans> then) {
  write<calendar::Spans>(std::move(then), [=, this]() -> Result<calendar::Spans> {
    stopped_ms_.reset();
    if (beat_ms_ && now_ms_ - *beat_ms_ > gap_ms) down_.push_back({*beat_ms_, now_ms_});
    beat_ms_ = now_ms_;
    return down_;
  });
}

void MemoryStore::calendar(std::string account, Then<v1::MyCalendar> then) {
  on_thread<v1::MyCalendar>(std::move(then), [=, this]() -> Result<v1::MyCalendar> { return calendars_[account]; });
}

void MemoryStore::change_calendar(std::string account, lobby::CalendarChange what, Then<v1::MyCalendar> then) {
  write<v1::MyCalendar>(std::move(then), [=, this]() -> Result<v1::MyCalendar> {
    v1::MyCalendar calendar = calendars_[account];
    if (Result<void> done = what(calendar, now_ms_); !done) return done.error();
    return calendars_[account] = calendar;
  });
}

void MemoryStore::usual(std::string account, Then<v1::Usual> then) {
  on_thread<v1::Usual>(std::move(then), [=, this]() -> Result<v1::Usual> { return usual_[account]; });
}

void MemoryStore::keep_usual(std::string account, v1::UsualOrders orders, Then<v1::Usual> then) {
  write<v1::Usual>(std::move(then), [=, this]() -> Result<v1::Usual> {
    v1::Usual kept;
    for (const v1::UsualOrders& each : usual_[account].orders()) {
      if (each.title() != orders.title() || each.seat() != orders.seat()) *kept.add_orders() = each;
    }
    if (!orders.standing().empty() || orders.has_stops()) *kept.add_orders() = orders;
    return usual_[account] = kept;
  });
}

void MemoryStore::reliability(std::string account, Then<v1::Reliability> then) {
  on_thread<v1::Reliability>(std::move(then), [=, this]() -> Result<v1::Reliability> { return reliability_[account]; });
}

void MemoryStore::set_shunned(std::string account, lobby::Shunned whom, Then<void> then) {
  write<void>(std::move(then), [=, this]() -> Result<void> {
    std::vector<lobby::Shunned>& all = shunned_[account];
    std::erase_if(all, [&](const lobby::Shunned& each) { return each.account == whom.account; });
    if (whom.blocked || whom.muted) all.push_back(whom);
    return {};
  });
}

void MemoryStore::shunned(std::string account, Then<std::vector<lobby::Shunned>> then) {
  on_thread<std::vector<lobby::Shunned>>(
      std::move(then), [=, this]() -> Result<std::vector<lobby::Shunned>> { return shunned_[account]; });
}

void MemoryStore::avoided(std::string account, Then<std::vector<std::string>> then) {
  on_thread<std::vector<std::string>>(std::move(then), [=, this]() -> Result<std::vector<std::string>> {
    std::set<std::string> all;
    for (const auto& [who, list] : shunned_) {
      for (const lobby::Shunned& whom : list) {
        if (whom.blocked && who == account) all.insert(whom.account);
        if (whom.blocked && whom.account == account) all.insert(who);
      }
    }
    return std::vector<std::string>(all.begin(), all.end());
  });
}

void MemoryStore::muted_by(std::string account, Then<std::vector<std::string>> then) {
  on_thread<std::vector<std::string>>(std::move(then), [=, this]() -> Result<std::vector<std::string>> {
    std::vector<std::string> all;
    for (const auto& [who, list] : shunned_) {
      for (const lobby::Shunned& whom : list) {
        if (whom.muted && whom.account == account) all.push_back(who);
      }
    }
    return all;
  });
}

void MemoryStore::meet(lobby::QuickWait newcomer, std::vector<std::string> avoided,
                       Then<std::optional<lobby::QuickWait>> then) {
  using Met = std::optional<lobby::QuickWait>;
  write<Met>(std::move(then), [=, this]() -> Result<Met> {
    std::erase_if(waiting_, [&](const Waiting& each) { return each.wait.account == newcomer.account; });
    for (Waiting& each : waiting_) {
      const lobby::QuickWait& wait = each.wait;
      const bool same = wait.title == newcomer.title && wait.scenario == newcomer.scenario;
      if (each.taken || !same || std::ranges::find(avoided, wait.account) != avoided.end()) continue;
      each.taken = true;
      return Met(wait);
    }
    waiting_.push_back({newcomer});
    return Met();
  });
}

void MemoryStore::paired(std::string wait, std::string match, Then<void> then) {
  write<void>(std::move(then), [=, this]() -> Result<void> {
    for (Waiting& each : waiting_) {
      if (each.wait.id != wait) continue;
      each.match = match;
      each.taken = !match.empty();
    }
    return {};
  });
}

void MemoryStore::still_waiting(std::vector<std::string> waits, Then<std::vector<lobby::QuickFound>> then) {
  write<std::vector<lobby::QuickFound>>(std::move(then), [=, this]() -> Result<std::vector<lobby::QuickFound>> {
    std::vector<lobby::QuickFound> found;
    std::erase_if(waiting_, [&](const Waiting& each) {
      if (each.match.empty() || std::ranges::find(waits, each.wait.id) == waits.end()) return false;
      found.push_back({each.wait.id, each.match});
      return true;
    });
    return found;
  });
}

void MemoryStore::stop_waiting(std::string wait, Then<bool> then) {
  write<bool>(std::move(then), [=, this]() -> Result<bool> {
    return std::erase_if(waiting_, [&](const Waiting& each) { return each.wait.id == wait && !each.taken; }) > 0;
  });
}

void MemoryStore::who_waits(Then<std::vector<lobby::SeenWaiting>> then) {
  on_thread<std::vector<lobby::SeenWaiting>>(std::move(then), [=, this]() -> Result<std::vector<lobby::SeenWaiting>> {
    std::vector<lobby::SeenWaiting> all;
    for (const Waiting& each : waiting_) {
      if (!each.match.empty()) continue;
      lobby::SeenWaiting& seen = all.emplace_back();
      seen.account = each.wait.account;
      seen.shown.set_title(each.wait.title);
      seen.shown.set_scenario(each.wait.scenario);
      seen.shown.set_name(accounts_[each.wait.account].name);
      seen.shown.set_guest(accounts_[each.wait.account].guest);
    }
    return all;
  });
}

}  // namespace wardroom::testing
