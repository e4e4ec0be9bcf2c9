// The part of Host that plays on from a moment of a match that is over. Everything of such a match is public, so any
// position of it may be played on from, by whoever may see it.
#include "server/match/await.h"
#include "server/match/host.h"
#include "server/match/looking.h"
#include "server/match/past_views.h"

namespace wardroom::match {
namespace asio = boost::asio;

namespace {

// The last position at or before the moment that a match can begin with: at worst the opening.
Result<v1::record::Origin> origin_at(PastViews& past, std::string opening, const v1::PlayedFrom& from) {
  v1::record::Origin origin;
  origin.set_serial(1);
  origin.set_position(std::move(opening));
  std::uint64_t serial = 0;
  while (serial < from.serial()) {
    const std::optional<v1::Update> update = past.next();
    if (!update) break;
    serial = update->serial();
    const Referee& referee = *past.referee();
    if (serial > from.serial() || referee.state() != v1::MATCH_STATE_PLAYING || !referee.at_checkpoint()) continue;
    origin.set_serial(serial);
    origin.set_position(save(referee.position()));
    origin.mutable_moment()->Clear();
    if (!referee.progress().empty()) to_wire(referee.progress(), *origin.mutable_moment());
  }
  if (serial < from.serial() && past.diverged()) return refuse(RefusalCode::kUnavailable, "refusal.replay_other_rules");
  if (serial < from.serial()) return refuse(RefusalCode::kNotFound, "refusal.no_such_moment");
  origin.set_match(from.match());
  origin.set_viewpoint(from.viewpoint());
  return origin;
}

}  // namespace

asio::awaitable<Result<NewMatch>> Host::played_from(CallerPtr caller, v1::PlayedFrom from) {
  Result<v1::MatchInfo> seen = co_await look(caller, from.match());
  if (!seen) co_return seen.error();
  Result<MatchCard> found = co_await card(from.match());
  if (!found) co_return found.error();
  if (found->state != v1::MATCH_STATE_OVER || never_began(*found))
    co_return refuse(RefusalCode::kConflict, "refusal.not_over_yet");
  const std::optional<Seat> seat = seat_of(*found, caller->account);
  const std::optional<Viewer> viewer = meant(from.viewpoint(), seat ? wardroom::viewer(*seat) : Viewer::kPublic);
  if (!viewer || from.serial() == 0) co_return refuse(RefusalCode::kNotFound, "refusal.no_such_moment");
  const LoadedTitle* title = services_.shelf.find(found->title);
  if (!title || title->bundle->hash() != found->data_hash)
    co_return refuse(RefusalCode::kUnavailable, "refusal.replay_other_rules");
  Result<Stored> whole = co_await whole_journal(services_, found->id);
  if (!whole) co_return whole.error();

  from.set_viewpoint(viewpoint_of(*viewer));
  std::string opening = whole->checkpoint.position();
  PastViews past(title->title, std::move(*whole), secret_of(*found), *viewer);
  Result<v1::record::Origin> origin = origin_at(past, std::move(opening), from);
  if (!origin) co_return origin.error();
  NewMatch next;
  next.title = found->title;
  next.scenario = found->scenario;
  next.options = found->options;
  next.origin = std::move(*origin);
  co_return next;
}

}  // namespace wardroom::match
