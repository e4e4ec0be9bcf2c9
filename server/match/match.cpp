#include "server/match/match.h"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <boost/core/demangle.hpp>
#include <filesystem>
#include <typeinfo>

#include "common/build.h"
#include "common/frame.h"
#include "server/engine/sides.h"
#include "server/match/jobs.h"
#include "server/match/past_views.h"

namespace wardroom::match {
namespace {

bool shown_to_all(const std::vector<v1::record::Row>& rows) {
  return std::ranges::any_of(rows, &v1::record::Row::published);
}

std::array<bool, 2> asked(const Referee& referee) {
  return {referee.menu(Seat::kFirst) != nullptr, referee.menu(Seat::kSecond) != nullptr};
}

v1::record::Head head_of(const MatchCard& card) {
  v1::record::Head head;
  head.set_match(card.id);
  head.set_title(card.title);
  head.set_scenario(card.scenario);
  head.set_build(std::string(build_id()));
  head.set_data_hash(card.data_hash);
  head.set_overlay(card.overlay);
  for (const auto& option : card.options) {
    auto& out = *head.add_options();
    out.set_id(option.id());
    out.set_value(option.value());
  }
  head.set_seed_commitment(seed_commitment(card.server_seed));
  for (const std::string& nonce : card.nonces) head.add_nonces(nonce);
  head.set_sides(card.sides);
  head.set_quick_passes(card.quick_passes);
  if (!card.origin.position().empty()) *head.mutable_origin() = card.origin;
  head.set_exchange(exchange_of(card));
  if (first_of(card)) head.mutable_nonce_hashes()->Add(card.nonce_hashes.begin(), card.nonce_hashes.end());
  return head;
}

v1::Ending ending_of(v1::EndingKind kind, std::optional<Seat> winner, const Text& verdict) {
  v1::Ending ending;
  ending.set_kind(kind);
  if (winner) ending.set_winner(static_cast<std::uint32_t>(*winner));
  to_wire(verdict, *ending.mutable_verdict());
  return ending;
}

}  // namespace

void Speech::add(Viewer viewer, v1::Update update) {
  v1::ServerFrame frame;
  *frame.mutable_update() = std::move(update);
  add(viewer, std::move(frame));
}

void Speech::add(Speech later) {
  for (Viewer viewer : kLiveViewers) {
    std::ranges::move(later.frames[index(viewer)], std::back_inserter(frames[index(viewer)]));
  }
}

std::string cause_of(const std::exception& error) {
  const auto* broken = dynamic_cast<const Broken*>(&error);
  if (!broken) return boost::core::demangle(typeid(error).name());
  const std::source_location& where = broken->cause.where;
  const std::string file = std::filesystem::path(where.file_name()).filename().string();
  return fmt::format("{} ({}:{})", broken->cause.text, file, where.line());
}

// -- from the store, and away --

Result<bool> Match::load(const std::shared_ptr<const Title>& title, Loaded loaded, std::string& cause) {
  shown.card = std::move(loaded.card);
  Stored& stored = loaded.stored;
  stored.ending = shown.card->ending;
  last_hash_ = stored.last_hash;
  shown.chapters = std::move(loaded.chapters);
  const Secret secret = secret_of(*shown.card);
  auto resumed = unbroken([&] { return Referee::resume(title, stored, secret, settings_.referee); }, cause);
  if (!resumed) return false;
  if (!*resumed) return resumed->error();
  referee_ = std::move(**resumed);
  use(title);
  points_.clear();
  for (Seat seat : kSeats) {
    shown.acted[index(seat)] = acted_before_[index(seat)] = point_in(stored, seat).has_value();
    unsure_ |= !shown.acted[index(seat)] && stored.checkpoint.seq() > 0;
  }
  shown.queues = {};
  for (const StoredQueue& kept : loaded.queues) {
    v1::record::Queue queue;
    if (queue.ParseFromString(kept.body))
      shown.queues[index(kept.seat)] = std::make_shared<const Queue>(std::move(queue));
  }
  read_time(stored.rows);
  go_on_showing(loaded);
  return true;
}

void Match::use(const std::shared_ptr<const Title>& title) {
  if (shown.title == title) return;
  shown.title = title;
  shown.standing = std::make_shared<const std::vector<StandingInfo>>(title->standing());
}

// Everybody has been sent what he had been sent before.
void Match::go_on_showing(const Loaded& loaded) {
  const Stored& stored = loaded.stored;
  std::array<std::uint64_t, 3> serials{};
  for (const auto& state : stored.viewers) {
    if (state.viewer() >= serials.size()) continue;
    const Viewer viewer = kLiveViewers[state.viewer()];
    if (!looks(referee_->played(), viewer)) continue;
    serials[index(viewer)] = state.serial();
    auto update = std::make_shared<v1::Update>(*referee_->all(viewer));
    update->set_match(shown.id);
    update->set_time_ms(state.time_ms());
    shown.updates[index(viewer)] = std::make_shared<const Seen>(std::move(update));
  }
  for (Seat seat : kSeats) shown.may_undo[index(seat)] = referee_->can_undo(seat);
  const auto past = everyones_past(referee_->shared_title(), stored, secret_of(*shown.card));
  for (Viewer viewer : kLiveViewers) {
    if (!looks(referee_->played(), viewer)) continue;
    std::vector<v1::Update> later = past[index(viewer)];
    for (v1::Update& update : later) update.set_match(shown.id);
    shown.albums[index(viewer)] = Album(loaded.pages[index(viewer)], later, serials[index(viewer)]);
  }
  shown.first_kept = std::make_shared<Shown::Serials>();
}

void Match::fill_gallery(std::vector<v1::Update> past) {
  const std::uint32_t delay = shown.card->observer_delay;
  if (past.empty()) {  // this build plays it differently: nothing is safe to show but the state
    v1::Update state;
    state.set_state(referee_->state());
    shown.gallery.emplace(delay, std::move(state));
    return;
  }
  renumber(past, referee_->all(Viewer::kPublic)->serial());
  const std::size_t wanted = delay + std::size_t{1};
  const std::size_t first = past.size() > wanted ? past.size() - wanted : 0;
  v1::Update seen = past.front();
  seen.clear_reports();
  for (std::size_t i = 1; i <= first; ++i) apply(past[i], seen);
  shown.gallery.emplace(delay, std::move(seen));
  for (std::size_t i = first + 1; i < past.size(); ++i) {
    past[i].set_match(shown.id);
    shown.gallery->take_in(std::move(past[i]));
  }
}

void Match::forget() {
  referee_.reset();
  writing_.reset();
  run_.reset();
  late_.reset();
  agreed_.reset();
  by_hand_.reset();
  shown.title.reset();
  shown.updates = {};
  shown.gallery.reset();
  shown.restart = {};
}

// -- deciding --

Result<v1::record::Head> Match::head(const Title& title) const {
  v1::record::Head head = head_of(*shown.card);
  if (Result<void> found = find_sides(head, secret_of(*shown.card)); !found) return found.error();
  head.set_rules_revision(title.revision());
  return head;
}

Result<Step> Match::open(const std::shared_ptr<const Title>& title, const v1::record::Head& head) {
  Step first;
  auto opened = Referee::open(title, head, secret_of(*shown.card), first, settings_.referee);
  if (!opened) return opened.error();
  referee_ = std::move(*opened);
  last_hash_ = chain_start(head);
  return first;
}

Result<Step> Match::act(Seat seat, const v1::Act& act, const v1::Text& reason) {
  by_hand_ = seat;
  std::vector<Action> actions;
  actions.reserve(static_cast<std::size_t>(act.actions_size()));
  for (const v1::Action& action : act.actions()) actions.push_back(from_wire(action));
  if (!shown.card->quick_passes) return referee_->act(seat, act.menu_serial(), actions, reason);
  const Referee::Answers passes = by_itself(seat);
  const auto single = [&](const Menu& menu) { return referee_->passes(menu) ? passes(menu) : std::nullopt; };
  Result<Step> step = referee_->act(seat, act.menu_serial(), actions, reason, single);
  if (!step) run_.reset();
  return step;
}

Result<Step> Match::take_back(const Point& point) {
  by_hand_.reset();
  return referee_->take_back(point.stretch, point.keep);
}

Result<Step> Match::restart() {
  by_hand_.reset();
  return referee_->restart();
}

Result<Step> Match::resign(Seat seat) {
  by_hand_ = seat;
  const Text verdict = Text("verdict.resigned").text("seat", referee_->title().seat_names()[index(seat)]);
  return referee_->end(seat, ending_of(v1::ENDING_KIND_RESIGNED, other(seat), verdict));
}

Result<Step> Match::claim_flag(Seat seat) {
  by_hand_ = seat;
  const Text verdict = Text("verdict.flag").text("seat", referee_->title().seat_names()[index(other(seat))]);
  late_ = other(seat);
  return referee_->end(seat, ending_of(v1::ENDING_KIND_FLAG, seat, verdict));
}

Result<Step> Match::agree_take_back(Seat seat, const Point& point) {
  agreed_.emplace(v1::OFFER_KIND_TAKE_BACK, other(seat));
  return take_back(point);
}

Result<Step> Match::agree_draw(Seat seat) {
  by_hand_.reset();
  agreed_.emplace(v1::OFFER_KIND_DRAW, other(seat));
  return referee_->end(std::nullopt, ending_of(v1::ENDING_KIND_AGREED_DRAW, std::nullopt, Text("verdict.agreed_draw")));
}

// By score: what the position is worth as it stands.
Result<Step> Match::call_off(const CallOff& asked) {
  if (asked.how == CallOff::How::kAsRuled) {
    return referee_->end(std::nullopt,
                         ending_of(v1::ENDING_KIND_ADJUDICATED, asked.winner, Text("verdict.adjudicated")));
  }
  if (asked.how == CallOff::How::kLeft)
    return referee_->end(std::nullopt, ending_of(v1::ENDING_KIND_ADJUDICATED, std::nullopt, Text("verdict.left")));
  v1::Ending ending = referee_->as_it_stands();
  ending.set_kind(v1::ENDING_KIND_ADJUDICATED);
  ending.clear_winner();
  if (ending.has_par_winner()) ending.set_winner(ending.par_winner());
  to_wire(Text("verdict.by_score"), *ending.mutable_verdict());
  return referee_->end(std::nullopt, std::move(ending));
}

bool Match::plays_itself(Seat seat) const {
  if (!referee_ || shown.card->state != v1::MATCH_STATE_PLAYING) return false;
  const Menu* menu = referee_->menu(seat);
  if (!menu) return false;
  if (referee_->passes(seat) || standing_order(*menu)) return true;
  return shown.queue(seat).plays(*menu);
}

const v1::StandingOrder* Match::standing_order(const Menu& menu) const {
  return order_for(shown.queue(menu.seat).shown().standing(), *shown.standing, menu);
}

Result<Step> Match::play_itself(Seat seat, const std::optional<v1::Hint>& by_staff) {
  by_hand_.reset();
  return referee_->act(seat, by_itself(seat, by_staff));
}

Referee::Answers Match::by_itself(Seat seat, std::optional<v1::Hint> by_staff) {
  asks_staff_ = false;
  Queue& queue = run_.emplace(Run{seat, shown.queue(seat)}).queue;
  const Queue::Sole sole = shown.card->quick_passes ? Queue::Sole::kPass : Queue::Sole::kAsk;
  return [this, &queue, sole, by_staff](const Menu& menu) mutable -> std::optional<Referee::Given> {
    const std::optional<v1::Hint> thought = std::exchange(by_staff, std::nullopt);  // of the first menu alone
    if (const v1::StandingOrder* order = standing_order(menu); order && !referee_->passes(menu)) {
      ByOrder answer = answer_by(*order, *shown.standing, *referee_, menu, thought ? &*thought : nullptr);
      asks_staff_ = answer.asks_staff;
      if (answer.given || asks_staff_) return answer.given;
    }
    return queue.next(menu, referee_->seq() + 1, sole);
  };
}

Queue Match::take_run(Seat seat) {
  Queue queue = shown.queue(seat);
  if (run_ && run_->seat == seat) queue = std::move(run_->queue);
  run_.reset();
  return queue;
}

// -- writing --

Commit Match::write(Step& step, std::optional<v1::record::Head> head) {
  const MatchCard& card = *shown.card;
  Writing& writing = writing_.emplace(Writing{});
  writing.opening = head.has_value();
  if (writing.opening) {
    shown.thinking = {};
    if (card.observer_delay > 0) shown.gallery.emplace(card.observer_delay, v1::Update());
  }
  writing.barrier = shown_to_all(step.rows);
  // Every seat that is played was sent something. A barrier need not show: somebody may draw a card that the other
  // never hears of.
  writing.everyone = writing.barrier && std::ranges::all_of(kSeats, [&](Seat seat) {
                       return card.by_rules[index(seat)] || step.updates[index(seat)];
                     });
  for (auto& update : step.updates)
    if (update) update->set_match(shown.id);
  writing.to_move = asked(*referee_);
  writing.unsure = cancels_older(step.rows);
  writing.points = change_of_points(step.rows);

  Commit commit;
  commit.match = shown.id;
  commit.after = step.rows.front().seq() - 1;
  commit.previous_hash = last_hash_;
  commit.head = std::move(head);
  commit.chapter = writing.chapter = chapter(step);
  if (writing.chapter) writing.chapter->bodies = {};
  if (writing.barrier) commit.pages = pages(step);
  commit.progress = writing.progress = progress(step, writing.opening);
  commit.queues = queues(step);
  commit.rows = std::move(step.rows);
  commit.checkpoint = std::move(step.checkpoint);
  commit.viewers = step.viewers;
  for (Viewer viewer : kLiveViewers) {
    const OwnedUpdate& update = step.updates[index(viewer)];
    if (!update || update->reports().empty()) continue;
    commit.told.push_back({viewer, update->serial(), {update->reports().begin(), update->reports().end()}});
  }
  commit.state = referee_->state();
  commit.ending = referee_->ending();
  commit.to_move = writing.to_move;
  commit.shown = writing.everyone;
  commit.beside = beside(writing);
  if (writing.opening) begin_with_usual(commit);
  tell_absent(commit);
  writing.updates = std::move(step.updates);
  return commit;
}

// The jobs of whoever waits, or does not know yet that all is over.
void Match::tell_absent(Commit& commit) {
  HandOver hand_over;
  hand_over.by_hand = commit.by_hand = std::exchange(by_hand_, std::nullopt);
  hand_over.over = commit.state == v1::MATCH_STATE_OVER && shown.card->state != v1::MATCH_STATE_OVER;
  for (Seat seat : kSeats) {
    if (const auto& before = shown.updates[index(seat)]) hand_over.menus_before[index(seat)] = before->menu().serial();
    if (commit.to_move[index(seat)]) hand_over.menus[index(seat)] = commit.viewers[index(seat)].menu_serial();
  }
  commit.outbox = told_by(*shown.card, hand_over, settings_.notice_after.count());
}

// What the step makes of the seats' queues, where it changes them.
std::vector<StoredQueue> Match::queues(const Step& step) {
  std::vector<StoredQueue> changed;
  const bool over = referee_->state() == v1::MATCH_STATE_OVER;
  const std::optional<Run> run = std::exchange(run_, std::nullopt);
  for (Seat seat : kSeats) {
    if (!shown.queues[index(seat)]) continue;
    const auto other_seat = is_person(*shown.card, other(seat)) ? Queue::Other::kPerson : Queue::Other::kNobody;
    Queue queue = run && run->seat == seat ? run->queue : shown.queue(seat);
    queue.take_in(step, seat, other_seat);
    if (over) queue.clear();
    if (queue.bytes() == shown.queue(seat).bytes()) continue;
    changed.push_back({seat, over ? std::string() : queue.bytes(), shown.queue(seat).version()});
    writing_->queues[index(seat)] = std::make_shared<const Queue>(std::move(queue));
  }
  return changed;
}

// What is put on pages with this step, which everyone is shown.
std::vector<Page> Match::pages(const Step& step) const {
  std::vector<Page> pages;
  if (shown.card->state == v1::MATCH_STATE_OPEN) return pages;  // it has just begun
  // What comes after a checkpoint can be worked out again, if it comes to that.
  const bool settles = step.checkpoint || referee_->state() == v1::MATCH_STATE_OVER ||
                       std::ranges::any_of(step.rows, &v1::record::Row::has_rewind);
  const auto unfinished = settles ? Album::Unfinished::kToo : Album::Unfinished::kWait;
  for (Viewer viewer : kLiveViewers) {
    if (!looks(referee_->played(), viewer)) continue;
    const Album& album = shown.albums[index(viewer)];
    const OwnedUpdate& sent = step.updates[index(viewer)];
    if (!album.has_pages(sent ? sent->serial() : 0, unfinished)) continue;
    const v1::Update* newest = sent.get();
    v1::Update whole;
    if (newest && album.begins_anew()) {
      whole = *referee_->all(viewer);
      *whole.mutable_reports() = newest->reports();
      whole.set_match(shown.id);
      newest = &whole;
    }
    std::ranges::move(album.pages(viewer, newest, unfinished), std::back_inserter(pages));
  }
  return pages;
}

// A chapter begins where this step's checkpoint is: what everyone who is shown something by it sees there.
std::optional<Chapter> Match::chapter(const Step& step) const {
  if (!step.chapter || !step.checkpoint) return std::nullopt;
  Chapter chapter;
  chapter.row = step.checkpoint->seq();
  to_wire(step.chapter->name, chapter.name);
  for (Viewer viewer : kLiveViewers) {
    const OwnedUpdate& update = step.updates[index(viewer)];
    if (!update) continue;
    v1::Update whole = *referee_->all(viewer);
    *whole.mutable_reports() = update->reports();
    whole.set_match(shown.id);
    chapter.serials[index(viewer)] = whole.serial();
    chapter.bodies[index(viewer)] = body_of(whole);
  }
  return chapter;
}

std::optional<ProgressText> Match::progress(const Step& step, bool opening) const {
  const OwnedUpdate& update = step.updates[index(Viewer::kPublic)];
  if (!update && !opening) return std::nullopt;
  const MatchCard& card = *shown.card;
  ProgressText now;
  if (!referee_->progress().empty()) to_wire(referee_->progress(), now.shown);
  now.held_back = now.shown;
  if (const std::optional<Gallery>& gallery = shown.gallery; gallery && !opening) {
    const v1::Update after = gallery->after(*update);
    now.held_back = after.serial() == gallery->serial() ? card.held_back : v1::Text();
    if (after.serial() != gallery->serial())
      to_wire(referee_->title().progress(*view_of(referee_->title(), after)), now.held_back);
  }
  const bool same = save(now.shown) == save(card.progress) && save(now.held_back) == save(card.held_back);
  return same ? std::nullopt : std::optional(std::move(now));
}

// -- telling --

Speech Match::tell(const Stamp& stamp) {
  Writing step = *std::exchange(writing_, std::nullopt);
  MatchCard& card = *shown.card;
  const v1::MatchState was = card.state;
  const std::array<bool, 2> restart = shown.restart;
  v1::record::Aside before = std::exchange(card.aside, stamp.beside.aside);
  card.clocks = stamp.beside.clocks;
  if (step.agreed)
    for (Seat seat : kSeats) (void)take_offer(before, *step.agreed, seat);
  lapsed_ = gone(before, card.aside);
  last_hash_ = stamp.last_hash;
  card.state = referee_->state();
  card.ending = referee_->ending();
  card.to_move = step.to_move;
  take_in(std::move(step.points), step.unsure);
  card.moved_ms = stamp.time_ms;
  if (step.everyone) card.shown_ms = stamp.time_ms;
  if (step.chapter) shown.chapters.push_back(std::move(*step.chapter));
  if (step.progress) {
    card.progress = step.progress->shown;
    card.held_back = step.progress->held_back;
  }
  const bool clock = has_clock(card.clock);
  count_time(step, stamp.time_ms);
  if (step.everyone) shown.restart = {};
  use(referee_->shared_title());

  std::array<bool, 3> sent{};
  for (Viewer viewer : kLiveViewers) sent[index(viewer)] = step.updates[index(viewer)] != nullptr;
  Speech speech;
  if (step.opening) {
    begin_showing(step);
    speech = everything();
  } else {
    speech = show(step);
  }
  for (Seat seat : kSeats) shown.may_undo[index(seat)] = referee_->can_undo(seat);
  for (Viewer viewer : kLiveViewers) {
    if (step.barrier && sent[index(viewer)]) shown.albums[index(viewer)].stored(shown.told_upto(viewer));
  }
  const bool offers_changed = !lapsed_.empty() || step.agreed || shown.restart != restart;
  if (card.state != was || offers_changed || (clock && step.everyone)) speech.add(notices());
  for (Seat seat : kSeats) {
    if (!step.queues[index(seat)]) continue;
    const std::uint64_t told_version = shown.queue(seat).version();
    shown.queues[index(seat)] = std::move(step.queues[index(seat)]);
    if (shown.queue(seat).version() != told_version) speech.add(viewer(seat), shown.queue_frame(seat));
  }
  return speech;
}

void Match::begin_showing(const Writing& first) {
  for (Viewer viewer : kLiveViewers) {
    if (!looks(referee_->played(), viewer)) continue;
    auto update = std::make_shared<v1::Update>(*referee_->all(viewer));
    if (const auto& sent = first.updates[index(viewer)]) *update->mutable_reports() = sent->reports();
    update->set_match(shown.id);
    update->set_time_ms(shown.card->moved_ms);
    take_in(viewer, std::move(update));
  }
  if (shown.gallery) shown.gallery.emplace(shown.card->observer_delay, shown.updates[index(Viewer::kPublic)]->full());
}

Speech Match::show(Writing& step) {
  Speech speech;
  for (Viewer viewer : kLiveViewers) {
    const OwnedUpdate& update = step.updates[index(viewer)];
    if (!update) continue;
    update->set_time_ms(shown.card->moved_ms);
    if (viewer == Viewer::kPublic && shown.gallery) {
      for (v1::Update& now : shown.gallery->take_in(*update)) speech.add(viewer, std::move(now));
    } else {
      auto* frame = google::protobuf::Arena::CreateMessage<v1::ServerFrame>(update->GetArena());
      frame->unsafe_arena_set_allocated_update(update.get());
      speech.frames[index(viewer)].emplace_back(update, frame);
    }
    take_in(viewer, update);
  }
  return speech;
}

void Match::take_in(Viewer viewer, std::shared_ptr<const v1::Update> update) {
  std::shared_ptr<const Seen>& seen = shown.updates[index(viewer)];
  seen = std::make_shared<const Seen>(seen.get(), update);
  Album& album = shown.albums[index(viewer)];
  if (!album.begins_anew()) return album.add(*update);
  v1::Update whole = seen->full();
  *whole.mutable_reports() = update->reports();
  album.add(whole);
}

Speech Match::everything() const {
  Speech speech;
  for (Viewer viewer : kLiveViewers) speech.add(viewer, shown.full(viewer));
  for (Seat seat : kSeats) {
    if (shown.queues[index(seat)]) speech.add(viewer(seat), shown.queue_frame(seat));
  }
  return speech;
}

Speech Match::notices() {
  Speech speech;
  const std::int64_t now_ms = settings_.now_ms();
  for (Seat seat : kSeats) speech.add(viewer(seat), shown.notice_for(shown.card->accounts[index(seat)], now_ms));
  v1::ServerFrame frame = shown.notice_for({}, now_ms);
  // Those who are held back are told nothing new by it: that something has happened would be new.
  std::string bytes = frame.SerializeAsString();
  const bool new_to_them = !shown.held_back(Viewer::kPublic) || bytes != told_observers_;
  told_observers_ = std::move(bytes);
  if (new_to_them) speech.add(Viewer::kPublic, std::move(frame));
  return speech;
}

v1::ServerFrame Match::notice_for(Viewer newcomer, const std::string& account) {
  const bool observes = newcomer == Viewer::kPublic;
  v1::ServerFrame notice = shown.notice_for(observes ? std::string() : account, settings_.now_ms());
  if (observes) told_observers_ = notice.SerializeAsString();
  return notice;
}

Speech Match::show_observers_all() {
  shown.gallery.emplace(shown.card->observer_delay, *referee_->all(Viewer::kPublic));
  return everything();
}

}  // namespace wardroom::match
