#include "server/engine/referee.h"

#include <algorithm>

#include "common/hash.h"
#include "server/engine/sides.h"

namespace wardroom {
namespace {

v1::record::ViewerState state_of(const Outlet& outlet) {
  v1::record::ViewerState state;
  state.set_viewer(static_cast<std::uint32_t>(outlet.viewer()));
  state.set_serial(outlet.serial());
  state.set_menu_serial(outlet.menu_serial());
  return state;
}

void note_marks(const Happened& happened, v1::record::Row& row) {
  if (happened.rounds > 0) row.set_rounds(happened.rounds);
  if (happened.chapter) to_wire(*happened.chapter, *row.mutable_chapter());
}

// The revision that the newest row was played under.
std::uint32_t newest_revision(const Stored& stored) {
  std::uint32_t revision = revision_of(stored.checkpoint, stored.head);
  for (const auto& row : stored.rows) revision = revision_after(row, revision);
  return revision;
}

}  // namespace

Referee::Referee(std::shared_ptr<const Title> title, v1::record::Head head, const Secret& secret, Settings settings)
    : title_(std::move(title)),
      head_(std::move(head)),
      settings_(settings),
      seeded_(secret, 0),
      chance_(seeded_),
      press_(*title_),
      base_revision_(title_->revision()) {}

Result<std::unique_ptr<Position>> opening_of(const Title& title, const v1::record::Head& head) {
  if (!head.origin().position().empty()) return load(title, head.origin().position());
  std::vector<OptionValue> options;
  for (const auto& option : head.options()) options.push_back({option.id(), option.value()});
  return title.open(head.scenario(), options);
}

Result<std::unique_ptr<Referee>> Referee::open(std::shared_ptr<const Title> title, v1::record::Head head,
                                               const Secret& secret, Step& first, Settings settings) {
  auto position = opening_of(*title, head);
  if (!position) return position.error();

  std::unique_ptr<Referee> referee(new Referee(std::move(title), std::move(head), secret, settings));
  referee->base_ = save(**position);
  first.checkpoint.emplace();
  first.checkpoint->set_position(referee->base_);
  first.checkpoint->set_checksum(checksum(referee->base_));
  first.checkpoint->set_rules_revision(referee->base_revision_);

  referee->start_from_base(referee->seeded_);
  v1::record::Row& row = referee->add_row(first, std::nullopt);
  row.mutable_begin();
  const Happened happened = referee->game_->take();
  note_marks(happened, row);
  referee->take_in(happened, referee->seq_);
  referee->close_row(row, true);
  referee->base_draws_ = draws_of(row);
  if (referee->chapter_) referee->keep_chapter(first);  // it begins at the opening, before anybody was told anything
  referee->finish(first, std::nullopt, true);
  return referee;
}

Result<std::unique_ptr<Referee>> Referee::resume(std::shared_ptr<const Title> title, Stored stored,
                                                 const Secret& secret, Settings settings) {
  if (auto position = load(*title, stored.checkpoint.position()); !position) return position.error();
  if (checksum(stored.checkpoint.position()) != stored.checkpoint.checksum()) {
    return refuse(RefusalCode::kUnreadable, Text("refusal.damaged_checkpoint"));
  }
  const Rules rules = newest_revision(stored) == title->revision() ? Rules::kSame : Rules::kOther;
  std::unique_ptr<Referee> referee(new Referee(std::move(title), stored.head, secret, settings));
  referee->base_ = stored.checkpoint.position();
  referee->base_seq_ = stored.checkpoint.seq();
  referee->base_revision_ = revision_of(stored.checkpoint, stored.head);
  referee->base_rounds_ = stored.checkpoint.rounds();
  referee->base_chapters_ = stored.checkpoint.seq() == 0 ? 0 : stored.checkpoint.chapters();
  referee->epoch_ = stored.checkpoint.epoch();
  referee->seq_ = stored.rows.empty() ? stored.checkpoint.seq() : stored.rows.back().seq();
  referee->count(stored.rows);
  for (const auto& row : stored.rows) {
    if (row.has_ending()) stored.ending = row.ending();
  }
  referee->replay_or_hold(rules, stored.ending.has_value());
  if (stored.ending && referee->state_ != v1::MATCH_STATE_OVER) {
    referee->ending_ = std::move(stored.ending);
    referee->state_ = v1::MATCH_STATE_OVER;
    for (Outlet& outlet : referee->outlets_) referee->show(outlet);
  }
  for (const auto& state : stored.viewers) {
    if (state.viewer() < referee->outlets_.size()) {
      referee->outlets_[state.viewer()].renumber(state.serial(), state.menu_serial());
    }
  }
  return referee;
}

bool Referee::can_undo(Seat seat) const { return state_ == v1::MATCH_STATE_PLAYING && newest_choice(seat); }

// What came by itself would come again at once.
std::optional<std::uint64_t> Referee::newest_choice(Seat seat) const {
  const auto found = std::ranges::find_if(counted_.rbegin(), counted_.rend(), [&](const Counted& counted) {
    return counted.seat == seat && counted.chosen() && counted.seq > undo_floor_[index(seat)];
  });
  return found == counted_.rend() ? std::nullopt : std::optional(found->seq);
}

Result<void> Referee::may_play(Seat) const {
  if (state_ == v1::MATCH_STATE_OVER) return refuse(RefusalCode::kStale, "refusal.match_over");
  if (state_ != v1::MATCH_STATE_PLAYING) return refuse(RefusalCode::kUnavailable, "refusal.match_held");
  return {};
}

Result<Step> Referee::act(Seat seat, std::uint64_t serial, std::span<const Action> actions, const v1::Text& reason,
                          const Answers& otherwise) {
  if (auto may = may_play(seat); !may) return may.error();
  if (actions.empty()) return refuse(RefusalCode::kMalformed, "refusal.no_action");
  if (!menu(seat)) return refuse(RefusalCode::kStale, "refusal.not_asked");
  if (serial != menu_serial(seat)) return refuse(RefusalCode::kStale, "refusal.stale_menu");

  std::optional<Refusal> stopped;
  auto given = actions.begin();
  Result<Step> step = act(
      seat,
      [&](const Menu& asked) -> std::optional<Given> {
        if (given != actions.end() && asked.find(*given)) return *given++;
        std::optional<Given> more = otherwise ? otherwise(asked) : std::nullopt;
        if (!more && given != actions.end()) stopped = title_->why_not(asked.rule);
        return more;
      },
      reason);
  if (!step) return step;
  if (step->rows.empty()) return *stopped;
  step->taken = static_cast<std::size_t>(given - actions.begin());
  step->stopped = std::move(stopped);
  return step;
}

Result<Step> Referee::act(Seat seat, const Answers& answers, const v1::Text& reason) {
  if (auto may = may_play(seat); !may) return may.error();
  if (!menu(seat)) return refuse(RefusalCode::kStale, "refusal.not_asked");
  Step step;
  bool everyone = false;
  while (!everyone && menu(seat)) {
    const std::optional<Given> given = answers(*menu(seat));
    if (!given) break;
    everyone = answer(step, seat, *given, reason);
  }
  if (step.taken > 0) finish(step, seat, everyone);
  return step;
}

bool Referee::answer(Step& step, Seat seat, const Given& given, const v1::Text& reason) {
  v1::record::Row& row = add_row(step, seat);
  to_wire(given.action, *row.mutable_action());
  row.set_sole(passes(seat));
  if (!given.by_order.id().empty()) *row.mutable_by_order() = given.by_order;
  if (!reason.id().empty() && !row.sole()) *row.mutable_reason() = reason;
  tell_of_order(seat, row.by_order());
  game_->answer(seat, given.action);
  Happened happened = game_->take();
  if (game_->over()) happened.published = true;
  end_if_over();
  take_in(happened, seq_);
  note_marks(happened, row);
  close_row(row, happened.published);
  counted_.push_back(
      {seq_, seat, given.action, draws_of(row), happened.published, row.checksum(), row.sole(), row.by_order()});
  step.happened.push_back(std::move(happened));
  ++step.taken;
  return row.published();
}

void Referee::tell_of_order(Seat seat, const v1::Text& by_order) {
  if (by_order.id().empty()) return;
  v1::Report report;
  *report.mutable_text() = by_order;
  outlets_[index(seat)].hold(std::move(report));
}

Result<Step> Referee::undo(Seat seat, std::optional<std::uint64_t> back_to) {
  if (auto may = may_play(seat); !may) return may.error();
  const std::optional<std::uint64_t> choice = newest_choice(seat);
  if (!choice) return refuse(RefusalCode::kNotOffered, "refusal.no_undo");
  const std::uint64_t from = std::max(std::min(back_to.value_or(*choice), *choice), undo_floor_[index(seat)] + 1);
  Step step;
  while (true) {
    const auto last =
        std::ranges::find_if(counted_.rbegin(), counted_.rend(), [&](const Counted& c) { return c.seat == seat; });
    if (last == counted_.rend() || last->seq < from) break;
    const std::uint64_t cancelled = last->seq;
    add_row(step, seat).mutable_undo()->set_cancels(cancelled);
    counted_.erase(std::next(last).base());
    forget_checksums(cancelled, seq_);
  }
  replay(Replay::kSilent);
  asked_anew_ = {false, false};
  asked_anew_[index(seat)] = true;
  close_row(step.rows.back(), false);
  finish(step, seat, false);
  return step;
}

Result<Step> Referee::take_back(const Stored& stretch, std::uint64_t keep) {
  if (auto may = may_play(Seat::kFirst); !may) return may.error();
  if (keep >= seq_ || keep < stretch.checkpoint.seq()) return refuse(RefusalCode::kNotFound, "refusal.no_such_row");
  const auto went_on_after_it = [&](const v1::record::Row& row) { return row.seq() > keep && row.rewind().upgrade(); };
  if (std::ranges::any_of(stretch.rows, went_on_after_it)) {
    return refuse(RefusalCode::kNotFound, "refusal.nothing_to_take_back");
  }
  auto kept = std::ranges::upper_bound(stretch.rows, keep, {}, &v1::record::Row::seq);
  base_ = stretch.checkpoint.position();
  base_seq_ = stretch.checkpoint.seq();
  base_revision_ = revision_of(stretch.checkpoint, head_);
  base_rounds_ = stretch.checkpoint.rounds();
  base_chapters_ = base_seq_ == 0 ? 0 : stretch.checkpoint.chapters();
  count(std::span(stretch.rows.begin(), kept));
  Step step;
  v1::record::Row& row = add_row(step, std::nullopt);
  auto& rewind = *row.mutable_rewind();
  rewind.set_checkpoint(base_seq_);
  rewind.set_keep(keep);
  rewind.set_epoch(epoch_ + 1);
  try {
    replay(Replay::kSilent);
  } catch (const Diverged&) {
    throw Broken("a take-back to rows that this build plays differently");
  }
  seeded_.set_epoch(++epoch_);
  rewound_ = seq_;
  undo_floor_ = {seq_, seq_};
  asked_anew_ = {true, true};
  close_row(row, true);
  finish(step, std::nullopt, true);
  return step;
}

Result<Step> Referee::restart() {
  if (state_ != v1::MATCH_STATE_HELD) return refuse(RefusalCode::kConflict, "refusal.not_held");
  Step step;
  v1::record::Row& row = add_row(step, std::nullopt);
  auto& rewind = *row.mutable_rewind();
  rewind.set_checkpoint(base_seq_);
  rewind.set_keep(base_seq_);
  rewind.set_epoch(epoch_ + 1);
  rewind.set_upgrade(true);
  rewind.set_rules_revision(title_->revision());
  if (base_revision_ != title_->revision()) rewind.set_position(base_);
  seeded_.set_epoch(++epoch_);
  counted_.clear();
  state_ = v1::MATCH_STATE_PLAYING;
  start_from_base(seeded_);
  for (Outlet& outlet : outlets_) outlet.forget_held();
  begin_from_base(seq_);
  close_row(row, true);
  base_draws_ = draws_of(row);
  rewound_ = seq_;
  undo_floor_ = {seq_, seq_};
  asked_anew_ = {true, true};
  finish(step, std::nullopt, true);
  return step;
}

v1::Ending Referee::as_it_stands() const { return ending_of(*title_, position(), par_change(head_)); }

Result<Step> Referee::end(std::optional<Seat> by, v1::Ending ending) {
  if (state_ == v1::MATCH_STATE_OVER) return refuse(RefusalCode::kStale, "refusal.match_over");
  set_unit(*title_, ending);
  Step step;
  v1::record::Row& row = add_row(step, by);
  *row.mutable_ending() = ending;
  ending_ = std::move(ending);
  state_ = v1::MATCH_STATE_OVER;
  close_row(row, true);
  finish(step, std::nullopt, true);
  return step;
}

Result<v1::Update> Referee::all(Viewer who) const {
  if (!has_looker(who)) return refuse(RefusalCode::kNotFound, "refusal.no_such_viewpoint");
  if (who != Viewer::kEnded) return outlets_[index(who)].all();
  if (state_ != v1::MATCH_STATE_OVER) return refuse(RefusalCode::kNotYours, "refusal.not_over");
  v1::Update update = outlets_[index(Viewer::kPublic)].all();
  update.clear_sections();
  for (v1::Section& section : sections_of(*shown_view(*title_, position(), Viewer::kEnded))) {
    *update.add_sections() = std::move(section);
  }
  return update;
}

void Referee::start_from_base(Chance& chance) {
  chance_.use(chance);
  chance_.take();
  auto position = load(*title_, base_);
  if (!position) throw Broken("the base position cannot be read");
  game_ = std::make_unique<Game>(*title_, std::move(*position), chance_);
  rounds_ = base_rounds_;
  chapters_ = base_chapters_;
  chapter_.reset();
}

// What the rules did between the base and its first question: a chapter marked there is the opening's, and kept.
void Referee::begin_from_base(std::uint64_t seq) {
  take_in(game_->take(), seq);
  chapter_.reset();
}

void Referee::end_if_over() {
  if (!game_->over()) return;
  ending_ = ending_of(*title_, position(), par_change(head_));
  state_ = v1::MATCH_STATE_OVER;
}

void Referee::replay(Replay how) {
  recorded_ = {};
  recorded_.expect(base_draws_);
  const std::uint64_t floor = std::max(base_seq_, rewound_);
  undo_floor_ = {floor, floor};
  for (Outlet& outlet : outlets_) outlet.forget_held();
  const auto settle = [&](std::optional<Seat> acting) {
    for (Outlet& outlet : outlets_) {
      if (acting && !is(outlet.viewer(), *acting)) continue;
      if (how == Replay::kShowing) show(outlet);
      outlet.forget_held();
    }
  };
  start_from_base(recorded_);
  begin_from_base(base_seq_);
  settle(std::nullopt);
  for (const Counted& counted : counted_) {
    recorded_.expect(counted.draws);
    const Menu* asked = game_->menu(counted.seat);
    if (!asked || !asked->find(counted.action)) throw Diverged("an action that is not offered");
    tell_of_order(counted.seat, counted.by_order);
    game_->answer(counted.seat, counted.action);
    if (!recorded_.used_up()) throw Diverged("a draw of the journal that was not made");
    const bool comparable = settings_.checksums && !counted.checksum.empty();
    if (comparable && checksum(save(position())) != counted.checksum) throw Diverged("another position");
    take_in(game_->take(), counted.seq);
    end_if_over();
    if (counted.published && game_->at_checkpoint()) chapter_.reset();  // kept there
    settle(counted.published ? std::nullopt : std::optional(counted.seat));
  }
  chance_.take();
  seeded_.set_epoch(epoch_);
  chance_.use(seeded_);
}

void Referee::replay_or_hold(Rules rules, bool over) {
  if (rules == Rules::kOther && !over) return hold();
  try {
    return replay(Replay::kShowing);
  } catch (const Diverged&) {
  } catch (const Broken&) {
  } catch (const std::exception&) {
    if (rules == Rules::kSame) throw;  // other rules may fail at these rows in any way
  }
  hold();
}

void Referee::hold() {
  counted_.clear();
  state_ = v1::MATCH_STATE_HELD;
  recorded_ = {};
  recorded_.expect(base_draws_);
  try {
    start_from_base(recorded_);
  } catch (const Diverged&) {
    seeded_.set_epoch(epoch_ + 1);
    start_from_base(seeded_);
  }
  game_->take();
  chance_.take();
  chance_.use(seeded_);
  for (Outlet& outlet : outlets_) {
    outlet.forget_held();
    show(outlet);
  }
}

void Referee::take_in(const Happened& happened, std::uint64_t seq) {
  for (const auto& told : happened.told) {
    v1::Report report;
    to_wire(told.report, report);
    for (Outlet& outlet : outlets_) {
      if (told.viewers.has(outlet.viewer()) && has_looker(outlet.viewer())) outlet.hold(report);
    }
  }
  rounds_ += happened.rounds;
  chapters_ += happened.chapters;
  if (happened.chapter) chapter_ = happened.chapter;
  for (const auto& asked : happened.asked) asked_anew_[index(asked.seat)] = true;
  for (Seat seat : kSeats) {
    std::uint64_t& floor = undo_floor_[index(seat)];
    if (happened.barred[index(seat)]) floor = std::max(floor, seq);
  }
}

void Referee::count(std::span<const v1::record::Row> rows) {
  counted_.clear();
  base_draws_.clear();
  for (const auto* row : standing_actions(rows)) {
    counted_.push_back({row->seq(), static_cast<Seat>(row->seat()), from_wire(row->action()), draws_of(*row),
                        row->published(), row->checksum(), row->sole(), row->by_order()});
  }
  for (const auto& row : rows) {
    if (row.has_rewind()) {
      epoch_ = std::max(epoch_, row.rewind().epoch());
      rewound_ = row.seq();
    }
    if (row.has_undo()) forget_checksums(row.undo().cancels(), row.seq());
    const bool from_base = row.has_begin() || (row.has_rewind() && row.rewind().keep() == base_seq_);
    if (from_base && (row.has_begin() || row.rewind().upgrade())) base_draws_ = draws_of(row);
  }
}

// Side by side the other seat may have gone on after a row that is now undone: its checksums knew that row.
void Referee::forget_checksums(std::uint64_t cancelled, std::uint64_t undo) {
  for (Counted& counted : counted_) {
    if (counted.seq > cancelled && counted.seq < undo) counted.checksum.clear();
  }
}

v1::record::Row& Referee::add_row(Step& step, std::optional<Seat> seat) {
  if (!step.rows.empty()) step.rows.back().set_goes_on(true);
  v1::record::Row& row = step.rows.emplace_back();
  row.set_seq(++seq_);
  if (seat) row.set_seat(static_cast<std::uint32_t>(*seat));
  return row;
}

// What leads up to a row that everyone is shown something by is proved with it.
void Referee::close_row(v1::record::Row& row, bool published) {
  for (const Drawn& drawn : chance_.take()) to_record(drawn, *row.add_draws());
  row.set_published(published);
  if (published && settings_.checksums) row.set_checksum(checksum(press().save(position())));
}

// What it made is good until the rules have run.
Press& Referee::press() {
  if (game_->take_stirred()) press_.renew();
  return press_;
}

void Referee::finish(Step& step, std::optional<Seat> acting, bool everyone) {
  for (std::size_t i = 0; i < outlets_.size(); ++i) {
    if (everyone || (acting && is(outlets_[i].viewer(), *acting))) step.updates[i] = show(outlets_[i]);
    step.viewers[i] = state_of(outlets_[i]);
  }
  if (everyone && state_ == v1::MATCH_STATE_PLAYING && game_->at_checkpoint() &&
      (chapter_ || seq_ - base_seq_ >= settings_.checkpoint_every)) {
    base_ = press().save(position());
    base_seq_ = seq_;
    base_revision_ = title_->revision();
    base_rounds_ = rounds_;
    base_chapters_ = chapters_;
    base_draws_.clear();
    counted_.clear();
    auto& checkpoint = step.checkpoint.emplace();
    checkpoint.set_seq(seq_);
    checkpoint.set_epoch(epoch_);
    checkpoint.set_position(base_);
    checkpoint.set_checksum(checksum(base_));
    checkpoint.set_rules_revision(base_revision_);
    if (rounds_ > 0) checkpoint.set_rounds(rounds_);
    if (chapters_ > 0) checkpoint.set_chapters(chapters_);
    if (chapter_) keep_chapter(step);
  }
}

void Referee::keep_chapter(Step& step) {
  auto& checkpoint = *step.checkpoint;
  checkpoint.set_chapters(chapters_);
  to_wire(*chapter_, *checkpoint.mutable_chapter());
  for (const Outlet& outlet : outlets_) *checkpoint.add_viewers() = state_of(outlet);
  step.chapter = {chapters_, std::move(*chapter_)};
  chapter_.reset();
}

bool Referee::has_looker(Viewer viewer) const {
  return looks(played(), viewer) && !(settings_.unseen && is(viewer, *settings_.unseen));
}

OwnedUpdate Referee::show(Outlet& outlet) {
  if (!has_looker(outlet.viewer())) return nullptr;
  Question question;
  for (Seat seat : kSeats) {
    const Menu* pending = menu(seat);
    const bool own = is(outlet.viewer(), seat);
    // Side by side, nobody learns whether the other has finished his part.
    const bool hidden = state_ == v1::MATCH_STATE_PLAYING && game_->in_together() && !own && played()[index(seat)];
    if (pending || hidden) question.waiting_for.push_back(static_cast<std::uint32_t>(seat));
    if (own) {
      question.menu = passes(seat) ? nullptr : pending;
      question.anew = std::exchange(asked_anew_[index(seat)], false);
      question.can_undo = can_undo(seat);
    }
  }
  const Common common{state_, epoch_, ending_ ? &*ending_ : nullptr};
  const Sections& sections = press().show(position(), outlet.viewer());
  if (outlet.viewer() == Viewer::kPublic) progress_ = press_.progress();
  return outlet.show(sections, question, common);
}

}  // namespace wardroom
