#include "server/match/album.h"

#include <google/protobuf/io/coded_stream.h>
#include <zstd.h>

#include <algorithm>
#include <memory>
#include <ranges>
#include <utility>

#include "server/engine/chance.h"
#include "wardroom/v1/record.pb.h"

namespace wardroom::match {
namespace {

constexpr int kQuick = 1;                               // zstd's level: a page is made while players wait
constexpr std::size_t kLargestPage = 64 * 1024 * 1024;  // unpacked; a page that says more is damaged

std::string packed(const std::string& bytes) {
  // It keeps its room.
  static thread_local const std::unique_ptr<ZSTD_CCtx, decltype(&ZSTD_freeCCtx)> press(ZSTD_createCCtx(),
                                                                                       &ZSTD_freeCCtx);
  std::string out(ZSTD_compressBound(bytes.size()), '\0');
  const std::size_t size = ZSTD_compressCCtx(press.get(), out.data(), out.size(), bytes.data(), bytes.size(), kQuick);
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

// One update as it stands on a page. A page is these bytes one after another, which is what a message with all of them
// is.
std::string line_of(const v1::Update& update) {
  using Out = google::protobuf::io::CodedOutputStream;
  std::uint8_t head[1 + 5]{v1::record::Updates::kUpdatesFieldNumber << 3 | 2};
  const std::size_t size = update.ByteSizeLong();
  const std::uint8_t* end = Out::WriteVarint32ToArray(static_cast<std::uint32_t>(size), head + 1);
  std::string line;
  line.reserve(size + sizeof head);
  line.append(reinterpret_cast<const char*>(head), static_cast<std::size_t>(end - head));
  update.AppendToString(&line);
  return line;
}

v1::Update parsed(const std::string& line) {
  v1::record::Updates alone;
  if (!alone.ParseFromString(line) || alone.updates_size() != 1) throw Broken("an update that cannot be read again");
  return std::move(*alone.mutable_updates(0));
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
  keep(update.serial(), std::make_shared<const std::string>(line_of(update)));
}

void Album::keep(std::uint64_t serial, std::shared_ptr<const std::string> bytes) {
  if (!newest_) oldest_ = serial;
  newest_ = std::make_shared<const Kept>(Kept{serial, std::move(bytes), std::move(newest_)});
}

std::vector<const Album::Kept*> Album::kept() const {
  std::vector<const Kept*> all;
  for (const Kept* each = newest_.get(); each; each = each->before.get()) all.push_back(each);
  std::ranges::reverse(all);
  return all;
}

std::vector<Page> Album::pages(Viewer viewer, const v1::Update* newest, Unfinished unfinished) const {
  std::vector<Page> pages;
  std::string lines;
  std::uint64_t last = 0;
  const auto close = [&] {
    if (lines.empty()) return;
    Page& page = pages.emplace_back();
    page.viewer = viewer;
    page.last_serial = last;
    page.number = number_of(last);
    page.body = packed(lines);
    lines.clear();
  };
  const auto put = [&](std::uint64_t serial, const std::string& line) {
    if (!lines.empty() && number_of(serial) != number_of(last)) close();
    lines += line;
    last = serial;
  };
  for (const Kept* each : kept()) {
    if (each->serial > full_pages_ * kUpdates) put(each->serial, *each->bytes);
  }
  if (newest) put(newest->serial(), line_of(*newest));
  if (last % kUpdates == 0 || unfinished == Unfinished::kToo) close();
  return pages;
}

bool Album::has_pages(std::uint64_t newest, Unfinished unfinished) const {
  const std::uint64_t last = std::max(newest, newest_ ? newest_->serial : 0);
  return unfinished == Unfinished::kToo ? last > full_pages_ * kUpdates : last / kUpdates > full_pages_;
}

void Album::stored(std::uint64_t shown) {
  if (!newest_) return;
  full_pages_ = std::max(full_pages_, newest_->serial / kUpdates);
  const std::uint64_t done = std::min(full_pages_, shown / kUpdates) * kUpdates;
  if (oldest_ > done) return;
  const std::shared_ptr<const Kept> before = std::exchange(newest_, nullptr);
  std::vector<const Kept*> left;
  for (const Kept* each = before.get(); each && each->serial > done; each = each->before.get()) left.push_back(each);
  for (const Kept* each : left | std::views::reverse) keep(each->serial, each->bytes);
}

std::vector<v1::Update> Album::after(std::uint64_t serial) const {
  std::vector<v1::Update> updates;
  for (const Kept* each : kept()) {
    if (each->serial > serial) updates.push_back(parsed(*each->bytes));
  }
  return updates;
}

std::string body_of(const v1::Update& update) { return packed(line_of(update)); }

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
