// Who wins a season, and the game [Victory].
#include <cstdlib>

#include "server/titles/murmansk/season/season.h"

namespace wardroom::murmansk {

namespace {

// Which divisions may be replaced in the next season: those that this one has cost [Repl].
void note_missing_divisions(Campaign& c) {
  for (ShipNumber ship = 1; ship <= c.box.ships(); ++ship) {
    v1::UnitFace& face = c.face(ship);
    if (!c.destroyers(ship)) continue;
    if (!out_of_action(c, ship)) face.set_missing(0);
    if (out_of_action(c, ship) && face.missing() == 0) face.set_missing(c.clock().turn());
  }
}

}  // namespace

void end_season(Campaign& c) {
  c.topic = Topic::kSeason;
  v1::Board& board = c.board();
  const bool delivered = static_cast<int>(board.loads()) >= c.numbers.victory().loads();
  v1::SeasonResult& result = *board.add_season();
  result.set_turn(board.clock().turn());
  result.set_loads(board.loads());
  result.set_lost(board.freighters_at_start() - board.freighters());
  result.set_allied(board.allied_points() + (delivered ? 1 : 0));
  result.set_axis(board.axis_points() + (delivered ? 0 : 1));
  told::Score score;
  score.total = score_halves(c.box, board);
  const char* words = result.allied() > result.axis()   ? "murmansk.report.season_allied"
                      : result.allied() < result.axis() ? "murmansk.report.season_axis"
                                                        : "murmansk.report.season_drawn";
  c.tell({Text(words).number("loads", result.loads()).number("allied", result.allied()).number("axis", result.axis()),
          std::move(score)},
         {}, "Victory");
  v1::Own& own = c.own(kAxis);
  own.set_full_fuel(c.season().fuel_short() && !own.sailed());  // [Fuel]
  if (v1::Group* pack = c.pack()) c.erase(kAxis, pack->key());
  note_missing_divisions(c);
  const bool last = c.turn() >= c.scenario.last_turn();  // whoever has won enough [M-37]
  c.clock().set_phase(last ? v1::Phase::OVER : v1::Phase::OPENING);
  if (!last) c.clock().set_turn(c.clock().turn() + 1);
}

Tally seasons_won(const v1::Board& board) {
  Tally tally;
  for (const v1::SeasonResult& season : board.season()) {
    tally.allied += season.allied() > season.axis() ? 1 : 0;
    tally.axis += season.axis() > season.allied() ? 1 : 0;
  }
  return tally;
}

int score_halves(const Box& box, const v1::Board& board) {
  const auto& victory = box.numbers().victory();
  const Tally won = seasons_won(board);
  int score = victory.per_season() * (won.allied - won.axis);
  for (const v1::SeasonResult& season : board.season()) {
    score += victory.per_point() * (static_cast<int>(season.allied()) - static_cast<int>(season.axis()));
    score += victory.per_load() * (static_cast<int>(season.loads()) - victory.loads());
  }
  return score;
}

Text points_text(int halves) {
  const int size = std::abs(halves);
  const char* sign = halves > 0 ? "plus" : halves < 0 ? "minus" : "none";
  return Text("screen.murmansk.points").word("sign", sign).number("whole", size / 2).number("half", size % 2);
}

}  // namespace wardroom::murmansk
