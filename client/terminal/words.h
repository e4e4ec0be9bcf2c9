// Words: a catalog in one person's language.
#pragma once

#include <memory>
#include <string>

#include "common/catalog.h"

namespace wardroom::terminal {

class Words {
 public:
  Words(std::shared_ptr<const Catalog> catalog, std::string language)
      : catalog_(std::move(catalog)), language_(std::move(language)) {}

  std::string operator()(const Text& text) const { return catalog_->format(text, language_); }
  std::string operator()(const v1::Text& text) const { return catalog_->format(text, language_); }
  const std::string& language() const { return language_; }

 private:
  std::shared_ptr<const Catalog> catalog_;
  std::string language_;
};

}  // namespace wardroom::terminal
