// BotPool: the threads on which the computer's players think. Addresses take turns, and the people of one address among
// themselves, however many matches each of them has; what is thought of for one of them waits in the order in which it
// was asked for. A seat asks for one thing at a time, so no more wait than the quotas of matches let be played.
#pragma once

#include <atomic>
#include <boost/asio/thread_pool.hpp>
#include <string>

#include "server/match/fair_queue.h"

namespace wardroom::match {

// Who waits for the computer.
struct Waiting {
  std::string address;  // he last came from; empty: nobody knows
  std::string account;
};

class BotPool {
 public:
  BotPool(std::size_t threads, std::atomic<std::int64_t>& waiting);

  void think(const Waiting& who, FairQueue::Job job);
  void stop();  // returns when nobody thinks any more

 private:
  FairQueue waiting_;
  boost::asio::thread_pool threads_;
};

}  // namespace wardroom::match
