// Shelf: the titles this server offers, and those of older data that running matches began with.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include "common/bundle.h"
#include "common/catalog.h"
#include "server/engine/title.h"
#include "server/match/store.h"

namespace wardroom::match {

struct LoadedTitle {
  TitleEntry entry;
  std::shared_ptr<const Bundle> bundle;
  std::shared_ptr<const Title> title;
  std::string overlay;                                  // what the host laid over the data; empty: nothing
  std::shared_ptr<const std::string> sheets = nullptr;  // bytes of v1::Sheets, when there is something to look up
};

class Shelf {
 public:
  Shelf(Store& store, std::vector<LoadedTitle> titles) : store_(store), titles_(std::move(titles)) {}

  const std::vector<LoadedTitle>& titles() const { return titles_; }
  const LoadedTitle* find(std::string_view id) const;

  // The data with this hash: one copy for all who read them.
  boost::asio::awaitable<Result<std::shared_ptr<const Bundle>>> data(std::string id, std::string hash);

  // The title as it was made of the data with this hash.
  boost::asio::awaitable<Result<std::shared_ptr<const Title>>> title(std::string id, std::string data_hash);

  // The words of a title as this server has them now, in all languages; made when they are first wanted.
  std::shared_ptr<const Catalog> words(std::string_view id);

  // Sees to it that the store has the title's data; writes them once.
  boost::asio::awaitable<Result<void>> keep(const LoadedTitle& title);

 private:
  Store& store_;
  const std::vector<LoadedTitle> titles_;
  std::mutex mutex_;  // guards what follows
  std::map<std::pair<std::string, std::string>, std::shared_ptr<const Title>> older_;
  std::map<std::string, std::weak_ptr<const Bundle>> being_read_;  // of older data
  std::set<std::string> kept_;
  std::map<std::string, std::shared_ptr<const Catalog>, std::less<>> words_;
};

}  // namespace wardroom::match
