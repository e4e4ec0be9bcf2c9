// A queue, quick passes and both together lead to the rows that the same answers by hand lead to: the same actions,
// draws and positions.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <span>

#include "server/match/match.h"
#include "server/titles/titles.h"
#include "tests/titles/narrows/narrows.h"
#include "tests/titles/picket/picket.h"

namespace wardroom::testing {
namespace {

using v1::record::Row;

struct Choice {
  Seat seat;
  v1::Action action;
  bool own = false;   // not a reaction
  bool sole = false;  // there was no other
  std::uint32_t kind = 0;
};
enum class Passes { kByHand, kQuick };

// One match as plain state; what is written of it is kept here.
class Sitting {
 public:
  Sitting(std::shared_ptr<const Title> title, const std::string& scenario, Passes passes = Passes::kByHand)
      : state_("m", settings_, outages_) {
    match::MatchCard card;
    card.id = "m";
    card.title = title->id();
    card.scenario = scenario;
    card.accounts = {"anna", "bert"};
    card.server_seed = std::string(32, 's');
    card.nonces = {std::string(32, 'a'), std::string(32, 'b')};
    card.quick_passes = passes == Passes::kQuick;
    state_.shown.card = card;
    auto head = state_.head(*title);
    auto first = state_.open(title, *head);
    write(*first, *head);
  }

  const Referee& referee() const { return *state_.referee(); }
  match::Shown& shown() { return state_.shown; }
  // Who is to answer: one who has no choice; else the first, if both are.
  std::optional<Seat> next() const {
    for (std::size_t most : {std::size_t{1}, std::size_t(-1)}) {
      for (Seat seat : kSeats) {
        if (referee().menu(seat) && referee().menu(seat)->items.size() <= most) return seat;
      }
    }
    return std::nullopt;
  }
  void act(const Choice& choice) {
    v1::Act act;
    act.set_menu_serial(referee().menu_serial(choice.seat));
    *act.add_actions() = choice.action;
    auto step = state_.act(choice.seat, act, {});
    ASSERT_TRUE(step) << "row " << rows.size();
    EXPECT_EQ(step->taken, 1u);
    write(*step);
  }
  // Whatever needs nobody; how many answers that were.
  std::size_t pass() {
    const std::size_t before = rows.size();
    while (state_.plays_itself(Seat::kFirst) || state_.plays_itself(Seat::kSecond))
      play_itself(state_.plays_itself(Seat::kFirst) ? Seat::kFirst : Seat::kSecond);
    return rows.size() - before;
  }
  void undo(Seat seat) {
    auto step = state_.undo(seat, {});
    ASSERT_TRUE(step);
    write(*step);
  }
  void give(Seat seat, std::span<const Choice> choices) {
    v1::GiveOrders given;
    given.set_version(shown().queue(seat).version());
    for (const Choice& choice : choices) {
      given.add_orders()->set_id(++ids_);
      *given.mutable_orders()->rbegin()->mutable_action() = choice.action;
      given.mutable_orders()->rbegin()->set_menu_kind(choice.kind);  // no pass is taken for it
    }
    match::Queue queue = shown().queue(seat);
    ASSERT_TRUE(queue.may(given, settings_));
    queue.give(given);
    shown().queues[index(seat)] = std::make_shared<const match::Queue>(std::move(queue));
  }
  // As far as the next barrier; how many answers that were.
  std::size_t play_itself(Seat seat) {
    EXPECT_TRUE(state_.plays_itself(seat));
    const bool queue = shown().queue(seat).plays();
    auto step = state_.play_itself(seat);
    EXPECT_TRUE(step && !step->rows.empty());
    const std::size_t taken = step->taken;
    for (std::size_t i = 0; i + 1 < step->rows.size(); ++i) EXPECT_FALSE(step->rows[i].published());
    const bool passes = step->rows.front().sole();
    match::Commit commit = write(*step);
    if (queue && !passes) {
      EXPECT_EQ(commit.queues.size(), 1u) << "it is stored with its rows";
    }
    ++steps;
    return taken;
  }

  std::vector<Row> rows;
  std::size_t steps = 0;  // of a queue

 private:
  match::Commit write(Step& step, std::optional<v1::record::Head> head = std::nullopt) {
    match::Commit commit = state_.write(step, std::move(head));
    std::ranges::copy(commit.rows, std::back_inserter(rows));
    state_.tell({1, "hash", {}});
    return commit;
  }

  match::HostSettings settings_;
  match::Outages outages_;
  match::Match state_;
  std::uint64_t ids_ = 0;
};

std::vector<Choice> by_hand(Sitting& sitting, std::size_t most, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::vector<Choice> choices;
  while (const std::optional<Seat> seat = sitting.next()) {
    const Menu& menu = *sitting.referee().menu(*seat);
    if (choices.size() >= most && menu.items.size() > 1) break;
    Choice& choice =
        choices.emplace_back(Choice{*seat, {}, menu.asking == Asking::kOwn, menu.items.size() == 1, menu.kind});
    const bool last = random() % 5 == 0;  // mostly "done": else some rounds never end
    to_wire(menu.items[last ? menu.items.size() - 1 : random() % menu.items.size()].action, choice.action);
    sitting.act(choice);
  }
  return choices;
}

std::vector<Choice> own_turn(const std::vector<Choice>& choices, Seat seat) {
  std::vector<Choice> own;
  std::ranges::copy_if(choices, std::back_inserter(own),
                       [&](const Choice& choice) { return choice.own && choice.seat == seat; });
  return own;
}

// The same again: this seat's answers of its own turn by queues of so many orders, everything else by hand.
void again(Sitting& sitting, const std::vector<Choice>& choices, Seat seat, std::size_t orders) {
  const std::vector<Choice> own = own_turn(choices, seat);
  std::size_t given = 0;
  for (std::size_t i = 0; i < choices.size() && !::testing::Test::HasFailure();) {
    if (!choices[i].own || choices[i].seat != seat) {
      sitting.act(choices[i++]);
      continue;
    }
    if (!sitting.shown().queue(seat).plays()) {
      const std::size_t now = std::min(orders, own.size() - given);
      sitting.give(seat, std::span(own).subspan(given, now));
      given += now;
    }
    i += sitting.play_itself(seat);
  }
}

std::string of_row(const Row& row) {
  Row same = row;
  same.clear_goes_on();  // how many answers came in one step, and by whom, is all that may differ
  same.clear_sole();
  return same.SerializeAsString();
}

void expect_the_same(const Sitting& one, const Sitting& other) {
  ASSERT_EQ(one.rows.size(), other.rows.size());
  for (std::size_t i = 0; i < other.rows.size(); ++i) ASSERT_EQ(of_row(one.rows[i]), of_row(other.rows[i])) << i;
  EXPECT_EQ(save(one.referee().position()), save(other.referee().position()));
}

// The same again with quick passes; if a seat is named, its choices by queues of 30 that know nothing of passes.
void again_quickly(Sitting& sitting, const std::vector<Choice>& choices, std::optional<Seat> queued) {
  std::vector<Choice> own = queued ? own_turn(choices, *queued) : std::vector<Choice>();
  std::erase_if(own, &Choice::sole);
  std::size_t given = 0;
  for (std::size_t i = 0; i < choices.size() && !::testing::Test::HasFailure(); i = sitting.rows.size() - 1) {
    const Choice& choice = choices[i];
    const bool by_queue = choice.own && choice.seat == queued;
    if (by_queue && !choice.sole && !sitting.shown().queue(choice.seat).plays()) {
      const std::size_t now = std::min<std::size_t>(30, own.size() - given);
      sitting.give(choice.seat, std::span(own).subspan(given, now));
      given += now;
    }
    if (choice.sole || by_queue) {
      sitting.play_itself(choice.seat);
    } else {
      sitting.act(choice);
    }
  }
}

void expect_the_same(const std::shared_ptr<const Title>& title, const std::string& scenario, std::size_t most) {
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    Sitting hand(title, scenario);
    const std::vector<Choice> choices = by_hand(hand, most, seed);
    ASSERT_GT(choices.size(), 10u);
    for (Seat seat : kSeats) {
      for (std::size_t orders : {1u, 30u, 400u}) {
        Sitting queued(title, scenario);
        again(queued, choices, seat, orders);
        ASSERT_FALSE(::testing::Test::HasFailure()) << "seed " << seed << ", queues of " << orders;
        expect_the_same(queued, hand);
        if (orders > 1) {
          EXPECT_LT(queued.steps, own_turn(choices, seat).size());
        }
      }
    }
  }
}

void expect_the_same_quickly(const std::shared_ptr<const Title>& title, const std::string& scenario, std::size_t most) {
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    Sitting hand(title, scenario);
    const std::vector<Choice> choices = by_hand(hand, most, seed);
    if (title->id() != "narrows") {  // it always leaves a choice
      EXPECT_GT(std::ranges::count(choices, true, &Choice::sole), 0);
    }
    for (std::optional<Seat> queued :
         {std::optional<Seat>(), std::optional(Seat::kFirst), std::optional(Seat::kSecond)}) {
      Sitting quick(title, scenario, Passes::kQuick);
      again_quickly(quick, choices, queued);
      ASSERT_FALSE(::testing::Test::HasFailure()) << "seed " << seed;
      expect_the_same(quick, hand);
    }
  }
}

// An undo comes to a choice, whatever has passed since, and the same choice leads to the same again.
void expect_undo_to_choose(const std::shared_ptr<const Title>& title, const std::string& scenario, std::size_t most) {
  std::size_t undone = 0, over_passes = 0;
  std::mt19937_64 random(7);
  Sitting sitting(title, scenario, Passes::kQuick);
  sitting.pass();
  for (std::size_t i = 0; i < most && !::testing::Test::HasFailure(); ++i) {
    const std::optional<Seat> seat = sitting.next();
    if (!seat) break;
    const Menu& menu = *sitting.referee().menu(*seat);
    ASSERT_GT(menu.items.size(), 1u);
    Choice choice{*seat, {}};
    to_wire(menu.items[random() % menu.items.size()].action, choice.action);
    sitting.act(choice);
    sitting.pass();
    if (!sitting.referee().can_undo(*seat)) continue;
    const std::string position = save(sitting.referee().position());
    const std::size_t before = sitting.rows.size();
    sitting.undo(*seat);
    ++undone;
    if (sitting.rows.size() > before + 1) ++over_passes;
    EXPECT_EQ(sitting.pass(), 0u) << "nothing comes again by itself";
    sitting.act(choice);
    sitting.pass();
    EXPECT_EQ(save(sitting.referee().position()), position);
  }
  EXPECT_GT(undone, 3u);
  ::testing::Test::RecordProperty("over_passes", static_cast<int>(over_passes));
}

TEST(SamePlay, OfPicket) { expect_the_same(picket::make_picket(), "small", 400); }
TEST(SamePlay, OfPicketWithQuickPasses) { expect_the_same_quickly(picket::make_picket(), "small", 400); }
TEST(SamePlay, OfPicketUndone) { expect_undo_to_choose(picket::make_picket(), "small", 400); }

std::shared_ptr<const Title> narrows_title() {
  return *narrows::entry().make(*Bundle::read(WARDROOM_SOURCE_DIR "/tests/titles/narrows"));
}
TEST(SamePlay, OfNarrows) { expect_the_same(narrows_title(), "convoy", 400); }
TEST(SamePlay, OfNarrowsWithQuickPasses) { expect_the_same_quickly(narrows_title(), "convoy", 400); }
TEST(SamePlay, OfNarrowsUndone) { expect_undo_to_choose(narrows_title(), "convoy", 400); }

std::shared_ptr<const Title> pq17_title() {
  const std::vector<TitlePack> all = titles();
  const auto pq17 = std::ranges::find(all, "pq17", [](const TitlePack& pack) { return pack.entry.id; });
  return *pq17->entry.make(*Bundle::read(WARDROOM_SOURCE_DIR "/scenarios/pq17"));
}
TEST(SamePlay, OfPq17) { expect_the_same(pq17_title(), "learning", 150); }
TEST(SamePlay, OfPq17WithQuickPasses) { expect_the_same_quickly(pq17_title(), "learning", 150); }
TEST(SamePlay, OfPq17Undone) { expect_undo_to_choose(pq17_title(), "learning", 100); }

}  // namespace
}  // namespace wardroom::testing
