// Player: one of two people who play match after match over a line that breaks, written from the protocol alone. He
// remembers what he sent and was shown, comes back with his token, and goes on from where he was.
#pragma once

#include <atomic>
#include <chrono>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "tests/end_to_end/histories.h"
#include "tests/net/client.h"

namespace wardroom::testing {

// What both have done so far, for whoever chooses the moment of a fault.
struct Pace {
  std::atomic<std::uint64_t> sent = 0;
  std::atomic<std::uint64_t> taken = 0;
  std::atomic<std::uint64_t> not_stored = 0;
};

class Player {
 public:
  Player(std::uint16_t port, std::string name, std::uint32_t seed, Pace& pace);

  void sign_up();
  // 0: without a clock; without a bot: for another player.
  std::string make_match(const std::string& scenario, std::uint32_t bank_seconds, const std::string& bot = {});
  History play(const std::string& match);  // sits down there, if he does not yet, and plays to the end
  // A match that is over, once more.
  std::vector<Shown> replay(const std::string& match, v1::Viewpoint viewpoint);

 private:
  // What one viewer was sent, taken together.
  struct Sight {
    v1::Update now;
    std::map<std::uint32_t, std::string> sections;

    Shown take(const v1::Update& update);
  };

  net::Client& line();  // a new one, if there is none
  v1::ServerFrame ask(const v1::ClientFrame& frame);
  v1::ServerFrame insist(const v1::ClientFrame& frame);  // over as many lines as it takes
  void trouble(const std::string& what);                 // a moment later it may be over; throws when it never is
  v1::MatchInfo attach(std::uint64_t last_serial);
  void sit_down();
  void play_on();  // until the match is over or the line breaks
  void come_anew();
  void take_in_next();
  void act();
  void send(const v1::ClientFrame& frame, const Sent& act);
  void take(const v1::ServerFrame& frame);
  void take(const v1::Update& update);

  std::uint16_t port_;
  std::string name_;
  std::string nonce_;
  std::string token_;
  std::mt19937 random_;
  Pace& pace_;
  std::unique_ptr<net::Client> line_;
  std::chrono::steady_clock::time_point went_on_;  // when he was last shown something new

  // -- the match that is played --
  std::string match_;
  History history_;
  Sight sight_;
  v1::ClientFrame newest_;      // what he sent last
  std::uint64_t answered_ = 0;  // the menu that it answers, as long as this line has shown no other
};

}  // namespace wardroom::testing
