// The part of Actor that speaks to connections.
#include <spdlog/spdlog.h>

#include <algorithm>

#include "common/frame.h"
#include "server/match/actor.h"
#include "server/match/await.h"

namespace wardroom::match {
namespace {

namespace asio = boost::asio;

std::size_t characters(const std::string& utf8) {
  return static_cast<std::size_t>(
      std::ranges::count_if(utf8, [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }));
}

bool printable(const std::string& utf8) {
  return std::ranges::none_of(utf8, [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; });
}

}  // namespace

void Actor::Viewing::send(const v1::ServerFrame& frame) {
  if (ready) {
    line->send(frame);
  } else {
    waiting.push_back(frame);
  }
}

void Actor::open(std::shared_ptr<Line> line) {
  asio::post(strand_, [self = shared_from_this(), line = std::move(line)] {
    Viewing* viewing = self->find(line.get());
    if (!viewing || viewing->ready) return;
    viewing->ready = true;
    for (const v1::ServerFrame& frame : viewing->waiting) line->send(frame);
    viewing->waiting = {};
  });
}

void Actor::detach(std::shared_ptr<Line> line) {
  asio::post(strand_, [self = shared_from_this(), line = std::move(line)] {
    const std::array<bool, 2> present = self->people().present;
    self->forget(line.get());
    if (self->people().present != present) self->notify();
    self->rest();
  });
}

Actor::Viewing* Actor::find(const Line* line) {
  for (auto& seat : seats_) {
    if (seat && seat->line.get() == line) return &*seat;
  }
  auto it = std::ranges::find(observers_, line, [](const Viewing& viewing) { return viewing.line.get(); });
  return it == observers_.end() ? nullptr : &*it;
}

void Actor::forget(const Line* line) {
  for (auto& seat : seats_) {
    if (seat && seat->line.get() == line) seat.reset();
  }
  std::erase_if(observers_, [&](const Viewing& viewing) { return viewing.line.get() == line; });
}

Result<Viewer> Actor::may_see(const Caller& caller) const {
  if (auto seat = seat_of(*card_, caller.account)) return viewer(*seat);
  if (card_->is_private) return refuse(RefusalCode::kNotFound, "refusal.no_such_match");
  return Viewer::kPublic;
}

asio::awaitable<Answer> Actor::attach(const CallerPtr& caller, const v1::Attach& attach) {
  Result<Viewer> as = may_see(*caller);
  if (!as) co_return as.error();
  const bool player = *as != Viewer::kPublic;
  if (!player && observers_.size() >= services_.settings.max_observers && !find(caller->line.get())) {
    co_return refuse(RefusalCode::kTooMuch, "refusal.too_many_observers");
  }

  v1::ServerFrame frame;
  v1::Attached& attached = *frame.mutable_attached();
  if (card_->state != v1::MATCH_STATE_OPEN) {
    Result<std::vector<v1::PastReports>> missed =
        co_await past(*as, attach.last_serial(), services_.settings.max_history);
    if (!missed) co_return missed.error();
    for (auto& reports : *missed) *attached.add_missed() = std::move(reports);
  }
  if (player || card_->state == v1::MATCH_STATE_OVER) {
    auto read = [this](Then<std::vector<v1::Chat>> then) {
      services_.store.chat(id_, services_.settings.max_chat_lines, std::move(then));
    };
    Result<std::vector<v1::Chat>> lines = co_await ask_store<std::vector<v1::Chat>>(read);
    if (!lines) co_return lines.error();
    for (auto& line : *lines) *attached.add_chat() = std::move(line);
  }

  forget(caller->line.get());
  Viewing viewing{caller->line, caller->account, false, {}};
  if (player) {
    const Seat seat = *as == Viewer::kFirst ? Seat::kFirst : Seat::kSecond;
    std::optional<Viewing>& place = seats_[index(seat)];
    if (place) {
      v1::ServerFrame over;
      over.mutable_taken_over()->set_match(id_);
      place->send(over);
      if (!place->ready) {
        for (const v1::ServerFrame& late : place->waiting) place->line->send(late);
      }
    }
    place = std::move(viewing);
    names_[index(seat)] = caller->name;
  } else {
    observers_.push_back(std::move(viewing));
  }
  *attached.mutable_match() = match_info(*card_, people(), caller->account);
  *attached.mutable_update() = full(*as);
  notify();
  spdlog::debug("event=attached match={} viewer={}", id_, static_cast<int>(*as));
  co_return frame;
}

// What the viewer may be told of the past; observers who are held back, as far as they have been shown.
asio::awaitable<Result<std::vector<v1::PastReports>>> Actor::past(Viewer viewer, std::uint64_t after,
                                                                  std::uint32_t limit) {
  auto read = [&](Then<std::vector<v1::PastReports>> then) {
    services_.store.history(id_, viewer, after, limit, std::move(then));
  };
  Result<std::vector<v1::PastReports>> reports = co_await ask_store<std::vector<v1::PastReports>>(read);
  if (reports && viewer == Viewer::kPublic && gallery_ && card_->state != v1::MATCH_STATE_OVER) {
    std::erase_if(*reports, [&](const v1::PastReports& told) { return told.serial() > gallery_->serial(); });
  }
  co_return reports;
}

asio::awaitable<Answer> Actor::history(const Caller& caller, const v1::History& history) {
  Result<Viewer> as = may_see(caller);
  if (!as) co_return as.error();
  const std::uint32_t most = services_.settings.max_history;
  const std::uint32_t limit = history.limit() == 0 ? most : std::min(history.limit(), most);
  Result<std::vector<v1::PastReports>> reports = co_await past(*as, history.after_serial(), limit);
  if (!reports) co_return reports.error();
  v1::ServerFrame frame;
  auto& list = *frame.mutable_history();
  for (auto& told : *reports) *list.add_reports() = std::move(told);
  co_return frame;
}

asio::awaitable<Answer> Actor::say(const Caller& caller, const v1::Say& say) {
  Result<Viewer> as = may_see(caller);
  if (!as) co_return as.error();
  const bool over = card_->state == v1::MATCH_STATE_OVER;
  if (*as == Viewer::kPublic && !over) co_return refuse(RefusalCode::kNotYours, "refusal.chat_is_for_players");
  if (caller.account.empty()) co_return refuse(RefusalCode::kSignedOut, "refusal.sign_in_first");
  const std::size_t most = services_.settings.max_chat;
  if (say.text().empty() || !printable(say.text()))
    co_return refuse(RefusalCode::kMalformed, "refusal.chat_unreadable");
  if (characters(say.text()) > most) {
    co_return refuse(RefusalCode::kTooMuch,
                     Text("refusal.chat_too_long").number("most", static_cast<std::int64_t>(most)));
  }
  const std::int64_t minute = services_.settings.now_ms() / 60'000;
  if (minute != chat_minute_) {
    chat_minute_ = minute;
    chat_count_ = 0;
  }
  if (++chat_count_ > services_.settings.max_chat_per_minute)
    co_return refuse(RefusalCode::kTooMuch, "refusal.chat_too_often");
  auto write = [&](Then<v1::Chat> then) {
    Speaker speaker{static_cast<std::uint32_t>(*as), caller.account, caller.name};
    services_.store.say(id_, std::move(speaker), say.text(), std::move(then));
  };
  Result<v1::Chat> said = co_await ask_store<v1::Chat>(write);
  if (!said) co_return said.error();
  v1::ServerFrame frame;
  *frame.mutable_chat() = std::move(*said);
  for (auto& seat : seats_) {
    if (seat) seat->send(frame);
  }
  if (over) {
    for (Viewing& observer : observers_) observer.send(frame);
  }
  co_return done();
}

v1::Update Actor::full(Viewer viewer) const {
  v1::Update update;
  const bool held_back = viewer == Viewer::kPublic && gallery_ && card_->state != v1::MATCH_STATE_OVER;
  if (held_back) {
    update = gallery_->all();
  } else if (referee_) {
    update = std::move(*referee_->all(viewer));
    update.set_time_ms(time_ms_);
  }
  update.set_match(id_);
  update.set_full(true);
  if (!referee_ || card_->state == v1::MATCH_STATE_PARKED) {
    update.set_state(card_->state);
    if (card_->ending) *update.mutable_ending() = *card_->ending;
    update.clear_menu();
    update.clear_waiting_for();
  }
  return update;
}

void Actor::tell(Step& step, std::int64_t time_ms) {
  for (std::optional<v1::Update>& update : step.updates) {
    if (!update) continue;
    update->set_match(id_);
    update->set_time_ms(time_ms);
  }
  for (Seat seat : kSeats) {
    auto& viewing = seats_[index(seat)];
    auto& update = step.updates[index(seat)];
    if (!viewing || !update) continue;
    v1::ServerFrame frame;
    *frame.mutable_update() = std::move(*update);
    viewing->send(frame);
  }
  auto& open = step.updates[index(Viewer::kPublic)];
  if (!open || (!gallery_ && observers_.empty())) return;
  std::vector<v1::Update> updates;
  if (gallery_) {
    updates = gallery_->take_in(std::move(*open));
  } else {
    updates.push_back(std::move(*open));
  }
  for (v1::Update& update : updates) {
    v1::ServerFrame frame;
    *frame.mutable_update() = std::move(update);
    for (Viewing& observer : observers_) observer.send(frame);
  }
}

void Actor::resync() {
  for (Seat seat : kSeats) {
    if (!seats_[index(seat)]) continue;
    v1::ServerFrame frame;
    *frame.mutable_update() = full(viewer(seat));
    seats_[index(seat)]->send(frame);
  }
  if (observers_.empty()) return;
  v1::ServerFrame frame;
  *frame.mutable_update() = full(Viewer::kPublic);
  for (Viewing& observer : observers_) observer.send(frame);
}

People Actor::people() const {
  People people;
  people.names = names_;
  for (Seat seat : kSeats) people.present[index(seat)] = seats_[index(seat)] || (card_ && is_bot(seat));
  if (card_ && card_->state == v1::MATCH_STATE_PLAYING && has_clock(card_->clock) && thinking_.since_ms > 0) {
    people.thinking_ms = std::max<std::int64_t>(0, services_.settings.now_ms() - thinking_.since_ms);
  }
  return people;
}

v1::ServerFrame Actor::notice_for(const std::string& account) const {
  v1::ServerFrame frame;
  v1::Notice& notice = *frame.mutable_notice();
  *notice.mutable_match() = match_info(*card_, people(), account);
  if (!seat_of(*card_, account)) return frame;  // offers are between the seats
  if (offers_.take_back) notice.set_take_back_asked_by(static_cast<std::uint32_t>(*offers_.take_back));
  if (offers_.draw) notice.set_draw_offered_by(static_cast<std::uint32_t>(*offers_.draw));
  for (Seat seat : kSeats) {
    if (offers_.restart[index(seat)]) notice.add_restart_agreed_by(static_cast<std::uint32_t>(seat));
  }
  return frame;
}

void Actor::notify() {
  if (!card_) return;
  for (auto& seat : seats_) {
    if (seat) seat->send(notice_for(seat->account));
  }
  if (observers_.empty()) return;
  const v1::ServerFrame frame = notice_for({});
  for (Viewing& observer : observers_) observer.send(frame);
}

}  // namespace wardroom::match
