// BotPlayer: a bot in a seat of a hosted match. It sees there what it sees in play in one process.
#pragma once

#include "client/bot/bot.h"
#include "server/match/player.h"

namespace wardroom::bot {

class BotPlayer final : public match::Player {
 public:
  BotPlayer(match::Chair chair, std::unique_ptr<Bot> bot) : chair_(std::move(chair)), bot_(std::move(bot)) {}
  match::Move answer(const v1::Update& update) override;

 private:
  match::Chair chair_;
  std::unique_ptr<Bot> bot_;
};

// Actions and kind; labels and consequences are for people.
Menu menu_of(const v1::Menu& from, Seat seat);

}  // namespace wardroom::bot
