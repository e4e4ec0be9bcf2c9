// Who is sent what by whom: each connection in the way that its client takes it.
#include "server/match/audience.h"

#include <gtest/gtest.h>

namespace wardroom::match {
namespace {

class Kept final : public Line {
 public:
  void send(const v1::ServerFrame& frame) override { frames.push_back(frame); }
  void close(v1::RefusalCode) override {}
  std::vector<v1::ServerFrame> frames;
};

v1::Update board(std::uint64_t serial, const std::string& body) {
  v1::Update update;
  update.set_match("m");
  update.set_serial(serial);
  v1::Section& section = *update.add_sections();
  section.set_number(1);
  section.set_body(body);
  return update;
}

std::shared_ptr<Kept> come(Audience& audience, Viewer viewer, const v1::Update& full, bool takes_deltas) {
  auto line = std::make_shared<Kept>();
  if (takes_deltas) line->learn(v1::CAPABILITY_DELTAS);
  Caller caller;
  caller.line = line;
  audience.attach(viewer, caller, full);
  audience.open(line.get());
  return line;
}

Speech to(Viewer viewer, v1::Update update) {
  Speech speech;
  speech.add(viewer, std::move(update));
  return speech;
}

const std::string kBoard(300, 'b');

TEST(Audience, WhoTakesNoDeltasIsSentEverythingWhole) {
  Audience audience;
  v1::Update full = board(1, kBoard);
  full.set_full(true);
  const auto older = come(audience, Viewer::kPublic, full, false);
  const auto newer = come(audience, Viewer::kPublic, full, true);
  const auto last = come(audience, Viewer::kPublic, full, true);
  const v1::Update next = board(2, kBoard + "!");
  audience.send(to(Viewer::kPublic, next));
  ASSERT_EQ(older->frames.size(), 1u);
  EXPECT_EQ(older->frames[0].update().SerializeAsString(), next.SerializeAsString());
  for (const auto& line : {newer, last}) {
    ASSERT_EQ(line->frames.size(), 1u);
    EXPECT_TRUE(line->frames[0].update().sections(0).body().empty());
    EXPECT_LT(line->frames[0].ByteSizeLong(), 40u);
  }
}

TEST(Audience, WhoComesAgainIsToldByWhatHeIsShownThen) {
  Audience audience;
  v1::Update full = board(1, kBoard);
  full.set_full(true);
  come(audience, Viewer::kFirst, full, true);
  audience.send(to(Viewer::kFirst, board(2, "quite different")));
  v1::Update again = board(2, "quite different");
  again.set_full(true);
  const auto line = come(audience, Viewer::kFirst, again, true);
  Told told;
  told.begin(again);
  audience.send(to(Viewer::kFirst, board(3, "quite different!")));
  ASSERT_EQ(line->frames.size(), 1u);
  v1::Update heard = line->frames[0].update();
  ASSERT_TRUE(told.restore(heard));
  EXPECT_EQ(heard.sections(0).body(), "quite different!");
}

TEST(Audience, AFullUpdateStaysWhole) {
  Audience audience;
  v1::Update full = board(1, kBoard);
  full.set_full(true);
  const auto line = come(audience, Viewer::kSecond, full, true);
  full.mutable_menu()->set_kind(4);
  audience.send(to(Viewer::kSecond, full));
  ASSERT_EQ(line->frames.size(), 1u);
  EXPECT_EQ(line->frames[0].update().SerializeAsString(), full.SerializeAsString());
}

}  // namespace
}  // namespace wardroom::match
