#include "tests/store/kit.h"

#include <unistd.h>

#include "common/hash.h"
#include "server/engine/journal.h"

namespace wardroom::store {
namespace fs = std::filesystem;

Folder::Folder(Where where) {
  const bool memory = where == Where::kMemory && ::access("/dev/shm", W_OK) == 0;
  const fs::path parent = memory ? fs::path("/dev/shm") : fs::temp_directory_path();
  std::string pattern = (parent / "wardroom-store-XXXXXX").string();
  if (!::mkdtemp(pattern.data())) throw std::runtime_error("no temporary folder");
  path_ = pattern;
}

Folder::~Folder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

Result<v1::record::Export> whole_journal(SqlStore& store, const std::string& match, std::uint32_t rows) {
  v1::record::Export whole;
  match::Bookmark read;
  do {
    auto part = await<match::JournalPart>([&](auto then) { store.journal(match, read, rows, then); });
    if (!part) return part.error();
    if (read.last == 0) {
      *whole.mutable_head() = part->head;
      whole.set_opening(part->opening);
    }
    for (const auto& row : part->rows) *whole.add_rows() = row;
    read = part->read;
  } while (read.row < read.last);
  return whole;
}

std::int64_t number_in(const Refusal& refusal, std::size_t argument) {
  return std::get<std::int64_t>(refusal.reason.arguments.at(argument).value);
}

std::string word_in(const Refusal& refusal, std::size_t argument) {
  return std::get<std::string>(refusal.reason.arguments.at(argument).value);
}

match::MatchCard new_card(const std::string& id) {
  match::MatchCard card;
  card.id = id;
  card.title = "picket";
  card.scenario = "learning";
  auto& option = card.options.emplace_back();
  option.set_id("fog");
  option.set_value("on");
  card.accounts = {"anna", ""};
  card.creator = "anna";
  card.invitation = "come-" + id;
  card.clock.set_bank_seconds(600);
  card.clock.set_increment_seconds(30);
  card.clocks.left_ms = {600'000, 600'000};
  card.data_hash = std::string("\0\1\2", 3);
  card.server_seed = std::string("\0seed", 5);
  card.nonces = {std::string("\0n", 2), ""};
  card.nonce_hashes = {"", std::string("\0h", 2)};
  card.open_by_ms = 7'000;
  card.by_rules = {false, true};
  card.sides = v1::SIDES_BID;
  card.crossed = true;
  return card;
}

v1::Report report(const std::string& text_id) {
  v1::Report report;
  report.mutable_text()->set_id(text_id);
  return report;
}

Scribe::Scribe(const match::Loaded& loaded)
    : match_(loaded.card.id),
      seq_(loaded.stored.rows.empty() ? loaded.stored.checkpoint.seq() : loaded.stored.rows.back().seq()),
      epoch_(loaded.stored.checkpoint.epoch()),
      last_hash_(loaded.stored.last_hash) {
  for (const auto& row : loaded.stored.rows) {
    if (row.has_rewind()) epoch_ = row.rewind().epoch();
  }
  for (const auto& state : loaded.stored.viewers) viewers_[state.viewer()] = state;
}

match::Commit Scribe::next() const {
  match::Commit commit;
  commit.match = match_;
  commit.after = seq_;
  commit.previous_hash = last_hash_;
  commit.viewers = viewers_;
  commit.rows.emplace_back().set_seq(seq_ + 1);
  commit.rows.back().set_checksum(checksum(std::to_string(seq_ + 1)));
  commit.to_move = {seq_ % 2 == 0, seq_ % 2 == 1};
  return commit;
}

void Scribe::tell(match::Commit& commit, Viewer viewer) const {
  auto& state = commit.viewers[index(viewer)];
  state.set_viewer(static_cast<std::uint32_t>(viewer));
  state.set_serial(state.serial() + 1);
  state.set_menu_serial(state.serial());
  commit.told.push_back({viewer, state.serial(), {report("row." + std::to_string(commit.after + 1))}});
}

match::Commit Scribe::first() {
  match::Commit commit = next();
  auto& head = commit.head.emplace();
  head.set_match(match_);
  head.set_title("picket");
  commit.previous_hash = chain_start(head);
  commit.rows.back().mutable_begin();
  auto& opening = commit.checkpoint.emplace();
  opening.set_position("opening of " + match_);
  opening.set_checksum(checksum(opening.position()));
  for (const Viewer viewer : kLiveViewers) tell(commit, viewer);
  return commit;
}

match::Commit Scribe::action(std::uint32_t seat, std::uint32_t verb) {
  match::Commit commit = next();
  auto& row = commit.rows.back();
  row.set_seat(seat);
  row.mutable_action()->set_verb(verb);
  row.mutable_action()->add_arguments(-static_cast<std::int64_t>(verb));
  tell(commit, static_cast<Viewer>(seat));
  return commit;
}

match::Commit Scribe::published(std::uint32_t seat, std::uint32_t verb) {
  match::Commit commit = action(seat, verb);
  commit.told.clear();
  commit.viewers = viewers_;
  auto& row = commit.rows.back();
  row.set_published(true);
  auto& draw = *row.add_draws();
  draw.set_sides(10);
  draw.set_result(verb % 10);
  for (const Viewer viewer : kLiveViewers) tell(commit, viewer);
  return commit;
}

match::Commit Scribe::rewind(std::uint64_t checkpoint, std::uint64_t keep) {
  match::Commit commit = next();
  auto& rewind = *commit.rows.back().mutable_rewind();
  rewind.set_checkpoint(checkpoint);
  rewind.set_keep(keep);
  rewind.set_epoch(epoch_ + 1);
  for (const Viewer viewer : kLiveViewers) tell(commit, viewer);
  return commit;
}

void Scribe::with_checkpoint(match::Commit& commit) const {
  auto& checkpoint = commit.checkpoint.emplace();
  checkpoint.set_seq(commit.after + commit.rows.size());
  checkpoint.set_epoch(epoch_);
  checkpoint.set_position("position " + std::to_string(checkpoint.seq()));
  checkpoint.set_checksum(checksum(checkpoint.position()));
}

void Scribe::stored(const match::Commit& commit, const match::Stamp& stamp) {
  seq_ = commit.after + commit.rows.size();
  for (const auto& row : commit.rows) {
    if (row.has_rewind()) epoch_ = row.rewind().epoch();
  }
  viewers_ = commit.viewers;
  last_hash_ = stamp.last_hash;
}

match::Stamp Scribe::write(SqlStore& store, match::Commit commit) {
  const match::Stamp stamp = value(await<match::Stamp>([&](auto then) { store.append(commit, std::move(then)); }));
  stored(commit, stamp);
  return stamp;
}

}  // namespace wardroom::store
