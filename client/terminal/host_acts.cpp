#include "client/terminal/host_acts.h"

#include "client/terminal/offers.h"

namespace wardroom::terminal {

Text act_text(const v1::HostAct& act) {
  Text did("admin.did." + act.what());
  if (act.name().empty()) {
    did.text("name", Text("admin.gone"));
  } else {
    did.word("name", act.name());
  }
  did.word("before", act.before()).word("match", act.match()).word("until", utc_minute(act.until_ms()));
  Text line("admin.line");
  line.word("when", utc_minute(act.time_ms())).text("what", did).word("reason", act.reason());
  if (act.by().empty()) {
    line.text("by", Text("admin.host"));
  } else {
    line.word("by", act.by());
  }
  return line;
}

}  // namespace wardroom::terminal
