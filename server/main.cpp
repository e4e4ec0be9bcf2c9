#include "client/bot/bots.h"
#include "server/app.h"
#include "server/titles/titles.h"

int main(int argc, char** argv) {
  using namespace wardroom;
  return run_server(argc, argv, titles(), bot::players(bot::bots()));
}
