// What mails say, word for word in both languages, and their picture.
#include "server/notices/letter.h"

#include <gmock/gmock.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "common/bundle.h"
#include "server/mail/message.h"
#include "server/notices/chart.h"
#include "tests/titles/picket/picket.h"

namespace wardroom::notices {
namespace {

using ::testing::HasSubstr;

const std::filesystem::path kSource = WARDROOM_SOURCE_DIR;
const std::filesystem::path kGolden = kSource / "tests/notices/golden";

void put(v1::Diary::Part& part, const char* text) {
  part.add_entries()->mutable_line()->mutable_report()->mutable_text()->set_id(text);
}

class Letters : public ::testing::TestWithParam<const char*> {
 protected:
  Letters() {
    if (!words.read(kSource / "common/text")) ADD_FAILURE();
    bundle = *Bundle::read(kSource / "tests/titles/picket");
    title = *picket::entry().make(bundle);
    words.over();
    for (const DataText& file : bundle.files()) {
      if (file.path.starts_with("text/")) (void)words.add(file.path.substr(file.path.rfind('/') + 1), file.text);
    }
  }

  Item item(const char* kind) {
    Item made;
    made.kind = kind;
    made.title = title.get();
    made.words = &words;
    v1::MatchInfo& info = *made.shown.mutable_match();
    info.set_id("m");
    info.set_title(std::string(title->id()));
    info.set_scenario(title->scenarios().front().id);
    info.add_seats()->set_name("Jan");
    info.add_seats()->set_name("Anna <&> \"Żółć\"");
    v1::Diary::Part& part = *made.diary.add_parts();
    to_wire(title->scenarios().front().name, *part.mutable_heading());
    for (const Text& seat : title->seat_names()) {
      v1::Diary::Entry& entry = *part.add_entries();
      to_wire(seat, *entry.mutable_line()->mutable_report()->mutable_text());
    }
    to_wire(title->name(), *made.shown.mutable_update()->mutable_menu()->mutable_prompt());
    made.deadline_ms = 1'794'946'500'000;
    made.link = "https://play.example.org/#/link/" + std::string(64, 'a');
    made.opens = true;
    return made;
  }

  Item news(const char* kind) {
    Item made;
    made.kind = kind;
    made.title = title.get();
    made.words = &words;
    made.event.set_event("e");
    made.event.set_name("Convoys <&> 2026");
    made.event.set_round(3);
    made.event.set_board(2);
    made.event.set_opponent("somebody");
    made.event.set_seat(1);
    made.event.set_scenario(title->scenarios().front().id);
    made.event.set_halves(2);
    made.event.set_text("Be kind to each other, and answer within three days.");
    made.opponent = "Anna";
    const std::string what = kind;
    if (what == "event_paired" || what == "event_deadline") made.deadline_ms = 1'794'946'500'000;
    made.link = "https://play.example.org/#/event/e";
    return made;
  }

  // As the file has it; with WARDROOM_GOLDEN set, the file is written.
  void expect_golden(const std::string& name, const Written& written) {
    const auto file = kGolden / (name + "." + GetParam() + ".txt");
    const std::string all = "Subject: " + written.subject + "\n\n" + written.text + "\n" + written.html;
    if (std::getenv("WARDROOM_GOLDEN")) std::ofstream(file) << all;
    std::ostringstream kept;
    kept << std::ifstream(file).rdbuf();
    EXPECT_EQ(all, kept.str());
  }

  Catalog words;
  Bundle bundle;
  std::shared_ptr<const Title> title;
};

TEST_P(Letters, OfAMoveSayWhatHappenedWhatIsAskedAndWhereToGo) {
  const Letter letter(words, GetParam());
  expect_golden("move",
                letter.of_matches({item("your_move")}, "https://play.example.org/u/" + std::string(64, 'b'), true));
}

TEST_P(Letters, OfSeveralMatchesAreOne) {
  const Letter letter(words, GetParam());
  std::vector<Item> items{item("your_move"), item("warning"), item("over"), item("invited"), item("joined")};
  expect_golden("digest", letter.of_matches(items, "https://play.example.org/u/" + std::string(64, 'b'), false));
}

TEST_P(Letters, OfATournamentSayWhatItHasToSay) {
  const Letter letter(words, GetParam(), "Europe/Warsaw");
  const std::string stop = "https://play.example.org/u/" + std::string(64, 'b');
  for (const char* kind : {"event_paired", "event_deadline", "event_ruled", "event_said", "event_waiting",
                           "event_admitted", "event_looked", "event_stopped"})
    expect_golden(kind, letter.of_matches({news(kind)}, stop, false));
  Item rests = news("event_paired");
  rests.opponent.clear();
  rests.event.clear_opponent();
  rests.event.clear_scenario();
  expect_golden("event_rests", letter.of_matches({rests, news("event_said"), item("your_move")}, stop, false));
}

TEST_P(Letters, OfAMeetingSayWhenItIs) {
  const Letter letter(words, GetParam(), "Europe/Warsaw");
  const std::string stop = "https://play.example.org/u/" + std::string(64, 'b');
  for (const char* kind : {"offered", "meeting"}) {
    Item meets = item(kind);
    meets.meeting_ms = 1'794'935'700'000;
    meets.diary.Clear();
    expect_golden(kind, letter.of_matches({meets}, stop, false));
  }
}

TEST_P(Letters, OfSeveralSayThatTheyWaitOnlyWhereTheyDo) {
  const Letter letter(words, GetParam());
  const auto said = [&](const char* id) { return words.format(Text(id).number("count", 2), GetParam()); };
  EXPECT_EQ(letter.subject_of({item("your_move"), item("warning")}), said("notices.digest"));
  EXPECT_EQ(letter.subject_of({item("your_move"), item("over")}), said("notices.digest_news"));
  EXPECT_EQ(letter.subject_of({news("event_paired"), item("your_move")}), said("notices.digest_news"));
}

TEST_P(Letters, TellTimesByTheReadersOwnClockToo) {
  const Letter letter(words, GetParam(), "Europe/Warsaw");
  const Written written = letter.of_matches({item("your_move")}, "x", false);
  EXPECT_THAT(written.html, ::testing::HasSubstr("2026-11-17 21:15 Europe/Warsaw (2026-11-17 20:15 UTC)"));
}

TEST_P(Letters, OfAnAccountSayWhatTheirLinkDoes) {
  const Letter letter(words, GetParam());
  expect_golden("confirm", letter.of_account("confirm", "Anna", "https://play.example.org/#/confirm/x"));
  expect_golden("reset", letter.of_account("reset", "Anna", "https://play.example.org/#/reset/x"));
  expect_golden("test", letter.of_account("test", "Anna", ""));
}

TEST_P(Letters, HaveNoTextWithoutWords) {
  const Letter letter(words, GetParam());
  for (const char* kind : {"your_move", "warning", "over", "invited", "joined", "proposed", "offered", "meeting"})
    (void)letter.of_matches({item(kind)}, "x", true);
  for (const char* kind : {"event_paired", "event_deadline", "event_ruled", "event_said", "event_waiting",
                           "event_admitted", "event_looked", "event_stopped"})
    (void)letter.of_matches({news(kind)}, "x", false);
  EXPECT_TRUE(words.missed().empty()) << *words.missed().begin();
}

TEST_P(Letters, KeepToTheirColumns) {
  const Letter letter(words, GetParam());
  Item long_one = item("your_move");
  for (int i = 0; i < 100; ++i) put(*long_one.diary.mutable_parts(0), "notices.why");
  const Written written = letter.of_matches({long_one}, "x", false);
  std::istringstream lines(written.text);
  std::size_t count = 0;
  for (std::string line; std::getline(lines, line); ++count) {
    if (line.starts_with("https://")) continue;
    EXPECT_LE(line.size(), 72u + 20) << line;  // bytes: letters may have two
  }
  EXPECT_LT(count, 250u) << "the oldest of a long diary are left out";
}

INSTANTIATE_TEST_SUITE_P(In, Letters, ::testing::Values("en", "pl"), [](const auto& each) { return each.param; });

TEST(Deadlines, AreReadInOnePlace) {
  v1::MatchInfo info;
  info.add_seats();
  v1::SeatInfo& mine = *info.add_seats();
  info.set_my_seat(1);
  info.set_my_turn(true);
  EXPECT_EQ(deadline_of(info, 1000), 0) << "no clock";
  info.mutable_clock()->set_bank_seconds(60);
  mine.set_clock_ms(50'000);
  info.set_thinking_ms(20'000);
  EXPECT_EQ(deadline_of(info, 1000), 31'000);
  mine.set_deadline_ms(99'000);
  EXPECT_EQ(deadline_of(info, 1000), 99'000) << "a clock that rests says it itself";
  info.set_my_turn(false);
  EXPECT_EQ(deadline_of(info, 1000), 0);
}

TEST(Charts, AreSmallEnoughForAMail) {
  std::string svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 400 200\">";
  for (int i = 0; i < 3000; ++i) {
    svg += "<circle cx=\"" + std::to_string(i * 37 % 400) + "\" cy=\"" + std::to_string(i * 91 % 200) +
           "\" r=\"3\" fill=\"rgb(" + std::to_string(i % 256) + ',' + std::to_string(i * 7 % 256) + ",90)\"/>";
  }
  const std::string png = png_of(svg + "</svg>", 400, 200);
  EXPECT_TRUE(png.starts_with("\x89PNG"));
  EXPECT_LE(png.size(), kMostPicture);
  EXPECT_EQ(png_of("not a picture", 400, 200), "");
  EXPECT_EQ(png_of("", 0, 0), "");
}

}  // namespace
}  // namespace wardroom::notices
