// Exporting: the record of a finished match, handed over piece by piece and beside the match. Whoever reads it slowly
// holds one piece, however long the match was.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <cstddef>
#include <memory>
#include <string>

#include "common/bundle.h"
#include "server/match/services.h"

namespace wardroom::match {

class Exporting {
 public:
  // `data` is what the match began with.
  Exporting(Services& services, MatchCard card, std::shared_ptr<const Bundle> data)
      : services_(services), card_(std::move(card)), data_(std::move(data)) {}

  // All pieces one behind the other are the bytes of one record.Export; an empty one is the end. Refusing: what was
  // handed over is not the record.
  boost::asio::awaitable<Result<std::string>> next();

 private:
  boost::asio::awaitable<Result<void>> add_rows(v1::record::Export& piece);

  Services& services_;
  MatchCard card_;
  std::shared_ptr<const Bundle> data_;
  Bookmark read_;
  std::size_t files_ = 0;  // handed over
  bool ended_ = false;
};

// All of it at once, for whoever plays it again.
boost::asio::awaitable<Result<Stored>> whole_journal(Services& services, std::string match);

}  // namespace wardroom::match
