// How much an Operation asks of a person who plots his routes, sails his squadrons, searches, and attacks what he
// finds.
#include <cstdlib>
#include <functional>
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

// Two captains play a whole match; `before` is told of every question.
std::array<Captain, 2> play(const std::string& scenario, std::uint64_t seed,
                            const std::function<void(const Menu&, const Truth&)>& before = {}) {
  Secret secret{};
  secret[0] = static_cast<decltype(secret)::value_type>(seed);
  SeededChance chance(secret, 0);
  Game game(the_title(), *the_title().open(scenario, {}), chance);
  std::array<Captain, 2> captains{Captain(seed), Captain(seed + 100)};
  while (!game.over()) {
    const Seat seat = game.menu(Seat::kFirst) ? Seat::kFirst : Seat::kSecond;
    Captain& captain = captains[index(seat)];
    const auto& truth = static_cast<const Truth&>(game.position());
    if (before) before(*game.menu(seat), truth);
    const Action answer =
        captain.choose(*game.menu(seat), seat == Seat::kFirst ? truth.allied() : truth.axis(), truth.clock().turn());
    game.answer(seat, answer);
    game.take();
    if (captain.answers() >= 2000) throw std::runtime_error(captain.print());
  }
  return captains;
}

// A measure: the aim is 300 for a person who plays with a plan.
TEST(Answers, OfAPersonWhoPlotsHisRoutesInAnOperationOfPq16) {
  int sum = 0;
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    for (const Captain& captain : play("pq16", seed)) {
      std::cout << captain.print() << "\n";
      sum += captain.answers();
    }
  }
  std::cout << sum / 10 << " on average\n";
}

// How often a person must come because the right to answer has come to him, turn by turn: by hand whenever he is asked
// after the other; with queues for reactions, and once in each phase of his own, to give his orders; and with quick
// passes besides not where he has no choice.
class HandOvers {
 public:
  void ask(const Menu& menu, const v1::Clock& clock) {
    const bool own = menu.asking == Asking::kOwn;
    const std::tuple phase{clock.turn(), static_cast<int>(clock.phase())};
    const bool new_phase = own && phases_[index(menu.seat)] != phase;
    come(0, menu.seat, clock.turn(), true);
    come(1, menu.seat, clock.turn(), !own || new_phase);
    come(2, menu.seat, clock.turn(), menu.items.size() > 1 && (!own || new_phase));
    if (own) phases_[index(menu.seat)] = phase;
  }
  // By way and seat.
  int median(std::size_t way, Seat seat) const {
    std::vector<int> counts;
    for (const auto& [turn, count] : counts_[way][index(seat)]) counts.push_back(count);
    std::ranges::sort(counts);
    return counts.empty() ? 0 : counts[counts.size() / 2];
  }
  void next_match() { match_ += 1000; }

 private:
  void come(std::size_t way, Seat seat, int turn, bool needed) {
    int& count = counts_[way][index(seat)][match_ + turn];
    if (!needed || last_[way] == seat) return;
    last_[way] = seat;
    ++count;
  }

  int match_ = 0;
  std::array<std::optional<Seat>, 3> last_;
  std::array<std::tuple<int, int>, 2> phases_;
  std::array<std::array<std::map<int, int>, 2>, 3> counts_;
};

// A measure, where it is asked for: WARDROOM_HAND_OVERS says in how many matches.
TEST(HandOvers, OfTwoPeople) {
  const char* asked = std::getenv("WARDROOM_HAND_OVERS");
  const int matches = asked ? std::atoi(asked) : 0;
  if (matches == 0) GTEST_SKIP() << "WARDROOM_HAND_OVERS is not set";
  for (const char* scenario : {"pq16", "pq17"}) {
    HandOvers counted;
    for (int match = 1; match <= matches; ++match, counted.next_match()) {
      const auto seed = static_cast<std::uint64_t>(match);
      play(scenario, seed, [&](const Menu& menu, const Truth& truth) { counted.ask(menu, truth.clock()); });
    }
    for (Seat seat : kSeats) {
      std::cout << scenario << ", " << (seat == Seat::kFirst ? "Allies" : "Axis") << ": hand-overs a turn (median of "
                << matches << " matches): " << counted.median(0, seat) << " by hand, " << counted.median(1, seat)
                << " with queues, " << counted.median(2, seat) << " with queues and quick passes\n";
    }
  }
}

}  // namespace
}  // namespace wardroom::pq17
