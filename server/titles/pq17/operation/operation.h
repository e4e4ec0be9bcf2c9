// Operation: the rules' hands on a position. It looks things up, moves blocks, draws, tells and names; every chapter is
// written with it. It decides nothing.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "server/engine/table.h"
#include "server/titles/pq17/operation/fleet.h"
#include "server/titles/pq17/operation/ids.h"
#include "server/titles/pq17/operation/licence.h"
#include "server/titles/pq17/operation/reactions.h"
#include "server/titles/pq17/operation/reference.h"
#include "server/titles/pq17/operation/telling.h"
#include "server/titles/sea/words.h"
#include "wardroom/pq17/v1/position.pb.h"

namespace wardroom::pq17 {

using Truth = v1::record::Position;

// What is drawn. With the turn, the phase and the subject as the enemy knows it, the key of every draw.
enum class Draw : std::uint32_t {
  kRegroup = 1,
  kChit,
  kWeather,
  kGaleCard,
  kDispersal,
  kDispersedShips,
  kVariableStart,
  kEvent,
  kWeatherDamageCard,
  kDamagedShip,
  kIce,
  kThinPack,
  kIceCard,
  kPhoto,
  kSearch,
  kTransit,
  kSayCounters,
  kRejoining,
  kCombineCard,
  kDestroyerFate,
  kShadowedPart,
  kScattered,
  kEngagement,  // dice of a combat, in their order
  kEngagementCard,
  kEventSubject,
  kCondition,
};

using Voice = sea::Voice<Hex, Licence, Side, seat_of>;  // tell and reveal

class Operation final : public Voice {
 public:
  Operation(const Reference& the_reference, Truth& the_truth, Table& the_table);

  const Reference& reference;
  const v1::Scenario& scenario;
  const v1::Numbers& numbers;
  Truth& truth;
  Table& table;

  bool option(std::string_view id) const;
  bool special_rule(v1::SpecialRule::Kind kind) const;

  // -- time [8] --
  v1::Clock& clock() { return *truth.mutable_clock(); }
  const v1::Clock& clock() const { return truth.clock(); }
  int turn() const { return truth.clock().turn(); }
  Side active() const { return truth.clock().active(); }
  Side passive() const { return enemy_of(active()); }
  // The step of the segment is the active side's own business: being asked tells what one has.
  v1::Clock::Step step() const { return own(active()).step(); }
  void set_step(v1::Clock::Step step) { own(active()).set_step(step); }
  static bool is_pm(int turn) { return turn % 2 == 0; }
  v1::Light::Kind light(int turn) const;
  bool night() const { return light(turn()) == v1::Light::NIGHT; }
  static Text turn_name(int turn);  // 1 is AM Day 1

  // -- forces; pointers stay good until that force is erased --
  v1::Own& own(Side side) { return side == kAllied ? *truth.mutable_allied() : *truth.mutable_axis(); }
  const v1::Own& own(Side side) const { return side == kAllied ? truth.allied() : truth.axis(); }
  v1::Force* find(Side side, ForceKey key);
  v1::Force& force(Side side, ForceKey key);  // Broken when there is none
  v1::Force& force_behind(const v1::Block& block);
  std::vector<v1::Force*> at_sea(Side side, Hex hex);
  std::vector<v1::Force*> in_place(Side side, std::string_view place);
  std::vector<v1::Force*> all(Side side);
  Hex hex_of(const v1::Force& force) const;  // at sea, or of its port; none in a box
  bool at_sea(const v1::Force& force) const { return force.block() != 0; }
  bool in_port(const v1::Force& force) const;  // not in a box

  // A new force with the lowest free block; null when no block of the kind is left [1.2].
  v1::Force* form(Side side, v1::BlockKind::Kind kind, v1::Nation::Kind nation = v1::Nation::UNSPECIFIED);
  bool block_left(Side side, v1::BlockKind::Kind kind, v1::Nation::Kind nation = v1::Nation::UNSPECIFIED) const;
  void erase(Side side, ForceKey key);  // its block goes with it
  int dummies(Side side) const;         // in play
  int dummy_limit(Side side) const;
  bool dummy_left(Side side) const;  // another may be created [1.3]

  // -- blocks --
  v1::Block* find_block(BlockId id);
  v1::Block& block(BlockId id);
  v1::Block& block_of(const v1::Force& force) { return block(block_id(force)); }
  std::vector<v1::Block*> blocks(Side side, Hex hex);  // by id
  std::vector<v1::Block*> blocks(Side side);           // all at sea, by id
  v1::Sea::Stack& stack(std::string_view place, Side side);
  // Out of a port, a box or nowhere, on to the map: a new upright block. All upright blocks there get new ids.
  v1::Block& put_to_sea(v1::Force& force, Hex hex);
  void put_in(v1::Force& force, const PlaceFacts& place);  // off the map, face down
  // New ids for the upright blocks of a side in a hex, in an order nobody knows (architecture, section 4.4).
  void regroup(Side side, Hex hex);
  void stand_up(v1::Block& block);                     // Unidentified again; with new ids for all there
  void lay_flat(v1::Block& block, int level);          // shows its face; keeps what was told of it
  bool shadows_someone(const v1::Block& block) const;  // known as a shadower, so its id stays
  bool shadowed(const v1::Block& block) const { return block.shadow_size() > 0; }

  // -- environment --
  v1::Weather::Kind weather(Hex hex) const;
  const v1::WeatherEffect& effect(Hex hex) const { return reference.box().effect_of(weather(hex)); }
  bool poor_weather(Hex hex) const { return effect(hex).poor(); }
  const PlaceFacts* port_in_play(Hex hex) const;  // [1.1.1]
  bool in_play(const PlaceFacts& port) const;
  bool permanent_radius(Side side, Hex hex) const;    // printed, whatever the weather [6.4.1]
  bool near_interceptors(Side owner, Hex hex) const;  // in or next to an airbase hex with any [1.1.2]

  // -- aircraft --
  v1::Air::Unit* find_air(AirKey key);
  std::vector<v1::Air::Unit*> aircraft(Side side);  // open ones and those aboard its carriers, by key
  v1::Air::Unit& show_air(AirKey key);              // it flies: an open counter from now on
  void hide_air(AirKey key);  // back aboard; nothing changes for a unit that is based on land
  v1::Air::Unit& air(AirKey key);
  const AirFacts& facts(const v1::Air::Unit& unit) const { return reference.air(unit.unit()); }
  // Where its base is now: an airbase, a port, or the carrier's force. None: the carrier is not at sea nor in a port.
  std::optional<Hex> base_hex(const v1::Air::Unit& unit);
  v1::Force* carrier_force(const v1::Air::Unit& unit);  // null: based on land

  // -- chance; the subject is as the enemy knows it --
  std::uint32_t draw(Draw what, std::uint64_t subject, std::uint32_t ordinal, std::uint32_t sides);
  int die(Draw what, std::uint64_t subject, std::uint32_t ordinal = 0) {
    return static_cast<int>(draw(what, subject, ordinal, 10));
  }
  const v1::Card& card(Side side, Draw what, std::uint64_t subject, std::uint32_t ordinal = 0);

  // -- asking --
  Menu menu(Side side, v1::MenuKind::Kind kind, TextId prompt) const;  // in one's own turn
  Menu menu(Side side, ReactionKind kind, TextId prompt, Asking asking) const;

  // -- names --
  Text name(const v1::Force& force) const;  // for its owner
  Text name(const v1::Block& block) const;  // for everybody: its face, or an unidentified block
  Text name(const PlaceFacts& place) const { return TextId(place.name.c_str()); }
  Text name(const UnitFacts& unit) const { return TextId(unit.name.c_str()); }
  Text name(const AirFacts& unit) const { return TextId(unit.name.c_str()); }
  Text name(const v1::Air::Unit& unit) const;  // told apart from others of its Gruppe
  Text name(v1::Weather::Kind weather) const;
  Text name(v1::Ice::Condition ice) const;
  static std::string word(Hex hex) { return number_of(hex); }

  // Neither side hears it.
  void reveal_to_watchers(Licence licence, Telling fact, std::optional<Hex> hex, std::string_view rule) {
    table.reveal(Viewers(Viewer::kPublic), licence, report(std::move(fact), hex, rule));
  }

  // -- points --
  void score(std::string_view reason, int vp_halves, std::string_view subject, int count = 0,
             std::string_view ship = {});                                                          // open to both
  void score_hidden(Side side, std::string_view reason, int vp_halves, std::string_view subject);  // told at the end

 private:
  int index_of(BlockId block) const;  // -1: there is none
  v1::Block& add_block(Side side, Hex hex);
  void remove_block(BlockId id);
  void change_id(v1::Block& block, BlockId id);
  Report report(Telling&& telling, std::optional<Hex> hex, std::string_view rule) const override;
  std::optional<int> free_number(Side side, v1::BlockKind::Kind kind, v1::Nation::Kind nation) const;

  mutable int last_found_ = 0;
};

inline std::uint32_t number(Hex hex) { return static_cast<std::uint32_t>(hex); }
inline Hex as_hex(std::uint32_t number) { return static_cast<Hex>(number); }

// What is printed on a block, with its side; empty: blocks of this kind show no number.
Text printed_name(Side side, v1::BlockKind::Kind kind, int number);

using sea::listed;
using sea::lower;

}  // namespace wardroom::pq17
