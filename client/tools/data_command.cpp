#include "client/tools/data_command.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iomanip>
#include <iostream>
#include <memory>
#include <optional>

#include "common/bundle.h"
#include "common/catalog.h"
#include "common/data/forms.h"
#include "common/data/sheet.h"
#include "common/hash.h"

namespace wardroom {
namespace fs = std::filesystem;
namespace {

// An option of the command or of one above it.
const CLI::Option* option_of(const CLI::App* app, const std::string& name) {
  for (; app; app = app->get_parent()) {
    if (const CLI::Option* option = app->get_option_no_throw(name)) return option;
  }
  return nullptr;
}

struct DataCommand {
  const CLI::App* app = nullptr;
  std::vector<TitlePack> titles;
  std::string title;
  std::string folder;
  bool without_texts = false;
  std::string kind;
  std::string id;
  std::string into;
  Catalog words;

  std::string given(const std::string& name) const {
    const CLI::Option* option = option_of(app, name);
    if (!option) return {};
    return option->empty() ? option->get_default_str() : option->results().back();
  }
  std::string language() const {
    const std::string wanted = given("--language");
    return wanted.empty() ? "en" : wanted;
  }

  // The folder that holds common/text and scenarios: as given, or $WARDROOM_HOME, or one above this program or the
  // current folder.
  fs::path home() const {
    if (const std::string asked = given("--home"); !asked.empty()) return asked;
    if (const char* set = std::getenv("WARDROOM_HOME")) return set;
    std::error_code error;
    for (fs::path start : {fs::current_path(error), fs::read_symlink("/proc/self/exe", error).parent_path()}) {
      for (; !start.empty(); start = start.parent_path()) {
        for (const fs::path& found : {start, start / "share" / "wardroom"}) {
          if (fs::is_directory(found / "common" / "text", error)) return found;
        }
        if (start == start.root_path()) break;
      }
    }
    return ".";
  }

  fs::path data_folder() const {
    if (!folder.empty()) return folder;
    const std::string scenarios = given("--scenarios");
    return (scenarios.empty() ? home() / "scenarios" : fs::path(scenarios)) / title;
  }

  // A host's folder holds a folder a title, or is the title's itself.
  fs::path overlay() const {
    const fs::path host = given("--data-overlay");
    std::error_code error;
    if (!host.empty() && fs::is_directory(host / title, error)) return host / title;
    return overlay_of_titles() ? fs::path() : host;
  }

  void say(const Text& text) { std::cout << words.format(text, language()) << '\n'; }

  [[noreturn]] void refused(const Refusal& refusal) {
    std::cerr << words.format(refusal.reason, language()) << '\n';
    throw CLI::RuntimeError(1);
  }

  void read_words() {
    words = Catalog();
    if (auto read = words.read(home() / "common" / "text"); !read) std::cerr << bare(read.error().reason) << '\n';
    (void)words.read(home() / "scenarios" / title / "text");  // a title from elsewhere brings its own
  }

  Bundle bundle() {
    read_words();
    auto found = Bundle::read(data_folder(), overlay());
    if (!found) refused(found.error());
    if (found->files().empty())
      refused(refuse(RefusalCode::kNotFound, Text("data.empty_folder").word("folder", data_folder().string())));
    words.over();
    for (const DataText& file : found->files()) {
      if (file.path.starts_with("text/"))
        (void)words.add(file.path, file.text);  // a mistake in them is told by `check`
    }
    return std::move(*found);
  }

  const TitlePack& pack() {
    for (const TitlePack& each : titles) {
      if (each.entry.id == title) return each;
    }
    refused(refuse(RefusalCode::kNotFound, Text("data.unknown_title").word("title", title)));
  }

  // What a title does not have is said.
  template <class Maker>
  const Maker& had(const Maker& maker) {
    if (!maker) refused(refuse(RefusalCode::kNotFound, Text("data.title_has_none").word("title", title)));
    return maker;
  }

  // All titles, or the one that is meant: by its name, by its folder, or by corrections that are of no title by name.
  void check() {
    const CLI::Option* named = option_of(app, "--title");
    if ((named && !named->empty()) || !folder.empty() || !overlay_of_titles()) return check_title();
    bool clean = true;
    for (const TitlePack& each : titles) {
      if (!each.inspect) continue;
      title = each.entry.id;
      try {
        check_title();
      } catch (const CLI::RuntimeError&) {
        clean = false;
      }
    }
    if (!clean) throw CLI::RuntimeError(1);
  }

  bool overlay_of_titles() const {
    const fs::path host = given("--data-overlay");
    std::error_code error;
    return host.empty() || std::ranges::any_of(titles, [&](const TitlePack& each) {
             return fs::is_directory(host / each.entry.id, error);
           });
  }

  void check_title() {
    const Bundle files = bundle();
    say(Text("data.check.title").word("title", title));
    const Inspection found = had(pack().inspect)(files, without_texts ? Texts::kNotYet : Texts::kChecked);
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
    if (!overlay().empty()) say(Text("data.check.overlay").word("folder", overlay().string()));
  }

  void odds() {
    const Bundle files = bundle();
    const auto page = had(pack().odds)(files);
    if (!page) refused(refuse(RefusalCode::kUnreadable, Text("data.has_mistakes")));
    std::cout << *page;
  }

  void show() {
    const Bundle files = bundle();
    const auto sheet = had(pack().show)(files, kind, id);
    if (!sheet) refused(sheet.error());
    std::cout << print(*sheet, words, language());
  }

  // "gunnery_table" of GunneryTable.
  static std::string file_name(const std::string& type) {
    std::string out;
    for (const char c : type) {
      if (c >= 'A' && c <= 'Z') {
        if (!out.empty()) out += '_';
        out += static_cast<char>(c - 'A' + 'a');
      } else {
        out += c;
      }
    }
    return out;
  }

  // Where a form would have to lie to replace our file of its kind; by its kind when we have several or none.
  std::string form_path(const google::protobuf::Descriptor& type, const Bundle& ours) const {
    std::string path;
    for (const DataText& file : ours.files()) {
      if (file.text.find("# proto-message: " + type.full_name() + "\n") == std::string::npos) continue;
      if (!path.empty()) return file_name(type.name()) + ".textproto";
      path = file.path;
    }
    return path.empty() ? file_name(type.name()) + ".textproto" : path;
  }

  void forms() {
    read_words();
    const Forms blank(pack().schemas);
    const auto ours = Bundle::read(data_folder());
    bool any = false;
    for (const auto* type : pack().file_types) {
      if (!kind.empty() && kind != type->name() && kind != file_name(type->name())) continue;
      any = true;
      if (into.empty()) {
        std::cout << blank.form(*type) << '\n';
        continue;
      }
      const fs::path path = fs::path(into) / form_path(*type, ours ? *ours : Bundle());
      std::error_code error;
      fs::create_directories(path.parent_path(), error);
      if (!(std::ofstream(path) << blank.form(*type))) {
        refused(refuse(RefusalCode::kUnavailable, Text("data.cannot_write").word("file", path.string())));
      }
    }
    if (!any) {
      refused(refuse(RefusalCode::kNotFound, Text("data.unknown_file_type").word("type", kind).word("file", "")));
    }
  }

  void counts(const Inspection& found) {
    const auto word = [&](const char* text) { return words.format(Text(text), language()); };
    const std::vector<std::string> heads = {word("data.source.rulebook"), word("data.source.history"),
                                            word("data.source.reconstructed"), word("data.source.total")};
    const auto row = [&](const std::string& label, const std::vector<std::string>& cells) {
      std::cout << std::left << std::setw(24) << label << std::right;
      for (const std::string& cell : cells) {
        // setw counts bytes; letters outside ASCII are two.
        const auto extra = std::ranges::count_if(cell, [](unsigned char c) { return (c & 0xC0) == 0x80; });
        std::cout << std::setw(16 + static_cast<int>(extra)) << cell;
      }
      std::cout << '\n';
    };
    const auto figures = [](const Tally& tally) {
      return std::vector<std::string>{std::to_string(tally.rulebook), std::to_string(tally.history),
                                      std::to_string(tally.reconstructed), std::to_string(tally.total())};
    };
    row({}, heads);
    Tally all;
    for (const auto& [type, tally] : found.tallies) {
      row(type, figures(tally));
      all += tally;
    }
    row(word("data.source.total"), figures(all));
    say(Text("data.check.memory").number("history", all.history).number("memory", all.from_memory));
  }
};

}  // namespace

void add_data_command(CLI::App& app, std::vector<TitlePack> titles) {
  add_data_commands(*app.add_subcommand("data", "check and show the data files of a title"), std::move(titles));
}

void add_data_commands(CLI::App& data, std::vector<TitlePack> titles) {
  auto state = std::make_shared<DataCommand>();
  state->app = &data;
  if (!titles.empty()) state->title = titles.front().entry.id;
  state->titles = std::move(titles);
  data.require_subcommand(1);
  data.fallthrough();
  data.add_option("--title", state->title, "which title's data")->capture_default_str();

  CLI::App* check = data.add_subcommand("check", "validate all data; print where the figures come from");
  check->add_option("DIR", state->folder, "the title's folder, if not ours");
  check->add_flag("--without-texts", state->without_texts, "leave the texts out");
  check->callback([state] { state->check(); });

  CLI::App* show = data.add_subcommand("show", "print any part of the data");
  show->add_option("KIND", state->kind, "what kind of thing, as the title names them: table, card, unit, ruling")
      ->required();
  show->add_option("ID", state->id, "which one; without it all are listed");
  show->callback([state] { state->show(); });

  CLI::App* odds = data.add_subcommand("odds", "what cards and tables add up to, beside what they are meant to");
  odds->add_option("DIR", state->folder, "the title's folder, if not ours");
  odds->callback([state] { state->odds(); });

  CLI::App* forms = data.add_subcommand("template", "blank forms of every kind of data file");
  forms->add_option("KIND", state->kind, "one kind only, such as gunnery_table");
  forms->add_option("--into", state->into, "write them as files into this folder");
  forms->callback([state] { state->forms(); });
}

}  // namespace wardroom
