// A queue as plain state: what it answers, when it holds and why, and what its owner may change.
#include "tests/match/queue_kit.h"

namespace wardroom::testing {
namespace {

TEST_F(Queued, AnswersInOrderAndOnlyWhatIsOffered) {
  give(orders({3, 4, 5}));
  EXPECT_TRUE(queue.plays());
  EXPECT_EQ(next(menu_of({1, 3})), 3u);
  EXPECT_EQ(next(menu_of({4})), 4u);
  EXPECT_EQ(next(menu_of({3, 4})), 0u) << "5 is not on it";
  EXPECT_EQ(held(), v1::HOLD_CODE_NOT_OFFERED);
  EXPECT_EQ(queue.shown().hold().rule(), "6.1");
  EXPECT_EQ(queue.shown().hold().reason().id(), "queue.held.not_offered");
  EXPECT_FALSE(queue.plays());
  EXPECT_EQ(next(menu_of({5})), 0u) << "what is held does not play by itself";
  EXPECT_EQ(go_on(), "");
  EXPECT_EQ(next(menu_of({5})), 5u);
  EXPECT_EQ(states(), (std::vector{kPlayed, kPlayed, kPlayed}));
  EXPECT_FALSE(queue.plays());
}

TEST_F(Queued, LeavesReactionsToTheirOwner) {
  give(orders({3}));
  EXPECT_EQ(next(menu_of({3}, Asking::kReaction)), 0u);
  EXPECT_TRUE(queue.plays()) << "and is not held by them";
  EXPECT_EQ(next(menu_of({3})), 3u);
}

TEST_F(Queued, WhereSingleAnswersPassTheyNeitherHoldItNorAreLeftInIt) {
  const auto pass = [&](const Menu& menu) {
    const std::optional<Action> answer = queue.next(menu, ++row, Queue::Sole::kPass);
    return answer ? answer->verb : 0;
  };
  give(orders({3, 4, 5}));
  EXPECT_EQ(pass(menu_of({9})), 9u);
  EXPECT_EQ(pass(menu_of({9}, Asking::kReaction)), 9u);
  EXPECT_EQ(states(), (std::vector{kWaits, kWaits, kWaits})) << "it knows nothing of them";
  EXPECT_TRUE(queue.plays());
  EXPECT_EQ(pass(menu_of({3})), 3u) << "the one it wanted";
  EXPECT_EQ(pass(menu_of({8, 9})), 0u);
  EXPECT_EQ(held(), v1::HOLD_CODE_NOT_OFFERED);
  EXPECT_EQ(pass(menu_of({9})), 9u);
  EXPECT_EQ(pass(menu_of({4})), 4u);
  EXPECT_EQ(states(), (std::vector{kPlayed, kPlayed, kWaits})) << "held, and done with";
  EXPECT_EQ(held(), v1::HOLD_CODE_NOT_OFFERED);
  EXPECT_EQ(pass(menu_of({5, 6})), 0u) << "what is held does not play by itself";
}

TEST_F(Queued, KnowsWhatWasSentTogetherAndWhereItBegan) {
  v1::GiveOrders given = orders({3, 4, 5});
  given.mutable_orders(1)->set_group(6);
  give(given);
  const std::uint64_t sending = queue.shown().orders(0).sending();
  EXPECT_EQ(queue.first_row(sending, 0), std::nullopt);
  next(menu_of({3}));
  next(menu_of({4}));
  EXPECT_EQ(queue.first_row(sending, 0), 1u);
  EXPECT_EQ(queue.first_row(sending, 6), 2u);
  EXPECT_EQ(queue.first_row(sending + 1, 0), std::nullopt);
  given = orders({7});
  given.mutable_orders(0)->set_id(9);
  v1::Order& kept = *given.add_orders();
  kept.set_id(3);
  kept.mutable_action()->set_verb(5);
  give(given);
  ASSERT_EQ(queue.shown().orders_size(), 4);
  EXPECT_GT(queue.shown().orders(2).sending(), sending);
  EXPECT_EQ(queue.shown().orders(3).sending(), sending) << "it came with the first";
  told({report_of("barrier")}, {});
  EXPECT_EQ(queue.first_row(sending, 0), std::nullopt);
  EXPECT_FALSE(queue.shown().orders(0).can_undo());
}

TEST_F(Queued, SkipsWhatMayBeSkipped) {
  v1::GiveOrders given = orders({3, 4, 5});
  given.mutable_orders(0)->set_if_absent(v1::IF_ABSENT_SKIP);
  given.mutable_orders(1)->set_if_absent(v1::IF_ABSENT_SKIP);
  give(given);
  EXPECT_EQ(next(menu_of({5})), 5u);
  EXPECT_EQ(states(), (std::vector{kSkipped, kSkipped, kPlayed}));
}

TEST_F(Queued, WhereNoneIsOfferedNothingIsLeftOut) {
  give(all_optional(orders({3, 4, 5})));
  EXPECT_EQ(next(menu_of({9})), 0u);
  EXPECT_EQ(held(), v1::HOLD_CODE_NOT_OFFERED);
  EXPECT_EQ(states(), (std::vector{kWaits, kWaits, kWaits}));
  EXPECT_EQ(go_on(), "");
  EXPECT_EQ(next(menu_of({4})), 4u);
  EXPECT_EQ(states(), (std::vector{kSkipped, kPlayed, kWaits}));
  v1::GiveOrders given = all_optional(orders({3, 4, 5}));
  given.mutable_orders(2)->set_if_absent(v1::IF_ABSENT_HOLD);
  queue = {};
  given.set_version(0);
  give(given);
  EXPECT_EQ(next(menu_of({9})), 0u);
  EXPECT_EQ(states(), (std::vector{kWaits, kWaits, kWaits}));
  EXPECT_EQ(go_on(true), "") << "without what it halted at, and what stood before it";
  EXPECT_EQ(queue.shown().orders_size(), 0);
}

TEST_F(Queued, WhatMayBeLeftOutWaitsForTheMenusItBelongsTo) {
  give(for_menus(all_optional(orders({3, 4, 5}))));
  EXPECT_EQ(next(menu_of({3, 9}, Asking::kOwn, 9)), 0u) << "none is meant for it";
  EXPECT_TRUE(queue.plays());
  EXPECT_EQ(states(), (std::vector{kWaits, kWaits, kWaits}));
  EXPECT_EQ(next(menu_of({4}, Asking::kOwn, 4)), 4u);
  EXPECT_EQ(next(menu_of({9}, Asking::kOwn, 5)), 0u) << "its menu, and it is not on it";
  EXPECT_EQ(held(), v1::HOLD_CODE_NOT_OFFERED);
  EXPECT_EQ(states(), (std::vector{kSkipped, kPlayed, kWaits}));
}

TEST_F(Queued, WhatMayBeLeftOutDoesNotOutliveItsPhase) {
  v1::Report phase = report_of("phase");
  phase.mutable_milestone()->set_level(v1::Milestone::PHASE);
  give(for_menus(all_optional(orders({3, 4}))));
  told({phase}, {phase});
  EXPECT_EQ(states(), (std::vector{kWaits, kWaits})) << "given for the phase that begins";
  EXPECT_EQ(next(menu_of({3}, Asking::kOwn, 3)), 3u);
  told({report_of("note")}, {report_of("note")});
  EXPECT_TRUE(queue.plays());
  v1::GiveOrders edit = for_menus(all_optional(orders({3, 4})));
  edit.mutable_orders()->DeleteSubrange(0, 1);
  give(edit);
  EXPECT_TRUE(queue.plays());
  told({phase}, {phase});
  EXPECT_EQ(states(), (std::vector{kPlayed, kSkipped})) << "nor by an edit";
  EXPECT_EQ(next(menu_of({4}, Asking::kOwn, 4)), 0u);
  v1::GiveOrders given = for_menus(all_optional(orders({3, 4, 5})));
  for (v1::Order& order : *given.mutable_orders()) order.set_id(order.id() + 10);
  given.mutable_orders(1)->set_if_absent(v1::IF_ABSENT_HOLD);
  give(given);
  EXPECT_EQ(next(menu_of({3}, Asking::kOwn, 3)), 3u);
  told({phase}, {phase});
  EXPECT_TRUE(queue.plays()) << "what must be played waits on";
  EXPECT_FALSE(queue.shown().has_hold());
}

TEST_F(Queued, LooksForNothingBehindARest) {
  v1::GiveOrders given = all_optional(orders({3, 4, 5}));
  given.mutable_orders(1)->set_rest(true);
  give(given);
  EXPECT_EQ(next(menu_of({5})), 0u);
  EXPECT_EQ(held(), v1::HOLD_CODE_REST);
  EXPECT_EQ(states(), (std::vector{kSkipped, kWaits, kWaits}));
}

TEST_F(Queued, GoesOnWithoutTheFirst) {
  give(orders({3, 4}));
  next(menu_of({4}));
  EXPECT_EQ(go_on(true), "");
  EXPECT_EQ(queue.shown().orders_size(), 1);
  EXPECT_EQ(next(menu_of({4})), 4u);
  EXPECT_EQ(go_on(), "refusal.queue_not_held");
}

TEST_F(Queued, RestsWhereItsOwnerWantsIt) {
  v1::GiveOrders given = orders({3, 4, 5});
  given.mutable_orders(1)->set_rest(true);
  give(given);
  EXPECT_EQ(next(menu_of({3})), 3u);
  EXPECT_EQ(held(), v1::HOLD_CODE_REST);
  EXPECT_EQ(next(menu_of({4})), 0u);
  EXPECT_EQ(go_on(), "");
  EXPECT_EQ(next(menu_of({4})), 4u);
  EXPECT_EQ(next(menu_of({5})), 5u);
}

TEST_F(Queued, WaitsWhenGivenSo) {
  v1::GiveOrders given = orders({3});
  given.set_wait(true);
  give(given);
  EXPECT_EQ(held(), v1::HOLD_CODE_OWNER);
  EXPECT_EQ(go_on(), "");
  EXPECT_TRUE(queue.plays());
}

TEST_F(Queued, IsHaltedAtOnceByWhatBothWereTold) {
  v1::GiveOrders given = orders({3});
  given.mutable_stops()->add_kinds(v1::STOP_KIND_SIGHTING);
  give(given);
  v1::Report sighting = report_of("sighted");
  sighting.mutable_sighting()->set_level(2);
  told({report_of("note")}, {report_of("note")});
  EXPECT_TRUE(queue.plays()) << "it is no stop";
  told({sighting}, {sighting});
  EXPECT_EQ(held(), v1::HOLD_CODE_STOP);
  ASSERT_EQ(queue.shown().hold().stopped_size(), 1);
  EXPECT_EQ(queue.shown().hold().stopped(0).kind(), v1::STOP_KIND_SIGHTING);
  EXPECT_EQ(queue.shown().hold().stopped(0).told().id(), "sighted");
  EXPECT_EQ(go_on(), "");
  EXPECT_TRUE(queue.plays()) << "what was before does not count again";
}

TEST_F(Queued, IsHaltedAtTheNextRestByWhatOnlyItsOwnerKnows) {
  v1::GiveOrders given = orders({3, 4});
  given.mutable_stops()->add_topics(7);
  given.mutable_orders(1)->set_rest(true);
  give(given);
  v1::Report fuel = report_of("fuel");
  fuel.set_topic(7);
  v1::Report other_words = report_of("fuel.other");
  other_words.set_topic(7);
  told({fuel}, {other_words});
  EXPECT_TRUE(queue.plays()) << "a pause here would tell the other something";
  EXPECT_EQ(next(menu_of({3})), 3u);
  EXPECT_EQ(held(), v1::HOLD_CODE_STOP) << "here it waits in any case";
  EXPECT_EQ(queue.shown().hold().stopped(0).kind(), v1::STOP_KIND_TOPIC);
  EXPECT_EQ(queue.shown().hold().stopped(0).told().id(), "fuel");
}

TEST_F(Queued, WithNobodyToWatchOwnStopsActAtOnce) {
  v1::GiveOrders given = orders({3});
  given.mutable_stops()->add_topics(7);
  give(given);
  v1::Report fuel = report_of("fuel");
  fuel.set_topic(7);
  told({fuel}, {}, Person::kNobody);
  EXPECT_EQ(held(), v1::HOLD_CODE_STOP);
}

// -- a turn in advance --

v1::Report milestone_of(v1::Milestone::Level level) {
  v1::Report report = report_of("time");
  report.mutable_milestone()->set_level(level);
  return report;
}

TEST_F(Queued, ATurnInAdvanceIsPlayedWhenOnlyTimeHasPassed) {
  v1::GiveOrders given = orders({3, 4});
  given.set_if_unchanged(true);
  give(given);
  EXPECT_TRUE(queue.shown().if_unchanged());
  for (const auto level : {v1::Milestone::TURN, v1::Milestone::PHASE, v1::Milestone::SEGMENT})
    told({milestone_of(level)}, {milestone_of(level)});
  EXPECT_EQ(next(menu_of({3})), 3u);
  EXPECT_FALSE(queue.shown().if_unchanged()) << "from here on it is his own doing";
  told({report_of("his own roll")}, {report_of("his own roll")});
  EXPECT_EQ(next(menu_of({4})), 4u);
}

TEST_F(Queued, ATurnInAdvanceIsHeldWhenSomethingHasHappened) {
  std::uint64_t id = 0;
  for (const v1::Report& happened : {report_of("a roll"), milestone_of(v1::Milestone::ENGAGEMENT)}) {
    v1::GiveOrders given = orders({3});
    given.mutable_orders(0)->set_id(++id);
    given.set_if_unchanged(true);
    give(given);
    told({milestone_of(v1::Milestone::PHASE), happened}, {happened});
    EXPECT_EQ(held(), v1::HOLD_CODE_CHANGED);
    ASSERT_EQ(queue.shown().hold().stopped_size(), 1) << "and he is told what";
    EXPECT_EQ(queue.shown().hold().stopped(0).told().id(), happened.text().id());
    EXPECT_EQ(next(menu_of({3})), 0u);
    EXPECT_EQ(go_on(), "");
    told({happened}, {happened});
    EXPECT_EQ(next(menu_of({3})), 3u) << "he has looked, and wants them";
  }
}

TEST_F(Queued, WhatHeAloneWasToldHoldsATurnInAdvanceOnlyWhereAPauseTellsNothing) {
  v1::GiveOrders given = orders({3, 4});
  given.set_if_unchanged(true);
  given.mutable_orders(1)->set_rest(true);
  give(given);
  told({report_of("seen by him")}, {report_of("something else")});
  EXPECT_EQ(next(menu_of({3})), 3u) << "a pause here would tell the other something";
  EXPECT_EQ(held(), v1::HOLD_CODE_CHANGED) << "here it waits in any case";
  give(given = [&] {
    v1::GiveOrders again = orders({5});
    again.mutable_orders(0)->set_id(3);
    again.set_if_unchanged(true);
    return again;
  }());
  told({report_of("seen by him")}, {}, Person::kNobody);
  EXPECT_EQ(held(), v1::HOLD_CODE_CHANGED);
}

TEST_F(Queued, KnowsTheKindsOfReports) {
  const auto stops = [&](v1::StopKind kind, const v1::Report& report) {
    queue = {};
    v1::GiveOrders given = orders({3});
    given.mutable_stops()->add_kinds(kind);
    give(given);
    told({report}, {report});
    return !queue.plays();
  };
  v1::Report loss = report_of("loss");
  loss.mutable_loss()->set_seat(0);
  EXPECT_TRUE(stops(v1::STOP_KIND_OWN_LOSS, loss));
  EXPECT_FALSE(stops(v1::STOP_KIND_OTHER_LOSS, loss));
  loss.mutable_loss()->set_seat(1);
  EXPECT_FALSE(stops(v1::STOP_KIND_OWN_LOSS, loss));
  EXPECT_TRUE(stops(v1::STOP_KIND_OTHER_LOSS, loss));
  v1::Report mark = report_of("mark");
  mark.mutable_milestone()->set_level(v1::Milestone::PHASE);
  EXPECT_TRUE(stops(v1::STOP_KIND_PHASE, mark));
  EXPECT_FALSE(stops(v1::STOP_KIND_TURN, mark));
  mark.mutable_milestone()->set_level(v1::Milestone::ENGAGEMENT);
  EXPECT_TRUE(stops(v1::STOP_KIND_ENGAGEMENT, mark));
  mark.mutable_roll();
  EXPECT_TRUE(stops(v1::STOP_KIND_ROLL, mark));
  mark.mutable_card();
  EXPECT_TRUE(stops(v1::STOP_KIND_CARD, mark));
  mark.mutable_move();
  EXPECT_TRUE(stops(v1::STOP_KIND_MOVE, mark));
  mark.mutable_score();
  EXPECT_TRUE(stops(v1::STOP_KIND_SCORE, mark));
}

TEST_F(Queued, WhatIsUndoneComesBackHeld) {
  give(orders({3, 4, 5}));
  next(menu_of({3}));
  next(menu_of({4}));
  undo(2);
  EXPECT_EQ(states(), (std::vector{kPlayed, kWaits, kWaits}));
  EXPECT_EQ(held(), v1::HOLD_CODE_UNDONE);
  undo(1);
  EXPECT_EQ(states(), (std::vector{kWaits, kWaits, kWaits}));
  go_on();
  EXPECT_EQ(next(menu_of({3})), 3u);
  told({}, {});  // a barrier
  undo(row);
  EXPECT_EQ(states(), (std::vector{kPlayed, kWaits, kWaits})) << "it cannot be undone any more";
}

TEST_F(Queued, AnUndoByHandHoldsWhatWaits) {
  give(orders({3}));
  undo(99);
  EXPECT_EQ(held(), v1::HOLD_CODE_UNDONE);
}

TEST_F(Queued, ANewEpochHoldsEverything) {
  give(orders({3}));
  Step step;
  auto& rewind = step.rows.emplace_back();
  rewind.mutable_rewind();
  rewind.set_published(true);
  queue.take_in(step, Seat::kFirst, Person::kPerson);
  EXPECT_EQ(held(), v1::HOLD_CODE_NEW_EPOCH);
}

TEST_F(Queued, AnEditThatRacesWithPlayIsTakenAndSaysWhatWasPlayed) {
  give(orders({3, 4, 5}));
  v1::GiveOrders edit = orders({3, 4, 6});
  edit.mutable_orders(2)->set_id(9);
  next(menu_of({3}));
  told({}, {});
  EXPECT_LT(edit.version(), queue.version());
  give(edit);
  EXPECT_EQ(states(), (std::vector{kPlayed, kWaits, kWaits}));
  EXPECT_EQ(queue.shown().orders(2).order().id(), 9u);
  EXPECT_EQ(next(menu_of({3, 4})), 4u);
}

TEST_F(Queued, AnEditMadeBeforeAHaltOrAnotherEditIsStale) {
  give(orders({3, 4}));
  const v1::GiveOrders edit = orders({4});
  next(menu_of({9}));
  EXPECT_EQ(refusal(edit), "refusal.stale_queue") << "it would play past a halt that nobody has seen";
  const v1::GiveOrders here = orders({3}), elsewhere = orders({4});
  give(elsewhere);
  EXPECT_EQ(refusal(here), "refusal.stale_queue");
  v1::GiveOrders ahead = orders({3});
  ahead.set_version(99);
  EXPECT_EQ(refusal(ahead), "refusal.stale_queue");
}

TEST_F(Queued, StrikingAllLeavesNothingThatPlays) {
  give(orders({3, 4}));
  next(menu_of({9}));
  give(orders({}));
  EXPECT_FALSE(queue.plays());
  EXPECT_FALSE(queue.shown().has_hold());
  EXPECT_EQ(queue.shown().orders_size(), 0);
}

TEST_F(Queued, RefusesWhatCannotBeRead) {
  v1::GiveOrders given = orders({3, 4});
  given.mutable_orders(1)->set_id(1);
  EXPECT_EQ(refusal(given), "refusal.orders_unreadable");
  given.mutable_orders(1)->set_id(0);
  EXPECT_EQ(refusal(given), "refusal.orders_unreadable");
  given = orders({3});
  given.mutable_orders(0)->clear_action();
  EXPECT_EQ(refusal(given), "refusal.orders_unreadable");
  given = orders({3});
  given.mutable_stops()->add_kinds(static_cast<v1::StopKind>(99));
  EXPECT_EQ(refusal(given), "refusal.orders_unreadable");
  settings.max_orders = 1;
  EXPECT_EQ(refusal(orders({3, 4})), "refusal.too_many_orders");
  settings.max_queue_bytes = 4;
  EXPECT_EQ(refusal(orders({3})), "refusal.too_many_orders");
}

TEST_F(Queued, IsTheSameAfterItWasStored) {
  v1::GiveOrders given = orders({3, 4, 5});
  given.mutable_stops()->add_topics(7);
  give(given);
  next(menu_of({3}));
  v1::record::Queue stored;
  ASSERT_TRUE(stored.ParseFromString(queue.bytes()));
  queue = Queue(stored);
  undo(1);
  EXPECT_EQ(states(), (std::vector{kWaits, kWaits, kWaits}));
}

}  // namespace
}  // namespace wardroom::testing
