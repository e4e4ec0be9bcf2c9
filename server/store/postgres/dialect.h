// What PostgreSQL reads of a statement of ours.
#pragma once

#include <string>
#include <string_view>

namespace wardroom::store {

// Parameters ? and ?1 as $1, and what stands in /*pg ... */ without its marks.
std::string postgres_sql(std::string_view sql);
int parameters_of(std::string_view postgres_sql);  // the highest number of one

}  // namespace wardroom::store
