// What a title may be besides: one whose views are made of parts of its positions as they stand. What a part looks like
// to whoever may see it is then made once for all of them, and only when it has changed (press.h).
#pragma once

#include <span>

#include "server/engine/title.h"

namespace wardroom {

class ShowsParts {
 public:
  // A field of the view and the field of the position that stands there, both messages of one type.
  struct Part {
    int section;
    int field;
  };

  virtual ~ShowsParts() = default;
  // What a live viewer may see, all but what `annotate` adds: Title::view is made of the same parts, and of no others.
  virtual std::span<const Part> parts(Viewer viewer) const = 0;
};

void copy_parts(std::span<const ShowsParts::Part> parts, const Position& position, View& view);

}  // namespace wardroom
