#include "server/match/tutorial.h"

#include <algorithm>

#include "common/hash.h"

namespace wardroom::match {

Seat learner_of(const v1::Tutorial& tutorial) { return tutorial.seat() == 0 ? Seat::kFirst : Seat::kSecond; }

KnownChance chance_of(const v1::Tutorial& tutorial) {
  const auto known = [&](std::string_view what) {
    return Hasher().add("wardroom tutorial").add(what).add(tutorial.seed()).finish();
  };
  KnownChance chance;
  chance.server_seed = known("seed");
  chance.nonces[index(learner_of(tutorial))] = known("nonce");
  return chance;
}

NewMatch tutorial_match(const v1::Tutorial& tutorial, std::string title, std::string account) {
  NewMatch match;
  match.title = std::move(title);
  match.scenario = tutorial.scenario();
  match.creator = account;
  match.is_private = true;
  const Seat learner = learner_of(tutorial);
  match.seats[index(learner)].account = std::move(account);
  match.seats[index(other(learner))].bot = tutorial_bot(tutorial.id());
  match.known_chance = chance_of(tutorial);
  return match;
}

Move TutorialPlayer::answer(const v1::Update& update) {
  const v1::Menu& menu = update.menu();
  for (const std::string& prompt : {menu.prompt().id(), std::string()}) {
    for (const v1::TutorialReply& reply : tutorial_->reply()) {
      if (reply.prompt() != prompt) continue;
      for (const v1::TutorialAnswer& wanted : reply.answer()) {
        const auto item =
            std::ranges::find_if(menu.items(), [&](const v1::Item& each) { return wardroom::fits(wanted, each); });
        if (item != menu.items().end()) return {item->action(), {}};
      }
    }
  }
  return {menu.items().rbegin()->action(), {}};
}

}  // namespace wardroom::match
