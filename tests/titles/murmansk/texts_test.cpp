// Whatever is asked, offered and told in random games has words in both languages, with all their arguments.
#include <gtest/gtest.h>

#include "common/catalog.h"
#include "server/titles/murmansk/campaign/campaign.h"
#include "tests/engine/leak.h"
#include "tests/titles/murmansk/the_box.h"

namespace wardroom::testing {
namespace {

class Reader {
 public:
  Reader() {
    EXPECT_TRUE(catalog_.read(WARDROOM_SOURCE_DIR "/common/text"));
    catalog_.over();
    EXPECT_TRUE(catalog_.read(WARDROOM_SOURCE_DIR "/scenarios/murmansk/text"));
  }

  void operator()(const Text& text) {
    for (const char* language : {"en", "pl"}) {
      const std::string said = catalog_.format(text, language);
      EXPECT_FALSE(said.empty()) << text.id;
      EXPECT_EQ(said.find('{'), std::string::npos) << said;
    }
  }
  void operator()(const Menu& menu) {
    (*this)(menu.prompt);
    for (const Item& item : menu.items) (*this)(item.label);
  }
  void missed_nothing() const {
    for (const std::string& id : catalog_.missed()) ADD_FAILURE() << "no words for " << id;
  }

 private:
  Catalog catalog_;
};

void read_game(const Title& title, const std::string& scenario, std::uint64_t seed, Reader& read) {
  Random random(seed);
  SeededChance chance(secret_of(seed), 0);
  Game game(title, *title.open(scenario, {}), chance);
  while (!game.over()) {
    for (const auto& told : game.take().told) read(told.report.text);
    const Seat seat = game.menu(Seat::kFirst) ? Seat::kFirst : Seat::kSecond;
    const Menu& menu = *game.menu(seat);
    if (pick(random, 4) == 0) read(menu);
    game.answer(seat, Action(menu.items[pick(random, menu.items.size())].action));
  }
  for (const auto& told : game.take().told) read(told.report.text);
}

TEST(MurmanskTexts, EverythingInPlayHasWords) {
  const auto title = murmansk::the_title();
  Reader read;
  for (const char* scenario : {"learning", "summer42", "fall42", "winter43"}) {
    for (std::uint64_t seed = 0; seed < 4; ++seed) read_game(*title, scenario, seed, read);
  }
  read_game(*title, "war", 7, read);
  read.missed_nothing();
}

TEST(MurmanskTexts, EverythingThatIsListedHasWords) {
  const auto title = murmansk::the_title();
  Reader read;
  read(title->name());
  for (const Text& name : title->seat_names()) read(name);
  for (const Text& topic : title->topics()) read(topic);
  for (const BoardInfo& board : title->boards()) read(board.name);
  for (const OptionInfo& option : title->options()) read(option.name);
  for (const StandingInfo& order : title->standing()) {
    read(order.name);
    for (const StandingInfo::Way& way : order.ways) read(way.name);
  }
  for (const ScenarioInfo& scenario : title->scenarios()) {
    read(scenario.name);
    read(scenario.note);
    read(scenario.date);
    for (const Text& text : scenario.forces) read(text);
    for (const Text& text : scenario.aims) read(text);
  }
  read.missed_nothing();
}

// A terminal has no map: its words know the positions and the turns by their numbers.
TEST(MurmanskTexts, PlacesAndTurnsAreNamedInTheirOrder) {
  Catalog catalog;
  ASSERT_TRUE(catalog.read(WARDROOM_SOURCE_DIR "/scenarios/murmansk/text"));
  const murmansk::Box& box = murmansk::the_box();
  for (const char* language : {"en", "pl"}) {
    for (murmansk::Place place = 1; place <= box.places(); ++place) {
      EXPECT_EQ(catalog.format(Text("screen.murmansk.place").word("place", std::to_string(place)), language),
                catalog.format(Text(box.position(place).id() + ".name"), language));
    }
    for (int turn = 1; turn <= box.turns(); ++turn) {
      EXPECT_EQ(catalog.format(Text("screen.murmansk.turn").word("turn", std::to_string(turn)), language),
                catalog.format(murmansk::Campaign::season_name(box.turn(turn)), language));
    }
  }
}

TEST(MurmanskTexts, AVerdictTellsHowTheScoreStandsToPar) {
  Catalog catalog;
  ASSERT_TRUE(catalog.read(WARDROOM_SOURCE_DIR "/scenarios/murmansk/text"));
  const auto title = murmansk::the_title();
  const auto position = *title->open("learning", {});  // nothing is won yet, and the score is nothing
  const int par = title->ending(*position).par_halves();
  const auto says = [&](int beyond, const char* language) {
    return catalog.format(title->ending_after_bid(*position, beyond - par).verdict(), language);
  };
  EXPECT_EQ(says(0, "en"), "A draw: 0 seasons to 0. Exactly par: score 0.");
  EXPECT_EQ(says(1, "en"), "A draw: 0 seasons to 0. Against par (+½) the Germans did better: score 0.");
  EXPECT_EQ(says(-5, "en"), "A draw: 0 seasons to 0. Against par (−2½) the Allies did better: score 0.");
  EXPECT_EQ(says(-5, "pl"), "Remis: pory roku 0 do 0. Wobec normy (−2½) lepiej wypadli Alianci: wynik 0.");
}

TEST(MurmanskOpening, WhatDoesNotExistIsRefused) {
  const auto title = murmansk::the_title();
  EXPECT_EQ(title->open("pq18", {}).error().code, RefusalCode::kNotFound);
  EXPECT_EQ(title->open("war", {{"option.unknown", "on"}}).error().code, RefusalCode::kNotFound);
  EXPECT_EQ(title->open("war", {{"option.freighters", "13"}}).error().code, RefusalCode::kNotFound);
  EXPECT_TRUE(title->open("war", {{"option.freighters", "8"}, {"option.depots", "on"}}).has_value());
}

}  // namespace
}  // namespace wardroom::testing
