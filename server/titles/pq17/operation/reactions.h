// Menus that may be put to a player in the other's turn, each with the standing order (sight/standing.cpp) that answers
// it for him. A menu of another kind cannot be put so: that does not compile.
#pragma once

#include <cstdint>

#include "wardroom/pq17/v1/view.pb.h"

namespace wardroom::pq17 {

struct Reaction {
  v1::MenuKind::Kind kind;
  std::uint32_t order;
};
inline constexpr Reaction kReactions[] = {
    {v1::MenuKind::RECON_OWNER, 1},       {v1::MenuKind::LOCATION_OWNER, 1},     {v1::MenuKind::PHOTO_FIGURE, 2},
    {v1::MenuKind::KEEP_SHADOWING, 3},    {v1::MenuKind::SHADOW_SPLIT, 4},       {v1::MenuKind::TRANSIT_DRAW, 5},
    {v1::MenuKind::TRANSIT_SHADOW, 6},    {v1::MenuKind::AFTER_BATTLE, 6},       {v1::MenuKind::TRANSIT_COMBAT, 7},
    {v1::MenuKind::AIR_PATROL, 8},        {v1::MenuKind::EVENT_SECTOR, 31},      {v1::MenuKind::EVENT_SUBJECT, 31},
    {v1::MenuKind::REINFORCEMENT, 31},    {v1::MenuKind::SCRAMBLE, 9},           {v1::MenuKind::AIR_FIRE, 10},
    {v1::MenuKind::AIR_RETURN_FIRE, 10},  {v1::MenuKind::STRIKE_LINE, 11},       {v1::MenuKind::STACKS, 11},
    {v1::MenuKind::ELUSIVE_TARGET, 12},   {v1::MenuKind::AA_FIRE, 13},           {v1::MenuKind::CAM, 14},
    {v1::MenuKind::STRIKE_BACK, 15},      {v1::MenuKind::STRIKE_UNITS, 30},      {v1::MenuKind::STRIKE_TARGETS, 30},
    {v1::MenuKind::DIVERT, 30},           {v1::MenuKind::LATER_WAVE, 30},        {v1::MenuKind::PARKED_TARGETS, 30},
    {v1::MenuKind::SUBMARINE_LOSS, 16},   {v1::MenuKind::SUBMARINE_TARGETS, 17}, {v1::MenuKind::ASW_DICE, 18},
    {v1::MenuKind::INTERCEPT, 19},        {v1::MenuKind::ENGAGEMENT, 20},        {v1::MenuKind::SURPRISE, 21},
    {v1::MenuKind::SUBMARINES_FIRST, 22}, {v1::MenuKind::MANOEUVRE, 23},         {v1::MenuKind::SCREENS, 23},
    {v1::MenuKind::GUNNERY, 24},          {v1::MenuKind::TORPEDOES, 25},         {v1::MenuKind::CARRIERS_IN_BATTLE, 26},
    {v1::MenuKind::CAUTION, 27},          {v1::MenuKind::LOSSES_SHARED, 28},     {v1::MenuKind::WITHDRAWAL, 29},
};

class ReactionKind {
 public:
  consteval ReactionKind(v1::MenuKind::Kind kind) : kind_(kind) {
    for (const Reaction& each : kReactions) {
      if (each.kind == kind) return;
    }
    throw "this kind of menu has no standing order";
  }
  v1::MenuKind::Kind kind() const { return kind_; }

 private:
  v1::MenuKind::Kind kind_;
};

}  // namespace wardroom::pq17
