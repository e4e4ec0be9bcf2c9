// How a truth is imagined: what a seat may think of the enemy is dealt piece by piece (imagine.cpp).
#pragma once

#include "server/titles/pq17/imagine/ships.h"
#include "server/titles/pq17/pq17.h"

namespace wardroom::pq17 {

inline constexpr const char* kKaraSea = "box.kara_sea";

class Imagination : private ShipDealer {
 public:
  Imagination(const Reference& reference, const v1::View& view, Seat seat, Chance& chance)
      : ShipDealer(reference, enemy_of(pq17::side_of(seat)), chance),
        view_(view),
        scenario_(*reference.box().scenario(view.standing().scenario())) {}

  void dream(v1::Own& own);

 private:
  bool has_set_up() const;
  void command();
  v1::Clock::Step step() const;
  void chit();
  void set_variant(const std::string& column, char letter);
  bool axis_convoy_seen() const;
  const char* merchant_class() const { return enemy_ == kAxis ? "class.german_mv" : "class.mv"; }
  bool is(const std::string& condition, v1::SpecialCondition::Kind kind) const;
  void carriers_told();

  // -- aircraft aboard his carriers [A-99] --
  bool open_or_own(AirKey key) const;
  int aircraft_lost(const std::string& unit) const {  // everybody has seen them go down
    int cs = 0;
    for (const auto& line : view_.standing().score()) {
      if (line.reason() == "aircraft_lost" && line.subject() == unit) cs += line.count();
    }
    return cs;
  }
  void wings();

  // -- what there is to deal --
  bool naval(const v1::Units& units) const { return !units.unit().starts_with("air."); }
  void gather();
  void gather_possible();

  // -- the engagement that is going on --
  using Display = google::protobuf::RepeatedPtrField<v1::Displayed>;
  using Keys = google::protobuf::RepeatedField<std::int32_t>;
  static bool takes_part(BlockId block, const v1::Battle& battle) {
    return std::ranges::find(battle.block(), block.value) != battle.block().end();
  }
  // The ships of those that take part lie on the Battle Display, face up.
  static bool deployed(const v1::Battle& battle) { return battle.round() > 0 || battle.unit_size() > 0; }
  bool on_display(BlockId block) const;
  bool in_battle(BlockId block) const;
  void display(const v1::Battle& battle, Display& display);
  v1::Displayed& lay(Display& display, int id, const v1::Counter& ship, int driven_off);
  void deal(const v1::Counter& ship) { pool_.take(ship.unit(), reference_.unit(ship.unit()).ship ? 100 : ship.cs()); }
  v1::Force* force_of(BlockId block);
  ForceKey key_behind(BlockId block);
  void sail_as_convoy(v1::Force& force, std::uint32_t hex);
  bool is_wolfpack(BlockId block) const;
  void wolfpack();
  void boats_of(v1::Force& force);
  void told_of_wolfpack(v1::Force& force, const v1::Block& block, int cs);
  void engaged(const v1::Battle& battle, Keys& keys);
  void on_its_way();

  // -- counters that lie face down [7.5.9] --
  struct FaceDown {
    enum Fate { kLies, kWithdrew, kGone };
    int id;
    Fate fate;
    v1::Battle::Seen seen;
  };
  using Family = std::vector<FaceDown>;  // a counter, and the parts that were broken off it
  void face_down(const v1::Battle& battle, Display& display);
  std::vector<Family> families_of(const v1::Battle& battle, BlockId block) const;
  static int least_cs(const Family& family);
  int largest_cs(const UnitFacts& unit) const;
  bool has_guns(const UnitFacts& unit) const;
  bool may_lie_there(const Family& family, const UnitFacts& unit, int cs) const;
  bool as_told(const v1::Force& force, const v1::Statement& told, const std::vector<Family>& families,
               std::vector<v1::Counter>& ships);
  std::size_t warships_among(const v1::Battle& battle, const v1::Force& force, const std::vector<Family>& families);
  v1::Counter warship_for(const Family& family, const v1::Force& force, int from);
  std::vector<v1::Counter> ships_for(const v1::Battle& battle, const v1::Force& force,
                                     const std::vector<Family>& families);
  void wear_down(const Family& family, v1::Force& force, const v1::Counter& fresh, Display& display);
  void put_down(const FaceDown& counter, v1::Force& force, const v1::Counter& ship, int lost, Display& display);
  void lost_by_night(const UnitFacts& unit, int cs);

  // -- ships in port under attack [7.1.3] --
  bool attacked_in_port(const v1::Battle& battle) const;  // his
  bool shown_in_port(const std::string& place) const;     // whatever has ships there lies on the display
  void in_port(const v1::Battle& battle, Display& display);
  void raids_after_operation();
  v1::Force& moor(const v1::Battle& battle, int number);

  // -- the Kara Sea [12.12] --
  bool raiders_have_come() const;
  bool fought_in_box() const { return view_.has_battle() && view_.battle().place() == kKaraSea; }
  void soviet_convoy();
  void raiders(int blocks);
  v1::Force& in_kara_sea(v1::BlockKind::Kind kind);

  // -- making forces --
  v1::Force& make(v1::BlockKind::Kind kind, int number);
  int free_number(v1::BlockKind::Kind kind, v1::Nation::Kind nation) const;
  void stand(v1::Force& force, const v1::Block& block);

  // -- convoys --
  const v1::Convoy* arrived(const v1::Convoy& convoy) const;
  void load(v1::Force& force, const v1::Convoy& convoy, const v1::Statement* told);
  void suit(v1::Force& force, const v1::Statement& told);
  void change_merchants(v1::Force& force, int by);

  // -- the blocks --
  v1::Shadow::Kind shadowing(const v1::Block& block) const;
  void flat_blocks();
  // Its ships lay face up in a battle, and nothing has happened since.
  bool seen(const v1::Block& block) const { return block.told().binding() && block.told().seen(); }
  void as_seen(v1::Force& force, const v1::Statement& told);
  void submarines_beside(v1::Force& force, const v1::Statement& told);
  void stragglers(v1::Force& force, const v1::Block& block);
  void convoys();
  void cruisers(v1::Force& force, const v1::Statement& told);
  void anything(v1::Force& force);
  v1::Nation::Kind nation_of(const v1::Force& force) const;
  bool suits_port(const std::string& unit, const std::string& place) const;
  struct Slot {
    const v1::Block* block = nullptr;  // or
    std::string place{};
  };
  bool no_ships(const Slot& slot) const { return !slot.block && shown_in_port(slot.place); }
  void others();
  void fill(const Slot& slot, int& dummies);
  void spread();
  bool said(const v1::Force& force) const;

  const v1::View& view_;
  const v1::Scenario& scenario_;
  v1::Own* own_ = nullptr;
  std::vector<const v1::Block*> flat_;
  std::vector<const v1::Block*> upright_;
  std::vector<std::string> in_port_;  // a place for each face-down block
  ForceKey in_box_;                   // key of his force in a battle there
  std::vector<const v1::Convoy*> convoys_;
};

}  // namespace wardroom::pq17
