// What people are called, as matches remember it.
#include "server/match/names.h"

#include <gtest/gtest.h>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/use_future.hpp>

namespace wardroom::match {
namespace {

using namespace std::chrono_literals;
namespace asio = boost::asio;

struct Remembered : ::testing::Test {
  // As long as `trusted`, nobody asks.
  Called called(Names& names) {
    names.use([this](const std::string&, const Then<Called>& then) {
      ++asked;
      then(known);
    });
    asio::io_context io;
    auto answer = asio::co_spawn(io, names.called("a"), asio::use_future);
    io.run();
    return answer.get();
  }

  Result<Called> known = Called{"Anna"};
  int asked = 0;
};

TEST_F(Remembered, AreNotAskedForAgainAtOnce) {
  Names names;
  EXPECT_EQ(called(names).name, "Anna");
  known = Called{"Another"};
  EXPECT_EQ(called(names).name, "Anna");
  EXPECT_EQ(asked, 1);
}

TEST_F(Remembered, AreAskedForAgainAfterAWhile) {
  Names names(0s);
  EXPECT_EQ(called(names).name, "Anna");
  known = Called{"Another"};
  EXPECT_EQ(called(names).name, "Another");
}

TEST_F(Remembered, AreWhatTheyWereWhileNobodyCanBeAsked) {
  Names names(0s);
  EXPECT_EQ(called(names).name, "Anna");
  known = refuse(RefusalCode::kUnavailable, "store.unavailable");
  EXPECT_EQ(called(names).name, "Anna");
  known = refuse(RefusalCode::kNotFound, "store.no_such_account");
  EXPECT_EQ(called(names).name, "") << "he has gone";
  known = refuse(RefusalCode::kUnavailable, "store.unavailable");
  EXPECT_EQ(called(names).name, "");
}

}  // namespace
}  // namespace wardroom::match
