#include "client/terminal/match_session.h"

#include <unistd.h>

#include <algorithm>
#include <iostream>

namespace wardroom::terminal {

Answer<v1::TitleInfo> speak_of(Desk& desk, Client& client, const std::string& title) {
  v1::ClientFrame frame;
  frame.mutable_list_titles();
  const auto answer = client.ask(std::move(frame));
  if (!answer) return answer.error();
  v1::TitleInfo info;
  info.set_id(title);
  for (const v1::TitleInfo& offered : answer->titles().titles()) {
    if (offered.id() == title) info = offered;
  }
  auto words = desk.library.words(title);
  if (!words) return to_wire(words.error());
  desk.voice().about(desk.library, info, std::move(*words));
  return info;
}

int follow_match(Desk& desk, Client& client, const Following& following) {
  const bool person = ::isatty(STDIN_FILENO) != 0 && !desk.json;
  Follow follow(client, desk.voice(), following.match, following.as, person ? Follow::Input::kPerson : Follow::Input::kScript);
  if (following.autoplay) follow.autoplay(*following.autoplay);
  const auto attached = follow.attach();
  if (!attached) return desk.refused(attached.error());
  if (const auto spoken = speak_of(desk, client, attached->match().title()); !spoken) return desk.refused(spoken.error());
  desk.voice().attached(follow.sight(), *attached);
  if (person) desk.voice().note("terminal.help");
  if (following.as == Follow::As::kPlayer && !following.autoplay) client.listen(std::cin);
  switch (follow.run()) {
    case Follow::Ended::kOver:
    case Follow::Ended::kLeft: return kExitGood;
    case Follow::Ended::kGone: return kExitRefused;
  }
  return kExitGood;
}

}  // namespace wardroom::terminal
