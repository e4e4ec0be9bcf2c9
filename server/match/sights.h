// What is read out for a viewer of what he has been sent: answers are functions of that and of nothing else, so that
// they tell him nothing and take as long whatever was done in secret.
#pragma once

#include "server/engine/title.h"
#include "server/match/request.h"
#include "server/match/shelf.h"

namespace wardroom::match {

Answer read_out(const Title& title, const v1::Update& seen, const v1::AskReach& asked);
Answer read_out(const Title& title, const v1::Update& seen, const v1::AskEstimate& asked);
Answer read_out(const Title& title, const v1::Update& seen, const v1::AskPicture& asked, const Catalog& words);

}  // namespace wardroom::match
