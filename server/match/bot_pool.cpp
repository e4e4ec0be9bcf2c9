#include "server/match/bot_pool.h"

#include <boost/asio/post.hpp>
#include <limits>

namespace wardroom::match {

namespace {
constexpr std::size_t kAny = std::numeric_limits<std::size_t>::max();  // matches are bounded elsewhere
}

BotPool::BotPool(std::size_t threads, std::atomic<std::int64_t>& waiting)
    : waiting_(kAny, kAny, waiting), threads_(threads) {}

void BotPool::think(const Waiting& who, FairQueue::Job job) {
  waiting_.push(who.address.empty() ? who.account : who.address, who.account, std::move(job));
  boost::asio::post(threads_, [this] { waiting_.pop()(); });
}

void BotPool::stop() {
  threads_.stop();
  threads_.join();
}

}  // namespace wardroom::match
