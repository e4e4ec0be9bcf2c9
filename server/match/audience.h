// Audience: the connections that get a match's updates: one a seat, and the observers'.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "common/told.h"
#include "server/match/caller.h"
#include "server/match/match.h"

namespace wardroom::match {

class Audience {
 public:
  std::array<bool, 2> seated() const { return {seats_[0].has_value(), seats_[1].has_value()}; }
  std::size_t observers() const { return observers_.size(); }
  bool empty() const { return !seats_[0] && !seats_[1] && observers_.empty(); }
  bool has(const Line* line) { return find(line) != nullptr; }

  // A newcomer is shown `full`, and waits for `open` before he is sent anything else. Whoever had the seat is told that
  // it has been taken over.
  void attach(Viewer viewer, const Caller& caller, const v1::Update& full);
  void open(const Line* line);
  void forget(const Line* line);
  void sit_down(Seat seat, const std::string& account);  // he may have been watching
  void get_up(Seat seat);
  void swap_seats();
  const std::string* account(Seat seat) const { return seats_[index(seat)] ? &seats_[index(seat)]->account : nullptr; }
  void clear();

  void send(const Speech& speech, const std::vector<std::string>& but_not_to = {});  // accounts
  void send(const Line* line, const v1::ServerFrame& frame);

 private:
  struct Viewing {
    std::shared_ptr<Line> line;
    std::string account;
    bool ready = false;
    std::vector<v1::ServerFrame> waiting;  // until it is ready

    void send(const v1::ServerFrame& frame);
    void open();
  };

  Viewing* find(const Line* line);
  std::vector<Viewing*> all(Viewer viewer);

  std::array<std::optional<Viewing>, 2> seats_;
  std::vector<Viewing> observers_;
  std::array<Told, 3> told_;  // all connections of a viewer that take deltas
};

}  // namespace wardroom::match
