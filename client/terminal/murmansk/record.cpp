// What is counted in a match of Murmansk Run: losses by cause, and what came of each season.
#include <map>

#include "client/terminal/json.h"
#include "client/terminal/murmansk/pack.h"
#include "server/titles/murmansk/murmansk.h"

namespace wardroom::murmansk::terminal {
namespace {

using wardroom::terminal::JsonObject;
using wardroom::terminal::Losses;
using wardroom::terminal::to_json;

std::string cause_of(std::uint32_t topic) {
  switch (static_cast<Topic>(topic)) {
    case Topic::kAir:
      return "air";
    case Topic::kSubmarine:
      return "submarines";
    case Topic::kBattle:
      return "surface";
    default:
      return "other";
  }
}

class MurmanskRecord final : public wardroom::terminal::Record {
 public:
  explicit MurmanskRecord(const Box& box) : box_(box) {}

  void look(const Position& position, const Happened& happened) override {
    const auto& board = static_cast<const Truth&>(position).board();
    for (const Happened::Told& told : happened.told) {
      if (const auto* loss = told.report.as<told::Loss>()) note(*loss, told.report.topic);
    }
    if (board.clock().convoy() == 1 && board.clock().period() > 0) {
      Season& season = seasons_[board.clock().turn()];
      season.periods = board.clock().period();
      season.left = board.freighters();
      season.arrived = board.loads();
    }
    if (static_cast<int>(results_.size()) < board.season_size()) {
      const v1::SeasonResult& newest = *board.season().rbegin();
      results_[newest.turn()] = newest;
    }
    start_ = board.freighters_at_start();
  }

  std::string losses() const override { return to_json(losses_); }

  std::string facts() const override {
    JsonObject out;
    for (const auto& [turn, result] : results_) {
      JsonObject season;
      season.number("loads", result.loads()).number("allied", result.allied()).number("axis", result.axis());
      if (const auto first = seasons_.find(turn); first != seasons_.end()) {
        season.number("first_convoy_periods", first->second.periods);
        season.number("first_convoy_lost", std::int64_t{start_} - std::max(first->second.left, first->second.arrived));
      }
      out.member("season_" + std::to_string(turn), season.str());
    }
    return out.str();
  }

 private:
  struct Season {
    std::uint32_t periods = 0;
    std::uint32_t left = 0;
    std::uint32_t arrived = 0;
  };

  void note(const told::Loss& loss, std::uint32_t topic) {
    if (loss.harm != told::Loss::kLost) return;
    losses_[loss.seat == Seat::kFirst ? "allied" : "axis"][cause_of(topic)][category(loss)] += loss.count;
  }
  std::string category(const told::Loss& loss) const {
    std::string_view id = loss.what.id.view();
    if (id == "murmansk.freighters") return "freighters";
    if (id.ends_with(".name")) id.remove_suffix(5);
    const ShipNumber ship = box_.ship_number(id);
    if (ship == 0) return "aircraft_and_submarines";
    if (box_.ship(ship).capital()) return "capital_ships";
    return box_.ship(ship).defence() == v1::Class::D ? "destroyers" : "other_ships";
  }

  const Box& box_;
  Losses losses_;
  std::map<std::uint32_t, Season> seasons_;  // how the first convoy of each stood last
  std::map<std::uint32_t, v1::SeasonResult> results_;
  std::uint32_t start_ = 0;
};

}  // namespace

std::unique_ptr<wardroom::terminal::Record> make_record(const Title& title) {
  return std::make_unique<MurmanskRecord>(dynamic_cast<const Murmansk&>(title).box());
}

}  // namespace wardroom::murmansk::terminal
