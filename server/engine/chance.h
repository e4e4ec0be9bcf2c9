// The only source of dice, cards and chits. A draw is keyed by its occasion, never by a running index.
#pragma once

#include <compare>
#include <cstdint>
#include <deque>
#include <set>
#include <source_location>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "common/hash.h"

namespace wardroom {

// Words and place in the source, fixed when it is compiled: no value of a match can be in them, so they may be logged.
struct Cause {
  consteval Cause(const char* words, std::source_location place = std::source_location::current())
      : text(words), where(place) {}
  const char* text;
  std::source_location where;
};

// A broken invariant of ours: the match is parked, never a player's fault.
struct Broken : std::logic_error {
  explicit Broken(Cause of) : std::logic_error(of.text), cause(of) {}
  Cause cause;
};

// When and about what a draw is made. `subject` is as the enemy knows it, so that a hidden draw never shifts a public
// one.
struct Occasion {
  std::uint32_t turn = 0;
  std::uint32_t phase = 0;
  std::uint32_t step = 0;
  std::uint64_t subject = 0;
  std::uint32_t ordinal = 0;
  auto operator<=>(const Occasion&) const = default;
};

struct Drawn {
  Occasion occasion;
  std::uint32_t epoch = 0;
  std::uint32_t sides = 0;
  std::uint32_t result = 0;
  bool operator==(const Drawn&) const = default;
};

class Chance {
 public:
  virtual ~Chance() = default;
  // Uniform in [0, sides).
  virtual std::uint32_t draw(const Occasion& occasion, std::uint32_t sides) = 0;
  virtual std::uint32_t epoch() const { return 0; }
};

// The match's own chance: keyed hash of (epoch, occasion, sides), without bias.
class SeededChance final : public Chance {
 public:
  SeededChance(const Secret& secret, std::uint32_t epoch) : secret_(secret), epoch_(epoch) {}
  std::uint32_t draw(const Occasion& occasion, std::uint32_t sides) override;
  std::uint32_t epoch() const override { return epoch_; }
  void set_epoch(std::uint32_t epoch) { epoch_ = epoch; }

 private:
  Secret secret_;
  std::uint32_t epoch_;
};

// The secret of a match: the server's seed mixed with a nonce from each seat.
Secret match_secret(std::string_view server_seed, std::span<const std::string> nonces);
std::string seed_commitment(std::string_view server_seed);

// A list of results for tests and for `wardroom position`; using more than it holds is Broken.
class ScriptedChance final : public Chance {
 public:
  explicit ScriptedChance(std::vector<std::uint32_t> results) : results_(results.begin(), results.end()) {}
  std::uint32_t draw(const Occasion& occasion, std::uint32_t sides) override;
  bool used_up() const { return results_.empty(); }

 private:
  std::deque<std::uint32_t> results_;
};

// Replays what a journal recorded. A draw that is not the recorded one means that this build plays differently.
struct Diverged : std::runtime_error {
  using std::runtime_error::runtime_error;
};

class RecordedChance final : public Chance {
 public:
  void expect(std::span<const Drawn> draws) { draws_.insert(draws_.end(), draws.begin(), draws.end()); }
  bool used_up() const { return draws_.empty(); }
  std::uint32_t draw(const Occasion& occasion, std::uint32_t sides) override;
  std::uint32_t epoch() const override { return draws_.empty() ? 0 : draws_.front().epoch; }

 private:
  std::deque<Drawn> draws_;
};

// Passes on to whichever chance is in force, and keeps what was drawn for the journal row.
class RecordingChance final : public Chance {
 public:
  explicit RecordingChance(Chance& inner) : inner_(&inner) {}
  void use(Chance& inner) { inner_ = &inner; }
  std::uint32_t draw(const Occasion& occasion, std::uint32_t sides) override;
  std::uint32_t epoch() const override { return inner_->epoch(); }
  std::vector<Drawn> take() { return std::exchange(drawn_, {}); }

 private:
  Chance* inner_;
  std::vector<Drawn> drawn_;
};

}  // namespace wardroom
