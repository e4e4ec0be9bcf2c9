// The tutorial, played from its first lesson to its last as a learner plays it who does what he is asked.
// WARDROOM_TUTORIAL=- writes every question with its choices, and which lesson stood at it, for whoever writes lessons.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <iostream>

#include "common/catalog.h"
#include "server/engine/referee.h"
#include "server/titles/pq17/pq17.h"
#include "tests/titles/pq17/the_box.h"
// After the title: the system's network headers have a macro of the same name as one of its verbs.
#include "server/match/tutorial.h"

namespace wardroom::pq17 {
namespace {

using wardroom::v1::Item;
using wardroom::v1::Tutorial;
using wardroom::v1::TutorialAnswer;
using wardroom::v1::TutorialLesson;

constexpr int kFarEnough = 400;  // questions

class TheTutorial : public ::testing::Test {
 protected:
  void SetUp() override {
    tutorial = match::tutorial_of(the_files());
    ASSERT_TRUE(tutorial) << "scenarios/pq17/tutorial.textproto cannot be read";
    title = *entry().make(the_files());
    const match::KnownChance chance = match::chance_of(*tutorial);
    wardroom::v1::record::Head head;
    head.set_scenario(tutorial->scenario());
    Step first;
    referee = std::move(*Referee::open(title, head, match_secret(chance.server_seed, chance.nonces), first, {}));
    learner = tutorial->side() == Side::AXIS ? Seat::kSecond : Seat::kFirst;
    tell(first);
  }
  void tell(const Step& step) {
    if (!step.updates[index(learner)]) return;
    for (const auto& report : step.updates[index(learner)]->reports()) say("  * " + words(report.text()) + rule(report.rule()));
  }
  static std::string rule(const std::string& number) { return number.empty() ? "" : " [" + number + "]"; }
  std::string words(const wardroom::v1::Text& text) const { return catalog.format(text, "en") + " <" + text.id() + ">"; }
  void say(const std::string& line) {
    static const bool wanted = std::getenv("WARDROOM_TUTORIAL") != nullptr;
    if (wanted) std::cerr << line << '\n';
  }
  void show(const wardroom::v1::Menu& menu) {
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
  void answer(Seat seat, const wardroom::v1::Action& chosen) {
    const Action action = from_wire(chosen);
    auto step = referee->act(seat, referee->menu_serial(seat), std::span(&action, 1));
    ASSERT_TRUE(step) << bare(step.error().reason);
    tell(*step);
  }
  // The opponent answers until the learner is asked something.
  void opponent() {
    match::TutorialPlayer player(tutorial);
    while (!referee->menu(learner) && referee->menu(other(learner))) {
      const wardroom::v1::Update update = *referee->all(viewer(other(learner)));
      const wardroom::v1::Action action = player.answer(update);
      const auto item = std::ranges::find_if(update.menu().items(), [&](const Item& each) { return each.action().SerializeAsString() == action.SerializeAsString(); });
      say("  (opponent) " + words(update.menu().prompt()) + " -> " + words(item->label()));
      answer(other(learner), action);
    }
  }
  wardroom::v1::Menu question() { return referee->all(viewer(learner))->menu(); }

  Catalog catalog = [] {
    Catalog all;
    for (const DataText& file : the_files().files()) {
      if (file.path.starts_with("text/")) (void)all.add(file.path, file.text);
    }
    return all;
  }();
  std::shared_ptr<const Tutorial> tutorial;
  std::shared_ptr<const Title> title;
  std::unique_ptr<Referee> referee;
  Seat learner = Seat::kFirst;
};

TEST_F(TheTutorial, HasALessonForEveryQuestionUntilItsEnd) {
  int questions = 0;
  for (const TutorialLesson& lesson : tutorial->lesson()) {
    if (lesson.prompt().empty()) {
      say("= " + lesson.id());
      continue;
    }
    const std::uint32_t times = std::max(1u, lesson.times());
    for (std::uint32_t i = 0; i < times; ++i) {
      opponent();
      ASSERT_TRUE(referee->menu(learner)) << lesson.id() << ": the learner is asked nothing more";
      const wardroom::v1::Menu menu = question();
      say("= " + lesson.id());
      show(menu);
      ASSERT_EQ(menu.prompt().id(), lesson.prompt()) << lesson.id() << " waits for another question";
      const auto item = std::ranges::find_if(menu.items(), [&](const Item& each) { return match::fits(lesson.answer(), each); });
      ASSERT_NE(item, menu.items().end()) << lesson.id() << ": its answer is not offered";
      say("  > " + words(item->label()));
      answer(learner, item->action());
      ++questions;
    }
  }
  say("== the last lesson is over");
  opponent();
  std::cout << "# " << tutorial->lesson_size() << " lessons, " << questions << " questions\n";
  if (!std::getenv("WARDROOM_TUTORIAL")) return;
  for (int i = 0; i < 30 && referee->menu(learner); ++i) {  // what would come
    const wardroom::v1::Menu menu = question();
    show(menu);
    wardroom::v1::Update update;
    *update.mutable_menu() = menu;
    const wardroom::v1::Action action = match::TutorialPlayer(std::make_shared<Tutorial>()).answer(update);
    const auto item = std::ranges::find_if(menu.items(), [&](const Item& each) { return each.action().SerializeAsString() == action.SerializeAsString(); });
    say("  > " + words(item->label()));
    answer(learner, action);
    opponent();
  }
}

TEST_F(TheTutorial, GoesOnToTheEndOfTheMatchWhateverIsAnsweredLater) {
  const auto any = std::make_shared<Tutorial>();
  match::TutorialPlayer lazy(any);
  int questions = 0;
  for (; questions < kFarEnough; ++questions) {
    opponent();
    if (!referee->menu(learner)) break;
    wardroom::v1::Update update;
    *update.mutable_menu() = question();
    answer(learner, lazy.answer(update));
  }
  EXPECT_EQ(referee->state(), wardroom::v1::MATCH_STATE_OVER) << questions << " questions";
}

}  // namespace
}  // namespace wardroom::pq17
