// The table of licences.
#include <gtest/gtest.h>

#include "server/titles/pq17/operation/licences.h"

namespace wardroom::pq17 {
namespace {

TEST(Licences, AreOneTableInTheOrderOfTheEnum) {
  for (std::size_t i = 0; i < kLicences.size(); ++i) {
    EXPECT_EQ(static_cast<std::size_t>(kLicences[i].licence), i + 1) << kLicences[i].rule;
    EXPECT_FALSE(kLicences[i].rule.empty());
  }
  EXPECT_EQ(kLicences.back().licence, Licence::kFinalScore) << "the last of the enum";
}

TEST(Licences, AStatementTellsWhatItsLevelTells) {
  EXPECT_FALSE(row_of(statement_licence(1)).facts & fact::kCarrier);
  EXPECT_TRUE(row_of(statement_licence(2)).facts & fact::kCarrier);
  EXPECT_FALSE(row_of(statement_licence(2)).facts & fact::kCategory);
  EXPECT_TRUE(row_of(statement_licence(3)).facts & fact::kCategory);
  EXPECT_FALSE(row_of(statement_licence(3)).facts & fact::kName);
  EXPECT_TRUE(row_of(statement_licence(4)).facts & fact::kName);
}

}  // namespace
}  // namespace wardroom::pq17
