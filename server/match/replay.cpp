// The part of Actor that shows a match once more.
#include <algorithm>

#include "server/match/actor.h"
#include "server/match/await.h"

namespace wardroom::match {
namespace asio = boost::asio;

namespace {

// Whose eyes are meant; none: no such viewpoint.
std::optional<Viewer> meant(v1::Viewpoint viewpoint, Viewer own) {
  switch (viewpoint) {
    case v1::VIEWPOINT_OWN:
      return own;
    case v1::VIEWPOINT_FIRST:
      return Viewer::kFirst;
    case v1::VIEWPOINT_SECOND:
      return Viewer::kSecond;
    case v1::VIEWPOINT_PUBLIC:
      return Viewer::kPublic;
    case v1::VIEWPOINT_TRUTH:
      return Viewer::kEnded;
    default:
      return std::nullopt;
  }
}

v1::Viewpoint viewpoint_of(Viewer viewer) {
  switch (viewer) {
    case Viewer::kFirst:
      return v1::VIEWPOINT_FIRST;
    case Viewer::kSecond:
      return v1::VIEWPOINT_SECOND;
    case Viewer::kPublic:
      return v1::VIEWPOINT_PUBLIC;
    case Viewer::kEnded:
      return v1::VIEWPOINT_TRUTH;
  }
  return v1::VIEWPOINT_PUBLIC;
}

}  // namespace

asio::awaitable<Answer> Actor::replay(const Caller& caller, const v1::AskReplay& asked) {
  Result<Viewer> as = may_see(caller);
  if (!as) co_return as.error();
  const std::optional<Viewer> whose = meant(asked.viewpoint(), *as);
  if (!whose) co_return refuse(RefusalCode::kMalformed, "refusal.no_such_viewpoint");
  if (card_->state == v1::MATCH_STATE_OPEN || never_began(*card_))
    co_return refuse(RefusalCode::kConflict, "refusal.match_not_begun");
  const bool over = card_->state == v1::MATCH_STATE_OVER;
  if (!over && *whose != *as && *whose != Viewer::kPublic)
    co_return refuse(RefusalCode::kNotYours, "refusal.replay_after_the_end");
  const std::uint32_t most = services_.settings.max_replay;
  const std::uint32_t limit = asked.limit() == 0 ? most : std::min(asked.limit(), most);
  v1::ServerFrame frame;
  v1::Replay& page = *frame.mutable_replay();
  page.set_match(id_);
  page.set_viewpoint(viewpoint_of(*whose));
  Result<void> found;
  if (*whose == Viewer::kEnded) {
    found = co_await play_again(*whose, asked.after_serial(), limit, page);
  } else {
    found = co_await look_back(*whose, asked.after_serial(), limit, page);
  }
  if (!found) co_return found.error();
  if (!card_) co_return refuse(RefusalCode::kUnavailable, "refusal.not_stored");
  *page.mutable_about() = match_info(*card_, people(), caller.account);
  if (over) {
    v1::Proof& proof = *page.mutable_proof();
    proof.set_seed_commitment(seed_commitment(card_->server_seed));
    proof.set_server_seed(card_->server_seed);
    for (const std::string& nonce : card_->nonces) proof.add_nonces(nonce);
    proof.set_exchange(exchange_of(*card_));
    for (const std::string& hash : card_->nonce_hashes) proof.add_nonce_hashes(hash);
  }
  co_return frame;
}

// What the viewer was sent, from the pages and from memory.
asio::awaitable<Result<void>> Actor::look_back(Viewer viewer, std::uint64_t after, std::uint32_t limit,
                                               v1::Replay& page) {
  std::uint64_t& first = first_kept_[index(viewer)];
  if (first == 0) {
    Result<std::vector<v1::Update>> oldest = co_await sent_after(viewer, 0);
    if (!oldest) co_return oldest.error();
    if (!card_) co_return refuse(RefusalCode::kUnavailable, "refusal.not_stored");
    if (!oldest->empty() && oldest->front().serial() <= told_upto(viewer)) first = oldest->front().serial();
  }
  // A match that was over before anything was kept is played again, if this build can.
  if (first == 0 && card_->state == v1::MATCH_STATE_OVER) co_return co_await play_again(viewer, after, limit, page);
  const std::uint64_t upto = told_upto(viewer);
  std::size_t bytes = 0;
  for (std::uint64_t last = first == 0 ? after : std::max(after, first - 1); last < upto;) {
    Result<std::vector<v1::Update>> sent = co_await sent_after(viewer, last);
    if (!sent) co_return sent.error();
    if (sent->empty()) break;
    for (v1::Update& update : *sent) {
      bytes += update.ByteSizeLong();
      const bool enough = static_cast<std::uint32_t>(page.updates_size()) == limit ||
                          (page.updates_size() > 0 && bytes > services_.settings.max_replay_page);
      last = enough ? upto : update.serial();
      if (last > upto || enough) break;
      *page.add_updates() = std::move(update);
    }
  }
  page.set_first_serial(first);
  page.set_last_serial(upto);
  co_return Result<void>();
}

// At least the next update after this serial, if there is one.
asio::awaitable<Result<std::vector<v1::Update>>> Actor::sent_after(Viewer viewer, std::uint64_t serial) {
  const Album& album = albums_[index(viewer)];
  if (!album.holds(serial + 1)) {
    auto read = [&](Then<Page> then) {
      services_.store.page(id_, viewer, Album::number_of(serial + 1), std::move(then));
    };
    Result<Page> page = co_await ask_store<Page>(read);
    if (page) {
      Result<std::vector<v1::Update>> sent = updates_of(*page);
      if (!sent) co_return sent.error();
      std::erase_if(*sent, [&](const v1::Update& update) { return update.serial() <= serial; });
      if (!sent->empty()) co_return sent;
    } else if (page.error().code != RefusalCode::kNotFound) {
      co_return page.error();
    }
  }
  co_return album.after(serial);
}

// What nobody was sent, or what was not kept: worked out once more from the rows. For matches that are over.
asio::awaitable<Result<void>> Actor::play_again(Viewer viewer, std::uint64_t after, std::uint32_t limit,
                                                v1::Replay& page) {
  Turn::Hold hold = co_await again_.take();
  if (services_.replay_bytes > services_.settings.max_replay_bytes) {
    reels_ = {};
    if (services_.replay_bytes > services_.settings.max_replay_bytes)
      co_return refuse(RefusalCode::kTooMuch, "refusal.too_many_replays");
  }
  Result<Reel*> found = co_await reel(viewer);
  if (!found) co_return found.error();
  (*found)->wind(after);
  if ((*found)->diverged() && (*found)->last_serial() <= after) {
    found = co_await newest_reel(viewer);
    if (!found) co_return found.error();
  }
  Reel& past = **found;
  const std::uint64_t upto = told_upto(viewer);
  std::uint64_t serial = std::max(after + 1, past.first_serial());
  std::size_t bytes = 0;
  for (std::uint32_t i = 0; i < limit && (upto == 0 || serial <= upto); ++i, ++serial) {
    past.wind(serial - 1);
    if (serial > past.last_serial()) break;
    bytes += past.bytes(serial).size();
    if (i > 0 && bytes > services_.settings.max_replay_page) break;
    if (!page.add_updates()->ParseFromString(past.bytes(serial))) throw Broken("an update that cannot be read again");
  }
  page.set_first_serial(past.first_serial());
  page.set_last_serial(upto != 0 ? upto : past.used_up() ? past.last_serial() : 0);
  co_return Result<void>();
}

std::uint64_t Actor::told_upto(Viewer viewer) const {
  if (viewer == Viewer::kEnded) return 0;
  if (held_back(viewer)) return gallery_->serial();
  return shown_[index(viewer)] ? shown_[index(viewer)]->serial() : 0;
}

asio::awaitable<Result<Reel*>> Actor::reel(Viewer viewer) {
  std::unique_ptr<Reel>& kept = reels_[index(viewer)];
  const bool behind = kept && referee_ && kept->last_seq() < referee_->seq();
  if (kept && !behind) co_return kept.get();
  Result<Stored> journal = co_await whole_journal();
  if (!journal) co_return journal.error();
  if (kept && !kept->diverged() && kept->first_serial() == 1) {
    auto newer = std::ranges::upper_bound(journal->rows, kept->last_seq(), {}, &v1::record::Row::seq);
    kept->add({newer, journal->rows.end()});
    co_return kept.get();
  }
  Result<std::shared_ptr<const Title>> title = co_await services_.shelf.title(card_->title, card_->data_hash);
  if (!title) co_return title.error();
  kept = std::make_unique<Reel>(id_, PastViews(*title, std::move(*journal), secret(), viewer), services_.replay_bytes);
  co_return kept.get();
}

// Where this build plays otherwise than the match was played: from the newest checkpoint on.
asio::awaitable<Result<Reel*>> Actor::newest_reel(Viewer viewer) {
  std::unique_ptr<Reel>& kept = reels_[index(viewer)];
  Result<std::shared_ptr<const Title>> title = co_await services_.shelf.title(card_->title, card_->data_hash);
  if (!title) co_return title.error();
  const std::uint64_t newest = referee_ ? referee_->seq() : 0;
  auto read = [&](Then<Stored> then) { services_.store.stretch(id_, newest, std::move(then)); };
  Result<Stored> stretch = co_await ask_store<Stored>(read);
  if (!stretch) co_return stretch.error();
  std::vector<v1::Update> past = whole_past(*title, *stretch, secret(), viewer);
  if (past.empty()) {
    kept.reset();
    co_return refuse(RefusalCode::kUnavailable, "refusal.replay_other_rules");
  }
  const std::uint64_t upto = told_upto(viewer);
  if (upto != 0) renumber(past, upto);
  kept = std::make_unique<Reel>(id_, std::move(past), PastViews(*title, std::move(*stretch), secret(), viewer),
                                services_.replay_bytes);
  co_return kept.get();
}

asio::awaitable<Result<Stored>> Actor::whole_journal() {
  auto read = [this](Then<v1::record::Export> then) { services_.store.journal(id_, std::move(then)); };
  Result<v1::record::Export> whole = co_await ask_store<v1::record::Export>(read);
  if (!whole) co_return whole.error();
  Stored stored;
  stored.head = std::move(*whole->mutable_head());
  stored.checkpoint.set_position(std::move(*whole->mutable_opening()));
  stored.checkpoint.set_checksum(checksum(stored.checkpoint.position()));
  stored.rows.reserve(static_cast<std::size_t>(whole->rows_size()));
  for (auto& row : *whole->mutable_rows()) stored.rows.push_back(std::move(row));
  co_return stored;
}

}  // namespace wardroom::match
