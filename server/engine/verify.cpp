#include "server/engine/verify.h"

#include <google/protobuf/io/coded_stream.h>

#include <algorithm>
#include <map>
#include <optional>
#include <vector>

#include "common/hash.h"
#include "common/nonce.h"
#include "server/engine/game.h"
#include "server/engine/journal.h"
#include "server/engine/referee.h"
#include "server/engine/sides.h"

namespace wardroom {
namespace {

using v1::record::Export;
using v1::record::Row;

constexpr std::uint64_t kBaseEvery = 64;  // rows between positions kept to go back to

Refusal wrong_row(std::uint64_t row, Text problem) {
  return refuse(RefusalCode::kUnreadable,
                Text("verify.row").number("row", static_cast<std::int64_t>(row)).text("problem", std::move(problem)));
}

Refusal wrong_end(Text problem) {
  return refuse(RefusalCode::kUnreadable, Text("verify.end").text("problem", std::move(problem)));
}

// ---- the file: every byte belongs to a field, in order, written as this program would write it ----

struct Field {
  int number = 0;
  std::size_t begin = 0;  // of its tag
  std::size_t body = 0;
  std::size_t end = 0;
  std::uint64_t row = 0;  // the row it is, or the next one
};

Refusal wrong_field(const Field& field, Text problem) {
  if (field.number < Export::kRowsFieldNumber) return wrong_row(0, std::move(problem));
  if (field.number == Export::kRowsFieldNumber) return wrong_row(field.row, std::move(problem));
  return wrong_end(std::move(problem));
}

Result<std::vector<Field>> fields_of(const std::string& bytes) {
  constexpr int kWireTypeBits = 3;
  std::vector<Field> fields;
  std::uint64_t row = 0;
  google::protobuf::io::CodedInputStream in(reinterpret_cast<const std::uint8_t*>(bytes.data()),
                                            static_cast<int>(bytes.size()));
  while (static_cast<std::size_t>(in.CurrentPosition()) < bytes.size()) {
    Field field;
    field.begin = static_cast<std::size_t>(in.CurrentPosition());
    field.number = static_cast<int>(in.ReadTag() >> kWireTypeBits);
    std::uint32_t size = 0;
    const bool read = in.ReadVarint32(&size);
    field.body = static_cast<std::size_t>(in.CurrentPosition());
    field.end = field.body + size;
    const bool out_of_order = !fields.empty() && field.number < fields.back().number;
    if (!read || !in.Skip(static_cast<int>(size)) || field.number < 1 || field.number > Export::kEndingFieldNumber ||
        out_of_order) {
      // A row after something that comes after the rows: that something was a row.
      const auto late =
          std::ranges::find_if(fields, [](const Field& f) { return f.number > Export::kRowsFieldNumber; });
      if (late != fields.end() && field.number == Export::kRowsFieldNumber)
        return wrong_row(late->row, "verify.encoding");
      if (row == 0 && fields.size() < 3) return wrong_row(0, "verify.encoding");
      if (late != fields.end()) return wrong_end("verify.encoding");
      return wrong_row(row + 1, "verify.encoding");
    }
    field.row = field.number == Export::kRowsFieldNumber ? ++row : row + 1;
    fields.push_back(field);
  }
  return fields;
}

Result<Export> read(const std::string& bytes) {
  const auto fields = fields_of(bytes);
  if (!fields) return fields.error();
  Export whole;
  for (const Field& field : *fields) {
    Export part;
    if (!part.ParseFromArray(bytes.data() + field.begin, static_cast<int>(field.end - field.begin))) {
      return wrong_field(field, "verify.encoding");
    }
    whole.MergeFrom(part);
  }
  const std::string again = whole.SerializeAsString();
  if (again == bytes) return whole;
  const std::size_t differs = static_cast<std::size_t>(std::ranges::mismatch(again, bytes).in2 - bytes.begin());
  for (const Field& field : *fields) {
    if (differs < field.end) return wrong_field(field, "verify.encoding");
  }
  return wrong_end("verify.encoding");
}

// ---- the match: played again ----

class Prover {
 public:
  Prover(const Export& exported, const Title& title, const Secret& secret)
      : exported_(exported),
        title_(title),
        seeded_(secret, 0),
        chance_(seeded_),
        revision_(revision_of(exported.head())) {
    for (const Row& row : exported_.rows()) {
      if (!row.has_rewind()) continue;
      kept_[row.rewind().keep()];
      if (row.rewind().upgrade()) other_build_.push_back({row.rewind().checkpoint(), row.seq()});
    }
  }

  Result<void> take(const Row& row) {
    if (ending_) return wrong_row(row.seq(), "verify.after_the_end");
    if (row.has_seat() && row.seat() > 1) return wrong_row(row.seq(), "verify.seat");
    if (auto drawn = check_draws(row); !drawn) return drawn;
    revision_ = revision_after(row, revision_);
    if (revision_ != title_.revision()) return pass_over(row);
    if (by_another_build(row)) {
      if (row.has_rewind()) epoch_ = row.rewind().epoch();
      return {};
    }
    made_ = {};
    try {
      if (auto played = play(row); !played) return played;
    } catch (const std::exception&) {  // ours, or what the rules make of a position that somebody made up
      return wrong_row(row.seq(), "verify.plays_differently");
    }
    if (chance_.take() != draws_of(row)) return wrong_row(row.seq(), "verify.draws");
    if (!marks_hold(row)) return wrong_row(row.seq(), "verify.marks");
    if (row.checksum() != (row.checksum().empty() ? "" : checksum(save(game_->position())))) {
      return wrong_row(row.seq(), "verify.checksum");
    }
    keep_base(row);
    if (const auto it = kept_.find(row.seq()); it != kept_.end()) it->second = standing_;
    return {};
  }

  const std::optional<v1::Ending>& ending() const { return ending_; }
  const Proof& proof() const { return proof_; }
  bool same_rules() const { return revision_ == title_.revision(); }  // at the last row

 private:
  struct Base {
    std::string position;
    std::uint64_t seq;         // the row it is the position after
    std::vector<Drawn> draws;  // until the first question
  };

  // Rows that an upgrade set aside: another build played them; their draws are checked, their play cannot be.
  bool by_another_build(const Row& row) const {
    return std::ranges::any_of(
        other_build_, [&](const auto& stretch) { return row.seq() > stretch.first && row.seq() < stretch.second; });
  }

  // A row of other rules: whether it could be played this build cannot say.
  Result<void> pass_over(const Row& row) {
    const std::uint64_t seq = row.seq();
    auto& unplayed = proof_.unplayed;
    const bool goes_on = !unplayed.empty() && unplayed.back().revision == revision_ && unplayed.back().last + 1 == seq;
    if (!goes_on) unplayed.push_back({revision_, seq, seq});
    unplayed.back().last = seq;
    if (row.has_begin() != (seq == 1)) return wrong_row(seq, "verify.kind");
    if ((row.has_action() || row.has_undo()) && !row.has_seat()) return wrong_row(seq, "verify.seat");
    if (row.has_undo() && row.undo().cancels() >= seq) return wrong_row(seq, "verify.undo");
    if (row.has_rewind()) {
      if (!may_rewind(row)) return wrong_row(seq, "verify.rewind");
      new_epoch(row);
    }
    if (row.has_ending()) ending_ = row.ending();
    return expect(row.what_case() != Row::WHAT_NOT_SET, seq, "verify.kind");
  }

  bool may_rewind(const Row& row) const {
    const auto& to = row.rewind();
    return !row.has_seat() && to.keep() < row.seq() && to.checkpoint() <= to.keep() && to.epoch() == epoch_ + 1;
  }

  Result<void> check_draws(const Row& row) {
    const std::uint32_t epoch = row.has_rewind() ? row.rewind().epoch() : epoch_;
    SeededChance again(seeded_);
    again.set_epoch(epoch);
    for (const Drawn& drawn : draws_of(row)) {
      if (drawn.epoch != epoch || drawn.sides == 0 || again.draw(drawn.occasion, drawn.sides) != drawn.result) {
        return wrong_row(row.seq(), "verify.draws");
      }
      ++proof_.draws;
    }
    return {};
  }

  Result<void> play(const Row& row) {
    const std::uint64_t seq = row.seq();
    if (!game_ && !row.has_begin() && !row.has_rewind()) return wrong_row(seq, "verify.kind");
    switch (row.what_case()) {
      case Row::kBegin:
        return begin(row);
      case Row::kAction:
        return action(row);
      case Row::kUndo:
        return undo(row);
      case Row::kRewind:
        return row.rewind().upgrade() ? upgrade(row) : rewind(row);
      case Row::kEnding:
        ending_ = row.ending();
        return expect(row.published(), seq, "verify.published");
      case Row::WHAT_NOT_SET:
        break;
    }
    return wrong_row(seq, "verify.kind");
  }

  Result<void> begin(const Row& row) {
    if (row.seq() != 1 || row.has_seat()) return wrong_row(row.seq(), "verify.kind");
    bases_.push_back({exported_.opening(), 0, draws_of(row)});
    start(exported_.opening(), seeded_);
    const Happened happened = game_->take();
    absorb(happened, row.seq());
    end_if_over();
    made_ = {happened.rounds, happened.chapter};
    return expect(row.published(), row.seq(), "verify.published");
  }

  Result<void> action(const Row& row) {
    const std::uint64_t seq = row.seq();
    if (!row.has_seat()) return wrong_row(seq, "verify.seat");
    const Seat seat = static_cast<Seat>(row.seat());
    const Action action = from_wire(row.action());
    const Menu* menu = game_->menu(seat);
    if (!menu || !menu->find(action)) return wrong_row(seq, "verify.not_offered");
    game_->answer(seat, action);
    const Happened happened = game_->take();
    absorb(happened, seq);
    end_if_over();
    standing_.push_back(&row);
    ++proof_.actions;
    made_ = {happened.rounds, happened.chapter};
    return expect(row.published() == (happened.published || ending_.has_value()), seq, "verify.published");
  }

  Result<void> undo(const Row& row) {
    const std::uint64_t seq = row.seq();
    const std::uint64_t cancels = row.undo().cancels();
    if (!row.has_seat()) return wrong_row(seq, "verify.seat");
    const auto last = std::ranges::find_if(standing_.rbegin(), standing_.rend(),
                                           [&](const Row* old) { return old->seat() == row.seat(); });
    if (last == standing_.rend() || (*last)->seq() != cancels || cancels <= floor_[row.seat()])
      return wrong_row(seq, "verify.undo");
    standing_.erase(std::next(last).base());
    std::erase_if(bases_, [&](const Base& base) { return base.seq >= cancels; });
    replay();
    ++proof_.undone;
    return expect(!row.published(), seq, "verify.published");
  }

  // A take-back by consent: what counted just after row `keep` counts again.
  Result<void> rewind(const Row& row) {
    const std::uint64_t seq = row.seq();
    const auto& to = row.rewind();
    if (!game_ || !may_rewind(row)) return wrong_row(seq, "verify.rewind");
    std::erase_if(bases_, [&](const Base& base) { return base.seq > to.keep(); });
    if (bases_.empty()) return wrong_row(seq, "verify.rewind");
    standing_ = kept_[to.keep()];
    replay();
    new_epoch(row);
    return expect(row.published(), seq, "verify.published");
  }

  Result<void> upgrade(const Row& row) {
    const std::uint64_t seq = row.seq();
    if (!may_rewind(row) || row.rewind().keep() != row.rewind().checkpoint()) return wrong_row(seq, "verify.rewind");
    const std::string position = position_at(row.rewind());
    if (position.empty()) return wrong_row(seq, "verify.rewind");
    bases_.assign(1, {position, seq, draws_of(row)});
    standing_.clear();
    new_epoch(row);
    start(position, seeded_);
    absorb(game_->take(), seq);
    return expect(row.published(), seq, "verify.published");
  }

  // What an upgrade goes on from: played again, or written down when other rules came there. Empty: neither fits.
  std::string position_at(const v1::record::Rewind& to) const {
    if (to.checkpoint() == 0) {
      return to.position().empty() || to.position() == exported_.opening() ? exported_.opening() : std::string();
    }
    if (to.position().empty()) return game_ && game_->at_checkpoint() ? save(game_->position()) : std::string();
    const Row& there = exported_.rows(static_cast<int>(to.checkpoint()) - 1);
    return checksum(to.position()) == there.checksum() ? to.position() : std::string();
  }

  void new_epoch(const Row& row) {
    epoch_ = row.rewind().epoch();
    seeded_.set_epoch(epoch_);
    ++proof_.epochs;
    rewound_ = row.seq();
    floor_ = {rewound_, rewound_};
  }

  void start(const std::string& position, Chance& chance) {
    auto loaded = load(title_, position);
    if (!loaded) throw Broken("a position that cannot be read");
    chance_.use(chance);
    game_ = std::make_unique<Game>(title_, std::move(*loaded), chance_);
  }

  // What stands, from the newest base that is still true, with the draws of the journal.
  void replay() {
    if (bases_.empty()) throw Diverged("nothing to go back to");
    const Base& base = bases_.back();
    RecordedChance recorded;
    recorded.expect(base.draws);
    floor_ = {std::max(base.seq, rewound_), std::max(base.seq, rewound_)};
    start(base.position, recorded);
    absorb(game_->take(), base.seq);
    for (const Row* row : standing_) {
      if (row->seq() <= base.seq) continue;
      const Seat seat = static_cast<Seat>(row->seat());
      const Action action = from_wire(row->action());
      const Menu* menu = game_->menu(seat);
      if (!menu || !menu->find(action)) throw Diverged("an action that is not offered");
      recorded.expect(draws_of(*row));
      game_->answer(seat, action);
      if (!recorded.used_up()) throw Diverged("a draw that was not made");
      absorb(game_->take(), row->seq());
    }
    chance_.take();
    chance_.use(seeded_);
  }

  void absorb(const Happened& happened, std::uint64_t seq) {
    for (Seat seat : kSeats) {
      if (happened.barred[index(seat)]) floor_[index(seat)] = std::max(floor_[index(seat)], seq);
    }
  }

  // Rows of before there were marks have none.
  bool marks_hold(const Row& row) const {
    if (row.rounds() != 0 && row.rounds() != made_.rounds) return false;
    if (!row.has_chapter()) return true;
    v1::Text made;
    if (made_.chapter) to_wire(*made_.chapter, made);
    return save(row.chapter()) == save(made);
  }

  void end_if_over() {
    if (game_->over()) ending_ = ending_of(title_, game_->position(), par_change(exported_.head()));
  }

  void keep_base(const Row& row) {
    if (ending_ || !row.published() || !game_->at_checkpoint() || row.seq() - bases_.back().seq < kBaseEvery) return;
    bases_.push_back({save(game_->position()), row.seq(), {}});
  }

  static Result<void> expect(bool holds, std::uint64_t seq, const char* problem) {
    if (!holds) return wrong_row(seq, problem);
    return {};
  }

  const Export& exported_;
  const Title& title_;
  SeededChance seeded_;
  RecordingChance chance_;
  std::unique_ptr<Game> game_;
  std::vector<std::pair<std::uint64_t, std::uint64_t>> other_build_;  // after the first row, before the second
  std::vector<Base> bases_;
  std::vector<const Row*> standing_;
  std::map<std::uint64_t, std::vector<const Row*>> kept_;  // what stood just after the rows that rewinds go back to
  std::array<std::uint64_t, 2> floor_{0, 0};               // rows up to this one cannot be undone
  std::uint64_t rewound_ = 0;
  std::uint32_t epoch_ = 0;
  std::uint32_t revision_;  // of the rules that the newest row was played under
  struct Marks {
    std::uint32_t rounds = 0;
    std::optional<Text> chapter;
  };
  Marks made_;  // by the rules in the newest row
  std::optional<v1::Ending> ending_;
  Proof proof_;
};

// The exchange that the head names: who gave a nonce, who the hash of one, and whether it was that one.
Result<void> check_exchange(const v1::record::Head& head) {
  const auto given = [](const auto& parts) {
    return std::ranges::count_if(parts, [](const std::string& part) { return !part.empty(); });
  };
  const bool by_hash = head.exchange() == v1::EXCHANGE_BY_HASH;
  const bool alone = head.exchange() == v1::EXCHANGE_ALONE;
  const bool shaped = by_hash ? head.nonces_size() == 2 && head.nonce_hashes_size() == 2 && given(head.nonces()) == 2 &&
                                    given(head.nonce_hashes()) == 1
                              : head.nonce_hashes().empty() && (!alone || given(head.nonces()) == 1);
  if (!shaped || !v1::Exchange_IsValid(head.exchange())) return wrong_row(0, "verify.exchange");
  for (int seat = 0; seat < head.nonce_hashes_size(); ++seat) {
    const std::string& hash = head.nonce_hashes(seat);
    if (!hash.empty() && hash != nonce_hash(head.nonces(seat))) return wrong_row(0, "verify.not_opened");
  }
  return {};
}

// Sides that were drawn or bid for: found again from the parts and the secret.
Result<void> check_sides(const v1::record::Head& head, const Secret& secret) {
  const bool found_later = head.sides() != v1::SIDES_CHOSEN;
  const bool by_order = head.exchange() == v1::EXCHANGE_BY_HASH && !head.nonce_hashes(0).empty();
  if (!v1::Sides_IsValid(head.sides()) || (found_later && !by_order)) return wrong_row(0, "verify.sides");
  v1::record::Head again = head;
  again.clear_bids();
  again.clear_first_seat();
  if (!find_sides(again, secret) || save(again) != save(head)) return wrong_row(0, "verify.sides");
  return {};
}

// A seat that the rules play has nobody who could have given anything.
Result<void> check_seats(const v1::record::Head& head, const Title& title) {
  const auto scenario = find_scenario(title, head.scenario());
  for (Seat seat : kSeats) {
    if (!scenario || scenario->played[index(seat)]) continue;
    const auto i = static_cast<int>(index(seat));
    const bool alone = head.exchange() == v1::EXCHANGE_ALONE || head.exchange() == v1::EXCHANGE_KNOWN;
    if (!alone || head.nonces_size() <= i || !head.nonces(i).empty()) return wrong_row(0, "verify.exchange");
  }
  return {};
}

Result<void> check_link(const Export& exported, int i, std::string_view previous) {
  const Row& row = exported.rows(i);
  const auto number = static_cast<std::uint64_t>(i) + 1;
  if (row.seq() != number) return wrong_row(number, "verify.number");
  if (!sealed(row, previous)) return wrong_row(number, "verify.hash");
  return {};
}

Result<void> check_opening(const Export& exported, const Title& title) {
  if (revision_of(exported.head()) != title.revision()) return {};
  const auto opening = opening_of(title, exported.head());
  if (!opening) return wrong_row(0, opening.error().reason);
  if (save(**opening) != exported.opening()) return wrong_row(0, "verify.opening");
  return {};
}

Result<void> check_ending(const Export& exported, const Prover& prover) {
  const bool by_other_rules = !prover.same_rules() && exported.ending().kind() == v1::ENDING_KIND_PLAYED;
  if (!prover.ending() && !by_other_rules) return wrong_end("verify.unfinished");
  if (prover.ending() && save(*prover.ending()) != save(exported.ending())) return wrong_end("verify.ending");
  return {};
}

}  // namespace

Result<Proof> verify(const std::string& export_bytes, const MakeTitle& make) {
  const auto parsed = read(export_bytes);
  if (!parsed) return parsed.error();
  const Export& exported = *parsed;
  if (seed_commitment(exported.server_seed()) != exported.head().seed_commitment()) return wrong_row(0, "verify.seed");
  if (auto exchange = check_exchange(exported.head()); !exchange) return exchange.error();
  const std::vector<std::string> nonces(exported.head().nonces().begin(), exported.head().nonces().end());
  const Secret secret = match_secret(exported.server_seed(), nonces);
  if (auto sides = check_sides(exported.head(), secret); !sides) return sides.error();

  std::string previous = chain_start(exported.head());
  const auto walk = [&](auto&& each) -> Result<void> {
    for (int i = 0; i < exported.rows_size(); ++i) {
      if (auto link = check_link(exported, i, previous); !link) return link;
      if (auto fine = each(exported.rows(i)); !fine) return fine;
      previous = exported.rows(i).hash();
    }
    return {};
  };

  std::vector<DataText> files;
  for (const auto& file : exported.data()) files.push_back({file.path(), file.text()});
  const Bundle bundle(std::move(files));
  if (bundle.hash() != exported.head().data_hash()) {
    // The head is bound to the first row, so if the chain holds it is the data that is wrong.
    if (auto chain = walk([](const Row&) -> Result<void> { return {}; }); !chain) return chain.error();
    return wrong_end("verify.data");
  }
  const auto title = make(exported.head().title(), bundle);
  if (!title) return wrong_row(0, title.error().reason);
  if (auto seats = check_seats(exported.head(), **title); !seats) return seats.error();
  if (auto opening = check_opening(exported, **title); !opening) return opening.error();

  Prover prover(exported, **title, secret);
  if (auto played = walk([&](const Row& row) { return prover.take(row); }); !played) return played.error();
  if (auto ending = check_ending(exported, prover); !ending) return ending.error();

  Proof proof = prover.proof();
  proof.head = exported.head();
  proof.ending = exported.ending();
  proof.rows = static_cast<std::uint64_t>(exported.rows_size());
  return proof;
}

}  // namespace wardroom
