// Shelf: the titles' public data as it is served under /data/<title>/.
#pragma once

#include <vector>

#include "server/lobby/front_desk.h"
#include "server/net/site.h"

namespace wardroom::net {

// Every file as it is, "map.textproto"; in binary form, "map.pb", when its header names a message this program knows;
// and all words of a language in one Catalog, "text/en.pb"; and, where a title has them, the sheets to look things up,
// "sheets.pb". Beside them "/data/titles.json": the titles and their scenarios by name, for pages without schemas.
Site shelf(const std::vector<lobby::PublicData>& titles);

}  // namespace wardroom::net
