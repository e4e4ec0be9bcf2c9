// A match of picket, or of another title, played at random by a referee, with undos and take-backs, and written down as
// a server would.
#pragma once

#include <map>

#include "client/bot/random_bot.h"
#include "common/bundle.h"
#include "server/engine/referee.h"
#include "server/engine/verify.h"
#include "tests/titles/picket/picket.h"

namespace wardroom::testing {

class ExportedMatch {
 public:
  struct Settings {
    std::uint64_t seed = 1;
    std::size_t undo_one_in = 5;       // of the answers
    std::size_t take_back_one_in = 0;  // 0: never
    std::size_t resign_after = 0;      // rows; 0: played to its end
    std::size_t upgrade_after = 0;     // rows; from then on a server with this title hosts it
    std::shared_ptr<const Title> upgraded = nullptr;
    std::shared_ptr<const Title> title = picket::make_picket();
    std::string scenario = "small";
    const Bundle* data = &bundle();
  };

  explicit ExportedMatch(Settings settings) : settings_(settings), whim_(settings.seed) {
    title_ = settings.title;
    const std::string seed(32, static_cast<char>('a' + settings.seed % 26));
    auto& head = *export_.mutable_head();
    head.set_match("match-" + std::to_string(settings.seed));
    head.set_title(std::string(title_->id()));
    head.set_scenario(settings.scenario);
    head.set_build("test");
    head.set_data_hash(settings.data->hash());
    head.set_rules_revision(title_->revision());
    head.set_seed_commitment(seed_commitment(seed));
    const PlayedSeats played = find_scenario(*title_, settings.scenario)->played;
    head.add_nonces(played[0] ? "first nonce" : "");
    head.add_nonces(played[1] ? "second nonce" : "");
    if (played != kBothPlayed) head.set_exchange(v1::EXCHANGE_ALONE);
    export_.set_server_seed(seed);
    for (const DataText& file : settings.data->files()) {
      auto& data = *export_.add_data();
      data.set_path(file.path);
      data.set_text(file.text);
    }
    const std::vector<std::string> nonces(head.nonces().begin(), head.nonces().end());
    last_hash_ = chain_start(head);
    secret_ = match_secret(seed, nonces);
    Step first;
    referee_ = *Referee::open(title_, head, secret_, first, {8, true});
    export_.set_opening(first.checkpoint->position());
    take(std::move(first));
    while (referee_->state() == v1::MATCH_STATE_PLAYING) step();
    *export_.mutable_ending() = *referee_->ending();
  }

  static const Bundle& bundle() {
    static const Bundle files = *Bundle::read(WARDROOM_SOURCE_DIR "/tests/titles/picket");
    return files;
  }

  static MakeTitle maker() {
    return [](const std::string&, const Bundle& files) { return picket::entry().make(files); };
  }

  bool was_held() const { return was_held_; }
  // As a store would give it just after row `seq`.
  Stored stored_at(int seq) const {
    Stored stored = stretch(static_cast<std::uint64_t>(seq));
    std::erase_if(stored.rows, [&](const auto& row) { return row.seq() > static_cast<std::uint64_t>(seq); });
    return stored;
  }
  // The checksum of what it was then.
  const std::string& position_after(std::uint64_t seq) const { return positions_.at(seq); }
  const v1::record::Export& exported() const { return export_; }
  v1::record::Export& mutable_exported() { return export_; }
  std::string bytes() const { return export_.SerializeAsString(); }

  // Closes the chain again over rows that were changed by hand: a forger who knows how.
  void seal_again() {
    std::string previous = chain_start(export_.head());
    for (auto& row : *export_.mutable_rows()) {
      seal(row, previous, row.time_ms());
      previous = row.hash();
    }
  }

 private:
  bool one_in(std::size_t n) { return n != 0 && whim_.below(n) == 0; }

  void step() {
    if (settings_.resign_after != 0 && referee_->seq() >= settings_.resign_after) {
      v1::Ending ending;
      ending.set_kind(v1::ENDING_KIND_RESIGNED);
      ending.set_winner(1);
      take(*referee_->end(Seat::kFirst, ending));
      return;
    }
    if (settings_.upgraded && title_ != settings_.upgraded && referee_->seq() >= settings_.upgrade_after) {
      title_ = settings_.upgraded;
      referee_ = *Referee::resume(title_, stretch(referee_->seq()), secret_, {8, true});
      was_held_ = referee_->state() == v1::MATCH_STATE_HELD;
      if (was_held_) take(*referee_->restart());
      return;
    }
    if (referee_->seq() > 4 && one_in(settings_.take_back_one_in)) {
      const std::uint64_t keep = referee_->seq() - 1 - whim_.below(3);
      auto back = referee_->take_back(stretch(keep), keep);
      if (back) return take(std::move(*back));  // never behind a restart
    }
    std::vector<Seat> asked;
    for (Seat seat : kSeats) {
      if (referee_->menu(seat)) asked.push_back(seat);
    }
    const Seat seat = asked[whim_.below(asked.size())];
    if (referee_->can_undo(seat) && one_in(settings_.undo_one_in)) {
      take(*referee_->undo(seat));
      return;
    }
    const auto& items = referee_->menu(seat)->items;
    const Action action = items[whim_.below(items.size())].action;
    const std::uint64_t serial = referee_->all(viewer(seat))->menu().serial();
    take(*referee_->act(seat, serial, std::span(&action, 1)));
  }

  Stored stretch(std::uint64_t keep) const {
    Stored stored;
    stored.head = export_.head();
    for (const auto& checkpoint : checkpoints_) {
      if (checkpoint.seq() <= keep) stored.checkpoint = checkpoint;
    }
    for (const auto& row : export_.rows()) {
      if (row.seq() > stored.checkpoint.seq()) stored.rows.push_back(row);
    }
    return stored;
  }

  void take(Step step) {
    for (auto& row : step.rows) {
      seal(row, last_hash_, static_cast<std::int64_t>(1'000 + row.seq()));
      last_hash_ = row.hash();
      *export_.add_rows() = std::move(row);
      if (export_.rows().rbegin()->has_rewind()) {
        std::erase_if(checkpoints_,
                      [&](const auto& old) { return old.seq() > export_.rows().rbegin()->rewind().keep(); });
      }
    }
    positions_[referee_->seq()] = checksum(save(referee_->position()));
    if (step.checkpoint) checkpoints_.push_back(*step.checkpoint);
  }

  Settings settings_;
  bot::Whim whim_;
  std::shared_ptr<const Title> title_;
  v1::record::Export export_;
  std::unique_ptr<Referee> referee_;
  std::vector<v1::record::Checkpoint> checkpoints_;
  std::map<std::uint64_t, std::string> positions_;  // checksums
  std::string last_hash_;
  Secret secret_;
  bool was_held_ = false;
};

}  // namespace wardroom::testing
