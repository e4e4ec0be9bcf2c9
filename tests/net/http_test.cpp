// HTTP: files, data, health, metrics, exports; and what is refused.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "common/build.h"
#include "tests/net/harness.h"
#include "wardroom/v1/data.pb.h"

namespace wardroom::net {
namespace {

using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;
using namespace std::chrono_literals;

class Http : public testing::Test {
 protected:
  Http() {
    folder_.write("site/index.html", "<!doctype html><title>Wardroom</title>");
    folder_.write("site/assets/app-1a2b.js", "export {};");
    folder_.write("site/style.css", "body {}");
    folder_.write("secret.txt", "planted-secret");
    settings_.web = folder_.path() / "site";
  }
  void serve() {
    harness_ = std::make_unique<Harness>(settings_);
    harness_->desk.data.push_back({"picket", std::make_shared<const Bundle>(std::vector<DataText>{
                                                 {"map.textproto", "rows: 3"}, {"text/en.textproto", "x"}})});
    harness_->start();
  }
  std::uint16_t port() const { return harness_->port(); }

  TemporaryFolder folder_;
  Settings settings_;
  std::unique_ptr<Harness> harness_;
};

TEST_F(Http, FilesHaveTheirTypesAndMayBeKept) {
  serve();
  const HttpResponse page = get(port(), "/");
  EXPECT_EQ(page.result_int(), 200u);
  EXPECT_EQ(page["Content-Type"], "text/html; charset=utf-8");
  EXPECT_EQ(page["Cache-Control"], "no-cache");
  EXPECT_EQ(page.body(), "<!doctype html><title>Wardroom</title>");
  const HttpResponse script = get(port(), "/assets/app-1a2b.js");
  EXPECT_EQ(script["Content-Type"], "text/javascript; charset=utf-8");
  EXPECT_THAT(std::string(script["Cache-Control"]), HasSubstr("immutable"));
  EXPECT_EQ(get(port(), "/style.css?v=2").result_int(), 200u);
}

TEST_F(Http, TheHostSpeaksInHisOwnWords) {
  settings_.pages = folder_.path() / "pages";
  folder_.write("pages/terms.txt", "Be kind & <fair>.");
  folder_.write("pages/terms.pl.txt", "Graj uczciwie.");
  folder_.write("pages/mine.txt", "planted-secret");
  serve();
  const HttpResponse terms = get(port(), "/host/en/terms");
  EXPECT_EQ(terms["Content-Type"], "text/html; charset=utf-8");
  EXPECT_THAT(terms.body(), HasSubstr("Be kind &#38; &#60;fair&#62;."));
  EXPECT_THAT(get(port(), "/host/pl/terms").body(), HasSubstr("Graj uczciwie."));
  for (const char* none : {"/host/en/privacy", "/host/en/mine", "/host/en/../../secret", "/host/terms", "/host/",
                           "/host/../en/terms", "/host/en/banner"})
    EXPECT_EQ(get(port(), none).result_int(), 404u) << none;
  EXPECT_EQ(get(port(), "/host/en/notice.json").body(),
            R"({"banner":"","pages":[{"name":"terms","title":"host.terms"}]})");
  folder_.write("pages/banner.txt", "Back at \"nine\"");  // without a restart
  EXPECT_THAT(get(port(), "/host/en/notice.json").body(), HasSubstr(R"("banner":"Back at \"nine\"")"));
}

TEST_F(Http, WhereTheHostSaysNothingThereIsNothing) {
  serve();
  EXPECT_EQ(get(port(), "/host/en/notice.json").body(), R"({"banner":"","pages":[]})");
  EXPECT_EQ(get(port(), "/host/en/terms").result_int(), 404u);
}

TEST_F(Http, WhatTheClientHasIsNotSentAgain) {
  serve();
  const std::string etag(get(port(), "/")["ETag"]);
  ASSERT_FALSE(etag.empty());
  const HttpResponse again = get(port(), "/", {{"If-None-Match", etag}});
  EXPECT_EQ(again.result_int(), 304u);
  EXPECT_EQ(again.body(), "");
  EXPECT_EQ(get(port(), "/", {{"If-None-Match", "\"other\""}}).result_int(), 200u);
}

TEST_F(Http, HeadSaysTheSameWithoutTheBody) {
  serve();
  const auto head = http_request(port(), "HEAD", "/");
  ASSERT_TRUE(head);
  EXPECT_EQ(head->result_int(), 200u);
  EXPECT_EQ((*head)["Content-Length"], "38");
  EXPECT_EQ(head->body(), "");
}

TEST_F(Http, FilesAreSentPackedToThoseWhoTakeThem) {
  folder_.write("site/long.txt", std::string(5000, 'a'));
  serve();
  const HttpResponse packed = get(port(), "/long.txt", {{"Accept-Encoding", "br, gzip"}});
  EXPECT_EQ(packed["Content-Encoding"], "gzip");
  EXPECT_EQ(packed["Vary"], "Accept-Encoding");
  EXPECT_LT(packed.body().size(), 100u);
  const HttpResponse plain = get(port(), "/long.txt", {{"Accept-Encoding", "gzip;q=0"}});
  EXPECT_EQ(plain["Content-Encoding"], "");
  EXPECT_EQ(plain.body().size(), 5000u);
  EXPECT_NE(packed["ETag"], plain["ETag"]);
  const std::string known(packed["ETag"]);
  EXPECT_EQ(get(port(), "/long.txt", {{"Accept-Encoding", "gzip"}, {"If-None-Match", known}}).result_int(), 304u);
  EXPECT_EQ(get(port(), "/style.css", {{"Accept-Encoding", "gzip"}})["Content-Encoding"], "")
      << "too short to gain by it";
}

TEST_F(Http, EveryResponseHasSecurityHeaders) {
  serve();
  for (const char* target : {"/", "/nowhere", "/healthz", "/data/picket/map.textproto"}) {
    const HttpResponse response = get(port(), target);
    EXPECT_THAT(std::string(response["Content-Security-Policy"]), HasSubstr("default-src 'none'")) << target;
    EXPECT_THAT(std::string(response["Content-Security-Policy"]), HasSubstr("frame-ancestors 'none'")) << target;
    EXPECT_EQ(response["X-Content-Type-Options"], "nosniff") << target;
    EXPECT_EQ(response["Referrer-Policy"], "no-referrer") << target;
  }
}

TEST_F(Http, WhatOtherSitesShowHasItsOwnPolicy) {
  serve();
  const HttpResponse known = get(port(), "/embed/events/known?x=1");
  EXPECT_EQ(known.result_int(), 200u);
  EXPECT_THAT(std::string(known["Content-Security-Policy"]), HasSubstr("frame-ancestors *"));
  EXPECT_THAT(std::string(known["Content-Security-Policy"]), HasSubstr("default-src 'none'"));
  EXPECT_EQ(known["ETag"], "\"known-1\"");
  const HttpResponse unknown = get(port(), "/embed/events/unknown");
  EXPECT_EQ(unknown.result_int(), 404u);
  EXPECT_THAT(std::string(unknown["Content-Security-Policy"]), HasSubstr("frame-ancestors 'none'"));
}

TEST_F(Http, ProgramsAreToldWhenToComeBackAndWhenTheirTokenIsNone) {
  serve();
  const HttpResponse later = get(port(), "/api/v1/often");
  EXPECT_EQ(later.result_int(), 429u);
  EXPECT_EQ(later["Retry-After"], "42");
  const HttpResponse refused = get(port(), "/api/v1/events", {{"Authorization", "Bearer bad"}});
  EXPECT_EQ(refused.result_int(), 401u);
  EXPECT_EQ(refused["WWW-Authenticate"], "Bearer");
}

TEST_F(Http, NothingOutsideTheFolderIsReached) {
  serve();
  for (const char* target : {"/../secret.txt", "/%2e%2e/secret.txt", "/assets/../../secret.txt", "//secret.txt",
                             "/..%2fsecret.txt", "/assets/..\\..\\secret.txt", "/data/picket/../map.textproto",
                             "/data/../secret.txt", "/data//etc/passwd", "/nowhere", "/index.html/", "/assets"}) {
    const HttpResponse response = get(port(), target);
    EXPECT_EQ(response.result_int(), 404u) << target;
    EXPECT_THAT(response.body(), testing::Not(HasSubstr("planted"))) << target;
  }
}

TEST_F(Http, OnlyGetAndHead) {
  serve();
  for (const char* method : {"POST", "PUT", "DELETE", "OPTIONS", "PATCH"}) {
    const auto response = http_request(port(), method, "/");
    ASSERT_TRUE(response) << method;
    EXPECT_EQ(response->result_int(), 405u) << method;
    EXPECT_EQ((*response)["Allow"], "GET, HEAD");
  }
}

TEST_F(Http, ARequestWithABodyIsRefused) {
  serve();
  EXPECT_THAT(raw_request(port(), "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nhello"), HasSubstr(" 413 "));
}

TEST_F(Http, MailsAreStoppedByOnePostAndByNothingElse) {
  serve();
  for (const char* method : {"GET", "HEAD"}) {
    const auto page = http_request(port(), method, "/u/good");
    ASSERT_TRUE(page);
    EXPECT_EQ(page->result_int(), 200u);
    EXPECT_EQ((*page)["Cache-Control"], "no-store");
    EXPECT_EQ((*page)["Referrer-Policy"], "no-referrer");
  }
  EXPECT_THAT(get(port(), "/u/good").body(), HasSubstr("<form method=\"post\"><button>"));
  EXPECT_EQ(harness_->desk.stopped, 0) << "mail programs look at every address";
  const std::string click =
      "POST /u/good HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\nConnection: close\r\n"
      "Content-Length: 26\r\n\r\nList-Unsubscribe=One-Click";
  EXPECT_THAT(raw_request(port(), click), StartsWith("HTTP/1.1 200"));
  EXPECT_EQ(harness_->desk.stopped, 1);
  EXPECT_EQ(http_request(port(), "POST", "/u/other")->result_int(), 404u);
  EXPECT_EQ(http_request(port(), "POST", "/u/")->result_int(), 404u);
  EXPECT_THAT(
      raw_request(port(), "POST /u/good HTTP/1.1\r\nHost: x\r\nContent-Length: 257\r\n\r\n" + std::string(257, 'x')),
      HasSubstr(" 413 "));
  EXPECT_EQ(harness_->desk.stopped, 1);
}

TEST_F(Http, GarbageIsABadRequestAndIsNotRepeated) {
  serve();
  const std::string answer = raw_request(port(), "planted-word\r\n\r\n");
  EXPECT_THAT(answer, StartsWith("HTTP/1.1 400"));
  EXPECT_THAT(answer, testing::Not(HasSubstr("planted")));
}

TEST_F(Http, ARequestNamesOneHostAndComesInOnePiece) {
  serve();
  const auto asked = [&](const std::string& head) { return raw_request(port(), head + "\r\n"); };
  EXPECT_THAT(asked("GET /healthz HTTP/1.1\r\n"), StartsWith("HTTP/1.1 400"));
  EXPECT_THAT(asked("GET /healthz HTTP/1.1\r\nHost: x\r\nHost: y\r\n"), StartsWith("HTTP/1.1 400"));
  EXPECT_THAT(asked("GET /healthz HTTP/1.0\r\n"), StartsWith("HTTP/1.0 200")) << "which knew no hosts";
  for (const char* coding : {"chunked", "gzip, chunked", "identity", "xchunked"}) {
    const std::string head = "POST /u/good HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: " + std::string(coding);
    EXPECT_THAT(raw_request(port(), head + "\r\n\r\n0\r\n\r\n"), StartsWith("HTTP/1.1 4")) << coding;
  }
  EXPECT_EQ(harness_->desk.stopped, 0);
}

TEST_F(Http, AHeadOverTheLimitIsRefused) {
  serve();
  const std::string answer =
      raw_request(port(), "GET / HTTP/1.1\r\nHost: x\r\nX-Long: " + std::string(20'000, 'x') + "\r\n\r\n");
  EXPECT_THAT(answer, StartsWith("HTTP/1.1 431"));
}

TEST_F(Http, AHeadThatComesTooSlowlyIsCut) {
  settings_.limits.handshake = 50ms;
  serve();
  EXPECT_EQ(raw_request(port(), "GET / HTTP/1.1\r\nHost: "), "");
}

TEST_F(Http, AConnectionServesMoreThanOneRequest) {
  serve();
  const std::string answer = raw_request(port(),
                                         "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"
                                         "GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
  const auto second = answer.find("HTTP/1.1 200", 1);
  EXPECT_NE(second, std::string::npos);
  EXPECT_EQ(harness_->metric("wardroom_connections_opened_total"), 2);
}

TEST_F(Http, PublicDataIsServedByTitle) {
  serve();
  const HttpResponse file = get(port(), "/data/picket/text/en.textproto");
  EXPECT_EQ(file.result_int(), 200u);
  EXPECT_EQ(file.body(), "x");
  EXPECT_EQ(file["Content-Type"], "text/plain; charset=utf-8");
  EXPECT_EQ(get(port(), "/data/picket/map.textproto",
                {{"If-None-Match", std::string(get(port(), "/data/picket/map.textproto")["ETag"])}})
                .result_int(),
            304u);
  EXPECT_EQ(get(port(), "/data/other/map.textproto").result_int(), 404u);
  EXPECT_EQ(get(port(), "/data/picket").result_int(), 404u);
}

TEST_F(Http, PublicDataIsServedInBinaryFormToo) {
  const std::string header = "# proto-file: wardroom/v1/data.proto\n# proto-message: wardroom.v1.";
  harness_ = std::make_unique<Harness>(settings_);
  harness_->desk.data.push_back(
      {"picket", std::make_shared<const Bundle>(std::vector<DataText>{
                     {"coast.textproto", header + "Outline\nring { x: [1, 2] y: [3, 4] }"},
                     {"odd.textproto", header + "Outline\nring: 7"},
                     {"text/en.map.textproto", header + "Catalog\nlanguage: 'en' entry { id: 'a' text: 'A' }"},
                     {"text/en.textproto", header + "Catalog\nlanguage: 'en' entry { id: 'b' text: 'B' }"}})});
  harness_->start();
  v1::Outline coast;
  const HttpResponse file = get(port(), "/data/picket/coast.pb");
  EXPECT_EQ(file["Content-Type"], "application/x-protobuf");
  ASSERT_TRUE(coast.ParseFromString(file.body()));
  EXPECT_EQ(coast.ring(0).y(1), 4);
  v1::Catalog words;
  ASSERT_TRUE(words.ParseFromString(get(port(), "/data/picket/text/en.pb").body()));
  EXPECT_EQ(words.language(), "en");
  EXPECT_EQ(words.entry_size(), 2);
  EXPECT_EQ(get(port(), "/data/picket/odd.pb").result_int(), 404u);
  EXPECT_EQ(get(port(), "/data/picket/odd.textproto").result_int(), 200u);
}

TEST_F(Http, AFinishedMatchIsExported) {
  serve();
  const HttpResponse file = get(port(), "/match/finished/export");
  EXPECT_EQ(file.result_int(), 200u);
  EXPECT_EQ(file.body(), std::string("\x01\x00\x02", 3));
  EXPECT_EQ(file["Content-Type"], "application/octet-stream");
  EXPECT_EQ(file["Content-Disposition"], "attachment; filename=\"wardroom-finished.match\"");
  EXPECT_EQ(get(port(), "/match/running/export").result_int(), 409u);
  EXPECT_EQ(get(port(), "/match/unknown/export").result_int(), 404u);
  EXPECT_EQ(get(port(), "/match/private/export").result_int(), 404u);
  EXPECT_EQ(get(port(), "/match/private/export?watch=guessed").result_int(), 404u);
  EXPECT_EQ(get(port(), "/match/private/export?other=its-code").result_int(), 404u);
  EXPECT_EQ(get(port(), "/match/private/export?watch=its-code").body(), "seen");
  EXPECT_EQ(get(port(), "/match//export").result_int(), 404u);
  EXPECT_EQ(get(port(), "/match/a/b/export").result_int(), 404u);
  const HttpResponse broken = get(port(), "/match/broken/export");
  EXPECT_EQ(broken.result_int(), 500u);
  EXPECT_THAT(broken.body(), testing::Not(HasSubstr("planted")));
}

TEST_F(Http, AnExportIsSentInChunksAndItsHeadAlone) {
  serve();
  const auto until_closed = [this](const char* request) { return raw_request(port(), request); };
  const std::string chunked =
      until_closed("GET /match/finished/export HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
  EXPECT_THAT(chunked, HasSubstr("Transfer-Encoding: chunked\r\n"));
  EXPECT_THAT(chunked, EndsWith(std::string("\r\n\r\n2\r\n\x01\x00\r\n1\r\n\x02\r\n0\r\n\r\n", 22)));
  const std::string bare = until_closed("GET /match/finished/export HTTP/1.0\r\nConnection: keep-alive\r\n\r\n");
  EXPECT_THAT(bare, Not(HasSubstr("chunked")));
  EXPECT_THAT(bare, EndsWith(std::string("\r\n\r\n\x01\x00\x02", 7))) << "its end is that of the connection";
  const std::string two =
      until_closed("HEAD /match/finished/export HTTP/1.1\r\nHost: x\r\n\r\nGET /healthz HTTP/1.1\r\nHost: x\r\n\r\n");
  EXPECT_NE(two.find("\r\n\r\nHTTP/1.1 200"), std::string::npos) << two;
  EXPECT_TRUE(eventually([this] { return harness_->desk.exports == 0; }));
}

TEST_F(Http, AnExportThatCannotBeGoneOnWithIsCutAndNotTakenForTheWhole) {
  serve();
  EXPECT_FALSE(http_request(port(), "GET", "/match/torn/export"));
  const std::string begun =
      raw_request(port(), "GET /match/torn/export HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
  EXPECT_THAT(begun, Not(EndsWith("0\r\n\r\n")));
  EXPECT_EQ(get(port(), "/match/unreadable/export").result_int(), 404u) << "nothing was sent yet";
  EXPECT_EQ(harness_->desk.exports, 0);
}

TEST_F(Http, ASlowReaderOfAnExportHoldsNoMoreThanAPieceAndIsCut) {
  settings_.limits.handshake = std::chrono::seconds(2);
  serve();
  {
    Client slow(port());
    slow.send_raw("GET /match/long/export HTTP/1.1\r\nHost: x\r\n\r\n");
    // What the kernel holds for both ends is some megabytes; he is asked nothing more when it is full.
    int pieces = 0;
    const auto stands_still = [&] {
      return std::exchange(pieces, harness_->desk.pieces.load()) == pieces && pieces > 0;
    };
    EXPECT_TRUE(eventually(stands_still));
    EXPECT_LT(harness_->desk.pieces, static_cast<int>(FakeDesk::kLong) / 4);
    EXPECT_EQ(harness_->desk.exports, 1);
    EXPECT_EQ(get(port(), "/healthz").result_int(), 200u);
    EXPECT_TRUE(eventually([this] { return harness_->desk.exports == 0; }))
        << "he is waited for no longer than a piece may take";
    EXPECT_LT(harness_->desk.pieces, static_cast<int>(FakeDesk::kLong) / 4);
  }
  harness_->desk.pieces = 0;
  const HttpResponse whole = get(port(), "/match/long/export");
  EXPECT_EQ(whole.body().size(), FakeDesk::kLong * FakeDesk::kPiece);
}

TEST_F(Http, HealthFollowsTheDesk) {
  serve();
  const HttpResponse healthy = get(port(), "/healthz");
  EXPECT_EQ(healthy.result_int(), 200u);
  EXPECT_EQ(healthy.body(), "ok " + std::string(build_id()) + "\n");
  harness_->desk.well = false;
  EXPECT_EQ(get(port(), "/healthz").result_int(), 503u);
  EXPECT_EQ(get(port(), "/livez").result_int(), 200u) << "a start anew gives no room on the disk";
  EXPECT_EQ(harness_->metric("wardroom_takes_writes"), 0);
  harness_->desk.well = true;
  EXPECT_EQ(get(port(), "/healthz").result_int(), 200u);
}

TEST_F(Http, MetricsCountWhatHappens) {
  serve();
  harness_->desk.counts.actions = 7;
  Client client(port());
  ASSERT_EQ(client.open(), 101u);
  client.say_hello();
  v1::ClientFrame resign;
  resign.mutable_resign();
  client.ask(resign);
  HttpResponse response;
  const auto counted = [&] {
    return (response = get(port(), "/metrics")).body().find("wardroom_frames_out_total 2\n") != std::string::npos;
  };
  EXPECT_TRUE(eventually(counted)) << response.body();  // a message may be here before it is counted as sent
  EXPECT_THAT(std::string(response["Content-Type"]), StartsWith("text/plain; version=0.0.4"));
  for (const char* line :
       {"wardroom_websockets 1\n", "wardroom_frames_in_total 2\n", "wardroom_refusals_total{code=\"not_found\"} 1\n",
        "wardroom_request_seconds_count 2\n", "wardroom_actions_total 7\n", "wardroom_visitors 1\n",
        "wardroom_bots_waiting 0\n", "wardroom_passwords_waiting 0\n"}) {
    EXPECT_THAT(response.body(), HasSubstr(line));
  }
}

TEST_F(Http, MetricsCountWhatWasRefusedByQuotaAndTellOfTheDisk) {
  settings_.database = folder_.write("wardroom.sqlite", std::string(5000, 'x'));
  folder_.write("wardroom.sqlite-wal", std::string(700, 'x'));
  serve();
  Client client(port());
  ASSERT_EQ(client.open(), 101u);
  client.say_hello();
  v1::ClientFrame one;
  one.mutable_claim_flag();
  for (int i = 0; i < 2; ++i) EXPECT_TRUE(client.ask(one).has_refusal());
  EXPECT_EQ(get(port(), "/match/often/export").result_int(), 429u);
  EXPECT_EQ(get(port(), "/api/v1/often").result_int(), 429u);
  EXPECT_EQ(harness_->metric("wardroom_quota_refusals_total{quota=\"too_many_open\"}"), 2);
  EXPECT_EQ(harness_->metric("wardroom_quota_refusals_total{quota=\"too_many_exports\"}"), 1);
  EXPECT_EQ(harness_->metric("wardroom_quota_refusals_total{quota=\"too_many_reads\"}"), 1);
  EXPECT_EQ(harness_->metric("wardroom_database_bytes"), 5000);
  EXPECT_EQ(harness_->metric("wardroom_database_wal_bytes"), 700);
  EXPECT_GT(harness_->metric("wardroom_disk_free_bytes"), 0);
}

// Counts of a quiet server would tell a player when the other one clicks.
TEST_F(Http, MetricsAreNotForEveryone) {
  settings_.metrics_from.add("192.0.2.1");
  serve();
  EXPECT_EQ(get(port(), "/metrics").result_int(), 403u);
}

TEST_F(Http, MetricsAreNotReachedThroughAnUnknownProxy) {
  serve();
  EXPECT_EQ(get(port(), "/metrics", {{"X-Forwarded-For", "127.0.0.1"}}).result_int(), 403u);
  EXPECT_EQ(get(port(), "/metrics", {{"Forwarded", "for=127.0.0.1"}}).result_int(), 403u);
}

TEST_F(Http, TheWebSocketsPathAsksForAnUpgrade) {
  serve();
  EXPECT_EQ(get(port(), "/ws").result_int(), 426u);
}

}  // namespace
}  // namespace wardroom::net
