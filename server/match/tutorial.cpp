#include "server/match/tutorial.h"

#include <algorithm>

#include "common/data/parse.h"
#include "common/hash.h"

namespace wardroom::match {
namespace {

bool mentions(const v1::Text& text, const std::string& id) {
  return std::ranges::any_of(text.arguments(), [&](const v1::Argument& argument) {
    return argument.has_text() && (argument.text().id() == id || mentions(argument.text(), id));
  });
}

}  // namespace

std::vector<std::shared_ptr<const v1::Tutorial>> tutorials_of(const Bundle& bundle) {
  std::vector<std::shared_ptr<const v1::Tutorial>> all;
  for (const DataText& file : bundle.files()) {
    if (!file.path.starts_with("tutorials/")) continue;
    const auto message = parse_by_header(file.text);
    const auto* tutorial = dynamic_cast<const v1::Tutorial*>(message.get());
    if (tutorial) all.push_back(std::make_shared<const v1::Tutorial>(*tutorial));
  }
  std::ranges::stable_sort(all, {}, [](const auto& each) { return each->order(); });
  return all;
}

std::shared_ptr<const v1::Tutorial> tutorial_of(const Bundle& bundle, std::string_view id) {
  for (auto& each : tutorials_of(bundle)) {
    if (id.empty() || each->id() == id) return each;
  }
  return nullptr;
}

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

bool fits(const v1::TutorialAnswer& wanted, const v1::Item& item) {
  if (!wanted.choice().empty() && item.label().id() != wanted.choice()) return false;
  if (wanted.place() != 0 && std::ranges::find(item.places(), wanted.place()) == item.places().end()) return false;
  return wanted.argument().empty() || mentions(item.label(), wanted.argument());
}

Move TutorialPlayer::answer(const v1::Update& update) {
  const v1::Menu& menu = update.menu();
  for (const std::string& prompt : {menu.prompt().id(), std::string()}) {
    for (const v1::TutorialReply& reply : tutorial_->reply()) {
      if (reply.prompt() != prompt) continue;
      for (const v1::TutorialAnswer& wanted : reply.answer()) {
        const auto item = std::ranges::find_if(menu.items(), [&](const v1::Item& each) { return fits(wanted, each); });
        if (item != menu.items().end()) return {item->action(), {}};
      }
    }
  }
  return {menu.items().rbegin()->action(), {}};
}

}  // namespace wardroom::match
