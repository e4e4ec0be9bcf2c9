#include "client/terminal/app.h"
#include "client/tools/tools.h"
#include "server/titles/titles.h"

int main(int argc, char** argv) {
  using namespace wardroom;
  return terminal::run_terminal(argc, argv, {titles(), terminal::terminals(), bot::bots()}, terminal::add_tools);
}
