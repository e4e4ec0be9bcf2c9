#include "server/match/tutorial.h"

#include <algorithm>

#include "common/data/parse.h"
#include "common/hash.h"

namespace wardroom::match {
namespace {

constexpr std::string_view kHistory = "choice.historical";

bool mentions(const v1::Text& text, const std::string& id) {
  return std::ranges::any_of(text.arguments(), [&](const v1::Argument& argument) {
    return argument.has_text() && (argument.text().id() == id || mentions(argument.text(), id));
  });
}

}  // namespace

bool is_tutorial(const Card& card) { return std::ranges::find(card.bots, kTutorialBot) != card.bots.end(); }

std::shared_ptr<const v1::Tutorial> tutorial_of(const Bundle& bundle) {
  const DataText* file = bundle.find("tutorial.textproto");
  if (!file) return nullptr;
  const auto message = parse_by_header(file->text);
  const auto* tutorial = dynamic_cast<const v1::Tutorial*>(message.get());
  return tutorial ? std::make_shared<const v1::Tutorial>(*tutorial) : nullptr;
}

KnownChance chance_of(const v1::Tutorial& tutorial) {
  const auto known = [&](std::string_view what) {
    return Hasher().add("wardroom tutorial").add(what).add(tutorial.seed()).finish();
  };
  KnownChance chance;
  chance.server_seed = known("seed");
  chance.nonces[tutorial.side() == v1::Side::AXIS ? 1 : 0] = known("nonce");
  return chance;
}

NewMatch tutorial_match(const v1::Tutorial& tutorial, std::string title, std::string account) {
  NewMatch match;
  match.title = std::move(title);
  match.scenario = tutorial.scenario();
  match.creator = account;
  match.is_private = true;
  const std::size_t learner = tutorial.side() == v1::Side::AXIS ? 1 : 0;
  match.seats[learner].account = std::move(account);
  match.seats[1 - learner].bot = std::string(kTutorialBot);
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
  for (const v1::TutorialReply& reply : tutorial_->reply()) {
    if (reply.prompt() != menu.prompt().id()) continue;
    for (const v1::TutorialAnswer& wanted : reply.answer()) {
      const auto item = std::ranges::find_if(menu.items(), [&](const v1::Item& each) { return fits(wanted, each); });
      if (item != menu.items().end()) return {item->action(), {}};
    }
  }
  v1::TutorialAnswer history;
  history.set_choice(std::string(kHistory));
  const auto item = std::ranges::find_if(menu.items(), [&](const v1::Item& each) { return fits(history, each); });
  return {item != menu.items().end() ? item->action() : menu.items().rbegin()->action(), {}};
}

}  // namespace wardroom::match
