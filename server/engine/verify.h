// Verify: proves a finished match from its export alone, or names the first row that is wrong.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "server/engine/title.h"
#include "wardroom/v1/record.pb.h"

namespace wardroom {

struct Proof {
  v1::record::Head head;  // with the exchange of nonces it was begun with
  v1::Ending ending;
  std::uint64_t rows = 0;
  std::uint64_t actions = 0;
  std::uint64_t draws = 0;  // dice and cards, each made again from the seed and its occasion
  std::uint64_t undone = 0;
  std::uint32_t epochs = 1;
  // Rows of another revision of the rules than this build's, which therefore were not played again.
  struct Unplayed {
    std::uint32_t revision;
    std::uint64_t first;
    std::uint64_t last;
  };
  std::vector<Unplayed> unplayed;
};

// How a title is made of the data files that the match was played with.
using MakeTitle = std::function<Result<std::shared_ptr<const Title>>(const std::string& id, const Bundle& bundle)>;

// Checks the encoding, the seed's commitment, the exchange of nonces, the sides, the data, the opening, the chain of
// hashes, every draw, every action against its menu, undone and taken-back rows, checksums and the ending. A refusal is
// "verify.row" with the number of the first wrong row (0 is the head, the seed or the opening) or "verify.end" (the
// data files or the ending), and the problem. Of rows that were played under another revision of the rules the chain,
// the seed and the draws are proved: not the opening before them, their actions, nor the ending that the rules made
// after them. The proof says which rows.
Result<Proof> verify(const std::string& export_bytes, const MakeTitle& make);

}  // namespace wardroom
