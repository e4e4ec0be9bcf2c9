// A position made for a test, and a game played from it with dice that are known.
#pragma once

#include <gtest/gtest.h>

#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "server/engine/game.h"
#include "tests/titles/murmansk/the_box.h"

namespace wardroom::murmansk {

ShipNumber ship(const std::string& id);
Place at(const std::string& id);

class Scene {
 public:
  // A period of a season, with nobody anywhere: every ship is where its season has it, and nothing is at sea.
  explicit Scene(int turn, const std::string& scenario = "war", const std::vector<OptionValue>& options = {});

  Campaign& set_up() { return *campaign_; }
  v1::Board& board() { return *truth_->mutable_board(); }
  void pulse(int number, v1::Light::Kind light = v1::Light::DAY, bool storm = false);
  Key allied(std::initializer_list<const char*> ships, const std::string& place);
  Key convoy(std::initializer_list<const char*> ships, const std::string& place);
  Key axis(std::initializer_list<const char*> ships, const std::string& place);
  Key pack(const std::string& place);
  Key dummy(Side side, const std::string& place);
  void in_base(const std::string& ship, const std::string& base);
  void damage(const std::string& id) { set_up().face(ship(id)).set_damaged(true); }
  void phase(v1::Phase::Kind phase) { set_up().clock().set_phase(phase); }

  // From here on it is played; dice are as they are read.
  void play(std::initializer_list<int> dice);
  const Menu& menu(Side side) const;
  bool asked(Side side) const { return game_->menu(seat_of(side)) != nullptr; }
  v1::MenuKind::Kind asks(Side side) const;  // UNSPECIFIED: nothing
  bool offers(Side side, const Action& action) const { return asked(side) && menu(side).find(action) != nullptr; }
  template <class... Arguments>
  bool offers(Side side, v1::Verb::Kind verb, Arguments... arguments) const {
    return offers(side, make_action(verb, arguments...));
  }
  int offered(Side side, v1::Verb::Kind verb) const;  // so many of them
  void answer(Side side, const Action& action);
  template <class... Arguments>
  void answer(Side side, v1::Verb::Kind verb, Arguments... arguments) {
    answer(side, make_action(verb, arguments...));
  }
  // Whoever is asked this says that, as long as somebody is.
  void pass(v1::MenuKind::Kind kind, v1::Verb::Kind verb);
  void done(Side side) { answer(side, make_action(v1::Verb::DONE)); }
  bool used_up() const { return chance_->used_up(); }
  bool over() const { return game_->over(); }
  const Truth& truth() const;
  v1::View view(Viewer viewer) const;
  const v1::Board& seen() const { return truth().board(); }
  const v1::UnitFace& face(const std::string& id) const { return seen().unit(static_cast<int>(ship(id)) - 1); }
  const v1::Marker* marker_of(Side side, Key key) const;
  Number number(Side side, Key key) const { return marker_of(side, key)->number(); }
  const v1::Own& own(Side side) const { return side == kAllied ? truth().allied() : truth().axis(); }
  const v1::Unit& unit(const std::string& id) const;

  // -- what was told --
  int told(Viewer viewer, std::string_view text) const;                  // so often
  const Text& last(std::string_view text) const;                         // of that text
  std::string said(std::string_view text, std::string_view name) const;  // an argument of the last: its text, or number
  // What a viewer has: the board, and his own alone.
  void expect_views() const;

 private:
  Key group(Side side, v1::GroupKind::Kind kind, std::initializer_list<const char*> ships, const std::string& place);
  void listen();

  std::unique_ptr<Truth> truth_;
  std::unique_ptr<ScriptedChance> nothing_;
  std::unique_ptr<Table> table_;
  std::unique_ptr<Campaign> campaign_;
  std::unique_ptr<ScriptedChance> chance_;
  std::unique_ptr<Game> game_;
  std::vector<Happened::Told> told_;
};

}  // namespace wardroom::murmansk
