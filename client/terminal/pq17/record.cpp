// What is counted in a match of PQ-17: losses by cause, and what the targets of its calibration speak of.
#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "client/terminal/json.h"
#include "client/terminal/pq17/pack.h"
#include "server/titles/pq17/pq17.h"

namespace wardroom::terminal {
namespace {

using pq17::Side;
using pq17::Truth;
namespace v1 = pq17::v1;

constexpr int kSoon = 4;  // turns of play in which a convoy counts as found early

std::string cause_of(v1::Battle::Kind kind) {
  switch (kind) {
    case v1::Battle::AIR_STRIKE:
      return "air";
    case v1::Battle::SUBMARINE:
      return "submarines";
    case v1::Battle::SURFACE:
      return "surface";
    default:
      return "other";
  }
}

v1::Battle::Kind kind_of(const Truth& truth) {
  if (truth.has_battle()) return truth.battle().kind();
  switch (truth.clock().segment()) {
    case v1::Clock::AIR_COMBAT:
      return v1::Battle::AIR_STRIKE;
    case v1::Clock::SUBMARINE_COMBAT:
      return v1::Battle::SUBMARINE;
    case v1::Clock::SURFACE_COMBAT:
      return v1::Battle::SURFACE;
    default:
      return v1::Battle::OTHER;
  }
}

// Engagements that begin and end within one answer, by what was told of them.
std::optional<v1::Battle::Kind> kind_told(const Happened& happened) {
  for (const Happened::Told& told : happened.told) {
    const auto* milestone = told.report.as<told::Milestone>();
    if (!milestone) continue;
    const bool fought = milestone->level == told::Milestone::kEngagement ||  // lone ships are found without a word
                        milestone->level == told::Milestone::kEndOfEngagement;
    if (fought && milestone->number != v1::Battle::OTHER) return static_cast<v1::Battle::Kind>(milestone->number);
  }
  return std::nullopt;
}

// "asw" of "table.asw.name".
std::string short_name(std::string_view id) {
  if (id.ends_with(".name")) id.remove_suffix(5);
  return std::string(id.substr(id.rfind('.') + 1));
}

// A name for what was lost, as the targets count it.
std::string category_of(const pq17::UnitFacts& unit) {
  if (unit.merchant()) return "merchants";
  if (unit.convoy_ship()) return "auxiliaries";
  if (unit.submarine()) return "submarines";
  if (unit.carrier()) return "carriers";
  if (unit.capital()) return "capital_ships";
  if (unit.cruiser()) return "cruisers";
  return unit.type == pq17::v1::ShipType::ES ? "escorts" : "destroyers";
}

class Pq17Record final : public Record {
 public:
  explicit Pq17Record(const pq17::Reference& reference) : reference_(reference) {}

  void look(const Position& position, const Happened& happened) override {
    const auto& truth = static_cast<const Truth&>(position);
    if (kind_ == v1::Battle::OTHER) kind_ = kind_told(happened).value_or(kind_of(truth));
    note_losses(truth);
    if (!happened.told.empty()) {  // whatever else is noted, somebody is told of
      note_rolls(happened);
      note_contact(truth);
      note_forces(truth);
    }
    turn_ = truth.clock().turn();
    kind_ = kind_of(truth);
    segment_ = truth.clock().segment();
    if (truth.clock().phase() != v1::Clock::OVER) return;
    note_points(truth);
    note_cargo(truth);
  }

  std::string losses() const override { return to_json(losses_); }

  std::string facts() const override {
    JsonObject out;
    out.number("turns", turn_).number("first_turn", first_turn_);
    out.number("convoy_found_turn", found_turn_);
    out.member("convoy_found_soon", found_turn_ > 0 && found_turn_ - first_turn_ < kSoon ? "true" : "false");
    out.number("turns_since_contact", static_cast<std::int64_t>(turns_since_contact_.size()));
    out.number("turns_shadowed", static_cast<std::int64_t>(turns_shadowed_.size()));
    out.member("scattered", scattered_ ? "true" : "false");
    out.member("tirpitz_sailed", tirpitz_sailed_ ? "true" : "false");
    out.member("tirpitz_met_convoy", tirpitz_met_convoy_ ? "true" : "false");
    out.member("tirpitz_hit", tirpitz_hit_ ? "true" : "false");
    out.member("heavy_battle", heavy_battle_ ? "true" : "false");
    out.member("destroyer_battle", destroyer_battle_ ? "true" : "false");
    out.number("surface_battles", static_cast<std::int64_t>(battles_.size()));
    out.member("convoy_battle", convoy_battle_ ? "true" : "false");
    out.number("loaded_arrived", loaded_arrived_);
    for (const char* reason : {"ice", "weather"}) {
      const auto removed = loaded_removed_.find(reason);
      out.number(std::string("loaded_removed_by_") + reason, removed == loaded_removed_.end() ? 0 : removed->second);
    }
    out.number("axis_sorties", static_cast<std::int64_t>(sorties_.size()));
    JsonObject rolls;
    for (const auto& [name, results] : rolls_) {
      JsonObject of_table;
      for (const auto& [result, count] : results) of_table.number(result, count);
      rolls.member(name, of_table.str());
    }
    out.member("rolls", rolls.str());
    JsonObject points;
    for (const auto& [reason, halves] : halves_) points.number(reason, halves);
    out.member("vp_halves", points.str());
    return out.str();
  }

 private:
  void count(Side side, const std::string& cause, const std::string& category, int cs) {
    losses_[side == pq17::kAllied ? "allied" : "axis"][cause][category] += cs;
  }

  void note_points(const Truth& truth) {
    halves_.clear();
    for (const v1::Standing::ScoreLine& line : truth.standing().score()) halves_[line.reason()] += line.vp_halves();
  }

  // Merchants with cargo that came to port, and those that had to turn back.
  void note_cargo(const Truth& truth) {
    const v1::Scenario& scenario = *reference_.box().scenario(truth.standing().scenario());
    const auto loaded = [&](const std::string& id) {
      return std::ranges::any_of(scenario.convoy(),
                                 [&](const v1::Convoy& convoy) { return convoy.id() == id && convoy.loaded(); });
    };
    loaded_arrived_ = 0;
    loaded_removed_.clear();
    for (const auto& arrival : truth.standing().arrival()) {
      if (loaded(arrival.convoy())) loaded_arrived_ += arrival.ships();
    }
    for (const auto& removed : truth.allied().removed()) {
      if (loaded(removed.convoy()) && reference_.unit(removed.unit()).merchant())
        loaded_removed_[removed.reason()] += removed.cs();
    }
  }

  bool loaded_at_sea(const Truth& truth) const {
    return std::ranges::any_of(truth.allied().force(),
                               [](const v1::Force& force) { return force.loaded() && force.block() != 0; });
  }

  // By cause: the engagement that was going on when the ships went; what is scuttled is the last attacker's.
  void note_losses(const Truth& truth) {
    if (truth.clock().phase() >= v1::Clock::CONFIRMATION) return;  // what was hidden is opened there
    const v1::Battle::Kind kind = kind_;
    note_lines(truth, truth.standing().score(), kind, seen_[0]);
    note_lines(truth, truth.allied().hidden_score(), kind, seen_[1]);
    note_lines(truth, truth.axis().hidden_score(), kind, seen_[2]);
  }

  template <class Lines>
  void note_lines(const Truth& truth, const Lines& lines, v1::Battle::Kind kind, int& seen) {
    for (; seen < lines.size(); ++seen) {
      const v1::Standing::ScoreLine& line = lines.Get(seen);
      const Side side = line.vp_halves() < 0 ? pq17::kAllied : pq17::kAxis;
      const bool scuttled = segment_ == v1::Clock::COMBINE_FORCES && !truth.has_battle();
      std::string& last = last_cause_[side == pq17::kAllied ? 0 : 1];
      const std::string cause = scuttled && !last.empty() ? last : cause_of(kind);
      if (line.reason() == "aircraft_lost") {
        count(side, cause, "aircraft", line.count());
      } else if (line.reason() == "merchants_lost") {
        const int ballast = -reference_.numbers().victory().ballast_sunk_vp_halves();
        const int ships = std::max(line.count(), 1);
        count(side, cause, std::abs(line.vp_halves()) > ballast * ships ? "loaded" : "ballast", ships);
        last = cause;
      } else if (line.reason() == "warships_lost") {
        count(side, cause, category_of(reference_.unit(line.subject())), std::max(line.count(), 1));
        last = cause;
      }
    }
  }

  // By table, and by what kind of engagement it was thrown in.
  void note_rolls(const Happened& happened) {
    for (const Happened::Told& told : happened.told) {
      const auto* roll = told.report.as<told::Roll>();
      if (!roll || roll->row.empty()) continue;
      auto& results = rolls_[short_name(roll->table.id.view()) + "." + cause_of(kind_)];
      for (const told::Die& die : roll->dice) ++results[short_name(die.result.id.view())];
    }
  }

  // The loaded convoy, when there is one: the other is looked for by the way.
  bool sought_after(const Truth& truth, const v1::Block& block) const {
    const auto& forces = truth.allied().force();
    const auto force = std::ranges::find_if(forces, [&](const v1::Force& each) { return each.block() == block.id(); });
    return force != forces.end() && force->loaded();
  }

  void note_contact(const Truth& truth) {
    if (!truth.clock().began()) return;
    if (first_turn_ == 0) first_turn_ = truth.clock().turn();
    for (const v1::Block& block : truth.sea().block()) {
      if (block.side() != pq17::kAllied || !block.flat() || block.kind() != v1::BlockKind::CONVOY) continue;
      if (!sought_after(truth, block)) continue;
      if (found_turn_ == 0) found_turn_ = truth.clock().turn();
      if (!block.shadow().empty()) turns_shadowed_.insert(truth.clock().turn());
      scattered_ = scattered_ || block.scattered();
    }
    if (found_turn_ > 0 && loaded_at_sea(truth)) turns_since_contact_.insert(truth.clock().turn());
  }

  void note_forces(const Truth& truth) {
    for (const v1::Force& force : truth.axis().force()) {
      if (force.kind() != v1::BlockKind::TASK_FORCE || force.block() == 0) continue;
      sorties_.insert(force.key());
      for (const v1::Counter& ship : force.ship()) {
        if (ship.unit() != "ship.tirpitz") continue;
        if (!tirpitz_sailed_) tirpitz_cs_ = ship.cs();
        tirpitz_sailed_ = true;
        tirpitz_hit_ = tirpitz_hit_ || ship.cs() < tirpitz_cs_;
      }
    }
    for (const auto& loss : truth.standing().loss())
      tirpitz_hit_ = tirpitz_hit_ || (tirpitz_sailed_ && loss.unit() == "ship.tirpitz");
    if (!truth.has_battle() || truth.battle().kind() != v1::Battle::SURFACE || truth.battle().round() == 0) return;
    battles_.insert(truth.battle().number());
    bool heavy = false, convoy = false, tirpitz = false;
    for (const auto* own : {&truth.allied(), &truth.axis()}) {
      for (const v1::Displayed& each : own->display()) {
        const pq17::UnitFacts& unit = reference_.unit(each.ship().unit());
        heavy = heavy || unit.heavy();
        convoy = convoy || unit.convoy_ship();
        tirpitz = tirpitz || unit.id == "ship.tirpitz";
        if (unit.id == "ship.tirpitz" && each.ship().cs() < tirpitz_cs_) tirpitz_hit_ = true;
      }
    }
    heavy_battle_ = heavy_battle_ || heavy;
    destroyer_battle_ = destroyer_battle_ || !heavy;
    tirpitz_met_convoy_ = tirpitz_met_convoy_ || (tirpitz && convoy);
    convoy_battle_ = convoy_battle_ || convoy;
  }

  const pq17::Reference& reference_;
  int turn_ = 0;
  int first_turn_ = 0;
  int found_turn_ = 0;
  v1::Battle::Kind kind_ = v1::Battle::OTHER;
  v1::Clock::Segment segment_ = v1::Clock::SEGMENT_UNSPECIFIED;
  std::array<int, 3> seen_{};  // open lines, and those of each side alone
  std::array<std::string, 2> last_cause_;
  Losses losses_;
  std::map<std::string, std::map<std::string, std::int64_t>> rolls_;  // results by table and cause
  int tirpitz_cs_ = 0;                                                // when she sailed
  std::set<int> turns_shadowed_, turns_since_contact_, sorties_, battles_;
  std::map<std::string, std::int64_t> halves_;  // of the score, by reason
  bool scattered_ = false;
  bool tirpitz_sailed_ = false, tirpitz_met_convoy_ = false, tirpitz_hit_ = false;
  bool heavy_battle_ = false, destroyer_battle_ = false, convoy_battle_ = false;
  std::int64_t loaded_arrived_ = 0;
  std::map<std::string, std::int64_t> loaded_removed_;  // by reason
};

}  // namespace
}  // namespace wardroom::terminal

namespace wardroom::pq17::terminal {

std::unique_ptr<wardroom::terminal::Record> make_record(const Title& title) {
  return std::make_unique<wardroom::terminal::Pq17Record>(dynamic_cast<const Pq17&>(title).reference());
}

}  // namespace wardroom::pq17::terminal
