#include "tests/titles/murmansk/the_box.h"

#include <iostream>

namespace wardroom::murmansk {

Bundle the_bundle() { return *Bundle::read(WARDROOM_SOURCE_DIR "/scenarios/murmansk"); }

std::shared_ptr<const Murmansk> the_title() {
  static const std::shared_ptr<const Murmansk> title = [] {
    auto box = read(the_bundle(), Texts::kNotYet);
    if (const auto* mistakes = std::get_if<Mistakes>(&box)) {
      for (const Mistake& each : *mistakes)
        std::cerr << each.file << ":" << each.line << " " << each.field << " " << each.what.id << "\n";
      throw Broken("murmansk's data cannot be read");
    }
    return std::make_shared<const Murmansk>(std::get<std::shared_ptr<const Box>>(std::move(box)));
  }();
  return title;
}

const Box& the_box() { return the_title()->box(); }

}  // namespace wardroom::murmansk
