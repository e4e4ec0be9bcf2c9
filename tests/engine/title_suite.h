// The shared title suite: one file that proves ANY title. A title's test program includes it and instantiates it:
//   INSTANTIATE_TEST_SUITE_P(Picket, TitleSuite, ::testing::Values(...));
#pragma once

#include <gtest/gtest.h>

#include <fstream>
#include <set>

#include "tests/engine/played_match.h"

namespace wardroom::testing {

struct TitleCase {
  std::string name;
  std::shared_ptr<const Title> title;
  std::string scenario;
  bool listed = true;            // among the title's scenarios; else only a tutorial has it
  std::size_t games = 40;        // random games per property
  LeakPlan leaks{};              // of its scenario
  std::string signature_file{};  // the committed behaviour signature; empty: none for this case
  std::size_t signature_games = 1000;
  Facts facts{};  // hidden ones, to vary beside imagine, and what licences say of them; no `vary`: no licence test
  LeakPlan licences{};                 // of its scenario
  std::string canary{};                // planted in hidden fields: never in bytes for others
  void (*plant)(Position&) = nullptr;  // plants it in a position, where the title itself plants none
};

inline void PrintTo(const TitleCase& c, std::ostream* out) { *out << c.name; }

class TitleSuite : public ::testing::TestWithParam<TitleCase> {
 protected:
  const TitleCase& c() const { return GetParam(); }
  std::unique_ptr<Position> opening() const { return *c().title->open(c().scenario, {}); }
  std::unique_ptr<Referee> open(std::uint64_t seed, Step& first, std::uint32_t every = 8) const {
    v1::record::Head head;
    head.set_title(std::string(c().title->id()));
    head.set_scenario(c().scenario);
    auto referee = Referee::open(c().title, head, secret_of(seed), first, {every, true});
    return std::move(*referee);
  }
  World canary_world(Random& random) const;
  static std::vector<Seat> asked(const Referee& referee) {
    std::vector<Seat> seats;
    for (Seat seat : kSeats) {
      if (referee.menu(seat)) seats.push_back(seat);
    }
    return seats;
  }
  // Everything this viewer has been shown; nothing, if the rules play his seat.
  static std::string shown(const Referee& referee, Viewer who) {
    const auto update = referee.all(who);
    EXPECT_EQ(update.has_value(), looks(referee.played(), who));
    return update ? update->SerializeAsString() : std::string();
  }
  static std::uint64_t serial(const Referee& referee, Seat seat) { return referee.menu_serial(seat); }
  static Result<Step> act(Referee& referee, Seat seat, const Action& action) {
    return referee.act(seat, serial(referee, seat), std::span(&action, 1));
  }
};

inline void expect_plain(const google::protobuf::Descriptor* type,
                         std::set<const google::protobuf::Descriptor*>& seen) {
  if (!seen.insert(type).second) return;
  for (int i = 0; i < type->field_count(); ++i) {
    const auto* field = type->field(i);
    EXPECT_FALSE(field->is_map()) << field->full_name();
    EXPECT_NE(field->cpp_type(), google::protobuf::FieldDescriptor::CPPTYPE_FLOAT) << field->full_name();
    EXPECT_NE(field->cpp_type(), google::protobuf::FieldDescriptor::CPPTYPE_DOUBLE) << field->full_name();
    if (field->message_type()) expect_plain(field->message_type(), seen);
  }
}

TEST_P(TitleSuite, PositionsAndViewsHaveNoMapsAndNoFloats) {
  std::set<const google::protobuf::Descriptor*> seen;
  expect_plain(c().title->blank()->GetDescriptor(), seen);
  expect_plain(c().title->blank_view()->GetDescriptor(), seen);
}

TEST_P(TitleSuite, SectionsOfAViewAreMessagesAndRebuildIt) {
  const auto view = c().title->view(*opening(), Viewer::kFirst);
  std::string bytes;
  for (const auto& section : sections_of(*view)) {
    const auto* field = view->GetDescriptor()->FindFieldByNumber(static_cast<int>(section.number()));
    if (!view->GetReflection()->HasField(*view, field)) continue;
    ASSERT_NE(field->message_type(), nullptr) << field->full_name();
    auto part = c().title->blank_view();
    part->GetReflection()->MutableMessage(part.get(), field)->ParseFromString(section.body());
    bytes += save(*part);
  }
  EXPECT_EQ(bytes, save(*view));
}

TEST_P(TitleSuite, RandomGamesEndAndEveryCheckpointReenters) {
  Random random(1);
  for (std::size_t game = 0; game < c().games; ++game) {
    SeededChance chance(secret_of(random()), 0);
    std::size_t checkpoints = 0;
    play_random(*c().title, opening(), chance, random, [&](const Game& running) {
      ++checkpoints;
      if (checkpoints % 5 != 1) return;
      auto copy = *load(*c().title, save(running.position()));
      ScriptedChance nothing({});
      Game again(*c().title, std::move(copy), nothing);  // a draw before the first question would be Broken
      EXPECT_EQ(save(again.position()), save(running.position()));
      EXPECT_TRUE(again.take().told.empty());
      for (Seat seat : kSeats) {
        v1::Menu before, after;
        ASSERT_EQ(running.menu(seat) == nullptr, again.menu(seat) == nullptr);
        if (!running.menu(seat)) continue;
        to_wire(*running.menu(seat), before);
        to_wire(*again.menu(seat), after);
        EXPECT_EQ(before.SerializeAsString(), after.SerializeAsString());
      }
    });
    EXPECT_GT(checkpoints, 0u);
  }
}

TEST_P(TitleSuite, ExactlyTheSeatsThatAreAskedHaveMenusAndNoMenuIsEmpty) {
  Random random(2);
  for (std::size_t game = 0; game < c().games; ++game) {
    Step first;
    auto referee = open(random(), first);
    while (referee->state() == v1::MATCH_STATE_PLAYING) {
      const auto seats = asked(*referee);
      ASSERT_FALSE(seats.empty());
      for (Seat seat : kSeats) {
        const bool is_asked = std::ranges::count(seats, seat) > 0;
        v1::Update update;
        update.ParseFromString(shown(*referee, viewer(seat)));
        EXPECT_EQ(update.has_menu(), is_asked);
        if (is_asked) {
          EXPECT_FALSE(update.menu().items().empty());
        } else {
          const Action any = referee->menu(other(seat))->items.front().action;
          EXPECT_FALSE(act(*referee, seat, any).has_value());
        }
      }
      EXPECT_FALSE(referee->all(Viewer::kPublic)->has_menu());
      EXPECT_FALSE(referee->all(Viewer::kEnded).has_value());
      const Seat seat = seats[pick(random, seats.size())];
      const Menu& menu = *referee->menu(seat);
      ASSERT_TRUE(act(*referee, seat, menu.items[pick(random, menu.items.size())].action).has_value());
    }
    EXPECT_TRUE(asked(*referee).empty());
    EXPECT_TRUE(referee->ending().has_value());
    EXPECT_TRUE(referee->all(Viewer::kEnded).has_value());
  }
}

TEST_P(TitleSuite, EveryListedActionIsAcceptedAndAnUnlistedOneChangesNothing) {
  Random random(3);
  for (std::size_t game = 0; game < std::max<std::size_t>(1, c().games / 8); ++game) {
    const Secret secret = secret_of(random());
    SeededChance chance(secret, 0);
    play_random(*c().title, opening(), chance, random, [&](const Game& running) {
      if (pick(random, 10) != 0) return;
      for (Seat seat : kSeats) {
        if (!running.menu(seat)) continue;
        for (const Item& item : running.menu(seat)->items) {
          SeededChance again(secret, 0);
          Game branch(*c().title, *load(*c().title, save(running.position())), again);
          ASSERT_TRUE(branch.menu(seat)->find(item.action));
          EXPECT_NO_THROW(branch.answer(seat, item.action));
        }
      }
    });
    Step first;
    auto referee = open(random(), first);
    while (referee->state() == v1::MATCH_STATE_PLAYING) {
      const auto seats = asked(*referee);
      const Seat seat = seats[pick(random, seats.size())];
      const Menu& menu = *referee->menu(seat);
      Action wrong = menu.items[pick(random, menu.items.size())].action;
      wrong.arguments.push_back(static_cast<std::int64_t>(random()));
      const std::string position = save(referee->position());
      const std::string shown = referee->all(viewer(seat))->SerializeAsString();
      const auto refused = act(*referee, seat, wrong);
      ASSERT_FALSE(refused.has_value());
      EXPECT_EQ(refused.error().code, RefusalCode::kNotOffered);
      EXPECT_FALSE(refused.error().reason.empty());
      EXPECT_EQ(save(referee->position()), position);
      EXPECT_EQ(referee->all(viewer(seat))->SerializeAsString(), shown);
      const auto stale = referee->act(seat, serial(*referee, seat) + 1, std::span(&menu.items[0].action, 1));
      ASSERT_FALSE(stale.has_value());
      EXPECT_EQ(stale.error().code, RefusalCode::kStale);
      ASSERT_TRUE(act(*referee, seat, menu.items[pick(random, menu.items.size())].action).has_value());
    }
  }
}

// Save, load, replay and undo give byte-equal positions and views; undo never crosses a barrier.
TEST_P(TitleSuite, ReplayAndUndoGiveEqualBytes) {
  Random random(4);
  std::size_t undone = 0;
  for (std::size_t game = 0; game < c().games; ++game) {
    const std::uint64_t seed = random();
    Step first;
    auto referee = open(seed, first);
    Stored stored;
    stored.head = referee->head();
    stored.checkpoint = *first.checkpoint;
    stored.rows = first.rows;
    stored.viewers.assign(first.viewers.begin(), first.viewers.end());
    const auto keep = [&](const Step& step) {
      stored.rows.insert(stored.rows.end(), step.rows.begin(), step.rows.end());
      if (step.checkpoint) {
        stored.checkpoint = *step.checkpoint;
        std::erase_if(stored.rows, [&](const auto& row) { return row.seq() <= step.checkpoint->seq(); });
      }
      stored.viewers.assign(step.viewers.begin(), step.viewers.end());
    };
    while (referee->state() == v1::MATCH_STATE_PLAYING) {
      const auto seats = asked(*referee);
      const Seat seat = seats[pick(random, seats.size())];
      const Menu& menu = *referee->menu(seat);
      const std::string before = save(referee->position());
      const auto other_before = shown(*referee, viewer(other(seat)));
      const auto public_before = referee->all(Viewer::kPublic)->SerializeAsString();
      const Action action = menu.items[pick(random, menu.items.size())].action;
      auto step = act(*referee, seat, action);
      ASSERT_TRUE(step.has_value());
      keep(*step);
      const bool published = step->rows.back().published();
      if (!published) {  // nobody else has seen it
        EXPECT_EQ(shown(*referee, viewer(other(seat))), other_before);
        EXPECT_EQ(referee->all(Viewer::kPublic)->SerializeAsString(), public_before);
        EXPECT_FALSE(step->updates[index(viewer(other(seat)))]);
        EXPECT_FALSE(step->updates[index(Viewer::kPublic)]);
      }
      if (published && !referee->can_undo(seat)) {
        auto refused = referee->undo(seat);
        EXPECT_FALSE(refused.has_value());
      } else if (!published && step->rows.back().draws().empty() && referee->can_undo(seat) && pick(random, 3) == 0) {
        auto back = referee->undo(seat);
        ASSERT_TRUE(back.has_value());
        keep(*back);
        ++undone;
        EXPECT_EQ(save(referee->position()), before);
        EXPECT_EQ(shown(*referee, viewer(other(seat))), other_before);
      }
      if (pick(random, 10) == 0) {
        auto again = Referee::resume(c().title, stored, secret_of(seed), {8, true});
        ASSERT_TRUE(again.has_value());
        ASSERT_EQ((*again)->state(), referee->state());
        EXPECT_EQ(save((*again)->position()), save(referee->position()));
        for (Viewer who : kLiveViewers) {
          if (!looks(referee->played(), who)) continue;
          EXPECT_EQ((*again)->all(who)->ShortDebugString(), referee->all(who)->ShortDebugString());
        }
        EXPECT_EQ((*again)->rounds(), referee->rounds());
        EXPECT_EQ((*again)->chapters(), referee->chapters());
        v1::Text said, said_again;
        to_wire(referee->progress(), said);
        to_wire((*again)->progress(), said_again);
        EXPECT_EQ(save(said), save(said_again));
        for (Seat each : kSeats) EXPECT_EQ((*again)->can_undo(each), referee->can_undo(each));
        referee = std::move(*again);  // and play goes on from there
      }
    }
  }
  EXPECT_GT(undone, 0u);
}

// The result of parts played side by side does not depend on who answered first.
TEST_P(TitleSuite, SideBySideDoesNotDependOnWhoAnsweredFirst) {
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    std::set<std::string> results;
    for (std::uint64_t order = 0; order < 6; ++order) {
      Step step;
      auto referee = open(seed, step, 1'000'000);
      Random who(order);
      std::array<Random, 2> choice{Random(seed), Random(seed + 100)};
      do {
        const auto seats = asked(*referee);
        const Seat seat = seats[pick(who, seats.size())];
        const Menu& menu = *referee->menu(seat);
        step = *act(*referee, seat, menu.items[pick(choice[index(seat)], menu.items.size())].action);
      } while (!step.rows.back().published());
      results.insert(save(referee->position()));
    }
    EXPECT_EQ(results.size(), 1u);
  }
}

TEST_P(TitleSuite, AListOfActionsStopsAtBarriersAndAtWhatIsNotOffered) {
  Random random(5);
  for (std::size_t game = 0; game < c().games; ++game) {
    Step first;
    auto referee = open(random(), first);
    while (referee->state() == v1::MATCH_STATE_PLAYING) {
      const auto seats = asked(*referee);
      const Seat seat = seats[pick(random, seats.size())];
      const Menu& menu = *referee->menu(seat);
      std::vector<Action> list;
      for (int i = 0; i < 3; ++i) list.push_back(menu.items[pick(random, menu.items.size())].action);
      auto step = referee->act(seat, serial(*referee, seat), list);
      ASSERT_TRUE(step.has_value());
      EXPECT_EQ(step->taken, step->rows.size());
      for (std::size_t i = 0; i + 1 < step->rows.size(); ++i) EXPECT_FALSE(step->rows[i].published());
      EXPECT_TRUE(step->taken == 3 || step->stopped || step->rows.back().published() || !referee->menu(seat));
    }
  }
}

TEST_P(TitleSuite, TheScenarioSaysWhoPlays) {
  const auto scenario = find_scenario(*c().title, c().scenario);
  ASSERT_EQ(scenario.has_value(), c().listed);
  EXPECT_TRUE(!scenario || c().title->played(*opening()) == scenario->played);
  EXPECT_FALSE(find_scenario(*c().title, "no such scenario").has_value());
}

// Whatever a menu or a report points to lies on a board of the title and has a name there.
TEST_P(TitleSuite, PlacesHaveNamesOnTheirBoards) {
  const std::vector<BoardInfo> boards = c().title->boards();
  std::set<std::uint32_t> named;
  const auto check = [&](const auto& places) {
    for (std::uint32_t place : places) {
      if (!named.insert(place).second) continue;
      EXPECT_LT(board_of(place), boards.size()) << place;
      EXPECT_FALSE(c().title->place(place).empty()) << place;
    }
  };
  std::set<std::string> ids;
  for (const BoardInfo& board : boards) {
    EXPECT_TRUE(ids.insert(board.id).second) << board.id;
    EXPECT_FALSE(board.name.empty()) << board.id;
  }
  EXPECT_TRUE(c().title->place(place_on(255, 1)).empty());
  Random random(12);
  SeededChance chance(secret_of(random()), 0);
  Game game(*c().title, opening(), chance);
  while (!game.over()) {
    for (const auto& told : game.take().told) check(told.report.places);
    const Seat seat = game.menu(Seat::kFirst) ? Seat::kFirst : Seat::kSecond;
    const Menu& menu = *game.menu(seat);
    for (const Item& item : menu.items) check(item.places);
    game.answer(seat, Action(menu.items[pick(random, menu.items.size())].action));
  }
}

// Whatever a seat is asked in the other's turn can be left to a standing order, whose every way answers with something
// offered.
TEST_P(TitleSuite, EveryReactionHasAStandingOrder) {
  const std::vector<StandingInfo> orders = c().title->standing();
  Random random(14);
  for (std::size_t i = 0; i < c().games; ++i) {
    SeededChance chance(secret_of(random()), 0);
    Game game(*c().title, opening(), chance);
    while (!game.over()) {
      const Seat seat = game.menu(Seat::kFirst) ? Seat::kFirst : Seat::kSecond;
      const Menu& menu = *game.menu(seat);
      const auto order = std::ranges::find_if(orders, [&](const StandingInfo& each) { return each.answers(menu); });
      Action answer = menu.items[pick(random, menu.items.size())].action;
      if (order == orders.end()) {
        ASSERT_EQ(menu.asking, Asking::kOwn) << "no standing order for menus of kind " << menu.kind;
      } else {
        ASSERT_TRUE(std::ranges::find(order->seats, seat) != order->seats.end()) << menu.kind;
        const auto view = shown_view(*c().title, game.position(), viewer(seat));
        for (const StandingInfo::Way& way : order->ways) {
          ASSERT_NE(menu.find(c().title->react(*view, menu, way.number)), nullptr) << way.number << " " << menu.kind;
        }
        for (const StandingInfo::Fact& fact : order->facts) EXPECT_GE(c().title->weigh(*view, menu, fact.number), 0);
        answer = c().title->react(*view, menu, order->ways[pick(random, order->ways.size())].number);
      }
      game.answer(seat, answer);
    }
  }
}

// A chapter's checkpoint is kept with how far everybody had been told, and play can be looked at again from there.
TEST_P(TitleSuite, ChaptersBeginAtACheckpointThatCanBePlayedAgain) {
  Random random(13);
  PlayedMatch match(c().title, c().scenario, 13, 1'000'000);
  std::vector<v1::record::Checkpoint> chapters;
  const auto keep = [&](const Step& step) {
    if (!step.chapter) return;
    ASSERT_TRUE(step.checkpoint.has_value());
    EXPECT_EQ(step.chapter->number, chapters.size() + 1);
    EXPECT_EQ(step.checkpoint->chapters(), step.chapter->number);
    EXPECT_EQ(step.checkpoint->chapter().id(), step.chapter->name.id.str());
    ASSERT_EQ(step.checkpoint->viewers_size(), 3);
    for (int i = 0; step.checkpoint->seq() > 0 && i < 3; ++i) {
      EXPECT_EQ(save(step.checkpoint->viewers(i)), save(step.viewers[static_cast<std::size_t>(i)]));
    }
    chapters.push_back(*step.checkpoint);
  };
  keep(match.first());
  while (match.playing()) keep(match.play(random));
  if (chapters.empty()) GTEST_SKIP() << "this title marks none";
  for (const v1::record::Checkpoint& chapter : chapters) {
    Stored stored{match.referee().head(), chapter, {}, {chapter.viewers().begin(), chapter.viewers().end()}, {}};
    auto start = Referee::resume(c().title, stored, secret_of(13), {});
    ASSERT_TRUE(start.has_value());
    EXPECT_EQ((*start)->state(), v1::MATCH_STATE_PLAYING);
    for (const auto& row : match.rows()) {
      if (row.seq() > chapter.seq()) stored.rows.push_back(row);
    }
    const auto whole = Referee::resume(c().title, stored, secret_of(13), {});
    ASSERT_TRUE(whole.has_value());
    EXPECT_EQ(save((*whole)->position()), save(match.referee().position()));
    EXPECT_EQ((*whole)->chapters(), chapters.size());
    EXPECT_EQ((*whole)->rounds(), match.referee().rounds());
  }
}

TEST_P(TitleSuite, OccasionsAreNeverUsedTwice) {
  Random random(6);
  for (std::size_t game = 0; game < c().games; ++game) {
    SeededChance seeded(secret_of(random()), 0);
    RecordingChance chance(seeded);
    play_random(*c().title, opening(), chance, random);
    std::set<Occasion> seen;
    for (const Drawn& drawn : chance.take()) {
      EXPECT_TRUE(seen.insert(drawn.occasion).second)
          << drawn.occasion.turn << "/" << drawn.occasion.phase << "/" << drawn.occasion.step << "/"
          << drawn.occasion.subject << "/" << drawn.occasion.ordinal;
    }
  }
}

inline World TitleSuite::canary_world(Random& random) const {
  const Secret secret = secret_of(random());
  if (!c().plant) return World(c().title, c().scenario, {}, secret);
  SeededChance chance(secret, 0);
  std::unique_ptr<Position> begun;  // at its first checkpoint
  play_random(*c().title, opening(), chance, random, [&](const Game& running) {
    if (!begun) begun = *load(*c().title, save(running.position()));
  });
  c().plant(*begun);
  return World(c().title, *begun, secret);
}

TEST_P(TitleSuite, NoViewerIsSentACanaryThatIsNotHis) {
  if (c().canary.empty()) GTEST_SKIP() << "this title plants none";
  Random random(7);
  for (std::size_t game = 0; game < c().games; ++game) {
    World world = canary_world(random);
    while (!world.over()) {
      const Seat seat = world.menu(Seat::kFirst) ? Seat::kFirst : Seat::kSecond;
      const Menu& menu = *world.menu(seat);
      world.act(seat, menu.items[pick(random, menu.items.size())].action);
    }
    for (Viewer who : kLiveViewers) {
      std::array<std::size_t, 2> heard{};
      for (const auto& entry : world.sent(who)) {
        for (Seat owner : kSeats)
          heard[index(owner)] += entry.bytes.find(c().canary + std::to_string(index(owner))) != std::string::npos;
      }
      for (Seat owner : kSeats) {
        const bool his = is(who, owner);
        EXPECT_TRUE(his || heard[index(owner)] == 0) << "viewer " << index(who);
        EXPECT_TRUE(!his || !c().plant || heard[index(owner)] > 0) << "its owner is sent it";
      }
    }
  }
}

TEST_P(TitleSuite, NothingLeaks) {
  LeakPlan plan = c().leaks;
  plan.scenario = c().scenario;
  const LeakSummary summary = leak_test(c().title, plan, c().facts);
  std::cout << c().name << ": " << summary.print() << "\n";
  EXPECT_EQ(summary.ends.contains(PairEnd::kLeak), false) << summary.first_leak;
  EXPECT_GE(summary.differing * 100, summary.hiding * 90) << "imagined worlds are too often the truth itself";
  EXPECT_GE(summary.phases * 2, summary.hiding) << "the median pair is shorter than a player phase";
  EXPECT_EQ(summary.varied > 0, c().facts.vary != nullptr);
}

// For long runs by hand WARDROOM_LICENCE_GAMES says how many games.
TEST_P(TitleSuite, RevealsTellNothingBeyondTheirLicence) {
  if (!c().facts.vary) GTEST_SKIP() << "this title has no licences";
  LeakPlan plan = c().licences;
  plan.scenario = c().scenario;
  if (const char* games = std::getenv("WARDROOM_LICENCE_GAMES")) plan.games = std::stoul(games);
  const LicenceSummary summary = licence_test(c().title, c().facts, plan);
  std::cout << c().name << ": " << summary.print() << "\n";
  EXPECT_TRUE(summary.leaks.empty()) << summary.leaks.front();
  EXPECT_GT(summary.variations, 0u);
  EXPECT_GT(summary.compared, summary.variations) << "too few reveals were reached";
  EXPECT_FALSE(summary.differing.empty()) << "no variation ever showed: the facts varied are none";
}

TEST_P(TitleSuite, BehaviourSignature) {
  if (c().signature_file.empty()) GTEST_SKIP() << "another case of this title has it";
  Hasher hasher;
  for (std::size_t game = 0; game < c().signature_games; ++game) {
    Random random(game);
    SeededChance chance(secret_of(game), 0);
    const RandomGame played = play_random(*c().title, opening(), chance, random);
    hasher.add(played.actions.size()).add(played.final_position);
  }
  const std::string signature = hex(hasher.finish());
  std::ifstream file(c().signature_file);
  std::string committed;
  file >> committed;
  EXPECT_EQ(signature, committed) << "the rules behave differently: if that is meant, commit the new signature in "
                                  << c().signature_file;
}

}  // namespace wardroom::testing
