#include "tests/calibration/pq17/single_events.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "client/terminal/pq17/pack.h"
#include "server/titles/pq17/data/odds.h"
#include "server/titles/pq17/searching/search.h"
#include "server/titles/pq17/submarine/combat.h"
#include "server/titles/pq17/weather/weather.h"
#include "tests/calibration/pq17/facts.h"
#include "tests/titles/pq17/rules/striking.h"

namespace wardroom::calibration {
namespace {

using namespace wardroom::pq17;
namespace v1 = wardroom::pq17::v1;

constexpr double kSearchTolerance = 5;
constexpr double kWeatherTolerance = 4;
constexpr const char* kHere = "0611";  // open sea: no shore, no Air Radius, no ice
constexpr std::array<v1::Weather::Kind, 4> kColumns = {v1::Weather::FAIR, v1::Weather::REDUCED_VISIBILITY,
                                                       v1::Weather::STORMS, v1::Weather::FOG};

Secret secret_of(std::uint64_t seed, std::string_view what, std::uint64_t number) {
  const std::string digest = Hasher().add("wardroom calibration").add(seed).add(what).add(number).finish();
  Secret secret;
  std::ranges::copy(digest, secret.begin());
  return secret;
}

// A piece of the rules on a position of its own.
struct Trial {
  Trial(const Truth& from, const Secret& secret)
      : truth(from), chance(secret, 0), table(chance), op(the_title().reference(), truth, table) {}
  Truth truth;
  SeededChance chance;
  Table table;
  Operation op;
};

// -- cards --

std::string line_name(v1::Light::Kind light, pq17::SearchLine line) {
  const char* name = line == pq17::SearchLine::kAir ? "Air" : line == pq17::SearchLine::kForce ? "Force" : "Both";
  return std::string(light == v1::Light::NIGHT ? "Night " : "Day ") + name;
}

Stage looked_for(Side owner, v1::Light::Kind light, v1::Weather::Kind weather, int id) {
  Stage stage("pq12");
  stage.at(light == v1::Light::NIGHT ? kByNight : kByDay, enemy_of(owner), v1::Clock::RECONNAISSANCE).weather(weather);
  stage.task_force(owner, "sought", {{owner == kAllied ? "ship.london" : "ship.tirpitz"}}, kHere);
  if (id >= 0) stage.identified("sought", id);
  return stage;
}

// Per cent of the searcher's forty cards that succeed.
double found_by(Side searcher, v1::Light::Kind light, v1::Weather::Kind weather, int id, pq17::SearchLine line,
                bool followed) {
  Stage stage = looked_for(enemy_of(searcher), light, weather, id);
  Trial trial(stage.truth(), Secret{});
  v1::Block& target = trial.op.block_of(trial.op.force(enemy_of(searcher), key_of(stage.force("sought"))));
  if (followed) target.add_shadow()->set_kind(v1::Shadow::SECTOR);
  const Searchers by{line != pq17::SearchLine::kAir, line != pq17::SearchLine::kForce, true};
  const auto& cards = trial.op.reference.box().deck(searcher).card();
  const auto finds = [&](const v1::Card& card) {
    return read_card(trial.op, target, as_hex(target.hex()), card, by, SearchKind::kSegment).success;
  };
  return 100.0 * static_cast<double>(std::ranges::count_if(cards, finds)) / cards.size();
}

SearchLine count_line(v1::Light::Kind light, pq17::SearchLine line) {
  SearchLine out;
  out.name = line_name(light, line);
  const auto target = std::ranges::find_if(
      search_targets(), [&](const SearchTarget& each) { return each.light == light && each.line == line; });
  out.has_target = target != search_targets().end();
  for (std::size_t column = 0; column < kColumns.size(); ++column) {
    for (std::size_t sought = 0; sought < kSought.size(); ++sought) {
      if (out.has_target) out.target[column][sought] = target->percent[column][sought];
      const int id = sought == 0 ? -1 : static_cast<int>(sought);
      for (Side side : kSides)
        out.actual[side == kAllied ? 0 : 1][column][sought] = found_by(side, light, kColumns[column], id, line, false);
    }
  }
  return out;
}

const SearchLine& line_called(const SingleEvents& events, std::string_view name) {
  return *std::ranges::find_if(events.search, [&](const SearchLine& each) { return each.name == name; });
}

// Night Both has no figures of its own: better than either line, below their sum.
void count_night_both(SingleEvents& events) {
  const SearchLine& both = line_called(events, "Night Both");
  const SearchLine& air = line_called(events, "Night Air");
  const SearchLine& force = line_called(events, "Night Force");
  for (std::size_t column = 0; column < kColumns.size(); ++column) {
    for (std::size_t sought = 0; sought < kSought.size(); ++sought) {
      const double a = air.actual[1][column][sought], f = force.actual[1][column][sought];
      events.night_both.push_back({std::string("Night Both, ") + kSearchWeather[column] + ", " + kSought[sought],
                                   {std::max(a, f), a + f, {}},
                                   Unit::kPercent,
                                   both.actual[1][column][sought],
                                   "40 cards"});
    }
  }
}

void count_shadowing(SingleEvents& events) {
  const std::array<std::pair<std::size_t, double>, 3> targets = {{{0, 15}, {1, 25}, {3, 50}}};
  for (const auto& [column, target] : targets) {
    const double kept = found_by(kAxis, v1::Light::DAY, kColumns[column], 1, pq17::SearchLine::kBoth, true);
    events.shadowing.push_back(
        {std::string("a shadower loses contact, Day, ") + (column == 3 ? "Fog" : kSearchWeather[column]),
         {target - kSearchTolerance, target + kSearchTolerance, target},
         Unit::kPercent,
         100 - kept,
         "40 cards"});
  }
}

// -- weather --

void throw_weather(SingleEvents& events, const char* scenario, const char* season, const WeatherTarget& target,
                   std::uint64_t seed, int turns) {
  Stage stage(scenario);
  stage.at(2, kAllied, v1::Clock::SEGMENT_UNSPECIFIED).phase(v1::Clock::WEATHER);
  Trial trial(stage.truth(), secret_of(seed, scenario, 0));
  trial.op.clock().set_began(false);  // no gale cards
  std::array<int, 6> counts{};
  int stays = 0;
  v1::Weather::Kind before = trial.truth.environment().weather();
  for (int turn = 2; turn < turns + 2; ++turn) {
    trial.op.clock().set_turn(turn);
    weather_phase(trial.op);
    (void)trial.table.take();
    const v1::Weather::Kind now = trial.truth.environment().weather();
    ++counts[static_cast<std::size_t>(now)];
    stays += now == before ? 1 : 0;
    before = now;
  }
  constexpr std::array<const char*, 5> kNames = {"Fair", "Reduced Visibility", "Fog", "Storms", "Gales"};
  const std::string among = std::to_string(turns) + " turns";
  for (std::size_t i = 0; i < kNames.size(); ++i) {
    const double wanted = target.percent[i];
    events.weather.push_back({std::string(season) + ": " + kNames[i],
                              {std::max(0.0, wanted - kWeatherTolerance), wanted + kWeatherTolerance, wanted},
                              Unit::kPercent,
                              100.0 * counts[i + 1] / turns,
                              among});
  }
  events.weather.push_back(
      {std::string(season) + ": stays as it was", {40, 50, {}}, Unit::kPercent, 100.0 * stays / turns, among});
}

// -- four turns of searching --

// By column of the cards.
using Odds = std::array<double, 4>;

Odds odds_of(v1::Light::Kind light, pq17::SearchLine line) {
  Odds odds{};
  for (std::size_t column = 0; column < kColumns.size(); ++column)
    odds[column] = found_by(kAxis, light, kColumns[column], -1, line, false) / 100;
  return odds;
}

// Weather is thrown from the first turn on, as it is in a match.
FourTurns search_four_turns(const char* scenario, const char* name, std::uint64_t seed, int trials) {
  constexpr std::array kLines = {pq17::SearchLine::kAir, pq17::SearchLine::kForce, pq17::SearchLine::kBoth};
  std::array<std::array<Odds, 3>, 2> odds;  // by Day and by Night
  for (std::size_t line = 0; line < kLines.size(); ++line) {
    odds[0][line] = odds_of(v1::Light::DAY, kLines[line]);
    odds[1][line] = odds_of(v1::Light::NIGHT, kLines[line]);
  }
  Stage stage(scenario);
  stage.phase(v1::Clock::WEATHER);
  std::array<double, 3> missed{};
  double missed_in_two = 0;
  for (int i = 0; i < trials; ++i) {
    Trial trial(stage.truth(), secret_of(seed, scenario, static_cast<std::uint64_t>(i) + 1));
    trial.op.clock().set_began(false);
    const int first = trial.truth.clock().starting_turn();
    std::array<double, 3> miss{1, 1, 1};
    for (int turn = 1; turn < first + 4; ++turn) {
      trial.op.clock().set_turn(turn);
      weather_phase(trial.op);
      (void)trial.table.take();
      if (turn < first) continue;
      const auto& effect = trial.op.reference.box().effect_of(trial.truth.environment().weather());
      const auto column = static_cast<std::size_t>(effect.card_column() - 1);
      for (std::size_t line = 0; line < kLines.size(); ++line)
        miss[line] *= 1 - odds[trial.op.night() ? 1 : 0][line][column];
      if (turn == first + 1) missed_in_two += miss[0];
    }
    for (std::size_t line = 0; line < kLines.size(); ++line) missed[line] += miss[line];
  }
  const auto found = [&](double sum) { return 100 * (1 - sum / trials); };
  return {scenario, name, found(missed[0]), found(missed[1]), found(missed[2]), found(missed_in_two)};
}

// -- attacks --

using Policy = std::function<const Item&(const Menu&)>;

const Item* with_verb(const Menu& menu, v1::Verb::Kind verb) {
  const auto found = std::ranges::find_if(
      menu.items, [&](const Item& item) { return item.action.verb == static_cast<std::uint32_t>(verb); });
  return found == menu.items.end() ? nullptr : &*found;
}

// Plays a segment to its end; what was counted in it.
Facts play_out(Trial& trial, Task<> task, const Policy& policy) {
  const auto record = pq17::terminal::make_record(the_title());
  task.handle().resume();
  while (true) {
    record->look(trial.truth, trial.table.take());
    if (task.done()) break;
    const Side side = trial.table.pending(seat_of(kAllied)) ? kAllied : kAxis;
    const Menu* menu = trial.table.pending(seat_of(side));
    if (!menu) throw Broken("calibration: nobody is asked");
    const Action action = policy(*menu).action;
    trial.table.answer(seat_of(side), action);
  }
  task.take();
  return facts_of(*record);
}

const Item& strike_policy(const Menu& menu, bool torpedoes) {
  if (const Item* strike = with_verb(menu, v1::Verb::STRIKE_FORCE)) return *strike;
  if (const Item* join = with_verb(menu, v1::Verb::JOIN_STRIKE)) return *join;
  for (const Item& item : menu.items) {
    if (item.action.verb == v1::Verb::TARGET && item.action.at<int>(2) == (torpedoes ? 1 : 0)) return item;
  }
  if (const Item* done = with_verb(menu, v1::Verb::DONE)) return *done;
  return menu.items.back();
}

struct AirAttack {
  double cs = 0, sunk = 0;
  int strikes = 0;
};

// One counter of two CS against sixteen merchants; CS that were driven off by their guns do not count.
AirAttack attack_from_air(const char* unit, const char* base, bool torpedoes, std::uint64_t seed, int trials) {
  Stage stage = strike_stage(kAxis);
  stage.convoy(kAllied, "pq", {{"class.mv", 16}}, kAtSea, "port.murmansk").identified("pq", 3);
  fly(stage, kAxis, unit, base, kAtSea, 2);
  const int per_cs = torpedoes ? the_title().reference().air(unit).model->torpedoes() : 1;
  AirAttack out;
  for (int i = 0; i < trials; ++i) {
    Trial trial(stage.truth(), secret_of(seed, unit, static_cast<std::uint64_t>(i)));
    const Facts facts = play_out(trial, air_combat(trial.op),
                                 [&](const Menu& menu) -> const Item& { return strike_policy(menu, torpedoes); });
    const std::string rolls = torpedoes ? "facts.rolls.torpedo_attack" : "facts.rolls.bombing";
    out.cs += (sum_under(facts, rolls, "hit") + sum_under(facts, rolls, "miss")) / per_cs;
    out.sunk += sum_under(facts, "losses.allied", "loaded");
    out.strikes += sum_under(facts, rolls, "hit") + sum_under(facts, rolls, "miss") > 0 ? 1 : 0;
  }
  return out;
}

const Item& submarine_policy(const Menu& menu) {
  for (const Item& item : menu.items) {
    if (item.action.verb == v1::Verb::CHOOSE_CATEGORY && item.action.at<int>(0) == v1::TargetCategory::CONVOY_SHIP)
      return item;
  }
  if (const Item* attack = with_verb(menu, v1::Verb::SUBMARINE_ATTACK)) return *attack;
  if (const Item* done = with_verb(menu, v1::Verb::DONE)) return *done;
  return menu.items.front();
}

struct SubmarineAttacks {
  Facts sum;
  double fights = 0;
};

SubmarineAttacks attack_from_below(int boats, int escorts, std::uint64_t seed, int trials) {
  Stage stage("pq12");
  stage.at(kByDay, kAxis, v1::Clock::SUBMARINE_COMBAT).weather(v1::Weather::FAIR);
  stage.convoy(kAllied, "pq", {{"class.british_es", escorts}, {"class.mv", 16}}, kHere, "port.murmansk")
      .identified("pq", 1);
  stage.wolfpack(kAxis, "u", {{"class.type_viic", boats}}, kHere);
  SubmarineAttacks out;
  for (int i = 0; i < trials; ++i) {
    Trial trial(stage.truth(),
                secret_of(seed, "pack", static_cast<std::uint64_t>((boats * 100 + escorts) * 1'000'000 + i)));
    const Facts facts = play_out(trial, submarine_combat(trial.op), submarine_policy);
    const double fights = sum_under(facts, "facts.rolls.submarine_combat", "submarine_order");
    if (fights == 0) continue;  // the convoy was not found
    out.fights += fights;
    for (const auto& [name, value] : facts) out.sum[name] += value;
  }
  return out;
}

double torpedoes_of(const Facts& facts) {
  return sum_under(facts, "facts.rolls.torpedo_attack", "hit") + sum_under(facts, "facts.rolls.torpedo_attack", "miss");
}

// Of a share of so many.
double error_of(double part, double count) { return 2 * std::sqrt(part * (1 - part) / count); }

void throw_attacks(SingleEvents& events, std::uint64_t seed, int trials) {
  const AirAttack he111 = attack_from_air("air.he111h6.i_kg26", "airbase.bardufoss", true, seed, trials);
  const AirAttack ju88 = attack_from_air("air.ju88a4.iii_kg30", "airbase.banak", false, seed, trials);
  const auto cs = [](double count) { return number_text(count, 0) + " CS"; };
  events.attacks.push_back({"merchants sunk by a He 111 CS with torpedoes that gets through",
                            {0.5, 0.7, {}},
                            Unit::kNumber,
                            he111.sunk / he111.cs,
                            cs(he111.cs)});
  events.attacks.push_back({"merchants sunk by a Ju 88 CS with bombs that gets through",
                            {0.2, 0.3, {}},
                            Unit::kNumber,
                            ju88.sunk / ju88.cs,
                            cs(ju88.cs),
                            error_of(ju88.sunk / ju88.cs, ju88.cs)});
  Facts all;
  for (int escorts : {3, 6}) {
    for (int boats = 1; boats <= 4; ++boats) {
      const SubmarineAttacks attacks = attack_from_below(boats, escorts, seed, trials / 4);
      const double n = std::max(attacks.fights, 1.0);
      events.packs.push_back({boats, escorts, torpedoes_of(attacks.sum) / n,
                              sum_under(attacks.sum, "losses.allied", "loaded") / n,
                              sum_under(attacks.sum, "facts.rolls.asw", "sunk") / n,
                              sum_under(attacks.sum, "facts.rolls.asw", "damaged") / n});
      for (const auto& [name, value] : attacks.sum) all[name] += value;
    }
  }
  const double torpedoes = torpedoes_of(all);
  const double sunk = sum_under(all, "facts.rolls.asw", "sunk"), damaged = sum_under(all, "facts.rolls.asw", "damaged");
  events.attacks.push_back({"merchants sunk by a submarine CS that attacks",
                            {0.3, 0.4, {}},
                            Unit::kNumber,
                            sum_under(all, "losses.allied", "loaded") / torpedoes,
                            cs(torpedoes)});
  events.attacks.push_back({"an ASW Success sinks, rather than damages",
                            {40, 50, {}},
                            Unit::kPercent,
                            100 * sunk / (sunk + damaged),
                            number_text(sunk + damaged, 0) + " successes",
                            100 * error_of(sunk / (sunk + damaged), sunk + damaged)});
}

}  // namespace

SingleEvents single_events(std::uint64_t seed, int trials) {
  SingleEvents events;
  for (const auto light : {v1::Light::DAY, v1::Light::NIGHT}) {
    for (const auto line : {pq17::SearchLine::kAir, pq17::SearchLine::kForce, pq17::SearchLine::kBoth})
      events.search.push_back(count_line(light, line));
  }
  count_night_both(events);
  count_shadowing(events);
  const auto& targets = weather_targets();
  throw_weather(events, "pq16", "May-Aug", targets[0], seed, trials);
  throw_weather(events, "pq18", "Sep-Oct", targets[1], seed, trials);
  throw_weather(events, "pq12", "Nov-Apr", targets[2], seed, trials);
  throw_attacks(events, seed, trials);
  constexpr std::array<std::pair<const char*, const char*>, 6> kSearched = {{{"pq6", "PQ-6"},
                                                                             {"pq12", "PQ-12"},
                                                                             {"pq16", "PQ-16"},
                                                                             {"pq17", "PQ-17"},
                                                                             {"pq18", "PQ-18"},
                                                                             {"jw51b", "JW-51B"}}};
  for (const auto& [scenario, name] : kSearched)
    events.four_turns.push_back(search_four_turns(scenario, name, seed, trials / 4));
  return events;
}

std::string search_text(const SingleEvents& events) {
  std::string out = "| line | against |";
  for (const char* weather : kSearchWeather) out += std::string(" ") + weather + " |";
  out += "\n| --- | --- | --- | --- | --- | --- |\n";
  for (const SearchLine& line : events.search) {
    for (std::size_t sought = 0; sought < kSought.size(); ++sought) {
      out += "| " + line.name + " | " + kSought[sought] + " |";
      for (std::size_t column = 0; column < kColumns.size(); ++column) {
        const double allied = line.actual[0][column][sought], axis = line.actual[1][column][sought];
        const double target = line.target[column][sought];
        const auto off = [&](double actual) { return line.has_target && std::abs(actual - target) > kSearchTolerance; };
        const auto text = [](double value) { return number_text(value, value == std::round(value) ? 0 : 1); };
        out += " " + (line.has_target ? text(target) : "-") + " / " + text(axis) +
               (allied != axis ? " (Allied " + text(allied) + ")" : "");
        out += off(allied) || off(axis) ? " **missed** |" : " |";
      }
      out += "\n";
    }
  }
  return out;
}

std::string packs_text(const SingleEvents& events) {
  std::string out =
      "| boats (CS) | ASW dice of the escort | attack | merchants sunk | boats sunk | boats damaged |\n| --- | --- | "
      "--- | --- | --- | --- |\n";
  for (const Pack& pack : events.packs) {
    out += "| " + std::to_string(pack.boats) + " | " + std::to_string(pack.asw_dice) + " | " +
           number_text(pack.attackers, 2) + " | " + number_text(pack.sunk, 2) + " | " +
           number_text(pack.boats_sunk, 2) + " | " + number_text(pack.boats_damaged, 2) + " |\n";
  }
  return out;
}

std::string four_turns_text(const SingleEvents& events) {
  std::string out =
      "| scenario | by aircraft in two turns | by aircraft | by ships or U-boats | by both |\n| --- | --- | --- | --- "
      "| "
      "--- |\n";
  for (const FourTurns& each : events.four_turns) {
    out += "| " + each.name;
    for (double chance : {each.air_in_two, each.air, each.force, each.both})
      out += " | " + number_text(chance, 0) + " %";
    out += " |\n";
  }
  return out;
}

}  // namespace wardroom::calibration
