#include "server/app.h"
#include "server/titles/title_data.h"
#include "server/titles/titles.h"

namespace {

std::vector<wardroom::SheetMaker> sheets() {
  std::vector<wardroom::SheetMaker> makers;
  for (wardroom::TitleData& data : wardroom::title_data()) {
    makers.push_back(
        {data.id, [make = data.sheets](const wardroom::Bundle& bundle) { return make(bundle).SerializeAsString(); }});
  }
  return makers;
}

}  // namespace

int main(int argc, char** argv) { return wardroom::run_server(argc, argv, wardroom::titles(), sheets()); }
