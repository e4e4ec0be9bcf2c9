#include "server/net/names.h"

namespace wardroom::net {

std::string_view name(v1::RefusalCode code) {
  switch (code) {
    case v1::REFUSAL_CODE_UNSPECIFIED:
      return "ok";
    case v1::REFUSAL_CODE_MALFORMED:
      return "malformed";
    case v1::REFUSAL_CODE_NOT_OFFERED:
      return "not_offered";
    case v1::REFUSAL_CODE_STALE:
      return "stale";
    case v1::REFUSAL_CODE_NOT_YOURS:
      return "not_yours";
    case v1::REFUSAL_CODE_NOT_FOUND:
      return "not_found";
    case v1::REFUSAL_CODE_CONFLICT:
      return "conflict";
    case v1::REFUSAL_CODE_TOO_MUCH:
      return "too_much";
    case v1::REFUSAL_CODE_UNAVAILABLE:
      return "unavailable";
    case v1::REFUSAL_CODE_SIGNED_OUT:
      return "signed_out";
    case v1::REFUSAL_CODE_UNREADABLE:
      return "unreadable";
    default:
      return "unknown";
  }
}

std::string_view kind(const v1::ClientFrame& frame) {
  const auto* field = v1::ClientFrame::descriptor()->FindFieldByNumber(frame.body_case());
  return field ? std::string_view(field->name()) : "none";
}

}  // namespace wardroom::net
