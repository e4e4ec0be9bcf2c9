#include "client/terminal/record.h"

#include "client/terminal/json.h"

namespace wardroom::terminal {

std::string to_json(const Losses& losses) {
  JsonObject out;
  for (const auto& [side, causes] : losses) {
    JsonObject of_side;
    for (const auto& [cause, categories] : causes) {
      JsonObject of_cause;
      for (const auto& [category, count] : categories) of_cause.number(category, count);
      of_side.member(cause, of_cause.str());
    }
    out.member(side, of_side.str());
  }
  return out.str();
}

}  // namespace wardroom::terminal
