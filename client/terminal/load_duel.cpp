#include "client/terminal/load_duel.h"

#include <utility>

#include "client/terminal/load_squad.h"
#include "common/hash.h"
#include "common/nonce.h"

namespace wardroom::terminal {

void LoadDuel::begin() {
  const Address* address = &squad_.next_address();
  for (std::size_t who = 0; who < 2; ++who) {
    const auto self = weak_from_this();
    const auto hear = [self, who](const ThinFrame& frame) {
      if (auto duel = self.lock()) duel->hear(who, frame);
    };
    const auto count = [self](std::size_t bytes) {
      if (auto duel = self.lock()) duel->count(bytes);
    };
    const auto fail = [self](const std::string& why) {
      if (auto duel = self.lock()) duel->fail(why);
    };
    if (who > 0 && !squad_.settings.together) address = &squad_.next_address();
    players_[who].line = std::make_shared<LoadLine>(squad_.io, *address, LoadLine::Ears{hear, count, fail});
    players_[who].line->begin();
  }
}

void LoadDuel::leave() {
  for (Player& player : players_) {
    if (player.line) player.line->leave();
  }
}

void LoadDuel::fail(const std::string& why) { squad_.failed(*this, why); }

void LoadDuel::count(std::size_t bytes) {
  bytes_ += bytes;
  squad_.count_bytes(bytes);
}

void LoadDuel::hear(std::size_t who, const ThinFrame& frame) {
  if (frame.body == v1::ServerFrame::kRefusal) return fail(refusal_of(frame));
  if (frame.body == v1::ServerFrame::kUpdate) {
    // Of a match before this one, the last words may still be on their way.
    if (thin_field(frame.payload, v1::Update::kMatchFieldNumber) == match_) take(players_[who], frame.payload);
  } else if (frame.request != 0) {
    answered(who, frame);
  }
  go_on();
}

void LoadDuel::answered(std::size_t who, const ThinFrame& frame) {
  Player& player = players_[who];
  switch (frame.body) {
    case v1::ServerFrame::kWelcome:
      say_guest(who);
      break;
    case v1::ServerFrame::kSignedIn:
      player.named = true;
      if (players_[0].named && players_[1].named) create();
      break;
    case v1::ServerFrame::kMatch:
      if (stage_ == Stage::kCreating) {
        commitment_ = thin_field(frame.payload, v1::MatchInfo::kSeedCommitmentFieldNumber);
        join(std::string(thin_field(frame.payload, v1::MatchInfo::kIdFieldNumber)));
      } else if (stage_ == Stage::kJoining) {
        stage_ = Stage::kAnswering;
        give_nonce(1, nonce_hash(players_[0].nonce));
      } else if (stage_ == Stage::kAnswering) {
        stage_ = Stage::kOpening;
        give_nonce(0, players_[1].nonce);
      } else {
        attach();
      }
      break;
    case v1::ServerFrame::kAttached:
      player.attached = true;
      take(player, thin_field(frame.payload, v1::Attached::kUpdateFieldNumber));
      if (players_[0].attached && players_[1].attached && stage_ == Stage::kAttaching) {
        stage_ = Stage::kPlaying;
        squad_.playing(*this);
      }
      break;
    case v1::ServerFrame::kActed:
      if (const std::string_view update = thin_field(frame.payload, v1::Acted::kUpdateFieldNumber); !update.empty())
        take(player, update);
      if (who == acting_ && frame.request == act_request_) {
        act_request_ = 0;
        acted_ = true;
      }
      break;
    default:
      break;
  }
}

void LoadDuel::take(Player& player, std::string_view update) {
  const ThinUpdate thin = thin_update(update, player.menus, whim_);
  if (!thin.fits) return fail("a menu that does not fit what was told before");
  player.over = thin.over;
  player.menu = thin.menu_serial == player.answered ? 0 : thin.menu_serial;
  player.action = thin.action;
}

void LoadDuel::say_guest(std::size_t who) {
  v1::ClientFrame frame;
  frame.mutable_play_as_guest();
  players_[who].line->send(frame);
}

void LoadDuel::create() {
  stage_ = Stage::kCreating;
  acts_ = 0;
  for (Player& player : players_) player.nonce = random_bytes(kNonceBytes);
  v1::ClientFrame frame;
  auto& create = *frame.mutable_create_match();
  create.set_title(squad_.settings.title);
  create.set_scenario(squad_.settings.scenario);
  create.set_side(v1::SIDE_CHOICE_FIRST);
  create.set_nonce_hash(nonce_hash(players_[0].nonce));
  players_[0].line->send(frame);
}

void LoadDuel::join(std::string match) {
  stage_ = Stage::kJoining;
  match_ = std::move(match);
  v1::ClientFrame frame;
  frame.mutable_join_match()->set_match(match_);
  players_[1].line->send(frame);
}

void LoadDuel::give_nonce(std::size_t who, const std::string& other) {
  v1::ClientFrame frame;
  auto& given = *frame.mutable_give_nonce();
  given.set_match(match_);
  given.set_seed_commitment(commitment_);
  given.set_nonce(players_[who].nonce);
  given.set_other(other);
  players_[who].line->send(frame);
}

void LoadDuel::attach() {
  stage_ = Stage::kAttaching;
  for (Player& player : players_) {
    player.attached = player.over = false;
    player.menus = {};
    player.menu = player.answered = 0;
    v1::ClientFrame frame;
    frame.mutable_attach()->set_match(match_);
    player.line->send(frame);
  }
}

void LoadDuel::detach() {
  for (Player& player : players_) {
    v1::ClientFrame frame;
    frame.mutable_detach()->set_match(match_);
    player.line->send(frame);
  }
}

// The next action, once the last one is answered and somebody has a menu; the next match, once both know that it is
// over.
void LoadDuel::go_on() {
  if (stage_ != Stage::kPlaying || act_request_ != 0 || waits_) return;
  const bool over = players_[0].over && players_[1].over;
  const bool asked = players_[0].menu != 0 || players_[1].menu != 0;
  if (!over && !asked) return;
  if (std::exchange(acted_, false)) squad_.measured(std::chrono::steady_clock::now() - due_);
  if (over) {
    squad_.finished();
    tell_bytes();
    detach();
    create();
    return;
  }
  if (players_[0].over || players_[1].over) return;
  waits_ = true;
  if (squad_.settings.actions != 0 && acts_ >= squad_.settings.actions) return squad_.rests();
  squad_.ready(*this);
}

void LoadDuel::act(Time due) {
  tell_bytes();
  waits_ = false;
  ++acts_;
  due_ = due;
  acting_ = players_[0].menu != 0 && players_[1].menu != 0 ? whim_.below(2) : players_[0].menu != 0 ? 0 : 1;
  Player& player = players_[acting_];
  v1::ClientFrame frame;
  auto& act = *frame.mutable_act();
  act.set_match(match_);
  player.answered = std::exchange(player.menu, 0);
  act.set_menu_serial(player.answered);
  act.add_actions()->ParseFromString(player.action);
  act_request_ = player.line->send(frame);
  sent_ = true;
}

// Of the last action: all that came until now.
void LoadDuel::tell_bytes() {
  if (std::exchange(sent_, false)) squad_.count_action(bytes_);
  bytes_ = 0;
}

}  // namespace wardroom::terminal
