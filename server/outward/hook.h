// Hook: what somebody's own program, or a chat service of his, is told: as it likes to read it, and signed (Standard
// Webhooks), so that it knows who calls.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "server/outward/messenger.h"
#include "wardroom/v1/notices.pb.h"

namespace wardroom::outward {

struct News {
  std::string id;    // the same at every try, and the same by whatever it comes
  std::string kind;  // see server/match/jobs.h
  std::string text;  // in his language
  std::string link;
  std::string match;  // may be empty
};

std::string new_hook_secret();  // "whsec_" and base64, as whoever checks signatures enters it
// "v1,..." of what was sent; empty: the secret is none.
std::string signature(const std::string& secret, std::string_view id, std::int64_t time_s, std::string_view body);

std::string hook_body(v1::HookFormat format, const News& news);
Call hook_call(const std::string& url, v1::HookFormat format, const std::string& secret, const News& news,
               std::int64_t time_s);

// As it is kept until it is taken.
std::string saved(const News& news);
News loaded(const std::string& bytes);

}  // namespace wardroom::outward
