#include "client/terminal/app.h"
#include "client/terminal/screens.h"
#include "server/titles/titles.h"

int main(int argc, char** argv) {
  return wardroom::terminal::run_terminal(argc, argv, wardroom::titles(), wardroom::terminal::screens());
}
