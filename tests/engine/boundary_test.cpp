// No stored type can be reached from what a client may see.
#include <google/protobuf/descriptor.h>
#include <gtest/gtest.h>

#include <set>

#include "wardroom/v1/record.pb.h"
#include "wardroom/v1/wire.pb.h"

namespace wardroom {
namespace {

using google::protobuf::Descriptor;
using google::protobuf::FieldDescriptor;
using google::protobuf::FileDescriptor;

void walk(const Descriptor* type, std::set<const Descriptor*>& seen) {
  if (!seen.insert(type).second) return;
  for (int i = 0; i < type->field_count(); ++i) {
    if (const Descriptor* inner = type->field(i)->message_type()) walk(inner, seen);
  }
}

void walk(const FileDescriptor* file, std::set<const FileDescriptor*>& seen) {
  if (!seen.insert(file).second) return;
  for (int i = 0; i < file->dependency_count(); ++i) walk(file->dependency(i), seen);
}

TEST(Boundary, NoRecordTypeIsReachableFromAWireType) {
  std::set<const Descriptor*> seen;
  walk(v1::ClientFrame::descriptor(), seen);
  walk(v1::ServerFrame::descriptor(), seen);
  EXPECT_GT(seen.size(), 50u);
  for (const Descriptor* type : seen) {
    EXPECT_EQ(type->full_name().find("record"), std::string::npos) << type->full_name();
    EXPECT_EQ(type->file()->package().find("record"), std::string::npos) << type->full_name();
  }
}

TEST(Boundary, WireFilesNeverImportRecordFiles) {
  std::set<const FileDescriptor*> seen;
  walk(v1::ServerFrame::descriptor()->file(), seen);
  for (const FileDescriptor* file : seen) EXPECT_EQ(file->name().find("record"), std::string::npos) << file->name();
}

TEST(Boundary, RecordsHaveNoMapsAndNoFloats) {
  std::set<const Descriptor*> seen;
  walk(v1::record::Export::descriptor(), seen);
  walk(v1::record::Checkpoint::descriptor(), seen);
  walk(v1::record::ViewerState::descriptor(), seen);
  for (const Descriptor* type : seen) {
    for (int i = 0; i < type->field_count(); ++i) {
      const FieldDescriptor* field = type->field(i);
      EXPECT_FALSE(field->is_map()) << field->full_name();
      EXPECT_NE(field->cpp_type(), FieldDescriptor::CPPTYPE_FLOAT) << field->full_name();
      EXPECT_NE(field->cpp_type(), FieldDescriptor::CPPTYPE_DOUBLE) << field->full_name();
    }
  }
}

}  // namespace
}  // namespace wardroom
