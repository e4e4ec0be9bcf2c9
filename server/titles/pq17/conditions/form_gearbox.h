// GEARBOX is formed: its ships come out of Task Forces that begin in port [12.10].
#pragma once

#include "server/titles/pq17/operation/operation.h"

namespace wardroom::pq17 {

Task<> form_gearbox(Operation& op);  // while the Allies set up: which ships, and from where

}  // namespace wardroom::pq17
