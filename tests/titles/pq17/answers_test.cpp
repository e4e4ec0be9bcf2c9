// How much an Operation asks of a person who plots his routes, sails his squadrons, searches, and attacks what he finds.
#include <map>

#include "tests/titles/pq17/scene.h"

namespace wardroom::pq17 {
namespace {

using v1::MenuKind;
using v1::Verb;

// Does what the rules let him, in the way that asks least: as in history, along plotted routes, into every search and attack.
class Captain {
 public:
  explicit Captain(std::uint64_t seed) : whim_(seed) {}

  const Action& choose(const Menu& menu, int turn) {
    const auto kind = static_cast<MenuKind::Kind>(menu.kind);
    ++(kind == MenuKind::SPLIT || kind == MenuKind::COMBINE ? in_advance_ : answers_);
    ++by_kind_[kind];
    switch (static_cast<MenuKind::Kind>(menu.kind)) {
      case MenuKind::MOVE: return move(menu, turn);
      case MenuKind::PLOT: return plot(menu);
      case MenuKind::MOVE_FORCE: return first(menu, {Verb::ENTER_PORT, Verb::STOP, Verb::STEP});
      case MenuKind::AIR_MISSION: return below(3) == 0 ? any(menu) : first(menu, {Verb::DONE});
      case MenuKind::PHOTO: return below(4) == 0 ? any(menu) : first(menu, {Verb::DONE});
      case MenuKind::STAND_UP:
      case MenuKind::SPLIT:
      case MenuKind::COMBINE: return first(menu, {Verb::DONE});
      case MenuKind::REFUEL: return first(menu, {Verb::REFUEL, Verb::DONE});
      default: return first(menu, {Verb::HISTORICAL, Verb::YES, Verb::DESIGNATE_REST, Verb::DESIGNATE, Verb::STRIKE_FORCE, Verb::SUBMARINE_ATTACK, Verb::ATTACK});
    }
  }

  int answers() const { return answers_; }
  std::string print() const {
    std::string text;
    for (const auto& [kind, count] : by_kind_) text += " " + MenuKind::Kind_Name(kind) + " " + std::to_string(count);
    return std::to_string(answers_) + " answers, " + std::to_string(in_advance_) + " given in advance:" + text;
  }

 private:
  std::size_t below(std::size_t count) {
    whim_ = whim_ * 6364136223846793005U + 1442695040888963407U;
    return (whim_ >> 33U) % count;
  }
  const Action& any(const Menu& menu) { return menu.items[below(menu.items.size())].action; }
  const Action& first(const Menu& menu, std::initializer_list<Verb::Kind> verbs) {
    for (Verb::Kind verb : verbs) {
      for (const Item& item : menu.items) {
        if (item.action.verb == static_cast<std::uint32_t>(verb)) return item.action;
      }
    }
    return any(menu);
  }

  // A force without a route gets one, every few turns; then all go.
  const Action& move(const Menu& menu, int turn) {
    for (const Item& item : menu.items) {
      if (item.action.verb != static_cast<std::uint32_t>(Verb::PLOT)) continue;
      const int key = item.action.at<int>(0);
      const bool has_route = std::ranges::any_of(menu.items, [&](const Item& other) {
        return other.action.verb == static_cast<std::uint32_t>(Verb::FOLLOW_ROUTE) && other.action.at<int>(0) == key;
      });
      if (has_route || (plotted_.contains(key) && turn < plotted_[key] + 8)) continue;
      plotted_[key] = turn;
      return item.action;
    }
    if (below(3) == 0) return first(menu, {Verb::FOLLOW_ALL_ROUTES, Verb::LEAVE_PORT, Verb::DONE});
    return first(menu, {Verb::FOLLOW_ALL_ROUTES, Verb::DONE});
  }
  const Action& plot(const Menu& menu) {
    std::vector<const Item*> ports;
    for (const Item& item : menu.items) {
      if (item.action.verb == static_cast<std::uint32_t>(Verb::PLOT_TO)) ports.push_back(&item);
    }
    return ports.empty() ? first(menu, {Verb::PLOT_END}) : ports[below(ports.size())]->action;
  }

  std::uint64_t whim_;
  int answers_ = 0;
  int in_advance_ = 0;  // always the same: that he has nothing to split or to combine
  std::map<int, int> plotted_;  // by force: in which turn
  std::map<MenuKind::Kind, int> by_kind_;
};

// A measure: the aim is 300 for a person who plays with a plan.
TEST(Answers, OfAPersonWhoPlotsHisRoutesInAnOperationOfPq16) {
  int most = 0;
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    Secret secret{};
    secret[0] = static_cast<decltype(secret)::value_type>(seed);
    SeededChance chance(secret, 0);
    auto position = the_title().open("pq16", {});
    ASSERT_TRUE(position);
    Game game(the_title(), std::move(*position), chance);
    std::array<Captain, 2> captains{Captain(seed), Captain(seed + 100)};
    while (!game.over()) {
      const Seat seat = game.menu(Seat::kFirst) ? Seat::kFirst : Seat::kSecond;
      Captain& captain = captains[seat == Seat::kFirst ? 0 : 1];
      const Action answer = captain.choose(*game.menu(seat), static_cast<const Truth&>(game.position()).clock().turn());
      game.answer(seat, answer);
      game.take();
      ASSERT_LT(captain.answers(), 2000) << captain.print();
    }
    for (const Captain& captain : captains) {
      std::cout << captain.print() << "\n";
      most = std::max(most, captain.answers());
    }
  }
  std::cout << "at most " << most << "\n";
}

}  // namespace
}  // namespace wardroom::pq17
