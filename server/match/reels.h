// Reels: matches that are over, played again for whoever looks back: what nobody was sent, or what was not kept. On a
// strand of its own, since it may take a while.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <boost/asio/strand.hpp>
#include <memory>
#include <vector>

#include "server/match/baton.h"
#include "server/match/reel.h"
#include "server/match/services.h"
#include "server/match/shown.h"

namespace wardroom::match {

class Reels {
 public:
  // What is asked for: what comes after this serial or, if a chapter is named by its serial, from there.
  struct Stretch {
    std::uint64_t after = 0;
    std::uint64_t chapter = 0;
    std::uint32_t limit = 0;
  };

  explicit Reels(Services& services) : services_(services), strand_(boost::asio::make_strand(services.executor)) {}

  // From any thread.
  boost::asio::awaitable<Result<void>> play_again(const Shown& shown, Viewer viewer, Stretch stretch, v1::Replay& page);

 private:
  template <class T>
  using Await = boost::asio::awaitable<T>;

  // The whole truth is played a part at a time, so that one chapter of it is held in memory. A part begins at the
  // opening, or at a chapter that was not taken back: its checkpoint is there.
  struct Part {
    std::uint64_t row = 0;     // of its checkpoint
    std::uint64_t serial = 1;  // of its first update
    v1::Text chapter;          // empty: it is none
  };

  Await<Result<void>> play(const Shown& shown, Viewer viewer, Stretch stretch, v1::Replay& page);
  void find_parts(const Shown& shown, const std::vector<v1::record::Row>& rows);
  Result<std::size_t> part_for(Stretch stretch) const;
  Await<Result<Reel*>> truth(const Shown& shown, Stretch stretch);
  Await<Result<Reel*>> reel(const Shown& shown, Viewer viewer);
  Await<Result<Reel*>> newest_reel(const Shown& shown, Viewer viewer);

  Services& services_;
  boost::asio::strand<boost::asio::any_io_executor> strand_;
  Baton turn_;
  std::array<std::unique_ptr<Reel>, 4> reels_;  // by viewer
  std::vector<Part> parts_;                     // none: not looked up yet
  std::size_t part_ = 0;                        // which of them is on the reel
};

}  // namespace wardroom::match
