#include "client/bot/pq17/strong.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "client/bot/pq17/pq17_bots.h"
#include "server/engine/game.h"

namespace wardroom::pq17::bot {
namespace {

constexpr double kTrust = 6.0;        // how many worlds what is known of a style beforehand is worth

struct Candidate {
  Style style;
  double usually;  // how much better than the usual style it is as a rule: from -1 to 1
};

// The usual style first.
std::vector<Candidate> candidates_for(Side side) {
  const Style usual;
  if (side == kAllied) {
    Style stay = usual;  // with the convoy, and let the oilers see to the rest
    stay.fuel_reserve = -3;
    Style far = stay;  // round by the ice
    far.air_fear = 3.5;
    far.ice_fear = 0.5;
    Style wary = stay;  // of submarines
    wary.pack_fear = 3.0;
    return {{usual, 0}, {far, 0.13}, {wary, 0.11}};
  }
  Style bold = usual;  // what is not known is not feared
  bold.reach = 9;
  bold.keeps_clear = false;
  bold.sortie_odds = 0.8;
  bold.unseen = 0.1;
  bold.attack_odds = 0.9;
  bold.strike_worth = 0.3;  // aircraft strike at whatever there is
  Style busy = usual;
  busy.strike_worth = bold.strike_worth;
  return {{usual, 0}, {bold, 0.15}, {busy, 0.05}};
}

double middle_of(std::vector<double> values) {
  std::ranges::sort(values);
  const std::size_t half = values.size() / 2;
  return values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
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

bool Strong::worth_thinking(const v1::View& view) const {
  if (thoughts_ >= budget_.thoughts) return false;
  return thoughts_ == 0 || view.clock().turn() >= thought_ + budget_.turns;
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
  for (int i = 0; !game.over() && i < budget_.answers; ++i) {
    const Seat seat = game.menu(Seat::kFirst) ? Seat::kFirst : Seat::kSecond;
    const Choice choice = players[index(seat)].choose(*game.menu(seat), [&] { return title_.view(game.position(), viewer(seat)); });
    game.answer(seat, choice.action);
    game.take();
  }
  const int score = title_.ending(game.position()).score_halves();
  return menu.seat == Seat::kFirst ? score : -score;
}

// Scores are measured from the middle of what the usual style brings, so that one disaster does not outweigh many gains.
Style Strong::think(const Menu& menu, const v1::View& view) {
  const std::vector<Candidate> candidates = candidates_for(side_of(menu.seat));
  std::vector<std::vector<double>> scores(candidates.size());
  const std::string seen = save(view);
  for (int world = 0; world < budget_.worlds; ++world) {
    const Secret secret = secret_of(seed_, seen, world);
    SeededChance dream(secret, 0);
    const std::unique_ptr<Position> imagined = title_.imagine(view, menu.seat, dream);
    for (std::size_t i = 0; i < candidates.size(); ++i) {
      const auto score = play_on(*imagined, menu, candidates[i].style, secret);
      if (!score) return style_;
      scores[i].push_back(*score);
    }
  }
  const double middle = middle_of(scores[0]);
  double spread = 1;
  for (const auto& of_style : scores) {
    for (double score : of_style) spread += std::abs(score - middle) / static_cast<double>(scores.size() * of_style.size());
  }
  const auto gain = [&](double score) { return std::clamp((score - middle) / spread, -1.0, 1.0); };
  std::size_t chosen = 0;
  double most = 0;
  for (std::size_t i = 1; i < candidates.size(); ++i) {
    double lead = kTrust * candidates[i].usually;
    for (std::size_t world = 0; world < scores[i].size(); ++world) lead += gain(scores[i][world]) - gain(scores[0][world]);
    if (lead <= most) continue;
    most = lead;
    chosen = i;
  }
  return candidates[chosen].style;
}

Choice Strong::choose(const Menu& menu, const wardroom::bot::Look& look) {
  if (menu.kind == static_cast<std::uint32_t>(v1::MenuKind::MOVE) && thoughts_ < budget_.thoughts) {
    const std::unique_ptr<View> seen = look();
    const auto& view = static_cast<const v1::View&>(*seen);
    if (worth_thinking(view)) {
      thought_ = view.clock().turn();
      ++thoughts_;
      style_ = think(menu, view);
      standard_.play(style_);
    }
  }
  return standard_.choose(menu, look);
}

std::unique_ptr<wardroom::bot::Bot> strong_bot(const Title& title, std::uint64_t seed) {
  const auto* pq17 = dynamic_cast<const Pq17*>(&title);
  return pq17 ? std::make_unique<Strong>(*pq17, seed, Strong::Budget{}) : nullptr;
}

}  // namespace wardroom::pq17::bot
