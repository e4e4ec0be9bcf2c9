#include "client/terminal/offers.h"

#include <array>
#include <charconv>
#include <ctime>
#include <map>

namespace wardroom::terminal {
namespace {

constexpr std::uint32_t kHour = 3600, kDay = 24 * 3600;

std::string deed_of(const v1::Offer& offer) {
  switch (offer.deed()) {
    case v1::OFFER_DEED_AGREED:
      return "_agreed";
    case v1::OFFER_DEED_DECLINED:
      return "_declined";
    case v1::OFFER_DEED_LAPSED:
      return "_lapsed";
    default:
      return offer.point().id().empty() ? "_made" : "_made_at";
  }
}

std::string verdict_of(const v1::Terms& terms) {
  if (terms.by_score()) return "score";
  if (!terms.has_winner()) return "draw";
  return terms.winner() == 0 ? "first" : "second";
}

std::uint32_t number_in(const std::string& text) {
  std::uint32_t number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

}  // namespace

std::string utc_minute(std::int64_t time_ms) {
  const std::time_t seconds = time_ms / 1000;
  std::tm parts{};
  ::gmtime_r(&seconds, &parts);
  std::array<char, 32> written{};
  std::strftime(written.data(), written.size(), "%Y-%m-%d %H:%M UTC", &parts);
  return written.data();
}

std::int64_t utc_ms(const std::string& text) {
  std::tm parts{};
  if (!::strptime(text.c_str(), "%Y-%m-%d %H:%M", &parts)) return 0;
  return std::int64_t{1000} * ::timegm(&parts);
}

std::optional<Text> offer_text(const v1::Chat& chat, const Words& words) {
  static const std::map<v1::OfferKind, std::string> kinds{
      {v1::OFFER_KIND_DRAW, "draw"},       {v1::OFFER_KIND_TAKE_BACK, "take_back"},
      {v1::OFFER_KIND_REMATCH, "rematch"}, {v1::OFFER_KIND_PAUSE, "pause"},
      {v1::OFFER_KIND_TIME, "time"},       {v1::OFFER_KIND_SUBSTITUTE, "substitute"},
      {v1::OFFER_KIND_MEETING, "meeting"}, {v1::OFFER_KIND_VERDICT, "verdict"},
      {v1::OFFER_KIND_REWIND, "rewind"},   {v1::OFFER_KIND_REPAIR, "repair"}};
  const v1::Offer& offer = chat.offer();
  const auto kind = kinds.find(offer.kind());
  if (kind == kinds.end()) return std::nullopt;
  Text said("web.offer." + kind->second + deed_of(offer));
  said.word("name", chat.name());
  if (!offer.point().id().empty()) said.word("point", words(offer.point()));
  const v1::Terms& terms = offer.terms();
  if (terms.until_ms() > 0) said.word("until", utc_minute(terms.until_ms()));
  if (offer.kind() == v1::OFFER_KIND_TIME)
    said.text("span", Text("terminal.span").number("hours", terms.seconds() / kHour));
  if (offer.kind() == v1::OFFER_KIND_VERDICT) said.word("winner", verdict_of(terms));
  if (offer.kind() == v1::OFFER_KIND_SUBSTITUTE) said.word("who", terms.bot().empty() ? terms.name() : terms.bot());
  return said;
}

std::optional<v1::MakeOffer> typed_offer(const std::string& name, const std::string& rest, std::int64_t now_ms) {
  v1::MakeOffer offer;
  v1::Terms& terms = *offer.mutable_terms();
  if (name == "pause") {
    offer.set_kind(v1::OFFER_KIND_PAUSE);
    terms.set_until_ms(now_ms + std::int64_t{1000} * kDay * number_in(rest));
  } else if (name == "meet") {
    offer.set_kind(v1::OFFER_KIND_MEETING);
    terms.set_until_ms(utc_ms(rest));
  } else if (name == "time") {
    offer.set_kind(v1::OFFER_KIND_TIME);
    terms.set_seconds(kHour * number_in(rest));
  } else if (name == "substitute") {
    offer.set_kind(v1::OFFER_KIND_SUBSTITUTE);
    const std::string bot = "bot ";
    if (rest.starts_with(bot)) {
      terms.set_bot(rest.substr(bot.size()));
    } else {
      terms.set_name(rest);
    }
  } else {
    return std::nullopt;
  }
  return offer;
}

}  // namespace wardroom::terminal
