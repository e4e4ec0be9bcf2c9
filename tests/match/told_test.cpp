// What is told by differences adds up, byte for byte and at every step of random matches of every title, to everything
// the viewer has been shown; also after a cold load, with which everybody begins anew.
#include "common/told.h"

#include <gtest/gtest.h>

#include <map>

#include "server/titles/titles.h"
#include "tests/engine/played_match.h"
#include "tests/titles/narrows/narrows.h"
#include "tests/titles/picket/picket.h"

namespace wardroom::testing {
namespace {

constexpr std::size_t kActions = 500;  // of a match, at most
constexpr std::uint64_t kColdLoads = 100;

// Somebody at a distance: what he has is made of bytes alone.
class Onlooker {
 public:
  explicit Onlooker(Viewer viewer) : viewer_(viewer) {}

  void attach(const Referee& referee) {
    v1::ServerFrame frame;
    v1::Attached& attached = *frame.mutable_attached();
    attached.mutable_match()->set_id("m");
    *attached.mutable_update() = *referee.all(viewer_);
    server_.begin(attached.update());
    seen_ = attached.update();
    hear(frame);
  }

  void take(v1::Update update, const Referee& referee) {
    update.set_match("m");
    const std::string whole = update.SerializeAsString();
    v1::ServerFrame frame;
    *frame.mutable_update() = server_.shortened(update);
    bytes_whole += whole.size();
    bytes_told += frame.update().ByteSizeLong();
    const std::vector<v1::ServerFrame> heard = hear(frame);
    ASSERT_EQ(heard.size(), 1u) << "it does not fit";
    ASSERT_EQ(heard[0].update().SerializeAsString(), whole);

    v1::Update now = heard[0].update();
    std::map<std::uint32_t, std::string> sections;
    for (const v1::Update* sent : {&seen_, &now})
      for (const v1::Section& section : sent->sections()) sections[section.number()] = section.body();
    now.clear_sections();
    for (const auto& [number, body] : sections) {
      v1::Section& section = *now.add_sections();
      section.set_number(number);
      if (!body.empty()) section.set_body(body);
    }
    now.clear_reports();
    now.clear_match();
    now.set_full(true);
    ASSERT_EQ(now.SerializeAsString(), referee.all(viewer_)->SerializeAsString());
    seen_ = std::move(now);
  }

  std::size_t bytes_whole = 0;
  std::size_t bytes_told = 0;

 private:
  std::vector<v1::ServerFrame> hear(const v1::ServerFrame& frame) {
    v1::ServerFrame come;
    EXPECT_TRUE(come.ParseFromString(frame.SerializeAsString()));
    return client_.whole(std::move(come));
  }

  Viewer viewer_;
  Told server_;
  Hearing client_;
  v1::Update seen_;
};

void expect_to_add_up(const std::shared_ptr<const Title>& title, const std::string& scenario) {
  SCOPED_TRACE(scenario);
  Random random(5);
  PlayedMatch match(title, scenario, random());
  std::vector<Onlooker> onlookers;
  for (Viewer viewer : kLiveViewers) onlookers.emplace_back(viewer);
  const auto attach = [&] {
    for (Viewer viewer : kLiveViewers)
      if (looks(match.referee().played(), viewer)) onlookers[index(viewer)].attach(match.referee());
  };
  attach();
  for (std::size_t i = 0; i < kActions && match.playing(); ++i) {
    if (pick(random, kColdLoads) == 0) {
      match.replace(*match.resume(title));
      attach();
    }
    const Step step = match.play(random);
    for (Viewer viewer : kLiveViewers) {
      if (step.updates[index(viewer)]) onlookers[index(viewer)].take(*step.updates[index(viewer)], match.referee());
      ASSERT_FALSE(::testing::Test::HasFailure());
    }
  }
  for (const Onlooker& onlooker : onlookers) EXPECT_LE(onlooker.bytes_told, onlooker.bytes_whole);
}

TEST(Told, AddsUpInEveryScenarioOfEveryTitle) {
  for (const TitlePack& pack : titles()) {
    const std::string& id = pack.entry.id;
    const std::shared_ptr<const Title> title = *pack.entry.make(*Bundle::read(WARDROOM_SOURCE_DIR "/scenarios/" + id));
    for (const ScenarioInfo& scenario : title->scenarios()) expect_to_add_up(title, scenario.id);
  }
}

TEST(Told, AddsUpInSmallTitles) {
  expect_to_add_up(picket::make_picket(), "long");
  expect_to_add_up(narrows::make_narrows(), "convoy");
}

TEST(Told, AnUpdateHasNoFieldThatIsLeftOut) { EXPECT_EQ(v1::Update::descriptor()->field_count(), 12); }

v1::Update asking(std::uint32_t kind, const std::string& prompt) {
  v1::Update update;
  update.set_match("m");
  update.mutable_menu()->set_kind(kind);
  update.mutable_menu()->mutable_prompt()->set_id(prompt);
  return update;
}

TEST(Told, AQuestionIsToldByTheLastOneOfItsKind) {
  const std::string long_words(500, 'w');
  std::mt19937 random(1);
  std::string other_words(500, '\0');
  for (char& letter : other_words) letter = static_cast<char>('a' + random() % 26);
  Told told;
  const auto told_in = [&](const v1::Update& update) { return told.shortened(update).ByteSizeLong(); };
  EXPECT_GT(told_in(asking(1, other_words)), 500u);
  told_in(asking(2, long_words));
  told_in(asking(3, "short"));
  EXPECT_LT(told_in(asking(1, other_words + "?")), 40u);
  for (std::uint32_t kind = 2; kind < 6; ++kind) told_in(asking(kind, "short"));
  EXPECT_GT(told_in(asking(1, other_words)), 500u) << "what was asked long ago is not kept";
}

TEST(Told, WhatDoesNotFitIsNotTaken) {
  Hearing hearing;
  v1::ServerFrame frame;
  v1::Update full = asking(1, "all");
  full.set_full(true);
  *frame.mutable_update() = full;
  EXPECT_EQ(hearing.whole(frame).size(), 1u);
  v1::ServerFrame wrong;
  wrong.mutable_update()->set_match("m");
  wrong.mutable_update()->mutable_menu_delta()->set_back(1);
  EXPECT_TRUE(hearing.whole(wrong).empty()) << "a menu of one that nobody was told";
  wrong.mutable_update()->mutable_menu_delta()->set_back(0);
  wrong.mutable_update()->mutable_menu_delta()->set_delta("\x01");
  EXPECT_TRUE(hearing.whole(wrong).empty());
  wrong.mutable_update()->clear_menu_delta();
  v1::Section& section = *wrong.mutable_update()->add_sections();
  section.set_number(1);
  section.set_delta("\x05\xff");
  EXPECT_TRUE(hearing.whole(wrong).empty());
}

TEST(Told, WhatCameOfAnActionIsHeardBeforeItsAnswer) {
  Hearing hearing;
  v1::ServerFrame frame;
  frame.set_request(7);
  frame.mutable_acted()->set_taken(1);
  *frame.mutable_acted()->mutable_update() = asking(1, "next");
  const std::vector<v1::ServerFrame> heard = hearing.whole(frame);
  ASSERT_EQ(heard.size(), 2u);
  EXPECT_EQ(heard[0].request(), 0u);
  EXPECT_EQ(heard[0].update().menu().prompt().id(), "next");
  EXPECT_EQ(heard[1].request(), 7u);
  EXPECT_FALSE(heard[1].acted().has_update());
}

}  // namespace
}  // namespace wardroom::testing
