// Origin: which web pages may open a WebSocket here.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace wardroom::net {

// `origin` is the field a browser sends, empty when there is none (then it is no browser, and allowed). A page may talk
// to the host it came from and, besides, the pages of `allowed` ("https://play.example.org") may.
bool origin_allowed(std::string_view origin, std::string_view host, const std::vector<std::string>& allowed);

}  // namespace wardroom::net
