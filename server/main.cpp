#include "server/app.h"
#include "server/titles/titles.h"

int main(int argc, char** argv) { return wardroom::run_server(argc, argv, wardroom::titles()); }
