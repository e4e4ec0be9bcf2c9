// LoadDuel: two players who play match after match.
#pragma once

#include <array>
#include <chrono>
#include <memory>
#include <string>

#include "client/terminal/load_line.h"

namespace wardroom::terminal {

class LoadSquad;

class LoadDuel : public std::enable_shared_from_this<LoadDuel> {
 public:
  using Time = std::chrono::steady_clock::time_point;
  LoadDuel(LoadSquad& squad, std::size_t place, std::uint64_t seed) : squad_(squad), place_(place), whim_(seed) {}

  void begin();
  void leave();
  // Somebody who has a menu answers it. `due`: from when on he is kept waiting.
  void act(Time due);

  std::size_t place() const { return place_; }  // among the squad's
  const std::string& match() const { return match_; }
  bool acting() const { return act_request_ != 0 || acted_; }  // what it did last is not measured yet
  Time due() const { return due_; }

 private:
  enum class Stage { kGreeting, kNamed, kCreating, kJoining, kAnswering, kOpening, kAttaching, kPlaying };
  struct Player {
    std::shared_ptr<LoadLine> line;
    bool named = false;
    std::string nonce;
    bool attached = false;
    bool over = false;
    std::uint64_t menu = 0;  // the serial of a menu not yet answered; 0: none
    std::string action;      // chosen for it
    ToldMenus menus;         // of this match
    std::uint64_t answered = 0;
  };

  void hear(std::size_t who, const ThinFrame& frame);
  void answered(std::size_t who, const ThinFrame& frame);
  void take(Player& player, std::string_view update);
  void say_guest(std::size_t who);
  void create();
  void join(std::string match);
  void give_nonce(std::size_t who, const std::string& other);
  void attach();
  void detach();
  void go_on();
  void tell_bytes();
  void count(std::size_t bytes);
  void fail(const std::string& why);

  LoadSquad& squad_;
  const std::size_t place_;
  bot::Whim whim_;
  Stage stage_ = Stage::kGreeting;
  std::array<Player, 2> players_;
  std::string match_;
  std::string commitment_;
  std::size_t acts_ = 0;  // in this match
  std::size_t acting_ = 0;
  std::uint64_t act_request_ = 0;  // 0: none on its way
  bool acted_ = false;             // sent and answered; the next menu is awaited
  bool waits_ = false;             // for its turn to act
  Time due_;
  std::size_t bytes_ = 0;  // since the last action
  bool sent_ = false;      // there was one
};

}  // namespace wardroom::terminal
