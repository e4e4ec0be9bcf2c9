// The server with picket in it, for tests and load.
#include "server/app.h"
#include "tests/titles/picket/picket.h"

int main(int argc, char** argv) { return wardroom::run_server(argc, argv, {wardroom::picket::entry()}); }
