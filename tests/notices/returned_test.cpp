// Mail that comes back, and complaints.
#include "server/mail/bounce.h"
#include "tests/notices/post_office.h"

namespace wardroom::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

const std::string kBounces = "bounces@example.org";

std::string report(const std::string& to, const std::string& action, const std::string& status) {
  return "From: MAILER-DAEMON@mx.example.com\r\nTo: <" + to +
         ">\r\nContent-Type: multipart/report; report-type=delivery-status\r\n\r\n--x\r\n"
         "Content-Type: message/delivery-status\r\n\r\nFinal-Recipient: rfc822; anna@example.org\r\nAction: " +
         action + "\r\nStatus: " + status + "\r\n--x--\r\n";
}

TEST(Returned, NamesTheAccountByTheMarkAlone) {
  const Secret secret{1, 2, 3};
  const std::string mark = mail::bounce_mark("0abc", "anna@example.org", secret);
  EXPECT_THAT(mark, StartsWith("0abc-"));
  const std::string way = mail::return_path(kBounces, mark);
  EXPECT_EQ(way, "bounces+" + mark + "@example.org");
  const auto returned = mail::read_returned(report(way, "failed", "5.1.1"), kBounces);
  ASSERT_TRUE(returned);
  EXPECT_EQ(returned->account, "0abc");
  EXPECT_EQ(returned->mark, mark);
  EXPECT_NE(mail::bounce_mark("0abc", "other@example.org", secret), mark) << "of the address, too";
  EXPECT_NE(mail::bounce_mark("0abc", "anna@example.org", Secret{}), mark);
}

TEST(Returned, OnlyWhatFailedForGoodOrIsComplainedOfCounts) {
  const std::string way = mail::return_path(kBounces, "0abc-1234");
  EXPECT_FALSE(mail::read_returned(report(way, "delayed", "4.4.1"), kBounces));
  EXPECT_FALSE(mail::read_returned(report(way, "failed", "4.4.7"), kBounces));
  EXPECT_FALSE(mail::read_returned(report("bounces@example.org", "failed", "5.1.1"), kBounces)) << "no mark";
  EXPECT_FALSE(mail::read_returned(report("bounces+0abc-1@example.com", "failed", "5.1.1"), kBounces));
  EXPECT_FALSE(mail::read_returned("To: <" + way + ">\r\n\r\nI am on holiday.\r\n", kBounces));
  EXPECT_FALSE(mail::read_returned("", kBounces));
  EXPECT_TRUE(mail::read_returned("To: <" + way +
                                      ">\nContent-Type: multipart/report; report-type=feedback-report\n\n"
                                      "Feedback-Type: abuse\nVersion: 1\n",
                                  kBounces));
}

class Bounced : public PostOffice {};

TEST_F(Bounced, EachMailHasAWayBackOfItsOwnAndWhatComesThereStopsThem) {
  settings.bounces = kBounces;
  auto anna = person("Anna");
  const std::string from = relay.mails().back().from;
  EXPECT_THAT(from, StartsWith("bounces+" + anna->account + "-"));
  EXPECT_THAT(header_of(relay.mails().back().bytes, "From"), HasSubstr("wardroom@example.org"));
  const auto returned = mail::read_returned(report(from, "failed", "5.1.1"), kBounces);
  ASSERT_TRUE(returned);
  const notices::Ledger ledger(*store);
  const auto address =
      ledger.ask<std::string>([&](auto& outbox, auto then) { outbox.address_of(returned->account, std::move(then)); });
  ASSERT_EQ(*address, "Anna@example.org");
  EXPECT_EQ(mail::bounce_mark(returned->account, *address, *ledger.secret(notices::kNamesSecret)), returned->mark);
  (void)ledger.ask<void>(
      [&](auto& outbox, auto then) { outbox.refuse_address(returned->account, *address, std::move(then)); });
  EXPECT_EQ(notices(*anna).state(), v1::ADDRESS_STATE_REFUSED);
}

}  // namespace
}  // namespace wardroom::testing
