#include "server/match/exporting.h"

#include <spdlog/spdlog.h>

#include <utility>

#include "common/hash.h"
#include "server/match/await.h"
#include "server/match/line.h"

namespace wardroom::match {
namespace asio = boost::asio;

namespace {

asio::awaitable<Result<JournalPart>> read_part(Services& services, const std::string& match, const Bookmark& after) {
  auto read = [&](Then<JournalPart> then) {
    services.store.journal(match, after, services.settings.max_journal_rows, std::move(then));
  };
  co_return co_await ask_store<JournalPart>(read);
}

}  // namespace

// In the order in which a record.Export has its fields.
asio::awaitable<Result<std::string>> Exporting::next() {
  v1::record::Export piece;
  if (read_.last == 0 || read_.row < read_.last) {
    Result<void> added = co_await add_rows(piece);
    if (!added) co_return added.error();
  } else if (files_ < data_->files().size()) {
    const DataText& file = data_->files()[files_++];
    v1::record::DataFile& out = *piece.add_data();
    out.set_path(file.path);
    out.set_text(file.text);
  } else if (card_.ending && !std::exchange(ended_, true)) {
    *piece.mutable_ending() = *card_.ending;
  }
  co_return piece.SerializeAsString();
}

asio::awaitable<Result<void>> Exporting::add_rows(v1::record::Export& piece) {
  Result<JournalPart> part = co_await read_part(services_, card_.id, read_);
  if (!part) {
    spdlog::error("event=not_exported match={} {} row={} reason={}", card_.id, kNobodyAsks, read_.row,
                  part.error().reason.id.view());
    co_return part.error();
  }
  if (read_.last == 0) {
    *piece.mutable_head() = std::move(part->head);
    piece.set_server_seed(card_.server_seed);
    piece.set_opening(std::move(part->opening));
  }
  for (v1::record::Row& row : part->rows) *piece.add_rows() = std::move(row);
  read_ = std::move(part->read);
  co_return Result<void>();
}

asio::awaitable<Result<Stored>> whole_journal(Services& services, std::string match) {
  Stored whole;
  for (Bookmark read; read.last == 0 || read.row < read.last;) {
    Result<JournalPart> part = co_await read_part(services, match, read);
    if (!part) co_return part.error();
    if (read.last == 0) {
      whole.head = std::move(part->head);
      whole.checkpoint.set_position(std::move(part->opening));
      whole.checkpoint.set_checksum(checksum(whole.checkpoint.position()));
      whole.rows.reserve(part->read.last);
    }
    for (v1::record::Row& row : part->rows) whole.rows.push_back(std::move(row));
    read = std::move(part->read);
    whole.last_hash = read.hash;
  }
  co_return whole;
}

}  // namespace wardroom::match
