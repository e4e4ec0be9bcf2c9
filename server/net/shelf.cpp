#include "server/net/shelf.h"

#include <algorithm>
#include <boost/json.hpp>
#include <map>

#include "common/data/parse.h"
#include "wardroom/v1/data.pb.h"

namespace wardroom::net {
namespace {

constexpr std::string_view kText = ".textproto";

std::string binary(const google::protobuf::Message& message) {
  std::string bytes;
  message.SerializeToString(&bytes);
  return bytes;
}

// "text/en.map.textproto" is in English.
std::string language_of(std::string_view path) {
  const std::string_view name = path.substr(path.rfind('/') + 1);
  return std::string(name.substr(0, name.find('.')));
}

using Words = std::map<std::string, v1::Catalog>;  // by language

Words put(const std::string& root, const Bundle& bundle, Site& site) {
  Words words;
  for (const DataText& file : bundle.files()) {
    site.add(root + file.path, file.text);
    const auto message = parse_by_header(file.text);
    if (!message) continue;
    if (const auto* catalog = dynamic_cast<const v1::Catalog*>(message.get())) {
      words[language_of(file.path)].MergeFrom(*catalog);
    } else {
      site.add(root + file.path.substr(0, file.path.size() - kText.size()) + ".pb", binary(*message));
    }
  }
  for (auto& [language, catalog] : words) {
    catalog.set_language(language);
    site.add(root + "text/" + language + ".pb", binary(catalog));
  }
  return words;
}

// Names are plain words.
const std::string& said(const v1::Text& name, const v1::Catalog& words) {
  const auto entry = std::ranges::find(words.entry(), name.id(), [](const auto& each) { return each.id(); });
  return entry == words.entry().end() ? name.id() : entry->text();
}

boost::json::object names(const v1::Text& name, const Words& words) {
  boost::json::object by_language;
  for (const auto& [language, catalog] : words) by_language[language] = said(name, catalog);
  return by_language;
}

// For pages that have no schemas: names in every language of the title.
boost::json::object listed(const v1::TitleInfo& info, const Words& words) {
  boost::json::array scenarios;
  for (const v1::Scenario& scenario : info.scenarios()) {
    scenarios.push_back({{"id", scenario.id()},
                         {"minutes", scenario.minutes()},
                         {"first", scenario.first()},
                         {"name", names(scenario.name(), words)}});
  }
  return {{"id", info.id()}, {"name", names(info.name(), words)}, {"scenarios", std::move(scenarios)}};
}

}  // namespace

Site shelf(const std::vector<lobby::PublicData>& titles) {
  Site site;
  boost::json::array list;
  for (const lobby::PublicData& title : titles) {
    const std::string root = "/data/" + title.title + "/";
    const Words words = put(root, *title.bundle, site);
    if (title.sheets) site.add(root + "sheets.pb", *title.sheets);
    list.push_back(listed(title.info, words));
  }
  site.add("/data/titles.json", boost::json::serialize(list));
  return site;
}

}  // namespace wardroom::net
