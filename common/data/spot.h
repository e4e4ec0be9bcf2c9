// Spot: one place in a parsed data file, which knows its line and its field path.
#pragma once

#include <google/protobuf/message.h>
#include <google/protobuf/text_format.h>

#include <boost/container/small_vector.hpp>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "common/data/mistake.h"

namespace wardroom {

// Where each field of a file stood. Most files are right, so it is found out when someone first asks.
class DataLines {
 public:
  DataLines(std::string text, const google::protobuf::Message& type, int nesting)
      : text_(std::move(text)), type_(&type), nesting_(nesting) {}
  const google::protobuf::TextFormat::ParseInfoTree& tree();

 private:
  std::string text_;
  const google::protobuf::Message* type_;  // the prototype
  int nesting_;
  std::once_flag once_;
  google::protobuf::TextFormat::ParseInfoTree tree_;
};

// One file of a bundle, parsed.
struct DataFile {
  std::string path;
  std::unique_ptr<google::protobuf::Message> message;
  std::unique_ptr<DataLines> lines;
};

// Cheap to copy; valid as long as its file.
class Spot {
 public:
  struct Step {
    const google::protobuf::FieldDescriptor* field;
    int index;  // -1: a singular field, or a repeated one as a whole
  };

  explicit Spot(const DataFile& file) : file_(&file), message_(file.message.get()) {}

  // The field `name` of the message here, set or not; a name the message does not have is a mistake of ours.
  Spot at(std::string_view name, int index = -1) const;
  Spot at(const google::protobuf::FieldDescriptor& field, int index = -1) const;

  const DataFile& file() const { return *file_; }
  const google::protobuf::Message* message() const { return message_; }  // null at a scalar or a whole repeated field
  const boost::container::small_vector<Step, 6>& path() const { return path_; }
  int line() const;  // of the field, or of the nearest message round it that the file states
  std::string field() const;

  Mistake mistake(Text what) const { return {file_->path, line(), field(), std::move(what)}; }

 private:
  const DataFile* file_;
  const google::protobuf::Message* message_;
  boost::container::small_vector<Step, 6> path_;
};

// A typed message together with where it stands.
template <class T>
struct Found {
  const T& it;
  Spot at;
};

template <class T>
std::vector<Found<T>> children(const Spot& spot, std::string_view name) {
  std::vector<Found<T>> out;
  const google::protobuf::Message& message = *spot.message();
  const auto* field = message.GetDescriptor()->FindFieldByName(std::string(name));
  const int size = message.GetReflection()->FieldSize(message, field);
  out.reserve(static_cast<std::size_t>(size));
  for (int i = 0; i < size; ++i) {
    Spot at = spot.at(*field, i);
    out.push_back({dynamic_cast<const T&>(*at.message()), std::move(at)});
  }
  return out;
}

template <class T, class U>
std::vector<Found<T>> children(const Found<U>& found, std::string_view name) {
  return children<T>(found.at, name);
}

}  // namespace wardroom
