// What the printed examples share: a scene from a position file, and what a seat's view shows of the result.
#pragma once

#include "tests/titles/pq17/scene.h"

namespace wardroom::pq17 {

inline constexpr int kReducedVisibility = 1;  // column of the cards

inline Scene example(const std::string& name, std::vector<std::uint32_t> results) {
  return Scene(read_position(name + ".textproto"), std::move(results));
}

// Whether the view of a side has this word anywhere: a unit, a place, the name of a field.
inline bool shows(Scene& scene, Side side, const std::string& word) {
  return scene.view(side).ShortDebugString().find(word) != std::string::npos;
}

// A block as a side sees it.
inline const v1::Block& seen(Scene& scene, Side side, BlockId id) {
  for (const v1::Block& block : scene.view(side).sea().block()) {
    if (id_of(block) == id) return block;
  }
  throw Broken("no such block in the view");
}

// A force as its owner sees it.
inline const v1::Force& own_force(Scene& scene, Side side, const std::string& name) {
  for (const v1::Force& force : scene.view(side).own().force()) {
    if (key_of(force) == scene.key(name)) return force;
  }
  throw Broken("no such force in the view");
}

inline const v1::Counter& ship_of(const v1::Force& force, const std::string& unit) {
  for (const v1::Counter& ship : force.ship()) {
    if (ship.unit() == unit) return ship;
  }
  throw Broken("no such ship");
}

inline int index_of(const v1::Force& force, const std::string& unit) {
  for (int i = 0; i < force.ship_size(); ++i) {
    if (force.ship(i).unit() == unit) return i;
  }
  throw Broken("no such ship");
}

// Only this side heard of it.
inline bool only_told(const Scene& scene, Side side, const std::string& report) {
  return scene.was_told(side, report) && !scene.was_told(enemy_of(side), report);
}
inline bool both_told(const Scene& scene, const std::string& report) {
  return scene.was_told(kAllied, report) && scene.was_told(kAxis, report);
}

// Passes what a search asks after its cards: figures at ID1 are said as they are first offered, nothing is negated or
// shadowed.
inline void pass_search(Scene& scene) {
  const Side active = scene.truth().clock().active();
  for (int i = 0; i < 20 && !scene.asked(active, v1::MenuKind::COMBINE); ++i) {
    const Side side = scene.menu(active) ? active : enemy_of(active);
    if (!scene.menu(side)) break;
    const Menu& menu = *scene.menu(side);
    const Item* choice = &menu.items.back();
    for (const Item& item : menu.items) {
      if (item.action.verb != static_cast<std::uint32_t>(v1::Verb::SAY_COUNTERS)) continue;
      choice = &item;
      break;
    }
    scene.act(side, Action(choice->action));
  }
  ASSERT_TRUE(scene.asked(active, v1::MenuKind::COMBINE));
}

}  // namespace wardroom::pq17
