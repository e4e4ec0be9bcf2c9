#include "server/titles/pq17/data/odds.h"

#include <algorithm>
#include <cmath>
#include <iomanip>
#include <sstream>

#include "common/data/ranges.h"

namespace wardroom::pq17 {
namespace {

using wardroom::v1::Dice;
using wardroom::v1::Side;

bool finds(v1::SearchResult::Kind result, const Sought& sought) {
  switch (result) {
    case v1::SearchResult::U:
    case v1::SearchResult::AIRCRAFT:
      return true;
    case v1::SearchResult::S:
      return sought.shadowed;
    case v1::SearchResult::ID0:
    case v1::SearchResult::ID1:
    case v1::SearchResult::ID2:
    case v1::SearchResult::ID3:
      return sought.id >= result - v1::SearchResult::ID0;
    default:
      return false;
  }
}

const auto& line_of(const v1::Card::Section& section, SearchLine line) {
  switch (line) {
    case SearchLine::kForce:
      return section.force();
    case SearchLine::kAir:
      return section.air();
    default:
      return section.both();
  }
}

const char* name_of(SearchLine line) {
  switch (line) {
    case SearchLine::kForce:
      return "Force";
    case SearchLine::kAir:
      return "Air";
    default:
      return "Both";
  }
}

// Half per cents never need more than one decimal: a card is 2.5.
std::string percent(double share) {
  std::ostringstream out;
  const double tenths = std::round(share * 10) / 10;
  out << std::fixed << std::setprecision(tenths == std::round(tenths) ? 0 : 1) << tenths;
  return out.str();
}

}  // namespace

int weather_modifier(const v1::WeatherTable& table, v1::Weather::Kind before, int month) {
  int out = 0;
  for (const auto& modifier : table.modifier()) {
    const bool applies = std::ranges::all_of(modifier.when(), [&](const v1::Condition& condition) {
      bool is_so = false;
      if (condition.kind() == v1::Condition::PREVAILING_WEATHER)
        is_so = std::ranges::find(condition.weather(), before) != condition.weather().end();
      if (condition.kind() == v1::Condition::SEASON)
        is_so = std::ranges::find(condition.months(), month) != condition.months().end();
      return is_so != condition.absent();
    });
    if (applies) out += modifier.value();
  }
  return out;
}

int cards_that_find(const v1::Deck& deck, v1::Light::Kind light, SearchLine line, int column, const Sought& sought) {
  return static_cast<int>(std::ranges::count_if(deck.card(), [&](const v1::Card& card) {
    const auto& section = light == v1::Light::NIGHT ? card.night() : card.day();
    return finds(static_cast<v1::SearchResult::Kind>(line_of(section, line).Get(column)), sought);
  }));
}

Climate climate_of(const GameBox& box, int month) {
  const v1::WeatherTable& table = box.weather();
  std::array<std::array<double, 6>, 6> chance{};
  for (int before = v1::Weather::FAIR; before <= v1::Weather::GALES; ++before) {
    const int modifier = weather_modifier(table, static_cast<v1::Weather::Kind>(before), month);
    for (int one = 0; one <= 9; ++one) {
      for (int two = 0; two <= 9; ++two) {
        const int roll = read_dice(table.dice(), {one, two});
        chance[static_cast<std::size_t>(before)][box.weather(month, roll + modifier).weather()] += 0.01;
      }
    }
  }
  Climate out;
  out.share.fill(0.2);
  out.share[0] = 0;
  for (int step = 0; step < 500; ++step) {
    std::array<double, 6> next{};
    for (std::size_t from = 1; from < 6; ++from) {
      for (std::size_t to = 1; to < 6; ++to) next[to] += out.share[from] * chance[from][to];
    }
    out.share = next;
  }
  for (std::size_t each = 1; each < 6; ++each) out.stays += out.share[each] * chance[each][each];
  return out;
}

const std::vector<SearchTarget>& search_targets() {
  static const std::vector<SearchTarget> targets = {
      {v1::Light::DAY, SearchLine::kAir, {{{45, 60, 70, 80}, {30, 45, 60, 70}, {15, 25, 35, 45}, {5, 10, 15, 20}}}},
      {v1::Light::DAY, SearchLine::kForce, {{{50, 65, 75, 85}, {35, 50, 60, 70}, {20, 30, 40, 50}, {10, 15, 20, 25}}}},
      {v1::Light::DAY, SearchLine::kBoth, {{{65, 78, 86, 92}, {45, 60, 72, 85}, {28, 40, 50, 60}, {12, 18, 25, 30}}}},
      {v1::Light::NIGHT, SearchLine::kAir, {{{12, 18, 25, 30}, {8, 12, 18, 22}, {5, 8, 12, 15}, {2, 4, 6, 8}}}},
      {v1::Light::NIGHT, SearchLine::kForce, {{{30, 40, 50, 60}, {20, 30, 40, 50}, {12, 20, 28, 35}, {6, 10, 14, 18}}}},
  };
  return targets;
}

const std::vector<WeatherTarget>& weather_targets() {
  static const std::vector<WeatherTarget> targets = {
      {{5, 6, 7, 8}, {40, 27, 22, 9, 2}},
      {{9, 10}, {28, 35, 10, 18, 9}},
      {{11, 12, 1, 2, 3, 4}, {18, 37, 5, 24, 16}},
  };
  return targets;
}

std::string odds_page(const GameBox& box) {
  std::ostringstream out;
  out << "# PQ-17: what cards and weather add up to\n\n"
         "Written by `wardroom data odds`; a test keeps it up to date. Each cell is target / actual, in per cent.\n\n"
         "## Search: a drawn card finds an Unidentified force, or one at ID1, ID2, ID3\n\n"
         "Without carrier, CAM, Interceptors, watermark and Soviet mark; `S` not counted. Within 5 points.\n";
  for (const Side::Kind side : {Side::ALLIED, Side::AXIS}) {
    const v1::Deck& deck = box.deck(side);
    out << "\n### " << (side == Side::ALLIED ? "Allied" : "Axis") << " deck\n\n"
        << "| line | against | Fair | Reduced Visibility | Storm | Fog/Gale |\n| --- | --- | --- | --- | --- | --- |\n";
    for (const auto light : {v1::Light::DAY, v1::Light::NIGHT}) {
      for (const SearchLine line : {SearchLine::kAir, SearchLine::kForce, SearchLine::kBoth}) {
        const auto target = std::ranges::find_if(
            search_targets(), [&](const SearchTarget& each) { return each.light == light && each.line == line; });
        for (int id = -1; id <= 3; ++id) {
          if (id == 0) continue;
          out << "| " << (light == v1::Light::DAY ? "Day " : "Night ") << name_of(line) << " | "
              << (id < 0 ? std::string("Unidentified") : "ID" + std::to_string(id)) << " |";
          for (int column = 0; column < kCardColumns; ++column) {
            const double actual = cards_that_find(deck, light, line, column, {id, false}) * 2.5;
            out << ' '
                << (target == search_targets().end() ? std::string("-")
                                                     : std::to_string(target->percent[static_cast<std::size_t>(
                                                           column)][static_cast<std::size_t>(id < 0 ? 0 : id)]))
                << " / " << percent(actual) << " |";
          }
          out << '\n';
        }
      }
    }
  }
  out << "\nNight Both has no figures of its own: better than either line, below their sum.\n\n"
         "## Shadowing: contact with a shadowed ID1 force is lost, Day, Both line\n\n"
         "| | Fair | Reduced Visibility | Storm | Fog/Gale |\n| --- | --- | --- | --- | --- |\n| target / actual |";
  const std::array<const char*, 4> lost = {"15", "25", "-", "50"};
  for (int column = 0; column < kCardColumns; ++column) {
    const int found = cards_that_find(box.deck(Side::AXIS), v1::Light::DAY, SearchLine::kBoth, column, {1, true});
    out << ' ' << lost[static_cast<std::size_t>(column)] << " / " << percent(100 - found * 2.5) << " |";
  }
  out << "\n\n## Weather: share of turns in the long run\n\nWithin 4 points; it stays as it was in 40 to 50 per cent "
         "of turns.\n\n"
         "| months | Fair | Reduced Visibility | Fog | Storms | Gales | stays |\n| --- | --- | --- | --- | --- | --- | "
         "--- |\n";
  static constexpr std::array<const char*, 12> kMonths = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                                          "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
  for (const WeatherTarget& target : weather_targets()) {
    const Climate climate = climate_of(box, target.months.front());
    out << "| " << kMonths[static_cast<std::size_t>(target.months.front() - 1)] << "-"
        << kMonths[static_cast<std::size_t>(target.months.back() - 1)] << " |";
    for (std::size_t i = 0; i < 5; ++i)
      out << ' ' << target.percent[i] << " / " << percent(100 * climate.share[i + 1]) << " |";
    out << " 40-50 / " << percent(100 * climate.stays) << " |\n";
  }
  return out.str();
}

}  // namespace wardroom::pq17
