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
  return entry->make({match_.referee()->shared_title(), seat, seed});
}

std::shared_ptr<Player> Actor::adviser(Seat seat) {
  std::shared_ptr<Player>& kept = advisers_[index(seat)].player;
  if (!kept) kept = seat_player(find_adviser(services_.players, shown_.card->title), seat);
  return kept;
}

// In the match's turn, as a hint is asked for: so the adviser thinks of one thing at a time.
Staff Actor::staff(Seat seat) {
  return [this, seat](const v1::Update& update) -> std::optional<Action> {
    const std::shared_ptr<Player> decides = adviser(seat);
    return decides ? std::optional(from_wire(decides->answer(update).action)) : std::nullopt;
  };
}

// Whose turn it is taken from when a bot thinks here.
std::string Actor::who_waits() const {
  for (const std::string& account : shown_.card->accounts)
    if (!account.empty()) return account;
  return id_;
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
      spdlog::error("event=no_such_bot match={} bot={}", id_, name);
      continue;
    }
    bot_thinks_[index(seat)] = true;
    ++busy_;
    services_.bots.think(who_waits(), [weak = weak_from_this(), player, seat, update = shown_.full(viewer(seat))] {
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
      asio::co_spawn(strand, bot_answers(std::move(self), seat, std::move(answer), std::move(reason)),
                     [](std::exception_ptr error) {
                       if (error) spdlog::error("event=bot_failed");
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
        } else if (!acted && acted.error().code == RefusalCode::kStale) {
          self->wake_bots();
        }
      }
    }
  }
  --self->busy_;
  self->rest();
}

// Somebody who plays against the computer may ask what it would do in his place.
asio::awaitable<Answer> Actor::play(Seat seat, const v1::AskHint&) {
  auto update = std::make_shared<const v1::Update>(shown_.full(viewer(seat)));
  v1::ServerFrame frame;
  if (v1::Hint& last = advisers_[index(seat)].last; last.menu_serial() == update->menu().serial()) {
    *frame.mutable_hint() = last;
    co_return frame;
  }
  const std::shared_ptr<Player> adviser = this->adviser(seat);
  if (!adviser) co_return refuse(RefusalCode::kUnavailable, "refusal.no_adviser");
  auto think = [this, adviser, update](std::function<void(std::optional<Move>)> then) {
    services_.bots.think(who_waits(), [adviser, update, then = std::move(then)] {
      std::optional<Move> move;
      try {
        move = adviser->answer(*update);
      } catch (const std::exception&) {
        spdlog::error("event=no_hint");
      }
      then(std::move(move));
    });
  };
  std::optional<Move> move = co_await wait_for<std::optional<Move>>(std::move(think));
  if (!move) co_return refuse(RefusalCode::kUnavailable, "refusal.no_adviser");
  frame.mutable_hint()->set_menu_serial(update->menu().serial());
  *frame.mutable_hint()->mutable_action() = std::move(move->action);
  *frame.mutable_hint()->mutable_reason() = std::move(move->reason);
  advisers_[index(seat)].last = frame.hint();
  co_return frame;
}

}  // namespace wardroom::match
