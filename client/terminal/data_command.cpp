#include "client/terminal/data_command.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <iomanip>
#include <iostream>
#include <memory>
#include <optional>

#include "common/bundle.h"
#include "common/catalog.h"
#include "common/hash.h"
#include "server/titles/title_data.h"

namespace wardroom {
namespace fs = std::filesystem;
namespace {

struct DataCommand {
  std::string title = "pq17";
  std::string folder;
  std::string overlay;
  std::string language = "en";
  bool without_texts = false;
  Catalog words;

  // The folder that holds common/text and scenarios: $WARDROOM_HOME, or one above this program or the current folder.
  static fs::path home() {
    if (const char* given = std::getenv("WARDROOM_HOME")) return given;
    std::error_code error;
    for (fs::path start : {fs::current_path(error), fs::read_symlink("/proc/self/exe", error).parent_path()}) {
      for (; !start.empty(); start = start.parent_path()) {
        if (fs::is_directory(start / "common" / "text", error)) return start;
        if (start == start.root_path()) break;
      }
    }
    return ".";
  }

  fs::path data_folder() const { return folder.empty() ? home() / "scenarios" / title : fs::path(folder); }

  void say(const Text& text) { std::cout << words.format(text, language) << '\n'; }

  [[noreturn]] void refused(const Refusal& refusal) {
    std::cerr << words.format(refusal.reason, language) << '\n';
    throw CLI::RuntimeError(1);
  }

  Bundle bundle() {
    if (auto read = words.read(home() / "common" / "text"); !read) std::cerr << bare(read.error().reason) << '\n';
    auto found = Bundle::read(data_folder(), overlay);
    if (!found) refused(found.error());
    if (found->files().empty()) refused(refuse(RefusalCode::kNotFound, Text("data.empty_folder").word("folder", data_folder().string())));
    return std::move(*found);
  }

  TitleData data() {
    for (TitleData& each : title_data()) {
      if (each.id == title) return std::move(each);
    }
    refused(refuse(RefusalCode::kNotFound, Text("data.unknown_title").word("title", title)));
  }

  void check() {
    const Bundle files = bundle();
    const Inspection found = data().inspect(files, without_texts ? Texts::kNotYet : Texts::kChecked);
    for (const Mistake& mistake : found.mistakes) {
      std::cout << (mistake.file.empty() ? data_folder().string() : mistake.file);
      if (mistake.line > 0) std::cout << ':' << mistake.line;
      std::cout << ": ";
      if (!mistake.field.empty()) std::cout << mistake.field << ": ";
      say(mistake.what);
    }
    if (!found.mistakes.empty()) {
      say(Text("data.check.mistakes").number("count", static_cast<std::int64_t>(found.mistakes.size())));
      throw CLI::RuntimeError(1);
    }
    counts(found);
    say(Text("data.check.clean").number("files", static_cast<std::int64_t>(files.files().size())));
    say(Text("data.check.hash").word("hash", hex(files.hash()).substr(0, 16)));
    if (!overlay.empty()) say(Text("data.check.overlay").word("folder", overlay));
  }

  void odds() {
    const Bundle files = bundle();
    const auto page = data().odds(files);
    if (!page) refused(refuse(RefusalCode::kUnreadable, Text("data.has_mistakes")));
    std::cout << *page;
  }

  void counts(const Inspection& found) {
    const auto word = [&](const char* id) { return words.format(Text(id), language); };
    const std::vector<std::string> heads = {word("data.source.rulebook"), word("data.source.history"), word("data.source.reconstructed"), word("data.source.total")};
    const auto row = [&](const std::string& kind, const std::vector<std::string>& cells) {
      std::cout << std::left << std::setw(24) << kind << std::right;
      for (const std::string& cell : cells) {
        // setw counts bytes; letters outside ASCII are two.
        const auto extra = std::ranges::count_if(cell, [](unsigned char c) { return (c & 0xC0) == 0x80; });
        std::cout << std::setw(16 + static_cast<int>(extra)) << cell;
      }
      std::cout << '\n';
    };
    const auto figures = [](const Tally& tally) {
      return std::vector<std::string>{std::to_string(tally.rulebook), std::to_string(tally.history), std::to_string(tally.reconstructed), std::to_string(tally.total())};
    };
    row({}, heads);
    Tally all;
    for (const auto& [kind, tally] : found.tallies) {
      row(kind, figures(tally));
      all += tally;
    }
    row(word("data.source.total"), figures(all));
  }
};

}  // namespace

void add_data_command(CLI::App& app) { add_data_commands(*app.add_subcommand("data", "check and show the data files of a title")); }

void add_data_commands(CLI::App& data) {
  auto state = std::make_shared<DataCommand>();
  data.require_subcommand(1);
  data.add_option("--title", state->title, "which title's data")->capture_default_str();
  data.add_option("--data-overlay", state->overlay, "a folder of corrected files laid over ours");
  data.add_option("--language", state->language, "en or pl")->capture_default_str();

  CLI::App* check = data.add_subcommand("check", "validate all data; print where the figures come from");
  check->add_option("DIR", state->folder, "the title's folder, if not ours");
  check->add_flag("--without-texts", state->without_texts, "leave the texts out");
  check->fallthrough();
  check->callback([state] { state->check(); });

  CLI::App* odds = data.add_subcommand("odds", "what cards and tables add up to, beside what they are meant to");
  odds->add_option("DIR", state->folder, "the title's folder, if not ours");
  odds->fallthrough();
  odds->callback([state] { state->odds(); });
}

}  // namespace wardroom
