#include "server/mail/message.h"

#include <gmock/gmock.h>

#include <random>

namespace wardroom::mail {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

Message some() {
  Message message;
  message.id = "abc@example.org";
  message.from_name = "Wardroom";
  message.from = "wardroom@example.org";
  message.to = "anna@example.org";
  message.subject = "PQ-17, Jan - Anna: your move (turn 3)";
  message.date_ms = 1'794'916'800'000;
  message.text = "Your move.\nUntil noon.\n";
  return message;
}

TEST(Mail, OfPlainTextIsAsItIsWritten) {
  EXPECT_EQ(compose(some()),
            "From: \"Wardroom\" <wardroom@example.org>\r\n"
            "To: <anna@example.org>\r\n"
            "Subject: PQ-17, Jan - Anna: your move (turn 3)\r\n"
            "Date: Tue, 17 Nov 2026 12:00:00 +0000\r\n"
            "Message-ID: <abc@example.org>\r\n"
            "Auto-Submitted: auto-generated\r\n"
            "X-Auto-Response-Suppress: All\r\n"
            "MIME-Version: 1.0\r\n"
            "Content-Type: text/plain; charset=utf-8\r\n"
            "Content-Transfer-Encoding: quoted-printable\r\n"
            "\r\n"
            "Your move.\r\nUntil noon.\r\n\r\n");
}

TEST(Mail, WithAPictureHasTheTextFirstAndThePictureBesideThePage) {
  Message message = some();
  message.html = "<p>Your move.</p><img src=\"cid:chart\">";
  message.picture = std::string(300, '\x89');
  message.thread = "match@example.org";
  message.unsubscribe = "https://play.example.org/u/token";
  const std::string bytes = compose(message);
  const std::size_t text = bytes.find("text/plain"), html = bytes.find("text/html"), png = bytes.find("image/png");
  EXPECT_LT(bytes.find("multipart/alternative"), text);
  EXPECT_LT(text, bytes.find("multipart/related"));
  EXPECT_LT(html, png);
  EXPECT_NE(png, bytes.npos);
  EXPECT_THAT(bytes, HasSubstr("Content-ID: <chart>\r\n"));
  EXPECT_THAT(bytes, HasSubstr("References: <match@example.org>\r\n"));
  EXPECT_THAT(bytes, HasSubstr("List-Unsubscribe: <https://play.example.org/u/token>\r\n"));
  EXPECT_THAT(bytes, HasSubstr("List-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n"));
  EXPECT_EQ(compose(message), bytes);
}

TEST(Mail, ALongAddressStaysWhole) {
  Message message = some();
  message.unsubscribe = "https://play.example.org/unsubscribe/" + std::string(64, 't');
  EXPECT_THAT(compose(message), HasSubstr("List-Unsubscribe:\r\n <" + message.unsubscribe + ">\r\n"));
}

TEST(Mail, LettersThatAreNotAsciiAreEncodedBetweenLetters) {
  Message message = some();
  message.subject = "Zażółć gęślą jaźń: Łódź podwodna atakuje konwój na północ od Wyspy Niedźwiedziej";
  message.text = "żółw = turtle";
  const std::string bytes = compose(message);
  EXPECT_THAT(bytes, HasSubstr("Subject: =?utf-8?B?WmHFvMOzxYLEhyBnxJnFm2zEhSBqYcW6xYQ6IMWBw7Nkxbog"));
  EXPECT_THAT(bytes, HasSubstr("=C5=BC=C3=B3=C5=82w =3D turtle"));
}

TEST(Mail, NoValueMakesAHeaderOfItsOwn) {
  std::mt19937 random(9);
  const std::vector<std::string> pieces{"\r\n", "\n", "\r",    std::string(1, '\0'),  "Bcc: x@y.z", "\"", "\\",
                                        "ż",    "🚢",  "<x@y>", std::string(300, 'w'), " ",          "=?", ".\r\n"};
  for (int time = 0; time < 300; ++time) {
    const auto any = [&] {
      std::string text;
      for (unsigned i = random() % 12; i > 0; --i) text += pieces[random() % pieces.size()];
      return text;
    };
    Message message = some();
    message.subject = any();
    message.from_name = any();
    message.text = any();
    message.html = any();
    const std::string bytes = compose(message);
    const std::string head = bytes.substr(0, bytes.find("\r\n\r\n"));
    EXPECT_THAT(head, Not(HasSubstr("\nBcc:")));
    std::size_t line = 0;
    for (std::size_t i = 0; i < bytes.size(); ++i) {
      const auto c = static_cast<unsigned char>(bytes[i]);
      ASSERT_LT(c, 0x80);
      ASSERT_TRUE(c >= 0x20 || c == '\r' || c == '\n') << static_cast<int>(c);
      ASSERT_EQ(c == '\n', i > 0 && bytes[i - 1] == '\r');
      line = c == '\n' ? 0 : line + 1;
      ASSERT_LE(line, 79u);  // 78 and the CR
    }
  }
}

TEST(Mailbox, IsWhatMailCanBeSentTo) {
  EXPECT_EQ(mailbox("anna.k+wardroom@example.org"), "anna.k+wardroom@example.org");
  EXPECT_EQ(mailbox("jan@żółw.example"), "jan@xn--w-uga1v8h.example");
  EXPECT_EQ(mailbox("Jan@EXAMPLE.org"), "Jan@example.org");
  for (const std::string_view wrong :
       {"", "@", "jan", "jan@", "@example.org", "jan@localhost", "jan@exa mple.org", "ja n@example.org",
        "jan@@example.org", ".jan@example.org", "jan.@example.org", "j..n@example.org", "żółw@example.org",
        "jan@example.org\r\nBcc: x@y.z", "jan@-example.org", "jan@example..org", "jan@example.org."})
    EXPECT_FALSE(mailbox(wrong)) << wrong;
  EXPECT_FALSE(mailbox(std::string(65, 'j') + "@example.org"));
  EXPECT_FALSE(mailbox("j@" + std::string(300, 'e') + ".org"));
}

}  // namespace
}  // namespace wardroom::mail
