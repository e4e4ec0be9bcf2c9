// BattleTale: reports as lines, in their order. Within a battle they stand under its steps, a round ends with its sum
// and the battle with what it came to.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "client/terminal/after_action.h"
#include "client/terminal/screen.h"

namespace wardroom::terminal {

class BattleTale {
 public:
  struct Speech {
    const Words& words;
    const Screen* screen;  // none: menus and reports only
    std::vector<std::string> seats;
  };

  // `fights`: after these reports a battle still goes on.
  std::vector<std::string> tell(const std::vector<v1::Report>& reports, bool fights, const Speech& speech);
  void forget() { *this = {}; }  // somebody has gone back

 private:
  class Writer;

  std::vector<v1::Report> told_;  // of the battle that goes on; empty: none does
  std::size_t round_ = 0;         // where in `told_` the round began
  bool rounds_ = false;           // it has rounds
  std::string step_;
};

}  // namespace wardroom::terminal
