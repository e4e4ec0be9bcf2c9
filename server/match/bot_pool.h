// BotPool: the threads on which the computer's players think. People take turns, however many matches each of them has;
// what is thought of for one of them waits in the order in which it was asked for, and a seat asks for one thing at a
// time.
#pragma once

#include <atomic>
#include <boost/asio/thread_pool.hpp>
#include <string>

#include "server/match/fair_queue.h"

namespace wardroom::match {

class BotPool {
 public:
  BotPool(std::size_t threads, std::atomic<std::int64_t>& waiting);

  void think(const std::string& whose, FairQueue::Job job);
  void stop();  // returns when nobody thinks any more

 private:
  FairQueue waiting_;
  boost::asio::thread_pool threads_;
};

}  // namespace wardroom::match
