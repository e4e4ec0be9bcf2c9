// The part of Actor that lets bots play: they think on their own threads and answer like anyone else.
#include <spdlog/spdlog.h>

#include <algorithm>
#include <boost/asio/co_spawn.hpp>
#include <cstring>

#include "common/hash.h"
#include "server/match/actor.h"
#include "server/match/tutorial.h"

namespace wardroom::match {
namespace asio = boost::asio;

namespace {

std::shared_ptr<Player> make_player(const Services& services, const Card& card, Seat seat) {
  const std::string& name = card.bots[index(seat)];
  if (name == kTutorialBot) {
    const LoadedTitle* title = services.shelf.find(card.title);
    const auto tutorial = title ? tutorial_of(*title->bundle) : nullptr;
    return tutorial ? std::make_shared<TutorialPlayer>(tutorial) : nullptr;
  }
  const std::vector<PlayerEntry>& players = services.players;
  auto entry = std::ranges::find(players, name, &PlayerEntry::name);
  if (entry == players.end()) return nullptr;
  const std::string bytes = random_bytes(sizeof(std::uint64_t));
  std::uint64_t seed = 0;
  std::memcpy(&seed, bytes.data(), sizeof seed);
  return entry->make(seed);
}

}  // namespace

void Actor::wake_bots() {
  if (!referee_ || card_->state != v1::MATCH_STATE_PLAYING) return;
  for (Seat seat : kSeats) {
    if (!is_bot(seat) || bot_thinks_[index(seat)] || !referee_->menu(seat)) continue;
    auto& player = bots_[index(seat)];
    if (!player) player = make_player(services_, *card_, seat);
    if (!player) {
      spdlog::error("event=no_such_bot match={} bot={}", id_, card_->bots[index(seat)]);
      continue;
    }
    bot_thinks_[index(seat)] = true;
    ++busy_;
    asio::post(services_.bot_threads, [weak = weak_from_this(), player, seat, update = full(viewer(seat))] {
      v1::Act answer;
      try {
        answer.set_menu_serial(update.menu().serial());
        *answer.add_actions() = player->answer(update);
      } catch (const std::exception&) {
        answer.clear_actions();
      }
      auto self = weak.lock();
      if (!self) return;
      auto strand = self->strand_;
      asio::co_spawn(strand, bot_answers(std::move(self), seat, std::move(answer)), [](std::exception_ptr error) {
        if (error) spdlog::error("event=bot_failed");
      });
    });
  }
}

asio::awaitable<void> Actor::bot_answers(std::shared_ptr<Actor> self, Seat seat, v1::Act answer) {
  {
    Turn::Hold hold = co_await self->turn_.take();
    self->bot_thinks_[index(seat)] = false;
    if (self->referee_ && self->card_ && self->card_->state == v1::MATCH_STATE_PLAYING) {
      if (answer.actions().empty()) {
        co_await self->park("bot", "no answer");
      } else {
        Answer acted = co_await self->act(seat, answer);
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

}  // namespace wardroom::match
