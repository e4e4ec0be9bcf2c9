// Facts: what the record of a match has counted, by name. The same for single events and for whole operations.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "client/terminal/record.h"

namespace wardroom::calibration {

// Numbers by their path, joined by dots: "losses.allied.air.loaded", "facts.rolls.bombing.air/hit"; true is 1.
using Facts = std::map<std::string, double>;

Facts read_facts(std::string_view json);  // Broken when it is no JSON object
Facts facts_of(const terminal::Record& record);

double at(const Facts& facts, const std::string& path);                                  // 0 when there is none
double sum_under(const Facts& facts, const std::string& path, const std::string& last);  // any member between them

}  // namespace wardroom::calibration
