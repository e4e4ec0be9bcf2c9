#include "tests/calibration/calibrate.h"

#include "client/terminal/json.h"
#include "client/tools/contest.h"
#include "client/tools/selfplay.h"

namespace wardroom::calibration {

Result<void> play_for_par(const terminal::Library& library, const Title& title, const CalibrateSettings& settings,
                          std::ostream& said) {
  std::vector<std::string> scenarios = settings.scenarios;
  if (scenarios.empty()) {
    for (const ScenarioInfo& info : title.scenarios()) scenarios.push_back(info.id);
  }
  terminal::SelfplaySettings play;
  const std::string bot = library.bot("standard", title, 0) ? "standard" : "random";
  play.bots = {bot, bot};
  play.games = settings.games;
  play.seed = settings.seed;
  play.threads = settings.threads;
  for (const std::string& scenario : scenarios) {
    play.scenario = scenario;
    std::vector<std::int32_t> halves;
    const auto summary = terminal::selfplay(library, title, play, [&](const terminal::SelfplayGame& game) {
      if (game.error.empty()) halves.push_back(game.ending.score_halves());
    });
    if (!summary) return summary.error();
    said << terminal::JsonObject()
                .word("scenario", scenario)
                .word("bot", bot)
                .number("games", static_cast<std::int64_t>(halves.size()))
                .number("par_quarters", terminal::dividing_quarters(halves))
                .number("errors", static_cast<std::int64_t>(summary->errors))
                .str()
         << std::endl;
  }
  return {};
}

}  // namespace wardroom::calibration
