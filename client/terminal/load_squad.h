// LoadSquad: what one thread of a load does: its matches, its other connections, its figures.
#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "client/terminal/load_duel.h"
#include "client/terminal/load_figures.h"
#include "client/terminal/load_meter.h"

namespace wardroom::terminal {

// One of the connections beside those that play.
struct LoadBeside {
  std::shared_ptr<LoadLine> line;
  bool answered = false;
  std::string match{};  // that it watches
};

class LoadSquad {
 public:
  struct Share {
    std::size_t matches = 0;
    std::size_t connections = 0;
    std::size_t watching = 0;
    double rate = 0;
    std::uint64_t seed = 0;
  };
  LoadSquad(const LoadSettings& given, Share share, LoadMeter& meter);

  LoadFigures run();

  // -- what its matches tell it --
  const Address& next_address();
  void playing(const LoadDuel& duel);  // a match has begun
  void ready(LoadDuel& duel);          // somebody in it can act
  void rests();                        // a match has had its actions
  void measured(std::chrono::steady_clock::duration latency);
  void count_bytes(std::size_t bytes);
  void count_action(std::size_t bytes);  // of an action, to and fro
  void finished();
  void failed(const LoadDuel& duel, const std::string& why);

  const LoadSettings& settings;
  boost::asio::io_context io{1};

 private:
  using Time = std::chrono::steady_clock::time_point;
  void open_next();                     // of the connections beside
  void open_after(LoadBeside& beside);  // which has been answered
  void settled();                       // they all have
  void begin_matches();
  void begin_duel(std::size_t place);
  void watch(LoadBeside& watcher, const std::string& match);
  void pause(std::chrono::steady_clock::duration time, std::function<void()> then);
  void start_measuring();
  void await_arrival();
  void serve_arrivals();
  void stop();
  void error(const std::string& why);

  const Share share_;
  LoadMeter& meter_;
  std::vector<std::shared_ptr<LoadDuel>> duels_;
  std::vector<LoadBeside> beside_;
  std::size_t opened_ = 0;  // of them
  std::size_t answered_ = 0;
  std::size_t addressed_ = 0;
  std::uint64_t begun_ = 0;
  std::size_t playing_ = 0;
  std::size_t resting_ = 0;
  bool measuring_ = false;
  bool ending_ = false;
  std::optional<Arrivals> arrivals_;           // none: whoever can act does
  std::deque<Time> due_;                       // that nobody could take yet
  std::deque<std::weak_ptr<LoadDuel>> ready_;  // that wait for an arrival
  boost::asio::steady_timer arrival_{io};
  boost::asio::steady_timer measure_{io};
  boost::asio::steady_timer end_{io};
  Time measured_from_;
  LoadFigures figures_;
};

}  // namespace wardroom::terminal
