#include "client/terminal/match_session.h"

#include <unistd.h>

#include <algorithm>
#include <iostream>

namespace wardroom::terminal {

Answer<v1::Titles> learn_titles(Desk& desk, Client& client) {
  v1::ClientFrame frame;
  frame.mutable_list_titles();
  const auto answer = client.ask(std::move(frame));
  if (!answer) return answer.error();
  desk.voice().know(answer->titles());
  return answer->titles();
}

namespace {

// The lessons of a tutorial as far as its learner has come, by the questions he has been asked. None: it is no
// tutorial, or a script's.
std::shared_ptr<Lessons> lessons_of(Desk& desk, Client& client, const v1::MatchInfo& match) {
  if (!match.tutorial() || !match.has_my_seat() || desk.json) return nullptr;
  auto tutorial = desk.library.tutorial(match.title(), match.tutorial_id());
  if (!tutorial) return nullptr;
  auto lessons = std::make_shared<Lessons>(std::move(tutorial));
  v1::Update last;
  for (std::uint64_t upto = 1; last.serial() < upto;) {
    v1::ClientFrame frame;
    frame.mutable_ask_replay()->set_match(match.id());
    frame.mutable_ask_replay()->set_after_serial(last.serial());
    const auto answer = client.ask(std::move(frame));
    if (!answer || answer->replay().updates().empty()) break;
    upto = answer->replay().last_serial();
    for (const v1::Update& update : answer->replay().updates()) {
      if (last.has_menu()) {  // the newest is still asked
        lessons->follow(last.menu());
        lessons->answered();
      }
      last = update;
    }
  }
  return lessons;
}

}  // namespace

int follow_match(Desk& desk, Client& client, const Following& following) {
  const bool person = ::isatty(STDIN_FILENO) != 0 && !desk.json;
  Follow follow(client, desk.voice(), following.match, following.as,
                person ? Follow::Input::kPerson : Follow::Input::kScript);
  follow.watch(following.watch);
  if (following.autoplay) follow.autoplay(*following.autoplay);
  const auto attached = follow.attach();
  if (!attached) return desk.refused(attached.error());
  if (const auto titles = learn_titles(desk, client); !titles) return desk.refused(titles.error());
  desk.voice().about(attached->match().title());
  if (const auto lessons = lessons_of(desk, client, attached->match()); lessons && !following.autoplay) {
    desk.voice().teach(lessons);
    follow.teach(lessons);
  }
  desk.voice().attached(follow.sight(), *attached);
  if (person) desk.voice().note("terminal.help");
  if (following.as == Follow::As::kPlayer && !following.autoplay) client.listen(std::cin);
  switch (follow.run()) {
    case Follow::Ended::kOver:
    case Follow::Ended::kLeft:
      return kExitGood;
    case Follow::Ended::kGone:
      return kExitRefused;
  }
  return kExitGood;
}

}  // namespace wardroom::terminal
