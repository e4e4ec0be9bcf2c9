// The leak test (non-interference): two worlds that a seat cannot tell apart send it the same bytes until the rules
// license a reveal whose facts differ.
#pragma once

#include <array>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "server/engine/referee.h"

namespace wardroom::testing {

using Random = std::mt19937_64;

inline std::size_t pick(Random& random, std::size_t count) { return random() % count; }  // the same on every machine

// One referee that keeps what each viewer was sent, as he was sent it; nothing of what an unseen seat would be.
class World {
 public:
  World(std::shared_ptr<const Title> title, const std::string& scenario, const std::vector<OptionValue>& options,
        const Secret& secret, std::optional<Seat> unseen = {});  // from its opening
  World(std::shared_ptr<const Title> title, const Position& position, const Secret& secret,
        std::optional<Seat> unseen = {});  // from a checkpoint

  struct Entry {
    enum class Kind { kUpdate, kReveal, kReactionAsked, kRefusal };
    Kind kind;
    std::string bytes;
    std::uint32_t licence = 0;  // of a reveal
    bool operator==(const Entry&) const = default;
  };
  const std::vector<Entry>& sent(Viewer viewer) const { return sent_[index(viewer)]; }
  const Referee& referee() const { return *referee_; }
  const Menu* menu(Seat seat) const { return referee_->menu(seat); }
  bool over() const { return referee_->state() == v1::MATCH_STATE_OVER; }

  void act(Seat seat, const Action& action);
  void undo(Seat seat);

  // What was asked of it, refused or not.
  struct Deed {
    Seat seat;
    std::optional<Action> action;  // none: an undo
  };
  const std::vector<Deed>& deeds() const { return deeds_; }

 private:
  void show_all();
  void take(Seat seat, const Result<Step>& step);

  std::unique_ptr<Referee> referee_;
  std::array<std::vector<Entry>, 3> sent_;
  std::vector<Deed> deeds_;
};

enum class PairEnd { kOver, kLimit, kRevealed, kNotPlayable, kOutOfStep, kLeak };

struct PairResult {
  PairEnd end;
  std::size_t asks = 0;  // questions answered in the truth
  bool differs = false;  // the imagined world is not the truth itself
  bool hides = false;    // something is hidden at all
  // A question of each seat's own turn was answered, or a round passed: at least a player phase. What is answered side
  // by side is nobody's turn.
  bool phase_passed = false;
  std::string why;                                  // of a leak, or what was revealed
  std::string imagined{};                           // position bytes
  std::array<std::vector<World::Deed>, 2> deeds{};  // in the truth and in the imagined world, while they looked alike
};

// Where a queue of this seat must end, as places in the list of its deeds: before an undo, and where the other does
// something in between, in one world or the other.
std::set<std::size_t> ends_of_queues(const std::array<std::vector<World::Deed>, 2>& worlds, Seat seat);

// -- licences: what a reveal may tell --

// A truth that leaves the seat's view as it is, byte for byte, and differs in one hidden fact.
struct Variation {
  std::uint32_t fact;  // as the title numbers them
  std::string what;    // for people
  std::unique_ptr<Position> truth;
};
// What a title's case knows of hidden facts: some variations of a truth, at most one of each kind, and whether a
// licence names a fact.
struct Facts {
  std::function<std::vector<Variation>(const Position& truth, Seat seat, Random& random)> vary{};
  std::function<bool(std::uint32_t licence, std::uint32_t fact)> licensed{};
  std::function<std::string(std::uint32_t fact)> name{};
};

// From a checkpoint position: the seat's view is imagined, then both worlds are played side by side.
PairResult leak_pair(const std::shared_ptr<const Title>& title, const Position& truth, Seat seat, const Secret& secret,
                     Random& random, std::size_t limit);
// The other world is one of the truth's variations; none when there is none that can be played.
std::optional<PairResult> varied_pair(const std::shared_ptr<const Title>& title, const Facts& facts,
                                      const Position& truth, Seat seat, const Secret& secret, Random& random,
                                      std::size_t limit);

struct LeakSummary {
  std::size_t pairs = 0;
  std::size_t varied = 0;  // of them, with a variation of the truth as the other world
  std::size_t hiding = 0;
  std::size_t differing = 0;
  std::vector<std::size_t> asks;
  std::size_t phases = 0;
  std::size_t inside = 0;  // pairs begun where the plan's `inside` says
  std::map<PairEnd, std::size_t> ends;
  std::map<std::string, std::size_t> reveals;  // which facts ended pairs
  std::string first_leak;
  std::string print() const;
};

// Random games; a pair for one seat or the other from every `every`-th checkpoint, and one for each from the opening.
// With hidden facts to vary, a pair with a variation too at each of these checkpoints. A seat that the rules play sees
// nothing and has no pairs.
struct LeakPlan {
  std::string scenario{};
  std::vector<OptionValue> options{};
  std::size_t games = 1;
  std::size_t every = 3;
  std::uint64_t seed = 8;
  std::size_t limit = 120;  // questions in a pair
  // Positions of which there would be too few pairs: every `every_inside`-th of them.
  std::function<bool(const Position&)> inside{};
  std::size_t every_inside = 1;
};
LeakSummary leak_test(const std::shared_ptr<const Title>& title, const LeakPlan& plan, const Facts& facts = {});

// Every option of the title, switched from its default; of two that exclude each other, the first by id.
std::vector<OptionValue> all_options(const Title& title);

// Random games; from every `every`-th checkpoint, for one seat or the other, the truth and each of its variations are
// played side by side with the same answers and draws. What was revealed may differ only where its licence names the
// fact that was varied.
struct LicenceSummary {
  std::size_t variations = 0;
  std::size_t inside = 0;                           // of them, begun where the plan's `inside` says
  std::size_t compared = 0;                         // reveals that were the same in both worlds
  std::map<std::uint32_t, std::size_t> of_licence;  // compared, by licence
  std::map<std::string, std::size_t> of_fact;       // variations played, by fact
  std::map<std::string, std::size_t> differing;     // "fact: report": reveals that differed as they may
  std::map<PairEnd, std::size_t> ends;
  std::vector<std::string> leaks;  // the first of each kind
  std::string print() const;
  void add(const LicenceSummary& more);
};
LicenceSummary licence_test(const std::shared_ptr<const Title>& title, const Facts& facts, const LeakPlan& plan);
// From one position, with its own chance.
LicenceSummary licence_pairs(const std::shared_ptr<const Title>& title, const Facts& facts, const Position& truth,
                             Seat seat, const Secret& secret, Random& random, std::size_t limit);

// A random game from the opening, with `at_checkpoint` called at every checkpoint. Throws if it does not end.
struct RandomGame {
  std::vector<Action> actions;
  std::string final_position;
};
RandomGame play_random(const Title& title, std::unique_ptr<Position> opening, Chance& chance, Random& random,
                       const std::function<void(const Game&)>& at_checkpoint = {}, std::size_t limit = 200'000);

Secret secret_of(std::uint64_t seed);

std::vector<Seat> seats_of(const PlayedSeats& played);

}  // namespace wardroom::testing
