#include "common/tutorial.h"

#include <algorithm>

#include "common/data/parse.h"

namespace wardroom {
namespace {

bool mentions(const v1::Text& text, const std::string& id) {
  return std::ranges::any_of(text.arguments(), [&](const v1::Argument& argument) {
    return argument.has_text() && (argument.text().id() == id || mentions(argument.text(), id));
  });
}

}  // namespace

std::vector<std::shared_ptr<const v1::Tutorial>> tutorials_of(const Bundle& bundle) {
  std::vector<std::shared_ptr<const v1::Tutorial>> all;
  for (const DataText& file : bundle.files()) {
    if (!file.path.starts_with("tutorials/")) continue;
    const auto message = parse_by_header(file.text);
    const auto* tutorial = dynamic_cast<const v1::Tutorial*>(message.get());
    if (tutorial) all.push_back(std::make_shared<const v1::Tutorial>(*tutorial));
  }
  std::ranges::stable_sort(all, {}, [](const auto& each) { return each->order(); });
  return all;
}

std::shared_ptr<const v1::Tutorial> tutorial_of(const Bundle& bundle, std::string_view id) {
  for (auto& each : tutorials_of(bundle)) {
    if (id.empty() || each->id() == id) return each;
  }
  return nullptr;
}

bool fits(const v1::TutorialAnswer& wanted, const v1::Item& item) {
  if (!wanted.choice().empty() && item.label().id() != wanted.choice()) return false;
  if (wanted.place() != 0 && std::ranges::find(item.places(), wanted.place()) == item.places().end()) return false;
  return wanted.argument().empty() || mentions(item.label(), wanted.argument());
}

}  // namespace wardroom
