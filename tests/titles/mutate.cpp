// mutate TABLES RULES OUT SOURCE...: a title's rules once more, with its mutants in them, each behind a switch.
//
// TABLES is a folder. Its table `air.txt` is about the sources in the folder `air` of RULES; a table that has no folder
// is about all of them. In a table:
//
//   # a comment
//   name_of_the_mutant Rule7_2.TheTestThatKillsIt
//    a line around it
//   -the rule as it stands
//   +the rule with `mutated("name_of_the_mutant")` in it
//
// Names are those that are new in the lines below them; other places of a mutant come without one. An empty line ends a
// place. Its lines without `+` must stand in the sources, once.
#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace {

namespace fs = std::filesystem;
using Lines = std::vector<std::string>;

struct Place {
  fs::path table;
  int line = 0;
  Lines before;
  std::vector<std::size_t> removed;          // lines of `before`
  std::map<std::size_t, std::string> added;  // before which line of `before`
};

struct Source {
  fs::path path;
  Lines lines;
  std::set<std::size_t> removed;
  std::map<std::size_t, std::string> added;
};

[[noreturn]] void fail(const fs::path& file, int line, const std::string& what) {
  std::cerr << file.string() << ':' << line << ": error: " << what << '\n';
  std::exit(1);
}

Lines lines_of(const fs::path& file) {
  std::ifstream in(file);
  if (!in) fail(file, 0, "cannot be read");
  Lines lines;
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

struct Tables {
  std::map<std::string, std::string> killers;  // by mutant
  std::vector<Place> places;

  void read(const fs::path& table) {
    bool open = false;
    int number = 0;
    for (const std::string& line : lines_of(table)) {
      ++number;
      const char mark = line.empty() ? '\0' : line[0];
      if (mark == '\0' || mark == '#') {
        open = false;
      } else if (mark == ' ' || mark == '-' || mark == '+') {
        if (!open) places.push_back({.table = table, .line = number, .before = {}, .removed = {}, .added = {}});
        open = true;
        add(places.back(), mark, line.substr(1));
      } else {
        open = false;
        std::istringstream words(line);
        std::string name, killer, more;
        if (!(words >> name >> killer) || words >> more) fail(table, number, "not the name of a mutant and its killer");
        if (!killers.emplace(name, killer).second) fail(table, number, name + " has been named before");
      }
    }
  }

 private:
  static void add(Place& place, char mark, const std::string& text) {
    if (mark == '+') {
      place.added[place.before.size()] += text + '\n';
      return;
    }
    if (mark == '-') place.removed.push_back(place.before.size());
    place.before.push_back(text);
  }
};

bool inside(const fs::path& file, const fs::path& folder) {
  return std::mismatch(folder.begin(), folder.end(), file.begin(), file.end()).first == folder.end();
}

void apply(const Place& place, const fs::path& rules, std::vector<Source>& sources) {
  const fs::path room = rules / place.table.stem();
  const fs::path& folder = fs::is_directory(room) ? room : rules;
  Source* found = nullptr;
  std::size_t at = 0;
  for (Source& source : sources) {
    if (place.before.empty() || !inside(source.path, folder)) continue;
    for (auto from = source.lines.begin();; ++from) {
      from = std::search(from, source.lines.end(), place.before.begin(), place.before.end());
      if (from == source.lines.end()) break;
      if (found) fail(place.table, place.line, "stands more than once in " + folder.string());
      found = &source;
      at = static_cast<std::size_t>(from - source.lines.begin());
    }
  }
  if (!found) fail(place.table, place.line, "does not stand in " + folder.string());
  for (std::size_t line : place.removed) {
    if (!found->removed.insert(at + line).second) fail(place.table, place.line, "changes what another has changed");
  }
  for (const auto& [line, text] : place.added) found->added[at + line] += text;
}

std::set<std::string> switches_in(const std::vector<Place>& places) {
  static const std::string kSwitch = "mutated(\"";
  std::set<std::string> names;
  for (const Place& place : places) {
    for (const auto& [line, text] : place.added) {
      for (auto at = text.find(kSwitch); at != std::string::npos; at = text.find(kSwitch, at)) {
        at += kSwitch.size();
        names.insert(text.substr(at, text.find('"', at) - at));
      }
    }
  }
  return names;
}

// Leaves a file alone that is as it should be: what depends on it is not built again.
void write(const fs::path& file, const std::string& text) {
  std::ifstream in(file);
  if (in && std::string(std::istreambuf_iterator<char>(in), {}) == text) return;
  fs::create_directories(file.parent_path());
  std::ofstream(file) << text;
}

std::string mutated(const Source& source) {
  std::string text = "#include \"tests/titles/mutated.h\"\n#line 1 \"" + source.path.string() + "\"\n";
  for (std::size_t i = 0; i <= source.lines.size(); ++i) {
    if (const auto added = source.added.find(i); added != source.added.end()) text += added->second;
    if (i < source.lines.size() && !source.removed.contains(i)) text += source.lines[i] + '\n';
  }
  return text;
}

}  // namespace

int main(int count, char** arguments) {
  if (count < 5) {
    std::cerr << "mutate TABLES RULES OUT SOURCE...\n";
    return 2;
  }
  const fs::path rules = arguments[2];
  const fs::path out = arguments[3];
  std::vector<fs::path> files(fs::directory_iterator(arguments[1]), fs::directory_iterator{});
  std::ranges::sort(files);
  Tables tables;
  for (const fs::path& file : files) tables.read(file);
  std::vector<Source> sources;
  for (int i = 4; i < count; ++i) sources.push_back({arguments[i], lines_of(arguments[i]), {}, {}});
  for (const Place& place : tables.places) apply(place, rules, sources);

  const std::set<std::string> switches = switches_in(tables.places);
  for (const std::string& name : switches) {
    if (!tables.killers.contains(name)) fail(arguments[1], 0, name + " has no killer");
  }
  std::string list = "// name, killer\n";
  for (const auto& [name, killer] : tables.killers) {
    if (!switches.contains(name)) fail(arguments[1], 0, name + " is switched on nowhere");
    list += "{\"" + name + "\", \"" + killer + "\"},\n";
  }
  for (const Source& source : sources) write(out / source.path.lexically_relative(rules), mutated(source));
  write(out / "mutants.inc", list);
}
