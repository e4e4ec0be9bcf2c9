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
  if (services_.replay_bytes > services_.settings.max_replay_bytes) {
    reels_ = {};
    if (services_.replay_bytes > services_.settings.max_replay_bytes)
      co_return refuse(RefusalCode::kTooMuch, "refusal.too_many_replays");
  }

  Result<Reel*> found = co_await reel(*whose);
  if (!found) co_return found.error();
  (*found)->wind(asked.after_serial());
  if ((*found)->diverged() && (*found)->last_serial() <= asked.after_serial()) {
    found = co_await newest_reel(*whose);
    if (!found) co_return found.error();
  }
  Reel& past = **found;
  const std::uint64_t upto = told_upto(*whose);
  const std::uint32_t most = services_.settings.max_replay;
  const std::uint32_t limit = asked.limit() == 0 ? most : std::min(asked.limit(), most);

  v1::ServerFrame frame;
  v1::Replay& page = *frame.mutable_replay();
  page.set_match(id_);
  page.set_viewpoint(viewpoint_of(*whose));
  *page.mutable_about() = match_info(*card_, people(), caller.account);
  std::uint64_t serial = std::max(asked.after_serial() + 1, past.first_serial());
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

std::uint64_t Actor::told_upto(Viewer viewer) const {
  if (viewer == Viewer::kEnded) return 0;
  if (viewer == Viewer::kPublic && gallery_ && card_->state != v1::MATCH_STATE_OVER) return gallery_->serial();
  return referee_ ? referee_->all(viewer)->serial() : 0;
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
