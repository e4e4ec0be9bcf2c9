#include "client/bot/pq17/strong.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "client/bot/pq17/guess.h"
#include "client/bot/pq17/pq17_bots.h"
#include "server/engine/game.h"

namespace wardroom::pq17::bot {
namespace {

constexpr int kDreams = 6;            // of which one is played
constexpr double kTrust = 1.5;        // in the usual plan, in worlds won
constexpr double kFaded = 0.8;        // what an earlier thought still counts
constexpr double kLeastSpread = 4.0;  // of scores, in half points
constexpr double kNever = 1e9;
constexpr std::size_t kFine = 1'000'000;
constexpr double kElsewhere = 0.02;  // chance of a convoy to be where it should not be

// The usual one, and what might do better today.
std::vector<Style> plans_of(Side side) {
  const Style usual;
  if (side == kAllied) {
    Style close = usual;  // every warship inside the screen
    close.ice_fear = 1.0;
    close.pack_fear = 2.0;
    close.all_join = true;
    Style sparing = usual;  // few ships sail: each costs
    sparing.turns_to_meet = 2;
    sparing.heavies_join = false;
    Style south = usual;  // away from the ice
    south.ice_fear = 5.0;
    south.air_fear = 1.0;
    return {usual, close, sparing, south};
  }
  Style ready = usual;  // to sail for what may be a convoy
  ready.advances = true;
  ready.reach = 7;
  ready.sortie_odds = 1.1;
  ready.unseen = 0.7;
  ready.likely = 0.3;
  Style bold = ready;  // what is not known is not feared
  bold.reach = 9;
  bold.sortie_odds = 0.8;
  bold.unseen = 0.1;
  bold.attack_odds = 0.9;
  Style lying_low = usual;  // the fleet stays in port
  lying_low.sortie_odds = kNever;
  return {usual, ready, bold, lying_low};
}

// What is random in one imagined world: nothing but the seed and what the seat sees decides it.
Secret secret_of(std::uint64_t seed, const std::string& view, int world) {
  const std::string digest =
      Hasher().add("wardroom strong").add(seed).add(view).add(static_cast<std::uint64_t>(world)).finish();
  Secret secret;
  std::memcpy(secret.data(), digest.data(), secret.size());
  return secret;
}

bool asks_the_same(const Menu* asked, const Menu& menu) {
  if (!asked || asked->kind != menu.kind || asked->items.size() != menu.items.size()) return false;
  return std::ranges::equal(asked->items, menu.items, {}, &Item::action, &Item::action);
}

// How well the enemy's convoys lie where such convoys would be by now.
double likelihood(const Sight& sight, const v1::Own& enemy) {
  double chance = 1;
  for (const Force& force : enemy.force()) {
    if (force.kind() != v1::BlockKind::CONVOY) continue;
    const Hex at = sight.hex_of(force);
    if (at == Hex{}) continue;
    for (const v1::Convoy& convoy : sight.scenario.convoy()) {
      if (convoy.id() == force.convoy()) chance *= kElsewhere + fits(sight, convoy, at);
    }
  }
  return chance;
}

}  // namespace

std::unique_ptr<Position> Strong::likely_world(const Menu& menu, const v1::View& view, const Secret& secret) const {
  const Watch watch;
  const Sight sight(title_.reference(), view, menu, watch);
  std::uint64_t begin = 0;
  std::memcpy(&begin, secret.data(), sizeof begin);
  wardroom::bot::Whim whim(begin);
  std::unique_ptr<Position> found;
  double sum = 0;
  for (int i = 0; i < kDreams; ++i) {
    SeededChance dream(secret, static_cast<std::uint32_t>(i) + 2);
    std::unique_ptr<Position> world = title_.imagine(view, menu.seat, dream);
    const auto& truth = static_cast<const Truth&>(*world);
    const double chance = likelihood(sight, menu.seat == Seat::kFirst ? truth.axis() : truth.allied());
    sum += chance;
    if (found && static_cast<double>(whim.below(kFine)) >= chance / sum * kFine) continue;
    found = std::move(world);
  }
  return found;
}

std::optional<double> Strong::play_on(const Position& from, const Menu& menu, const Style& style,
                                      const Secret& secret) {
  std::unique_ptr<Position> position(from.New());
  position->CopyFrom(from);
  SeededChance chance(secret, 1);
  Game game(title_, std::move(position), chance);
  if (!asks_the_same(game.menu(menu.seat), menu)) return std::nullopt;
  std::array<Standard, 2> players{Standard(title_.reference()), Standard(title_.reference())};
  players[index(menu.seat)].play(style);
  ++playouts_;
  for (int i = 0; !game.over() && i < budget_.answers; ++i) {
    const Seat seat = game.menu(Seat::kFirst) ? Seat::kFirst : Seat::kSecond;
    const Choice choice =
        players[index(seat)].choose(*game.menu(seat), [&] { return title_.view(game.position(), viewer(seat)); });
    game.answer(seat, choice.action);
    game.take();
  }
  const auto ending = title_.ending(game.position());
  const int over = ending.score_halves() - ending.par_halves();
  return menu.seat == Seat::kFirst ? over : -over;
}

// A world counts as won or lost as it ends above or below par, near it in part.
void Strong::think(const Menu& menu, const v1::View& view) {
  std::vector<std::vector<double>> scores;  // of each world, by plan
  const std::string seen = save(view);
  const int worlds = thoughts_ == 0 ? budget_.first_worlds : budget_.worlds;
  double spread = kLeastSpread;
  for (int world = 0; world < worlds; ++world) {
    const Secret secret = secret_of(seed_, seen, world);
    const std::unique_ptr<Position> imagined = likely_world(menu, view, secret);
    std::vector<double>& of_world = scores.emplace_back();
    for (const Style& plan : plans_) {
      const auto score = play_on(*imagined, menu, plan, secret);
      if (!score) return;
      of_world.push_back(*score);
      spread += std::abs(*score) / static_cast<double>(plans_.size() * static_cast<std::size_t>(worlds));
    }
  }
  for (double& lead : leads_) lead *= kFaded;
  for (const auto& of_world : scores) {
    double mean = 0;
    const auto worth = [&](double score) { return std::clamp(score / spread, -1.0, 1.0); };
    for (double score : of_world) mean += worth(score) / static_cast<double>(plans_.size());
    for (std::size_t i = 0; i < plans_.size(); ++i) leads_[i] += worth(of_world[i]) - mean;
  }
  const auto best = static_cast<std::size_t>(std::ranges::max_element(leads_) - leads_.begin());
  standard_.play(plans_[best]);
}

Choice Strong::choose(const Menu& menu, const wardroom::bot::Look& look) {
  if (plans_.empty()) {
    plans_ = plans_of(side_of(menu.seat));
    leads_.assign(plans_.size(), 0);
    leads_[0] = kTrust;
  }
  if (menu.kind == static_cast<std::uint32_t>(v1::MenuKind::MOVE) && thoughts_ < budget_.thoughts) {
    const OwnedView seen = look();
    const auto& view = static_cast<const v1::View&>(*seen);
    if (thoughts_ == 0 || view.clock().turn() >= thought_ + budget_.turns) {
      thought_ = view.clock().turn();
      think(menu, view);
      ++thoughts_;
    }
  }
  return standard_.choose(menu, look);
}

std::unique_ptr<wardroom::bot::Bot> strong_bot(const Title& title, std::uint64_t seed) {
  const auto* pq17 = dynamic_cast<const Pq17*>(&title);
  return pq17 ? std::make_unique<Strong>(*pq17, seed, Strong::Budget{}) : nullptr;
}

}  // namespace wardroom::pq17::bot
