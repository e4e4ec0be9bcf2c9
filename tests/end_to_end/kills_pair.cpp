#include "tests/end_to_end/kills_pair.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <stdexcept>

#include "server/engine/verify.h"
#include "tests/titles/picket/picket.h"

namespace wardroom::testing {
namespace {

using ::testing::IsEmpty;

constexpr std::uint32_t kWeekSeconds = 7 * 24 * 3600;

// Whatever goes wrong ends the test.
template <class Do>
void unless_it_fails(std::atomic<bool>& failed, Do what) {
  try {
    what();
  } catch (const std::exception& wrong) {
    ADD_FAILURE() << wrong.what();
    failed = true;
  }
}

void count(const History& history, std::size_t recorded, Tally& tally) {
  const auto of = [&](Outcome outcome) {
    return static_cast<std::size_t>(std::ranges::count(history.sent, outcome, &Sent::outcome));
  };
  tally.taken += of(Outcome::kTaken);
  tally.refused += of(Outcome::kRefused);
  tally.there += recorded - of(Outcome::kTaken);
  tally.not_there += of(Outcome::kUnknown) - (recorded - of(Outcome::kTaken));
}

}  // namespace

void Pair::Table::add(const std::string& match) {
  const std::scoped_lock lock(mutex_);
  matches_.push_back(match);
  changed_.notify_all();
}

void Pair::Table::close() {
  const std::scoped_lock lock(mutex_);
  closed_ = true;
  changed_.notify_all();
}

std::optional<std::string> Pair::Table::match(std::size_t number) {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return closed_ || number < matches_.size(); });
  return number < matches_.size() ? std::optional(matches_[number]) : std::nullopt;
}

Pair::Pair(std::uint16_t port, const std::string& first, const std::string& second, std::uint32_t seed, Pace& pace)
    : players_{Player{port, first, seed + 1, pace}, Player{port, second, seed + 2, pace}} {}

Pair::~Pair() { end(); }

void Pair::sign_up() {
  for (Player& player : players_) player.sign_up();
}

void Pair::begin() {
  threads_ = {std::thread([this] { play_first(); }), std::thread([this] { play_second(); })};
}

void Pair::end() {
  enough_ = true;
  for (std::thread& thread : threads_)
    if (thread.joinable()) thread.join();
}

void Pair::play_first() {
  unless_it_fails(failed_, [&] {
    for (std::size_t number = 0; !enough_; ++number) {
      const std::string match =
          players_[0].make_match(number % 4 == 3 ? "long" : "small", number % 3 == 2 ? kWeekSeconds : 0);
      table_.add(match);
      histories_[0].push_back(players_[0].play(match));
    }
  });
  table_.close();
}

void Pair::play_second() {
  unless_it_fails(failed_, [&] {
    for (std::size_t number = 0; const auto match = table_.match(number); ++number)
      histories_[1].push_back(players_[1].play(*match));
  });
}

void Pair::check(std::uint16_t port, Tally& tally) {
  ASSERT_EQ(histories_[0].size(), histories_[1].size());
  for (std::size_t number = 0; number < histories_[0].size(); ++number) check_match(port, number, tally);
  tally.matches += histories_[0].size();
}

void Pair::check_match(std::uint16_t port, std::size_t number, Tally& tally) {
  const std::string match = *table_.match(number);
  SCOPED_TRACE("match " + std::to_string(number) + ", " + match);
  const std::string bytes = net::get(port, "/match/" + match + "/export").body();
  v1::record::Export exported;
  ASSERT_TRUE(exported.ParseFromString(bytes));
  EXPECT_TRUE(verify(bytes, [](const std::string&, const Bundle& bundle) { return picket::entry().make(bundle); }));
  EXPECT_EQ(exported.ending().kind(), v1::ENDING_KIND_PLAYED);

  std::array<std::vector<std::string>, 2> acts;
  std::vector<std::int64_t> times;
  for (const v1::record::Row& row : exported.rows()) {
    times.push_back(row.time_ms());
    if (row.has_action()) acts.at(row.seat()).push_back(row.action().SerializeAsString());
  }
  EXPECT_THAT(check_times(times), IsEmpty());
  tally.earliest_ms = std::min(tally.earliest_ms, times.front());
  tally.latest_ms = std::max(tally.latest_ms, times.back());
  for (std::size_t seat = 0; seat < 2; ++seat) {
    SCOPED_TRACE("seat " + std::to_string(seat));
    const History& history = histories_[seat][number];
    EXPECT_THAT(check_acts(history.sent, acts[seat]), IsEmpty());
    const std::vector<Shown> again = players_[seat].replay(match, v1::VIEWPOINT_OWN);
    EXPECT_THAT(check_order(again), IsEmpty());
    EXPECT_THAT(check_shown(history.shown, again), IsEmpty());
    EXPECT_THAT(check_shown(history.anew, again), IsEmpty());
    count(history, acts[seat].size(), tally);
  }
  std::vector<std::int64_t> of_truth;
  for (const Shown& shown : players_[0].replay(match, v1::VIEWPOINT_TRUTH)) of_truth.push_back(shown.time_ms);
  EXPECT_FALSE(of_truth.empty());
  EXPECT_THAT(check_times(of_truth), IsEmpty());
}

}  // namespace wardroom::testing
