// The box with one thing broken in it.
#pragma once

#include <gmock/gmock.h>
#include <google/protobuf/text_format.h>

#include <functional>
#include <string>
#include <vector>

#include "common/data/parse.h"
#include "tests/titles/pq17/the_box.h"

namespace wardroom::pq17 {

struct BrokenBox {
  Bundle bundle;
  std::string path;  // of the file that was changed
  std::string text;  // as it is now

  std::string line(int number) const {
    std::size_t from = 0;
    for (int i = 1; i < number && from != std::string::npos; ++i) from = text.find('\n', from) + 1;
    return text.substr(from, text.find('\n', from) - from);
  }
};

inline BrokenBox with_text(const std::string& path, std::string text) {
  std::vector<DataText> files = the_files().files();
  const auto found = std::ranges::find(files, path, &DataText::path);
  if (found == files.end()) {
    files.push_back({path, text});
  } else {
    found->text = text;
  }
  return {Bundle(std::move(files)), path, std::move(text)};
}

inline BrokenBox without(const std::string& path) {
  std::vector<DataText> files = the_files().files();
  std::erase_if(files, [&](const DataText& file) { return file.path == path; });
  return {Bundle(std::move(files)), path, {}};
}

// Changes the first file of type M whose path contains `part`, and writes it again in the same order of fields.
template <class M>
BrokenBox with(const std::function<void(M&)>& change, const std::string& part = {}) {
  for (const DataText& file : the_files().files()) {
    const std::string type = "# proto-message: " + M::descriptor()->full_name() + "\n";
    if (file.text.find(type) == std::string::npos || file.path.find(part) == std::string::npos) continue;
    M message;
    google::protobuf::TextFormat::ParseFromString(file.text, &message);
    change(message);
    std::string text;
    google::protobuf::TextFormat::PrintToString(message, &text);
    return with_text(file.path, "# proto-file: " + M::descriptor()->file()->name() + "\n" + type + "\n" + text);
  }
  throw std::logic_error("no file of type " + M::descriptor()->full_name());
}

inline std::string told(const Mistakes& mistakes) {
  std::string out;
  for (const Mistake& mistake : mistakes) {
    out += mistake.file + ":" + std::to_string(mistake.line) + ": " + mistake.field + ": " + bare(mistake.what) + "\n";
  }
  return out;
}

// One mistake, in the changed file, of this kind, at this field, on a line that holds `on_line`.
inline void expect(const BrokenBox& box, const std::string& what, const std::string& field,
                   const std::string& on_line) {
  const Mistakes mistakes = inspect(box.bundle).mistakes;
  ASSERT_EQ(mistakes.size(), 1u) << told(mistakes);
  EXPECT_EQ(mistakes[0].what.id, "data." + what) << told(mistakes);
  EXPECT_EQ(mistakes[0].field, field);
  EXPECT_EQ(mistakes[0].file, box.path);
  EXPECT_THAT(box.line(mistakes[0].line), testing::HasSubstr(on_line)) << told(mistakes);
}

// More than one follows from the change; among them the one meant.
inline void expect_among(const BrokenBox& box, const std::string& what, const std::string& field) {
  const Mistakes mistakes = inspect(box.bundle).mistakes;
  EXPECT_TRUE(std::ranges::any_of(mistakes, [&](const Mistake& each) {
    return each.what.id == "data." + what && each.field == field && each.file == box.path;
  })) << told(mistakes);
}

}  // namespace wardroom::pq17
