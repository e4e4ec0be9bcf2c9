// Follow: a match from now to its end, or until the person leaves.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string>

#include "client/bot/random_bot.h"
#include "client/terminal/client.h"
#include "client/terminal/sight.h"
#include "client/terminal/voice.h"

namespace wardroom::terminal {

class Follow {
 public:
  enum class As { kPlayer, kObserver };
  enum class Input { kPerson, kScript };  // a script's lines wait until they are asked for

  Follow(Client& client, Voice& voice, std::string match, As as, Input input)
      : client_(client), voice_(voice), match_(std::move(match)), as_(as), input_(input) {}

  void autoplay(std::uint64_t seed) { whim_.emplace(seed); }
  void teach(std::shared_ptr<Lessons> lessons) { lessons_ = std::move(lessons); }
  void watch(std::string code) { watch_ = std::move(code); }  // what a private match is watched by

  Answer<v1::Attached> attach();
  const Sight& sight() const { return sight_; }
  const v1::Queue& queue() const { return queue_; }  // one's own orders

  enum class Ended { kOver, kLeft, kGone };
  Ended run();

  // Orders, or going on with them; as the server has them then, and told.
  Answer<v1::Queue> give(const v1::GiveOrders& given);
  Answer<v1::Queue> give(v1::GiveStanding given);
  Answer<v1::Queue> go_on(bool without_first);

  // One action for the menu of now. True when the server took it.
  bool act(const v1::Action& action);

 private:
  enum class Going { kOn, kLeave };
  Going handle(const Event& event);
  Going frame(const v1::ServerFrame& frame);
  Going typed(const std::string& line);
  Going obey(const std::string& line);
  static bool is_command(const std::string& line) { return line.starts_with('/'); }
  Going command(const std::string& line);
  void choose(const std::string& line);
  bool order_command(const std::string& name, const std::string& rest);  // whether it is one
  Answer<v1::Queue> ask_queue(v1::ClientFrame frame);
  void take_queue(const v1::Queue& queue);
  void ask(v1::ClientFrame frame);  // tells the answer only when it is a refusal
  void answer_offer(bool agree);
  bool offer_command(const std::string& name, const std::string& rest);  // whether it is one
  void show_hint();
  void show_history();
  // What the last answer led to has been shown.
  bool settled() const { return answered_ == 0 || sight_.now().menu().serial() != answered_; }
  bool asked() const { return sight_.asked() && sight_.now().menu().serial() != answered_; }

  Client& client_;
  Voice& voice_;
  std::string match_;
  std::string watch_;
  As as_;
  Input input_;
  Sight sight_;
  v1::Queue queue_;
  std::uint64_t answered_ = 0;  // the menu that has been answered already
  std::deque<std::string> typed_ahead_;
  bool input_ended_ = false;
  std::optional<bot::Whim> whim_;
  std::shared_ptr<Lessons> lessons_;  // none: it is no tutorial
};

}  // namespace wardroom::terminal
