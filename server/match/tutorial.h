// Tutorial: a match for learners. Its chance is known beforehand and its opponent answers as the title's data say; both
// only ever together, in a match that says so.
#pragma once

#include <memory>
#include <string>

#include "common/tutorial.h"
#include "server/match/card_info.h"
#include "server/match/new_match.h"
#include "server/match/player.h"

namespace wardroom::match {

Seat learner_of(const v1::Tutorial& tutorial);
KnownChance chance_of(const v1::Tutorial& tutorial);
NewMatch tutorial_match(const v1::Tutorial& tutorial, std::string title, std::string account);

// Answers as it is written, without a memory: the same question gets the same answer.
class TutorialPlayer final : public Player {
 public:
  explicit TutorialPlayer(std::shared_ptr<const v1::Tutorial> tutorial) : tutorial_(std::move(tutorial)) {}
  Move answer(const v1::Update& update) override;

 private:
  std::shared_ptr<const v1::Tutorial> tutorial_;
};

}  // namespace wardroom::match
