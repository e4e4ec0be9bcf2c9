// How a match between two people begins, as frames.
#pragma once

#include <string>

#include "common/nonce.h"
#include "wardroom/v1/wire.pb.h"

namespace wardroom::testing {

// Whoever makes it sits first, and will open this nonce.
inline v1::ClientFrame new_match(const std::string& title, const std::string& scenario, const std::string& nonce) {
  v1::ClientFrame frame;
  v1::CreateMatch& create = *frame.mutable_create_match();
  create.set_title(title);
  create.set_scenario(scenario);
  create.set_side(v1::SIDE_CHOICE_FIRST);
  create.set_nonce_hash(nonce_hash(nonce));
  return frame;
}

inline v1::ClientFrame joining(const std::string& match) {
  v1::ClientFrame frame;
  frame.mutable_join_match()->set_match(match);
  return frame;
}

// `other`: what the other has shown of his part.
inline v1::ClientFrame giving(const v1::MatchInfo& match, const std::string& nonce, const std::string& other) {
  v1::ClientFrame frame;
  v1::GiveNonce& given = *frame.mutable_give_nonce();
  given.set_match(match.id());
  given.set_seed_commitment(match.seed_commitment());
  given.set_nonce(nonce);
  given.set_other(other);
  return frame;
}

}  // namespace wardroom::testing
