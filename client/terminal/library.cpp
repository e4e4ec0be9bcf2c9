#include "client/terminal/library.h"

#include <algorithm>
#include <cstdlib>

#include "common/tutorial.h"

namespace wardroom::terminal {
namespace fs = std::filesystem;

fs::path Library::folder(const std::string& title) const {
  return (scenarios.empty() ? home / "scenarios" : scenarios) / title;
}

Result<Bundle> Library::bundle(const std::string& title) const {
  const fs::path own = overlay.empty() ? overlay : overlay / title;
  return Bundle::read(folder(title), fs::exists(own) ? own : fs::path());
}

Result<const TitleEntry*> Library::entry(const std::string& id) const {
  const auto it = std::ranges::find(titles_, id, [](const TitlePack& pack) { return pack.entry.id; });
  if (it == titles_.end()) return refuse(RefusalCode::kNotFound, Text("terminal.no_such_title").word("title", id));
  return &it->entry;
}

Result<std::shared_ptr<const Title>> Library::title(const std::string& id) const {
  const auto known = entry(id);
  if (!known) return known.error();
  const auto files = bundle(id);
  if (!files) return files.error();
  return (*known)->make(*files);
}

Result<std::shared_ptr<const Title>> Library::stored_title(const std::string& id, const Bundle& files) const {
  const auto known = entry(id);
  if (!known) return known.error();
  return (*known)->make_stored(files);
}

Result<Words> Library::words(const std::string& title) const {
  auto catalog = std::make_shared<Catalog>();
  if (auto read = catalog->read(home / "common" / "text"); !read) return read.error();
  if (const fs::path texts = folder(title) / "text"; !title.empty() && fs::exists(texts)) {
    if (auto read = catalog->read(texts); !read) return read.error();
  }
  return Words(std::move(catalog), language);
}

const TerminalPack* Library::terminal(std::string_view title) const {
  const auto it = std::ranges::find(terminals_, title, &TerminalPack::title);
  return it == terminals_.end() ? nullptr : &*it;
}

const Screen* Library::screen(const std::string& title) const {
  const TerminalPack* pack = terminal(title);
  return pack ? pack->screen.get() : nullptr;
}

std::shared_ptr<const v1::Tutorial> Library::tutorial(const std::string& title, const std::string& id) const {
  const auto files = bundle(title);
  return files ? tutorial_of(*files, id) : nullptr;
}

std::unique_ptr<bot::Bot> Library::bot(std::string_view name, const Title& title, std::uint64_t seed) const {
  return make_bot(bots_, name, title, seed);
}

std::vector<bot::Dial> Library::dials(std::string_view name, const Title& title) const {
  for (const bot::BotEntry& entry : bot::bots_of(bots_, title.id())) {
    if (entry.name == name) return entry.dials;
  }
  return {};
}

std::unique_ptr<Record> Library::record(const Title& title) const {
  const TerminalPack* pack = terminal(title.id());
  return pack && pack->record ? pack->record(title) : nullptr;
}

std::unique_ptr<google::protobuf::Message> Library::blank_view(const std::string& id) const {
  if (const Screen* own = screen(id)) return own->blank_view();
  const auto made = title(id);
  return made ? (*made)->blank_view() : nullptr;
}

fs::path find_home() {
  if (const char* home = std::getenv("WARDROOM_HOME")) return home;
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  for (fs::path folder = program.parent_path(); folder.has_relative_path(); folder = folder.parent_path()) {
    for (const fs::path& home : {folder, folder / "share" / "wardroom"}) {
      if (fs::exists(home / "common" / "text", error)) return home;
    }
  }
  return ".";
}

std::string language_of_environment() {
  for (const char* name : {"LC_ALL", "LC_MESSAGES", "LANG"}) {
    const char* value = std::getenv(name);
    if (!value || !*value) continue;
    const std::string_view locale = value;
    const std::string language(locale.substr(0, locale.find_first_of("_.@")));
    return language == "C" || language == "POSIX" ? "en" : language;
  }
  return "en";
}

}  // namespace wardroom::terminal
