#include "common/data/provenance.h"

#include <set>
#include <unordered_map>

namespace wardroom {
namespace {

using google::protobuf::Descriptor;
using google::protobuf::FieldDescriptor;
using google::protobuf::Message;
using v1::Provenance;
using v1::ProvenanceException;

// The two fields of a type, looked up once.
struct Fields {
  const FieldDescriptor* statement;
  const FieldDescriptor* except;
};

const Fields& fields_of(const Descriptor& type) {
  thread_local std::unordered_map<const Descriptor*, Fields> known;
  const auto [found, added] = known.try_emplace(&type);
  if (added) {
    const auto* statement = type.FindFieldByName("provenance");
    const auto* except = type.FindFieldByName("except");
    found->second.statement = statement && statement->message_type() == Provenance::descriptor() ? statement : nullptr;
    found->second.except = except && except->message_type() == ProvenanceException::descriptor() ? except : nullptr;
  }
  return found->second;
}

const FieldDescriptor* statement_field(const Descriptor& type) { return fields_of(type).statement; }
const FieldDescriptor* except_field(const Descriptor& type) { return fields_of(type).except; }

const Provenance* statement_of(const Message& message) {
  const auto* field = statement_field(*message.GetDescriptor());
  if (!field || !message.GetReflection()->HasField(message, field)) return nullptr;
  return &dynamic_cast<const Provenance&>(message.GetReflection()->GetMessage(message, field));
}

std::vector<Found<ProvenanceException>> exceptions_of(const Spot& spot) {
  if (!except_field(*spot.message()->GetDescriptor())) return {};
  return children<ProvenanceException>(spot, "except");
}

// The exception of this message for "a.b.c", by its longest beginning that one names.
const Provenance* exception_for(const Message& message, std::string path) {
  const auto* field = except_field(*message.GetDescriptor());
  if (!field) return nullptr;
  const auto* reflection = message.GetReflection();
  const int size = reflection->FieldSize(message, field);
  while (true) {
    for (int i = 0; i < size; ++i) {
      const auto& exception =
          dynamic_cast<const ProvenanceException&>(reflection->GetRepeatedMessage(message, field, i));
      for (const std::string& name : exception.fields()) {
        if (name == path) return &exception.is();
      }
    }
    const auto dot = path.rfind('.');
    if (dot == std::string::npos) return nullptr;
    path.resize(dot);
  }
}

// "a.b" names field b of the message in field a.
bool names_field(const Descriptor* type, std::string_view path) {
  while (true) {
    const auto dot = path.find('.');
    const auto* field = type->FindFieldByName(std::string(path.substr(0, dot)));
    if (!field || field == statement_field(*type) || field == except_field(*type)) return false;
    if (dot == std::string_view::npos) return true;
    if (!field->message_type()) return false;
    type = field->message_type();
    path.remove_prefix(dot + 1);
  }
}

// Whether any message reached by "a.b" has b set.
bool is_set(const Message& message, std::string_view path) {
  const auto dot = path.find('.');
  const auto* field = message.GetDescriptor()->FindFieldByName(std::string(path.substr(0, dot)));
  if (!field) return false;
  const auto* reflection = message.GetReflection();
  if (dot == std::string_view::npos) {
    return field->is_repeated() ? reflection->FieldSize(message, field) > 0 : reflection->HasField(message, field);
  }
  if (!field->message_type()) return false;
  const std::string_view rest = path.substr(dot + 1);
  if (!field->is_repeated())
    return reflection->HasField(message, field) && is_set(reflection->GetMessage(message, field), rest);
  for (int i = 0; i < reflection->FieldSize(message, field); ++i) {
    if (is_set(reflection->GetRepeatedMessage(message, field, i), rest)) return true;
  }
  return false;
}

template <class Visit>
void for_each_child(const Spot& spot, const Visit& visit) {
  const Message& message = *spot.message();
  const auto* reflection = message.GetReflection();
  std::vector<const FieldDescriptor*> fields;
  reflection->ListFields(message, &fields);
  for (const auto* field : fields) {
    if (!field->message_type()) continue;
    if (!field->is_repeated()) {
      visit(spot.at(*field));
      continue;
    }
    for (int i = 0; i < reflection->FieldSize(message, field); ++i) visit(spot.at(*field, i));
  }
}

void check_statement(const Provenance& statement, const Spot& at, Mistakes& mistakes) {
  if (statement.source() == Provenance::UNSPECIFIED || !Provenance::Source_IsValid(statement.source())) {
    mistakes.push_back(at.mistake(Text("data.provenance_without_source")));
  } else if (statement.source() == Provenance::RULEBOOK && statement.rule().empty()) {
    mistakes.push_back(at.mistake(Text("data.provenance_without_rule")));
  }
  if (statement.source() != Provenance::HISTORY && !statement.sources().empty())
    mistakes.push_back(at.at("sources", 0).mistake(Text("data.pages_without_history")));
}

void check(const Spot& spot, Mistakes& mistakes) {
  const Message& message = *spot.message();
  if (const Provenance* statement = statement_of(message)) check_statement(*statement, spot.at("provenance"), mistakes);
  std::set<std::string> named;
  for (const auto& [exception, at] : exceptions_of(spot)) {
    if (!exception.has_is()) {
      mistakes.push_back(at.mistake(Text("data.provenance_without_source")));
    } else {
      check_statement(exception.is(), at.at("is"), mistakes);
    }
    if (exception.fields().empty()) mistakes.push_back(at.mistake(Text("data.exception_without_fields")));
    for (int i = 0; i < exception.fields_size(); ++i) {
      const std::string& name = exception.fields(i);
      if (!names_field(message.GetDescriptor(), name)) {
        mistakes.push_back(at.at("fields", i).mistake(Text("data.exception_for_no_field").word("field", name)));
      } else if (!named.insert(name).second) {
        mistakes.push_back(at.at("fields", i).mistake(Text("data.exception_twice").word("field", name)));
      }
    }
  }
  for_each_child(spot, [&](const Spot& child) {
    const auto* type = child.message()->GetDescriptor();
    if (type != Provenance::descriptor() && type != ProvenanceException::descriptor()) check(child, mistakes);
  });
}

void add(Tally& tally, const Provenance* statement) {
  switch (statement ? statement->source() : Provenance::UNSPECIFIED) {
    case Provenance::RULEBOOK:
      ++tally.rulebook;
      break;
    case Provenance::HISTORY:
      ++tally.history;
      if (statement->sources().empty()) ++tally.from_memory;
      break;
    case Provenance::RECONSTRUCTED:
      ++tally.reconstructed;
      break;
    default:
      break;
  }
}

// `statement` holds for this message unless it says otherwise.
void count(const Spot& spot, const Provenance* statement, Tally& tally) {
  const Message& message = *spot.message();
  const Descriptor& type = *message.GetDescriptor();
  if (const Provenance* own = statement_of(message)) statement = own;
  if (except_field(type)) {
    std::vector<const FieldDescriptor*> fields;
    message.GetReflection()->ListFields(message, &fields);
    for (const auto* field : fields) {
      if (field->name() == "id" || field == statement_field(type) || field == except_field(type)) continue;
      if (field->message_type() && statement_field(*field->message_type())) continue;
      const Provenance* exception = exception_for(message, field->name());
      add(tally, exception ? exception : statement);
    }
    for (const auto& [exception, at] : exceptions_of(spot)) {
      for (const std::string& name : exception.fields()) {
        if (name.find('.') != std::string::npos && is_set(message, name)) add(tally, &exception.is());
      }
    }
  } else if (statement_field(type) && !spot.path().empty()) {
    add(tally, statement);
  }
  for_each_child(spot, [&](const Spot& child) {
    const auto* child_type = child.message()->GetDescriptor();
    if (child_type == Provenance::descriptor() || child_type == ProvenanceException::descriptor()) return;
    const Provenance* exception = exception_for(message, child.path().back().field->name());
    count(child, exception ? exception : statement, tally);
  });
}

}  // namespace

Tally& Tally::operator+=(const Tally& other) {
  rulebook += other.rulebook;
  history += other.history;
  reconstructed += other.reconstructed;
  from_memory += other.from_memory;
  return *this;
}

void check_provenance(const DataFile& file, Mistakes& mistakes) {
  const Spot top(file);
  if (statement_field(*file.message->GetDescriptor()) && !statement_of(*file.message)) {
    mistakes.push_back(top.at("provenance").mistake(Text("data.provenance_missing")));
  }
  check(top, mistakes);
}

Tally count_provenance(const DataFile& file) {
  Tally tally;
  count(Spot(file), nullptr, tally);
  return tally;
}

const Provenance* provenance_of(const Spot& spot) {
  // From the top down: a nearer statement replaces a farther one; the exception of a message goes before its statement.
  const Provenance* out = nullptr;
  Spot here(spot.file());
  for (std::size_t i = 0;; ++i) {
    if (!here.message()) return out;
    if (const Provenance* own = statement_of(*here.message())) out = own;
    if (i == spot.path().size()) return out;
    std::string rest;
    for (std::size_t k = i; k < spot.path().size(); ++k) rest += (k > i ? "." : "") + spot.path()[k].field->name();
    if (const Provenance* exception = exception_for(*here.message(), rest)) out = exception;
    here = here.at(*spot.path()[i].field, spot.path()[i].index);
  }
}

}  // namespace wardroom
