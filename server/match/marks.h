// Marks: what a seat has written and drawn on its plotting table, as plain state. It is its owner's alone and no part
// of the match; what the server does to it by itself follows from what he has been shown.
#pragma once

#include <cstdint>
#include <string>

#include "common/result.h"
#include "server/engine/title.h"
#include "server/match/settings.h"
#include "wardroom/v1/marks.pb.h"

namespace wardroom::match {

// What its owner has been shown, to judge by; none: no rules run.
struct Sight {
  const Title* title = nullptr;
  const View* seen = nullptr;
};

class Marks {
 public:
  Marks() = default;
  explicit Marks(v1::Marks stored) : state_(std::move(stored)) {}

  const v1::Marks& shown() const { return state_; }  // without what may be guessed, which is the title's
  std::uint64_t version() const { return state_.version(); }
  std::string bytes() const;
  bool has_pinned_guess() const;
  void follow(const Marks& before) { state_.set_version(before.version() + 1); }  // it takes their place

  // -- its owner --
  Result<void> may(const v1::ChangeMarks& asked, const Sight& by, const HostSettings& settings) const;
  void change(const v1::ChangeMarks& asked, const v1::Moment& now);
  void wipe() { state_.clear_marks(); }

  // -- what he is shown: guesses go with their blocks, stay where those cannot be followed, and are struck where he
  // knows better now. Whether anything has changed.
  bool take_in(const Title& title, const View& seen, const v1::Moment& now);

 private:
  v1::Mark* find(std::uint64_t id);

  v1::Marks state_;
};

}  // namespace wardroom::match
