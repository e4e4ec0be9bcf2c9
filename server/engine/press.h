// Press: positions and views as bytes. Where a title's views are made of parts of its positions, each part is made into
// bytes once for everybody who is shown it, and one that reads as it did before is the same bytes, not others like
// them.
#pragma once

#include <array>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "server/engine/shows_parts.h"

namespace wardroom {

// A view as its viewer is sent it: its fields in their order, and what each says. Bytes are shared and never change.
struct Pressed {
  std::uint32_t number;
  std::shared_ptr<const std::string> body;
};
using Sections = std::vector<Pressed>;

// Of a view that was made whole.
Sections pressed(const View& view);

class Press {
 public:
  explicit Press(const Title& title);

  // The position may be another now.
  void renew() { ++moment_; }

  // What a live viewer is sent; of the public's view also how far the match has come.
  const Sections& show(const Position& position, Viewer viewer);
  const Text& progress() const { return progress_; }

  // The same as wardroom::save.
  std::string save(const Position& position);

 private:
  using Field = const google::protobuf::FieldDescriptor*;
  struct Kept {  // of a field of the position
    std::uint64_t moment = 0;
    std::shared_ptr<const std::string> bytes;
  };
  struct Sight {              // of a viewer
    std::vector<Field> from;  // by the view's fields: the position's that stands there; null: none does
    Sections parts;
    Sections whole;  // with what is added to them
  };

  const std::shared_ptr<const std::string>& bytes_of(const Position& position, Field field);
  Sections parts_of(const Position& position, const Sight& sight);
  void show_parts(const Position& position, Viewer viewer, Sight& sight);

  const Title& title_;
  const std::unique_ptr<View> blank_;
  std::vector<Field> fields_;  // of a view
  bool in_parts_ = false;      // else its views are made whole
  std::vector<Field>
      wholly_;  // the parts of a position in the order of their numbers, where there is nothing else in it
  std::uint64_t moment_ = 1;
  std::vector<Kept> kept_;  // by the number of the field
  std::array<Sight, 3> sights_;
  Text progress_;
  std::string scratch_;  // keeps its room
};

}  // namespace wardroom
