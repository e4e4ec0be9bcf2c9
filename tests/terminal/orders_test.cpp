#include "client/terminal/orders.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

namespace wardroom::terminal {
namespace {

v1::Queue queue_of(std::initializer_list<v1::OrderState> states) {
  v1::Queue queue;
  queue.set_match("m");
  queue.set_version(7);
  queue.mutable_stops()->add_topics(4);
  std::uint64_t id = 0;
  for (v1::OrderState state : states) {
    v1::QueuedOrder& order = *queue.add_orders();
    order.set_state(state);
    order.mutable_order()->set_id(++id);
  }
  return queue;
}

Result<v1::GiveOrders> read(const std::string& lines) {
  std::istringstream in(lines);
  return read_orders(in, queue_of({v1::ORDER_STATE_PLAYED, v1::ORDER_STATE_WAITING}));
}

TEST(Orders, AreReadOneALine) {
  const auto given = read("# the plan\n5:12,7\n\n? 9:\n--\n{\"verb\":3,\"arguments\":[4]}\r\n");
  ASSERT_TRUE(given);
  EXPECT_EQ(given->version(), 7u);
  EXPECT_EQ(given->stops().topics(0), 4u) << "stops stay as they are";
  ASSERT_EQ(given->orders_size(), 3);
  EXPECT_EQ(given->orders(0).id(), 3u) << "no number twice";
  EXPECT_EQ(given->orders(0).action().arguments(1), 7);
  EXPECT_EQ(given->orders(0).if_absent(), v1::IF_ABSENT_HOLD);
  EXPECT_EQ(given->orders(1).if_absent(), v1::IF_ABSENT_SKIP);
  EXPECT_FALSE(given->orders(1).rest());
  EXPECT_TRUE(given->orders(2).rest());
  EXPECT_EQ(given->orders(2).action().verb(), 3u);
}

TEST(Orders, ThatCannotBeReadAreNamedByTheirLine) {
  const auto given = read("5:1\n\n2\n");
  ASSERT_FALSE(given);
  EXPECT_EQ(given.error().reason.id.str(), "terminal.action_line");
  EXPECT_FALSE(read("5:x\n"));
  EXPECT_FALSE(read_orders("/there/is/no/such.file", {}));
}

TEST(Orders, TheNewestSendingThatCanBeUndoneIsFound) {
  v1::Queue queue = queue_of({v1::ORDER_STATE_PLAYED, v1::ORDER_STATE_PLAYED, v1::ORDER_STATE_WAITING});
  for (int i = 0; i < 3; ++i) queue.mutable_orders(i)->set_sending(static_cast<std::uint64_t>(2 + i));
  EXPECT_EQ(newest_sending(queue), 0u);
  queue.mutable_orders(0)->set_can_undo(true);
  queue.mutable_orders(1)->set_can_undo(true);
  EXPECT_EQ(newest_sending(queue), 3u);
}

TEST(Orders, StopsAreNamesOrNumbers) {
  const auto stops = parse_stops({"phase", "own-loss", "12"});
  ASSERT_TRUE(stops);
  EXPECT_THAT(stops->kinds(), testing::ElementsAre(v1::STOP_KIND_PHASE, v1::STOP_KIND_OWN_LOSS));
  EXPECT_THAT(stops->topics(), testing::ElementsAre(12));
  EXPECT_FALSE(parse_stops({"breakfast"}));
}

TEST(Orders, AreStruckByTheirPlaceAmongThoseThatWait) {
  const v1::Queue queue = queue_of({v1::ORDER_STATE_PLAYED, v1::ORDER_STATE_WAITING, v1::ORDER_STATE_WAITING});
  const v1::GiveOrders one = struck(queue, 1);
  ASSERT_EQ(one.orders_size(), 1);
  EXPECT_EQ(one.orders(0).id(), 3u);
  EXPECT_TRUE(one.wait());
  EXPECT_EQ(struck(queue, 0).orders_size(), 0);
}

TEST(Orders, StandingOrdersAreWrittenWithTheirRuleAndLeaveTheOthersAlone) {
  std::vector<v1::StandingInfo> known(2);
  known[0].set_order(9);
  known[0].set_usual(21);
  known[1].set_order(10);  // is usually asked for
  v1::Queue queue;
  queue.add_standing()->set_order(10);
  queue.mutable_standing(0)->set_way(30);

  const auto ruled = parse_standing({"9=21:2=-3:22"}, known, queue);
  ASSERT_TRUE(ruled);
  ASSERT_EQ(ruled->orders_size(), 2);
  EXPECT_EQ(ruled->orders(0).order(), 10u) << "left as it was";
  EXPECT_EQ(ruled->orders(1).way(), 21u);
  ASSERT_EQ(ruled->orders(1).rules_size(), 1);
  EXPECT_EQ(ruled->orders(1).rules(0).fact(), 2u);
  EXPECT_EQ(ruled->orders(1).rules(0).at_least(), -3);
  EXPECT_EQ(ruled->orders(1).rules(0).way(), 22u);

  const auto usual = parse_standing({"staff", "usual"}, known, queue);
  ASSERT_TRUE(usual);
  ASSERT_EQ(usual->orders_size(), 1) << "what is asked for needs no order";
  EXPECT_EQ(usual->orders(0).way(), 21u);
  EXPECT_EQ(parse_standing({"staff"}, known, queue)->orders_size(), 2);
  EXPECT_EQ(parse_standing({"ask"}, known, queue)->orders_size(), 0);
  EXPECT_EQ(parse_standing({"10=0"}, known, queue)->orders_size(), 0);
  for (const char* unclear : {"", "9", "9=", "9=21:", "9=21:2=3", "9=21:2=3:", "9=21 ", "never"})
    EXPECT_FALSE(parse_standing({unclear}, known, queue)) << unclear;
}

}  // namespace
}  // namespace wardroom::terminal
