#include "tests/calibration/pq17/games.h"

#include <fstream>
#include <sstream>

#include "client/bot/pq17/pq17_bots.h"
#include "client/terminal/json.h"
#include "client/terminal/pq17/pack.h"
#include "client/tools/selfplay.h"
#include "common/bundle.h"
#include "common/hash.h"

namespace wardroom::calibration {
namespace {

std::string text_of(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  std::ostringstream out;
  out << in.rdbuf();
  return out.str();
}

std::string without_par(const std::string& text) {
  std::istringstream in(text);
  std::string out;
  for (std::string line; std::getline(in, line);) {
    if (!line.starts_with("par_vp_halves:") && !line.starts_with("option_on: \"option.par_decides\""))
      out += line + "\n";
  }
  return out;
}

std::string heading(const GamesSettings& settings) {
  return terminal::JsonObject()
      .word("fingerprint", settings.fingerprint)
      .number("seed", static_cast<std::int64_t>(settings.seed))
      .str();
}

// Whole lines of an earlier run of the same; a line that was cut off in the middle does not count.
std::vector<std::string> kept_lines(const std::filesystem::path& file, const std::string& head, std::uint64_t most) {
  const std::string text = text_of(file);
  std::vector<std::string> lines;
  std::size_t begin = 0;
  for (std::size_t end; (end = text.find('\n', begin)) != std::string::npos; begin = end + 1)
    lines.push_back(text.substr(begin, end - begin));
  if (lines.empty() || lines[0] != head) return {};
  lines.erase(lines.begin());
  if (lines.size() > most) lines.resize(most);
  return lines;
}

}  // namespace

std::vector<Facts> play_games(const Title& title, const std::string& scenario, const GamesSettings& settings,
                              const std::function<void(std::uint64_t)>& told) {
  std::filesystem::create_directories(settings.folder);
  const std::filesystem::path file = settings.folder / (scenario + ".jsonl");
  const std::vector<std::string> kept = kept_lines(file, heading(settings), settings.games);
  std::ofstream out(file, std::ios::binary | std::ios::trunc);
  out << heading(settings) << "\n";
  std::vector<Facts> games;
  for (const std::string& line : kept) {
    games.push_back(read_facts(line));
    out << line << "\n";
  }
  out.flush();
  told(games.size());
  if (games.size() >= settings.games) return games;

  terminal::SelfplaySettings play;
  play.scenario = scenario;
  play.games = settings.games;
  play.first_game = games.size() + 1;
  play.seed = settings.seed;
  play.threads = settings.threads;
  play.bots = {"standard", "standard"};
  play.options = {{"option.par_decides", "off"}};  // the winner is told by the rule book's count
  const terminal::Library library({}, {pq17::terminal::pack()}, {{"pq17", pq17::bot::bots()}});
  bool broke = false;
  const auto summary = terminal::selfplay(library, title, play, [&](const terminal::SelfplayGame& game) {
    broke = broke || !game.error.empty();
    if (broke) return;
    const std::string line = terminal::to_json(game, title);
    out << line << "\n" << std::flush;
    games.push_back(read_facts(line));
    told(games.size());
  });
  if (!summary) throw Broken("calibration: a scenario or a bot that there is not");
  if (broke) throw Broken("calibration: a match that does not come to its end");
  return games;
}

std::string fingerprint(const std::filesystem::path& data) {
  Hasher hasher;
  hasher.add(text_of("/proc/self/exe"));
  const auto bundle = Bundle::read(data);
  if (!bundle) throw Broken("calibration: the data cannot be read");
  for (const DataText& file : bundle->files()) {
    if (file.path.ends_with(".textproto") && !file.path.starts_with("text/"))
      hasher.add(file.path).add(without_par(file.text));
  }
  return hex(hasher.finish());
}

}  // namespace wardroom::calibration
