// Picket's board as lines of text.
#include <map>

#include "client/terminal/terminals.h"
#include "picket_wire.pb.h"

namespace wardroom::picket::terminal {

wardroom::terminal::TerminalPack pack();  // for the list of all titles

namespace {

namespace wire = wardroom::picket::v1;

char letter(wire::Kind kind) {
  switch (kind) {
    case wire::CARRIER:
      return 'V';
    case wire::CRUISER:
      return 'C';
    case wire::DESTROYER:
      return 'D';
    case wire::DUMMY:
      return 'x';
    default:
      return '?';
  }
}

class PicketScreen final : public wardroom::terminal::Screen {
 public:
  std::unique_ptr<google::protobuf::Message> blank_view() const override { return std::make_unique<wire::View>(); }

  std::string board(const google::protobuf::Message& message, const wardroom::terminal::Words&) const override {
    const auto& view = static_cast<const wire::View&>(message);
    std::map<std::uint32_t, std::string> cells;
    for (const auto& block : view.own().blocks())
      cells[block.hex()] += std::string("+") + letter(block.kind()) + std::to_string(block.steps());
    for (const auto& block : view.contacts().blocks())
      cells[block.hex()] += "-" + std::to_string(block.id()) + letter(block.kind());
    std::string out;
    for (std::uint32_t row = 1; row <= view.board().rows(); ++row) {
      if (row % 2 == 0) out += "    ";
      for (std::uint32_t column = 1; column <= view.board().columns(); ++column) {
        std::string cell = std::to_string(row * 10 + column) + cells[row * 10 + column];
        cell.resize(std::max<std::size_t>(cell.size() + 1, 9), ' ');
        out += cell;
      }
      while (!out.empty() && out.back() == ' ') out.pop_back();
      out += "\n";
    }
    return out;
  }
};

}  // namespace

wardroom::terminal::TerminalPack pack() { return {"picket", std::make_shared<const PicketScreen>()}; }

}  // namespace wardroom::picket::terminal
