// Looking: what whoever only looks at a match is answered. It has what has been shown of the match, and not the match.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <vector>

#include "server/match/reels.h"
#include "server/match/services.h"
#include "server/match/shown.h"

namespace wardroom::match {

// Whose eyes are meant; none: no such viewpoint.
std::optional<Viewer> meant(v1::Viewpoint viewpoint, Viewer own);
v1::Viewpoint viewpoint_of(Viewer viewer);

class Looking {
 public:
  Looking(Services& services, Reels& reels, const Shown& shown, const Caller& caller)
      : services_(services), reels_(reels), shown_(shown), caller_(caller) {}

  boost::asio::awaitable<Answer> answer(const What& what);
  // What the viewer may be told of the past, and the newest of it as bytes; observers who are held back, as far as they
  // have been shown.
  boost::asio::awaitable<Result<std::vector<v1::PastReports>>> past(Viewer viewer, std::uint64_t after,
                                                                    std::uint32_t limit);
  boost::asio::awaitable<Result<std::vector<std::string>>> newest_past(Viewer viewer, std::uint64_t after,
                                                                       std::uint32_t limit);
  // At least the next update that he was sent after this one, if there is one.
  boost::asio::awaitable<Result<std::vector<v1::Update>>> sent_after(Viewer viewer, std::uint64_t serial);

 private:
  template <class T>
  using Await = boost::asio::awaitable<T>;

  std::uint64_t past_upto(Viewer viewer) const;
  Answer marks();
  Await<Answer> history(const v1::History& asked);
  Await<Answer> diary(Viewer viewer, const v1::AskDiary& asked);
  Answer read(Viewer viewer, const What& what);
  Await<Answer> replay(const v1::AskReplay& asked);
  Result<Viewer> whose(v1::Viewpoint viewpoint) const;
  Await<Result<void>> begin_at(Viewer viewer, std::uint64_t serial, v1::Replay& page);
  Await<Result<void>> look_back(Viewer viewer, std::uint64_t after, std::uint32_t limit, v1::Replay& page);
  void tell_about(Viewer viewer, v1::Replay& page) const;

  Services& services_;
  Reels& reels_;
  const Shown& shown_;
  const Caller& caller_;
};

}  // namespace wardroom::match
