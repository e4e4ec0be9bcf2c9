#include "server/match/shelf.h"

#include <algorithm>

#include "server/match/await.h"

namespace wardroom::match {
namespace asio = boost::asio;

const LoadedTitle* Shelf::find(std::string_view id) const {
  auto it = std::ranges::find(titles_, id, [](const LoadedTitle& title) -> std::string_view { return title.entry.id; });
  return it == titles_.end() ? nullptr : &*it;
}

asio::awaitable<Result<std::shared_ptr<const Bundle>>> Shelf::data(std::string id, std::string hash) {
  const LoadedTitle* current = find(id);
  if (current && current->bundle->hash() == hash) co_return current->bundle;
  {
    std::lock_guard lock(mutex_);
    if (const auto there = being_read_[hash].lock()) co_return there;
  }
  auto read = [&](Then<Bundle> then) { store_.data(hash, std::move(then)); };
  Result<Bundle> bundle = co_await ask_store<Bundle>(read);
  if (!bundle) co_return bundle.error();
  auto shared = std::make_shared<const Bundle>(std::move(*bundle));
  std::lock_guard lock(mutex_);
  being_read_[hash] = shared;
  co_return shared;
}

asio::awaitable<Result<std::shared_ptr<const Title>>> Shelf::title(std::string id, std::string data_hash) {
  const LoadedTitle* current = find(id);
  if (!current) co_return refuse(RefusalCode::kUnavailable, Text("refusal.title_not_served").word("title", id));
  if (current->bundle->hash() == data_hash) co_return current->title;
  {
    std::lock_guard lock(mutex_);
    if (auto it = older_.find({id, data_hash}); it != older_.end()) co_return it->second;
  }
  Result<std::shared_ptr<const Bundle>> bundle = co_await data(id, data_hash);
  if (!bundle) co_return bundle.error();
  Result<std::shared_ptr<const Title>> made = current->entry.make_stored(**bundle);
  if (!made) co_return made.error();
  std::lock_guard lock(mutex_);
  co_return older_.emplace(std::pair(id, data_hash), *made).first->second;
}

std::shared_ptr<const Catalog> Shelf::words(std::string_view id) {
  std::lock_guard lock(mutex_);
  if (auto it = words_.find(id); it != words_.end()) return it->second;
  auto catalog = std::make_shared<Catalog>();
  static const Bundle kNone;
  const LoadedTitle* title = find(id);
  for (const DataText& file : (title ? *title->bundle : kNone).files()) {
    // A file that cannot be read leaves its texts without words: what is made of them is still an answer.
    if (file.path.starts_with("text/")) (void)catalog->add(file.path.substr(file.path.rfind('/') + 1), file.text);
  }
  return words_.emplace(id, std::move(catalog)).first->second;
}

asio::awaitable<Result<void>> Shelf::keep(const LoadedTitle& title) {
  {
    std::lock_guard lock(mutex_);
    if (kept_.contains(title.bundle->hash())) co_return Result<void>();
  }
  auto write = [&](Then<void> then) { store_.keep_data(title.entry.id, *title.bundle, std::move(then)); };
  Result<void> kept = co_await ask_store<void>(write);
  if (!kept) co_return kept;
  std::lock_guard lock(mutex_);
  kept_.insert(title.bundle->hash());
  co_return kept;
}

}  // namespace wardroom::match
