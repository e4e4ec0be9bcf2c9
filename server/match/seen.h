// Seen: all that one viewer has been sent of a match, put together. It never changes, and shares with the one before it
// what it left as it was: so it costs as much to make as what is new in it.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "wardroom/v1/play.pb.h"

namespace wardroom::match {

class Seen {
 public:
  explicit Seen(std::shared_ptr<const v1::Update> full) : Seen(nullptr, std::move(full)) {}
  Seen(const Seen* before, std::shared_ptr<const v1::Update> update);  // none: nothing was before

  std::uint64_t serial() const { return newest_->serial(); }
  bool has_menu() const { return newest_->has_menu(); }
  const v1::Menu& menu() const { return newest_->menu(); }
  v1::Update full() const;  // without reports

 private:
  std::shared_ptr<const v1::Update> newest_;
  std::vector<std::shared_ptr<const v1::Section>> sections_;  // by number
};

}  // namespace wardroom::match
