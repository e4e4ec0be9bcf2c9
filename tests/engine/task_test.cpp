// Tasks: nesting, running side by side, and exceptions, in every order of finishing.
#include <gtest/gtest.h>

#include "server/engine/table.h"

namespace wardroom {
namespace {

Menu any_menu(Table& table, Seat seat, int items = 1) {
  Menu menu = table.menu(seat, 0);
  for (int i = 0; i < items; ++i) menu.offer(0, i);
  return menu;
}

Task<int> ask_once(Table& table, Seat seat) {
  Menu menu = any_menu(table, seat, 10);
  const Action answer = co_await table.ask(std::move(menu));
  co_return answer.at<int>(0);
}

Task<int> deep(Table& table, int depth) {
  if (depth == 0) co_return co_await ask_once(table, Seat::kFirst);
  const int below = co_await deep(table, depth - 1);
  co_return below + 1;
}

struct Played {
  ScriptedChance chance{{}};
  Table table{chance};
};

TEST(Task, ReturnsThroughDeepNesting) {
  Played played;
  auto task = deep(played.table, 1000);
  task.handle().resume();
  played.table.answer(Seat::kFirst, make_action(0, 7));
  ASSERT_TRUE(task.done());
  EXPECT_EQ(task.take(), 1007);
}

TEST(Task, AThousandAnswersInARowDoNotGrowTheStack) {
  Played played;
  const auto loop = [](Table& table) -> Task<int> {
    int sum = 0;
    for (int i = 0; i < 200'000; ++i) sum += co_await ask_once(table, Seat::kFirst);
    co_return sum;
  };
  auto task = loop(played.table);
  task.handle().resume();
  while (!task.done()) played.table.answer(Seat::kFirst, make_action(0, 1));
  EXPECT_EQ(task.take(), 200'000);
}

Task<> ask_times(Table& table, Seat seat, int times, int* sum) {
  for (int i = 0; i < times; ++i) *sum += co_await ask_once(table, seat);
}

Task<int> side_by_side(Table& table, int first_times, int second_times) {
  int first = 0;
  int second = 0;
  co_await table.together(ask_times(table, Seat::kFirst, first_times, &first),
                          ask_times(table, Seat::kSecond, second_times, &second));
  co_return first * 100 + second;
}

TEST(Together, EndsWhenBothHaveFinishedWhoeverIsLast) {
  for (int first : {0, 1, 3}) {
    for (int second : {0, 1, 3}) {
      for (int order = 0; order < 2; ++order) {
        Played played;
        auto task = side_by_side(played.table, first, second);
        task.handle().resume();
        const Seat early = order == 0 ? Seat::kFirst : Seat::kSecond;
        for (Seat seat : {early, other(early)}) {
          while (played.table.pending(seat)) played.table.answer(seat, make_action(0, 2));
        }
        ASSERT_TRUE(task.done());
        EXPECT_EQ(task.take(), first * 200 + second * 2);
      }
    }
  }
}

TEST(Together, ShowsNothingToAnyoneUntilBothHaveFinished) {
  Played played;
  auto task = side_by_side(played.table, 2, 2);
  task.handle().resume();
  EXPECT_TRUE(played.table.take().published);
  for (Seat seat : {Seat::kFirst, Seat::kSecond, Seat::kFirst}) {
    played.table.answer(seat, make_action(0, 1));
    EXPECT_FALSE(played.table.take().published);
  }
  played.table.answer(Seat::kSecond, make_action(0, 1));
  EXPECT_TRUE(played.table.take().published);
}

Task<> fails_after(Table& table, Seat seat, int times) {
  int ignored = 0;
  co_await ask_times(table, seat, times, &ignored);
  throw Broken("on purpose");
}

Task<> one_fails(Table& table, int times) {
  int sum = 0;
  co_await table.together(fails_after(table, Seat::kFirst, times), ask_times(table, Seat::kSecond, 5, &sum));
}

TEST(Together, AFailureInOnePartReachesTheParentAtOnce) {
  for (int times : {0, 1, 2}) {
    Played played;
    auto task = one_fails(played.table, times);
    task.handle().resume();
    for (int i = 0; i < times; ++i) played.table.answer(Seat::kFirst, make_action(0, 1));
    ASSERT_TRUE(task.done());
    EXPECT_THROW(task.take(), Broken);
  }
}

Task<> asks_the_other(Table& table) {
  int sum = 0;
  co_await table.together(ask_times(table, Seat::kSecond, 1, &sum), ask_times(table, Seat::kSecond, 1, &sum));
}

TEST(Together, APartThatAsksTheOtherSeatIsBroken) {
  Played played;
  auto task = asks_the_other(played.table);
  task.handle().resume();
  ASSERT_TRUE(task.done());
  EXPECT_THROW(task.take(), Broken);
}

TEST(Table, AMenuWithoutItemsIsBroken) {
  Played played;
  const auto ask_nothing = [](Table& table) -> Task<> {
    Menu menu = table.menu(Seat::kFirst, 0);
    co_await table.ask(std::move(menu));
  };
  auto task = ask_nothing(played.table);
  task.handle().resume();
  ASSERT_TRUE(task.done());
  EXPECT_THROW(task.take(), Broken);
}

TEST(Table, ASeatThatTheRulesPlayIsNeverAsked) {
  ScriptedChance chance({});
  Table table(chance, {true, false});
  auto task = deep(table, 1);
  task.handle().resume();
  EXPECT_NE(table.pending(Seat::kFirst), nullptr);
  auto broken = ask_once(table, Seat::kSecond);
  broken.handle().resume();
  ASSERT_TRUE(broken.done());
  EXPECT_THROW(broken.take(), Broken);
}

TEST(Together, OnePlayedSeatIsEnough) {
  ScriptedChance chance({});
  Table table(chance, {true, false});
  auto task = side_by_side(table, 2, 0);
  task.handle().resume();
  for (int i = 0; i < 2; ++i) table.answer(Seat::kFirst, make_action(0, 1));
  EXPECT_TRUE(task.done());
}

Task<> from_a_head(Table& table, int second_times) {
  int sum = 0;
  co_await table.together(ask_times(table, Seat::kFirst, 2, &sum), ask_times(table, Seat::kSecond, second_times, &sum),
                          Table::Head::kCheckpoint);
  sum += co_await ask_once(table, Seat::kFirst);
}

TEST(Together, ItsHeadIsACheckpointUntilSomebodyAnswers) {
  for (int second_times : {0, 1, 2}) {
    Played played;
    auto task = from_a_head(played.table, second_times);
    task.handle().resume();
    EXPECT_TRUE(played.table.at_checkpoint());
    EXPECT_TRUE(played.table.pending(Seat::kFirst)->checkpoint);
    played.table.answer(Seat::kFirst, make_action(0, 1));
    EXPECT_FALSE(played.table.at_checkpoint());
    EXPECT_FALSE(played.table.pending(Seat::kFirst)->checkpoint) << "it has begun";
    for (int i = 0; i < second_times; ++i) played.table.answer(Seat::kSecond, make_action(0, 1));
    played.table.answer(Seat::kFirst, make_action(0, 1));
    EXPECT_FALSE(played.table.in_together());
    EXPECT_FALSE(played.table.at_checkpoint());
  }
}

TEST(Table, MarksAreBarriersAndNobodyMakesThemInSecret) {
  Played played;
  played.table.round();
  played.table.round();
  played.table.chapter("a chapter");
  const Happened happened = played.table.take();
  EXPECT_TRUE(happened.published);
  EXPECT_EQ(happened.rounds, 2u);
  ASSERT_TRUE(happened.chapter.has_value());
  EXPECT_EQ(happened.chapter->id, "a chapter");
  EXPECT_FALSE(played.table.take().chapter.has_value());

  auto task = side_by_side(played.table, 1, 1);
  task.handle().resume();
  EXPECT_THROW(played.table.round(), Broken);
  EXPECT_THROW(played.table.chapter("a chapter"), Broken);
}

TEST(Places, LieOnBoards) {
  EXPECT_EQ(place_on(0, 1423), 1423u) << "stored reports still read";
  EXPECT_EQ(board_of(place_on(2, 7)), 2u);
  EXPECT_EQ(number_on_board(place_on(2, 7)), 7u);
}

TEST(Table, AGameThatIsDroppedInTheMiddleFreesEverything) {  // for the address sanitizer
  Played played;
  auto task = side_by_side(played.table, 3, 3);
  task.handle().resume();
  played.table.answer(Seat::kFirst, make_action(0, 1));
}

}  // namespace
}  // namespace wardroom
