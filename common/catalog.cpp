#include "common/catalog.h"

#include <google/protobuf/io/tokenizer.h>
#include <google/protobuf/text_format.h>
#include <unicode/locid.h>
#include <unicode/messagepattern.h>
#include <unicode/msgfmt.h>
#include <unicode/uchar.h>
#include <unicode/utf8.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <mutex>
#include <optional>
#include <sstream>
#include <unordered_map>
#include <variant>

#include "wardroom/v1/data.pb.h"
#include "wardroom/v1/text.pb.h"

namespace wardroom {
namespace fs = std::filesystem;
namespace {

using Value = std::variant<std::int64_t, std::string>;
struct Named {
  std::string_view name;
  Value value;
};

icu::UnicodeString wide(std::string_view text) {
  return icu::UnicodeString::fromUTF8(icu::StringPiece(text.data(), static_cast<std::int32_t>(text.size())));
}

std::string narrow(const icu::UnicodeString& text) {
  std::string out;
  text.toUTF8String(out);
  return out;
}

// One message. A pattern of words and bare `{names}` is put together here; anything richer is ICU's, one caller at a
// time, because MessageFormat fills its caches while it formats.
class Pattern {
 public:
  static Result<std::shared_ptr<Pattern>> compile(const std::string& text, const std::string& language) {
    UErrorCode error = U_ZERO_ERROR;
    UParseError where{};
    const icu::UnicodeString source = wide(text);
    auto pattern = std::make_shared<Pattern>();
    icu::MessagePattern parsed(source, &where, error);
    pattern->format_ = std::make_unique<icu::MessageFormat>(source, icu::Locale(language.c_str()), where, error);
    if (U_FAILURE(error)) {
      return refuse(RefusalCode::kUnreadable,
                    Text("catalog.pattern").number("at", where.offset).word("error", u_errorName(error)));
    }
    pattern->take_apart(parsed, source);
    return pattern;
  }

  // None when the values do not fit the pattern, such as a word where a number is counted.
  std::optional<std::string> format(const std::vector<Named>& values) {
    if (simple_ && std::ranges::all_of(values, is_plain)) {
      std::string out;
      for (const Part& part : parts_) {
        out += part.is_argument ? written(part.text, values) : part.text;
      }
      return out;
    }
    std::vector<icu::UnicodeString> names;
    std::vector<icu::Formattable> formattables;
    for (const Named& named : values) {
      names.push_back(wide(named.name));
      const auto* number = std::get_if<std::int64_t>(&named.value);
      if (number && selects_.contains(std::string(named.name))) {
        formattables.emplace_back(wide(std::to_string(*number)));
      } else if (number) {
        formattables.emplace_back(*number);
      } else {
        formattables.emplace_back(wide(std::get<std::string>(named.value)));
      }
    }
    icu::UnicodeString out;
    UErrorCode error = U_ZERO_ERROR;
    const std::lock_guard lock(mutex_);
    format_->format(names.data(), formattables.data(), static_cast<std::int32_t>(names.size()), out, error);
    if (U_FAILURE(error)) return std::nullopt;
    return narrow(out);
  }

  const std::set<std::string>& arguments() const { return arguments_; }

 private:
  struct Part {
    std::string text;  // words, or an argument's name
    bool is_argument;
  };

  // A number below a thousand looks the same in every language we speak; larger ones are grouped by ICU.
  static bool is_plain(const Named& named) {
    const auto* number = std::get_if<std::int64_t>(&named.value);
    return !number || (*number > -1000 && *number < 1000);
  }

  static std::string written(const std::string& name, const std::vector<Named>& values) {
    const auto it = std::ranges::find(values, name, &Named::name);
    if (it == values.end()) return "{" + name + "}";
    if (const auto* number = std::get_if<std::int64_t>(&it->value)) return std::to_string(*number);
    return std::get<std::string>(it->value);
  }

  void take_apart(const icu::MessagePattern& parsed, const icu::UnicodeString& source) {
    std::int32_t from = 0;
    const auto words_until = [&](std::int32_t to) {
      if (to > from) parts_.push_back({narrow(source.tempSubStringBetween(from, to)), false});
    };
    for (std::int32_t i = 0; i < parsed.countParts(); ++i) {
      const icu::MessagePattern::Part& part = parsed.getPart(i);
      switch (part.getType()) {
        case UMSGPAT_PART_TYPE_ARG_START:
          if (part.getArgType() != UMSGPAT_ARG_TYPE_NONE) simple_ = false;
          words_until(part.getIndex());
          break;
        case UMSGPAT_PART_TYPE_ARG_NAME:
        case UMSGPAT_PART_TYPE_ARG_NUMBER: {
          const std::string name = narrow(parsed.getSubstring(part));
          arguments_.insert(name);
          if (i > 0 && parsed.getPart(i - 1).getArgType() == UMSGPAT_ARG_TYPE_SELECT) selects_.insert(name);
          parts_.push_back({name, true});
          break;
        }
        case UMSGPAT_PART_TYPE_ARG_LIMIT:
          from = part.getLimit();
          break;
        case UMSGPAT_PART_TYPE_SKIP_SYNTAX:
          words_until(part.getIndex());
          from = part.getLimit();
          break;
        case UMSGPAT_PART_TYPE_INSERT_CHAR:
          simple_ = false;
          break;
        default:
          break;
      }
    }
    words_until(source.length());
    if (!simple_) parts_.clear();
  }

  bool simple_ = true;
  std::vector<Part> parts_;
  std::set<std::string> arguments_;
  std::set<std::string> selects_;  // ICU chooses by words only: numbers are given to these as digits
  std::mutex mutex_;
  std::unique_ptr<icu::MessageFormat> format_;
};

struct StringHash {
  using is_transparent = void;
  std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>{}(text); }
};
struct Known {
  std::shared_ptr<Pattern> pattern;  // an alias has that of its text
  int folder;
};
using Language = std::unordered_map<std::string, Known, StringHash, std::equal_to<>>;

// Keeps the first complaint of the text-format parser.
class CatalogError final : public google::protobuf::io::ErrorCollector {
 public:
  void AddError(int line, int, const std::string& message) override {
    if (line_ < 0) {
      line_ = line + 1;
      message_ = message;
    }
  }
  Text said(const std::string& file) const {
    return Text("catalog.unreadable_file").word("file", file).number("line", line_).word("error", message_);
  }

 private:
  int line_ = -1;
  std::string message_;
};

std::string_view primary(std::string_view language) { return language.substr(0, language.find_first_of("-_.")); }

std::string language_of(const fs::path& file) {
  const std::string name = file.filename().string();
  return name.substr(0, name.find('.'));
}

}  // namespace

struct Catalog::Words {
  std::map<std::string, Language, std::less<>> languages;
  int folder = 0;  // that is being read
  mutable std::mutex mutex;
  mutable std::set<std::string> missed;

  Pattern* find(std::string_view language, std::string_view id) const {
    const auto words = languages.find(language);
    if (words == languages.end()) return nullptr;
    const auto it = words->second.find(id);
    return it == words->second.end() ? nullptr : it->second.pattern.get();
  }

  // False when this folder has it already.
  bool put(Language& words, const std::string& id, std::shared_ptr<Pattern> pattern) const {
    Known& known = words.try_emplace(id, Known{nullptr, -1}).first->second;
    if (known.folder == folder) return false;
    known = {std::move(pattern), folder};
    return true;
  }
};

Catalog::Catalog() : words_(std::make_unique<Words>()) {}
Catalog::Catalog(Catalog&&) noexcept = default;
Catalog& Catalog::operator=(Catalog&&) noexcept = default;
Catalog::~Catalog() = default;

void Catalog::over() { ++words_->folder; }

Result<void> Catalog::read(const fs::path& folder) {
  std::error_code error;
  std::vector<fs::path> files;
  for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
    if (it->path().extension() == ".textproto") files.push_back(it->path());
  }
  if (error) return refuse(RefusalCode::kUnreadable, Text("data.unreadable_folder").word("folder", folder.string()));
  std::ranges::sort(files);
  over();
  for (const fs::path& file : files) {
    std::ifstream in(file, std::ios::binary);
    std::ostringstream text;
    text << in.rdbuf();
    if (!in) return refuse(RefusalCode::kUnreadable, Text("data.unreadable_file").word("file", file.string()));
    if (auto added = add(file.string(), std::move(text).str()); !added) return added.error();
  }
  return {};
}

Result<void> Catalog::add(const std::string& file, const std::string& textproto) {
  v1::Catalog catalog;
  CatalogError problem;
  google::protobuf::TextFormat::Parser parser;
  parser.RecordErrorsTo(&problem);
  if (!parser.ParseFromString(textproto, &catalog)) return refuse(RefusalCode::kUnreadable, problem.said(file));
  if (catalog.language() != language_of(file)) {
    return refuse(RefusalCode::kUnreadable,
                  Text("catalog.language").word("file", file).word("language", catalog.language()));
  }
  Language& words = words_->languages[catalog.language()];
  for (const auto& entry : catalog.entry()) {
    auto pattern = Pattern::compile(entry.text(), catalog.language());
    if (!pattern) {
      return refuse(
          RefusalCode::kUnreadable,
          Text("catalog.malformed").word("file", file).word("id", entry.id()).text("problem", pattern.error().reason));
    }
    std::vector<std::string> ids{entry.id()};
    ids.insert(ids.end(), entry.alias().begin(), entry.alias().end());
    for (const std::string& id : ids) {
      if (words_->put(words, id, *pattern)) continue;
      return refuse(RefusalCode::kUnreadable, Text("catalog.twice").word("file", file).word("id", id));
    }
  }
  return {};
}

std::string Catalog::format(const v1::Text& text, std::string_view language) const {
  if (text.id().empty()) return {};
  const auto missed = [&] {
    const std::lock_guard lock(words_->mutex);
    words_->missed.insert(text.id());
    return text.id();
  };
  Pattern* pattern = words_->find(primary(language), text.id());
  if (!pattern) pattern = words_->find("en", text.id());
  if (!pattern) return missed();
  std::vector<Named> values;
  values.reserve(static_cast<std::size_t>(text.arguments_size()));
  for (const v1::Argument& argument : text.arguments()) {
    switch (argument.value_case()) {
      case v1::Argument::kNumber:
        values.push_back({argument.name(), argument.number()});
        break;
      case v1::Argument::kWord:
        values.push_back({argument.name(), argument.word()});
        break;
      case v1::Argument::kText:
        values.push_back({argument.name(), format(argument.text(), language)});
        break;
      case v1::Argument::VALUE_NOT_SET:
        values.push_back({argument.name(), std::string()});
        break;
    }
  }
  const auto formatted = pattern->format(values);
  return formatted ? *formatted : missed();
}

std::string Catalog::format(const Text& text, std::string_view language) const {
  v1::Text wire;
  to_wire(text, wire);
  return format(wire, language);
}

std::vector<std::string> Catalog::languages() const {
  std::vector<std::string> out;
  for (const auto& [language, words] : words_->languages) out.push_back(language);
  return out;
}

std::vector<std::string> Catalog::ids(std::string_view language) const {
  std::vector<std::string> out;
  if (const auto it = words_->languages.find(language); it != words_->languages.end()) {
    for (const auto& [id, known] : it->second) out.push_back(id);
  }
  std::ranges::sort(out);
  return out;
}

std::set<std::string> Catalog::arguments(std::string_view language, std::string_view id) const {
  const Pattern* pattern = words_->find(language, id);
  return pattern ? pattern->arguments() : std::set<std::string>();
}

std::set<std::string> Catalog::missed() const {
  const std::lock_guard lock(words_->mutex);
  return words_->missed;
}

namespace {

struct Bare {
  std::string operator()(std::int64_t number) const { return std::to_string(number); }
  std::string operator()(const std::string& word) const { return word; }
  std::string operator()(const TextId& id) const { return id.str(); }
  std::string operator()(const std::shared_ptr<const Text>& text) const { return bare(*text); }
};

}  // namespace

std::string bare(const Text& text) {
  std::string out = text.id.str();
  const char* separator = ": ";
  for (const TextArgument& argument : text.arguments) {
    out += separator + std::string(argument.name) + "=" + std::visit(Bare{}, argument.value);
    separator = ", ";
  }
  return out;
}

std::string sentence(std::string words) {
  std::int32_t end = 0;
  const auto size = static_cast<std::int32_t>(words.size());
  UChar32 first = 0;
  U8_NEXT(words.data(), end, size, first);
  if (first < 0 || u_toupper(first) == first) return words;
  std::string capital;
  icu::UnicodeString(u_toupper(first)).toUTF8String(capital);
  return words.replace(0, static_cast<std::size_t>(end), capital);
}

}  // namespace wardroom
