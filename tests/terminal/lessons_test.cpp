#include "client/terminal/lessons.h"

#include <gmock/gmock.h>
#include <google/protobuf/text_format.h>
#include <gtest/gtest.h>

namespace wardroom::terminal {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::shared_ptr<const v1::Tutorial> tutorial() {
  auto made = std::make_shared<v1::Tutorial>();
  EXPECT_TRUE(google::protobuf::TextFormat::ParseFromString(R"(
    lesson { id: "welcome" }
    lesson { id: "march" prompt: "where" answer { choice: "go" place: 7 } times: 2 }
    lesson { id: "look" prompt: "what" }
    lesson { id: "end" }
    lesson { id: "goodbye" })",
                                                            made.get()));
  return made;
}

// Asks `prompt` and offers "go" to each of these places.
v1::Menu menu(std::uint64_t serial, const std::string& prompt, const std::vector<std::uint32_t>& places) {
  v1::Menu made;
  made.set_serial(serial);
  made.mutable_prompt()->set_id(prompt);
  for (std::uint32_t place : places) {
    v1::Item& item = *made.add_items();
    item.mutable_label()->set_id("go");
    item.add_places(place);
    item.mutable_action()->add_arguments(place);
  }
  return made;
}

// The next question, when the one before it has been answered.
std::vector<int> next(Lessons& lessons, const v1::Menu& menu) {
  lessons.answered();
  return lessons.follow(menu);
}

TEST(Lessons, AreToldOnceEachBeforeTheirQuestion) {
  Lessons lessons(tutorial());
  EXPECT_THAT(lessons.follow(menu(1, "where", {5, 7})), ElementsAre(0, 1));
  EXPECT_THAT(lessons.follow(menu(1, "where", {5, 7})), IsEmpty()) << "the same question is shown again";
  EXPECT_THAT(next(lessons, menu(2, "where", {7})), IsEmpty()) << "its answer is asked for twice";
  EXPECT_THAT(next(lessons, menu(3, "what", {5})), ElementsAre(2));
  lessons.answered();
  EXPECT_THAT(lessons.finish(), ElementsAre(3, 4));
  EXPECT_THAT(lessons.finish(), IsEmpty());
}

TEST(Lessons, AskForOneAnswerAndLetOthersWait) {
  Lessons lessons(tutorial());
  const v1::Menu march = menu(1, "where", {5, 7});
  lessons.follow(march);
  EXPECT_THAT(lessons.wanted(march), ElementsAre(1));
  EXPECT_TRUE(lessons.allows(march, march.items(1).action()));
  EXPECT_FALSE(lessons.allows(march, march.items(0).action()));
  lessons.leave();
  EXPECT_TRUE(lessons.allows(march, march.items(0).action()));
  EXPECT_THAT(lessons.follow(menu(2, "where", {7})), IsEmpty());
}

TEST(Lessons, GoBackWithWhoeverTakesAStepBack) {
  Lessons lessons(tutorial());
  lessons.follow(menu(1, "where", {7}));
  next(lessons, menu(2, "where", {7}));
  next(lessons, menu(3, "what", {5}));
  EXPECT_THAT(lessons.follow(menu(4, "where", {7})), ElementsAre(1));
  EXPECT_THAT(next(lessons, menu(5, "where", {7})), IsEmpty());
  EXPECT_THAT(next(lessons, menu(6, "what", {5})), ElementsAre(2));
}

TEST(Lessons, SayNothingToAQuestionThatNoneIsFor) {
  Lessons lessons(tutorial());
  const v1::Menu other = menu(1, "who", {5});
  EXPECT_THAT(lessons.follow(other), ElementsAre(0));
  EXPECT_TRUE(lessons.allows(other, other.items(0).action()));
  EXPECT_THAT(next(lessons, menu(2, "where", {7})), ElementsAre(1));
}

}  // namespace
}  // namespace wardroom::terminal
