// The part of Actor that keeps plotting tables.
#include <spdlog/spdlog.h>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/post.hpp>

#include "server/engine/outlet.h"
#include "server/match/actor.h"
#include "server/match/await.h"

namespace wardroom::match {
namespace asio = boost::asio;

namespace {

std::shared_ptr<const Marks> read_from(const std::vector<StoredMarks>& stored, Seat seat) {
  for (const StoredMarks& kept : stored) {
    v1::Marks marks;
    if (kept.seat == seat && marks.ParseFromString(kept.body)) return std::make_shared<const Marks>(std::move(marks));
  }
  return nullptr;
}

}  // namespace

asio::awaitable<Result<void>> Actor::read_marks() {
  if (marks_read_) co_return Result<void>();
  auto read = [this](Then<std::vector<StoredMarks>> then) { services_.store.marks(id_, std::move(then)); };
  Result<std::vector<StoredMarks>> stored = co_await ask_store<std::vector<StoredMarks>>(read);
  if (!stored) co_return stored.error();
  for (Seat seat : kSeats) shown_.tables[index(seat)] = read_from(*stored, seat);
  marks_read_ = true;
  co_return Result<void>();
}

asio::awaitable<Answer> Actor::change_marks(const Caller& caller, const v1::ChangeMarks& asked) {
  Result<Seat> seat = shown_.seat_for(caller);
  if (!seat) co_return seat.error();
  Baton::Hold hold = co_await marks_turns_[index(*seat)].take();
  for (int tries = 0; tries < kTries && shown_.card; ++tries) {
    Result<void> may = shown_.may(*seat, &asked, services_.settings);
    if (!may) co_return may.error();
    Marks marks = shown_.marks(*seat);
    marks.change(asked, shown_.now(*seat));
    if (shown_.title && shown_.updates[index(*seat)])
      (void)marks.take_in(*shown_.title, *view_of(*shown_.title, shown_.updates[index(*seat)]->full()),
                          shown_.now(*seat));
    Result<bool> kept = co_await keep_marks(*seat, std::move(marks));
    if (!kept) co_return kept.error();
    if (!*kept) continue;
    v1::ServerFrame frame;
    *frame.mutable_marks() = shown_.marks_shown(*seat);
    co_return frame;
  }
  co_return refuse(RefusalCode::kUnavailable, "refusal.not_stored");
}

// Only with the seat's turn at its marks.
asio::awaitable<Result<bool>> Actor::keep_marks(Seat seat, Marks marks) {
  marks.follow(shown_.marks(seat));
  auto write = [&](Then<void> then) {
    services_.store.keep_marks(id_, {seat, marks.version(), marks.bytes()}, std::move(then));
  };
  const Result<void> kept = co_await ask_store<void>(write);
  if (kept) {
    show_marks(seat, std::make_shared<const Marks>(std::move(marks)));
    co_return true;
  }
  // What the store says is what is.
  auto read = [this](Then<std::vector<StoredMarks>> then) { services_.store.marks(id_, std::move(then)); };
  Result<std::vector<StoredMarks>> stored = co_await ask_store<std::vector<StoredMarks>>(read);
  if (stored) show_marks(seat, read_from(*stored, seat));
  if (stored && kept.error().code == RefusalCode::kConflict && services_.store.is_shared()) co_return false;
  co_return refuse(RefusalCode::kUnavailable, "refusal.not_stored");
}

// To all his devices here.
void Actor::show_marks(Seat seat, std::shared_ptr<const Marks> table) {
  const std::uint64_t before = shown_.marks(seat).version();
  shown_.tables[index(seat)] = std::move(table);
  if (!shown_.card || shown_.marks(seat).version() == before) return;
  Speech speech;
  v1::ServerFrame frame;
  *frame.mutable_marks() = shown_.marks_shown(seat);
  speech.add(viewer(seat), std::move(frame));
  speak(speech);
}

// What he has changed at another server. Who has changed nothing there waits for nothing here.
asio::awaitable<void> Actor::follow_marks() {
  auto read = [this](Then<std::vector<StoredMarks>> then) { services_.store.marks(id_, std::move(then)); };
  Result<std::vector<StoredMarks>> stored = co_await ask_store<std::vector<StoredMarks>>(read);
  if (!stored) trace_.clear();  // another time
  for (Seat seat : kSeats) {
    std::shared_ptr<const Marks> table = stored ? read_from(*stored, seat) : nullptr;
    if (!table || table->version() <= shown_.marks(seat).version()) continue;
    Baton::Hold hold = co_await marks_turns_[index(seat)].take();
    if (table->version() > shown_.marks(seat).version()) show_marks(seat, std::move(table));
  }
}

// His account goes, and what he wrote goes with it.
asio::awaitable<void> Actor::wipe_marks(Seat seat) {
  Baton::Hold hold = co_await marks_turns_[index(seat)].take();
  for (int tries = 0; tries < kTries; ++tries) {
    Marks marks = shown_.marks(seat);
    if (marks.shown().marks().empty()) co_return;
    marks.wipe();
    const Result<bool> kept = co_await keep_marks(seat, std::move(marks));
    if (!kept || *kept) co_return;
  }
}

// -- guesses --

void Actor::wake_guesses() {
  for (Seat seat : kSeats) {
    const std::size_t i = index(seat);
    if (guesses_wake_[i] || !shown_.title || !shown_.updates[i] || !shown_.marks(seat).has_pinned_guess()) continue;
    if (shown_.updates[i]->serial() == guesses_looked_at_[i]) continue;
    guesses_wake_[i] = true;
    ++busy_;
    asio::co_spawn(strand_, look_at_guesses(shared_from_this(), seat), [id = id_](std::exception_ptr error) {
      if (error) spdlog::error("event=guesses_failed match={} {}", id, kNobodyAsks);
    });
  }
}

asio::awaitable<void> Actor::look_at_guesses(std::shared_ptr<Actor> self, Seat seat) {
  {
    Baton::Hold hold = co_await self->marks_turns_[index(seat)].take();
    self->guesses_wake_[index(seat)] = false;
    const std::shared_ptr<const Title> title = self->shown_.title;
    const std::shared_ptr<const Seen> seen = self->shown_.updates[index(seat)];
    if (title && seen) {
      self->guesses_looked_at_[index(seat)] = seen->serial();
      const v1::Moment now = self->shown_.now(seat);
      // Beside the strand, as rules are.
      auto look = [&](std::function<void(std::optional<Marks>)> then) {
        asio::post(self->services_.executor, [&, marks = self->shown_.marks(seat), then = std::move(then)]() mutable {
          std::string cause;
          const auto changed =
              unbroken([&] { return marks.take_in(*title, *view_of(*title, seen->full()), now); }, cause);
          then(changed && *changed ? std::optional(std::move(marks)) : std::nullopt);
        });
      };
      std::optional<Marks> changed = co_await wait_for<std::optional<Marks>>(look);
      if (changed) (void)co_await self->keep_marks(seat, std::move(*changed));
    }
  }
  --self->busy_;
  self->rest();
}

}  // namespace wardroom::match
