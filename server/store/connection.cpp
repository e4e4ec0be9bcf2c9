#include "server/store/connection.h"

namespace wardroom::store {

Cursor& Cursor::number(std::int64_t value) {
  statement_.bind(++bound_, value);
  return *this;
}

Cursor& Cursor::text(const std::string& value) {
  statement_.bind_text(++bound_, value);
  return *this;
}

Cursor& Cursor::blob(const std::string& value) {
  statement_.bind_blob(++bound_, value);
  return *this;
}

Cursor& Cursor::null() {
  statement_.bind_null(++bound_);
  return *this;
}

int Cursor::changed() {
  while (next()) {
  }
  return statement_.changes();
}

std::optional<std::int64_t> Cursor::returned() {
  std::optional<std::int64_t> value;
  while (next()) value = number_at(0);
  return value;
}

}  // namespace wardroom::store
