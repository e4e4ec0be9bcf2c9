// The two decks [1.7].
#include <set>

#include "server/titles/pq17/data/contents.h"
#include "wardroom/pq17/v1/cards.pb.h"

namespace wardroom::pq17 {
namespace {

constexpr int kCards = 40;
constexpr int kColumns = 4;

void check_section(const v1::Card::Section& section, const Spot& at, v1::Light::Kind light, Mistakes& mistakes) {
  const auto four = [&](const char* line, int size) {
    if (size != kColumns)
      mistakes.push_back(at.at(line).mistake(Text("data.card_line").word("line", line).number("entries", size)));
  };
  four("force", section.force_size());
  four("air", section.air_size());
  four("both", section.both_size());
  four("id_gain", section.id_gain_size());
  for (int i = 0; i < section.id_gain_size(); ++i) {
    if (section.id_gain(i) < 1 || section.id_gain(i) > 3)
      mistakes.push_back(at.at("id_gain", i).mistake(Text("data.card_id_gain")));
  }
  if (light == v1::Light::NIGHT) {
    if (section.photo_size() != 0) mistakes.push_back(at.at("photo").mistake(Text("data.card_night_photo")));
    return;
  }
  four("photo", section.photo_size());
  for (int i = 0; i < section.photo_size(); ++i) {
    if (section.photo(i) < 0 || section.photo(i) > 4)
      mistakes.push_back(at.at("photo", i).mistake(Text("data.card_photo")));
  }
}

}  // namespace

void check_cards(const Contents& contents, Mistakes& mistakes) {
  std::set<int> sides;
  for (const auto& deck : contents.all<v1::Deck>()) {
    if (!sides.insert(deck.it.side()).second) mistakes.push_back(deck.at.at("side").mistake(Text("data.deck_twice")));
    if (deck.it.card_size() != kCards)
      mistakes.push_back(deck.at.at("card").mistake(Text("data.deck_size").number("cards", deck.it.card_size())));
    std::set<int> seen;
    for (const auto& [card, at] : children<v1::Card>(deck, "card")) {
      if (card.index() < 1 || card.index() > kCards) {
        mistakes.push_back(at.at("index").mistake(Text("data.card_index").number("index", card.index())));
      } else if (!seen.insert(card.index()).second) {
        mistakes.push_back(at.at("index").mistake(Text("data.card_twice").number("index", card.index())));
      }
      check_section(card.day(), at.at("day"), v1::Light::DAY, mistakes);
      check_section(card.night(), at.at("night"), v1::Light::NIGHT, mistakes);
      for (const char* part : {"heavy", "dd_tb", "ax_mx"}) {
        const auto& damage = dynamic_cast<const v1::Card::Damage&>(*at.at(part).message());
        if (damage.always() < 0 || damage.plus() < 0) mistakes.push_back(at.at(part).mistake(Text("data.below_zero")));
      }
    }
  }
  if (sides.size() < 2) mistakes.push_back({{}, 0, {}, Text("data.deck_missing")});
}

}  // namespace wardroom::pq17
