// What the tests of the rules share.
#pragma once

#include <algorithm>
#include <array>

#include "server/titles/murmansk/air/air.h"
#include "server/titles/murmansk/battle/battle.h"
#include "server/titles/murmansk/combat/harm.h"
#include "server/titles/murmansk/period/period.h"
#include "server/titles/murmansk/season/season.h"
#include "server/titles/murmansk/submarine/submarines.h"
#include "tests/titles/murmansk/scene.h"

namespace wardroom::murmansk {

using Verb = v1::Verb;
using Kind = v1::MenuKind;
using Phase = v1::Phase;
using Light = v1::Light;
using State = v1::UnitState;

}  // namespace wardroom::murmansk
