// The tutorials of the titles as a learner reads them in the terminal who does what they ask for.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "client/terminal/library.h"
#include "client/terminal/voice.h"
#include "server/engine/referee.h"
#include "server/match/tutorial.h"
#include "server/titles/titles.h"

namespace wardroom::terminal {
namespace {

using testing::HasSubstr;

struct Taught {
  const char* title;
  const char* tutorial;
  const char* first;  // answer that is asked for
};

class TitleLessons : public testing::TestWithParam<Taught> {
 protected:
  TitleLessons() : library_(titles(), terminals()) {
    library_.home = WARDROOM_SOURCE_DIR;
    library_.language = "en";
    tutorial_ = library_.tutorial(GetParam().title, GetParam().tutorial);
    v1::record::Head head;
    head.set_scenario(tutorial_->scenario());
    const match::KnownChance chance = match::chance_of(*tutorial_);
    Step first;
    referee_ = *Referee::open(*library_.title(GetParam().title), head, match_secret(chance.server_seed, chance.nonces),
                              first, {});
    learner_ = match::learner_of(*tutorial_);
  }

  void answer(Seat seat, const v1::Action& chosen) {
    const Action action = from_wire(chosen);
    ASSERT_TRUE(referee_->act(seat, referee_->menu_serial(seat), std::span(&action, 1)));
  }
  // The next question to the learner; false: there is none.
  bool next() {
    match::TutorialPlayer opponent(tutorial_);
    const Seat seat = other(learner_);
    while (!referee_->menu(learner_) && referee_->menu(seat))
      answer(seat, opponent.answer(*referee_->all(viewer(seat))).action);
    v1::Update now = *referee_->all(viewer(learner_));
    now.set_full(true);
    sight_.take(now);
    return sight_.asked();
  }

  Library library_;
  std::shared_ptr<const v1::Tutorial> tutorial_;
  std::shared_ptr<Referee> referee_;
  Seat learner_ = Seat::kFirst;
  Sight sight_;
};

TEST_P(TitleLessons, AreAllToldInTheirOrderEachBeforeItsQuestion) {
  std::ostringstream out;
  const auto voice = plain_voice(out, library_, *library_.words(GetParam().title));
  const auto lessons = std::make_shared<Lessons>(tutorial_);
  voice->about(GetParam().title);
  voice->teach(lessons);
  for (bool asked = next(); asked; asked = next()) {
    voice->menu(sight_);
    const v1::Menu& menu = sight_.now().menu();
    const std::vector<int> wanted = lessons->wanted(menu);
    if (wanted.empty()) break;  // the lessons are over, and the match goes on
    answer(learner_, menu.items(wanted.front()).action());
    lessons->answered();
  }
  voice->menu(sight_);
  const Words words = *library_.words(GetParam().title);
  const std::string page = out.str();
  std::size_t from = 0;
  for (const v1::TutorialLesson& lesson : tutorial_->lesson()) {
    const auto at =
        page.find(": " + words(Text(lesson.id() + ".title")) + "\n  " + words(Text(lesson.id() + ".text")), from);
    ASSERT_NE(at, std::string::npos) << lesson.id() << " is not told where it should be:\n" << page.substr(from, 2000);
    from = at;
  }
  EXPECT_THAT(page, HasSubstr(std::string("  This lesson asks for 1: ") + GetParam().first + "\n"));
}

INSTANTIATE_TEST_SUITE_P(Tutorials, TitleLessons,
                         testing::Values(Taught{"pq17", "lessons.first", "As in history"},
                                         Taught{"pq17", "lessons.air", "As in history"},
                                         Taught{"murmansk", "lessons.first", "Altafjord [German deployment]"}),
                         [](const auto& each) {
                           return each.param.title + ("_" + std::string(each.param.tutorial).substr(8));
                         });

}  // namespace
}  // namespace wardroom::terminal
