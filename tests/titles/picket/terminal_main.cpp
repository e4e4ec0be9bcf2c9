// The terminal program with picket in it, for tests.
#include "client/terminal/app.h"
#include "tests/titles/picket/picket.h"
#include "tests/titles/picket/screen.h"

int main(int argc, char** argv) {
  return wardroom::terminal::run_terminal(argc, argv, {wardroom::picket::entry()}, {wardroom::picket::screen()});
}
