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
    if (!card_) co_return refuse(RefusalCode::kUnavailable, "refusal.not_stored");
    for (auto& reports : *missed) *attached.add_missed() = std::move(reports);
  }
  if (player || card_->state == v1::MATCH_STATE_OVER) {
    auto read = [this](Then<std::vector<v1::Chat>> then) {
      services_.store.chat(id_, services_.settings.max_chat_lines, std::move(then));
    };
    Result<std::vector<v1::Chat>> lines = co_await ask_store<std::vector<v1::Chat>>(read);
    if (!lines) co_return lines.error();
    if (!card_) co_return refuse(RefusalCode::kUnavailable, "refusal.not_stored");
    for (auto& line : *lines) *attached.add_chat() = std::move(line);
  }

  const People before = people();
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
  // Others are told who is here, not how often he comes.
  const People now = people();
  if (now.present != before.present || now.names != before.names) {
    notify(caller->line.get());
  } else {
    const v1::ServerFrame notice = notice_for(player ? caller->account : std::string());
    if (!player) told_observers_ = notice.SerializeAsString();
    find(caller->line.get())->send(notice);
  }
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
  if (reports && card_ && held_back(viewer)) {
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
  // It is stored: whatever has become of the match meanwhile, those who are here hear it.
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
  if (held_back(viewer)) {
    update = gallery_->all();
  } else if (shown_[index(viewer)]) {
    update = *shown_[index(viewer)];
  }
  update.set_match(id_);
  update.set_full(true);
  if (!shown_[index(viewer)] || card_->state == v1::MATCH_STATE_PARKED) {
    update.set_state(card_->state);
    if (card_->ending) *update.mutable_ending() = *card_->ending;
    update.clear_menu();
    update.clear_waiting_for();
  }
  return update;
}

// The match has just begun.
void Actor::begin_showing(const Step& first, std::int64_t time_ms) {
  for (Viewer viewer : kLiveViewers) {
    v1::Update update = *referee_->all(viewer);
    if (const auto& sent = first.updates[index(viewer)]) *update.mutable_reports() = sent->reports();
    update.set_match(id_);
    update.set_time_ms(time_ms);
    take_in(viewer, std::move(update));
  }
  if (gallery_) gallery_.emplace(card_->observer_delay, *shown_[index(Viewer::kPublic)]);
}

// The match has been loaded: everybody has been sent what he had been sent before.
void Actor::go_on_showing(const std::shared_ptr<const Title>& title, const Loaded& loaded) {
  const Stored& stored = loaded.stored;
  std::array<std::uint64_t, 3> serials{};
  for (const auto& state : stored.viewers) {
    if (state.viewer() >= serials.size()) continue;
    const Viewer viewer = kLiveViewers[state.viewer()];
    serials[index(viewer)] = state.serial();
    v1::Update& shown = shown_[index(viewer)].emplace(*referee_->all(viewer));
    shown.set_match(id_);
    shown.set_time_ms(state.time_ms());
  }
  for (Seat seat : kSeats) may_undo_[index(seat)] = referee_->can_undo(seat);
  const std::array<std::vector<v1::Update>, 3> past = everyones_past(title, stored, secret());
  for (Viewer viewer : kLiveViewers) {
    std::vector<v1::Update> later = past[index(viewer)];
    for (v1::Update& update : later) update.set_match(id_);
    albums_[index(viewer)] = Album(loaded.pages[index(viewer)], later, serials[index(viewer)]);
    first_kept_[index(viewer)] = 0;
  }
}

// What is put on pages with this step, which everyone is shown.
std::vector<Page> Actor::pages(const Step& step) const {
  std::vector<Page> pages;
  if (card_->state == v1::MATCH_STATE_OPEN) return pages;  // it has just begun
  // What comes after a checkpoint can be worked out again, if it comes to that.
  const bool settles = step.checkpoint || referee_->state() == v1::MATCH_STATE_OVER ||
                       std::ranges::any_of(step.rows, &v1::record::Row::has_rewind);
  for (Viewer viewer : kLiveViewers) {
    const Album& album = albums_[index(viewer)];
    std::optional<v1::Update> newest = step.updates[index(viewer)];
    if (newest && album.begins_anew()) {
      v1::Update whole = *referee_->all(viewer);
      *whole.mutable_reports() = newest->reports();
      newest = std::move(whole);
    }
    if (newest) newest->set_match(id_);
    std::ranges::move(
        album.pages(viewer, newest ? &*newest : nullptr, settles ? Album::Unfinished::kToo : Album::Unfinished::kWait),
        std::back_inserter(pages));
  }
  return pages;
}

void Actor::take_in(Viewer viewer, v1::Update update) {
  std::optional<v1::Update>& shown = shown_[index(viewer)];
  if (!shown) shown.emplace();
  Album& album = albums_[index(viewer)];
  if (!album.begins_anew()) {
    album.add(update);
    match::apply(std::move(update), *shown);
    return;
  }
  match::apply(update, *shown);
  v1::Update first = *shown;
  *first.mutable_reports() = std::move(*update.mutable_reports());
  album.add(first);
}

void Actor::tell(Step& step, std::int64_t time_ms) {
  for (std::optional<v1::Update>& update : step.updates) {
    if (!update) continue;
    update->set_match(id_);
    update->set_time_ms(time_ms);
  }
  for (Seat seat : kSeats) {
    auto& update = step.updates[index(seat)];
    if (!update) continue;
    v1::ServerFrame frame;
    *frame.mutable_update() = std::move(*update);
    if (auto& viewing = seats_[index(seat)]) viewing->send(frame);
    take_in(viewer(seat), std::move(*frame.mutable_update()));
  }
  auto& open = step.updates[index(Viewer::kPublic)];
  if (!open) return;
  if (!observers_.empty() || gallery_) {
    std::vector<v1::Update> updates = gallery_ ? gallery_->take_in(*open) : std::vector{*open};
    for (v1::Update& update : updates) {
      v1::ServerFrame frame;
      *frame.mutable_update() = std::move(update);
      for (Viewing& observer : observers_) observer.send(frame);
    }
  }
  take_in(Viewer::kPublic, std::move(*open));
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

void Actor::notify(const Line* newcomer) {
  if (!card_) return;
  for (auto& seat : seats_) {
    if (seat) seat->send(notice_for(seat->account));
  }
  if (observers_.empty()) return;
  const v1::ServerFrame frame = notice_for({});
  // Those who are held back are told nothing new by it: that something has happened would be new.
  std::string bytes = frame.SerializeAsString();
  const bool new_to_them = !held_back(Viewer::kPublic) || bytes != told_observers_;
  told_observers_ = std::move(bytes);
  for (Viewing& observer : observers_) {
    if (new_to_them || observer.line.get() == newcomer) observer.send(frame);
  }
}

}  // namespace wardroom::match
