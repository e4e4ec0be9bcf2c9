// Canaries: what is secret appears neither in frames to others nor in the log, at its most talkative.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "common/hash.h"
#include "tests/match/captured_log.h"
#include "tests/match/rig.h"

namespace wardroom::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

TEST(Canary, SecretsStayWhereTheyBelong) {
  CapturedLog log;
  constexpr char kHiddenPassword[] = "canary-password-73";
  constexpr char kWrong[] = "canary-wrong-password-19";
  std::string tokens, everything_a, everything_b, everything_c, seed, match;
  {
    MemoryStore store;
    Rig rig(store, quick(store));
    auto a = rig.connect();
    a->sign_up("Anna", kHiddenPassword);
    auto b = rig.guest("Bert");
    auto watcher = rig.guest("Clara");
    auto thief = rig.connect();
    thief->hello();
    v1::ClientFrame sign_in;
    sign_in.mutable_sign_in()->set_name("Anna");
    sign_in.mutable_sign_in()->set_password(kWrong);
    thief->ask(sign_in);

    match = rig.begin(*a, *b);
    watcher->attach(match);
    seed = store.card_now(match).server_seed;
    std::mt19937 random(17);
    int done = 0;
    play(*a, *b, 10'000, random, [&] {
      a->catch_up();
      if (a->seen.state() == v1::MATCH_STATE_OVER) return true;  // and there are no secrets any more
      if (++done % 10 == 0) {                                    // whatever they ask
        watcher->about(&v1::ClientFrame::mutable_ask_ended_view);
        watcher->about(&v1::ClientFrame::mutable_history);
        v1::Action strange;
        strange.set_verb(98);
        b->act(b->seen.menu().serial(), {strange});
        b->about(&v1::ClientFrame::mutable_undo);
      }
      if (done == 35) {
        store.fail_appends(Fault::kRefuse, 1);
        a->about(&v1::ClientFrame::mutable_undo);
        if (a->asked()) a->act(a->seen.menu().items(0).action());
        store.fail_appends(Fault::kNone, 0);
      }
      return done > 200;
    });
    everything_a = a->line->bytes();
    everything_b = b->line->bytes();
    everything_c = watcher->line->bytes();
    EXPECT_THAT(everything_a, HasSubstr(a->token)) << "it is told its own token";
    for (const std::string& others : {everything_b, everything_c, log.text()})
      EXPECT_THAT(others, Not(HasSubstr(a->token)));
    for (const std::string& others : {everything_a, everything_c, log.text()})
      EXPECT_THAT(others, Not(HasSubstr(b->token)));
  }
  EXPECT_THAT(log.text(), HasSubstr(match)) << "the log does speak";
  for (const std::string& text : {everything_a, everything_b, everything_c, log.text()}) {
    EXPECT_THAT(text, Not(HasSubstr(seed)));
    EXPECT_THAT(text, Not(HasSubstr(hex(seed))));
    EXPECT_THAT(text, Not(HasSubstr(kHiddenPassword)));
    EXPECT_THAT(text, Not(HasSubstr(kWrong)));
    EXPECT_THAT(text, Not(HasSubstr("argon2")));
  }
  EXPECT_THAT(everything_a, HasSubstr("CANARY-0"));
  EXPECT_THAT(everything_a, Not(HasSubstr("CANARY-1")));
  EXPECT_THAT(everything_b, Not(HasSubstr("CANARY-0")));
  EXPECT_THAT(everything_c, Not(HasSubstr("CANARY")));
  EXPECT_THAT(log.text(), Not(HasSubstr("CANARY")));
}

}  // namespace
}  // namespace wardroom::testing
