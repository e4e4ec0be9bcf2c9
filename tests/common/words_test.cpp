// The words of all catalogs: Polish calls each thing as the Polish edition does, and always by the same name.
#include <google/protobuf/text_format.h>
#include <gtest/gtest.h>
#include <unicode/regex.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

#include "wardroom/v1/data.pb.h"

namespace wardroom {
namespace {
namespace fs = std::filesystem;

const fs::path kSource = WARDROOM_SOURCE_DIR;

std::string read(const fs::path& file) {
  std::ostringstream text;
  text << std::ifstream(file).rdbuf();
  return text.str();
}

std::map<std::string, std::string> texts_in(const std::string& language) {
  std::map<std::string, std::string> texts;
  std::vector<fs::path> folders{"common/text"};
  for (const auto& title : fs::directory_iterator(kSource / "scenarios")) folders.push_back(title.path() / "text");
  for (const fs::path& folder : folders) {
    for (const auto& each : fs::directory_iterator(kSource / folder)) {
      if (!each.path().filename().string().starts_with(language + ".")) continue;
      v1::Catalog catalog;
      EXPECT_TRUE(google::protobuf::TextFormat::ParseFromString(read(each.path()), &catalog)) << each.path();
      for (const auto& entry : catalog.entry()) texts[entry.id()] = entry.text();
    }
  }
  return texts;
}

icu::UnicodeString wide(const std::string& text) { return icu::UnicodeString::fromUTF8(text); }

class Pattern {
 public:
  explicit Pattern(const std::string& text) : text_(text) {
    UErrorCode status = U_ZERO_ERROR;
    UParseError where{};
    pattern_.reset(icu::RegexPattern::compile(wide(text), UREGEX_UWORD, where, status));
    EXPECT_TRUE(U_SUCCESS(status)) << text;
  }
  bool empty() const { return text_.empty(); }
  bool in(const std::string& text) const {
    UErrorCode status = U_ZERO_ERROR;
    const icu::UnicodeString subject = wide(text);
    const std::unique_ptr<icu::RegexMatcher> matcher(pattern_->matcher(subject, status));
    return matcher->find();
  }
  std::string without(const std::string& text, const std::string& instead) const {
    UErrorCode status = U_ZERO_ERROR;
    const icu::UnicodeString subject = wide(text);
    const std::unique_ptr<icu::RegexMatcher> matcher(pattern_->matcher(subject, status));
    std::string made;
    return matcher->replaceAll(wide(instead), status).toUTF8String(made);
  }

 private:
  std::string text_;
  std::unique_ptr<icu::RegexPattern> pattern_;
};

struct Term {
  std::string line;
  Pattern english;
  Pattern polish;
  Pattern forbidden;
};

std::string trimmed(const std::string& text) {
  const auto first = text.find_first_not_of(' ');
  return first == std::string::npos ? "" : text.substr(first, text.find_last_not_of(' ') - first + 1);
}

std::vector<Term> terms() {
  std::vector<Term> found;
  std::istringstream lines(read(kSource / "tests/common/words.pl.txt"));
  for (std::string line; std::getline(lines, line);) {
    if (line.empty() || line[0] == '#') continue;
    const auto first = line.find(" ; ");
    const auto second = line.find(" ;", first + 3);
    EXPECT_NE(second, std::string::npos) << line;
    found.push_back({line, Pattern(trimmed(line.substr(0, first))),
                     Pattern(trimmed(line.substr(first + 3, second - first - 3))),
                     Pattern(trimmed(line.substr(second + 2)))});
  }
  return found;
}

TEST(Words, PolishCallsEachThingAsThePolishEditionDoes) {
  const auto english = texts_in("en");
  const auto polish = texts_in("pl");
  const Pattern argument("\\{\\w+");
  const auto all = terms();
  EXPECT_GT(all.size(), 30u);
  for (const auto& [id, text] : polish) {
    const auto original = english.find(id);
    ASSERT_NE(original, english.end()) << id;
    const std::string plain = argument.without(original->second, "{");
    for (const Term& term : all) {
      const bool named = !term.english.in(plain) || term.polish.in(text);
      EXPECT_TRUE(named) << id << ": " << text << "\n  should have " << term.line;
      const bool misnamed = !term.forbidden.empty() && term.forbidden.in(text);
      EXPECT_FALSE(misnamed) << id << ": " << text << "\n  should not have " << term.line;
    }
  }
}

}  // namespace
}  // namespace wardroom
