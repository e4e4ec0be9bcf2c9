#include "common/data/texts.h"

#include <unicode/messagepattern.h>

#include <algorithm>
#include <cctype>

#include "wardroom/v1/data.pb.h"

namespace wardroom {
namespace {

struct Words {
  Spot at;
  std::set<std::string> arguments;
  bool alias = false;
};
using Lexicon = std::map<std::string, Words, std::less<>>;

// The names a pattern uses; false when ICU cannot read it.
bool arguments_of(const std::string& text, std::set<std::string>& out) {
  UErrorCode error = U_ZERO_ERROR;
  const icu::MessagePattern pattern(icu::UnicodeString::fromUTF8(text), nullptr, error);
  if (U_FAILURE(error)) return false;
  for (std::int32_t i = 0; i < pattern.countParts(); ++i) {
    const auto& part = pattern.getPart(i);
    if (part.getType() != UMSGPAT_PART_TYPE_ARG_NAME && part.getType() != UMSGPAT_PART_TYPE_ARG_NUMBER) continue;
    std::string name;
    pattern.getSubstring(part).toUTF8String(name);
    out.insert(std::move(name));
  }
  return true;
}

std::string lower(std::string text) {
  std::ranges::transform(text, text.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

std::string listed(const std::set<std::string>& names) {
  std::string out;
  for (const std::string& name : names) out += (out.empty() ? "" : ", ") + name;
  return out;
}

void put(Lexicon& language, const std::string& id, const Words& words, Mistakes& mistakes) {
  const auto [known, added] = language.emplace(id, words);
  if (added) return;
  const Spot& first = known->second.at;
  mistakes.push_back(words.at.at("id").mistake(
      Text("data.id_twice").word("id", id).word("file", first.file().path).number("line", first.line())));
}

using Languages = std::map<std::string, Lexicon>;

struct Catalogs {
  Languages languages;
  std::map<std::string, std::string> first_file;  // of a language
};

Catalogs read_catalogs(const DataSet& data, const Schema& schema, Mistakes& mistakes) {
  Catalogs made;
  auto& [languages, first_file] = made;
  for (const std::string& language : schema.languages) languages[language];
  for (const auto& [catalog, at] : data.all<v1::Catalog>()) {
    if (!languages.contains(catalog.language())) {
      mistakes.push_back(at.at("language").mistake(Text("data.unknown_language").word("language", catalog.language())));
      continue;
    }
    first_file.try_emplace(catalog.language(), at.file().path);
    Lexicon& language = languages[catalog.language()];
    for (const auto& [entry, spot] : children<v1::Catalog::Entry>(at, "entry")) {
      Words words{spot, {}, false};
      if (!arguments_of(entry.text(), words.arguments)) {
        mistakes.push_back(spot.at("text").mistake(Text("data.text_malformed").word("id", entry.id())));
        words.arguments = {"?"};
      }
      put(language, entry.id(), words, mistakes);
      words.alias = true;
      for (const std::string& alias : entry.alias()) put(language, alias, words, mistakes);
    }
  }
  return made;
}

// What must be there, and the thing it is about; null: of a closed set.
using Needed = std::map<std::string, const Spot*>;

Needed needed_by(const Schema& schema, const Ids& ids) {
  Needed needed;
  for (const Ids::Entry& entry : ids.all()) {
    for (const std::string& suffix : entry.thing->texts) needed[entry.text + suffix] = &entry.at;
    const google::protobuf::Message& message = *entry.at.message();
    if (const auto* field = entry.thing->text_if;
        field && !message.GetReflection()->GetString(message, field).empty()) {
      needed[entry.text + entry.thing->text_if_set] = &entry.at;
    }
  }
  for (const ClosedSet& set : schema.closed_sets) {
    for (int i = 0; i < set.values->value_count(); ++i) {
      if (set.values->value(i)->number() == 0) continue;
      for (const std::string& suffix : set.suffixes)
        needed[set.prefix + lower(set.values->value(i)->name()) + suffix] = nullptr;
    }
  }
  return needed;
}

void check_what_must_be_there(Catalogs& catalogs, const Schema& schema, const Needed& needed, Mistakes& mistakes) {
  for (const auto& [name, language] : catalogs.languages) {
    for (const auto& [id, spot] : needed) {
      if (language.contains(id)) continue;
      Text what = Text("data.text_missing").word("id", id).word("language", name);
      if (spot) {
        const auto& thing = *std::ranges::find(schema.things, spot->message()->GetDescriptor(), &Thing::type);
        mistakes.push_back(spot->at(*thing.id).mistake(std::move(what)));
      } else {
        mistakes.push_back({catalogs.first_file[name], 0, {}, std::move(what)});
      }
    }
  }
}

void check_what_is_there(const Languages& languages, const Schema& schema, const Ids& ids, const Needed& needed,
                         Mistakes& mistakes) {
  std::set<std::string> prefixes;
  for (const Thing& thing : schema.things) {
    if (thing.scope == Scope::kBox && !thing.texts.empty()) prefixes.insert(thing.prefix);
  }
  for (const auto& [name, language] : languages) {
    for (const auto& [id, words] : language) {
      for (const auto& [other_name, other] : languages) {
        if (other_name == name || needed.contains(id)) continue;
        if (!other.contains(id)) {
          mistakes.push_back(
              words.at.at("id").mistake(Text("data.text_missing").word("id", id).word("language", other_name)));
        }
      }
      const auto prefix = std::ranges::find_if(prefixes, [&](const std::string& each) { return id.starts_with(each); });
      if (words.alias || prefix == prefixes.end() || needed.contains(id)) continue;
      // "scenario.pq12.pool.x.name" is about scenario.pq12: some beginning of the id must be a thing.
      std::string_view beginning = id;
      while (!beginning.empty() && !ids.find(beginning)) {
        const auto dot = beginning.rfind('.');
        beginning = dot == std::string_view::npos ? std::string_view() : beginning.substr(0, dot);
      }
      if (beginning.empty()) mistakes.push_back(words.at.at("id").mistake(Text("data.text_of_nothing").word("id", id)));
    }
  }
}

void check_arguments(const Languages& languages, Mistakes& mistakes) {
  if (languages.size() < 2) return;
  const auto& [base_name, base] = *languages.begin();
  for (const auto& [name, language] : languages) {
    if (name == base_name) continue;
    for (const auto& [id, words] : language) {
      const auto same = base.find(id);
      if (same == base.end() || same->second.arguments == words.arguments) continue;
      if (words.arguments.contains("?") || same->second.arguments.contains("?")) continue;
      mistakes.push_back(words.at.at("text").mistake(Text("data.text_arguments")
                                                         .word("id", id)
                                                         .word("here", listed(words.arguments))
                                                         .word("there", listed(same->second.arguments))
                                                         .word("language", base_name)));
    }
  }
}

}  // namespace

void check_texts(const DataSet& data, const Schema& schema, const Ids& ids, Mistakes& mistakes) {
  Catalogs catalogs = read_catalogs(data, schema, mistakes);
  const Needed needed = needed_by(schema, ids);
  check_what_must_be_there(catalogs, schema, needed, mistakes);
  check_what_is_there(catalogs.languages, schema, ids, needed, mistakes);
  check_arguments(catalogs.languages, mistakes);
}

}  // namespace wardroom
