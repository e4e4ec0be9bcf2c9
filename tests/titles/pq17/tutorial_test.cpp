// The tutorials, played from their first lesson to their last as a learner plays them who does what he is asked.
// For whoever writes lessons: WARDROOM_TUTORIAL=first (or air, as the file is called) writes every question with its
// choices and which lesson stood at it, and with WARDROOM_TUTORIAL_SEEDS=1000 besides looks for words of a seed with
// which all its lessons come true when the rules have changed.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <map>
#include <set>

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

std::string_view wanted() {
  const char* id = std::getenv("WARDROOM_TUTORIAL");
  return id ? std::string_view(id) : std::string_view();
}

class TheTutorials : public ::testing::Test {
 protected:
  void SetUp() override {
    (void)the_box();  // says what is wrong with the data
    title = *entry().make(the_files());
    ASSERT_GE(tutorials.size(), 2u) << "scenarios/pq17/tutorials cannot be read";
  }
  void begin(const Tutorial& with) {
    tutorial = std::make_shared<const Tutorial>(with);
    told.clear();
    ever_told.clear();
    questions = 0;
    const match::KnownChance chance = match::chance_of(*tutorial);
    wardroom::v1::record::Head head;
    head.set_scenario(tutorial->scenario());
    Step first;
    referee = std::move(*Referee::open(title, head, match_secret(chance.server_seed, chance.nonces), first, {}));
    learner = tutorial->seat() == 1 ? Seat::kSecond : Seat::kFirst;
    tell(first);
  }
  void tell(const Step& step) {
    if (!step.updates[index(learner)]) return;
    for (const auto& report : step.updates[index(learner)]->reports()) {
      say("  * " + words(report.text()) + rule(report.rule()));
      told.insert(report.text().id());
      ever_told.insert(report.text().id());
    }
  }
  static std::string rule(const std::string& number) { return number.empty() ? "" : " [" + number + "]"; }
  std::string words(const wardroom::v1::Text& text) const {
    return catalog.format(text, "en") + " <" + text.id() + ">";
  }
  void say(const std::string& line) {
    if (!wanted().empty() && tutorial->id().ends_with(wanted())) std::cerr << line << '\n';
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
    for (int i = 0; i < kFarEnough && !referee->menu(learner) && referee->menu(other(learner)); ++i) {
      const wardroom::v1::Update update = *referee->all(viewer(other(learner)));
      const wardroom::v1::Action action = player.answer(update).action;
      const auto item = std::ranges::find_if(update.menu().items(), [&](const Item& each) {
        return each.action().SerializeAsString() == action.SerializeAsString();
      });
      say("  (opponent) " + words(update.menu().prompt()) + " -> " + words(item->label()));
      answer(other(learner), action);
    }
  }
  // Does what every lesson asks; what went wrong, or nothing.
  std::string learn() {
    for (const TutorialLesson& lesson : tutorial->lesson()) {
      say("= " + lesson.id());
      if (lesson.prompt().empty()) continue;
      told.clear();
      const std::uint32_t times = std::max(1u, lesson.times());
      for (std::uint32_t i = 0; i < times; ++i) {
        opponent();
        if (!referee->menu(learner)) return lesson.id() + ": the learner is asked nothing more";
        const wardroom::v1::Menu menu = question();
        show(menu);
        if (menu.prompt().id() != lesson.prompt())
          return lesson.id() + " waits for another question than " + menu.prompt().id();
        const auto item =
            std::ranges::find_if(menu.items(), [&](const Item& each) { return fits(lesson.answer(), each); });
        if (item == menu.items().end()) return lesson.id() + ": its answer is not offered";
        say("  > " + words(item->label()));
        if (i == 0) told.clear();
        answer(learner, item->action());
        ++questions;
      }
      opponent();
      for (const std::string& report : lesson.told()) {
        if (!told.contains(report)) return lesson.id() + " does not bring " + report;
      }
    }
    return {};
  }
  // Somebody who answers as history did where he can, else with the last item.
  std::shared_ptr<const Tutorial> as_usual() const {
    auto usual = std::make_shared<Tutorial>();
    for (const auto& reply : tutorial->reply()) {
      if (reply.prompt().empty()) *usual->add_reply() = reply;
    }
    return usual;
  }
  // What would come after the last lesson.
  void play_on(int most) {
    for (int i = 0; i < most && referee->menu(learner); ++i) {
      const wardroom::v1::Menu menu = question();
      show(menu);
      wardroom::v1::Update update;
      *update.mutable_menu() = menu;
      const wardroom::v1::Action action = match::TutorialPlayer(as_usual()).answer(update).action;
      const auto item = std::ranges::find_if(menu.items(), [&](const Item& each) {
        return each.action().SerializeAsString() == action.SerializeAsString();
      });
      say("  > " + words(item->label()));
      answer(learner, action);
      opponent();
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
  const std::vector<std::shared_ptr<const Tutorial>> tutorials = tutorials_of(the_files());
  std::shared_ptr<const Tutorial> tutorial;
  std::shared_ptr<const Title> title;
  std::unique_ptr<Referee> referee;
  Seat learner = Seat::kFirst;
  std::set<std::string> told;  // by the lesson
  std::set<std::string> ever_told;
  int questions = 0;
};

TEST_F(TheTutorials, HaveALessonForEveryQuestionUntilTheirEnd) {
  for (const auto& each : tutorials) {
    begin(*each);
    EXPECT_EQ(learn(), "") << each->id();
    say("== the last lesson is over");
    opponent();
    std::cout << "# " << each->id() << ": " << each->lesson_size() << " lessons, " << questions << " answers\n";
    EXPECT_LE(questions, each->order() == 1 ? 50 : 40);
    if (each->id().ends_with(wanted()) && !wanted().empty()) play_on(30);
  }
}

TEST_F(TheTutorials, TheFirstGoesThroughABattleToTheFinalScore) {
  begin(*tutorials.front());
  ASSERT_EQ(learn(), "");
  EXPECT_EQ(referee->state(), wardroom::v1::MATCH_STATE_OVER);
  for (const char* report : {"report.submarine.attackers", "report.battle.deployed", "report.battle.over"})
    EXPECT_TRUE(ever_told.contains(report)) << report;
}

TEST_F(TheTutorials, FindASeedWhenAskedTo) {
  const char* tries = std::getenv("WARDROOM_TUTORIAL_SEEDS");
  if (!tries) GTEST_SKIP() << "only when WARDROOM_TUTORIAL_SEEDS says how many to try";
  const auto asked = tutorial_of(the_files(), "lessons." + std::string(wanted()));
  ASSERT_TRUE(asked) << "WARDROOM_TUTORIAL says which";
  Tutorial changed = *asked;
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

TEST_F(TheTutorials, GoOnToTheEndOfTheMatchWhateverIsAnsweredLater) {
  for (const auto& each : tutorials) {
    begin(*each);
    match::TutorialPlayer lazy(as_usual());
    for (; questions < kFarEnough; ++questions) {
      opponent();
      if (!referee->menu(learner)) break;
      wardroom::v1::Update update;
      *update.mutable_menu() = question();
      answer(learner, lazy.answer(update).action);
    }
    EXPECT_EQ(referee->state(), wardroom::v1::MATCH_STATE_OVER) << each->id() << ", " << questions << " questions";
  }
}

}  // namespace
}  // namespace wardroom::pq17
