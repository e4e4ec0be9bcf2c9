// Words: a catalog in one person's language.
#pragma once

#include <cctype>
#include <memory>
#include <set>
#include <string>

#include "common/catalog.h"

namespace wardroom::terminal {

class Words {
 public:
  Words(std::shared_ptr<const Catalog> catalog, std::string language)
      : catalog_(std::move(catalog)), language_(std::move(language)) {
    for (const std::string& id : catalog_->ids(language_)) {
      if (id.starts_with(kRule)) rules_.insert(id);
    }
  }

  std::string operator()(const Text& text) const { return catalog_->format(text, language_); }
  std::string operator()(const v1::Text& text) const { return catalog_->format(text, language_); }
  const std::string& language() const { return language_; }

  // A rule as people cite it: by the name that the title gives it, or by its number.
  std::string rule(const std::string& cite) const {
    std::string id = kRule + cite;
    for (char& letter : id) letter = static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
    if (!rules_.contains(id)) return (*this)(Text("terminal.rule").word("rule", cite));
    return (*this)(Text(id));
  }

 private:
  std::shared_ptr<const Catalog> catalog_;
  std::string language_;
  static constexpr const char* kRule = "rule.";
  std::set<std::string> rules_;  // that have a name
};

}  // namespace wardroom::terminal
