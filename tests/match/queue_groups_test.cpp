// Orders of a queue that belong together, and what their owner answers by hand between them.
#include "tests/match/queue_kit.h"

namespace wardroom::testing {
namespace {

TEST_F(Queued, WithoutAnOrderIsWithoutTheWholeOfItAndWithTheEndOfWhatFollows) {
  // A flight of three answers, another, and the end of flights.
  v1::GiveOrders given = for_menus(orders({3, 4, 5, 3, 4, 5, 6}));
  group(given, 0, 2, 1);
  group(given, 3, 5, 2);
  group(given, 6, 6, 3);
  given.mutable_orders(6)->set_if_absent(v1::IF_ABSENT_SKIP);
  give(given);
  EXPECT_EQ(next(menu_of({9}, Asking::kOwn, 3)), 0u);
  EXPECT_EQ(queue.shown().hold().order(), 1u);
  EXPECT_EQ(go_on(true), "");
  ASSERT_EQ(queue.shown().orders_size(), 4);
  EXPECT_EQ(queue.shown().orders(0).order().id(), 4u);
  EXPECT_EQ(next(menu_of({3}, Asking::kOwn, 3)), 3u);
  EXPECT_EQ(next(menu_of({4}, Asking::kOwn, 4)), 4u);
  EXPECT_EQ(next(menu_of({5}, Asking::kOwn, 5)), 5u);
  EXPECT_EQ(next(menu_of({6}, Asking::kOwn, 6)), 6u);
}

TEST_F(Queued, WhatHasBegunIsEndedWhenTheRestOfItIsLeftOut) {
  v1::GiveOrders given = for_menus(orders({3, 4, 4, 7}));
  given.mutable_orders(2)->mutable_action()->set_verb(5);  // it stays
  given.mutable_orders(2)->set_if_absent(v1::IF_ABSENT_SKIP);
  group(given, 0, 2, 1);
  give(given);
  EXPECT_EQ(next(menu_of({3}, Asking::kOwn, 3)), 3u);
  EXPECT_EQ(next(menu_of({8}, Asking::kOwn, 4)), 0u);
  EXPECT_EQ(queue.shown().hold().order(), 2u);
  EXPECT_EQ(go_on(true), "");
  EXPECT_EQ(next(menu_of({5, 8}, Asking::kOwn, 4)), 5u);
  EXPECT_EQ(next(menu_of({7}, Asking::kOwn, 7)), 7u);
}

TEST_F(Queued, GoesOnByItselfAfterAQuestionThatNoneOfItsOrdersIsAbout) {
  v1::GiveOrders given = for_menus(orders({3, 4, 7}));
  group(given, 0, 1, 1);
  give(given);
  EXPECT_EQ(next(menu_of({3}, Asking::kOwn, 3)), 3u);
  EXPECT_EQ(next(menu_of({1, 2}, Asking::kOwn, 9)), 0u);
  EXPECT_EQ(held(), v1::HOLD_CODE_NOT_OFFERED);
  EXPECT_EQ(queue.shown().hold().order(), 0u);
  answers_by_hand();
  EXPECT_FALSE(queue.shown().has_hold());
  EXPECT_EQ(next(menu_of({4}, Asking::kOwn, 4)), 4u) << "with what it was interrupted in";
  EXPECT_EQ(next(menu_of({7}, Asking::kOwn, 7)), 7u);
}

TEST_F(Queued, WhatItsOwnerTakesIntoHisOwnHandsIsHisAndTheRestGoesOn) {
  v1::GiveOrders given = for_menus(orders({3, 4, 4, 7}));
  group(given, 0, 2, 1);
  given.mutable_orders(2)->set_if_absent(v1::IF_ABSENT_SKIP);
  give(given);
  EXPECT_EQ(next(menu_of({3}, Asking::kOwn, 3)), 3u);
  EXPECT_EQ(next(menu_of({8, 9}, Asking::kOwn, 4)), 0u);
  answers_by_hand();
  EXPECT_EQ(next(menu_of({4, 8, 9}, Asking::kOwn, 4)), 0u) << "he goes where he wants";
  EXPECT_EQ(held(), v1::HOLD_CODE_NOT_OFFERED);
  answers_by_hand();
  EXPECT_EQ(next(menu_of({7}, Asking::kOwn, 7)), 7u);
}

TEST_F(Queued, AnAnswerByHandDoesNotWakeWhatRestsOrWasStopped) {
  v1::GiveOrders given = orders({3});
  given.set_wait(true);
  give(given);
  answers_by_hand();
  EXPECT_EQ(held(), v1::HOLD_CODE_OWNER);
  EXPECT_EQ(next(menu_of({3})), 0u);
}

TEST_F(Queued, WhatIsLeftOutAndWasWantedIsKeptForItsOwnerToSee) {
  v1::GiveOrders given = for_menus(orders({3, 4, 3, 4}));
  group(given, 0, 1, 1);
  group(given, 2, 3, 2);
  for (int i : {0, 2}) given.mutable_orders(i)->set_if_absent(v1::IF_ABSENT_TELL);
  for (int i : {1, 3}) given.mutable_orders(i)->set_if_absent(v1::IF_ABSENT_SKIP);
  given.mutable_orders(2)->mutable_action()->set_verb(5);
  give(given);
  EXPECT_EQ(next(menu_of({5}, Asking::kOwn, 3)), 5u) << "the other does not wait for it";
  EXPECT_EQ(next(menu_of({4}, Asking::kOwn, 4)), 4u);
  EXPECT_EQ(states(), (std::vector{kSkipped, kSkipped, kPlayed, kPlayed}));
  EXPECT_EQ(queue.shown().orders(0).order().if_absent(), v1::IF_ABSENT_TELL);
}

}  // namespace
}  // namespace wardroom::testing
