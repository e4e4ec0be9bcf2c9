// Catalog: words in people's languages. Turns a Text into a sentence with ICU message patterns.
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "common/result.h"
#include "common/text.h"

namespace wardroom::v1 {
class Text;
}

namespace wardroom {

// Reading is safe from many threads once everything is loaded.
class Catalog {
 public:
  Catalog();
  Catalog(Catalog&&) noexcept;
  Catalog& operator=(Catalog&&) noexcept;
  ~Catalog();

  // Every `<language>.textproto` and `<language>.<topic>.textproto` of a folder, over the folders that were read
  // before: the platform's first, then a title's. A pattern that ICU cannot read, an id or alias that is already there
  // in that language and folder, and a file in another language than its name says are refused by file and id.
  Result<void> read(const std::filesystem::path& folder);
  // The same for files that lie elsewhere; what is added after `over` lies over what is there.
  void over();
  Result<void> add(const std::string& file, const std::string& textproto);

  // In the language, else in English, else the bare id, which counts as missed, as does a text whose arguments do not
  // fit. "pl-PL" and "pl_PL.UTF-8" mean "pl". A select may be given a number: it chooses by its digits.
  std::string format(const v1::Text& text, std::string_view language) const;
  std::string format(const Text& text, std::string_view language) const;

  std::vector<std::string> languages() const;
  std::vector<std::string> ids(std::string_view language) const;                          // ordered, with aliases
  std::set<std::string> arguments(std::string_view language, std::string_view id) const;  // names its pattern uses
  std::set<std::string> missed() const;                                                   // ids asked for in vain

 private:
  struct Words;
  std::unique_ptr<Words> words_;
};

// A text without any catalog: its id and its arguments, for messages about catalogs themselves.
std::string bare(const Text& text);

// With a capital at its beginning.
std::string sentence(std::string words);

}  // namespace wardroom
