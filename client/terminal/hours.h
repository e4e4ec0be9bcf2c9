// Hours: days and times of the day as they are typed, for one's calendar.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace wardroom::terminal {

std::optional<std::uint32_t> typed_day(const std::string& text);  // "2027-01-31" is 20270131
std::string written_day(std::uint32_t day);
// "22:30-07:00", in minutes of the day; "none" is a night without length.
std::optional<std::pair<std::uint32_t, std::uint32_t>> typed_night(const std::string& text);
std::string written_minute(std::uint32_t minute);
// "6,7" is Saturday and Sunday; "none": no day.
std::optional<std::vector<std::uint32_t>> typed_free_days(const std::string& text);

}  // namespace wardroom::terminal
