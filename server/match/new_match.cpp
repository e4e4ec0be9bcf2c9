#include "server/match/new_match.h"

#include <algorithm>

#include "common/hash.h"
#include "server/match/card_info.h"
#include "server/match/clock.h"

namespace wardroom::match {
namespace {

constexpr std::size_t kSeedBytes = 32;
constexpr std::size_t kIdLetters = 20;
constexpr std::size_t kInvitationLetters = 16;

}  // namespace

std::string letters_of(std::string bytes) {
  static constexpr char kLetters[] = "0123456789abcdefghjkmnpqrstvwxyz";
  for (char& letter : bytes) letter = kLetters[static_cast<unsigned char>(letter) & 31];
  return bytes;
}

std::string random_code(std::size_t letters) { return letters_of(random_bytes(letters)); }

std::vector<OptionValue> chosen(const std::vector<v1::ChosenOption>& options) {
  std::vector<OptionValue> list;
  list.reserve(options.size());
  for (const v1::ChosenOption& option : options) list.push_back({option.id(), option.value()});
  return list;
}

MatchCard new_card(NewMatch match, const LoadedTitle& title) {
  MatchCard card;
  card.id = match.id.empty() ? random_code(kIdLetters) : std::move(match.id);
  card.title = std::move(match.title);
  card.scenario = std::move(match.scenario);
  card.options = std::move(match.options);
  for (Seat seat : kSeats) {
    Sitting& sitting = match.seats[index(seat)];
    card.accounts[index(seat)] = std::move(sitting.account);
    card.bots[index(seat)] = std::move(sitting.bot);
    card.nonce_hashes[index(seat)] = std::move(sitting.nonce_hash);
  }
  card.by_rules = match.by_rules;
  card.sides = match.sides;
  if (!std::ranges::all_of(kSeats, [&](Seat seat) { return is_person(card, seat); })) card.nonce_hashes = {};
  card.creator = std::move(match.creator);
  card.invitation = random_code(kInvitationLetters);
  card.is_private = match.is_private;
  card.clock = match.clock;
  card.clocks = full_banks(match.clock);
  card.observer_delay = match.observer_delay;
  card.quick_passes = match.quick_passes;
  card.invited = std::move(match.invited);
  card.follows = std::move(match.follows);
  card.origin = std::move(match.origin);
  card.event = std::move(match.event);
  card.event_round = match.event_round;
  card.open_afterwards = match.open_afterwards;
  card.unrated = match.unrated;
  card.overlay = title.overlay;
  card.data_hash = title.bundle->hash();
  card.server_seed = random_bytes(kSeedBytes);
  if (match.known_chance) {
    if (!is_tutorial(card)) throw Broken("known chance in a match that is no tutorial");
    card.server_seed = match.known_chance->server_seed;
    card.nonces = match.known_chance->nonces;
  }
  card.state = v1::MATCH_STATE_OPEN;
  return card;
}

Result<void> check_nonce_hash(const std::string& hash) {
  if (hash.size() == kHashBytes) return {};
  return refuse(RefusalCode::kMalformed, Text("refusal.nonce_hash").number("bytes", kHashBytes));
}

}  // namespace wardroom::match
