// PastViews: what one viewer was sent of a match, update by update, worked out again from stored rows by playing them
// once more.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "server/engine/referee.h"

namespace wardroom::match {

// The seed's dice fall again as they fell, and every row is compared with the stored one. Undone rows and take-backs
// are played as they were: the viewer sees again what he was shown, and that it was taken back.
class PastViews {
 public:
  // `stretch` begins at a checkpoint; at the opening it is the whole match, and serials and bytes are those that were
  // sent. The whole truth has one update a step, and `serial` is that of its first.
  PastViews(std::shared_ptr<const Title> title, Stored stretch, const Secret& secret, Viewer viewer,
            std::uint64_t serial = 1);

  // The next update that this viewer was sent, without the name of the match; the first is full. None: the rows are
  // used up, or this build plays them differently.
  std::optional<v1::Update> next();
  bool diverged() const { return diverged_; }
  const Referee* referee() const { return referee_.get(); }  // as it stands; none: not begun

  // One step on, whoever was shown something by it; false where next() would be none.
  bool advance();
  // What each live viewer was sent in the step just played, without the name of the match.
  const std::array<OwnedUpdate, 3>& sent() const { return sent_; }

 private:
  bool begin();
  bool step();
  Result<Step> play(std::span<const v1::record::Row> rows);
  Result<Step> rewind(const v1::record::Row& row);
  v1::Update truth(const Step& step);
  void tell_deed(const v1::record::Row& row);
  void keep(const std::optional<v1::record::Checkpoint>& checkpoint);

  std::shared_ptr<const Title> title_;
  Stored stretch_;
  Secret secret_;
  Viewer viewer_;
  std::unique_ptr<Referee> referee_;
  Outlet truth_{Viewer::kEnded};
  std::array<OwnedUpdate, 3> sent_;
  std::optional<v1::Update> whole_;            // for Viewer::kEnded
  std::size_t played_ = 0;                     // rows of the stretch
  std::vector<v1::record::Checkpoint> bases_;  // on the way, for take-backs
  bool begun_ = false;
  bool diverged_ = false;
};

// How many steps these rows are, and so the serial of the whole truth after them.
std::uint64_t steps_in(std::span<const v1::record::Row> rows);

// All of it at once; empty when this build plays it differently.
std::vector<v1::Update> whole_past(const std::shared_ptr<const Title>& title, const Stored& stretch,
                                   const Secret& secret, Viewer viewer);

// What every live viewer was sent since the stretch's checkpoint; at the opening the first update is full. Serials
// count back from the stretch's own. Empty when this build plays it differently.
std::array<std::vector<v1::Update>, 3> everyones_past(const std::shared_ptr<const Title>& title, const Stored& stretch,
                                                      const Secret& secret);

// Gives serials to a past that does not begin with the match: they count back from that of the newest.
void renumber(std::vector<v1::Update>& past, std::uint64_t last_serial);

}  // namespace wardroom::match
