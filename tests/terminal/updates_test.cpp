// Updates add up: what a client has made of them is, byte for byte, what a view and a menu that were made from nothing
// say. At every step of random stretches of every title and scenario, with undos, take-backs and cold loads.
#include <gtest/gtest.h>

#include "client/terminal/sight.h"
#include "common/told.h"
#include "server/engine/press.h"
#include "server/match/gallery.h"
#include "server/titles/titles.h"
#include "tests/engine/played_match.h"
#include "tests/titles/narrows/narrows.h"
#include "tests/titles/picket/picket.h"

namespace wardroom::testing {
namespace {

struct Played {
  std::shared_ptr<const Title> title;
  std::string scenario;
};

std::vector<Played> all_scenarios() {
  std::vector<std::shared_ptr<const Title>> all{picket::make_picket(), narrows::make_narrows()};
  for (const TitlePack& pack : titles()) {
    const auto files = Bundle::read(WARDROOM_SOURCE_DIR "/scenarios/" + pack.entry.id);
    all.push_back(*pack.entry.make(*files));
  }
  std::vector<Played> scenarios;
  for (const auto& title : all) {
    for (const ScenarioInfo& each : title->scenarios()) scenarios.push_back({title, each.id});
  }
  return scenarios;
}

// One viewer: as a client knows the match, and as the server knows what he has been sent.
struct Watcher {
  Viewer viewer;
  terminal::Sight sight{};
  v1::Update sent{};
  Told telling{};  // by what differs, between the two
  Told hearing{};

  void begin(const Referee& referee) {
    sent = *referee.all(viewer);
    ASSERT_EQ(sight.take(sent), terminal::Sight::Taken::kNew);
    connect();
  }
  // A server that has just loaded the match knows nothing of what was told before.
  void connect() {
    telling.begin(sent);
    hearing.begin(sent);
  }
  void take(const OwnedUpdate& update) {
    if (!update) return;
    v1::Update told = telling.shortened(*update);
    ASSERT_TRUE(hearing.restore(told));
    ASSERT_EQ(told.SerializeAsString(), update->SerializeAsString());
    ASSERT_EQ(sight.take(told), terminal::Sight::Taken::kNew);
    match::apply(*update, sent);
  }

  void expect_all(const Referee& referee) const {
    const Title& title = referee.title();
    const v1::Update all = *referee.all(viewer);
    ASSERT_EQ(sent.SerializeAsString(), all.SerializeAsString());
    // Nothing of a view is newer than what he was last shown.
    terminal::Sections whole;
    for (const v1::Section& section : all.sections()) whole[section.number()] = section.body();
    ASSERT_EQ(sight.sections(), whole);
    terminal::Sections fresh;
    const OwnedView view = shown_view(title, referee.position(), viewer);
    for (const v1::Section& section : sections_of(*view)) fresh[section.number()] = section.body();
    ASSERT_EQ(sight.sections(), fresh);
  }
  void expect_menu(const Referee& referee, Seat seat) const {
    const Menu* menu = referee.menu(seat);
    ASSERT_EQ(sight.now().has_menu(), menu != nullptr);
    if (!menu) return;
    v1::Menu fresh;
    to_wire(*menu, fresh);
    fresh.set_can_undo(referee.can_undo(seat));
    fresh.set_serial(referee.menu_serial(seat));
    ASSERT_EQ(sight.now().menu().SerializeAsString(), fresh.SerializeAsString());
  }
};

class Updates : public ::testing::TestWithParam<Played> {};

// A stretch of a match from its opening, and one of its midst.
TEST_P(Updates, AddUpToTheWholeViewAndMenuAtEveryStep) {
  const auto& [title, scenario] = GetParam();
  constexpr int kSteps = 120;
  constexpr int kLoads = 20;  // steps between cold loads
  for (const std::uint64_t from : {0, 800}) {
    Random random(23);
    PlayedMatch match(title, scenario, 23);
    match.play_until(from, random);
    std::vector<Watcher> watchers;
    for (Viewer viewer : kLiveViewers) {
      if (looks(match.referee().played(), viewer)) watchers.push_back({viewer});
    }
    for (Watcher& watcher : watchers) watcher.begin(match.referee());
    const auto tell = [&](const Step& step) {
      const Referee& referee = match.referee();
      const bool everyone = step.rows.back().published();
      for (Watcher& watcher : watchers) {
        const auto& update = step.updates[index(watcher.viewer)];
        watcher.take(update);
        if (!everyone && !update) continue;
        watcher.expect_all(referee);
        if (watcher.viewer != Viewer::kPublic)
          watcher.expect_menu(referee, watcher.viewer == Viewer::kFirst ? Seat::kFirst : Seat::kSecond);
      }
      if (everyone) ASSERT_EQ(step.rows.back().checksum(), checksum(save(referee.position())));
    };
    for (int i = 1; i <= kSteps && match.playing(); ++i) {
      const Seat seat = match.asked(random);
      const std::uint64_t newest = match.referee().seq();
      if (match.referee().can_undo(seat) && pick(random, 8) == 0) {
        tell(match.keep(*match.referee().undo(seat)));
      } else if (newest > 12 && i % 50 == 0) {
        const std::uint64_t keep = newest - 1 - pick(random, 10);
        if (auto back = match.referee().take_back(match.stretch(keep), keep)) tell(match.keep(*back));
      } else {
        tell(match.play(random));
      }
      if (i % kLoads == 0) {
        match.replace(*match.resume(title));
        for (Watcher& watcher : watchers) watcher.connect();
      }
      if (HasFatalFailure()) return;
    }
  }
}

// Whoever compares what two bodies say has been spared that; and what is made of a position leaves it as it was.
TEST_P(Updates, AreMadeOfTheSameBytesWhereAPartReadsAsBefore) {
  const auto& [title, scenario] = GetParam();
  if (!dynamic_cast<const ShowsParts*>(title.get())) GTEST_SKIP() << "its views are made whole";
  Random random(24);
  SeededChance chance(secret_of(24), 0);
  Game game(*title, *title->open(scenario, {}), chance);
  Press press(*title);
  std::array<Sections, 3> before;
  std::size_t same = 0;
  for (int step = 0; step < 300 && !game.over(); ++step) {
    const std::string position = save(game.position());
    press.renew();
    for (Viewer viewer : kLiveViewers) {
      const Sections now = press.show(game.position(), viewer);
      const Sections fresh = pressed(*shown_view(*title, game.position(), viewer));
      const Sections old = std::exchange(before[index(viewer)], now);
      for (std::size_t i = 0; i < now.size(); ++i) {
        ASSERT_EQ(*now[i].body, *fresh[i].body) << now[i].number;
        if (old.empty() || *old[i].body != *now[i].body) continue;
        ASSERT_EQ(old[i].body, now[i].body) << now[i].number;
        ++same;
      }
    }
    ASSERT_EQ(press.save(game.position()), position);
    ASSERT_EQ(save(game.position()), position);
    const Seat seat = game.menu(Seat::kFirst) ? Seat::kFirst : Seat::kSecond;
    const Menu& menu = *game.menu(seat);
    game.answer(seat, Action(menu.items[pick(random, menu.items.size())].action));
  }
  EXPECT_GT(same, 0u);
}

INSTANTIATE_TEST_SUITE_P(EveryScenario, Updates, ::testing::ValuesIn(all_scenarios()), [](const auto& each) {
  return std::string(each.param.title->id()) + "_" + each.param.scenario;
});

}  // namespace
}  // namespace wardroom::testing
