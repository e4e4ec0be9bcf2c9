#include "client/terminal/hours.h"

#include <array>
#include <charconv>
#include <cstdio>
#include <string_view>

namespace wardroom::terminal {
namespace {

constexpr std::uint32_t kMinutesOfHour = 60, kMinutesOfDay = 24 * kMinutesOfHour, kDaysOfWeek = 7;

// Digits and nothing else.
std::optional<std::uint32_t> digits_of(std::string_view text) {
  std::uint32_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

std::vector<std::string_view> split(std::string_view text, char at) {
  std::vector<std::string_view> parts;
  while (true) {
    const std::size_t end = text.find(at);
    parts.push_back(text.substr(0, end));
    if (end == text.npos) return parts;
    text.remove_prefix(end + 1);
  }
}

std::optional<std::uint32_t> minute_of(std::string_view text) {
  const auto parts = split(text, ':');
  if (parts.size() != 2) return std::nullopt;
  const auto hour = digits_of(parts[0]), minute = digits_of(parts[1]);
  if (!hour || !minute || *minute >= kMinutesOfHour || *hour >= kMinutesOfDay / kMinutesOfHour) return std::nullopt;
  return *hour * kMinutesOfHour + *minute;
}

}  // namespace

std::optional<std::uint32_t> typed_day(const std::string& text) {
  const auto parts = split(text, '-');
  if (parts.size() != 3) return std::nullopt;
  const auto year = digits_of(parts[0]), month = digits_of(parts[1]), day = digits_of(parts[2]);
  if (!year || !month || !day || *year > 9999 || *month > 12 || *day > 31) return std::nullopt;
  return *year * 10'000 + *month * 100 + *day;
}

std::string written_day(std::uint32_t day) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%04u-%02u-%02u", day / 10'000, day / 100 % 100, day % 100);
  return text.data();
}

std::optional<std::pair<std::uint32_t, std::uint32_t>> typed_night(const std::string& text) {
  if (text == "none") return std::pair(0u, 0u);
  const auto parts = split(text, '-');
  if (parts.size() != 2) return std::nullopt;
  const auto from = minute_of(parts[0]), to = minute_of(parts[1]);
  if (!from || !to) return std::nullopt;
  return std::pair(*from, *to);
}

std::string written_minute(std::uint32_t minute) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%02u:%02u", minute / kMinutesOfHour, minute % kMinutesOfHour);
  return text.data();
}

std::optional<std::vector<std::uint32_t>> typed_free_days(const std::string& text) {
  std::vector<std::uint32_t> days;
  if (text == "none") return days;
  for (const std::string_view part : split(text, ',')) {
    const auto day = digits_of(part);
    if (!day || *day < 1 || *day > kDaysOfWeek) return std::nullopt;
    days.push_back(*day);
  }
  return days;
}

}  // namespace wardroom::terminal
