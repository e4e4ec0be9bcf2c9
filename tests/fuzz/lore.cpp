#include "tests/fuzz/lore.h"

#include <algorithm>
#include <chrono>
#include <limits>
#include <memory>
#include <set>

#include "common/nonce.h"

namespace wardroom::fuzz {

using google::protobuf::Descriptor;
using google::protobuf::FieldDescriptor;
using google::protobuf::Message;

const std::string kOurNonce(kNonceBytes, 'n');
const std::string kOurBid = kOurNonce + std::string(5, '\0');  // nothing, for the first side
const std::string kOurPassword = "a quiet harbour 7";

namespace {

constexpr std::size_t kKept = 48;          // of everything that was read
constexpr std::size_t kMostFields = 3000;  // of one answer
constexpr std::size_t kLongestPart = 4096;
constexpr std::size_t kLongList = 40'000;  // bytes that a message may be doubled to
constexpr int kDeepest = 5;

const google::protobuf::OneofDescriptor* body_of_frames() {
  return v1::ClientFrame::descriptor()->FindOneofByName("body");
}

void find_types(const Descriptor* type, std::set<const Descriptor*>& found) {
  if (!found.insert(type).second) return;
  for (int i = 0; i < type->field_count(); ++i) {
    if (const Descriptor* part = type->field(i)->message_type()) find_types(part, found);
  }
}

// Messages that requests are made of.
bool is_asked_with(const Descriptor* type) {
  static const std::set<const Descriptor*> types = [] {
    std::set<const Descriptor*> found;
    find_types(v1::ClientFrame::descriptor(), found);
    return found;
  }();
  return types.contains(type);
}

// The name by which the same thing is known in answers and in requests.
std::string called(const FieldDescriptor& field) {
  static const std::map<std::string, std::string> names{
      {"MatchInfo.id", "match"},
      {"MatchInfo.rematch", "match"},
      {"Session.id", "session"},
      {"EventInfo.id", "event"},
      {"TitleInfo.id", "title"},
      {"TitleInfo.opponents", "bot"},
      {"Scenario.id", "scenario"},
      {"TutorialInfo.id", "tutorial"},
      {"OptionalRule.values", "value"},
      {"Channel.id", "channel"},
      {"Menu.serial", "menu_serial"},
      {"Tokens.secret", "token"},
      {"next", "after"},
      {"after_serial", "serial"},
      {"last_serial", "serial"},
      {"chapter", "serial"},
      {"seen", "serial"},
      {"to", "name"},
      {"invited", "name"},
      {"like", "event"},
      {"scenarios", "scenario"},
      {"strike", "id"},
      {"erase", "id"},
      {"before", "id"},
      {"one", "entry"},
      {"two", "entry"},
      {"entries", "entry"},
      {"places", "place"},
  };
  const auto whole = names.find(field.containing_type()->name() + "." + field.name());
  if (whole != names.end()) return whole->second;
  const auto own = names.find(field.name());
  return own == names.end() ? field.name() : own->second;
}

template <class Value>
void keep(std::deque<Value>& all, Value value) {
  if (std::ranges::find(all, value) != all.end()) return;
  all.push_back(std::move(value));
  if (all.size() > kKept) all.pop_front();
}

std::uint64_t number_in(const Message& message, const FieldDescriptor& field, int at) {
  const auto& reflection = *message.GetReflection();
  const bool list = field.is_repeated();
  switch (field.cpp_type()) {
    case FieldDescriptor::CPPTYPE_INT32:
      return static_cast<std::uint64_t>(list ? reflection.GetRepeatedInt32(message, &field, at)
                                             : reflection.GetInt32(message, &field));
    case FieldDescriptor::CPPTYPE_INT64:
      return static_cast<std::uint64_t>(list ? reflection.GetRepeatedInt64(message, &field, at)
                                             : reflection.GetInt64(message, &field));
    case FieldDescriptor::CPPTYPE_UINT32:
      return list ? reflection.GetRepeatedUInt32(message, &field, at) : reflection.GetUInt32(message, &field);
    case FieldDescriptor::CPPTYPE_UINT64:
      return list ? reflection.GetRepeatedUInt64(message, &field, at) : reflection.GetUInt64(message, &field);
    default:
      return 0;
  }
}

// Sets it, or adds one.
void put(Message& message, const FieldDescriptor& field, std::uint64_t value) {
  const auto& reflection = *message.GetReflection();
  const auto set = [&](auto set_one, auto add_one, auto as) {
    if (field.is_repeated()) {
      (reflection.*add_one)(&message, &field, as);
    } else {
      (reflection.*set_one)(&message, &field, as);
    }
  };
  using Reflection = google::protobuf::Reflection;
  switch (field.cpp_type()) {
    case FieldDescriptor::CPPTYPE_INT32:
      return set(&Reflection::SetInt32, &Reflection::AddInt32, static_cast<std::int32_t>(value));
    case FieldDescriptor::CPPTYPE_INT64:
      return set(&Reflection::SetInt64, &Reflection::AddInt64, static_cast<std::int64_t>(value));
    case FieldDescriptor::CPPTYPE_UINT32:
      return set(&Reflection::SetUInt32, &Reflection::AddUInt32, static_cast<std::uint32_t>(value));
    case FieldDescriptor::CPPTYPE_UINT64:
      return set(&Reflection::SetUInt64, &Reflection::AddUInt64, value);
    case FieldDescriptor::CPPTYPE_BOOL:
      return set(&Reflection::SetBool, &Reflection::AddBool, value % 2 == 1);
    case FieldDescriptor::CPPTYPE_ENUM:
      return set(&Reflection::SetEnumValue, &Reflection::AddEnumValue, static_cast<int>(value));
    default:
      return;
  }
}

void put(Message& message, const FieldDescriptor& field, std::string value) {
  if (field.is_repeated()) {
    message.GetReflection()->AddString(&message, &field, std::move(value));
  } else {
    message.GetReflection()->SetString(&message, &field, std::move(value));
  }
}

bool is_number(const FieldDescriptor& field) {
  switch (field.cpp_type()) {
    case FieldDescriptor::CPPTYPE_INT32:
    case FieldDescriptor::CPPTYPE_INT64:
    case FieldDescriptor::CPPTYPE_UINT32:
    case FieldDescriptor::CPPTYPE_UINT64:
      return true;
    default:
      return false;
  }
}

// Words that are not read anywhere. Nobody is called at this address: it is this machine's own.
const std::map<std::string, std::vector<std::string>>& known_words() {
  static const std::map<std::string, std::vector<std::string>> words{
      {"password", {kOurPassword}},
      {"old_password", {kOurPassword}},
      {"new_password", {kOurPassword}},
      {"nonce", {kOurNonce, kOurBid}},
      {"nonce_hash", {nonce_hash(kOurNonce), nonce_hash(kOurBid)}},
      {"other", {kOurNonce, nonce_hash(kOurNonce), nonce_hash(kOurBid), ""}},
      {"email", {"", "crew@example.org"}},
      {"address", {"crew@example.org"}},
      {"url", {"https://[::1]/hook"}},
      {"endpoint", {"https://[::1]/push"}},
      {"language", {"en", "pl"}},
      {"zone", {"Europe/Warsaw", ""}},
      {"code", {"123456"}},
      {"text", {"ahoj", "Zażółć gęślą jaźń"}},
      {"reason", {"so it is"}},
      {"p256dh", {"\x04" + std::string(64, 'p')}},
      {"auth", {std::string(16, 'a')}},
  };
  return words;
}

}  // namespace

const std::vector<Kind>& kinds() {
  static const std::vector<Kind> all = [] {
    std::vector<Kind> found;
    for (int i = 0; i < body_of_frames()->field_count(); ++i) found.push_back(body_of_frames()->field(i));
    return found;
  }();
  return all;
}

// -- reading --

void Lore::read(const Message& answer) {
  std::size_t budget = kMostFields;
  take_in(answer, budget);
}

void Lore::take_in(const Message& message, std::size_t& budget) {
  if (is_asked_with(message.GetDescriptor()) && message.ByteSizeLong() <= kLongestPart)
    keep(parts_[message.GetDescriptor()->full_name()], message.SerializeAsString());
  std::vector<const FieldDescriptor*> fields;
  message.GetReflection()->ListFields(message, &fields);
  for (const FieldDescriptor* field : fields) {
    const int count = field->is_repeated() ? message.GetReflection()->FieldSize(message, field) : 1;
    for (int i = 0; i < count && budget > 0; ++i, --budget) {
      take_in(message, *field, i, budget);
      if (budget == 0) return;
    }
  }
}

void Lore::take_in(const Message& message, const Field& field, int at, std::size_t& budget) {
  const auto& reflection = *message.GetReflection();
  if (field.message_type()) {
    const Message& part = field.is_repeated() ? reflection.GetRepeatedMessage(message, &field, at)
                                              : reflection.GetMessage(message, &field);
    take_in(part, budget);
  } else if (field.cpp_type() == Field::CPPTYPE_STRING) {
    std::string word =
        field.is_repeated() ? reflection.GetRepeatedString(message, &field, at) : reflection.GetString(message, &field);
    if (!word.empty() && word.size() <= kLongestPart) keep(words_[called(field)], std::move(word));
  } else if (is_number(field)) {
    keep(numbers_[called(field)], number_in(message, field, at));
  }
}

std::string Lore::word(const std::string& field) {
  const auto found = words_.find(field);
  return found == words_.end() ? std::string() : dice_.of(found->second);
}

// -- making --

v1::ClientFrame Lore::request(Kind kind) {
  v1::ClientFrame frame;
  fill(*frame.GetReflection()->MutableMessage(&frame, kind), 0);
  return frame;
}

void Lore::fill(Message& message, int depth) {
  const Descriptor& type = *message.GetDescriptor();
  std::set<const FieldDescriptor*> chosen;  // one of each choice
  for (int i = 0; i < type.real_oneof_decl_count(); ++i) {
    const auto& choice = *type.oneof_decl(i);
    chosen.insert(choice.field(static_cast<int>(dice_.below(static_cast<std::size_t>(choice.field_count())))));
  }
  for (int i = 0; i < type.field_count(); ++i) {
    const FieldDescriptor& field = *type.field(i);
    if (field.real_containing_oneof()) {
      if (chosen.contains(&field)) fill(message, field, depth);
    } else if (field.is_repeated()) {
      for (auto count = dice_.below(4); count > 0; --count) fill(message, field, depth);
    } else if (!field.has_presence() || dice_.one_in(2)) {
      fill(message, field, depth);
    }
  }
}

void Lore::fill(Message& message, const Field& field, int depth) {
  const auto& reflection = *message.GetReflection();
  switch (field.cpp_type()) {
    case Field::CPPTYPE_MESSAGE: {
      Message& part =
          field.is_repeated() ? *reflection.AddMessage(&message, &field) : *reflection.MutableMessage(&message, &field);
      const auto read = parts_.find(field.message_type()->full_name());
      if (read != parts_.end() && !dice_.one_in(3)) {
        (void)part.ParseFromString(dice_.of(read->second));
      } else if (depth < kDeepest) {
        fill(part, depth + 1);
      }
      break;
    }
    case Field::CPPTYPE_STRING:
      put(message, field, word_for(field));
      break;
    default:
      put(message, field, number_for(field));
  }
}

std::string Lore::word_for(const Field& field) {
  const auto known = known_words().find(field.name());
  if (known != known_words().end()) return dice_.of(known->second);
  const std::string key = called(field);
  if (key == "name" && dice_.one_in(3)) return "Crew " + std::to_string(++names_);
  std::string read = word(key);
  return read.empty() || dice_.one_in(8) ? std::string() : read;
}

std::uint64_t Lore::number_for(const Field& field) {
  if (field.cpp_type() == Field::CPPTYPE_BOOL) return dice_.below(2);
  if (field.cpp_type() == Field::CPPTYPE_ENUM) {
    const auto& type = *field.enum_type();
    return static_cast<std::uint64_t>(
        type.value(static_cast<int>(dice_.below(static_cast<std::size_t>(type.value_count()))))->number());
  }
  const auto read = numbers_.find(called(field));
  if (read != numbers_.end() && !dice_.one_in(4)) return dice_.of(read->second);
  const std::string& name = field.name();
  if (name.ends_with("_ms")) {
    const auto now = std::chrono::system_clock::now().time_since_epoch();
    const auto ahead = std::chrono::hours(dice_.below(200));
    return static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::milliseconds>(now + ahead).count());
  }
  if (name.ends_with("_seconds")) return dice_.below(2) * 3600;
  if (name.ends_with("_day")) return 20'270'101 + dice_.below(28);
  return dice_.below(5);
}

// -- spoiling --

void Lore::spoil(v1::ClientFrame& frame) {
  for (auto changes = 1 + dice_.below(3); changes > 0; --changes) {
    const auto& reflection = *frame.GetReflection();
    const FieldDescriptor* body = reflection.GetOneofFieldDescriptor(frame, body_of_frames());
    if (!body || dice_.one_in(20)) {
      spoil_within(frame);
    } else {
      spoil_within(*reflection.MutableMessage(&frame, body));
    }
  }
}

void Lore::spoil_within(Message& message) {
  const Descriptor& type = *message.GetDescriptor();
  const auto& reflection = *message.GetReflection();
  if (type.field_count() == 0 || dice_.one_in(12)) {
    auto& unknown = *reflection.MutableUnknownFields(&message);
    unknown.AddVarint(static_cast<int>(900 + dice_.below(100)), odd_number());
    unknown.AddLengthDelimited(static_cast<int>(1000 + dice_.below(100)), "who knows");
    return;
  }
  const FieldDescriptor& field =
      *type.field(static_cast<int>(dice_.below(static_cast<std::size_t>(type.field_count()))));
  const bool deeper = field.message_type() && !dice_.one_in(3);
  if (field.is_repeated()) {
    const int size = reflection.FieldSize(message, &field);
    if (!deeper || size == 0) return spoil_list(message, field);
    const auto at = static_cast<int>(dice_.below(static_cast<std::size_t>(size)));
    spoil_within(*reflection.MutableRepeatedMessage(&message, &field, at));
  } else if (deeper && reflection.HasField(message, &field)) {
    spoil_within(*reflection.MutableMessage(&message, &field));
  } else {
    spoil_one(message, field);
  }
}

void Lore::spoil_list(Message& message, const Field& field) {
  const auto& reflection = *message.GetReflection();
  switch (dice_.below(4)) {
    case 0:
      return reflection.ClearField(&message, &field);
    case 1:  // again and again
      for (auto times = 1 + dice_.below(10); times > 0 && message.ByteSizeLong() < kLongList / 2; --times) {
        const std::unique_ptr<Message> twin(message.New());
        twin->CopyFrom(message);
        message.MergeFrom(*twin);
      }
      return;
    case 2:
      if (reflection.FieldSize(message, &field) > 0) reflection.RemoveLast(&message, &field);
      return;
    default:
      if (field.message_type()) return fill(message, field, 0);
      if (field.cpp_type() == Field::CPPTYPE_STRING) return put(message, field, odd_word());
      put(message, field, odd_number());
  }
}

void Lore::spoil_one(Message& message, const Field& field) {
  const auto& reflection = *message.GetReflection();
  if (field.cpp_type() == Field::CPPTYPE_STRING) return put(message, field, odd_word());
  if (!field.message_type()) return put(message, field, odd_number());
  if (field.message_type() == v1::Text::descriptor()) {  // a text in a text in a text, near what a parser goes down to
    auto* text = static_cast<v1::Text*>(reflection.MutableMessage(&message, &field));
    for (auto depth = dice_.below(60); depth > 0; --depth) text = text->add_arguments()->mutable_text();
    return;
  }
  if (dice_.one_in(2)) return reflection.ClearField(&message, &field);
  fill(message, field, 0);
}

std::string Lore::odd_word() {
  static const std::vector<std::string> odd{
      "",
      " ",
      std::string("a\0b", 3),
      "\xff\xfe",          // no UTF-8
      "\xed\xa0\x80",      // half of a pair
      "\xf0\x9f\x92\xa3",  // beyond the first plane
      "\xe2\x80\xae"
      "evol",  // the other way round
      "e" + std::string(40, '\xcc') + "\x81",
      "e\xcc\x81\xcc\x81\xcc\x81\xcc\x81",
      "../../etc/passwd",
      "'; DROP TABLE matches; --",
      "%s%n{}{0}",
      "18446744073709551616",
      std::string(300, 'x'),
      std::string(5'000, 'y'),
  };
  if (dice_.one_in(40)) return std::string(20'000 + dice_.below(50'000), 'z');       // some are too long for a frame
  if (!words_.empty() && dice_.one_in(3)) return dice_.of(dice_.of(words_).second);  // something else's
  return dice_.of(odd);
}

std::uint64_t Lore::odd_number() {
  static const std::vector<std::uint64_t> odd{0,
                                              1,
                                              2,
                                              7,
                                              255,
                                              65'536,
                                              0x7fff'ffff,
                                              0x8000'0000,
                                              0xffff'ffff,
                                              0x1'0000'0000,
                                              std::numeric_limits<std::uint64_t>::max(),
                                              std::numeric_limits<std::uint64_t>::max() / 2,
                                              std::numeric_limits<std::uint64_t>::max() / 2 + 1};
  return dice_.one_in(4) ? dice_.number() : dice_.of(odd);
}

std::string Lore::spoil(std::string bytes, const std::string& another) {
  for (auto changes = 1 + dice_.below(4); changes > 0; --changes) {
    const auto at = dice_.below(bytes.size() + 1);
    switch (dice_.below(5)) {
      case 0:
        if (at < bytes.size()) bytes[at] = static_cast<char>(bytes[at] ^ (1 << dice_.below(8)));
        break;
      case 1:
        bytes.erase(at, 1 + dice_.below(16));
        break;
      case 2:
        bytes.insert(at, bytes.substr(dice_.below(bytes.size() + 1), dice_.below(200)));
        break;
      case 3:
        bytes = bytes.substr(0, at) + another.substr(dice_.below(another.size() + 1));
        break;
      default:
        bytes.insert(at, 1 + dice_.below(4), static_cast<char>(dice_.number()));
    }
  }
  return bytes;
}

}  // namespace wardroom::fuzz
