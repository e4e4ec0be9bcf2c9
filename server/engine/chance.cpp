#include "server/engine/chance.h"

#include <cstring>

namespace wardroom {

std::uint32_t SeededChance::draw(const Occasion& occasion, std::uint32_t sides) {
  if (sides == 0) throw Broken("a draw needs at least one side");
  // Throw away the top of the range that would favour small numbers; the try is part of the key.
  const std::uint64_t bound = UINT64_MAX - UINT64_MAX % sides;
  for (std::uint64_t attempt = 0;; ++attempt) {
    const std::uint64_t key[] = {epoch_,           occasion.turn,    occasion.phase, occasion.step,
                                 occasion.subject, occasion.ordinal, sides,          attempt};
    unsigned char little[sizeof key];
    for (std::size_t i = 0; i < sizeof key; ++i) little[i] = static_cast<unsigned char>(key[i / 8] >> (8 * (i % 8)));
    const std::uint64_t number = keyed_number({reinterpret_cast<const char*>(little), sizeof little}, secret_);
    if (number < bound) return static_cast<std::uint32_t>(number % sides);
  }
}

Secret match_secret(std::string_view server_seed, std::span<const std::string> nonces) {
  Hasher hasher;
  hasher.add("wardroom match secret").add(server_seed);
  for (const std::string& nonce : nonces) hasher.add(nonce);
  const std::string digest = hasher.finish();
  Secret secret;
  std::memcpy(secret.data(), digest.data(), secret.size());
  return secret;
}

std::string seed_commitment(std::string_view server_seed) {
  return Hasher().add("wardroom seed commitment").add(server_seed).finish();
}

std::uint32_t ScriptedChance::draw(const Occasion&, std::uint32_t sides) {
  if (results_.empty()) throw Broken("the script of chance is used up");
  const std::uint32_t result = results_.front();
  results_.pop_front();
  if (result >= sides) throw Broken("the script of chance holds a number out of range");
  return result;
}

std::uint32_t RecordedChance::draw(const Occasion& occasion, std::uint32_t sides) {
  if (draws_.empty()) throw Diverged("a draw that the journal does not have");
  const Drawn drawn = draws_.front();
  if (drawn.occasion != occasion || drawn.sides != sides)
    throw Diverged("a draw on another occasion than the journal's");
  draws_.pop_front();
  return drawn.result;
}

std::uint32_t RecordingChance::draw(const Occasion& occasion, std::uint32_t sides) {
  const std::uint32_t result = inner_->draw(occasion, sides);
  drawn_.push_back({occasion, inner_->epoch(), sides, result});
  return result;
}

}  // namespace wardroom
