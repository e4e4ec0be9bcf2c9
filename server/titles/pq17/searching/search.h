// One card of a search [6.2]: who searches, which line is read, what the owner may answer, what follows.
#pragma once

#include "server/titles/pq17/operation/operation.h"

namespace wardroom::pq17 {

// Assets that really search; Dummies and the like only pretend [6.5, 6.8, A-10].
struct Searchers {
  bool force = false;
  bool air = false;
  bool other_than_soviet = false;
  bool any() const { return force || air; }
};

enum class SearchKind { kSegment, kTransit };

struct Sighting {
  enum class Answer { kNone, kWolfpack, kCarrier, kCam };
  BlockId block;
  Hex hex{};  // that is searched
  SearchKind kind = SearchKind::kSegment;
  const v1::Card* card = nullptr;
  Searchers by;
  v1::SearchResult::Kind result = v1::SearchResult::DASH;
  bool watermark = false;
  bool success = false;
  bool soviet_mark = false;  // it would have gone through, but all that search are Soviet [6.2]
  int level = 0;             // the target's, if this goes through
  Answer answer = Answer::kNone;
  std::optional<int> said;    // counters, at ID1
  std::uint32_t ordinal = 0;  // of the searcher, from 1, when a Scattered convoy is looked for
  v1::Contact contact;        // what becomes of it then

  bool found() const { return success && answer == Answer::kNone; }
};

bool within_search(Operation& op, const v1::Block& target);       // a card is drawn against it [6.2 a-d]
Searchers searchers_of(Operation& op, const v1::Block& target);   // in the Reconnaissance Segment
Searchers searchers_in(Operation& op, Side side, Hex hex);        // all that shadow nobody [6.6.1, A-18]
Text result_said(v1::SearchResult::Kind result);                  // a symbol as one says it
bool can_search(const Operation& op, const v1::Force& force);     // not alone a Dummy, unarmed, dead or towing
bool purely_soviet(const Operation& op, const v1::Force& force);  // by nation: 1/6 MF is British [1.4, 6.2]
bool searches_over(const Operation& op, const v1::Air::Unit& unit, Side side, Hex hex);
Sighting read_card(Operation& op, const v1::Block& target, Hex hex, const v1::Card& card, Searchers by,
                   SearchKind kind);
void tell_searcher(Operation& op, const Sighting& sighting, std::string_view rule);  // his card
void show_card(Operation& op, const Sighting& sighting);                             // of a success

// The owner of the target may have something to say, for all the searcher knows [6.2.2].
bool may_be_answered(Operation& op, const Sighting& sighting);
bool is_answered(Operation& op, const Sighting& sighting);  // nothing more could be said, for all the searcher knows
int cams_launched(const std::vector<Sighting>& sightings, BlockId block);  // by answers so far
void offer_answers(Operation& op, Menu& menu, const Sighting& sighting, int cams_launched = 0);
void note_answer(const Action& answer, std::vector<Sighting>& sightings);
// What the owner said is announced; false: he said nothing against it.
bool announce_answer(Operation& op, const Sighting& sighting);
// The search went through: the asset may attack at once [7.7, A-32]. Kept in Sea.contact until the segment is over.
void make_contact(Operation& op, const Sighting& sighting);
// A success goes through or is negated.
void carry_out(Operation& op, const Sighting& sighting);

Side side_of_sector(v1::SearchSector::Kind sector);
bool has(const google::protobuf::RepeatedField<std::uint32_t>& hexes, Hex hex);

}  // namespace wardroom::pq17
