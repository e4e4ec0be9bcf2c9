#include "client/bot/pq17/style.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string>
#include <variant>
#include <vector>

namespace wardroom::pq17::bot {
namespace {

struct Number {
  std::string_view name;
  std::variant<double Style::*, int Style::*, bool Style::*> member;
  std::vector<double> worth_trying{};  // by whoever tunes it; none: it is there for variety
};

const std::vector<Number> kNumbers{
    {"air_fear", &Style::air_fear, {0.8, 1.8, 3}},
    {"ice_fear", &Style::ice_fear, {1, 2.5, 5}},
    {"pack_fear", &Style::pack_fear, {0.5, 1, 2}},
    {"cover_fear", &Style::cover_fear, {1, 2, 4}},
    {"fuel_reserve", &Style::fuel_reserve, {-2, 1, 3}},
    {"scatter_odds", &Style::scatter_odds, {3, 12, 1000}},
    {"scatter_reach", &Style::scatter_reach, {0, 1, 2}},
    {"turns_to_meet", &Style::turns_to_meet, {2, 4, 6}},
    {"all_join", &Style::all_join, {0, 1}},
    {"cruisers_join", &Style::cruisers_join, {0, 1}},
    {"cover_near", &Style::cover_near, {1, 2, 4}},
    {"cover_between", &Style::cover_between, {0, 0.5, 1.5}},
    {"cover_until", &Style::cover_until, {0, 1, 3}},
    {"oilers_meet", &Style::oilers_meet, {0, 4, 8}},
    {"apart", &Style::apart},
    {"splits_fuel", &Style::splits_fuel, {0, 1}},
    {"escorts_leave", &Style::escorts_leave, {-3, -1, 1}},
    {"stay_near", &Style::stay_near, {0, 2}},
    {"guarded", &Style::guarded, {0, 0.3, 0.8}},
    {"heavies_join", &Style::heavies_join, {0, 1}},
    {"carriers_join", &Style::carriers_join, {0, 1}},
    {"heavies_from", &Style::heavies_from, {0, 0.2, 0.6}},
    {"cover_ahead", &Style::cover_ahead, {0, 1, 2}},
    {"raider_reach", &Style::raider_reach, {0, 2, 3}},
    {"any_port", &Style::any_port},
    {"roughly", &Style::roughly},
    {"bluffs", &Style::bluffs},
    {"own_plan", &Style::own_plan},
    {"ice_shelter", &Style::ice_shelter, {0, 1}},
    {"chase", &Style::chase, {3, 6, 10}},
    {"dummies_cover", &Style::dummies_cover, {0, 1}},
    {"raid_reach", &Style::raid_reach, {3, 5, 8}},
    {"spread_patrols", &Style::spread_patrols, {0, 1}},
    {"sortie_odds", &Style::sortie_odds, {0.8, 1.2, 1.5, 2.5}},
    {"attack_odds", &Style::attack_odds, {0.9, 1.2, 1.6}},
    {"unseen", &Style::unseen, {0, 0.7, 1.5, 3}},
    {"by_night", &Style::by_night, {0.15, 0.4, 1}},
    {"reach", &Style::reach, {4, 5, 7, 9}},
    {"keeps_clear", &Style::keeps_clear, {0, 1}},
    {"likely", &Style::likely, {0.3, 0.45, 0.7}},
    {"forgo", &Style::forgo, {-1, -0.35, 0.3}},
    {"squadrons", &Style::squadrons, {0, 1}},
    {"scouts_look", &Style::scouts_look, {0, 1}},
    {"lone_ships", &Style::lone_ships, {1, 1.5, 2.5}},
    {"ready", &Style::ready},
    {"feints", &Style::feints, {0, 1}},
    {"advances", &Style::advances, {0, 1}},
    {"packs_shadow", &Style::packs_shadow, {0, 0.3, 0.6}},
    {"packs_dare", &Style::packs_dare, {4, 12, 1000}},
    {"packs_retry", &Style::packs_retry, {0, 1}},
    {"packs_join", &Style::packs_join, {0, 1}},
    {"strike_worth", &Style::strike_worth, {0.4, 0.8, 1.5, 3}},
    {"warships", &Style::warships, {0.3, 1, 1.5}},
    {"interleaves", &Style::interleaves, {0, 1}},
};

bool set(Style& style, std::string_view name, const std::string& value) {
  const auto number = std::ranges::find(kNumbers, name, &Number::name);
  if (number == kNumbers.end()) return false;
  char* end = nullptr;
  const double parsed = std::strtod(value.c_str(), &end);
  if (value.empty() || *end != 0) return false;
  if (const auto* real = std::get_if<double Style::*>(&number->member)) style.*(*real) = parsed;
  if (const auto* whole = std::get_if<int Style::*>(&number->member))
    style.*(*whole) = static_cast<int>(std::lround(parsed));
  if (const auto* yes = std::get_if<bool Style::*>(&number->member)) style.*(*yes) = parsed != 0;
  return true;
}

}  // namespace

std::optional<Style> style_of(std::string_view numbers, Style style) {
  while (!numbers.empty()) {
    const std::string_view each = numbers.substr(0, numbers.find('+'));
    numbers.remove_prefix(std::min(each.size() + 1, numbers.size()));
    const auto equals = each.find('=');
    if (equals == each.npos || !set(style, each.substr(0, equals), std::string(each.substr(equals + 1)))) return {};
  }
  return style;
}

std::vector<wardroom::bot::Dial> dials() {
  const Style usual;
  std::vector<wardroom::bot::Dial> found;
  for (const Number& each : kNumbers) {
    if (each.worth_trying.empty()) continue;
    const double value = std::visit([&](auto member) { return static_cast<double>(usual.*member); }, each.member);
    found.push_back({std::string(each.name), value, each.worth_trying});
  }
  return found;
}

}  // namespace wardroom::pq17::bot
