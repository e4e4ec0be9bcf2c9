// Album: what one viewer was sent lately, by his own serial, until it is on stored pages. A look back is answered from
// it and from the pages. A page holds a fixed stretch of the viewer's own serials and is stored at the first barrier
// after it is full: what is read for a look back, and from where, depends on what he was sent and on nothing else.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "server/match/store.h"
#include "wardroom/v1/play.pb.h"

namespace wardroom::match {

class Album {
 public:
  static constexpr std::uint64_t kUpdates = 32;  // on a page
  static std::uint64_t number_of(std::uint64_t serial) { return (serial - 1) / kUpdates; }

  // From the newest stored page; `later` is what was sent after it, up to `serial`. What is not known is left out, and
  // what is kept begins anew then, with a full update.
  Album() = default;
  Album(const Page& newest, const std::vector<v1::Update>& later, std::uint64_t serial);

  bool begins_anew() const { return anew_; }
  void add(const v1::Update& update);  // the next that he was sent

  // -- pages --
  enum class Unfinished { kWait, kToo };
  // What is to be stored with the step that brings `newest`, whose time only the store knows: full pages, and the one
  // that is not full yet where the rest could not be worked out again.
  std::vector<Page> pages(Viewer viewer, const v1::Update* newest, Unfinished unfinished) const;
  // False: there is nothing to store with a step that brings this serial, or none with 0.
  bool has_pages(std::uint64_t newest, Unfinished unfinished) const;
  // They are stored, and the viewer has been shown so much: full pages that he has been shown are let go.
  void stored(std::uint64_t shown);

  // -- looking back --
  bool holds(std::uint64_t serial) const { return newest_ && oldest_ <= serial; }
  std::vector<v1::Update> after(std::uint64_t serial) const;

 private:
  struct Kept {  // shared, so that a copy of the album costs nothing
    std::uint64_t serial;
    std::shared_ptr<const std::string> bytes;  // as on a page
    std::shared_ptr<const Kept> before;
  };
  void keep(std::uint64_t serial, std::shared_ptr<const std::string> bytes);
  std::vector<const Kept*> kept() const;  // from the oldest

  bool anew_ = true;
  std::shared_ptr<const Kept> newest_;
  std::uint64_t oldest_ = 0;      // of what is kept
  std::uint64_t full_pages_ = 0;  // stored ones
};

// One update alone, written as a page is.
std::string body_of(const v1::Update& update);

// The updates of a page; kUnreadable when it is damaged.
Result<std::vector<v1::Update>> updates_of(const Page& page);

}  // namespace wardroom::match
