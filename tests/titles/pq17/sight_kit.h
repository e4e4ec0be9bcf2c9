// What the tests of functions of a view share: words, views as they are sent, a German force that was told of.
#pragma once

#include "common/catalog.h"
#include "server/titles/pq17/sight/sight.h"
#include "tests/titles/pq17/rules/opening.h"

namespace wardroom::pq17 {

inline std::string said(const wardroom::v1::Text& text, const char* language = "en") {
  static const Catalog words = [] {
    Catalog read;
    for (const char* folder : {"/common/text", "/scenarios/pq17/text"})
      EXPECT_TRUE(read.read(std::string(WARDROOM_SOURCE_DIR) + folder));
    return read;
  }();
  return words.format(text, language);
}

inline v1::View sent(Stage& stage, Viewer viewer) {
  const auto view = shown_view(the_title(), stage.truth(), viewer);
  return static_cast<const v1::View&>(*view);
}

// Whose view it is follows from whose command it shows.
inline void give_commands(Stage& stage) {
  for (const auto& pool : scenario_of(the_title().reference(), sent(stage, Viewer::kPublic)).command()) {
    v1::Own& own =
        pool.command() == v1::Command::GRUPPE_NORD ? *stage.truth().mutable_axis() : *stage.truth().mutable_allied();
    own.add_command()->set_command(pool.command());
  }
}

// A German force at sea of which this was told at a level, two turns ago.
inline Stage told_at(int level) {
  Stage stage("pq12");
  stage.at(9, kAllied, v1::Clock::NAVAL_MOVEMENT)
      .task_force(kAxis, "tf", {{"ship.tirpitz"}, {"class.type_36a", 2}}, "0611")
      .task_force(kAllied, "own", {{"ship.london"}}, "0911")
      .identified("tf", level)
      .identified("own", 3);
  give_commands(stage);
  for (v1::Block& block : *stage.truth().mutable_sea()->mutable_block()) {
    if (block.side() != kAxis) continue;
    *block.mutable_told() = statement(the_title().reference(), {&stage.force("tf")}, level, 7);
    block.add_shadow()->set_kind(v1::Shadow::AIR_RADIUS);
    block.add_shadow()->set_kind(v1::Shadow::AIR_RADIUS);
  }
  return stage;
}

}  // namespace wardroom::pq17
