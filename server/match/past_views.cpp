#include "server/match/past_views.h"

namespace wardroom::match {

std::vector<v1::Update> public_past(const std::shared_ptr<const Title>& title, const Stored& stretch, const Secret& secret,
                                    std::uint64_t last_serial) {
  std::vector<v1::Update> past;
  std::uint64_t counted = 0;
  for (std::size_t rows = 0; rows <= stretch.rows.size(); ++rows) {
    const bool rewound = rows > 0 && stretch.rows[rows - 1].has_rewind();
    if (rows > 0 && !stretch.rows[rows - 1].published()) continue;
    Stored prefix{stretch.head, stretch.checkpoint, {stretch.rows.begin(), stretch.rows.begin() + static_cast<std::ptrdiff_t>(rows)}, {}, {}};
    auto referee = Referee::resume(title, std::move(prefix), secret, {});
    if (!referee || (*referee)->state() == v1::MATCH_STATE_HELD) return {};
    v1::Update update = std::move(*(*referee)->all(Viewer::kPublic));
    const std::uint64_t shown = update.serial();
    if (past.empty() || rewound || shown > counted) past.push_back(std::move(update));
    counted = shown;
  }
  for (std::size_t i = 0; i < past.size(); ++i) {
    const std::size_t newer = past.size() - 1 - i;
    past[i].set_serial(last_serial > newer ? last_serial - newer : 0);
  }
  return past;
}

}  // namespace wardroom::match
