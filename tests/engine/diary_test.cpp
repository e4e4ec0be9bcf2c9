// The diary from hand-made reports.
#include "server/engine/diary.h"

#include <gtest/gtest.h>

namespace wardroom {
namespace {

v1::Report words(const std::string& id) {
  v1::Report report;
  report.mutable_text()->set_id(id);
  return report;
}
v1::Report mark(const std::string& id, v1::Milestone::Level level, std::uint32_t number = 0) {
  v1::Report report = words(id);
  report.mutable_milestone()->set_level(level);
  report.mutable_milestone()->set_number(number);
  return report;
}
v1::Report roll(const std::string& id) {
  v1::Report report = words(id);
  report.mutable_roll()->add_dice()->set_fell(7);
  return report;
}
v1::Report lost(const std::string& id, std::uint32_t count, std::uint32_t place) {
  v1::Report report = words(id);
  report.mutable_loss()->set_harm(v1::Loss::LOST);
  report.mutable_loss()->set_count(count);
  report.add_places(place);
  return report;
}
v1::Report scored(std::int32_t change) {
  v1::Report report = words("points");
  report.mutable_score()->set_change(change);
  return report;
}

v1::Diary diary_from(const std::vector<v1::Report>& reports) {
  std::vector<v1::PastReports> told;  // one an update: how they were sent makes no difference
  for (const v1::Report& report : reports) *told.emplace_back().add_reports() = report;
  v1::PastReports together;
  for (const v1::Report& report : reports) *together.add_reports() = report;
  v1::Diary diary = diary_of(told);
  EXPECT_EQ(diary.SerializeAsString(), diary_of(std::vector{together}).SerializeAsString());
  return diary;
}

// "turn(phase(a[roll] battle(b) c))"
std::string shape(const v1::Diary::Part& part) {
  std::string out = part.heading().id() + "(";
  for (const auto& entry : part.entries()) {
    if (out.back() != '(') out += ' ';
    if (entry.has_part()) {
      out += shape(entry.part());
      continue;
    }
    out += entry.line().report().text().id();
    for (const auto& detail : entry.line().details()) out += "[" + detail.text().id() + "]";
  }
  return out + ")";
}
std::string shape(const v1::Diary& diary) {
  std::string out;
  for (const auto& part : diary.parts()) out += shape(part);
  return out;
}

TEST(Diary, TurnsPhasesAndEngagementsStandInEachOther) {
  const v1::Diary diary =
      diary_from({mark("turn 1", v1::Milestone::TURN, 1), words("weather"), mark("phase", v1::Milestone::PHASE),
                  mark("moves", v1::Milestone::SEGMENT), words("left port"), mark("battle", v1::Milestone::ENGAGEMENT),
                  mark("round 1", v1::Milestone::ROUND, 1), words("shot"), mark("round 2", v1::Milestone::ROUND, 2),
                  words("hit"), mark("over", v1::Milestone::END_OF_ENGAGEMENT), words("went on"),
                  mark("phase 2", v1::Milestone::PHASE), words("quiet"), mark("turn 2", v1::Milestone::TURN, 2)});
  EXPECT_EQ(shape(diary),
            "turn 1(weather phase(moves(left port battle(round 1(shot) round 2(hit over)) went on)) phase 2(quiet))"
            "turn 2()");
  EXPECT_EQ(diary.parts(0).milestone().number(), 1u);
}

TEST(Diary, RollsStandBelowWhatCameOfThem) {
  EXPECT_EQ(shape(diary_from({mark("turn", v1::Milestone::TURN), roll("die 1"), roll("die 2"), words("sunk"),
                              words("fled"), roll("die 3"), mark("next", v1::Milestone::TURN), roll("die 4")})),
            "turn(sunk[die 1][die 2] fled die 3)next(die 4)");
}

TEST(Diary, LossesPointsAndPlacesAreSummedUpForEveryPart) {
  const v1::Diary diary =
      diary_from({mark("turn", v1::Milestone::TURN), lost("a ship", 1, 611), mark("battle", v1::Milestone::ENGAGEMENT),
                  lost("two ships", 2, 612), scored(-3), mark("over", v1::Milestone::END_OF_ENGAGEMENT), scored(1),
                  lost("one more", 1, 611)});
  const auto& turn = diary.parts(0);
  EXPECT_EQ(turn.losses_size(), 3);
  EXPECT_EQ(turn.score_change(), -2);
  EXPECT_EQ(std::vector<std::uint32_t>(turn.places().begin(), turn.places().end()),
            (std::vector<std::uint32_t>{611, 612}));
  const auto& battle = turn.entries(1).part();
  ASSERT_EQ(battle.losses_size(), 1);
  EXPECT_EQ(battle.losses(0).count(), 2u);
  EXPECT_EQ(battle.score_change(), -3);
}

TEST(Diary, ReportsWithoutBodiesAreListedAsWords) {
  EXPECT_EQ(shape(diary_from({words("a"), words("b")})), "(a b)");
  EXPECT_EQ(shape(diary_from({words("a"), mark("turn", v1::Milestone::TURN), words("b")})), "(a)turn(b)");
  EXPECT_EQ(shape(diary_from({})), "");
}

}  // namespace
}  // namespace wardroom
