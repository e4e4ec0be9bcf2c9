// Lessons: a tutorial as one learner goes through it at a terminal. Which answer a lesson asks for is written in the
// title's data.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "wardroom/v1/play.pb.h"
#include "wardroom/v1/tutorial.pb.h"

namespace wardroom::terminal {

class Lessons {
 public:
  explicit Lessons(std::shared_ptr<const v1::Tutorial> tutorial) : tutorial_(std::move(tutorial)) {}

  // The learner is asked this: the next question, or an earlier one when he has gone back a step. Numbers of the
  // lessons, from 0, that are to be told before it.
  std::vector<int> follow(const v1::Menu& menu);
  void answered() { answered_ = true; }  // what he was asked last
  std::vector<int> finish();             // the match is over: those that are still to be told

  // The items that the lesson of now asks for; empty: any will do.
  std::vector<int> wanted(const v1::Menu& menu) const;
  bool allows(const v1::Menu& menu, const v1::Action& action) const;
  void leave() { at_ = count(); }

  int count() const { return tutorial_->lesson_size(); }
  const v1::TutorialLesson& lesson(int number) const { return tutorial_->lesson(number); }

 private:
  void count_answer();                                       // if there was one
  std::vector<int> readings();                               // what is read from here on, before anything is asked
  bool answered_by(const v1::Menu& menu, int number) const;  // the menu offers what that lesson asks for

  std::shared_ptr<const v1::Tutorial> tutorial_;
  int at_ = 0;
  std::uint32_t taken_ = 0;  // how often its answer has been given
  std::uint64_t seen_ = 0;   // the menu that was followed last
  bool asked_ = false;       // the lesson of now was told, and waits for its answer
  bool answered_ = false;
};

}  // namespace wardroom::terminal
