#include "client/terminal/hidden_line.h"

#include <signal.h>
#include <termios.h>
#include <unistd.h>

#include <array>
#include <iostream>

namespace wardroom::terminal {
namespace {

termios shown;  // as it was; for the handler

extern "C" void show_and_go(int number) {
  ::tcsetattr(STDIN_FILENO, TCSANOW, &shown);
  ::raise(number);  // the handler is for once: the signal does what it does now
}

// Hides what is typed, for as long as it stands.
class Curtain {
 public:
  Curtain() {
    struct sigaction once {};
    once.sa_handler = show_and_go;
    once.sa_flags = SA_RESETHAND | SA_NODEFER;
    for (std::size_t i = 0; i < kSignals.size(); ++i) ::sigaction(kSignals[i], &once, &before_[i]);
    termios hidden = shown;
    hidden.c_lflag &= ~static_cast<tcflag_t>(ECHO);
    ::tcsetattr(STDIN_FILENO, TCSAFLUSH, &hidden);
  }
  ~Curtain() {
    ::tcsetattr(STDIN_FILENO, TCSAFLUSH, &shown);
    for (std::size_t i = 0; i < kSignals.size(); ++i) ::sigaction(kSignals[i], &before_[i], nullptr);
    std::cerr << std::endl;
  }
  Curtain(const Curtain&) = delete;
  Curtain& operator=(const Curtain&) = delete;

 private:
  static constexpr std::array kSignals{SIGINT, SIGTERM, SIGHUP, SIGQUIT};
  std::array<struct sigaction, 4> before_{};
};

}  // namespace

std::string read_hidden_line(std::string_view prompt) {
  std::string line;
  if (::isatty(STDIN_FILENO) == 0 || ::tcgetattr(STDIN_FILENO, &shown) != 0) {
    std::getline(std::cin, line);
    return line;
  }
  const Curtain curtain;  // before the prompt, so that nothing typed after it is lost or shown
  std::cerr << prompt << ' ' << std::flush;
  std::getline(std::cin, line);
  return line;
}

}  // namespace wardroom::terminal
