// A match played in memory, with its journal kept as a store would keep it.
#pragma once

#include "tests/engine/leak.h"

namespace wardroom::testing {

class PlayedMatch {
 public:
  PlayedMatch(std::shared_ptr<const Title> title, std::string scenario, std::uint64_t seed,
              std::uint32_t checkpoint_every = 8)
      : seed_(seed), settings_{checkpoint_every, true} {
    v1::record::Head head;
    head.set_title(std::string(title->id()));
    head.set_scenario(std::move(scenario));
    Step first;
    referee_ = *Referee::open(std::move(title), head, secret_of(seed), first, settings_);
    hash_ = chain_start(referee_->head());
    keep(first);
    first_ = std::move(first);
  }

  const Step& first() const { return first_; }
  Referee& referee() { return *referee_; }
  const std::vector<v1::record::Row>& rows() const { return rows_; }
  bool playing() const { return referee_->state() == v1::MATCH_STATE_PLAYING; }

  Seat asked(Random& random) const {
    std::vector<Seat> seats;
    for (Seat seat : kSeats) {
      if (referee_->menu(seat)) seats.push_back(seat);
    }
    return seats.at(pick(random, seats.size()));
  }

  // A random action of a seat that is asked.
  Step play(Random& random) {
    const Seat seat = asked(random);
    const Menu& menu = *referee_->menu(seat);
    const Action action = menu.items[pick(random, menu.items.size())].action;
    return keep(*referee_->act(seat, referee_->menu_serial(seat), std::span(&action, 1)));
  }
  void play_until(std::uint64_t seq, Random& random) {
    while (playing() && referee_->seq() < seq) play(random);
  }

  Step keep(Step step) {
    for (auto& row : step.rows) {
      seal(row, hash_, 1'000 + static_cast<std::int64_t>(row.seq()));
      hash_ = row.hash();
      rows_.push_back(row);
    }
    if (step.checkpoint) checkpoints_.push_back(*step.checkpoint);
    viewers_.assign(step.viewers.begin(), step.viewers.end());
    return step;
  }

  // As a store gives it: the newest checkpoint that is valid, and the rows since.
  Stored stored() const { return stretch(rows_.back().seq(), rows_.back().seq()); }
  Stored stretch(std::uint64_t at) const { return stretch(at, at); }

  Result<std::unique_ptr<Referee>> resume(std::shared_ptr<const Title> title) const {
    return Referee::resume(std::move(title), stored(), secret_of(seed_), settings_);
  }
  void replace(std::unique_ptr<Referee> referee) { referee_ = std::move(referee); }

 private:
  Stored stretch(std::uint64_t at, std::uint64_t newest) const {
    Stored stored;
    stored.head = referee_->head();
    stored.viewers = viewers_;
    stored.last_hash = hash_;
    std::uint64_t limit = at;
    for (bool again = true; again;) {
      again = false;
      for (const auto& checkpoint : checkpoints_) {
        if (checkpoint.seq() <= limit) stored.checkpoint = checkpoint;
      }
      stored.rows.clear();
      for (const auto& row : rows_) {
        if (row.seq() <= stored.checkpoint.seq() || row.seq() > newest) continue;
        stored.rows.push_back(row);
        if (row.has_rewind() && row.rewind().checkpoint() < stored.checkpoint.seq()) {
          limit = row.rewind().checkpoint();
          again = true;
        }
      }
    }
    return stored;
  }

  std::uint64_t seed_;
  Referee::Settings settings_;
  std::unique_ptr<Referee> referee_;
  Step first_;
  std::vector<v1::record::Row> rows_;
  std::vector<v1::record::Checkpoint> checkpoints_;
  std::vector<v1::record::ViewerState> viewers_;
  std::string hash_;
};

}  // namespace wardroom::testing
