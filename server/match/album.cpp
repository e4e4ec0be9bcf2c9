#include "server/match/album.h"

#include <zstd.h>

#include <algorithm>
#include <utility>

#include "server/engine/chance.h"
#include "wardroom/v1/record.pb.h"

namespace wardroom::match {
namespace {

constexpr int kQuick = 1;                               // zstd's level: a page is made while players wait
constexpr std::size_t kLargestPage = 64 * 1024 * 1024;  // unpacked; a page that says more is damaged

std::string packed(const std::string& bytes) {
  std::string out(ZSTD_compressBound(bytes.size()), '\0');
  const std::size_t size = ZSTD_compress(out.data(), out.size(), bytes.data(), bytes.size(), kQuick);
  if (ZSTD_isError(size)) throw Broken("a page that cannot be packed");
  out.resize(size);
  return out;
}

std::optional<std::string> unpacked(const std::string& bytes) {
  const unsigned long long size = ZSTD_getFrameContentSize(bytes.data(), bytes.size());
  if (size == ZSTD_CONTENTSIZE_ERROR || size == ZSTD_CONTENTSIZE_UNKNOWN || size > kLargestPage) return std::nullopt;
  std::string out(static_cast<std::size_t>(size), '\0');
  const std::size_t got = ZSTD_decompress(out.data(), out.size(), bytes.data(), bytes.size());
  if (ZSTD_isError(got) || got != size) return std::nullopt;
  return out;
}

v1::Update parsed(const std::string& bytes) {
  v1::Update update;
  if (!update.ParseFromString(bytes)) throw Broken("an update that cannot be read again");
  return update;
}

}  // namespace

Album::Album(const Page& newest, const std::vector<v1::Update>& later, std::uint64_t serial) {
  full_pages_ = newest.last_serial / kUpdates;
  if (newest.last_serial % kUpdates != 0) {  // it is not full yet
    if (const Result<std::vector<v1::Update>> page = updates_of(newest)) {
      for (const v1::Update& update : *page) add(update);
    }
  }
  std::uint64_t known = newest.last_serial;
  for (const v1::Update& update : later) {
    if (update.serial() != known + 1) continue;
    add(update);
    ++known;
  }
  anew_ = known != serial;
}

void Album::add(const v1::Update& update) {
  anew_ = false;
  kept_.push_back({update.serial(), std::make_shared<const std::string>(update.SerializeAsString())});
}

std::vector<Page> Album::pages(Viewer viewer, const v1::Update* newest, Unfinished unfinished) const {
  std::vector<Page> pages;
  v1::record::Updates on_page;
  const auto close = [&] {
    if (on_page.updates().empty()) return;
    Page& page = pages.emplace_back();
    page.viewer = viewer;
    page.last_serial = on_page.updates().rbegin()->serial();
    page.number = number_of(page.last_serial);
    page.body = packed(on_page.SerializeAsString());
    on_page.Clear();
  };
  const auto put = [&](v1::Update update) {
    if (!on_page.updates().empty() && number_of(update.serial()) != number_of(on_page.updates(0).serial())) close();
    *on_page.add_updates() = std::move(update);
  };
  for (const Kept& kept : kept_) {
    if (kept.serial > full_pages_ * kUpdates) put(parsed(*kept.bytes));
  }
  if (newest) put(*newest);
  const bool full = !on_page.updates().empty() && on_page.updates().rbegin()->serial() % kUpdates == 0;
  if (full || unfinished == Unfinished::kToo) close();
  return pages;
}

void Album::stored(std::uint64_t shown) {
  if (!kept_.empty()) full_pages_ = std::max(full_pages_, kept_.back().serial / kUpdates);
  const std::uint64_t done = std::min(full_pages_, shown / kUpdates) * kUpdates;
  while (!kept_.empty() && kept_.front().serial <= done) kept_.pop_front();
}

std::vector<v1::Update> Album::after(std::uint64_t serial) const {
  std::vector<v1::Update> updates;
  for (const Kept& kept : kept_) {
    if (kept.serial > serial) updates.push_back(parsed(*kept.bytes));
  }
  return updates;
}

std::string body_of(v1::Update update) {
  v1::record::Updates alone;
  *alone.add_updates() = std::move(update);
  return packed(alone.SerializeAsString());
}

Result<std::vector<v1::Update>> updates_of(const Page& page) {
  const std::optional<std::string> bytes = unpacked(page.body);
  v1::record::Updates updates;
  if (!bytes || !updates.ParseFromString(*bytes) || updates.updates().empty()) {
    return refuse(RefusalCode::kUnreadable, "refusal.damaged_page");
  }
  v1::Update& last = *updates.mutable_updates()->rbegin();
  if (last.time_ms() == 0) last.set_time_ms(page.time_ms);
  return std::vector<v1::Update>(std::make_move_iterator(updates.mutable_updates()->begin()),
                                 std::make_move_iterator(updates.mutable_updates()->end()));
}

}  // namespace wardroom::match
