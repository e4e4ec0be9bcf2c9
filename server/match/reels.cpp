#include "server/match/reels.h"

#include <algorithm>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/use_awaitable.hpp>

#include "server/match/await.h"
#include "server/match/exporting.h"

namespace wardroom::match {
namespace asio = boost::asio;

namespace {
constexpr std::size_t kAtOnce = 32;  // updates; then whoever else waits for the thread has it
}

asio::awaitable<Result<void>> Reels::play_again(const Shown& shown, Viewer viewer, Stretch stretch, v1::Replay& page) {
  co_return co_await asio::co_spawn(strand_, play(shown, viewer, stretch, page), asio::use_awaitable);
}

asio::awaitable<Result<void>> Reels::play(const Shown& shown, Viewer viewer, Stretch stretch, v1::Replay& page) {
  Baton::Hold hold = co_await turn_.take();
  if (services_.replay_bytes > services_.settings.max_replay_bytes) {
    reels_ = {};
    if (services_.replay_bytes > services_.settings.max_replay_bytes)
      co_return refuse(RefusalCode::kTooMuch, "refusal.too_many_replays");
  }
  const bool whole = viewer == Viewer::kEnded;
  Result<Reel*> found = nullptr;
  if (whole) {
    found = co_await truth(shown, stretch);
  } else {
    found = co_await reel(shown, viewer);
  }
  if (!found) co_return found.error();
  const std::uint64_t after = stretch.chapter != 0 ? stretch.chapter - 1 : stretch.after;
  while (!(*found)->wind(after, kAtOnce)) co_await asio::post(strand_, asio::use_awaitable);
  if ((*found)->diverged() && (*found)->last_serial() <= after) {
    found = co_await newest_reel(shown, viewer);
    if (!found) co_return found.error();
  }
  Reel& past = **found;
  const std::uint64_t upto = shown.told_upto(viewer);
  std::uint64_t serial = std::max(after + 1, past.first_serial());
  std::size_t bytes = 0;
  for (std::uint32_t i = 0; i < stretch.limit && (upto == 0 || serial <= upto); ++i, ++serial) {
    past.wind(serial - 1);
    if (serial > past.last_serial()) break;
    bytes += past.bytes(serial).size();
    if (i > 0 && bytes > services_.settings.max_replay_page) break;
    if (!page.add_updates()->ParseFromString(past.bytes(serial))) throw Broken("an update that cannot be read again");
  }
  const bool in_part = whole && part_ > 0;  // not the first
  const bool last_part = !whole || part_ + 1 == parts_.size();
  page.set_first_serial(in_part ? 1 : past.first_serial());
  page.set_last_serial(upto != 0 ? upto : last_part && past.used_up() ? past.last_serial() : 0);
  for (const Part& part : whole ? parts_ : std::vector<Part>()) {
    if (part.chapter.id().empty()) continue;
    v1::Chapter& listed = *page.add_chapters();
    *listed.mutable_name() = part.chapter;
    listed.set_serial(part.serial);
  }
  co_return Result<void>();
}

void Reels::find_parts(const Shown& shown, const std::vector<v1::record::Row>& rows) {
  parts_.assign(1, Part());
  for (const Chapter& chapter : shown.chapters) {
    const auto later = std::ranges::upper_bound(rows, chapter.row, {}, &v1::record::Row::seq);
    const bool taken_back = std::any_of(later, rows.end(), [&](const v1::record::Row& row) {
      return row.has_rewind() && row.rewind().keep() < chapter.row;
    });
    if (taken_back) continue;
    if (chapter.row > 0) parts_.push_back({chapter.row, steps_in({rows.begin(), later}), {}});
    parts_.back().chapter = chapter.name;
  }
}

Result<std::size_t> Reels::part_for(Stretch stretch) const {
  const std::uint64_t serial = stretch.chapter != 0 ? stretch.chapter : std::max<std::uint64_t>(stretch.after, 1);
  const auto next = std::ranges::upper_bound(parts_, serial, {}, &Part::serial);
  const auto part = static_cast<std::size_t>(next - parts_.begin()) - 1;
  const bool named = stretch.chapter == 0 || (parts_[part].serial == serial && !parts_[part].chapter.id().empty());
  if (!named) return refuse(RefusalCode::kNotFound, "refusal.no_such_chapter");
  return part;
}

// A part ends with the update that the next one begins with: there it has the reports that led to it.
asio::awaitable<Result<Reel*>> Reels::truth(const Shown& shown, Stretch stretch) {
  std::unique_ptr<Reel>& kept = reels_[index(Viewer::kEnded)];
  Stored stored;
  if (parts_.empty()) {
    Result<Stored> journal = co_await whole_journal(services_, shown.id);
    if (!journal) co_return journal.error();
    stored = std::move(*journal);
    find_parts(shown, stored.rows);
  }
  Result<std::size_t> wanted = part_for(stretch);
  if (!wanted) co_return wanted.error();
  if (kept && part_ == *wanted) co_return kept.get();
  kept.reset();
  part_ = *wanted;
  const Part& part = parts_[part_];
  if (stored.rows.empty()) {
    Result<Stored> journal = co_await whole_journal(services_, shown.id);
    if (!journal) co_return journal.error();
    stored = std::move(*journal);
  }
  if (part.row > 0) {
    auto read = [&](Then<Stored> then) { services_.store.stretch(shown.id, part.row, std::move(then)); };
    Result<Stored> begun = co_await ask_store<Stored>(read);
    if (!begun) co_return begun.error();
    stored.checkpoint = std::move(begun->checkpoint);
  }
  const bool last = part_ + 1 == parts_.size();
  std::erase_if(stored.rows, [&](const v1::record::Row& row) {
    return row.seq() <= part.row || (!last && row.seq() > parts_[part_ + 1].row);
  });
  Result<std::shared_ptr<const Title>> title = co_await services_.shelf.title(shown.card->title, shown.card->data_hash);
  if (!title) co_return title.error();
  PastViews views(*title, std::move(stored), secret_of(*shown.card), Viewer::kEnded, part.serial);
  kept = std::make_unique<Reel>(shown.id, std::move(views), services_.replay_bytes);
  co_return kept.get();
}

asio::awaitable<Result<Reel*>> Reels::reel(const Shown& shown, Viewer viewer) {
  std::unique_ptr<Reel>& kept = reels_[index(viewer)];
  if (kept) co_return kept.get();
  Result<Stored> journal = co_await whole_journal(services_, shown.id);
  if (!journal) co_return journal.error();
  Result<std::shared_ptr<const Title>> title = co_await services_.shelf.title(shown.card->title, shown.card->data_hash);
  if (!title) co_return title.error();
  kept = std::make_unique<Reel>(shown.id, PastViews(*title, std::move(*journal), secret_of(*shown.card), viewer),
                                services_.replay_bytes);
  co_return kept.get();
}

// Where this build plays otherwise than the match was played: from the newest checkpoint on.
asio::awaitable<Result<Reel*>> Reels::newest_reel(const Shown& shown, Viewer viewer) {
  std::unique_ptr<Reel>& kept = reels_[index(viewer)];
  Result<std::shared_ptr<const Title>> title = co_await services_.shelf.title(shown.card->title, shown.card->data_hash);
  if (!title) co_return title.error();
  auto read = [&](Then<Loaded> then) { services_.store.load(shown.id, std::move(then)); };
  Result<Loaded> loaded = co_await ask_store<Loaded>(read);
  if (!loaded) co_return loaded.error();
  Stored& stretch = loaded->stored;
  const Secret secret = secret_of(*shown.card);
  std::vector<v1::Update> past = whole_past(*title, stretch, secret, viewer);
  if (past.empty()) {
    kept.reset();
    co_return refuse(RefusalCode::kUnavailable, "refusal.replay_other_rules");
  }
  const std::uint64_t upto = shown.told_upto(viewer);
  if (upto != 0) renumber(past, upto);
  if (viewer == Viewer::kEnded) {  // of one part, whatever it begins with
    parts_.assign(1, Part());
    part_ = 0;
  }
  kept = std::make_unique<Reel>(shown.id, std::move(past), PastViews(*title, std::move(stretch), secret, viewer),
                                services_.replay_bytes);
  co_return kept.get();
}

}  // namespace wardroom::match
