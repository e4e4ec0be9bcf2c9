// The strong bot: plays as the standard one does, by the plan that does best when it imagines what it cannot see and
// plays on from there. Its budget is counted in playouts.
#pragma once

#include <vector>

#include "client/bot/pq17/standard.h"
#include "server/titles/pq17/pq17.h"

namespace wardroom::pq17::bot {

class Strong final : public wardroom::bot::Bot {
 public:
  struct Budget {
    int first_worlds = 6;  // imagined at the first thought; in each of them every plan is played once
    int worlds = 3;        // at each later one
    int thoughts = 8;      // in a whole Operation
    int turns = 2;         // between two thoughts
    int answers = 20'000;  // the most in a playout
  };
  Strong(const Pq17& title, std::uint64_t seed, Budget budget)
      : title_(title), seed_(seed), budget_(budget), standard_(title.reference(), {}, seed) {}

  Choice choose(const Menu& menu, const wardroom::bot::Look& look) override;
  std::uint64_t playouts() const override { return playouts_; }

 private:
  void think(const Menu& menu, const v1::View& view);
  // Drawn as likely as all that is known of the convoys makes it.
  std::unique_ptr<Position> likely_world(const Menu& menu, const v1::View& view, const Secret& secret) const;
  // The score for this seat at the end over par, in half points; none when the imagined world would ask something else.
  std::optional<double> play_on(const Position& from, const Menu& menu, const Style& style, const Secret& secret);

  const Pq17& title_;
  const std::uint64_t seed_;
  const Budget budget_;
  Standard standard_;
  std::vector<Style> plans_;   // the usual one first
  std::vector<double> leads_;  // of each plan over the others, in worlds won
  int thoughts_ = 0;
  int thought_ = 0;  // the last turn in which it did
  std::uint64_t playouts_ = 0;
};

}  // namespace wardroom::pq17::bot
