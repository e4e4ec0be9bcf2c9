// With the rule book in hand any rule is found: the README of a title that has rule_numbers.txt lists, for each number,
// the files that obey it and those that test it. WARDROOM_RENEW_INDEX=1 writes it anew. A book without numbers is cited
// by the names of its sections, and its rulings as M-12.
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <fstream>
#include <map>
#include <regex>
#include <sstream>

#include "tests/house/tree.h"

namespace wardroom {
namespace {

namespace fs = std::filesystem;
using namespace tree;

constexpr const char* kBegin =
    "<!-- rules: made by tests/house, WARDROOM_RENEW_INDEX=1 build/bin/tests/tree_test -->\n";
constexpr const char* kEnd = "<!-- end of rules -->\n";
constexpr std::size_t kMostFiles = 5;  // a reader begins with these

struct Rule {
  std::string number;
  bool needs_none = false;            // a reason stands behind it
  std::map<std::string, int> obeyed;  // files, and how often they name it
  std::vector<std::string> tested;
};

std::vector<Rule> rules_of(const std::string& title) {
  std::vector<Rule> rules;
  std::istringstream lines(read(kRoot / "tests/titles" / title / "rule_numbers.txt"));
  for (std::string line; std::getline(lines, line);) {
    if (line.empty() || line.front() == '#') continue;
    const std::size_t end = line.find(' ');
    rules.push_back({line.substr(0, end), end != std::string::npos, {}, {}});
  }
  return rules;
}

bool numbered(const std::vector<Rule>& rules) { return std::isdigit(rules.front().number.front()) != 0; }

// The numbers of a bracket such as [6.3.3, A-87] or [7.5.2 - 7.5.9]: of a range, all in the order of the book.
std::vector<Rule*> named_in(const std::string& bracket, std::vector<Rule>& rules) {
  static const std::regex kNumbers(R"((\d+(?:\.\d+)*)(?:\s*-\s*(\d+(?:\.\d+)*))?)");
  const auto find = [&](const std::string& number) { return std::ranges::find(rules, number, &Rule::number); };
  std::vector<Rule*> named;
  const std::string plain = std::regex_replace(bracket, std::regex(R"([A-Z]+-\d+[a-z]?)"), "");  // rulings
  for (std::sregex_iterator at(plain.begin(), plain.end(), kNumbers), none; at != none; ++at) {
    const auto first = find((*at)[1]);
    const auto last = (*at)[2].matched ? find((*at)[2]) : first;
    if (first == rules.end() || last == rules.end()) continue;
    for (auto rule = first; rule <= last; ++rule) named.push_back(&*rule);
  }
  return named;
}

// The sections and rulings of a bracket such as [Sub, M-41], or the section of a report: "Sub".
std::vector<Rule*> sections_in(const std::string& bracket, std::vector<Rule>& rules) {
  static const std::regex kNames(R"([A-Z][A-Za-z]*(?:-\d+)?)");
  std::vector<Rule*> named;
  for (std::sregex_iterator at(bracket.begin(), bracket.end(), kNames), none; at != none; ++at) {
    const auto rule = std::ranges::find(rules, at->str(), &Rule::number);
    if (rule != rules.end()) named.push_back(&*rule);
  }
  return named;
}

void find_obeyed(const std::string& title, std::vector<Rule>& rules) {
  static const std::regex kNamed(R"x(\[(\d[^\]]*)\]|"(\d+(?:\.\d+)+)")x");  // [7.1, 7.2], or with a report: "7.1"
  static const std::regex kSections(R"x(\[([A-Z][^\]]*)\]|"([A-Z][A-Za-z]*)")x");
  const std::string folder = "server/titles/" + title + "/";
  for (const Source& source : sources({folder})) {
    const std::string file = source.path.substr(folder.size());
    const auto count = [&](const std::regex& pattern, auto named) {
      for (std::sregex_iterator at(source.text.begin(), source.text.end(), pattern), none; at != none; ++at) {
        // What a file says of itself at its head counts most.
        const bool head = source.text.find("\n#") > static_cast<std::size_t>(at->position());
        for (Rule* rule : named((*at)[(*at)[1].matched ? 1 : 2], rules)) rule->obeyed[file] += head ? 100 : 1;
      }
    };
    count(numbered(rules) ? kNamed : kSections, numbered(rules) ? named_in : sections_in);
  }
}

void find_tested(const std::string& title, std::vector<Rule>& rules) {
  static const std::regex kTest(R"(\nTEST(?:_F|_P)?\(Rule([0-9_]+))");
  static const std::regex kOfSection(R"(\nTEST(?:_F|_P)?\((?:Rule([A-Z][A-Za-z]*)|RulingM(\d+)))");
  const std::string folder = "tests/titles/" + title;
  for (const Source& source : sources({folder})) {
    const std::string file = fs::path(source.path).stem().string();
    const auto test = [&](const std::string& number) {
      const auto rule = std::ranges::find(rules, number, &Rule::number);
      if (rule != rules.end() && std::ranges::find(rule->tested, file) == rule->tested.end())
        rule->tested.push_back(file);
    };
    const std::regex& pattern = numbered(rules) ? kTest : kOfSection;
    for (std::sregex_iterator at(source.text.begin(), source.text.end(), pattern), none; at != none; ++at) {
      std::string number = (*at)[1];
      std::ranges::replace(number, '_', '.');
      test(number.empty() ? "M-" + (*at)[2].str() : number);
    }
  }
}

std::string joined(const std::vector<std::string>& words) {
  std::string line;
  for (const std::string& word : words) line += (line.empty() ? "" : ", ") + word;
  return line;
}

std::string files_of(const Rule& rule) {
  std::vector<std::pair<std::string, int>> files(rule.obeyed.begin(), rule.obeyed.end());
  for (auto& [file, weight] : files) {
    if (file.starts_with("data/") || file.ends_with("licences.h")) weight = 0;  // they speak of every rule
  }
  std::ranges::stable_sort(files, std::ranges::greater(), &std::pair<std::string, int>::second);
  std::vector<std::string> names;
  for (std::size_t i = 0; i < std::min(files.size(), kMostFiles); ++i) names.push_back(files[i].first);
  if (files.size() > kMostFiles) names.push_back("and " + std::to_string(files.size() - kMostFiles) + " more");
  return joined(names);
}

std::string index_of(const std::vector<Rule>& rules) {
  std::string table = "| rule | where | tests |\n| --- | --- | --- |\n";
  for (const Rule& rule : rules) {
    if (rule.obeyed.empty() && rule.tested.empty()) continue;
    table += "| " + rule.number + " | " + files_of(rule) + " | " + joined(rule.tested) + " |\n";
  }
  return table;
}

TEST(RuleIndex, IsWhatTheSourcesSay) {
  for (const std::string& title : titles()) {
    if (!fs::exists(kRoot / "tests/titles" / title / "rule_numbers.txt")) continue;
    std::vector<Rule> rules = rules_of(title);
    find_obeyed(title, rules);
    find_tested(title, rules);
    for (const Rule& rule : rules)
      EXPECT_TRUE(rule.needs_none || !rule.obeyed.empty()) << title << ": no file obeys " << rule.number;

    const fs::path file = kRoot / "server/titles" / title / "README.md";
    std::string text = read(file);
    const std::size_t begin = text.find(kBegin), end = text.find(kEnd);
    ASSERT_TRUE(begin != std::string::npos && end != std::string::npos) << file << " has no place for the rules";
    const std::size_t from = begin + std::string(kBegin).size();
    const std::string index = index_of(rules);
    if (std::getenv("WARDROOM_RENEW_INDEX")) std::ofstream(file) << text.replace(from, end - from, index);
    EXPECT_EQ(text.substr(from, index.size()), index) << "renew it with WARDROOM_RENEW_INDEX=1";
  }
}

TEST(RuleIndex, EveryRuleOfEveryTitleHasATestOrAReason) {
  EXPECT_EQ(std::system((kRoot / "tests/untested-rules").string().c_str()), 0);
}

}  // namespace
}  // namespace wardroom
