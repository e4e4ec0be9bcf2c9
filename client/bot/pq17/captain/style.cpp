#include "client/bot/pq17/captain/style.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <string>
#include <variant>

namespace wardroom::pq17::captain {
namespace {

struct Number {
  std::string_view name;
  std::variant<double Style::*, int Style::*, bool Style::*> member;
};

constexpr Number kNumbers[] = {
    {"air_fear", &Style::air_fear},
    {"ice_fear", &Style::ice_fear},
    {"pack_fear", &Style::pack_fear},
    {"cover_fear", &Style::cover_fear},
    {"fuel_reserve", &Style::fuel_reserve},
    {"scatter_odds", &Style::scatter_odds},
    {"scatter_reach", &Style::scatter_reach},
    {"turns_to_meet", &Style::turns_to_meet},
    {"all_join", &Style::all_join},
    {"cruisers_join", &Style::cruisers_join},
    {"cover_near", &Style::cover_near},
    {"cover_between", &Style::cover_between},
    {"cover_until", &Style::cover_until},
    {"oilers_meet", &Style::oilers_meet},
    {"apart", &Style::apart},
    {"splits_fuel", &Style::splits_fuel},
    {"stay_near", &Style::stay_near},
    {"guarded", &Style::guarded},
    {"heavies_join", &Style::heavies_join},
    {"carriers_join", &Style::carriers_join},
    {"heavies_from", &Style::heavies_from},
    {"cover_ahead", &Style::cover_ahead},
    {"raider_reach", &Style::raider_reach},
    {"any_port", &Style::any_port},
    {"roughly", &Style::roughly},
    {"bluffs", &Style::bluffs},
    {"own_plan", &Style::own_plan},
    {"ice_shelter", &Style::ice_shelter},
    {"chase", &Style::chase},
    {"dummies_cover", &Style::dummies_cover},
    {"raid_reach", &Style::raid_reach},
    {"spread_patrols", &Style::spread_patrols},
    {"sortie_odds", &Style::sortie_odds},
    {"attack_odds", &Style::attack_odds},
    {"unseen", &Style::unseen},
    {"reach", &Style::reach},
    {"keeps_clear", &Style::keeps_clear},
    {"likely", &Style::likely},
    {"forgo", &Style::forgo},
    {"squadrons", &Style::squadrons},
    {"scouts_look", &Style::scouts_look},
    {"lone_ships", &Style::lone_ships},
    {"ready", &Style::ready},
    {"feints", &Style::feints},
    {"advances", &Style::advances},
    {"packs_shadow", &Style::packs_shadow},
    {"packs_join", &Style::packs_join},
    {"strike_worth", &Style::strike_worth},
    {"warships", &Style::warships},
    {"interleaves", &Style::interleaves},
};

bool set(Style& style, std::string_view name, const std::string& value) {
  const auto* number = std::ranges::find(kNumbers, name, &Number::name);
  if (number == std::end(kNumbers)) return false;
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

std::optional<Style> style_of(std::string_view numbers) {
  Style style;
  while (!numbers.empty()) {
    const std::string_view each = numbers.substr(0, numbers.find('+'));
    numbers.remove_prefix(std::min(each.size() + 1, numbers.size()));
    const auto equals = each.find('=');
    if (equals == each.npos || !set(style, each.substr(0, equals), std::string(each.substr(equals + 1)))) return {};
  }
  return style;
}

}  // namespace wardroom::pq17::captain
