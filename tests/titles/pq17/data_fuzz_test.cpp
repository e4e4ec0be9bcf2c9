// Whatever is done to the files, the loader says what is wrong and never falls over.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "tests/titles/pq17/broken_box.h"

namespace wardroom::pq17 {
namespace {

// Files small and large, each kind with another check behind it; the box is cut down so that a case is quick.
Bundle base() {
  std::vector<DataText> files;
  for (const DataText& file : the_files().files()) {
    const bool scenario = file.path.starts_with("scenarios/") && file.path != "scenarios/learning.textproto";
    const bool texts = file.path.starts_with("text/") && file.path.find("tables") == std::string::npos;
    if (!scenario && !texts && file.path != "coast.textproto") files.push_back(file);
  }
  return Bundle(std::move(files));
}

const Bundle& small_box() {
  static const Bundle files = base();
  return files;
}

// Words that mean something to a parser or to the checks.
const std::vector<std::string> kWords = {"{",
                                         "}",
                                         "[",
                                         "]",
                                         ":",
                                         "\"",
                                         "#",
                                         "\n",
                                         "-1",
                                         "0",
                                         "2147483647",
                                         "-2147483648",
                                         "99999999999999999999",
                                         "1e9",
                                         "nan",
                                         "UNSPECIFIED",
                                         "AXIS",
                                         "BB",
                                         "77",
                                         "\"\"",
                                         "\"0101\"",
                                         "\"ship.tirpitz\"",
                                         "\"condition.none\"",
                                         "id: \"x\"",
                                         "on { }",
                                         "on { from: 5 to: 3 }",
                                         "row { }",
                                         "provenance { }",
                                         "except { }",
                                         "\\377",
                                         "\xff",
                                         "\xc3\xb3",
                                         "true",
                                         "[1, 2, 3]"};

std::string mutated(std::string text) {
  const int changes = *rc::gen::inRange(1, 6);
  for (int i = 0; i < changes && !text.empty(); ++i) {
    const auto at = static_cast<std::size_t>(*rc::gen::inRange<int>(0, static_cast<int>(text.size())));
    const auto length = static_cast<std::size_t>(*rc::gen::inRange(0, 40));
    switch (*rc::gen::inRange(0, 6)) {
      case 0:
        text[at] = static_cast<char>(*rc::gen::inRange(0, 256));
        break;
      case 1:
        text.erase(at, length);
        break;
      case 2:
        text.insert(at, *rc::gen::elementOf(kWords));
        break;
      case 3:
        text.insert(at, text.substr(static_cast<std::size_t>(*rc::gen::inRange<int>(0, static_cast<int>(text.size()))),
                                    length * 10));
        break;
      case 4: {
        // A whole line again, or none.
        const auto from = text.rfind('\n', at) == std::string::npos ? 0 : text.rfind('\n', at);
        const auto to = std::min(text.find('\n', at), text.size());
        const std::string line = text.substr(from, to - from);
        if (*rc::gen::inRange(0, 2) == 0) {
          text.erase(from, to - from);
        } else {
          text.insert(from, line);
        }
        break;
      }
      default: {
        // Another number in place of the next one.
        const auto digit = text.find_first_of("0123456789", at);
        if (digit == std::string::npos) break;
        const auto end = std::min(text.find_first_not_of("0123456789", digit), text.size());
        text.replace(digit, end - digit, std::to_string(*rc::gen::inRange(-3, 2000)));
        break;
      }
    }
  }
  return text;
}

RC_GTEST_PROP(Loader, NeverFallsOverAMutatedFile, ()) {
  std::vector<DataText> files = small_box().files();
  auto& file = files[static_cast<std::size_t>(*rc::gen::inRange<int>(0, static_cast<int>(files.size())))];
  file.text = mutated(file.text);
  const Bundle bundle(std::move(files));
  const Inspection found = inspect(bundle, Texts::kNotYet);
  for (const Mistake& mistake : found.mistakes) RC_ASSERT(!mistake.what.id.empty());
}

// Wrong values where the grammar is right: numbers and ids swapped about by reflection reach the deeper checks.
void shake(google::protobuf::Message& message, int& left) {
  const auto& reflection = *message.GetReflection();
  std::vector<const google::protobuf::FieldDescriptor*> fields;
  reflection.ListFields(message, &fields);
  for (const auto* field : fields) {
    if (left <= 0) return;
    using Type = google::protobuf::FieldDescriptor;
    if (field->is_repeated()) {
      const int size = reflection.FieldSize(message, field);
      const int index = *rc::gen::inRange(0, size);
      if (*rc::gen::inRange(0, 8) == 0) {
        --left;
        reflection.RemoveLast(&message, field);
        continue;
      }
      if (field->cpp_type() == Type::CPPTYPE_MESSAGE)
        shake(*reflection.MutableRepeatedMessage(&message, field, index), left);
      continue;
    }
    if (field->cpp_type() == Type::CPPTYPE_MESSAGE) {
      shake(*reflection.MutableMessage(&message, field), left);
      continue;
    }
    if (*rc::gen::inRange(0, 4) != 0) continue;
    --left;
    switch (field->cpp_type()) {
      case Type::CPPTYPE_INT32:
        reflection.SetInt32(&message, field, *rc::gen::element(-1, 0, 1, 5, 41, 1'000'001, INT32_MAX, INT32_MIN));
        break;
      case Type::CPPTYPE_ENUM:
        reflection.SetEnumValue(&message, field, *rc::gen::inRange(-1, 40));
        break;
      case Type::CPPTYPE_STRING:
        reflection.SetString(
            &message, field,
            *rc::gen::element<std::string>("", "0817", "9999", "port.kiel", "ship.tirpitz", "class.mv", "air.ju88a4",
                                           "box.germany", "Q", "convoy.x", "..", "table.gunnery"));
        break;
      case Type::CPPTYPE_BOOL:
        reflection.SetBool(&message, field, !reflection.GetBool(message, field));
        break;
      default:
        break;
    }
  }
}

RC_GTEST_PROP(Loader, NeverFallsOverWrongValues, ()) {
  std::vector<DataText> files = small_box().files();
  auto& file = files[static_cast<std::size_t>(*rc::gen::inRange<int>(0, static_cast<int>(files.size())))];
  static const std::string kMessage = "# proto-message: ";
  const auto from = file.text.find(kMessage) + kMessage.size();
  const std::string type = file.text.substr(from, file.text.find('\n', from) - from);
  const auto* descriptor = google::protobuf::DescriptorPool::generated_pool()->FindMessageTypeByName(type);
  const std::unique_ptr<google::protobuf::Message> message(
      google::protobuf::MessageFactory::generated_factory()->GetPrototype(descriptor)->New());
  google::protobuf::TextFormat::ParseFromString(file.text, message.get());
  int left = *rc::gen::inRange(1, 8);
  for (int tries = 0; tries < 20 && left > 0; ++tries) shake(*message, left);
  std::string text;
  google::protobuf::TextFormat::PrintToString(*message, &text);
  file.text = "# proto-file: " + descriptor->file()->name() + "\n# proto-message: " + type + "\n\n" + text;
  const Bundle bundle(std::move(files));
  const Inspection found = inspect(bundle, Texts::kNotYet);
  for (const Mistake& mistake : found.mistakes) RC_ASSERT(!mistake.what.id.empty());
}

TEST(Loader, NeverFallsOverDeepNesting) {
  std::string text = "# proto-file: wardroom/pq17/v1/tables.proto\n# proto-message: wardroom.pq17.v1.GunneryTable\n\n";
  for (int i = 0; i < 50'000; ++i) text += "row { ";
  EXPECT_FALSE(inspect(with_text("tables/gunnery.textproto", text).bundle, Texts::kNotYet).mistakes.empty());
}

TEST(Loader, NeverFallsOverMillionsOfFields) {
  std::string text =
      "# proto-file: wardroom/pq17/v1/charts.proto\n# proto-message: wardroom.pq17.v1.GermanFuelChart\n\n";
  while (text.size() < (1 << 20) - 16) text += "row{}";
  EXPECT_FALSE(inspect(with_text("tables/german_fuel.textproto", text).bundle, Texts::kNotYet).mistakes.empty());
}

TEST(Loader, NeverFallsOverAnEmptyBox) { EXPECT_FALSE(inspect(Bundle()).mistakes.empty()); }

TEST(Loader, NeverFallsOverOneFileAlone) {
  for (const DataText& file : the_files().files()) EXPECT_FALSE(inspect(Bundle({file})).mistakes.empty()) << file.path;
}

}  // namespace
}  // namespace wardroom::pq17
