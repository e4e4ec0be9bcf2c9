#include "common/data/parse.h"

#include <google/protobuf/io/tokenizer.h>
#include <unicode/utf8.h>

#include <algorithm>
#include <string_view>

namespace wardroom {
namespace {

using google::protobuf::Descriptor;
using google::protobuf::MessageFactory;
using google::protobuf::TextFormat;

class FirstError final : public google::protobuf::io::ErrorCollector {
 public:
  void AddError(int line, int /*column*/, const std::string& message) override {
    if (message_.empty()) {
      line_ = line + 1;
      message_ = message;
    }
  }
  int line() const { return line_; }
  const std::string& message() const { return message_; }

 private:
  int line_ = 0;
  std::string message_;
};

struct Header {
  std::string file;
  std::string message;
};

// The comment lines at the top.
Header header_of(std::string_view text) {
  static constexpr std::string_view kFile = "# proto-file:";
  static constexpr std::string_view kMessage = "# proto-message:";
  const auto value = [](std::string_view rest) {
    const auto from = rest.find_first_not_of(" \t");
    if (from == std::string_view::npos) return std::string();
    const auto to = rest.find_last_not_of(" \t\r");
    return std::string(rest.substr(from, to - from + 1));
  };
  Header out;
  while (text.starts_with('#')) {
    const std::string_view line = text.substr(0, text.find('\n'));
    if (line.starts_with(kFile)) out.file = value(line.substr(kFile.size()));
    if (line.starts_with(kMessage)) out.message = value(line.substr(kMessage.size()));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
  }
  return out;
}

// The line of the first byte that is not UTF-8, or is a control character; 0 when there is none.
int line_of_bad_text(std::string_view text) {
  int line = 1;
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(text.data());
  const auto size = static_cast<std::int32_t>(text.size());
  for (std::int32_t i = 0; i < size;) {
    UChar32 point;
    U8_NEXT(bytes, i, size, point);
    if (point < 0 || (point < ' ' && point != '\n' && point != '\t' && point != '\r')) return line;
    if (point == '\n') ++line;
  }
  return 0;
}

}  // namespace

DataSet parse(const Bundle& bundle, const std::vector<const Descriptor*>& types, Mistakes& mistakes,
              const DataLimits& limits) {
  DataSet out;
  if (bundle.files().size() > limits.files) {
    mistakes.push_back(
        {{}, 0, {}, Text("data.too_many_files").number("most", static_cast<std::int64_t>(limits.files))});
    return out;
  }
  std::size_t bytes = 0;
  for (const DataText& file : bundle.files()) {
    const auto wrong = [&](int line, Text what) { mistakes.push_back({file.path, line, {}, std::move(what)}); };
    bytes += file.text.size();
    if (file.text.size() > limits.file_bytes || bytes > limits.bytes) {
      wrong(0, Text("data.file_too_large").number("most", static_cast<std::int64_t>(limits.file_bytes)));
      continue;
    }
    if (const int line = line_of_bad_text(file.text)) {
      wrong(line, Text("data.not_text"));
      continue;
    }
    const Header header = header_of(file.text);
    if (header.message.empty() || header.file.empty()) {
      wrong(1, Text("data.no_header"));
      continue;
    }
    const auto type =
        std::ranges::find(types, header.message, [](const Descriptor* each) { return each->full_name(); });
    if (type == types.end()) {  // the message says what it is; its schema may have moved since the file was stored
      wrong(2, Text("data.unknown_file_type").word("type", header.message).word("file", header.file));
      continue;
    }
    DataFile parsed;
    parsed.path = file.path;
    const google::protobuf::Message& prototype = *MessageFactory::generated_factory()->GetPrototype(*type);
    parsed.message.reset(prototype.New());
    parsed.lines = std::make_unique<DataLines>(file.text, prototype, limits.nesting);
    FirstError error;
    TextFormat::Parser parser;
    parser.RecordErrorsTo(&error);
    parser.SetRecursionLimit(limits.nesting);
    if (!parser.ParseFromString(file.text, parsed.message.get())) {
      wrong(error.line(), Text("data.unreadable").word("why", error.message()));
      continue;
    }
    out.files.push_back(std::move(parsed));
  }
  return out;
}

std::unique_ptr<google::protobuf::Message> parse_by_header(const std::string& text, const DataLimits& limits) {
  if (text.size() > limits.file_bytes || line_of_bad_text(text) != 0) return nullptr;
  const Descriptor* type =
      google::protobuf::DescriptorPool::generated_pool()->FindMessageTypeByName(header_of(text).message);
  if (!type) return nullptr;
  std::unique_ptr<google::protobuf::Message> message(MessageFactory::generated_factory()->GetPrototype(type)->New());
  FirstError error;
  TextFormat::Parser parser;
  parser.RecordErrorsTo(&error);
  parser.SetRecursionLimit(limits.nesting);
  return parser.ParseFromString(text, message.get()) ? std::move(message) : nullptr;
}

}  // namespace wardroom
