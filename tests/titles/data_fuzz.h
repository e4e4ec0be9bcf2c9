// Data files with whatever may be wrong in them: a loader says what it is and never falls over.
#pragma once

#include <google/protobuf/message.h>
#include <google/protobuf/text_format.h>
#include <rapidcheck.h>

#include <climits>
#include <memory>
#include <string>
#include <vector>

#include "common/data/inspection.h"
#include "common/data/parse.h"

namespace wardroom::fuzz {

// Words that mean something to a parser or to the checks of any title.
inline std::vector<std::string> parser_words() {
  return {"{",
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
          "77",
          "\"\"",
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
}

inline std::string mutated(std::string text, const std::vector<std::string>& words) {
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
        text.insert(at, *rc::gen::elementOf(words));
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

// Wrong values where the grammar is right: numbers and ids swapped about by reflection reach the deeper checks.
inline void shake(google::protobuf::Message& message, const std::vector<std::string>& words, int& left) {
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
        shake(*reflection.MutableRepeatedMessage(&message, field, index), words, left);
      continue;
    }
    if (field->cpp_type() == Type::CPPTYPE_MESSAGE) {
      shake(*reflection.MutableMessage(&message, field), words, left);
      continue;
    }
    if (*rc::gen::inRange(0, 4) != 0) continue;
    --left;
    switch (field->cpp_type()) {
      case Type::CPPTYPE_INT32:
        reflection.SetInt32(&message, field, *rc::gen::element(-1, 0, 1, 5, 41, 1'000'001, INT32_MAX, INT32_MIN));
        break;
      case Type::CPPTYPE_UINT32:
        reflection.SetUInt32(&message, field, *rc::gen::element(0U, 1U, 2U, 5U, 41U, 1'000'001U, UINT32_MAX));
        break;
      case Type::CPPTYPE_ENUM:
        reflection.SetEnumValue(&message, field, *rc::gen::inRange(-1, 40));
        break;
      case Type::CPPTYPE_STRING:
        reflection.SetString(&message, field, *rc::gen::elementOf(words));
        break;
      case Type::CPPTYPE_BOOL:
        reflection.SetBool(&message, field, !reflection.GetBool(message, field));
        break;
      default:
        break;
    }
  }
}

inline DataText& any_of(std::vector<DataText>& files) {
  return files[static_cast<std::size_t>(*rc::gen::inRange<int>(0, static_cast<int>(files.size())))];
}

// One file of the box with its letters changed.
inline Bundle with_mutated_file(const Bundle& box, const std::vector<std::string>& words) {
  std::vector<DataText> files = box.files();
  DataText& file = any_of(files);
  file.text = mutated(file.text, words);
  return Bundle(std::move(files));
}

// One file of the box with other values.
inline Bundle with_shaken_file(const Bundle& box, const std::vector<std::string>& words) {
  std::vector<DataText> files = box.files();
  DataText& file = any_of(files);
  static const std::string kMessage = "# proto-message: ";
  const auto from = file.text.find(kMessage) + kMessage.size();
  const std::string type = file.text.substr(from, file.text.find('\n', from) - from);
  const auto* descriptor = google::protobuf::DescriptorPool::generated_pool()->FindMessageTypeByName(type);
  const std::unique_ptr<google::protobuf::Message> message(
      google::protobuf::MessageFactory::generated_factory()->GetPrototype(descriptor)->New());
  google::protobuf::TextFormat::ParseFromString(file.text, message.get());
  int left = *rc::gen::inRange(1, 8);
  for (int tries = 0; tries < 20 && left > 0; ++tries) shake(*message, words, left);
  std::string text;
  google::protobuf::TextFormat::PrintToString(*message, &text);
  file.text = "# proto-file: " + descriptor->file()->name() + "\n# proto-message: " + type + "\n\n" + text;
  return Bundle(std::move(files));
}

// Whatever was found has words.
inline void check(const Inspection& found) {
  for (const Mistake& mistake : found.mistakes) RC_ASSERT(!mistake.what.id.empty());
}

}  // namespace wardroom::fuzz
