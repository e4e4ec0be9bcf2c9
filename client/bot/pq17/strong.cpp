#include "client/bot/pq17/strong.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "client/bot/pq17/pq17_bots.h"
#include "server/engine/game.h"

namespace wardroom::pq17::bot {
namespace {

constexpr int kMostAnswers = 20'000;  // of a playout
constexpr double kSure = 0.5;         // standard errors by which another style must be better

// The usual style first.
std::vector<Style> styles_of(Side side) {
  if (side == kAllied) {
    return {Style{}, Style{.air_fear = 3.5}, Style{.air_fear = 0.5, .ice_fear = 2.0}};
  }
  return {Style{}, Style{.sortie_odds = 1.0, .attack_odds = 1.0}, Style{.sortie_odds = 1e9}};
}

// What is random in one imagined world: nothing but the seed and what the seat sees decides it.
Secret secret_of(std::uint64_t seed, const std::string& view, int world) {
  const std::string digest = Hasher().add("wardroom strong").add(seed).add(view).add(static_cast<std::uint64_t>(world)).finish();
  Secret secret;
  std::memcpy(secret.data(), digest.data(), secret.size());
  return secret;
}

bool asks_the_same(const Menu* asked, const Menu& menu) {
  if (!asked || asked->kind != menu.kind || asked->items.size() != menu.items.size()) return false;
  return std::ranges::equal(asked->items, menu.items, {}, &Item::action, &Item::action);
}

}  // namespace

bool Strong::worth_thinking(const Menu& menu, const v1::View& view) const {
  if (menu.kind != static_cast<std::uint32_t>(v1::MenuKind::MOVE)) return false;
  return thought_ == 0 || view.clock().turn() >= thought_ + budget_.turns;
}

std::optional<double> Strong::play_on(const Position& from, const Menu& menu, Style style, const Secret& secret) {
  std::unique_ptr<Position> position(from.New());
  position->CopyFrom(from);
  SeededChance chance(secret, 1);
  Game game(title_, std::move(position), chance);
  if (!asks_the_same(game.menu(menu.seat), menu)) return std::nullopt;
  std::array<Standard, 2> players{Standard(title_.reference()), Standard(title_.reference())};
  players[index(menu.seat)].play(style);
  ++playouts_;
  for (int i = 0; !game.over() && i < kMostAnswers; ++i) {
    const Seat seat = game.menu(Seat::kFirst) ? Seat::kFirst : Seat::kSecond;
    const Choice choice = players[index(seat)].choose(*game.menu(seat), [&] { return title_.view(game.position(), viewer(seat)); });
    game.answer(seat, choice.action);
    game.take();
  }
  const int score = title_.ending(game.position()).score_halves();
  return menu.seat == Seat::kFirst ? score : -score;
}

Style Strong::think(const Menu& menu, const v1::View& view) {
  const std::vector<Style> styles = styles_of(side_of(menu.seat));
  std::vector<std::vector<double>> lead(styles.size());  // over the usual style, world by world
  const std::string seen = save(view);
  for (int world = 0; world < budget_.worlds; ++world) {
    const Secret secret = secret_of(seed_, seen, world);
    SeededChance dream(secret, 0);
    const std::unique_ptr<Position> imagined = title_.imagine(view, menu.seat, dream);
    double usual = 0;
    for (std::size_t i = 0; i < styles.size(); ++i) {
      const auto score = play_on(*imagined, menu, styles[i], secret);
      if (!score) return styles[0];
      if (i == 0) usual = *score;
      lead[i].push_back(*score - usual);
    }
  }
  std::size_t chosen = 0;
  double most = 0;
  for (std::size_t i = 1; i < styles.size(); ++i) {
    const auto count = static_cast<double>(lead[i].size());
    double mean = 0, squares = 0;
    for (double each : lead[i]) mean += each / count;
    for (double each : lead[i]) squares += (each - mean) * (each - mean);
    const double error = std::sqrt(squares / std::max(1.0, count - 1) / count);
    if (mean <= kSure * error || mean <= most) continue;
    most = mean;
    chosen = i;
  }
  return styles[chosen];
}

Choice Strong::choose(const Menu& menu, const wardroom::bot::Look& look) {
  if (menu.kind == static_cast<std::uint32_t>(v1::MenuKind::MOVE)) {
    const std::unique_ptr<View> seen = look();
    const auto& view = static_cast<const v1::View&>(*seen);
    if (worth_thinking(menu, view)) {
      thought_ = view.clock().turn();
      standard_.play(think(menu, view));
    }
  }
  return standard_.choose(menu, look);
}

std::unique_ptr<wardroom::bot::Bot> strong_bot(const Title& title, std::uint64_t seed) {
  const auto* pq17 = dynamic_cast<const Pq17*>(&title);
  return pq17 ? std::make_unique<Strong>(*pq17, seed, Strong::Budget{}) : nullptr;
}

}  // namespace wardroom::pq17::bot
