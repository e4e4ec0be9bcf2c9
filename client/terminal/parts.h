// Parts: the nonces this player has sat down with, kept until they are opened, in a file only its owner can read.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>

#include "wardroom/v1/wire.pb.h"

namespace wardroom::terminal {

class Parts {
 public:
  // Without a file they live as long as the program.
  explicit Parts(std::filesystem::path file = {}) : file_(std::move(file)) {}

  // What this player bids where sides are bid for.
  void bid(v1::Bid bid) { bid_ = std::move(bid); }

  // Gives a request that sits down first the hash of a fresh nonce; the rest is left as it is.
  // Returns what was promised: empty, if it does not.
  std::string promise(v1::ClientFrame& frame);

  // What came of a request that promised: unless the other has promised too and goes first, the match must quote what
  // was promised from now on.
  void sat_down(const std::string& hash, const v1::MatchInfo& match);

  // What this seat gives to a match that wants its nonce. None when it cannot: the nonce was promised elsewhere, or it
  // has been opened before, for another match or for other parts. Whoever has seen it could have chosen those. None,
  // too, when the match does not quote what was promised for it: in clear it would be given to whoever chooses last.
  // And none when sides are bid for and this player has not said his bid.
  std::optional<v1::GiveNonce> answer(const v1::MatchInfo& match);

 private:
  std::optional<std::string> open(const std::string& hash, const v1::GiveNonce& given);
  std::map<std::string, std::string> kept(const std::string& kind) const;
  void keep(const std::string& kind, const std::string& hash, const std::string& what);

  std::filesystem::path file_;
  std::optional<v1::Bid> bid_;
  std::map<std::string, std::string> memory_;  // kind and hash, as in the file
  std::map<std::string, std::string> given_;   // in clear, by match: a resend is the same
};

}  // namespace wardroom::terminal
