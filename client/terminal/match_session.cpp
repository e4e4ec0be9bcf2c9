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
