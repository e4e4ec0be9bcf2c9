// The house as its files say it: platform code names no title, no side and no hex, and includes point one way only.
#include "tests/house/tree.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <filesystem>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace wardroom {
namespace {

namespace fs = std::filesystem;
using namespace tree;

// What platform code may not say, as parts of names: neon_axis has the part axis.
const std::set<std::string>& banned() {
  static const std::set<std::string> list = [] {
    std::set<std::string> words{"allied", "axis", "hex", "hexes", "bismarck", "northcape", "murmansk"};
    words.insert(titles().begin(), titles().end());
    for (const auto& entry : fs::directory_iterator(kRoot / "tests" / "titles")) {
      if (entry.is_directory()) words.insert(entry.path().filename().string());
    }
    words.erase("sea");  // what titles share is none
    return words;
  }();
  return list;
}

// Below a folder that is named after a title, or that titles share.
bool of_a_title(const std::string& path) {
  const fs::path whole(path);
  return std::any_of(whole.begin(), whole.end(),
                     [](const fs::path& part) { return part == "sea" || titles().contains(part.string()); });
}

struct Said {
  std::string word;  // in small letters
  int line;
};

// The parts of every name and word of a text: HexGrid is hex and grid. `hex(` writes bytes as digits.
std::vector<Said> said_in(const std::string& text) {
  std::vector<Said> all;
  int line = 1;
  for (std::size_t i = 0; i < text.size();) {
    const auto is = [&](std::size_t at, int (*test)(int)) {
      return at < text.size() && test(static_cast<unsigned char>(text[at]));
    };
    if (!is(i, std::isalnum)) {
      line += text[i++] == '\n' ? 1 : 0;
      continue;
    }
    std::size_t end = i + 1;
    while (is(end, std::isalnum) && !(is(end, std::isupper) && !is(end - 1, std::isupper))) ++end;
    std::string word = text.substr(i, end - i);
    if (text.substr(end, 1) == "-" && is(end + 1, std::isdigit)) {  // as people write it
      for (++end; is(end, std::isdigit); ++end) word += text[end];
    }
    const bool digits = word == "hex" && (text.substr(end, 1) == "(" || (i >= 5 && text.substr(i - 5, 5) == "from_"));
    std::ranges::transform(word, word.begin(), [](unsigned char c) { return std::tolower(c); });
    if (!digits) all.push_back({word, line});
    i = end;
  }
  return all;
}

TEST(Tree, PlatformCodeNamesNoTitleNoSideAndNoHex) {
  std::size_t files = 0;
  for (const Source& source :
       sources({"common", "proto/wardroom", "server", "client/bot", "client/terminal", "client/tools"})) {
    if (of_a_title(source.path)) continue;
    ++files;
    for (const Said& said : said_in(source.text)) {
      EXPECT_FALSE(banned().contains(said.word)) << source.path << ":" << said.line << " says " << said.word;
    }
  }
  EXPECT_GT(files, 150u);
}

TEST(Tree, TheListIsTheOnlyPlaceThatRegistersATitle) {
  for (const char* file : {"CMakeLists.txt", "proto/CMakeLists.txt"}) {
    std::istringstream lines(read(kRoot / file));
    for (std::string line; std::getline(lines, line);) {
      if (line.starts_with("set(WARDROOM_TITLES ")) continue;
      for (const Said& said : said_in(line)) EXPECT_FALSE(titles().contains(said.word)) << file << ": " << line;
    }
  }
}

// -- arrows --

// A folder with what lies in it, and with a star what lies in folders below it too; or one file.
bool covers(const std::string& place, const std::string& path) {
  if (place.ends_with("/*")) return path.starts_with(place.substr(0, place.size() - 1));
  if (place.ends_with("/")) return path.starts_with(place) && path.find('/', place.size()) == std::string::npos;
  return path == place;
}

struct Layer {
  std::vector<std::string> files;     // the first layer that covers a file is its own
  std::vector<std::string> includes;  // beside its own files
};

std::vector<Layer> layers() {
  const std::string c = "common/*", v1 = "wardroom/v1/", engine = "server/engine/", sea = "server/titles/sea/*",
                    sea_v1 = "wardroom/sea/v1/";
  std::vector<Layer> list;
  for (const std::string& title : titles()) {
    const std::string wire = "wardroom/" + title + "/v1/", rules = "server/titles/" + title + "/*";
    list.push_back({{rules}, {c, v1, sea_v1, wire, engine, sea, "server/titles/pack.h"}});
    list.push_back({{"client/bot/" + title + "/*"}, {c, v1, wire, engine, sea, rules, "client/bot/"}});
    list.push_back(
        {{"client/terminal/" + title + "/*"}, {c, v1, wire, engine, sea, rules, "client/bot/", "client/terminal/"}});
    list.push_back({{"proto/" + wire}, {v1, sea_v1, wire, "google/protobuf/"}});
  }
  const std::vector<Layer> platform{
      {{"proto/wardroom/v1/"}, {v1, "google/protobuf/"}},
      {{"common/*"}, {v1}},
      {{engine}, {c, v1}},
      {{"proto/" + sea_v1}, {v1}},
      {{sea}, {c, v1, sea_v1, engine}},
      {{"server/titles/"}, {c, v1, engine}},
      {{"server/tournament/"}, {c, v1, engine}},
      {{"server/calendar/"}, {c, v1}},
      {{"server/mail/"}, {c}},
      {{"server/outward/"}, {c, v1}},
      {{"server/match/*"}, {c, v1, engine, "server/calendar/"}},
      {{"server/events/"}, {c, v1, engine, "server/tournament/", "server/match/"}},
      {{"server/notices/"},
       {c, v1, engine, "server/calendar/", "server/mail/", "server/outward/", "server/match/",
        "server/store/outbox.h"}},
      {{"server/lobby/*"},
       {c, v1, engine, "server/calendar/", "server/mail/", "server/outward/", "server/match/", "server/events/"}},
      {{"server/store/*"},
       {c, v1, engine, "server/tournament/", "server/calendar/", "server/match/", "server/events/", "server/lobby/"}},
      {{"server/net/*"}, {c, v1, "server/match/", "server/lobby/"}},
      // Only main plugs bots in.
      {{"server/main.cpp"}, {"server/", "server/titles/", "client/bot/bots.h"}},
      {{"server/"},
       {c, v1, engine, "server/titles/pack.h", "server/mail/", "server/outward/", "server/match/", "server/events/",
        "server/notices/", "server/lobby/", "server/net/", "server/store/*"}},
      {{"client/bot/"}, {c, v1, engine, "server/match/player.h"}},
      // The network part of the terminal knows no server. Only main plugs the tools in that need none.
      {{"client/terminal/address.h", "client/terminal/address.cpp", "client/terminal/socket.h",
        "client/terminal/socket.cpp", "client/terminal/sight.h", "client/terminal/sight.cpp",
        "client/terminal/client.h", "client/terminal/client.cpp", "client/terminal/parts.h",
        "client/terminal/parts.cpp"},
       {c, v1}},
      {{"client/terminal/main.cpp"}, {"server/titles/", "client/bot/", "client/terminal/", "client/tools/tools.h"}},
      {{"client/terminal/"}, {c, v1, engine, "server/titles/", "client/bot/", "client/terminal/"}},
      {{"client/tools/"}, {c, v1, engine, "server/titles/", "server/tournament/", "client/bot/", "client/terminal/"}},
  };
  list.insert(list.end(), platform.begin(), platform.end());
  return list;
}

TEST(Tree, IncludesPointOneWay) {
  const std::vector<Layer> all = layers();
  const auto covered = [](const std::vector<std::string>& places, const std::string& path) {
    return std::ranges::any_of(places, [&](const std::string& place) { return covers(place, path); });
  };
  std::size_t arrows = 0;
  for (const Source& source :
       sources({"common", "proto/wardroom", "server", "client/bot", "client/terminal", "client/tools"})) {
    if (source.path.ends_with(".txt") || source.path.ends_with(".cmake")) continue;
    const auto layer = std::ranges::find_if(all, [&](const Layer& each) { return covered(each.files, source.path); });
    if (layer == all.end()) {
      ADD_FAILURE() << source.path << " is in no layer";
      continue;
    }
    for (const std::string& include : includes_of(source.text)) {
      ++arrows;
      EXPECT_TRUE(covered(layer->files, include) || covered(layer->includes, include))
          << source.path << " includes " << include;
    }
  }
  EXPECT_GT(arrows, 1000u);
}

// -- circles --

// A unit is a header with the source of the same name.
std::string unit_of(const std::string& path) { return path.substr(0, path.rfind('.')); }

using Arrows = std::map<std::string, std::set<std::string>>;

Arrows arrows_between_units(const std::vector<std::string>& folders) {
  Arrows arrows;
  for (const Source& source : sources(folders)) {
    if (!source.path.ends_with(".h") && !source.path.ends_with(".cpp")) continue;
    std::set<std::string>& to = arrows[unit_of(source.path)];
    for (const std::string& include : includes_of(source.text)) to.insert(unit_of(include));
  }
  return arrows;
}

std::set<std::string> reached_from(const Arrows& arrows, const std::string& unit) {
  std::set<std::string> reached;
  std::vector<std::string> next{unit};
  while (!next.empty()) {
    const auto found = arrows.find(next.back());
    next.pop_back();
    if (found == arrows.end()) continue;
    for (const std::string& to : found->second) {
      if (reached.insert(to).second) next.push_back(to);
    }
  }
  return reached;
}

// Units that include one another, each with all others of its circle.
std::set<std::set<std::string>> circles(const Arrows& arrows) {
  std::map<std::string, std::set<std::string>> reached;
  for (const auto& [unit, to] : arrows) reached[unit] = reached_from(arrows, unit);
  std::set<std::set<std::string>> found;
  for (const auto& [unit, others] : reached) {
    std::set<std::string> circle{unit};
    for (const std::string& other : others) {
      if (reached.contains(other) && reached.at(other).contains(unit)) circle.insert(other);
    }
    if (circle.size() > 1) found.insert(circle);
  }
  return found;
}

TEST(Tree, NoIncludeCircleIsLongerThanTwo) {
  const Arrows arrows = arrows_between_units({"common", "server", "client/bot", "client/terminal", "client/tools"});
  EXPECT_GT(arrows.size(), 250u);
  for (const std::set<std::string>& circle : circles(arrows)) {
    EXPECT_LE(circle.size(), 2u) << testing::PrintToString(circle);
  }
}

TEST(Tree, ACircleIsFound) {
  const Arrows arrows{{"a", {"b", "d"}}, {"b", {"c"}}, {"c", {"a"}}, {"d", {"e"}}, {"e", {}}};
  EXPECT_EQ(circles(arrows), (std::set<std::set<std::string>>{{"a", "b", "c"}}));
}

// -- logs --

// So that whoever reads a log finds the request that a line of a match came from, and the match of a request.
TEST(Tree, ALogLineOfAMatchSaysWhoAskedForIt) {
  std::size_t lines = 0;
  for (const Source& source : sources({"server"})) {
    for (std::size_t at = 0; (at = source.text.find("\"event=", at)) != std::string::npos; ++at) {
      const std::string line = source.text.substr(at, source.text.find("\",", at) - at);
      if (line.find(" match={}") == std::string::npos) continue;
      ++lines;
      const bool by_host = line.find(" by={}") != std::string::npos;  // not over a connection
      const bool asked = line.find(" match={} {}") != std::string::npos || line.starts_with("\"event=http {} ") ||
                         line.find(" request={} ") != std::string::npos;
      EXPECT_TRUE(by_host || asked) << source.path << ": " << line;
    }
  }
  EXPECT_GT(lines, 15u);
}

// -- what is installed --

// deploy/README.md builds with the one and installs with the other.
TEST(Tree, WhatIsInstalledIsWhatDeployRunBuilds) {
  const auto after = [](const std::string& text, const std::string& words) {
    const std::size_t from = text.find(words);
    if (from == std::string::npos) return std::string("nothing");
    const std::size_t begin = from + words.size();
    return text.substr(begin, text.find_first_of(")\n", begin) - begin);
  };
  EXPECT_EQ(after(read(kRoot / "CMakeLists.txt"), "\ninstall(TARGETS "),
            after(read(kRoot / "deploy/run"), "--preset release --target "));
}

// -- lengths --

TEST(Tree, NoFileIsLongerThanSixHundredLines) {
  for (const Source& source : sources({"common", "server", "client/bot", "client/terminal", "client/tools", "tests"})) {
    if (!source.path.ends_with(".h") && !source.path.ends_with(".cpp")) continue;
    EXPECT_LE(std::ranges::count(source.text, '\n'), 600) << source.path;
  }
}

// -- pages --

TEST(Tree, ThePageOfCapacityHoldsWhatItsFiguresComeTo) {
  FILE* program = ::popen((kRoot / "deploy" / "capacity").c_str(), "r");
  ASSERT_NE(program, nullptr);
  std::string table;
  for (int c = std::fgetc(program); c != EOF; c = std::fgetc(program)) table += static_cast<char>(c);
  EXPECT_EQ(::pclose(program), 0);
  EXPECT_GT(std::ranges::count(table, '\n'), 10);
  EXPECT_NE(read(kRoot / "deploy" / "capacity.md").find(table), std::string::npos) << table;
}

}  // namespace
}  // namespace wardroom
