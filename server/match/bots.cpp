// The part of Actor that lets bots play: they think on their own threads and answer like anyone else.
#include <spdlog/spdlog.h>

#include <boost/asio/co_spawn.hpp>
#include <cstring>

#include "common/hash.h"
#include "server/match/actor.h"
#include "server/match/await.h"
#include "server/match/tutorial.h"

namespace wardroom::match {
namespace asio = boost::asio;

namespace {

std::shared_ptr<Player> tutorial_player(const Services& services, const MatchCard& card) {
  const LoadedTitle* title = services.shelf.find(card.title);
  const auto tutorial = title ? tutorial_of(*title->bundle, tutorial_id(card)) : nullptr;
  return tutorial ? std::make_shared<TutorialPlayer>(tutorial) : nullptr;
}

}  // namespace

std::shared_ptr<Player> Actor::seat_player(const PlayerEntry* entry, Seat seat) const {
  if (!entry) return nullptr;
  const std::string bytes = random_bytes(sizeof(std::uint64_t));
  std::uint64_t seed = 0;
  std::memcpy(&seed, bytes.data(), sizeof seed);
  return entry->make({shown_.title, seat, seed});
}

// Whoever sits there, or plays against the computer there.
Waiting Actor::who_waits(Seat seat) const {
  for (const Seat each : {seat, other(seat)})
    if (const std::string& account = shown_.card->accounts[index(each)]; !account.empty())
      return {came_from_[index(each)], account};
  return {{}, id_};
}

void Actor::wake_bots() {
  if (!match_.referee() || shown_.card->state != v1::MATCH_STATE_PLAYING) return;
  for (Seat seat : kSeats) {
    if (!is_bot(*shown_.card, seat) || bot_thinks_[index(seat)] || !match_.referee()->menu(seat)) continue;
    if (match_.referee()->passes(seat)) continue;
    auto& player = bots_[index(seat)];
    const std::string& name = shown_.card->bots[index(seat)];
    if (!player && is_tutorial(*shown_.card)) player = tutorial_player(services_, *shown_.card);
    if (!player) player = seat_player(find_player(services_.players, shown_.card->title, name), seat);
    if (!player) {
      spdlog::error("event=no_such_bot match={} {} bot={}", id_, asking(), name);
      continue;
    }
    bot_thinks_[index(seat)] = true;
    ++busy_;
    services_.bots.think(who_waits(seat), [weak = weak_from_this(), player, seat, update = shown_.full(viewer(seat))] {
      v1::Act answer;
      v1::Text reason;
      try {
        answer.set_menu_serial(update.menu().serial());
        Move move = player->answer(update);
        *answer.add_actions() = std::move(move.action);
        reason = std::move(move.reason);
      } catch (const std::exception&) {
        answer.clear_actions();
      }
      auto self = weak.lock();
      if (!self) return;
      auto strand = self->strand_;
      const std::string id = self->id_;
      asio::co_spawn(strand, bot_answers(std::move(self), seat, std::move(answer), std::move(reason)),
                     [id](std::exception_ptr error) {
                       if (error) spdlog::error("event=bot_failed match={} {}", id, kNobodyAsks);
                     });
    });
  }
}

asio::awaitable<void> Actor::bot_answers(std::shared_ptr<Actor> self, Seat seat, v1::Act answer, v1::Text reason) {
  {
    Baton::Hold hold = co_await self->turn_.take();
    self->bot_thinks_[index(seat)] = false;
    if (self->match_.referee() && self->shown_.card && self->shown_.card->state == v1::MATCH_STATE_PLAYING) {
      if (answer.actions().empty()) {
        co_await self->park("bot", "no answer");
      } else {
        Answer acted = co_await self->act(seat, answer, reason);
        if (!acted && acted.error().code == RefusalCode::kNotOffered) {
          co_await self->park("bot", "an answer that is not offered");
        } else if (!acted && acted.error().code == RefusalCode::kStale && self->ours_) {
          self->wake_bots();
        } else if (!acted && acted.error().code == RefusalCode::kStale) {
          self->wake_after(self->services_.settings.take_over);
        }
      }
    }
  }
  --self->busy_;
  self->rest();
}

asio::awaitable<v1::Hint> Actor::advise(Seat seat) {
  Adviser& adviser = advisers_[index(seat)];
  Baton::Hold hold = co_await adviser.turn.take();
  v1::Hint hint;
  if (!shown_.card || !shown_.title || !shown_.updates[index(seat)]) co_return hint;
  auto update = std::make_shared<const v1::Update>(shown_.full(viewer(seat)));
  hint.set_menu_serial(update->menu().serial());
  if (adviser.last.menu_serial() == hint.menu_serial()) co_return adviser.last;
  if (!adviser.player) adviser.player = seat_player(find_adviser(services_.players, shown_.card->title), seat);
  if (!adviser.player) co_return adviser.last = hint;
  auto think = [this, seat, player = adviser.player, update](std::function<void(std::optional<Move>)> then) {
    services_.bots.think(who_waits(seat), [id = id_, player, update, then = std::move(then)] {
      std::optional<Move> move;
      try {
        move = player->answer(*update);
      } catch (const std::exception&) {
        spdlog::error("event=no_hint match={} {}", id, kNobodyAsks);
      }
      then(std::move(move));
    });
  };
  std::optional<Move> move = co_await wait_for<std::optional<Move>>(std::move(think));
  if (move) {
    *hint.mutable_action() = std::move(move->action);
    *hint.mutable_reason() = std::move(move->reason);
  }
  adviser.last = hint;
  co_return hint;
}

// Somebody who plays against the computer may ask what it would do in his place.
asio::awaitable<Answer> Actor::play(Seat seat, const v1::AskHint&) {
  v1::Hint hint = co_await advise(seat);
  if (!hint.has_action()) co_return refuse(RefusalCode::kUnavailable, "refusal.no_adviser");
  v1::ServerFrame frame;
  *frame.mutable_hint() = std::move(hint);
  co_return frame;
}

}  // namespace wardroom::match
