#include "client/terminal/follow.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <mutex>
#include <sstream>

#include "tests/terminal/fake_server.h"

namespace wardroom::terminal {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

// A match of three questions with two answers each: verbs 1 and 2.
class ThreeQuestions {
 public:
  FakeServer::Reply handle(const v1::ClientFrame& frame) {
    const std::lock_guard lock(mutex_);
    if (frame.has_hello()) return {FakeServer::welcome(frame)};
    if (frame.has_attach()) {
      v1::ServerFrame answer;
      answer.mutable_attached()->mutable_match()->set_my_seat(0);
      *answer.mutable_attached()->mutable_update() = update(v1::MATCH_STATE_PLAYING);
      answer.mutable_attached()->mutable_update()->set_full(true);
      return {answer};
    }
    if (frame.has_act()) {
      if (frame.act().menu_serial() != serial_) return {refusal_of(v1::REFUSAL_CODE_STALE)};
      if (frame.act().actions(0).verb() > 2) return {refusal_of(v1::REFUSAL_CODE_NOT_OFFERED)};
      taken_.push_back(frame.act().actions(0).verb());
      ++serial_;
      v1::ServerFrame acted, next = FakeServer::unasked();
      acted.mutable_acted()->set_taken(1);
      *next.mutable_update() = update(taken_.size() == 3 ? v1::MATCH_STATE_OVER : v1::MATCH_STATE_PLAYING);
      return {acted, next};
    }
    if (frame.has_give_orders() || frame.has_go_on()) {
      v1::ServerFrame answer, halted = FakeServer::unasked();
      v1::Queue& queue = *answer.mutable_queue();
      queue.set_match("m");
      queue.set_version(++version_);
      for (const v1::Order& order : frame.give_orders().orders()) *queue.add_orders()->mutable_order() = order;
      if (frame.has_go_on()) gone_on_ = frame.go_on().without_first() ? 2 : 1;
      *halted.mutable_queue() = queue;
      halted.mutable_queue()->set_version(++version_);
      halted.mutable_queue()->mutable_hold()->mutable_reason()->set_id("queue.held.not_offered");
      halted.mutable_queue()->mutable_hold()->set_rule("6.1");
      return {answer, halted};
    }
    if (frame.has_history()) {  // two at a time
      v1::ServerFrame page;
      page.mutable_history();
      const std::uint64_t after = frame.history().after_serial();
      for (std::uint64_t serial = after + 1; serial <= std::min<std::uint64_t>(after + 2, 5); ++serial) {
        v1::PastReports& past = *page.mutable_history()->add_reports();
        past.set_serial(serial);
        past.add_reports()->mutable_text()->set_id("match.state.parked");
      }
      return {page};
    }
    if (frame.has_say()) {
      v1::ServerFrame done, chat = FakeServer::unasked();
      done.mutable_done();
      *chat.mutable_chat()->mutable_text() = frame.say().text();
      return {done, chat};
    }
    return {refusal_of(v1::REFUSAL_CODE_UNAVAILABLE)};
  }

  int gone_on() {
    const std::lock_guard lock(mutex_);
    return gone_on_;
  }
  std::vector<std::uint32_t> taken() {
    const std::lock_guard lock(mutex_);
    return taken_;
  }

 private:
  static v1::ServerFrame refusal_of(v1::RefusalCode code) {
    v1::ServerFrame frame;
    frame.mutable_refusal()->set_code(code);
    frame.mutable_refusal()->mutable_reason()->set_id("refusal.not_offered");
    return frame;
  }

  v1::Update update(v1::MatchState state) const {
    v1::Update out;
    out.set_match("m");
    out.set_serial(serial_);
    out.set_state(state);
    if (state == v1::MATCH_STATE_OVER) return out;
    out.mutable_menu()->set_serial(serial_);
    out.mutable_menu()->mutable_prompt()->set_id("match.state.playing");
    for (std::uint32_t verb : {1U, 2U}) {
      v1::Item& item = *out.mutable_menu()->add_items();
      item.mutable_action()->set_verb(verb);
      item.mutable_label()->set_id(verb == 1 ? "match.state.open" : "match.state.held");
    }
    return out;
  }

  std::mutex mutex_;
  std::uint64_t serial_ = 1;
  std::uint64_t version_ = 0;
  int gone_on_ = 0;
  std::vector<std::uint32_t> taken_;
};

class FollowTest : public testing::Test {
 protected:
  FollowTest() : server_([this](const v1::ClientFrame& frame) { return match_.handle(frame); }), client_(settings()) {
    library_.home = WARDROOM_SOURCE_DIR;
    voice_ = plain_voice(out_, library_, *library_.words());
    EXPECT_TRUE(client_.connect());
  }

  Client::Settings settings() const {
    Client::Settings settings;
    settings.address = server_.address();
    return settings;
  }

  Follow::Ended run(const std::string& lines, Follow::Input input = Follow::Input::kScript) {
    // The reading thread may outlive the test: the stream stays.
    auto* stream = new std::istringstream(lines);
    Follow follow(client_, *voice_, "m", Follow::As::kPlayer, input);
    EXPECT_TRUE(follow.attach());
    if (lessons_) {
      follow.teach(lessons_);
      voice_->teach(lessons_);
      voice_->menu(follow.sight());
    }
    client_.listen(*stream);
    const Follow::Ended ended = follow.run();
    return ended;
  }

  Library library_{{}, {}};
  ThreeQuestions match_;
  FakeServer server_;
  Client client_;
  std::ostringstream out_;
  std::unique_ptr<Voice> voice_;
  std::shared_ptr<Lessons> lessons_;  // none: it is no tutorial
};

TEST_F(FollowTest, AScriptAnswersEachQuestionInTurn) {
  EXPECT_EQ(run("2\n1\n{\"verb\":2}\n"), Follow::Ended::kOver);
  EXPECT_THAT(match_.taken(), ElementsAre(2, 1, 2));
}

TEST_F(FollowTest, AScriptThatEndsLeavesAtTheFirstQuestionItHasNoAnswerFor) {
  EXPECT_EQ(run("2\n"), Follow::Ended::kLeft);
  EXPECT_THAT(match_.taken(), ElementsAre(2));
}

TEST_F(FollowTest, WhatIsNotOfferedIsSaidAndTheQuestionStays) {
  EXPECT_EQ(run("9\n7:\nhuh\n1\n1\n1\n"), Follow::Ended::kOver);
  EXPECT_THAT(match_.taken(), ElementsAre(1, 1, 1));
  EXPECT_THAT(out_.str(), HasSubstr("There is no number 9: the list ends with 2."));
  EXPECT_THAT(out_.str(), HasSubstr("That is not one of the choices now."));
}

TEST_F(FollowTest, OrdersAreGivenFromAFileShownHeldAndGoOn) {
  const std::string file = testing::TempDir() + "orders";
  std::ofstream(file) << "2:\n?1:5\n";
  EXPECT_EQ(run("/orders\n/orders " + file + "\n/strike 1\n/go without\n1\n1\n1\n"), Follow::Ended::kOver);
  EXPECT_THAT(out_.str(), HasSubstr("No orders wait."));
  EXPECT_THAT(out_.str(), HasSubstr("2 orders wait:\n  1. 2:\n  2. 1:5 (left out if it is not offered)"));
  EXPECT_THAT(out_.str(), HasSubstr("1 order waits:\n  1. 1:5"));
  EXPECT_THAT(out_.str(),
              HasSubstr("Held: None of your orders answers this question. Answer it by hand, and they go on."));
  EXPECT_EQ(match_.gone_on(), 2);
}

TEST_F(FollowTest, CommandsAreNotAnswers) {
  EXPECT_EQ(run("/say hello there\n/help\n/nonsense\n/accept\n/quit\n"), Follow::Ended::kLeft);
  EXPECT_TRUE(match_.taken().empty());
  EXPECT_THAT(out_.str(), HasSubstr("There is no command /nonsense."));
  EXPECT_THAT(out_.str(), HasSubstr("No offer waits for your answer."));
}

TEST_F(FollowTest, TheLogIsReadToItsEnd) {
  run("/log\n/quit\n");
  const std::string report = "Parked, an administrator", all = out_.str();
  int told = 0;
  for (std::size_t at = all.find(report); at != all.npos; at = all.find(report, at + 1)) ++told;
  EXPECT_EQ(told, 5) << all;
}

TEST_F(FollowTest, AScriptsCommandsComeAfterTheAnswersBeforeThem) {
  EXPECT_EQ(run("2\n1\n/quit\n1\n"), Follow::Ended::kLeft);
  EXPECT_THAT(match_.taken(), ElementsAre(2, 1));
}

TEST_F(FollowTest, ALessonLetsOnlyItsAnswerThroughUntilItIsLearntOrLeft) {
  auto tutorial = std::make_shared<v1::Tutorial>();
  v1::TutorialLesson& lesson = *tutorial->add_lesson();
  lesson.set_id("tutorial.hold");
  lesson.set_prompt("match.state.playing");
  lesson.mutable_answer()->set_choice("match.state.held");
  *tutorial->add_lesson() = lesson;
  lessons_ = std::make_shared<Lessons>(tutorial);
  EXPECT_EQ(run("1\n2\n1\n/alone\n1\n1\n"), Follow::Ended::kOver);
  EXPECT_THAT(match_.taken(), ElementsAre(2, 1, 1));
  EXPECT_THAT(out_.str(), HasSubstr("Lesson 1 of 2: "));
  EXPECT_THAT(out_.str(), HasSubstr("This lesson asks for 2: On hold"));
  EXPECT_THAT(out_.str(), HasSubstr("Another time: this lesson asks for another answer."));
}

TEST_F(FollowTest, AutoplayAnswersEverything) {
  Follow follow(client_, *voice_, "m", Follow::As::kPlayer, Follow::Input::kScript);
  follow.autoplay(1);
  ASSERT_TRUE(follow.attach());
  EXPECT_EQ(follow.run(), Follow::Ended::kOver);
  EXPECT_EQ(match_.taken().size(), 3U);
}

TEST_F(FollowTest, APersonWhoResignsIsAskedWhetherHeIsSure) {
  EXPECT_EQ(run("/resign\n/quit\n", Follow::Input::kPerson), Follow::Ended::kLeft);
  EXPECT_THAT(out_.str(), HasSubstr("/resign yes"));
}

}  // namespace
}  // namespace wardroom::terminal
