#include "server/match/past_views.h"

#include <algorithm>
#include <set>
#include <utility>

namespace wardroom::match {
namespace {

constexpr std::size_t kBases = 33;  // the first, and the newest

// Whether the row that was played again is the stored one; its time and hash are the store's.
bool is_as_stored(const v1::record::Row& again, const v1::record::Row& stored) {
  const auto draws = draws_of(again);
  return draws == draws_of(stored) && again.published() == stored.published() &&
         (again.checksum().empty() || stored.checksum().empty() || again.checksum() == stored.checksum());
}

std::size_t length_of_step(std::span<const v1::record::Row> rows) {
  std::size_t length = 1;
  while (length < rows.size() && rows[length - 1].goes_on()) ++length;
  return length;
}

}  // namespace

PastViews::PastViews(std::shared_ptr<const Title> title, Stored stretch, const Secret& secret, Viewer viewer,
                     std::uint64_t serial)
    : title_(std::move(title)), stretch_(std::move(stretch)), secret_(secret), viewer_(viewer) {
  stretch_.viewers.clear();
  truth_.renumber(serial - 1, 0);
}

std::optional<v1::Update> PastViews::next() {
  while (advance()) {
    if (viewer_ == Viewer::kEnded && whole_) return std::move(whole_);
    if (viewer_ != Viewer::kEnded && sent_[index(viewer_)]) return *sent_[index(viewer_)];
  }
  return std::nullopt;
}

bool PastViews::advance() {
  sent_ = {};
  whole_.reset();
  try {
    if (!std::exchange(begun_, true)) return begin();
    return !diverged_ && referee_ && played_ < stretch_.rows.size() && step();
  } catch (const std::exception&) {
    diverged_ = true;  // what this build cannot play
  }
  return false;
}

bool PastViews::begin() {
  const bool from_opening = stretch_.checkpoint.seq() == 0;
  Step first;
  if (from_opening && !stretch_.rows.empty()) {
    auto opened = Referee::open(title_, stretch_.head, secret_, first, {});
    if (opened && first.checkpoint->position() == stretch_.checkpoint.position() &&
        is_as_stored(first.rows.front(), stretch_.rows.front())) {
      referee_ = std::move(*opened);
      played_ = 1;
      keep(first.checkpoint);
    }
  } else if (!from_opening) {
    auto resumed = Referee::resume(title_, {stretch_.head, stretch_.checkpoint, {}, {}, {}}, secret_, {});
    if (resumed && (*resumed)->state() != v1::MATCH_STATE_HELD) {
      referee_ = std::move(*resumed);
      keep(stretch_.checkpoint);
    }
  }
  diverged_ = !referee_;
  if (diverged_) return false;
  const std::int64_t time_ms = from_opening ? stretch_.rows.front().time_ms() : 0;
  if (viewer_ == Viewer::kEnded) {
    whole_ = truth(first);
    whole_->set_full(true);
    whole_->set_time_ms(time_ms);
  }
  for (Viewer viewer : kLiveViewers) {
    if (!looks(referee_->played(), viewer)) continue;
    OwnedUpdate& update = sent_[index(viewer)] = make_update();
    *update = *referee_->all(viewer);
    if (const auto& shown = first.updates[index(viewer)]) *update->mutable_reports() = shown->reports();
    update->set_time_ms(time_ms);
  }
  return true;
}

bool PastViews::step() {
  const std::span<const v1::record::Row> left(stretch_.rows.begin() + static_cast<std::ptrdiff_t>(played_),
                                              stretch_.rows.end());
  const auto rows = left.first(length_of_step(left));
  if (viewer_ == Viewer::kEnded) tell_deed(rows.front());
  Result<Step> again = play(rows);
  diverged_ = !again || !std::ranges::equal(again->rows, rows, is_as_stored);
  if (diverged_) return false;
  played_ += rows.size();
  keep(again->checkpoint);
  if (viewer_ == Viewer::kEnded) {
    whole_ = truth(*again);
    whole_->set_time_ms(rows.back().time_ms());
  }
  sent_ = std::move(again->updates);
  for (auto& update : sent_) {
    if (update) update->set_time_ms(rows.back().time_ms());
  }
  return true;
}

Result<Step> PastViews::play(std::span<const v1::record::Row> rows) {
  const v1::record::Row& first = rows.front();
  const Seat seat = first.seat() == 0 ? Seat::kFirst : Seat::kSecond;
  switch (first.what_case()) {
    case v1::record::Row::kAction: {
      auto row = rows.begin();
      return referee_->act(seat, [&](const Menu& menu) -> std::optional<Referee::Given> {
        if (row == rows.end() || !menu.find(from_wire(row->action()))) return std::nullopt;
        Referee::Given given(from_wire(row->action()), row->by_order());
        ++row;
        return given;
      });
    }
    case v1::record::Row::kUndo:
      return referee_->undo(seat, rows.back().undo().cancels());
    case v1::record::Row::kRewind:
      return rewind(first);
    case v1::record::Row::kEnding:
      return referee_->end(first.has_seat() ? std::optional(seat) : std::nullopt, first.ending());
    case v1::record::Row::kBegin:
    case v1::record::Row::WHAT_NOT_SET:
      break;
  }
  return refuse(RefusalCode::kUnreadable, "refusal.no_such_row");
}

// From the newest of our own bases that the rewind leaves standing. A restart after an upgrade ends what this build can
// play.
Result<Step> PastViews::rewind(const v1::record::Row& row) {
  if (row.rewind().upgrade()) return refuse(RefusalCode::kUnavailable, "refusal.match_held");
  std::erase_if(bases_, [&](const v1::record::Checkpoint& base) { return base.seq() > row.rewind().keep(); });
  if (bases_.empty()) return refuse(RefusalCode::kNotFound, "refusal.no_such_row");
  const v1::record::Checkpoint& base = bases_.back();
  const auto from = std::ranges::upper_bound(stretch_.rows, base.seq(), {}, &v1::record::Row::seq);
  const auto to = stretch_.rows.begin() + static_cast<std::ptrdiff_t>(played_);
  return referee_->take_back({stretch_.head, base, {from, to}, {}, {}}, row.rewind().keep());
}

// In the whole truth every answer stands before what it brought about, with the reason that a bot gave.
void PastViews::tell_deed(const v1::record::Row& row) {
  if (row.what_case() != v1::record::Row::kAction) return;
  const Seat seat = row.seat() == 0 ? Seat::kFirst : Seat::kSecond;
  const Menu* menu = referee_->menu(seat);
  const Item* item = menu ? menu->find(from_wire(row.action())) : nullptr;
  if (!item) return;
  const bool why = !row.reason().id().empty();
  v1::Report report;
  to_wire({Text(why ? "replay.deed_why" : "replay.deed")
               .text("seat", title_->seat_names()[index(seat)])
               .text("choice", item->label),
           item->places, item->rule},
          report);
  if (why) {
    v1::Argument& reason = *report.mutable_text()->add_arguments();
    reason.set_name("reason");
    *reason.mutable_text() = row.reason();
    *report.mutable_deed()->mutable_reason() = row.reason();
  }
  report.mutable_deed()->set_seat(row.seat());
  to_wire(title_->seat_names()[index(seat)], *report.mutable_deed()->mutable_who());
  to_wire(item->label, *report.mutable_deed()->mutable_choice());
  truth_.hold(std::move(report));
}

// Everything that anyone was told, once, and everything there is.
v1::Update PastViews::truth(const Step& step) {
  std::set<std::string> known;
  const auto take = [&](const v1::Report& report) {
    if (known.insert(report.SerializeAsString()).second) truth_.hold(report);
  };
  for (const Happened& happened : step.happened) {
    for (const auto& told : happened.told) {
      v1::Report report;
      to_wire(told.report, report);
      take(report);
    }
  }
  if (step.happened.empty()) {  // the opening, an undo, a take-back or an ending
    for (const auto& update : step.updates) {
      if (update) std::ranges::for_each(update->reports(), take);
    }
  }
  Question question;
  for (Seat seat : kSeats) {
    if (referee_->menu(seat)) question.waiting_for.push_back(static_cast<std::uint32_t>(seat));
  }
  const std::optional<v1::Ending>& ending = referee_->ending();
  const Common common{referee_->state(), referee_->epoch(), ending ? &*ending : nullptr};
  const Sections seen = pressed(*shown_view(*title_, referee_->position(), Viewer::kEnded));
  if (const OwnedUpdate update = truth_.show(seen, question, common)) return *update;
  truth_.renumber(truth_.serial() + 1, 0);  // nothing looks different, and it was a step
  return truth_.all();
}

void PastViews::keep(const std::optional<v1::record::Checkpoint>& checkpoint) {
  if (!checkpoint) return;
  bases_.push_back(*checkpoint);
  if (bases_.size() > kBases) bases_.erase(bases_.begin() + 1);
}

std::uint64_t steps_in(std::span<const v1::record::Row> rows) {
  return static_cast<std::uint64_t>(std::ranges::count(rows, false, &v1::record::Row::goes_on));
}

std::vector<v1::Update> whole_past(const std::shared_ptr<const Title>& title, const Stored& stretch,
                                   const Secret& secret, Viewer viewer) {
  PastViews views(title, stretch, secret, viewer);
  std::vector<v1::Update> past;
  while (std::optional<v1::Update> update = views.next()) past.push_back(std::move(*update));
  if (views.diverged()) past.clear();
  return past;
}

std::array<std::vector<v1::Update>, 3> everyones_past(const std::shared_ptr<const Title>& title, const Stored& stretch,
                                                      const Secret& secret) {
  PastViews views(title, stretch, secret, Viewer::kPublic);
  std::array<std::vector<v1::Update>, 3> past;
  bool known = stretch.checkpoint.seq() == 0;  // a checkpoint is not what anyone was sent
  for (; views.advance(); known = true) {
    if (!known) continue;
    for (std::size_t i = 0; i < past.size(); ++i) {
      if (views.sent()[i]) past[i].push_back(*views.sent()[i]);
    }
  }
  if (views.diverged()) return {};
  for (const auto& state : stretch.viewers) {
    if (state.viewer() < past.size()) renumber(past[state.viewer()], state.serial());
  }
  return past;
}

void renumber(std::vector<v1::Update>& past, std::uint64_t last_serial) {
  for (std::size_t i = 0; i < past.size(); ++i) {
    const std::uint64_t newer = past.size() - 1 - i;
    const std::uint64_t before = past[i].serial();
    const std::uint64_t serial = last_serial > newer ? last_serial - newer : 0;
    past[i].set_serial(serial);
    // A menu is known by the update that first showed it.
    if (!past[i].has_menu() || past[i].menu().serial() > before) continue;
    const std::uint64_t shown_for = before - past[i].menu().serial();
    past[i].mutable_menu()->set_serial(serial > shown_for ? serial - shown_for : 0);
  }
}

}  // namespace wardroom::match
