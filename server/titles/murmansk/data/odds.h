// What tables and dice add up to, exactly: every attack, contact, transit and scatter.
#pragma once

#include <array>
#include <string>

#include "server/titles/murmansk/data/box.h"

namespace wardroom::murmansk {

// Faces of six with each result, by v1::Harm::Kind, of a die so shifted.
using HarmFaces = std::array<int, 5>;
HarmFaces harm_faces(const Box& box, v1::Column::Kind column, int shift);

// Faces of six, so shifted, that are at least, or at most, a number; dice count as 1 to 6 [M-36].
int faces_from(int least, int shift);
int faces_to(int most, int shift);

// Faces of six on which whoever attacks is lost: aircraft with a carrier there or without, the Wolfpack.
enum class Hunted { kAircraft, kAircraftByCarrier, kWolfpack };
int loss_faces(const Box& box, v1::Column::Kind column, int shift, Hunted hunted);

// Chance that at least so many of some scattered freighters arrive.
double arrive_at_least(const Box& box, int freighters, int least);

// Share of periods in Storm in the long run, and of those in which it goes on.
double storm_share(const Box& box, v1::Season::Kind season);

// scenarios/murmansk/odds.md.
std::string odds_page(const Box& box);

}  // namespace wardroom::murmansk
