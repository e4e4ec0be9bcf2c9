#include "client/terminal/voice.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "tests/titles/picket/picket.h"

namespace wardroom::terminal {
namespace {

using testing::HasSubstr;
using testing::Not;

class VoiceTest : public testing::Test {
 protected:
  VoiceTest() : library_({picket::pack()}) {
    library_.home = WARDROOM_SOURCE_DIR;
    library_.scenarios = WARDROOM_SOURCE_DIR "/tests/titles";
  }

  std::string said(bool json, const std::string& language, const std::function<void(Voice&)>& speak) {
    library_.language = language;
    std::ostringstream out;
    const Words words = *library_.words("picket");
    auto voice = json ? json_voice(out, library_, words) : plain_voice(out, library_, words);
    v1::Titles titles;
    v1::TitleInfo& title = *titles.add_titles();
    title.set_id("picket");
    title.add_seats()->set_id("picket.seat.first");
    title.add_seats()->set_id("picket.seat.second");
    voice->know(titles);
    voice->about("picket");
    speak(*voice);
    return std::move(out).str();
  }

  static Sight asked() {
    Sight sight;
    v1::Update update;
    update.set_serial(1);
    update.set_state(v1::MATCH_STATE_PLAYING);
    update.mutable_menu()->set_serial(1);
    update.mutable_menu()->mutable_prompt()->set_id("match.state.playing");
    update.mutable_menu()->set_rule("4.2");
    update.mutable_menu()->set_can_undo(true);
    auto& plain = *update.mutable_menu()->add_items();
    plain.mutable_label()->set_id("match.state.open");
    auto& rich = *update.mutable_menu()->add_items();
    rich.mutable_label()->set_id("match.state.held");
    rich.mutable_consequence()->set_id("match.state.over");
    rich.set_rule("6.3.5");
    sight.take(update);
    return sight;
  }

  Library library_;
};

TEST_F(VoiceTest, AMenuIsReadInOrderWithConsequencesAndRules) {
  EXPECT_EQ(said(false, "en", [&](Voice& voice) { voice.menu(asked()); }),
            "Question: Being played [rule 4.2]\n"
            "  1. Waiting for a player\n"
            "  2. On hold [rule 6.3.5]: over\n"
            "  /undo takes back your last step.\n");
  EXPECT_THAT(said(false, "pl", [&](Voice& voice) { voice.menu(asked()); }), HasSubstr("Pytanie: W toku [reguła 4.2]"));
}

TEST_F(VoiceTest, TitlesAreListedWithAllThatCanBeChosen) {
  v1::ServerFrame frame;
  v1::TitleInfo& title = *frame.mutable_titles()->add_titles();
  title.set_id("picket");
  title.mutable_name()->set_id("picket.name");
  for (const char* id : {"small", "long"}) {
    v1::Scenario& scenario = *title.add_scenarios();
    scenario.set_id(id);
    scenario.mutable_name()->set_id(std::string("picket.scenario.") + id);
  }
  title.mutable_scenarios(0)->set_minutes(20);
  title.mutable_scenarios(0)->set_first(true);
  v1::OptionalRule& option = *title.add_options();
  option.set_id("radar");
  option.mutable_name()->set_id("picket.kind.carrier");
  option.add_values("off");
  option.add_values("on");
  option.add_scenarios("long");
  const auto fog = [](v1::ChosenOption& chosen) {
    chosen.set_id("fog");
    chosen.set_value("on");
  };
  fog(*option.add_needs());
  fog(*option.add_excludes());
  v1::Preset& preset = *title.add_presets();
  preset.set_id("all");
  preset.mutable_name()->set_id("picket.kind.cruiser");
  title.add_opponents("standard");
  frame.mutable_titles()->add_opponents("standard");
  frame.mutable_titles()->add_opponents("another title's");
  EXPECT_EQ(said(false, "en", [&](Voice& voice) { voice.answer(frame); }),
            "Title picket: Picket\n"
            "  Scenario small: A short watch, about 20 minutes, a good first game\n"
            "  Scenario long: A long watch\n"
            "  Option radar: carrier (off, on)\n"
            "    in: long\n"
            "    needs: fog=on\n"
            "    not with: fog=on\n"
            "  Preset all: cruiser\n"
            "  Bot: standard\n");
  title.clear_opponents();
  EXPECT_THAT(said(false, "pl", [&](Voice& voice) { voice.answer(frame); }),
              testing::AllOf(HasSubstr("około 20 minut, dobry na pierwszą grę\n"), HasSubstr("\nBot: standard\n")))
      << "a server of before has one list of bots for all titles";
}

TEST_F(VoiceTest, EachDestinationIsReadOnce) {
  v1::Update update;
  update.set_serial(1);
  const auto offer = [&](const char* id, std::uint32_t place, bool other) {
    auto& item = *update.mutable_menu()->add_items();
    item.add_places(place);
    item.mutable_action()->add_arguments(place);
    if (other) item.mutable_action()->add_arguments(1);
    item.mutable_label()->set_id(id);
    auto& argument = *item.mutable_label()->add_arguments();
    argument.set_name(other ? "command" : "seat");
    argument.set_word(std::to_string(place));
  };
  for (bool other : {false, true}) {
    for (std::uint32_t place : {11U, 12U}) offer(other ? "terminal.no_such_command" : "terminal.seat", place, other);
  }
  offer("terminal.seat", 21, false);
  Sight sight;
  sight.take(update);
  EXPECT_THAT(said(false, "en", [&](Voice& voice) { voice.menu(sight); }),
              HasSubstr("  1. Seat 11 (!)\n"
                        "  2. Seat 12 (!)\n"
                        "  5. Seat 21\n"
                        "  !: There is no command /…. Type /help. (type ! behind the number or the place)\n"));
  v1::Hint hint;
  *hint.mutable_action() = update.menu().items(3).action();
  EXPECT_THAT(said(false, "en", [&](Voice& voice) { voice.hint(sight, hint); }), HasSubstr("would choose 2!: "));
}

TEST_F(VoiceTest, ManyItemsThatDifferInTheirPlaceAreOneLine) {
  v1::Update update;
  update.set_serial(1);
  for (std::uint32_t place : {11U, 12U, 13U, 14U, 21U, 31U, 32U, 41U, 42U, 43U}) {
    auto& item = *update.mutable_menu()->add_items();
    item.add_places(place);
    item.mutable_label()->set_id("terminal.seat");
    auto& argument = *item.mutable_label()->add_arguments();
    argument.set_name("seat");
    argument.set_number(place);
  }
  update.mutable_menu()->add_items()->mutable_label()->set_id("match.state.over");
  Sight sight;
  sight.take(update);
  const std::string out = said(false, "en", [&](Voice& voice) { voice.menu(sight); });
  EXPECT_THAT(out, HasSubstr("  1–10. Seat … (type the place): 11–14, 21, 31, 32, 41–43\n  11. Over\n"));
}

TEST_F(VoiceTest, WhoIsWaitedForIsSaidOnceUntilItChanges) {
  v1::Update update;
  update.set_serial(1);
  update.add_waiting_for(1);
  Sight sight;
  sight.take(update);
  EXPECT_EQ(said(false, "en",
                 [&](Voice& voice) {
                   voice.update(sight, update);
                   voice.update(sight, update);
                 }),
            "Waiting for: East.\n");
}

TEST_F(VoiceTest, LongLinesAreBrokenBetweenWordsOnATerminal) {
  const std::string out = said(false, "en", [&](Voice& voice) {
    voice.wrap(40);
    voice.note("terminal.help");
  });
  std::istringstream lines(out);
  int count = 0;
  for (std::string line; std::getline(lines, line); ++count) EXPECT_LE(line.size(), 40U) << line;
  EXPECT_GT(count, 3);
}

TEST_F(VoiceTest, NothingButPlainLinesIsWritten) {
  const std::string all = said(false, "en", [&](Voice& voice) {
    voice.menu(asked());
    voice.board(asked());
    voice.note("terminal.help");
  });
  EXPECT_EQ(all.find('\x1b'), std::string::npos);
  EXPECT_EQ(all.find('\r'), std::string::npos);
}

TEST_F(VoiceTest, JsonIsOneObjectALineWithTheWordsBeside) {
  const std::string line = said(true, "en", [&](Voice& voice) { voice.menu(asked()); });
  EXPECT_EQ(std::ranges::count(line, '\n'), 1);
  EXPECT_THAT(line, testing::StartsWith(R"({"event":"menu","data":{"serial":"1",)"));
  EXPECT_THAT(line, HasSubstr(R"("prompt":"being played","choices":["waiting for a player","on hold"])"));
}

TEST_F(VoiceTest, ATokenIsNeverSaid) {
  v1::ServerFrame frame;
  frame.mutable_signed_in()->set_name("Anna");
  frame.mutable_signed_in()->set_token("SECRET");
  for (const bool json : {false, true}) {
    const std::string out = said(json, "en", [&](Voice& voice) { voice.answer(frame); });
    EXPECT_THAT(out, HasSubstr("Anna"));
    EXPECT_THAT(out, Not(HasSubstr("SECRET")));
  }
}

TEST_F(VoiceTest, OffersOfTheOtherSeatSayHowToAnswer) {
  v1::Notice notice;
  notice.mutable_match()->set_my_seat(0);
  notice.set_draw_offered_by(1);
  EXPECT_THAT(said(false, "en", [&](Voice& voice) { voice.notice({}, notice); }), HasSubstr("/accept or /decline"));
  notice.set_draw_offered_by(0);
  EXPECT_THAT(said(false, "en", [&](Voice& voice) { voice.notice({}, notice); }), HasSubstr("You have offered a draw"));
  EXPECT_EQ(said(false, "en", [&](Voice& voice) { voice.notice(notice, notice); }), "");
}

TEST_F(VoiceTest, MatchesOfSeveralTitlesAreListedWithTheirSeats) {
  v1::ServerFrame frame;
  auto& match = *frame.mutable_matches()->add_matches();
  match.set_id("m1");
  match.set_title("picket");
  match.add_seats()->set_name("Anna");
  match.add_seats();
  frame.mutable_matches()->add_matches()->set_title("unknown");
  frame.mutable_matches()->mutable_matches(1)->add_seats()->set_name("Jan");
  const std::string out = said(false, "en", [&](Voice& voice) { voice.answer(frame); });
  EXPECT_THAT(out, HasSubstr("2 matches:"));
  EXPECT_THAT(out, HasSubstr("  West: Anna\n  East: free\n"));
  EXPECT_THAT(out, HasSubstr("  seat 1: Jan\n"));
}

TEST_F(VoiceTest, AnUnknownTitlesViewIsGivenBySections) {
  library_ = Library({}, {});
  library_.home = WARDROOM_SOURCE_DIR;
  Sight sight;
  v1::Update update;
  update.set_serial(1);
  auto& section = *update.add_sections();
  section.set_number(2);
  section.set_body("12345");
  sight.take(update);
  EXPECT_EQ(said(false, "en", [&](Voice& voice) { voice.board(sight); }), "Part 2 of the view: 5 bytes\n");
}

}  // namespace
}  // namespace wardroom::terminal
