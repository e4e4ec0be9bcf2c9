// The part of Actor that lets bots play: they think on their own threads and answer like anyone else.
#include <spdlog/spdlog.h>

#include <algorithm>
#include <boost/asio/co_spawn.hpp>
#include <cstring>

#include "common/hash.h"
#include "server/match/actor.h"
#include "server/match/await.h"
#include "server/match/tutorial.h"

namespace wardroom::match {
namespace asio = boost::asio;

namespace {

std::shared_ptr<Player> tutorial_player(const Services& services, const Card& card) {
  const LoadedTitle* title = services.shelf.find(card.title);
  const auto tutorial = title ? tutorial_of(*title->bundle) : nullptr;
  return tutorial ? std::make_shared<TutorialPlayer>(tutorial) : nullptr;
}

template <class Test>
const PlayerEntry* find_player(const std::vector<PlayerEntry>& players, const Test& test) {
  const auto entry = std::ranges::find_if(players, test);
  return entry == players.end() ? nullptr : &*entry;
}

}  // namespace

std::shared_ptr<Player> Actor::seat_player(const PlayerEntry* entry, Seat seat) const {
  if (!entry) return nullptr;
  const std::string bytes = random_bytes(sizeof(std::uint64_t));
  std::uint64_t seed = 0;
  std::memcpy(&seed, bytes.data(), sizeof seed);
  return entry->make({referee_->shared_title(), seat, seed});
}

void Actor::wake_bots() {
  if (!referee_ || card_->state != v1::MATCH_STATE_PLAYING) return;
  for (Seat seat : kSeats) {
    if (!is_bot(seat) || bot_thinks_[index(seat)] || !referee_->menu(seat)) continue;
    auto& player = bots_[index(seat)];
    const std::string& name = card_->bots[index(seat)];
    if (!player && name == kTutorialBot) player = tutorial_player(services_, *card_);
    if (!player)
      player = seat_player(find_player(services_.players, [&](const PlayerEntry& entry) { return entry.name == name; }),
                           seat);
    if (!player) {
      spdlog::error("event=no_such_bot match={} bot={}", id_, name);
      continue;
    }
    bot_thinks_[index(seat)] = true;
    ++busy_;
    asio::post(services_.bot_threads, [weak = weak_from_this(), player, seat, update = full(viewer(seat))] {
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
    Turn::Hold hold = co_await self->turn_.take();
    self->bot_thinks_[index(seat)] = false;
    if (self->referee_ && self->card_ && self->card_->state == v1::MATCH_STATE_PLAYING) {
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
asio::awaitable<Answer> Actor::hint(Seat seat) {
  auto update = std::make_shared<const v1::Update>(full(viewer(seat)));
  v1::ServerFrame frame;
  if (v1::Hint& last = advisers_[index(seat)].last; last.menu_serial() == update->menu().serial()) {
    *frame.mutable_hint() = last;
    co_return frame;
  }
  const auto gives = [](const PlayerEntry& entry) { return entry.hints == PlayerEntry::Hints::kGiven; };
  std::shared_ptr<Player>& kept = advisers_[index(seat)].player;
  if (!kept) kept = seat_player(find_player(services_.players, gives), seat);
  const std::shared_ptr<Player> adviser = kept;
  if (!adviser) co_return refuse(RefusalCode::kUnavailable, "refusal.no_adviser");
  auto think = [&threads = services_.bot_threads, adviser, update](std::function<void(std::optional<Move>)> then) {
    asio::post(threads, [adviser, update, then = std::move(then)] {
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
