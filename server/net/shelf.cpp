#include "server/net/shelf.h"

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

void put(const std::string& root, const Bundle& bundle, Site& site) {
  std::map<std::string, v1::Catalog> words;
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
}

}  // namespace

Site shelf(const std::vector<lobby::PublicData>& titles) {
  Site site;
  for (const lobby::PublicData& title : titles) {
    const std::string root = "/data/" + title.title + "/";
    put(root, *title.bundle, site);
    if (title.sheets) site.add(root + "sheets.pb", *title.sheets);
  }
  return site;
}

}  // namespace wardroom::net
