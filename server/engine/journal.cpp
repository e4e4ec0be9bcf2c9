#include "server/engine/journal.h"

#include <algorithm>
#include <map>

#include "common/hash.h"

namespace wardroom {
namespace {

std::string bare_hash(const v1::record::Row& bare, std::string_view previous_hash) {
  return Hasher().add(previous_hash).add(bare.SerializeAsString()).finish();
}

}  // namespace

std::string chain_start(const v1::record::Head& head) { return Hasher().add(head.SerializeAsString()).finish(); }

std::uint32_t revision_of(const v1::record::Head& head) {
  return head.rules_revision() == 0 ? 1 : head.rules_revision();
}

std::uint32_t revision_of(const v1::record::Checkpoint& checkpoint, const v1::record::Head& head) {
  return checkpoint.rules_revision() == 0 ? revision_of(head) : checkpoint.rules_revision();
}

std::uint32_t revision_after(const v1::record::Row& row, std::uint32_t before) {
  return row.rewind().rules_revision() == 0 ? before : row.rewind().rules_revision();
}

void seal(v1::record::Row& row, std::string_view previous_hash, std::int64_t time_ms) {
  row.set_time_ms(time_ms);
  row.clear_hash();
  row.set_hash(bare_hash(row, previous_hash));
}

bool sealed(const v1::record::Row& row, std::string_view previous_hash) {
  v1::record::Row bare = row;
  bare.clear_hash();
  return row.hash() == bare_hash(bare, previous_hash);
}

void to_record(const Drawn& from, v1::record::Draw& to) {
  auto& occasion = *to.mutable_occasion();
  occasion.set_turn(from.occasion.turn);
  occasion.set_phase(from.occasion.phase);
  occasion.set_step(from.occasion.step);
  occasion.set_subject(from.occasion.subject);
  occasion.set_ordinal(from.occasion.ordinal);
  to.set_epoch(from.epoch);
  to.set_sides(from.sides);
  to.set_result(from.result);
}

Drawn from_record(const v1::record::Draw& from) {
  const auto& occasion = from.occasion();
  return {{occasion.turn(), occasion.phase(), occasion.step(), occasion.subject(), occasion.ordinal()},
          from.epoch(),
          from.sides(),
          from.result()};
}

std::vector<Drawn> draws_of(const v1::record::Row& row) {
  std::vector<Drawn> draws;
  for (const auto& draw : row.draws()) draws.push_back(from_record(draw));
  return draws;
}

std::vector<const v1::record::Row*> standing_actions(std::span<const v1::record::Row> rows) {
  using Rows = std::vector<const v1::record::Row*>;
  std::map<std::uint64_t, Rows> kept;  // what stood just after the rows that rewinds go back to
  for (const auto& row : rows) {
    if (row.has_rewind()) kept[row.rewind().keep()];
  }
  Rows standing;
  for (const auto& row : rows) {
    switch (row.what_case()) {
      case v1::record::Row::kAction:
        standing.push_back(&row);
        break;
      case v1::record::Row::kUndo:
        std::erase_if(standing, [&](const auto* old) { return old->seq() == row.undo().cancels(); });
        break;
      case v1::record::Row::kRewind:
        standing = kept[row.rewind().keep()];
        break;
      case v1::record::Row::kBegin:
      case v1::record::Row::kEnding:
      case v1::record::Row::WHAT_NOT_SET:
        break;
    }
    if (const auto it = kept.find(row.seq()); it != kept.end()) it->second = standing;
  }
  return standing;
}

}  // namespace wardroom
