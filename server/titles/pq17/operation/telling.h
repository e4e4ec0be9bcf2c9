// What reports are about: one table of every report's topic and, within an engagement, its step.
#pragma once

#include <string_view>

#include "server/titles/sea/telling.h"
#include "wardroom/pq17/v1/view.pb.h"

namespace wardroom::pq17 {

using sea::Telling;

struct About {
  std::string_view id;  // without "report."
  v1::Topic::Kind topic = v1::Topic::UNSPECIFIED;
  v1::CombatStep::Kind step = v1::CombatStep::NONE;
};
// Of a report by the id of its words; unspecified: the table lacks it.
About about(std::string_view id);
// Of dice: by their table ("table.torpedo_attack.name"), and the kind of engagement they fall in.
v1::CombatStep::Kind step_of_roll(std::string_view table, v1::Battle::Kind kind);

}  // namespace wardroom::pq17
