// The tutorials of a title, played from their first lesson to their last as a learner plays them who does what he is
// asked. For whoever writes lessons: WARDROOM_TUTORIAL=first (as the file is called) writes every question with its
// choices and which lesson stood at it, and with WARDROOM_TUTORIAL_SEEDS=1000 besides looks for words of a seed with
// which all its lessons come true when the rules have changed.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "common/catalog.h"
#include "server/engine/referee.h"
#include "server/match/tutorial.h"

namespace wardroom::testing {

class TutorialSuite : public ::testing::Test {
 protected:
  using Item = v1::Item;
  using Tutorial = v1::Tutorial;

  static constexpr int kFarEnough = 400;  // questions

  TutorialSuite(std::shared_ptr<const Title> played, const Bundle& files)
      : files_(files), tutorials(tutorials_of(files)), title(std::move(played)) {
    for (const DataText& file : files.files()) {
      if (file.path.starts_with("text/")) (void)catalog_.add(file.path, file.text);
    }
  }

  static std::string_view wanted() {
    const char* id = std::getenv("WARDROOM_TUTORIAL");
    return id ? std::string_view(id) : std::string_view();
  }

  void begin(const Tutorial& with) {
    tutorial_ = std::make_shared<const Tutorial>(with);
    told_.clear();
    ever_told.clear();
    questions = 0;
    const match::KnownChance chance = match::chance_of(*tutorial_);
    v1::record::Head head;
    head.set_scenario(tutorial_->scenario());
    Step first;
    referee = *Referee::open(title, head, match_secret(chance.server_seed, chance.nonces), first, {});
    learner_ = match::learner_of(*tutorial_);
    tell(first);
  }

  // Does what every lesson asks; what went wrong, or nothing.
  std::string learn() {
    for (const v1::TutorialLesson& lesson : tutorial_->lesson()) {
      say("= " + lesson.id());
      if (lesson.prompt().empty()) continue;
      told_.clear();
      const std::uint32_t times = std::max(1u, lesson.times());
      for (std::uint32_t i = 0; i < times; ++i) {
        opponent();
        if (!referee->menu(learner_)) return lesson.id() + ": the learner is asked nothing more";
        const v1::Menu menu = question();
        show(menu);
        if (menu.prompt().id() != lesson.prompt())
          return lesson.id() + " waits for another question than " + menu.prompt().id();
        const auto item =
            std::ranges::find_if(menu.items(), [&](const Item& each) { return fits(lesson.answer(), each); });
        if (item == menu.items().end()) return lesson.id() + ": its answer is not offered";
        say("  > " + words(item->label()));
        if (i == 0) told_.clear();
        answer(learner_, item->action());
        ++questions;
      }
      opponent();
      for (const std::string& report : lesson.told()) {
        if (!told_.contains(report)) return lesson.id() + " does not bring " + report;
      }
    }
    return {};
  }

  // Every tutorial: a lesson for every question until its end, and how many answers that is.
  void learn_all(int most_of_first, int most_of_others) {
    for (const auto& each : tutorials) {
      begin(*each);
      EXPECT_EQ(learn(), "") << each->id();
      say("== the last lesson is over");
      opponent();
      std::cout << "# " << each->id() << ": " << each->lesson_size() << " lessons, " << questions << " answers\n";
      EXPECT_LE(questions, each->order() == 1 ? most_of_first : most_of_others);
      if (each->id().ends_with(wanted()) && !wanted().empty()) play_on(30);
    }
  }

  // Whatever is answered, the match goes on to its end.
  void answer_as_usual() {
    for (const auto& each : tutorials) {
      begin(*each);
      match::TutorialPlayer lazy(as_usual());
      for (; questions < kFarEnough; ++questions) {
        opponent();
        if (!referee->menu(learner_)) break;
        v1::Update update;
        *update.mutable_menu() = question();
        answer(learner_, lazy.answer(update).action);
      }
      EXPECT_EQ(referee->state(), v1::MATCH_STATE_OVER) << each->id() << ", " << questions << " questions";
    }
  }

  void find_a_seed() {
    const char* tries = std::getenv("WARDROOM_TUTORIAL_SEEDS");
    if (!tries) GTEST_SKIP() << "only when WARDROOM_TUTORIAL_SEEDS says how many to try";
    const auto asked = tutorial_of(files_, "lessons." + std::string(wanted()));
    ASSERT_TRUE(asked) << "WARDROOM_TUTORIAL says which";
    Tutorial changed = *asked;
    quiet_ = true;
    std::map<std::string, int> problems;
    for (int i = 1; i <= std::atoi(tries); ++i) {
      changed.set_seed(asked->seed().substr(0, asked->seed().find(" #")) + " #" + std::to_string(i));
      begin(changed);
      const std::string problem = learn();
      if (problem.empty()) {
        std::cout << "# seed: \"" << changed.seed() << "\"\n";
        return;
      }
      ++problems[problem];
    }
    for (const auto& [problem, count] : problems) std::cout << "# " << count << " times: " << problem << '\n';
    FAIL() << "none of these seeds makes all lessons true";
  }

 private:
  void tell(const Step& step) {
    if (!step.updates[index(learner_)]) return;
    for (const auto& report : step.updates[index(learner_)]->reports()) {
      say("  * " + words(report.text()) + rule(report.rule()));
      told_.insert(report.text().id());
      ever_told.insert(report.text().id());
    }
  }
  static std::string rule(const std::string& number) { return number.empty() ? "" : " [" + number + "]"; }
  std::string words(const v1::Text& text) const { return catalog_.format(text, "en") + " <" + text.id() + ">"; }
  void say(const std::string& line) {
    if (!quiet_ && !wanted().empty() && tutorial_->id().ends_with(wanted())) std::cerr << line << '\n';
  }
  void show(const v1::Menu& menu) {
    say("? " + words(menu.prompt()) + rule(menu.rule()) + (menu.reaction() ? " (reaction)" : ""));
    int shown = 0;
    for (const Item& item : menu.items()) {
      std::string places;
      for (std::uint32_t place : item.places()) places += " " + std::to_string(place);
      say("    - " + words(item.label()) + places + (item.has_consequence() ? ": " + words(item.consequence()) : ""));
      if (++shown == 40) {
        say("    ...");
        break;
      }
    }
  }
  void answer(Seat seat, const v1::Action& chosen) {
    const Action action = from_wire(chosen);
    auto step = referee->act(seat, referee->menu_serial(seat), std::span(&action, 1));
    ASSERT_TRUE(step) << bare(step.error().reason);
    tell(*step);
  }
  static const Item& item_of(const v1::Menu& menu, const v1::Action& action) {
    return *std::ranges::find_if(menu.items(), [&](const Item& each) {
      return each.action().SerializeAsString() == action.SerializeAsString();
    });
  }
  // The opponent answers until the learner is asked something.
  void opponent() {
    match::TutorialPlayer player(tutorial_);
    for (int i = 0; i < kFarEnough && !referee->menu(learner_) && referee->menu(other(learner_)); ++i) {
      const v1::Update update = *referee->all(viewer(other(learner_)));
      const v1::Action action = player.answer(update).action;
      say("  (opponent) " + words(update.menu().prompt()) + " -> " + words(item_of(update.menu(), action).label()));
      answer(other(learner_), action);
    }
  }
  // Somebody who answers as the opponent does where no question is named, else with the last item.
  std::shared_ptr<const Tutorial> as_usual() const {
    auto usual = std::make_shared<Tutorial>();
    for (const auto& reply : tutorial_->reply()) {
      if (reply.prompt().empty()) *usual->add_reply() = reply;
    }
    return usual;
  }
  // What would come after the last lesson.
  void play_on(int most) {
    for (int i = 0; i < most && referee->menu(learner_); ++i) {
      v1::Update update;
      *update.mutable_menu() = question();
      show(update.menu());
      const v1::Action action = match::TutorialPlayer(as_usual()).answer(update).action;
      say("  > " + words(item_of(update.menu(), action).label()));
      answer(learner_, action);
      opponent();
    }
  }
  v1::Menu question() { return referee->all(viewer(learner_))->menu(); }

  const Bundle& files_;
  Catalog catalog_;
  std::shared_ptr<const Tutorial> tutorial_;
  Seat learner_ = Seat::kFirst;
  bool quiet_ = false;
  std::set<std::string> told_;  // by the lesson

 protected:
  const std::vector<std::shared_ptr<const Tutorial>> tutorials;
  const std::shared_ptr<const Title> title;
  std::unique_ptr<Referee> referee;
  std::set<std::string> ever_told;
  int questions = 0;
};

}  // namespace wardroom::testing
