#include "server/match/looking.h"

#include <algorithm>

#include "common/frame.h"
#include "server/engine/diary.h"
#include "server/match/await.h"
#include "server/match/sights.h"

namespace wardroom::match {
namespace asio = boost::asio;

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

asio::awaitable<Answer> Looking::answer(const What& what) {
  Result<Viewer> as = shown_.may_see(caller_);
  if (!as) co_return as.error();
  if (const auto* look = std::get_if<Look>(&what)) {
    v1::MatchInfo info = shown_.info(caller_.account, services_.settings.now_ms());
    if (!look->all) co_return info_frame(std::move(info));
    v1::ServerFrame frame;
    *frame.mutable_attached()->mutable_match() = std::move(info);
    if (shown_.updates[index(*as)]) *frame.mutable_attached()->mutable_update() = shown_.full(*as);
    co_return frame;
  }
  if (auto* asked = std::get_if<const v1::History*>(&what)) co_return co_await history(**asked);
  if (auto* asked = std::get_if<const v1::AskReplay*>(&what)) co_return co_await replay(**asked);
  if (std::holds_alternative<const v1::AskMarks*>(what)) co_return marks();
  if (!shown_.title || !shown_.updates[index(*as)]) {
    Result<void> why = shown_.playing();
    if (!why) co_return why.error();
    co_return refuse(RefusalCode::kUnavailable, "refusal.not_stored");
  }
  if (auto* asked = std::get_if<const v1::AskDiary*>(&what)) co_return co_await diary(*as, **asked);
  co_return read(*as, what);
}

Answer Looking::marks() {
  Result<Seat> seat = shown_.seat_for(caller_);
  if (!seat) return seat.error();
  if (Result<void> begun = shown_.begun(); !begun) return begun.error();
  v1::ServerFrame frame;
  *frame.mutable_marks() = shown_.marks_shown(*seat);
  return frame;
}

// -- what he was told --

asio::awaitable<Result<std::vector<v1::PastReports>>> Looking::past(Viewer viewer, std::uint64_t after,
                                                                    std::uint32_t limit) {
  auto read = [&](Then<std::vector<v1::PastReports>> then) {
    services_.store.history(shown_.id, viewer, after, past_upto(viewer), limit, std::move(then));
  };
  co_return co_await ask_store<std::vector<v1::PastReports>>(read);
}

asio::awaitable<Result<std::vector<std::string>>> Looking::newest_past(Viewer viewer, std::uint64_t after,
                                                                       std::uint32_t limit) {
  auto read = [&](Then<std::vector<std::string>> then) {
    services_.store.newest_history(shown_.id, viewer, after, past_upto(viewer), limit, std::move(then));
  };
  co_return co_await ask_store<std::vector<std::string>>(read);
}

// Another server may have written more than this one has shown.
std::uint64_t Looking::past_upto(Viewer viewer) const {
  const bool bounded = shown_.held_back(viewer) || (services_.store.is_shared() && shown_.told_upto(viewer) > 0);
  return bounded ? shown_.told_upto(viewer) : kAllSerials;
}

asio::awaitable<Answer> Looking::history(const v1::History& asked) {
  const std::uint32_t most = services_.settings.max_history;
  const std::uint32_t limit = asked.limit() == 0 ? most : std::min(asked.limit(), most);
  Result<std::vector<v1::PastReports>> reports = co_await past(*shown_.may_see(caller_), asked.after_serial(), limit);
  if (!reports) co_return reports.error();
  v1::ServerFrame frame;
  auto& list = *frame.mutable_history();
  for (auto& told : *reports) *list.add_reports() = std::move(told);
  co_return frame;
}

asio::awaitable<Answer> Looking::diary(Viewer viewer, const v1::AskDiary& asked) {
  const std::uint32_t most = services_.settings.max_history;
  Result<std::vector<v1::PastReports>> told = co_await past(viewer, asked.after_serial(), most);
  if (!told) co_return told.error();
  v1::ServerFrame frame;
  *frame.mutable_diary() = diary_of(*told);
  frame.mutable_diary()->set_last_serial(told->empty() ? asked.after_serial() : told->back().serial());
  frame.mutable_diary()->set_more(told->size() == most);
  co_return frame;
}

Answer Looking::read(Viewer viewer, const What& what) {
  const v1::Update seen = shown_.full(viewer);
  const Title& title = *shown_.title;
  try {
    return std::visit(
        Overloaded{
            [&](const v1::AskReach* asked) { return read_out(title, seen, *asked); },
            [&](const v1::AskEstimate* asked) { return read_out(title, seen, *asked); },
            [&](const v1::AskPicture* asked) {
              return read_out(title, seen, *asked, *services_.shelf.words(title.id()));
            },
            [](const auto&) -> Answer { return refuse(RefusalCode::kMalformed, "refusal.unknown_request"); },
        },
        what);
  } catch (const std::exception&) {  // nothing of the match has changed
    return refuse(RefusalCode::kUnavailable, "refusal.nothing_known");
  }
}

// -- the match once more --

asio::awaitable<Answer> Looking::replay(const v1::AskReplay& asked) {
  Result<Viewer> viewer = whose(asked.viewpoint());
  if (!viewer) co_return viewer.error();
  const std::uint32_t most = services_.settings.max_replay;
  const std::uint32_t limit = asked.limit() == 0 ? most : std::min(asked.limit(), most);
  v1::ServerFrame frame;
  v1::Replay& page = *frame.mutable_replay();
  page.set_match(shown_.id);
  page.set_viewpoint(viewpoint_of(*viewer));
  Result<void> found;
  if (*viewer == Viewer::kEnded) {
    found = co_await reels_.play_again(shown_, *viewer, {asked.after_serial(), asked.chapter(), limit}, page);
  } else if (asked.chapter() == 0) {
    found = co_await look_back(*viewer, asked.after_serial(), limit, page);
  } else {
    found = co_await begin_at(*viewer, asked.chapter(), page);
    if (found) found = co_await look_back(*viewer, asked.chapter(), limit, page);
  }
  if (!found) co_return found.error();
  tell_about(*viewer, page);
  co_return frame;
}

Result<Viewer> Looking::whose(v1::Viewpoint viewpoint) const {
  const MatchCard& card = *shown_.card;
  const Viewer as = *shown_.may_see(caller_);
  const std::optional<Viewer> viewer = meant(viewpoint, as);
  if (!viewer) return refuse(RefusalCode::kMalformed, "refusal.no_such_viewpoint");
  if (Result<void> begun = shown_.begun(); !begun) return begun.error();
  if (*viewer != Viewer::kEnded && *viewer != Viewer::kPublic && card.by_rules[index(*viewer)])
    return refuse(RefusalCode::kMalformed, "refusal.no_such_viewpoint");
  if (card.state != v1::MATCH_STATE_OVER && *viewer != as && *viewer != Viewer::kPublic)
    return refuse(RefusalCode::kNotYours, "refusal.replay_after_the_end");
  return *viewer;
}

void Looking::tell_about(Viewer viewer, v1::Replay& page) const {
  const MatchCard& card = *shown_.card;
  *page.mutable_about() = shown_.info(caller_.account, services_.settings.now_ms());
  // Chapters that the viewer has been shown, and no others: held-back observers hear of one when they come to it.
  for (const Chapter& chapter : shown_.chapters) {
    if (viewer == Viewer::kEnded) break;  // whoever plays it again says where the truth can begin
    const std::uint64_t serial = chapter.serials[index(viewer)];
    if (!shown_.chapter_at(viewer, serial)) continue;
    auto& listed = *page.add_chapters();
    *listed.mutable_name() = chapter.name;
    listed.set_serial(serial);
  }
  if (card.state != v1::MATCH_STATE_OVER) return;
  v1::Proof& proof = *page.mutable_proof();
  proof.set_seed_commitment(seed_commitment(card.server_seed));
  proof.set_server_seed(card.server_seed);
  for (const std::string& nonce : card.nonces) proof.add_nonces(nonce);
  proof.set_exchange(exchange_of(card));
  for (const std::string& hash : card.nonce_hashes) proof.add_nonce_hashes(hash);
}

// The first update of a page that begins at a chapter: everything the viewer saw there.
asio::awaitable<Result<void>> Looking::begin_at(Viewer viewer, std::uint64_t serial, v1::Replay& page) {
  const Chapter* chapter = shown_.chapter_at(viewer, serial);
  if (!chapter) co_return refuse(RefusalCode::kNotFound, "refusal.no_such_chapter");
  auto read = [&](Then<Page> then) { services_.store.chapter(shown_.id, viewer, chapter->row, std::move(then)); };
  Result<Page> kept = co_await ask_store<Page>(read);
  if (!kept) co_return kept.error();
  Result<std::vector<v1::Update>> seen = updates_of(*kept);
  if (!seen) co_return seen.error();
  *page.add_updates() = std::move(seen->front());
  co_return Result<void>();
}

// What the viewer was sent, from the pages and from memory.
asio::awaitable<Result<void>> Looking::look_back(Viewer viewer, std::uint64_t after, std::uint32_t limit,
                                                 v1::Replay& page) {
  const std::uint64_t upto = shown_.told_upto(viewer);
  std::uint64_t first = (*shown_.first_kept)[index(viewer)];
  if (first == 0) {
    Result<std::vector<v1::Update>> oldest = co_await sent_after(viewer, 0);
    if (!oldest) co_return oldest.error();
    if (!oldest->empty() && oldest->front().serial() <= upto) first = oldest->front().serial();
    (*shown_.first_kept)[index(viewer)] = first;
  }
  // A match that was over before anything was kept is played again, if this build can.
  if (first == 0 && shown_.card->state == v1::MATCH_STATE_OVER)
    co_return co_await reels_.play_again(shown_, viewer, {after, 0, limit}, page);
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

asio::awaitable<Result<std::vector<v1::Update>>> Looking::sent_after(Viewer viewer, std::uint64_t serial) {
  const Album& album = shown_.albums[index(viewer)];
  if (!album.holds(serial + 1)) {
    auto read = [&](Then<Page> then) {
      services_.store.page(shown_.id, viewer, Album::number_of(serial + 1), std::move(then));
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

}  // namespace wardroom::match
