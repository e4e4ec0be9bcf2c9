// How much an Operation asks of a person who plots his routes, sails his squadrons, searches, and attacks what he
// finds.
#include <map>
#include <set>

#include "tests/titles/pq17/scene.h"

namespace wardroom::pq17 {
namespace {

using v1::MenuKind;
using v1::Verb;

// Plays sensibly, in the way that asks least: as in history, along plotted routes, with every search and now and then
// an attack. His squadrons go where he sent them and stay there; his submarines go home towards the end.
class Captain {
 public:
  explicit Captain(std::uint64_t seed) : whim_(seed) {}

  const Action& choose(const Menu& menu, const v1::Own& own, int turn) {
    turns_.insert(turn);
    const Action& action = chosen(menu, own, turn);
    ++by_verb_[static_cast<MenuKind::Kind>(menu.kind)][static_cast<Verb::Kind>(action.verb)];
    return action;
  }

  int answers() const { return answers_; }
  std::string print() const {
    std::string text = std::to_string(answers_) + " answers, " + std::to_string(in_advance_) + " given in advance";
    text += ", " + std::to_string(turns_.size()) + " turns";
    for (const auto& [kind, verbs] : by_verb_) {
      text += "\n  " + MenuKind::Kind_Name(kind) + ":";
      for (const auto& [verb, count] : verbs) text += " " + Verb::Kind_Name(verb) + " " + std::to_string(count);
    }
    return text;
  }

 private:
  const Action& chosen(const Menu& menu, const v1::Own& own, int turn) {
    const auto kind = static_cast<MenuKind::Kind>(menu.kind);
    ++(kind == MenuKind::SPLIT || kind == MenuKind::COMBINE ? in_advance_ : answers_);
    switch (static_cast<MenuKind::Kind>(menu.kind)) {
      case MenuKind::MOVE:
        return move(menu, own, turn);
      case MenuKind::PLOT:
        return plot(menu);
      case MenuKind::MOVE_FORCE:
        return first(menu, {Verb::ENTER_PORT, Verb::STOP, Verb::STEP});
      case MenuKind::SURFACE_COMBAT:
        return below(3) == 0 ? any(menu) : first(menu, {Verb::DONE});
      case MenuKind::AIR_MISSION:
        return std::exchange(flies_, false) || below(3) == 0 ? any(menu) : first(menu, {Verb::DONE});
      case MenuKind::PHOTO:
        return below(4) == 0 ? any(menu) : first(menu, {Verb::DONE});
      case MenuKind::STAND_UP:
      case MenuKind::SPLIT:
      case MenuKind::COMBINE:
        return first(menu, {Verb::DONE});
      case MenuKind::REFUEL:
        return first(menu, {Verb::REFUEL, Verb::DONE});
      default:
        return first(menu, {Verb::HISTORICAL, Verb::YES, Verb::DESIGNATE_REST, Verb::DESIGNATE, Verb::STRIKE_FORCE,
                            Verb::SUBMARINE_ATTACK, Verb::ATTACK});
    }
  }

  static constexpr int kSquadronsStay = 14;  // turns
  static constexpr int kSubmarinesGoHome = 18;

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

  static bool offers(const Menu& menu, Verb::Kind verb) {
    return std::ranges::any_of(menu.items,
                               [&](const Item& item) { return item.action.verb == static_cast<std::uint32_t>(verb); });
  }

  static bool goes(const v1::Own& own, int key, int turn) {
    const auto force = std::ranges::find_if(own.force(), [&](const v1::Force& each) { return each.key() == key; });
    if (force == own.force().end() || force->kind() == v1::BlockKind::DUMMY) return false;
    return force->kind() != v1::BlockKind::WOLFPACK || turn >= kSubmarinesGoHome;
  }

  // Whoever was halted on his route or cannot go with the others goes by himself, whoever has none gets one; then all
  // go, and on two turns of three nothing flies.
  const Action& move(const Menu& menu, const v1::Own& own, int turn) {
    const auto follow = [&](int key) {
      return std::ranges::find_if(menu.items, [&](const Item& item) {
        return item.action.verb == static_cast<std::uint32_t>(Verb::FOLLOW_ROUTE) && item.action.at<int>(0) == key;
      });
    };
    const auto all = std::ranges::find_if(menu.items, [](const Item& item) {
      return item.action.verb == static_cast<std::uint32_t>(Verb::FOLLOW_ALL_ROUTES);
    });
    for (const v1::Force& force : own.force()) {
      const bool with_others = all != menu.items.end() && std::ranges::count(all->action.arguments, force.key()) > 0;
      if (const auto item = follow(force.key()); !with_others && item != menu.items.end()) return item->action;
    }
    for (const Item& item : menu.items) {
      if (item.action.verb != static_cast<std::uint32_t>(Verb::PLOT)) continue;
      const int key = item.action.at<int>(0);
      if (follow(key) != menu.items.end() || !goes(own, key, turn) ||
          (plotted_.contains(key) && turn < plotted_[key] + 8))
        continue;
      plotted_[key] = turn;
      return item.action;
    }
    if (turn < kSquadronsStay && below(8) == 0 && offers(menu, Verb::LEAVE_PORT))
      return first(menu, {Verb::LEAVE_PORT});
    flies_ = below(3) == 0;
    if (flies_) return first(menu, {Verb::GO_ON, Verb::FOLLOW_ALL_ROUTES, Verb::DONE});
    return first(menu, {Verb::GO_ON_GROUNDED, Verb::GO_ON, Verb::FOLLOW_ALL_ROUTES, Verb::DONE_GROUNDED, Verb::DONE});
  }
  const Action& plot(const Menu& menu) {
    std::vector<const Item*> ports;
    for (const Item& item : menu.items) {
      if (item.action.verb == static_cast<std::uint32_t>(Verb::PLOT_TO)) ports.push_back(&item);
    }
    return !ports.empty() ? ports[below(ports.size())]->action : first(menu, {Verb::PLOT_END});
  }

  std::uint64_t whim_;
  int answers_ = 0;
  int in_advance_ = 0;  // always the same: that he has nothing to split or to combine
  std::set<int> turns_;
  bool flies_ = false;          // this turn
  std::map<int, int> plotted_;  // by force: in which turn
  std::map<MenuKind::Kind, std::map<Verb::Kind, int>> by_verb_;
};

// A measure: the aim is 300 for a person who plays with a plan.
TEST(Answers, OfAPersonWhoPlotsHisRoutesInAnOperationOfPq16) {
  int sum = 0;
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
      const auto& truth = static_cast<const Truth&>(game.position());
      const Action answer =
          captain.choose(*game.menu(seat), seat == Seat::kFirst ? truth.allied() : truth.axis(), truth.clock().turn());
      game.answer(seat, answer);
      game.take();
      ASSERT_LT(captain.answers(), 2000) << captain.print();
    }
    for (const Captain& captain : captains) {
      std::cout << captain.print() << "\n";
      sum += captain.answers();
    }
  }
  std::cout << sum / 10 << " on average\n";
}

}  // namespace
}  // namespace wardroom::pq17
