#include "tests/terminal/transcript.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <sstream>

#include "client/bot/random_bot.h"
#include "client/terminal/choice.h"
#include "client/terminal/library.h"
#include "client/terminal/voice.h"
#include "server/engine/referee.h"
#include "server/titles/titles.h"
#include "wardroom/pq17/v1/view.pb.h"

namespace wardroom::terminal {
namespace {

using Verb = pq17::v1::Verb;

constexpr const char* kLanguages[] = {"en", "pl"};

// What ends a question. A player who always moved at random would wander for hundreds of pages.
bool passes(std::uint32_t verb) {
  switch (verb) {
    case Verb::DONE:
    case Verb::STOP:
    case Verb::PLOT_END:
    case Verb::HISTORICAL:
      return true;
    default:
      return false;
  }
}

class Hand {
 public:
  Hand(std::uint64_t seed, std::unique_ptr<bot::Bot> bot) : whim_(seed), bot_(std::move(bot)) {}

  // The item's place in the menu.
  std::size_t choose(const Menu& menu, const bot::Look& look) {
    if (bot_) {
      const Action action = bot_->choose(menu, look).action;
      return static_cast<std::size_t>(std::ranges::find(menu.items, action, &Item::action) - menu.items.begin());
    }
    const auto item = std::ranges::find_if(menu.items, [](const Item& each) { return passes(each.action.verb); });
    if (item != menu.items.end() && (item->action.verb == Verb::HISTORICAL || whim_.below(4) == 0)) {
      return static_cast<std::size_t>(item - menu.items.begin());
    }
    return whim_.below(menu.items.size());
  }

 private:
  bot::Whim whim_;
  std::unique_ptr<bot::Bot> bot_;
};

class Reader {
 public:
  Reader(const Title& title, const Performance& performance, std::string language)
      : library_(titles(), terminals()), title_(performance.title) {
    library_.home = WARDROOM_SOURCE_DIR;
    library_.language = std::move(language);
    voice_ = plain_voice(out_, library_, *library_.words());
    v1::Titles known;
    v1::TitleInfo& info = *known.add_titles();
    info.set_id(std::string(title.id()));
    to_wire(title.name(), *info.mutable_name());
    for (const Text& seat : title.seat_names()) to_wire(seat, *info.add_seats());
    for (const ScenarioInfo& each : title.scenarios()) {
      v1::Scenario& scenario = *info.add_scenarios();
      scenario.set_id(each.id);
      to_wire(each.name, *scenario.mutable_name());
    }
    match_.set_id(performance.name);
    match_.set_title(info.id());
    match_.set_scenario(performance.scenario);
    match_.set_state(v1::MATCH_STATE_PLAYING);
    match_.add_seats()->set_name("Anna");
    match_.add_seats()->set_name("Jan");
    if (performance.viewer != Viewer::kPublic)
      match_.set_my_seat(static_cast<std::uint32_t>(index(performance.viewer)));
    voice_->know(known);
    voice_->about(info.id());
  }

  void sit_down(const v1::Update& all, const OwnedUpdate& before) {
    v1::Attached attached;
    *attached.mutable_match() = match_;
    *attached.mutable_update() = all;
    attached.mutable_update()->set_full(true);
    if (before) *attached.add_missed()->mutable_reports() = before->reports();
    sight_.take(attached);
    voice_->attached(sight_, attached);
  }
  // A person types the place where the list is long.
  void type(const Menu& menu, std::size_t item) {
    constexpr std::size_t kLong = 20;
    const Places& places = menu.items[item].places;
    const bool by_place =
        menu.items.size() > kLong && places.size() == 1 && std::ranges::count(menu.items, places, &Item::places) == 1;
    out_ << "> "
         << (by_place ? library_.screen(title_)->place(places[0])
                      : number_of(sight_.now().menu(), static_cast<int>(item)))
         << "\n";
  }
  void hear(const v1::Update& update) {
    sight_.take(update);
    voice_->update(sight_, update);
  }
  void look() { voice_->board(sight_); }
  std::string page() const { return out_.str(); }

 private:
  Library library_;
  std::string title_;
  std::ostringstream out_;
  std::unique_ptr<Voice> voice_;
  v1::MatchInfo match_;
  Sight sight_;
};

}  // namespace

Transcript perform(const Performance& performance) {
  Library library(titles(), terminals(), bot::bots());
  library.home = WARDROOM_SOURCE_DIR;
  const auto title = *library.title(performance.title);
  v1::record::Head head;
  head.set_title(std::string(title->id()));
  head.set_scenario(performance.scenario);
  Step step;
  const Secret secret = match_secret("transcript " + std::to_string(performance.seed), {});
  const auto referee = *Referee::open(title, head, secret, step, Referee::Settings{});
  Hand hand(performance.seed,
            performance.bot.empty() ? nullptr : library.bot(performance.bot, *title, performance.seed));
  std::vector<std::unique_ptr<Reader>> readers;
  for (const char* language : kLanguages) {
    Reader& reader = *readers.emplace_back(std::make_unique<Reader>(*title, performance, language));
    reader.sit_down(*referee->all(performance.viewer), step.updates[index(performance.viewer)]);
  }
  const auto goes_on = [&] { return performance.chapters == 0 || referee->chapters() < performance.chapters; };
  while (referee->state() == v1::MATCH_STATE_PLAYING && goes_on()) {
    const Seat seat = referee->menu(Seat::kFirst) ? Seat::kFirst : Seat::kSecond;
    const Menu& menu = *referee->menu(seat);
    const std::size_t item = hand.choose(menu, [&] { return title->view(referee->position(), viewer(seat)); });
    if (is(performance.viewer, seat)) {
      for (const auto& reader : readers) reader->type(menu, item);
    }
    const Action action = menu.items[item].action;
    const auto taken = referee->act(seat, referee->menu_serial(seat), std::span(&action, 1));
    const auto& update = taken->updates[index(performance.viewer)];
    if (!update) continue;
    for (const auto& reader : readers) reader->hear(*update);
  }
  Transcript transcript;
  for (std::size_t i = 0; i < readers.size(); ++i) {
    readers[i]->look();
    transcript[kLanguages[i]] = readers[i]->page();
  }
  return transcript;
}

}  // namespace wardroom::terminal
